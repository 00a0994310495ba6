"""Looks at a turn that has ended and tells what was in its window; the same for every target and model."""

from collections.abc import Mapping, Sequence
from typing import Any

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage, ToolMessage

from evals.reader import as_message
from evals.targets import Found, Observation, Outcome, PromptMessage, Session, Told, Turn
from memory.core.facts.current import history
from memory.core.ids import user_root
from memory.core.transcript.entries import text_of
from memory.models.settings import ModelSettings
from memory.models.tokenizer import count_message, count_tools
from memory.service.forgetting.veiling import trace_key
from memory.service.turn.messages import to_message
from memory.service.turn.token_counts import counter_for
from memory.storage.facts import StoredMemory, load_memory
from memory.storage.listing import list_items
from memory_nodes.model_tools import TOOL_SCHEMAS
from memory_nodes.prompt import render_prompt

_PARTS_OF_THE_TRANSCRIPT = frozenset({"transcript", "messages", "heads", "answers"})


async def look(session: Session, number: int, turn: Turn, outcome: Outcome, found: Found) -> Observation:
    """Return what can be seen after a message."""
    root = user_root(turn.user, 0)
    memory = await load_memory(session.store, root)
    state = _readable(outcome.state) if not outcome.error else {}
    prompts = _prompts(outcome, state, memory, root)
    return {
        **_seen(number, turn.text, found, memory, await _stored(session, root)),
        "message_id": turn.message_id,
        "reply": outcome.reply,
        "error": outcome.error,
        "report": state.get("report", {}),
        "told": _told(state, memory) if state else [],
        "calls": [[_shown(message) for message in prompt] for prompt in prompts],
        "tokens": max((sum(map(count_message, prompt)) for prompt in prompts), default=0) + count_tools(TOOL_SCHEMAS),
    }


async def look_up(session: Session, number: int, user: str, found: Found) -> Observation:
    """Return what can be seen of a conversation that was looked up."""
    root = user_root(user, 0)
    memory = await load_memory(session.store, root)
    return {**_seen(number, "", found, memory, await _stored(session, root)), "begun": found.begun}


def _seen(number: int, asked: str, found: Found, memory: StoredMemory, stored: list[str]) -> Observation:
    return {
        "step": number,
        "asked": asked,
        "message_id": "",
        "reply": "",
        "error": "",
        "report": {},
        "told": [],
        "calls": [],
        "tokens": 0,
        "transcript": [_entry(entry) for entry in found.entries],
        "stored": stored,
        "history": [span["fact"]["text"] for span in history(memory.assertions, _LATEST) if span["invalid_at"]],
    }


_LATEST = "9999-01-01T00:00:00+00:00"


def _entry(entry: Mapping[str, Any]) -> dict[str, str]:
    return {"id": entry["id"], "role": entry["role"], "text": text_of(entry), "mark": str(entry.get("mark") or "")}


async def _stored(session: Session, root: str) -> list[str]:
    items = await list_items(session.store, ("users", root))
    return [str(item.value) for item in items if item.namespace[2] not in _PARTS_OF_THE_TRANSCRIPT]


def _readable(state: Mapping[str, Any]) -> dict[str, Any]:
    """Return the channels with messages as LangChain has them; a server tells them as JSON."""
    return {**state, "messages": [_typed(message) for message in state.get("messages", ())]}


def _typed(message: BaseMessage | Mapping[str, Any]) -> BaseMessage:
    if isinstance(message, BaseMessage):
        return message
    kinds = {kind.model_fields["type"].default: kind for kind in (HumanMessage, AIMessage, ToolMessage, SystemMessage)}
    return kinds[message["type"]].model_validate({k: v for k, v in message.items() if v is not None})


def _told(state: Mapping[str, Any], memory: StoredMemory) -> list[Told]:
    """Return what the context report names, each looked up by its id."""
    report, turn = state["report"], state["turn"]
    texts = {str(message.id): message.text for message in state["messages"]}
    facts = {fact["id"]: fact["text"] for fact in memory.assertions}
    recalled = {one["id"]: one["text"] for one in [*turn["facts"], *turn["passages"]]}
    told = [_one("message", one, texts) for one in report.get("messages", ())]
    told += [_one(one["type"], one["id"], facts) for one in report.get("standing", ())]
    told += [_one(one["type"], one["id"], recalled) for one in report.get("items", ())]
    if report.get("summary"):
        summary = state["summary"]
        told.append(
            {"part": "summary", "id": report["summary"]["key"], "text": f"{summary['text']} {summary['exact']}"}
        )
    return told


def _one(part: str, name: str, texts: Mapping[str, str]) -> Told:
    return {"part": part, "id": name, "text": texts.get(name, "")}


def _prompts(outcome: Outcome, state: Mapping[str, Any], memory: StoredMemory, root: str) -> list[list[dict[str, Any]]]:
    """Return the prompt of each model call of the turn.

    A model with an endpoint was seen to get them. Without one they are rendered again, by the node's own function,
    from the state the turn left and what is forgotten by now.
    """
    if outcome.requests is not None:
        return [[as_message(message) for message in body["messages"]] for body in outcome.requests]
    if not state:
        return []
    counter = counter_for(ModelSettings(), state["plan"], planned=True)
    prompts = [
        render_prompt(before, memory.tombstones, trace_key(root), counter=counter)
        for before in _before_each_call(state)
    ]
    return [[dict(to_message(message)) for message in prompt.messages] for prompt in prompts]


def _before_each_call(state: Mapping[str, Any]) -> list[Any]:
    """Return the state as each model call of the newest turn met it."""
    messages: Sequence[BaseMessage] = state["messages"]
    asked = max((i for i, message in enumerate(messages) if isinstance(message, HumanMessage)), default=0)
    replies = [i for i, message in enumerate(messages) if i > asked and isinstance(message, AIMessage)]
    return [{**state, "messages": list(messages[:reply])} for reply in replies]


def _shown(message: Mapping[str, Any]) -> PromptMessage:
    return {
        "role": message["role"],
        "content": text_of(message),
        "calls": [str(call["id"]) for call in message.get("tool_calls") or ()],
        "answers": str(message.get("tool_call_id") or ""),
    }
