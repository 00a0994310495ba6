"""How a command reaches memory: through the server that works on it, else in the files or the database themselves."""

import asyncio
import contextlib
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import httpx
from langgraph.store.base import BaseStore

from memory.commands.place import Place
from memory.commands.server_settings import assistant
from memory.commands.servers import Server, check_no_server, server_of
from memory.core.errors import InputError, StorageError
from memory.service.access.apart import memory_note
from memory.service.access.identity import User, kept_apart, read_user
from memory.service.conversations.server_errors import ServerError, explained
from memory.service.settings.settings import local_user
from memory.service.settings.slots import use_slots
from memory.storage.compact import is_in_use
from memory.storage.location import CHECKPOINTS_FILE, STORE_FILE, data_dir, database_uri
from memory.storage.opening import open_store
from memory.terminal import Terminal

_ANSWER_SECONDS = 300.0

Here = Callable[[BaseStore, User], Awaitable[Any]]
"""Does in this process what a route does on a server, and returns what it answers."""


@dataclass(frozen=True)
class Ask:
    """What a route is asked."""

    method: str
    path: str
    params: Mapping[str, str | int | list[str] | None] = field(default_factory=dict)
    """Those that are None are left out."""
    body: Any = None
    """JSON; None: none."""
    content: bytes | None = None
    """The same, as it is sent."""
    as_itself: bool = False
    """Ask as who logs in, for no user: what is asked is nobody's memory."""


async def told(place: Place, ask: Ask, here: Here) -> Any:
    """Return what a server answers, the named one or that of the data folder, else what `here` returns.

    Raises InputError, StorageError: there is no memory; ServerError.
    """
    server = await server_of(place)
    if server is not None:
        return await asked(server, place, ask)
    async with open_memory(place.database_uri) as store:
        user = await whose_memory(store, place)
        if not ask.as_itself and (note := await memory_note(store, user, assistant())):
            Terminal().tell(f"Note: {note}")
        return await here(store, user)


async def told_whole(place: Place, ask: Ask, here: Here, name: str) -> dict[str, Any]:
    """Return what `told` does, with all pages of the list called `name`; `here` returns it whole."""
    found: dict[str, Any] = await told(place, ask, here)
    while found.get("next") is not None:
        more = await told(place, replace(ask, params={**ask.params, "after": found["next"]}), here)
        found = {**more, name: [*found[name], *more[name]]}
    return found


def user_of(place: Place) -> str:
    """Return the user a command is about where it works in this process."""
    return local_user() if place.user is None else place.user


async def whose_memory(store: BaseStore, place: Place) -> User:
    """Return that user, in the memory the command is about. Raises InputError: the assistant's name is none."""
    return await read_user(store, user_of(place), kept_apart(assistant(), "--assistant"))


async def asked(server: Server, place: Place, ask: Ask, seconds: float = _ANSWER_SECONDS) -> Any:
    """Return what a server answers within so many seconds. Raises InputError, ServerError."""
    user = None if ask.as_itself else server.user(place)
    params = {**asked_about(user), **ask.params}
    with explained():
        async with httpx.AsyncClient(base_url=server.url, headers=server.headers(user), timeout=seconds) as http:
            answer = await http.request(
                ask.method,
                ask.path,
                params={k: v for k, v in params.items() if v is not None},
                json=ask.body,
                content=ask.content,
            )
        answer.raise_for_status()
        try:
            return answer.json() if answer.content else None
        except ValueError as error:
            raise ServerError(f"The server answered {ask.path} with no JSON.") from error


async def streamed(server: Server, user: str | None, path: str) -> AsyncGenerator[bytes, None]:
    """Yield what a server answers a user, None: who logs in, as it comes. Raises InputError, ServerError."""
    params = asked_about(user)
    with explained():
        async with (
            httpx.AsyncClient(base_url=server.url, headers=server.headers(user), timeout=_ANSWER_SECONDS) as http,
            http.stream("GET", path, params=params) as answer,
        ):
            if answer.is_error:
                await answer.aread()
            answer.raise_for_status()
            async for data in answer.aiter_bytes():
                yield data


def asked_about(user: str | None) -> dict[str, str]:
    """Return the parameters of a request that say whose memory it is about, and with which assistant."""
    told = {"user_id": user, "assistant": assistant()}
    return {name: value for name, value in told.items() if value is not None}


def check_no_assistant() -> None:
    """Raise InputError where an assistant is named, for what is about every memory of a user."""
    if assistant() is not None:
        raise InputError("--assistant", "is named, and this is about every memory of a user", "Leave it out.")


@contextlib.asynccontextmanager
async def open_memory(uri: str | None) -> AsyncIterator[BaseStore]:
    """Open the store where the settings say.

    Raises StorageError: there is none. Reading makes no new files. Raises InputError: the slots cannot be read, or a
    server is named.
    """
    check_no_server(uri)
    await use_slots()
    if not (uri or database_uri()) and not await asyncio.to_thread((data_dir() / STORE_FILE).exists):
        raise no_memory()
    async with open_store(uri) as store:
        yield store


def memory_files() -> tuple[Path, Path]:
    """Return where the data folder's store and checkpoints lie, whether they are there or not."""
    return data_dir() / STORE_FILE, data_dir() / CHECKPOINTS_FILE


def check_unused() -> None:
    """Raise StorageError where anything works on the files of the data folder. Blocks."""
    for file in memory_files():
        if is_in_use(file):
            raise StorageError(f"{file} is in use by another process, such as `holdfast chat`. End it, then try again.")


def no_memory() -> StorageError:
    """Return the error of a data folder that holds none."""
    return StorageError(f"There is no memory in {data_dir()}. Set HOLDFAST_DATA to the folder it lies in.")
