"""Finds possible facts in the user's words: by rules, in milliseconds, and by a model where the run asks for that."""

from itertools import pairwise
from typing import Any, TypedDict

from langgraph.runtime import Runtime

from memory.core.errors import StorageError
from memory.core.extraction.changes import changes, may_change
from memory.core.extraction.extraction import extract
from memory.core.facts.facts import Proposal, Source
from memory.core.ids import parse_key_time
from memory.core.transcript.entries import Message, text_of
from memory.service.access.identity import context_of, thread_of, turn_user
from memory.service.extraction.turn_extraction import find_in_turn
from memory.service.facts.fact_index import FACTS
from memory.service.settings.context import Context
from memory.service.turn.availability import FACTS_LATER, tell_unavailable
from memory.service.turn.messages import to_message
from memory.service.turn.said_before import said_before
from memory_nodes.runtime_store import counted_store
from memory_nodes.state import AgentState


async def extract_facts(state: AgentState, runtime: Runtime[Context]) -> dict[str, Any]:
    """Propose facts from the user messages whose facts were not looked for yet (a stopped turn left its own).

    What is found is owed until it is written; while memory is unavailable, the messages themselves are.
    """
    users = [to_message(m) for m in state["messages"] if m.type == "human"]
    owed = state.get("owed", [])
    fresh = _after(users, state.get("extracted"), [*state["turn"]["asked"], *owed])
    update: dict[str, Any] = {"extracted": users[-1]["id"]} if users else {}
    if state["turn"].get("unavailable"):
        return {"proposals": [], **update, "owed": [m["id"] for m in fresh]}
    proposals: list[Proposal] = []
    later: list[str] = []
    how = context_of(runtime).extract
    if how != "off" and state["turn"]["learn"]:
        proposals = [p for m in fresh for p in _proposals(m, state, thread_of(runtime))]
        if how == "turn" and fresh:
            found, update["report"] = await _by_model(fresh, state, runtime)
            proposals += found
        if changing := [m for m in fresh if may_change(text_of(m)) and _key(m, state)]:
            report = dict(update.get("report", state["report"]))
            changed, later = await _changes(changing, users, proposals, state, runtime, report)
            anew = {p["id"] for p in changed}  # a correction that is a whole statement was read as one, too
            proposals, update["report"] = [*(p for p in proposals if p["id"] not in anew), *changed], report
    owing = list(dict.fromkeys([*(p["source"]["message"] for p in proposals), *later]))
    return {"proposals": proposals, **update, **({"owed": owing} if owing or owed else {})}


async def _by_model(
    messages: list[Message], state: AgentState, runtime: Runtime[Context]
) -> tuple[list[Proposal], dict[str, Any]]:
    """Return what a model finds in the messages besides, and the context report with what went wrong."""
    store, turn, report = counted_store(runtime), state["turn"], state["report"]
    root, ids = turn_user(runtime, state).root, {m["id"] for m in messages}
    found, notes = await find_in_turn(
        store, root, thread_of(runtime), turn["conversation"], state["path"], ids, turn["time_zone"]
    )
    degraded = [*report["degraded"], *notes]
    return found, {**report, "degraded": degraded, "store_ops": report["store_ops"] + store.ops}


async def _changes(
    messages: list[Message],
    users: list[Message],
    said: list[Proposal],
    state: AgentState,
    runtime: Runtime[Context],
    report: dict[str, Any],
) -> tuple[list[Proposal], list[str]]:
    """Return what messages change in facts told before, and those to look at again as the store fails."""
    store, thread = counted_store(runtime), thread_of(runtime)
    try:
        memory = await FACTS.load_newest(store, turn_user(runtime, state).root)
    except StorageError as error:
        tell_unavailable(report, thread, str(error), FACTS_LATER)
        return [], [m["id"] for m in messages]
    report["store_ops"] += store.ops
    before = {after["id"]: m["id"] for m, after in pairwise(users)}
    known = [*memory.facts, *memory.archived, *said]
    found: list[Proposal] = []
    for m in messages:
        earlier, asked = said_before(state["messages"], m["id"])
        told = _told(m, state, thread)
        found += changes(text_of(m), known, before=before.get(m["id"]), **told, earlier=earlier, asked=asked)
    return found, []


def _after(users: list[Message], extracted: str | None, wanted: list[str]) -> list[Message]:
    at = next((i for i, m in enumerate(users) if m["id"] == extracted), None)
    return [m for i, m in enumerate(users) if (at is not None and i > at) or m["id"] in wanted]


def _proposals(message: Message, state: AgentState, thread: str) -> list[Proposal]:
    if not _key(message, state):
        return []
    earlier, asked = said_before(state["messages"], message["id"])
    return extract(text_of(message), **_told(message, state, thread), earlier=earlier, asked=asked)


class _Told(TypedDict):
    """Where and when a message was told."""

    source: Source
    observed_at: str
    time_zone: str


def _told(message: Message, state: AgentState, thread: str) -> _Told:
    key = _key(message, state)
    source: Source = {
        "thread": thread,
        "conversation": state["turn"]["conversation"],
        "message": message["id"],
        "entry": key,
    }
    return {
        "source": source,
        "observed_at": parse_key_time(key).isoformat(),
        "time_zone": state["turn"]["time_zone"],
    }


def _key(message: Message, state: AgentState) -> str:
    """Return the key of a message's entry, "" where it has none."""
    return next((step["key"] for step in state["path"] if step["id"] == message["id"]), "")
