"""Makes the prompt of a model call from the plan, as of now: with what a tool of this turn has forgotten left out."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from langgraph.runtime import Runtime

from memory.core.window.context_report import with_window
from memory.models.settings import ModelSettings
from memory.service.access.identity import turn_user
from memory.service.forgetting.veiling import trace_key
from memory.service.recall.counted_store import CountedStore
from memory.service.settings.context import Context
from memory.service.turn.availability import tombstones_now
from memory.service.turn.blobs import read_text_files
from memory.service.turn.token_counts import TokenCounter, counter_for
from memory_nodes.prompt import Prompt, render_prompt, with_blobs
from memory_nodes.state import AgentState


@dataclass(frozen=True)
class Rendered:
    """A prompt and what it was made with."""

    prompt: Prompt
    report: dict[str, Any]
    """The context report so far."""
    render: Callable[..., Prompt]
    """Makes another prompt from a state."""
    counter: TokenCounter
    forgot: bool | None
    """The user has forgotten something; None: not known now."""


async def rendered(
    state: AgentState, runtime: Runtime[Context], store: CountedStore, settings: ModelSettings
) -> Rendered:
    """Return the prompt of this turn's plan for the model of `settings`, and tell who streams the run what is in it."""
    root, down = turn_user(runtime, state).root, bool(state["turn"].get("unavailable"))
    stones, problem = await tombstones_now(store, root, readable=not down)
    counter = counter_for(settings, state["plan"], planned=True)
    known = stones if stones is not None or state["turn"].get("forgot") else []
    files = await read_text_files(store, root, state["messages"][state["plan"]["start"] :])
    render = partial(render_prompt, tombstones=known, key=trace_key(root), files=files, counter=counter)
    prompt = await with_blobs(render(state), store, root)
    report = _report(state, prompt, settings.model, counter)
    if problem:
        report["degraded"].append(f"what was forgotten: as last known, {problem}")
    runtime.stream_writer({"type": "context_report", "final": False, "report": report})
    return Rendered(prompt, report, render, counter, None if stones is None else bool(stones))


def _report(state: AgentState, prompt: Prompt, model: str, counter: TokenCounter) -> dict[str, Any]:
    before, window = state["report"], prompt.window
    return {
        **with_window(before, window.tokens, len(prompt.said), window.earlier_tokens),
        "model": model,
        "messages": prompt.said,
        "cut": [*before["cut"], *(note for note in window.notes if note not in before["cut"])],
        "media": prompt.media,
        "media_tokens": counter.media(window.messages),
        "count_ratio": round(counter.ratio, 3),
        "degraded": [*before["degraded"], *(d for d in prompt.degraded if d not in before["degraded"])],
        "ms": dict(before["ms"]),
    }


def called(state: AgentState, made: Rendered, reply: dict[str, Any], store_ops: int, seconds: float) -> dict[str, Any]:
    """Return the update of the state after a model call: `reply`, the window's cut, and the report with its cost."""
    report = made.report
    report["store_ops"] += store_ops
    report["ms"]["model"] = round(report["ms"].get("model", 0) + seconds * 1000, 2)
    report["calls"] = report.get("calls", 0) + 1
    update = {**reply, "report": report, "cut": made.prompt.window.cut}
    if made.forgot is None or made.forgot == bool(state["turn"].get("forgot")):
        return update
    return {**update, "turn": {**state["turn"], "forgot": made.forgot}}  # a tool of this turn may have forgotten
