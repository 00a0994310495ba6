"""Entries of the append-only transcript: their shape, their place and the parent chain."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, Literal, NotRequired, TypedDict

from memory.core.ids import after_parent, entry_key
from memory.core.language.text import clean_value, content_hash
from memory.core.schema import readable

ENTRY_SCHEMA = 1
BUCKET_SIZE = 100

Role = Literal["user", "assistant", "tool", "system"]


class Message(TypedDict):
    """One chat message as plain JSON, every content block kept."""

    id: str
    role: Role
    content: str | list[Any]
    tool_calls: NotRequired[list[dict[str, Any]]]
    """Calls an assistant message makes: `{"id", "name", "args"}`."""
    invalid_tool_calls: NotRequired[list[dict[str, Any]]]
    """Calls whose arguments were no JSON: `{"id", "name", "args", "error"}`."""
    tool_call_id: NotRequired[str]
    """The call a tool message answers."""
    artifact: NotRequired[Any]
    """What a tool gave the application beside its text; no model sees it."""
    name: NotRequired[str | None]
    status: NotRequired[str]
    """`success` or `error`, of a tool message."""
    usage: NotRequired[dict[str, Any] | None]
    """Tokens as the provider reported them."""
    model: NotRequired[str | None]
    """The model that wrote an assistant message."""
    extra: NotRequired[dict[str, Any]]
    """What else the provider sent (reasoning, refusals, citations)."""


class Terms(TypedDict, total=False):
    """What the run in which a user's message was sent chose otherwise than by default, for what reads it later."""

    learn: bool
    """False: nothing is to be learned from it."""
    approval: str
    """How what is learned from it is approved."""
    time_zone: str
    """The user's, IANA."""
    extract: str
    """`turn`: a model looked for facts in it within its turn."""


class Entry(Message):
    """A message in the transcript."""

    schema: int
    key: str
    """`time-hash(message id)-hash(content)`; sorts by time."""
    thread: str
    time: str
    """ISO time of the entry, UTC; later than its parent's."""
    parent: str | None
    """Key of the entry before it on its branch."""
    depth: int
    """Steps from the first entry of the chain (0); gives the bucket without a counter."""
    mark: NotRequired[str | None]
    """`stopped` when the client or a fault ended the message midway."""
    report: NotRequired[dict[str, Any] | None]
    """The context report of an answer."""
    terms: NotRequired[Terms]
    """Of a user's message; none where the run chose nothing but defaults."""
    emptied: NotRequired[str]
    """ISO time at which its content was taken away, as it was kept long enough (`emptied.py`)."""


class Place(TypedDict):
    """Where an entry lies: enough to read it, or to go on after it, with one read."""

    key: str
    depth: int


def bucket_of(depth: int) -> int:
    """Return the bucket of an entry: 100 steps of the chain share one, on every branch."""
    return depth // BUCKET_SIZE


def message_hash(message: Message) -> str:
    """Return the content hash of a message: what it says and calls, not its id, times or usage."""
    parts = {k: message.get(k) for k in ("role", "content", "tool_calls", "invalid_tool_calls", "tool_call_id")}
    return content_hash({k: v for k, v in parts.items() if v})


def make_entry(
    message: Message,
    thread: str,
    parent: Place | None,
    seen: datetime,
    mark: str | None = None,
    report: dict[str, Any] | None = None,
    terms: Terms | None = None,
) -> Entry:
    """Return the entry of `message` after `parent` (None: the first), cleaned.

    `seen` is when this message id was first seen: the same message, parent and `seen` give the same key. `terms` stay
    with a user's message alone.
    """
    at = after_parent(seen, parent["key"] if parent else None)
    entry: dict[str, Any] = {
        **{name: value for name, value in message.items() if name != "terms"},
        "schema": ENTRY_SCHEMA,
        "key": entry_key(at, message["id"], message_hash(message)),
        "thread": thread,
        "time": at.isoformat(),
        "parent": parent["key"] if parent else None,
        "depth": parent["depth"] + 1 if parent else 0,
        "mark": mark,
        "report": report,
    }
    if terms and message["role"] == "user":
        entry["terms"] = terms
    return clean_value(entry)  # type: ignore[no-any-return]  # a deep copy of the same shape


def place_of(entry: Entry) -> Place:
    """Return where an entry lies."""
    return {"key": entry["key"], "depth": entry["depth"]}


def upgrade_entry(value: Mapping[str, Any]) -> Entry:
    """Return a stored entry in today's shape.

    Raises SchemaError: it was written by a newer Holdfast.
    """
    return readable(value, ENTRY_SCHEMA, f"entry {value.get('key')}")  # type: ignore[return-value]  # schema 1


def chain(entries: Iterable[Entry], head: str) -> list[Entry]:
    """Return the entries from the oldest known ancestor of `head` to `head` itself, following parents."""
    by_key = {e["key"]: e for e in entries}
    path: list[Entry] = []
    key: str | None = head
    while key is not None and key in by_key:
        path.append(by_key[key])
        key = by_key[key]["parent"]
    return path[::-1]


def text_of(message: Mapping[str, Any]) -> str:
    """Return the readable text of a message: its text blocks joined by line breaks, nothing of other blocks."""
    content = message.get("content") or ""
    if isinstance(content, str):
        return content
    texts = [b if isinstance(b, str) else b.get("text") for b in content if isinstance(b, str | dict)]
    return "\n".join(t for t in texts if isinstance(t, str) and t)
