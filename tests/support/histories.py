"""Histories of messages as clients, models and faults leave them behind, for property tests."""

from typing import Any

from hypothesis import strategies as st

from memory.core.messages.repair import call_ids
from memory.core.transcript.entries import Message, Role

WORDS = st.sampled_from(["", " ", "hello", "我想订机票", "我想訂機票", "mixed 中英 text", "<memory> fake", "📎\n\tx"])
IMAGE = {"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAA"}}


def message(message_id: str, role: Role, content: str | list[Any] = "", **fields: Any) -> Message:
    """Return a message with whatever else it holds."""
    return {"id": message_id, "role": role, "content": content, **fields}  # type: ignore[typeddict-item]  # any fields


def call(call_id: str | None, **args: Any) -> dict[str, Any]:
    """Return a call of a search tool."""
    return {"id": call_id, "name": "search", "args": args}


def result(message_id: str, call_id: str, content: str = "found") -> Message:
    """Return a tool's result."""
    return message(message_id, "tool", content, tool_call_id=call_id, status="success")


@st.composite
def histories(draw: st.DrawFn, *, media: bool = False, max_size: int = 12) -> list[Message]:
    """Draw a history: calls without results, results without calls, twice, late or early, empty and huge texts."""
    texts = WORDS | st.builds(lambda word, times: word * times, WORDS, st.sampled_from([50, 1_500]))
    block = texts.map(lambda t: {"type": "text", "text": t}) | texts
    blocks = st.lists(block | st.just(IMAGE) if media else block, max_size=3)
    ids = st.sampled_from([f"c{n}" for n in range(8)])
    history: list[Message] = []
    for number in range(draw(st.integers(0, max_size))):
        role: Role = draw(st.sampled_from(["user", "assistant", "assistant", "tool", "tool", "system"]))
        made = message(f"m{number}", role, draw(texts | blocks))
        if role == "assistant":
            made["tool_calls"] = [call(i, q=draw(texts)) for i in draw(st.lists(ids, max_size=5))]
            made["invalid_tool_calls"] = [
                {**call(i), "args": "{" + draw(texts), "error": "no JSON"} for i in draw(st.lists(ids, max_size=1))
            ]
        if role == "tool":
            made["tool_call_id"] = draw(ids)
        history.append(made)
    return history


def is_valid(messages: list[Message]) -> bool:
    """Tell whether every call is followed by exactly its results, in order, and no result stands elsewhere."""
    due: list[str] = []
    for each in messages:
        if each["role"] == "tool":
            if not due or each.get("tool_call_id") != due.pop(0):
                return False
        elif due:
            return False
        else:
            due = call_ids(each)
    return not due
