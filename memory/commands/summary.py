"""`holdfast conversations summary`: the summary of a conversation line by line, and a user's changes of it."""

import contextlib
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Protocol

from langgraph.store.base import BaseStore

from memory.commands.consolidate import consolidate_here
from memory.commands.place import Place
from memory.commands.printing import as_json, harmless
from memory.commands.reach import Ask, asked, open_memory, user_of
from memory.commands.running import check_user, run
from memory.commands.servers import Server, server_of
from memory.core.addresses import in_path
from memory.core.errors import InputError
from memory.core.language.text import is_chinese
from memory.core.summary.summary_edits import What
from memory.core.summary.summary_words import words_for
from memory.models.settings import read_model_settings
from memory.service.consolidation.consolidation_runs import Asked
from memory.service.consolidation.summary_edits import Edit, SummaryView, check_edit, edit_lines, read_lines
from memory.service.conversations.conversations import Conversation, begun_conversation, check_conversation
from memory.service.turn.token_counts import counter_for
from memory.terminal import Terminal

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


class Summaries(Protocol):
    """Where a summary is read and changed: a server or this process. Answers as the routes do."""

    async def read(self) -> dict[str, Any]:
        """Return the conversation with its summary."""

    async def change(self, edit: Edit) -> dict[str, Any]:
        """Make a change and return the same."""


def run_summary(options: SummaryOptions) -> int:
    """Show a summary, changed as asked; return the exit code."""
    return run(lambda: _summary(options))


async def _summary(options: SummaryOptions) -> None:
    check_user(options.place.user)
    check_conversation(options.conversation, "CONVERSATION")
    told = await _told(options, _change(options))
    Terminal().write(as_json(told) if options.as_json else _as_text(told["summary"]))


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


async def _told(options: SummaryOptions, change: _Change | None) -> dict[str, Any]:
    async with _summaries(options) as summaries:
        told = await summaries.read()
        if change is None:
            return told
        line = None if change.number is None else _line(told["summary"], change.number)
        return await summaries.change(check_edit(change.what, line, change.text))


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
    return "".join(f"{line}\n" for line in (*note, *lines, *([f"{words_for(exact).exact} {exact}"] if exact else [])))


def _mark(text: str, held: What | None) -> str:
    return f"  [{_HELD[held][is_chinese(text)]}]" if held else ""


@contextlib.asynccontextmanager
async def _summaries(options: SummaryOptions) -> AsyncIterator[Summaries]:
    """Open the server of the data folder, else (and with the address of a database) the store itself."""
    server = await server_of(options.place)
    if server is not None:
        yield _Remote(server, options)
        return
    async with open_memory(options.place.database_uri) as store:
        user = user_of(options.place)
        yield _Local(store, await begun_conversation(store, user, options.conversation, "CONVERSATION"))


class _Local:
    """Reads and changes the store itself, and consolidates the thread so that the summary takes the change over."""

    def __init__(self, store: BaseStore, conversation: Conversation) -> None:
        self._store = store
        self._conversation = conversation

    async def read(self) -> dict[str, Any]:
        return self._shown(await read_lines(self._store, self._conversation))

    async def change(self, edit: Edit) -> dict[str, Any]:
        count = counter_for(read_model_settings()).text
        found = self._conversation
        changed = await edit_lines(self._store, found, edit, clock=lambda: datetime.now(UTC), count=count)
        async for _ in consolidate_here(self._store, Asked(found.user.root, found.thread)):
            continue
        return self._shown(changed)

    def _shown(self, summary: SummaryView) -> dict[str, Any]:
        found = self._conversation
        told = {"conversation": found.name, "thread_id": found.thread, "user_id": found.user.id}
        return {**told, "summary": summary}


class _Remote:
    """Lets the server do it."""

    def __init__(self, server: Server, options: SummaryOptions) -> None:
        self._server = server
        self._place = options.place
        self._path = f"/v1/conversations/{in_path(options.conversation)}/summary"

    async def read(self) -> dict[str, Any]:
        return dict(await asked(self._server, self._place, Ask("GET", self._path)))

    async def change(self, edit: Edit) -> dict[str, Any]:
        given = {"what": edit.what, "line": edit.line or None, "text": edit.text or None}
        return dict(await asked(self._server, self._place, Ask("PATCH", self._path, body=given)))
