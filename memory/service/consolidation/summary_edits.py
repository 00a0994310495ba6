"""Reading the summary of a conversation line by line, and a user's changes of it.

A change is kept beside the summary; the next consolidation, which alone writes summaries, applies it. Readers see it
at once.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, TypedDict, cast, get_args
from uuid import uuid4

from langgraph.store.base import BaseStore

from memory.core.errors import ChangedError, InputError
from memory.core.events.event_docs import make_event
from memory.core.language.shorten import CountText
from memory.core.language.text import content_hash
from memory.core.summary.summary_docs import Summary
from memory.core.summary.summary_edits import (
    SummaryEdit,
    What,
    apply_edits,
    edited_exact,
    make_edit,
    wanted_by,
    with_edit,
    without_hold,
)
from memory.core.transcript.entries import Place
from memory.core.window.adopted import withheld
from memory.service.conversations.conversations import Conversation
from memory.storage.due import due_op
from memory.storage.facts import load_memory, memory_ops
from memory.storage.ops import write
from memory.storage.summaries import read_summary
from memory.storage.summary_edits import edits_ops, list_edits

Change = What | Literal["unpin"]
CHANGES: tuple[Change, ...] = (*get_args(What), "unpin")
_NEW_TEXT = ("replace", "add")


class SummaryLine(TypedDict):
    """One line of a summary."""

    number: int
    """From 1 on, headings included."""
    text: str
    held: What | None
    """What the user did so that it stays: `pin`, `add` or `replace`; None: it may change."""


class SummaryView(TypedDict):
    """The summary of a conversation as its user reads it."""

    lines: list[SummaryLine]
    exact: list[str]
    """Exact strings that are kept beside the lines."""
    cursor: Place | None
    """The newest entry it covers, None before the first."""
    time: str | None
    """ISO time it was made, UTC."""
    rebuilding: bool
    """Something was forgotten since: it is not shown until it is made anew."""


@dataclass(frozen=True)
class Edit:
    """What a user asks to change."""

    what: Change
    line: str = ""
    """The line as it stands; empty for `add`."""
    text: str = ""
    """The line to write; empty unless `what` is `replace` or `add`."""


def check_edit(what: object, line: object, text: object) -> Edit:
    """Return what was asked for, as far as it can be told without the summary.

    Raises InputError: a value is missing, or of the wrong kind, or has no place here.
    """
    if what not in CHANGES:
        raise InputError("what", f"is {what!r}", f"Send one of {', '.join(CHANGES)}.")
    change: Change = what
    for field, value, needed in (("line", line, change != "add"), ("text", text, change in _NEW_TEXT)):
        if not needed and value is not None:
            raise InputError(field, f"has no meaning with {change}", "Leave it out.")
        if needed and not (isinstance(value, str) and value.strip()):
            raise InputError(field, "is missing" if value is None else "is no text", f"{change} needs it as text.")
    return Edit(change, cast("str", line or ""), cast("str", text or ""))


async def read_lines(store: BaseStore, conversation: Conversation) -> SummaryView:
    """Return the summary of a conversation as it stands, changes included; before its first fold it has no lines.

    Raises SchemaError and what the store raises.
    """
    root, thread = conversation.user.root, conversation.thread
    return _view(await _known(store, root, thread), await list_edits(store, root, thread))


async def edit_lines(
    store: BaseStore, conversation: Conversation, edit: Edit, *, clock: Callable[[], datetime], count: CountText
) -> SummaryView:
    """Make one change and return the summary with it; the thread is due then, for its summary to take it over.

    Raises ChangedError: the line is not there, or not any more. InputError: the text is empty or too long, the line
    to unpin is not held, or the conversation keeps no summary. ErasedError, SchemaError and what the store raises.
    """
    _check_kept(conversation)
    root, thread = conversation.user.root, conversation.thread
    known, before = await _known(store, root, thread), await list_edits(store, root, thread)
    if edit.what != "add" and edit.line not in [line["text"] for line in _view(known, before)["lines"]]:
        remedy = "Read the summary again, and send the line as it stands now."
        raise ChangedError("line", "is not in the summary, or not any more", remedy)
    now = clock()
    after = _after(before, edit, now, count)
    unique = content_hash([thread, edit.what, edit.line, edit.text])
    event = make_event("summary.edited_by_user", now, {"thread": thread, "change": edit.what}, unique)
    changed = memory_ops(root, version=uuid4().hex, events=[event])  # a consolidation that runs looks once more
    await write(store, [*edits_ops(root, thread, before, after), due_op(root, thread), *changed])
    return _view(known, after)


def _check_kept(conversation: Conversation) -> None:
    if conversation.temporary:
        raise InputError("conversation", "is temporary and has no summary", "Talk in one that is kept.")


def _after(before: Sequence[SummaryEdit], edit: Edit, now: datetime, count: CountText) -> list[SummaryEdit]:
    if edit.what == "unpin":
        return without_hold(before, edit.line)
    return with_edit(before, make_edit(edit.what, now, about=edit.line, text=edit.text), count)


@dataclass(frozen=True)
class _Known:
    summary: Summary | None
    rebuilding: bool


async def _known(store: BaseStore, root: str, thread: str) -> _Known:
    summary = await read_summary(store, root, thread)
    return _Known(summary, withheld(summary, thread, (await load_memory(store, root)).tombstones))


def _view(known: _Known, edits: Sequence[SummaryEdit]) -> SummaryView:
    summary = None if known.rebuilding else known.summary
    text = apply_edits(summary["text"] if summary else "", edits)
    lines = [line for line in text.splitlines() if line.strip()]
    held = wanted_by(edits).held
    return {
        "lines": [{"number": n, "text": line, "held": held.get(line)} for n, line in enumerate(lines, 1)],
        "exact": edited_exact(summary["exact"], text, edits) if summary else [],
        "cursor": summary["cursor"] if summary else None,
        "time": summary["time"] if summary else None,
        "rebuilding": known.rebuilding,
    }
