"""`holdfast conversations summary`: the summary of a conversation line by line, and a user's changes of it."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from langgraph.store.base import BaseStore

from memory.commands.consolidate import consolidate_here
from memory.commands.place import Place
from memory.commands.printing import as_json, as_lines, harmless
from memory.commands.reach import Ask, told
from memory.commands.running import check_user, run
from memory.core.addresses import in_path
from memory.core.errors import InputError
from memory.core.language.text import is_chinese
from memory.core.summary.summary_edits import What
from memory.core.summary.summary_words import words_for
from memory.models.settings import read_model_settings
from memory.service.access.identity import User
from memory.service.consolidation.consolidation_runs import Asked
from memory.service.consolidation.summary_edits import Edit, SummaryView, check_edit, edit_lines, read_lines
from memory.service.conversations.conversations import Conversation, begun_conversation, check_conversation
from memory.service.turn.token_counts import counter_for
from memory.terminal import Terminal

_FIELD = "CONVERSATION"
_HELD: dict[What, tuple[str, str]] = {
    "pin": ("pinned", "已固定"),
    "replace": ("corrected by you", "由你更正"),
    "add": ("added by you", "由你添加"),
}
"""How a line is marked, in English and in Chinese, where both scripts write it alike."""


@dataclass(frozen=True)
class SummaryOptions:
    """What the command line was told."""

    conversation: str
    changes: Mapping[str, tuple[int, str] | int | str | None]
    """By `Change`, what to make of it: a line's number, a new line, or both; None: not asked for."""
    as_json: bool
    place: Place


def run_summary(options: SummaryOptions) -> int:
    """Show a summary, changed as asked; return the exit code."""
    return run(lambda: _summary(options))


async def _summary(options: SummaryOptions) -> None:
    check_user(options.place.user)
    check_conversation(options.conversation, _FIELD)
    change = _change(options)
    found = await _read(options)
    if change is not None:
        line = None if change.number is None else _line(found["summary"], change.number)
        found = await _changed(options, check_edit(change.what, line, change.text))
    Terminal().write(as_json(found) if options.as_json else _as_text(found["summary"]))


@dataclass(frozen=True)
class _Change:
    what: str
    number: int | None
    text: str | None


def _change(options: SummaryOptions) -> _Change | None:
    """Return the change to make, None for none. Raises InputError: it is more than one."""
    asked = {what: given for what, given in options.changes.items() if given is not None}
    if len(asked) > 1:
        remedy = "Make them one after the other: the lines may have other numbers after the first."
        raise InputError("changes", f"are {len(asked)}", remedy)
    for what, given in asked.items():
        number, text = given if isinstance(given, tuple) else (given, None) if isinstance(given, int) else (None, given)
        return _Change(what, number, text)
    return None


async def _read(options: SummaryOptions) -> dict[str, Any]:
    async def here(store: BaseStore, user: User) -> dict[str, Any]:
        found = await begun_conversation(store, user, options.conversation, _FIELD)
        return _shown(found, await read_lines(store, found))

    return dict(await told(options.place, Ask("GET", _address(options)), here))


async def _changed(options: SummaryOptions, edit: Edit) -> dict[str, Any]:
    """Make a change and return what is read then; in this process, the thread is consolidated to take it over."""

    async def here(store: BaseStore, user: User) -> dict[str, Any]:
        found = await begun_conversation(store, user, options.conversation, _FIELD)
        count = counter_for(read_model_settings()).text
        changed = await edit_lines(store, found, edit, clock=lambda: datetime.now(UTC), count=count)
        async for _ in consolidate_here(store, Asked(found.user.root, found.thread)):
            continue
        return _shown(found, changed)

    given = {"what": edit.what, "line": edit.line or None, "text": edit.text or None}
    return dict(await told(options.place, Ask("PATCH", _address(options), body=given), here))


def _address(options: SummaryOptions) -> str:
    return f"/v1/conversations/{in_path(options.conversation)}/summary"


def _shown(found: Conversation, summary: SummaryView) -> dict[str, Any]:
    named = {"conversation": found.name, "thread_id": found.thread, "user_id": found.user.id}
    return {**named, "summary": summary}


def _line(summary: SummaryView, number: int) -> str:
    for line in summary["lines"]:
        if line["number"] == number:
            return line["text"]
    problem = f"is {number}, and the summary has {len(summary['lines'])} lines"
    raise InputError("N", problem, "Show it without a change first: the numbers stand before its lines.")


def _as_text(summary: SummaryView) -> str:
    if summary["rebuilding"]:
        note = ["(Something was forgotten since it was made: it is made anew by the next consolidation.)"]
    else:
        note = [] if summary["cursor"] else ["(There is no summary yet: the conversation is still short.)"]
    width = len(str(len(summary["lines"])))
    lines = [
        f"{line['number']:>{width}}  {harmless(line['text'])}{_mark(line['text'], line['held'])}"
        for line in summary["lines"]
    ]
    exact = harmless(" · ".join(summary["exact"]))
    return as_lines([*note, *lines, *([f"{words_for(exact).exact} {exact}"] if exact else [])])


def _mark(text: str, held: What | None) -> str:
    return f"  [{_HELD[held][is_chinese(text)]}]" if held else ""
