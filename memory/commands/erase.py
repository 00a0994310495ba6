"""`holdfast erase`: through the server that works on the data folder, else on the files themselves."""

import asyncio
import contextlib
import sys
from collections.abc import AsyncIterator
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol, cast

import typer

from memory.commands.place import Place
from memory.commands.printing import as_json
from memory.commands.progress import waiting
from memory.commands.reach import (
    Ask,
    asked,
    check_no_assistant,
    check_unused,
    memory_files,
    no_memory,
    user_of,
    whose_memory,
)
from memory.commands.running import DONE, FAILED, check_user, run
from memory.commands.servers import Server, answers, known_server
from memory.core.addresses import in_path
from memory.core.errors import InputError, StorageError
from memory.core.forgetting.erase_docs import FactsChoice, FactsTold, Receipt
from memory.core.forgetting.erase_table import preview_lines, receipt_lines
from memory.service.access.identity import User
from memory.service.conversations.conversations import check_conversation
from memory.service.conversations.server_errors import ServerError
from memory.service.erasing.erasing import erase_conversation, erase_user, preview
from memory.service.erasing.erasing_reach import LocalRuns, Reach, nothing_runs
from memory.storage.compact import compact
from memory.storage.location import data_dir, database_uri
from memory.storage.opening import open_checkpointer, open_store

_ERASE_SECONDS = 3600.0  # a large database is written anew


@dataclass(frozen=True)
class EraseOptions:
    """What the command line was told."""

    place: Place
    """No user: HOLDFAST_USER."""
    conversation: str | None
    """None: everything of the user."""
    facts: FactsChoice | None
    """None: not told."""
    yes: bool
    """Do not ask."""
    as_json: bool


class Eraser(Protocol):
    """What erases: a server or this process."""

    async def preview(self, conversation: str) -> FactsTold:
        """Return what a conversation told of its user."""

    async def user(self) -> Receipt:
        """Erase everything of the user."""

    async def conversation(self, conversation: str, facts: FactsChoice) -> Receipt:
        """Erase one conversation."""


def run_erase(options: EraseOptions) -> int:
    """Erase as asked; return the exit code: 1 also when it was not confirmed."""
    return run(lambda: _erase(options))


async def _erase(options: EraseOptions) -> int:
    check_user(options.place.user)
    if options.conversation is not None:
        check_conversation(options.conversation, "--conversation")
    elif options.facts is not None:
        raise InputError("--facts", "needs --conversation", "Name the conversation, or leave --facts out.")
    else:
        check_no_assistant()
    async with _eraser(options.place) as eraser:
        if not options.yes and not await _confirmed(options, eraser):
            typer.echo("Nothing was erased.", err=True)
            return FAILED
        with waiting("Erasing"):
            if options.conversation is None:
                receipt = await eraser.user()
            else:
                receipt = await eraser.conversation(options.conversation, options.facts or "keep")
    typer.echo(as_json(receipt) if options.as_json else "\n".join(receipt_lines(receipt)) + "\n", nl=False)
    return DONE


async def _confirmed(options: EraseOptions, eraser: Eraser) -> bool:
    if not sys.stdin.isatty():
        raise InputError("--yes", "is missing, and nobody can be asked here", "Add --yes to erase without being asked.")
    whose = "yours" if options.place.user is None else repr(options.place.user)
    what = f"everything that is remembered of {whose}"
    if options.conversation is not None:
        what = f"the conversation {options.conversation!r} of {whose}"
        for line in preview_lines(await eraser.preview(options.conversation)):
            typer.echo(line, err=True)
    return await asyncio.to_thread(typer.confirm, f"Erase {what}, for good?", err=True)


@contextlib.asynccontextmanager
async def _eraser(place: Place) -> AsyncIterator[Eraser]:
    """Open the server of the data folder, else (and with the address of a database) the storage itself.

    Raises StorageError: another process works on it that cannot be asked, or there is nothing.
    """
    server = await known_server(place)
    if server is not None:
        if server.pid is not None:
            await _check_answers(server)
        yield _Remote(server, place)
        return
    uri = place.database_uri or database_uri()
    if not uri:
        await asyncio.to_thread(_check_free)
    async with open_store(uri) as store, open_checkpointer(uri) as saver:
        yield _Local(Reach(store, LocalRuns(saver, nothing_runs), partial(compact, uri)), place)


async def _check_answers(server: Server) -> None:
    if not await answers(server):
        raise StorageError(
            f"The server of {data_dir()} (process {server.pid}) does not answer at {server.url}. "
            "Stop it or wait until it answers; erasing beside it would leave what it holds."
        )


def _check_free() -> None:
    if not any(file.exists() for file in memory_files()):
        raise no_memory()
    check_unused()


class _Local:
    """Erases in this process."""

    def __init__(self, reach: Reach, place: Place) -> None:
        self._reach = reach
        self._place = place

    async def preview(self, conversation: str) -> FactsTold:
        return (await preview(self._reach.store, await self._whose(), conversation))[1]

    async def user(self) -> Receipt:
        return await erase_user(self._reach, user_of(self._place))

    async def conversation(self, conversation: str, facts: FactsChoice) -> Receipt:
        return await erase_conversation(self._reach, await self._whose(), conversation, facts)

    async def _whose(self) -> User:
        return await whose_memory(self._reach.store, self._place)


class _Remote:
    """Lets the server erase."""

    def __init__(self, server: Server, place: Place) -> None:
        self._server = server
        self._place = place

    async def preview(self, conversation: str) -> FactsTold:
        told = await self._ask(Ask("DELETE", _path(conversation), {"dry_run": "true"}))
        return cast("FactsTold", told["facts"])

    async def user(self) -> Receipt:
        return cast(
            "Receipt", await self._ask(Ask("POST", "/v1/erase", body={"confirm": self._server.user(self._place)}))
        )

    async def conversation(self, conversation: str, facts: FactsChoice) -> Receipt:
        return cast("Receipt", await self._ask(Ask("DELETE", _path(conversation), {"facts": facts})))

    async def _ask(self, ask: Ask) -> Any:
        try:
            return await asked(self._server, self._place, ask, _ERASE_SECONDS)
        except ServerError as error:
            raise StorageError(f"{error} Run it again: an erase that has begun goes on.") from error


def _path(conversation: str) -> str:
    return f"/v1/conversations/{in_path(conversation)}"
