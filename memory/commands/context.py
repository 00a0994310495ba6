"""`holdfast context`: what the model was shown for the last answer of a conversation, and what changed before it."""

import sys
from dataclasses import asdict, dataclass
from typing import Any

from langgraph.store.base import BaseStore

from memory.commands.context_table import context_text, screen_of
from memory.commands.place import Place
from memory.commands.printing import as_json
from memory.commands.reach import Ask, asked, open_memory, whose_memory
from memory.commands.running import check_user, run
from memory.commands.servers import Server, server_of
from memory.core.addresses import in_path
from memory.core.errors import HoldfastError
from memory.core.transcript.entries import Entry
from memory.core.window.context_diff import ContextDiff, context_diff
from memory.service.conversations.conversations import check_conversation, thread_of_conversation, transcript_page
from memory.service.turn.context_reports import Answer, newest_answers
from memory.terminal import Terminal


@dataclass(frozen=True)
class ContextOptions:
    """What the command line was told."""

    conversation: str
    diff: bool
    """Hold the last answer's window against the one before."""
    as_json: bool
    place: Place


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
    """Print what was asked for; return the exit code: 1 also when there is nothing to show."""
    return run(lambda: _context(options))


async def _context(options: ContextOptions) -> None:
    check_user(options.place.user)
    check_conversation(options.conversation, "--conversation")
    Terminal().write(_printed(await _read(options), options))


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
        return _json_text(shown, answer, diff, options)
    title = f"Conversation {shown.conversation} of user {shown.user_id}"
    text = context_text(title, answer, diff, screen_of(terminal=sys.stdout.isatty(), encoding=sys.stdout.encoding))
    return text if before or not options.diff else f"{text}It is the first answer: none stands before it.\n"


def _json_text(shown: Shown, answer: Answer, diff: ContextDiff | None, options: ContextOptions) -> str:
    told: dict[str, Any] = {k: getattr(shown, k) for k in ("conversation", "thread_id", "user_id")}
    told |= {"answer": asdict(answer)} | ({"diff": diff} if options.diff else {})
    return as_json(told)


async def _read(options: ContextOptions) -> Shown:
    server = await server_of(options.place)
    if server is not None:
        return await _read_remote(server, options)
    async with open_memory(options.place.database_uri) as store:
        return await _read_local(store, options)


async def _read_local(store: BaseStore, options: ContextOptions) -> Shown:
    found = await thread_of_conversation(store, await whose_memory(store, options.place), options.conversation)

    async def read_page(cursor: str | None) -> tuple[list[Entry], str | None]:
        page = await transcript_page(store, found, before=cursor)
        return page.entries, page.next

    return Shown(found.name, found.thread, found.user.id, found.created, await newest_answers(read_page, 2))


async def _read_remote(server: Server, options: ContextOptions) -> Shown:
    path = f"/v1/conversations/{in_path(options.conversation)}"

    async def read_page(cursor: str | None) -> tuple[list[Entry], str | None]:
        page = await asked(server, options.place, Ask("GET", f"{path}/transcript", {"before": cursor}))
        return page["entries"], page["next"]

    told = await asked(server, options.place, Ask("GET", path))
    answers = await newest_answers(read_page, 2)
    return Shown(told["conversation"], told["thread_id"], told["user_id"], told.get("created"), answers)
