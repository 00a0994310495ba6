"""The calls of an assistant message, and the form in which every provider takes them back."""

import re
from collections.abc import Iterator
from typing import Any

from memory.core.language.text import content_hash
from memory.core.transcript.entries import Message

ID_CHARS = 40
"""Characters of a call's id that every provider takes; OpenAI refuses longer ones."""
NAME_CHARS = 64
NO_NAME = "unknown_tool"
BROKEN_ARGS = "arguments_that_were_no_json"
"""The one argument of a call whose arguments could not be read."""
_FIT_ID = re.compile(rf"[A-Za-z0-9_-]{{1,{ID_CHARS}}}")
_UNFIT_IN_NAME = re.compile(r"[^A-Za-z0-9_-]")


def fit_calls(message: Message, used: set[str]) -> list[tuple[str, dict[str, Any]]]:
    """Return the calls of a message as every provider takes them, each with the id its result was given under.

    An id that is missing, too long, not of letters, digits, `_` and `-`, or `used` by an earlier message becomes one
    made of the message's and its own: the same each time. What holds the ids of the view so far grows by these. Of
    calls with one id within the message the first counts, as it does for the results. Broken calls come last.
    """
    fit: list[tuple[str, dict[str, Any]]] = []
    for own_id, call in _each_once(message):
        call_id = _free_id(own_id, message["id"], used)
        used.add(call_id)
        fit.append((own_id, {**call, "id": call_id, "name": _name(call.get("name"))}))
    return fit


def _each_once(message: Message) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the calls with the id each has, or gets by its place where it has none."""
    seen: set[str] = set()
    broken = [_told_as_broken(call) for call in message.get("invalid_tool_calls", [])]
    for place, call in enumerate([*message.get("tool_calls", []), *broken]):
        own_id = str(call.get("id") or f"call-{content_hash([message['id'], place])}")
        if own_id not in seen:
            seen.add(own_id)
            yield own_id, call if isinstance(call.get("args"), dict) else {**call, "args": {"value": call.get("args")}}


def _told_as_broken(call: dict[str, Any]) -> dict[str, Any]:
    return {"id": call.get("id"), "name": call.get("name"), "args": {BROKEN_ARGS: call.get("args") or ""}}


def _free_id(own_id: str, message_id: str, used: set[str]) -> str:
    call_id = own_id
    while call_id in used or not _FIT_ID.fullmatch(call_id):
        call_id = f"call-{content_hash([message_id, call_id])}"
    return call_id


def _name(name: Any) -> str:
    return _UNFIT_IN_NAME.sub("_", name)[:NAME_CHARS] if isinstance(name, str) and name else NO_NAME
