"""Entries whose content was kept for as long as it may be: what others refer to stays, and nothing that was said."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from memory.core.transcript.entries import Entry, Message, Place

NO_LONGER_KEPT = "[no longer kept / 已不再保留]"
"""What a thread's state holds in the place of such an entry: nobody knows any more in which language it was."""
_STAYS = ("schema", "key", "thread", "time", "parent", "depth", "id", "role", "tool_call_id", "mark")


def emptied(entry: Entry, at: datetime) -> Entry:
    """Return an entry without its content as of `at`; calls keep their ids, so that results still find them."""
    left: dict[str, Any] = {name: value for name, value in entry.items() if name in _STAYS}
    calls: list[dict[str, Any]] = [{"id": call.get("id"), "name": "", "args": {}} for call in _calls(entry)]
    if calls:
        left["tool_calls"] = calls
    return {**left, "content": "", "emptied": at.isoformat()}  # type: ignore[typeddict-item]  # an entry's fields


def is_emptied(entry: Mapping[str, Any]) -> bool:
    """Tell whether the content of an entry was taken away."""
    return bool(entry.get("emptied"))


def in_state(entry: Entry) -> Message:
    """Return an entry as a thread's state may hold it: in the place of an emptied one stands that it is."""
    if not is_emptied(entry):
        return entry
    answers = {"tool_call_id": entry["tool_call_id"]} if "tool_call_id" in entry else {}
    return {"id": entry["id"], "role": entry["role"], "content": NO_LONGER_KEPT, **answers}  # type: ignore[typeddict-item]


def still_told(path: Sequence[Entry], summarised: Place | None) -> list[Entry]:
    """Return those entries of a path that a state made of it holds: what still has its content.

    Emptied ones are left out, but for the last, after which the thread goes on, and the one up to which its summary
    tells everything (`summarised`), by which a window finds the summary.
    """
    needed = {entry["key"] for entry in path[-1:]} | ({summarised["key"]} if summarised else set())
    return [entry for entry in path if not is_emptied(entry) or entry["key"] in needed]


def _calls(entry: Entry) -> list[dict[str, Any]]:
    return [*entry.get("tool_calls", []), *entry.get("invalid_tool_calls", [])]
