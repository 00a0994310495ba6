"""Transcripts to test with."""

from datetime import UTC, datetime, timedelta

from memory.core.transcript.entries import Entry, Place, Role, make_entry, place_of

START = datetime(2026, 3, 1, 12, tzinfo=UTC)


def entry(
    message_id: str, content: str, parent: Place | Entry | None = None, seen: datetime = START, role: Role = "user"
) -> Entry:
    """Return the entry of a text message."""
    place: Place | None = None if parent is None else {"key": parent["key"], "depth": parent["depth"]}
    return make_entry({"id": message_id, "role": role, "content": content}, "T", place, seen)


def conversation(count: int, parent: Entry | None = None, prefix: str = "m") -> list[Entry]:
    """Return `count` entries in a row, user and assistant by turns, after `parent`."""
    entries: list[Entry] = []
    for number in range(count):
        before = entries[-1] if entries else parent
        text, role = (f"第{number}句 hello", "user") if number % 2 == 0 else (f"答{number}", "assistant")
        seen = START + timedelta(seconds=number)
        entries.append(entry(f"{prefix}{number}", text, place_of(before) if before else None, seen, role))
    return entries
