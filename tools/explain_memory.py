"""The tool that tells why something is remembered or not."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Annotated, Any

from langchain.tools import ToolRuntime
from langchain_core.tools import tool

from memory.core.errors import StorageError
from memory.core.language.languages import in_language
from memory.core.language.text import one_line
from memory.core.why.why_docs import Trail, Why
from memory.core.window.fences import neutralise
from memory.service.access.identity import turn_user
from memory.service.turn.turn_words import turn_words
from memory.service.why.why import TEXT_CHARS, why

TRAILS = 3
"""Facts or sayings of which it tells, at most."""


@tool
async def explain_memory(
    what: Annotated[str, "What the user asks about, in their own words."],
    runtime: ToolRuntime[Any, dict[str, Any]],
) -> str:
    """Tell why you know, think or forgot something about the user: who said it when, and what became of it."""
    if runtime.store is None:
        raise StorageError("explain_memory: the graph runs without a store, so nothing is remembered")
    said = turn_words(runtime.state)
    if runtime.state["turn"].get("memory") is False:
        return in_language(said.language, *_OFF)
    user, now = turn_user(runtime, runtime.state), datetime.now(UTC)
    asked = one_line(what, TEXT_CHARS)
    found = await why(runtime.store, user, asked, now, language=said.language, skip=[said.place["key"]])
    shown = [trail for trail in found["trails"] if _may_show(trail, runtime.state["turn"])]
    return neutralise("\n".join(_lines(found, shown[:TRAILS])))


_OFF = ("Memory is off: nothing was looked up.", "记忆已关闭，没有查找。")


def _may_show(trail: Trail, turn: dict[str, Any]) -> bool:
    """Tell whether a trail may be told here: what is no fact stays in its conversation where the user wants that."""
    return trail["fact"] is not None or turn.get("past_conversations") is True


def _lines(found: Why, trails: list[Trail]) -> Iterator[str]:
    yield found["told"]
    for trail in trails:
        yield f"- {trail['told']}" + (f' "{trail["text"]}"' if trail["text"] else "")
        for step in trail["steps"]:
            yield f"  - {step['at'][:16].replace('T', ' ') + ' ' if step['at'] else ''}{step['told']}"
