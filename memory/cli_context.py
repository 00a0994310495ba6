"""`holdfast context`: what the model was shown for the last answer of a conversation, and what changed before it."""

import asyncio
import contextlib
import json
import sys
from collections.abc import AsyncIterator
from dataclasses import asdict, dataclass
from typing import Any
from urllib.parse import quote

from langgraph.store.base import BaseStore
from langgraph_sdk import get_client
from langgraph_sdk.client import LangGraphClient

from memory.chat import running_server
from memory.cli_context_table import context_text, screen_of
from memory.core.errors import HoldfastError, InputError, StorageError
from memory.core.ids import check_user_id
from memory.core.transcript.entries import Entry
from memory.core.window.context_diff import ContextDiff, context_diff
from memory.service.conversations.conversations import check_conversation, thread_of_conversation, transcript_page
from memory.service.conversations.server_errors import explained
from memory.service.settings.settings import local_user
from memory.service.settings.slots import use_slots
from memory.service.turn.context_reports import Answer, newest_answers
from memory.storage.location import STORE_FILE, data_dir, database_uri
from memory.storage.opening import open_store
from memory.terminal import Terminal

FAILED, WRONG_INPUT, STOPPED = 1, 2, 130


@dataclass(frozen=True)
class ContextOptions:
    """What the command line was told."""

    user: str | None
    """None: HOLDFAST_USER, or on a server the one it takes whom nobody names for."""
    conversation: str
    diff: bool
    """Hold the last answer's window against the one before."""
    as_json: bool
    database_uri: str | None
    """None: where the settings say, through the server if one runs."""


@dataclass(frozen=True)
class Shown:
    """A conversation with its newest answers."""

    conversation: str
    thread_id: str
    user_id: str
    created: str | None
    """ISO time; None: it has not begun."""
    answers: list[Answer]
    """Newest first, two at most."""


def run_context(options: ContextOptions) -> int:
    """Print what was asked for; return the exit code: 0, 1 failed or nothing to show, 2 wrong input, 130 stopped."""
    terminal = Terminal()
    try:
        if options.user is not None:
            check_user_id(options.user, "--user")
        check_conversation(options.conversation, "--conversation")
        shown = asyncio.run(_read(options))
        terminal.write(_printed(shown, options))
    except HoldfastError as error:
        terminal.tell(f"Error: {error}")
        return WRONG_INPUT if isinstance(error, InputError) else FAILED
    except KeyboardInterrupt:
        return STOPPED
    return 0


def _printed(shown: Shown, options: ContextOptions) -> str:
    """Return what to print.

    Raises HoldfastError: there is no such conversation, or no answer in it yet.
    """
    named = f"{shown.conversation!r} of user {shown.user_id!r}"
    if shown.created is None:
        raise HoldfastError(f"There is no conversation {named}.")
    if not shown.answers:
        raise HoldfastError(f"Conversation {named} has no answer yet.")
    answer, before = shown.answers[0], shown.answers[1] if len(shown.answers) > 1 else None
    diff = context_diff(answer.report, before.report) if options.diff and before else None
    if options.as_json:
        return _as_json(shown, answer, diff, options)
    title = f"Conversation {shown.conversation} of user {shown.user_id}"
    text = context_text(title, answer, diff, screen_of(terminal=sys.stdout.isatty(), encoding=sys.stdout.encoding))
    return text if before or not options.diff else f"{text}It is the first answer: none stands before it.\n"


def _as_json(shown: Shown, answer: Answer, diff: ContextDiff | None, options: ContextOptions) -> str:
    told: dict[str, Any] = {k: getattr(shown, k) for k in ("conversation", "thread_id", "user_id")}
    told |= {"answer": asdict(answer)} | ({"diff": diff} if options.diff else {})
    return json.dumps(told, ensure_ascii=False, indent=2) + "\n"


async def _read(options: ContextOptions) -> Shown:
    server = await running_server() if options.database_uri is None else None
    if server is not None:
        async with get_client(url=server.url) as client:
            return await _read_remote(client, options)
    async with open_memory(options.database_uri) as store:
        return await _read_local(store, options)


@contextlib.asynccontextmanager
async def open_memory(uri: str | None) -> AsyncIterator[BaseStore]:
    """Open the store where the settings say.

    Raises StorageError: there is none. Reading makes no new files. Raises InputError: the slots cannot be read.
    """
    await use_slots()
    if not (uri or database_uri()) and not await asyncio.to_thread((data_dir() / STORE_FILE).exists):
        raise StorageError(f"There is no memory in {data_dir()}. Set HOLDFAST_DATA to the folder it lies in.")
    async with open_store(uri) as store:
        yield store


async def _read_local(store: BaseStore, options: ContextOptions) -> Shown:
    user = local_user() if options.user is None else options.user
    found = await thread_of_conversation(store, user, options.conversation)

    async def read_page(cursor: str | None) -> tuple[list[Entry], str | None]:
        page = await transcript_page(store, found, before=cursor)
        return page.entries, page.next

    return Shown(found.name, found.thread, found.user.id, found.created, await newest_answers(read_page, 2))


async def _read_remote(client: LangGraphClient, options: ContextOptions) -> Shown:
    path = f"/v1/conversations/{_in_path(options.conversation)}"
    named = {"user_id": options.user} if options.user is not None else {}

    async def read_page(cursor: str | None) -> tuple[list[Entry], str | None]:
        page = await client.http.get(f"{path}/transcript", params=named | ({"before": cursor} if cursor else {}))
        return page["entries"], page["next"]

    with explained():
        told = await client.http.get(path, params=named)
        answers = await newest_answers(read_page, 2)
    return Shown(told["conversation"], told["thread_id"], told["user_id"], told.get("created"), answers)


def _in_path(name: str) -> str:
    return quote(name, safe="").replace(".", "%2E")
