"""`holdfast erase`: through the server that works on the data folder, else on the files themselves."""

import asyncio
import contextlib
import json
import sys
from collections.abc import AsyncIterator
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol
from urllib.parse import quote

import httpx
import typer

from memory.core.errors import HoldfastError, InputError, StorageError
from memory.core.forgetting.erase import FactsChoice, FactsTold, Receipt
from memory.core.forgetting.erase_table import preview_lines, receipt_lines
from memory.core.ids import check_user_id
from memory.service.conversations.conversations import check_conversation
from memory.service.conversations.server_file import LocalServer, read_server_file
from memory.service.erasing.erasing import erase_conversation, erase_user, preview
from memory.service.erasing.erasing_reach import LocalRuns, Reach, nothing_runs
from memory.storage.compact import compact, is_in_use
from memory.storage.location import CHECKPOINTS_FILE, STORE_FILE, data_dir, database_uri
from memory.storage.opening import open_checkpointer, open_store

FAILED, WRONG_INPUT, STOPPED = 1, 2, 130
_ANSWER_SECONDS = 2.0
_ERASE_SECONDS = 3600.0  # a large database is written anew
_WRONG = 422


@dataclass(frozen=True)
class EraseOptions:
    """What the command line was told."""

    user: str
    conversation: str | None
    """None: everything of the user."""
    facts: FactsChoice | None
    """None: not told."""
    yes: bool
    """Do not ask."""
    as_json: bool
    database_uri: str | None
    """None: where the settings say."""


class Eraser(Protocol):
    """What erases: a server or this process."""

    async def preview(self, user: str, conversation: str) -> FactsTold:
        """Return what a conversation told of its user."""

    async def user(self, user: str) -> Receipt:
        """Erase everything of a user."""

    async def conversation(self, user: str, conversation: str, facts: FactsChoice) -> Receipt:
        """Erase one conversation."""


def run_erase(options: EraseOptions) -> int:
    """Erase as asked; return the exit code: 0, 1 failed or not confirmed, 2 wrong input, 130 stopped."""
    try:
        check_user_id(options.user, "--user")
        if options.conversation is not None:
            check_conversation(options.conversation, "--conversation")
        elif options.facts is not None:
            raise InputError("--facts", "needs --conversation", "Name the conversation, or leave --facts out.")
        return asyncio.run(_erase(options))
    except HoldfastError as error:
        typer.echo(f"Error: {error}", err=True)
        return WRONG_INPUT if isinstance(error, InputError) else FAILED
    except (KeyboardInterrupt, typer.Abort):
        return STOPPED


async def _erase(options: EraseOptions) -> int:
    async with _eraser(options.database_uri) as eraser:
        if not options.yes and not await _confirmed(options, eraser):
            typer.echo("Nothing was erased.", err=True)
            return FAILED
        if options.conversation is None:
            receipt = await eraser.user(options.user)
        else:
            receipt = await eraser.conversation(options.user, options.conversation, options.facts or "keep")
    shown = json.dumps(receipt, ensure_ascii=False, indent=2) if options.as_json else "\n".join(receipt_lines(receipt))
    typer.echo(shown)
    return 0


async def _confirmed(options: EraseOptions, eraser: Eraser) -> bool:
    if not sys.stdin.isatty():
        raise InputError("--yes", "is missing, and nobody can be asked here", "Add --yes to erase without being asked.")
    what = f"everything that is remembered of {options.user!r}"
    if options.conversation is not None:
        what = f"the conversation {options.conversation!r} of {options.user!r}"
        for line in preview_lines(await eraser.preview(options.user, options.conversation)):
            typer.echo(line, err=True)
    return await asyncio.to_thread(typer.confirm, f"Erase {what}, for good?", err=True)


@contextlib.asynccontextmanager
async def _eraser(uri: str | None) -> AsyncIterator[Eraser]:
    """Open the server of the data folder, else (and with the address of a database) the storage itself.

    Raises StorageError: another process works on it that cannot be asked, or there is nothing.
    """
    server = await asyncio.to_thread(read_server_file, data_dir()) if uri is None else None
    if server is not None:
        await _check_answers(server)
        async with httpx.AsyncClient(base_url=server.url, timeout=_ERASE_SECONDS) as http:
            yield _Remote(http)
        return
    uri = uri or database_uri()
    if not uri:
        await asyncio.to_thread(_check_free)
    async with open_store(uri) as store, open_checkpointer(uri) as saver:
        yield _Local(Reach(store, LocalRuns(saver, nothing_runs), partial(compact, uri)))


async def _check_answers(server: LocalServer) -> None:
    try:
        async with httpx.AsyncClient(timeout=_ANSWER_SECONDS) as http:
            (await http.get(f"{server.url}/ok")).raise_for_status()
    except httpx.HTTPError as error:
        raise StorageError(
            f"The server of {data_dir()} (process {server.pid}) does not answer at {server.url}. "
            "Stop it or wait until it answers; erasing beside it would leave what it holds."
        ) from error


def _check_free() -> None:
    files = [data_dir() / STORE_FILE, data_dir() / CHECKPOINTS_FILE]
    if not any(file.exists() for file in files):
        raise StorageError(f"There is no memory in {data_dir()}. Set HOLDFAST_DATA to the folder it lies in.")
    for file in files:
        if is_in_use(file):
            raise StorageError(f"{file} is in use by another process, such as `holdfast chat`. End it, then try again.")


class _Local:
    """Erases in this process."""

    def __init__(self, reach: Reach) -> None:
        self._reach = reach

    async def preview(self, user: str, conversation: str) -> FactsTold:
        return (await preview(self._reach.store, user, conversation))[1]

    async def user(self, user: str) -> Receipt:
        return await erase_user(self._reach, user)

    async def conversation(self, user: str, conversation: str, facts: FactsChoice) -> Receipt:
        return await erase_conversation(self._reach, user, conversation, facts)


class _Remote:
    """Lets the server erase."""

    def __init__(self, http: httpx.AsyncClient) -> None:
        self._http = http

    async def preview(self, user: str, conversation: str) -> FactsTold:
        told = await self._ask("DELETE", _path(conversation), {"user_id": user, "dry_run": "true"})
        facts: FactsTold = told["facts"]
        return facts

    async def user(self, user: str) -> Receipt:
        receipt: Receipt = await self._ask("POST", "/v1/erase", {"user_id": user}, {"confirm": user})
        return receipt

    async def conversation(self, user: str, conversation: str, facts: FactsChoice) -> Receipt:
        receipt: Receipt = await self._ask("DELETE", _path(conversation), {"user_id": user, "facts": facts})
        return receipt

    async def _ask(self, method: str, path: str, params: dict[str, str], body: dict[str, str] | None = None) -> Any:
        try:
            answer = await self._http.request(method, path, params=params, json=body)
            told = answer.json()
        except (httpx.HTTPError, ValueError) as error:
            raise StorageError(f"The server did not finish the erase: {error!r}. Run it again: it goes on.") from error
        if answer.is_success:
            return told
        wrong = told.get("error") or {}
        if answer.status_code == _WRONG:
            field, _, rest = str(wrong.get("message")).partition(": ")
            problem, _, remedy = rest.partition(". ")
            raise InputError(field, problem, remedy)
        raise StorageError(f"The server refused: {wrong.get('message') or told}")


def _path(conversation: str) -> str:
    return "/v1/conversations/" + quote(conversation, safe="").replace(".", "%2E")
