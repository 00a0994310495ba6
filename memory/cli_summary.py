"""`holdfast conversations summary`: the summary of a conversation line by line, and a user's changes of it."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Protocol
from urllib.parse import quote

from langgraph.store.base import BaseStore
from langgraph_sdk import get_client
from langgraph_sdk.client import LangGraphClient

from memory.chat import running_server
from memory.cli_consolidate import consolidate_here
from memory.cli_context import open_memory
from memory.cli_context_table import harmless
from memory.core.errors import HoldfastError, InputError
from memory.core.ids import check_user_id
from memory.core.language.text import is_chinese
from memory.core.summary.summary_edits import What
from memory.core.summary.summary_words import words_for
from memory.models.settings import read_model_settings
from memory.service.consolidation.consolidation_runs import Asked
from memory.service.consolidation.summary_edits import Edit, SummaryView, check_edit, edit_lines, read_lines
from memory.service.conversations.conversations import Conversation, begun_conversation, check_conversation
from memory.service.conversations.server_errors import explained
from memory.service.settings.settings import local_user
from memory.service.turn.token_counts import counter_for
from memory.terminal import Terminal

FAILED, WRONG_INPUT, STOPPED = 1, 2, 130
_HELD: dict[What, tuple[str, str]] = {
    "pin": ("pinned", "已固定"),
    "replace": ("corrected by you", "由你更正"),
    "add": ("added by you", "由你添加"),
}
"""How a line is marked, in English and in Chinese, where both scripts write it alike."""


@dataclass(frozen=True)
class SummaryOptions:
    """What the command line was told."""

    user: str | None
    """None: HOLDFAST_USER, or on a server the one it takes whom nobody names for."""
    conversation: str
    changes: Mapping[str, tuple[int, str] | int | str | None]
    """By `Change`, what to make of it: a line's number, a new line, or both; None: not asked for."""
    as_json: bool
    database_uri: str | None
    """None: where the settings say, through the server if one runs."""


class Summaries(Protocol):
    """Where a summary is read and changed: a server or this process. Answers as the routes do."""

    async def read(self) -> dict[str, Any]:
        """Return the conversation with its summary."""

    async def change(self, edit: Edit) -> dict[str, Any]:
        """Make a change and return the same."""


def run_summary(options: SummaryOptions) -> int:
    """Show a summary, changed as asked; return the exit code: 0, 1 failed, 2 wrong input, 130 stopped."""
    terminal = Terminal()
    try:
        if options.user is not None:
            check_user_id(options.user, "--user")
        check_conversation(options.conversation, "CONVERSATION")
        told = asyncio.run(_told(options, _change(options)))
        terminal.write(_as_json(told) if options.as_json else _as_text(told["summary"]))
    except HoldfastError as error:
        terminal.tell(f"Error: {error}")
        return WRONG_INPUT if isinstance(error, InputError) else FAILED
    except KeyboardInterrupt:
        return STOPPED
    return 0


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


def _as_json(told: dict[str, Any]) -> str:
    return json.dumps(told, ensure_ascii=False, indent=2) + "\n"


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
    server = await running_server() if options.database_uri is None else None
    if server is not None:
        async with get_client(url=server.url) as client:
            yield _Remote(client, options)
        return
    async with open_memory(options.database_uri) as store:
        user = local_user() if options.user is None else options.user
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

    def __init__(self, client: LangGraphClient, options: SummaryOptions) -> None:
        self._http = client.http
        self._path = f"/v1/conversations/{quote(options.conversation, safe='').replace('.', '%2E')}/summary"
        self._named = {"user_id": options.user} if options.user is not None else {}

    async def read(self) -> dict[str, Any]:
        with explained():
            told: dict[str, Any] = await self._http.get(self._path, params=self._named)
        return told

    async def change(self, edit: Edit) -> dict[str, Any]:
        given = {"what": edit.what, "line": edit.line or None, "text": edit.text or None}
        with explained():
            told: dict[str, Any] = await self._http.patch(self._path, json=given, params=self._named)
        return told
