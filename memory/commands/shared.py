"""`holdfast shared`: what an operator writes for everyone or for one organisation."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

from langgraph.store.base import BaseStore

from memory.commands.place import Place
from memory.commands.printing import as_json, as_lines, harmless, minute
from memory.commands.reach import Ask, asked
from memory.commands.running import run
from memory.commands.servers import check_no_server, server_of
from memory.core.addresses import in_path
from memory.core.errors import InputError
from memory.service.shared.shared_knowledge import (
    MOST_AT_ONCE,
    Added,
    add_shared,
    edit_shared,
    remove_shared,
    shared_page,
)
from memory.storage.opening import open_store
from memory.terminal import Terminal

_PATH = "/v1/shared"
_MOST_BYTES = 2**26
Here = Callable[[BaseStore], Awaitable[Any]]


@dataclass(frozen=True)
class Shared:
    """What the command line was told of all of these commands."""

    organisation: str | None
    as_json: bool
    place: Place


def run_add(shared: Shared, text: str) -> int:
    """Add one item; return the exit code."""
    return run(lambda: _add(shared, [text]))


def run_list(shared: Shared, limit: int, after: str | None) -> int:
    """List items, oldest first; return the exit code."""

    async def here(store: BaseStore) -> dict[str, Any]:
        page = await shared_page(store, shared.organisation, limit=limit, after=after)
        return {"items": page.items, "next": page.next}

    async def listed() -> None:
        page = await _told(shared, Ask("GET", _PATH, {"limit": limit, "after": after}), here)
        lines = [_line(item) for item in page["items"]] or ["nothing"]
        _tell(shared, page, [*lines, *([f"More: --after {page['next']}"] if page["next"] else [])])

    return run(listed)


def run_edit(shared: Shared, item: str, text: str) -> int:
    """Let an item say something else; return the exit code."""

    async def edited() -> None:
        ask = Ask("PUT", f"{_PATH}/{in_path(item)}", body={"text": text})
        made = await _told(shared, ask, lambda s: edit_shared(s, shared.organisation, item, text, datetime.now(UTC)))
        _tell(shared, made, [_line(made)])

    return run(edited)


def run_remove(shared: Shared, item: str) -> int:
    """Remove an item; return the exit code."""

    async def removed() -> None:
        ask = Ask("DELETE", f"{_PATH}/{in_path(item)}")
        gone = await _told(shared, ask, lambda store: remove_shared(store, shared.organisation, item))
        _tell(shared, gone, [f"Removed: {_line(gone)}"])

    return run(removed)


def run_import(shared: Shared, file: Path) -> int:
    """Add every line of a file that is not blank; return the exit code."""

    async def imported() -> None:
        await _add(shared, _texts(file))

    return run(imported)


async def _add(shared: Shared, texts: list[str]) -> None:
    done: dict[str, Any] = {"added": 0, "known": 0, "ids": []}
    for start in range(0, len(texts), MOST_AT_ONCE):
        some = texts[start : start + MOST_AT_ONCE]
        here = partial(_added, shared.organisation, some)
        made = await _told(shared, Ask("POST", _PATH, body={"texts": some}), here)
        done = {name: done[name] + made[name] for name in done}
    _tell(shared, done, [f"Added: {done['added']}. Known already: {done['known']}."])


async def _added(organisation: str | None, texts: list[str], store: BaseStore) -> Added:
    return await add_shared(store, organisation, texts, datetime.now(UTC))


def _texts(file: Path) -> list[str]:
    """Return the lines of a file. Raises InputError: it cannot be read, is no UTF-8, or says nothing."""
    try:
        if file.stat().st_size > _MOST_BYTES:
            raise InputError("FILE", f"has more than {_MOST_BYTES:,} bytes", "Split it.")
        lines = file.read_text("utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise InputError("FILE", f"{file} cannot be read: {error}", "Name a UTF-8 file with an item a line.") from error
    texts = [line for line in lines if line.strip()]
    if not texts:
        raise InputError("FILE", f"{file} says nothing", "Write an item a line.")
    return texts


async def _told(shared: Shared, ask: Ask, here: Here) -> Any:
    """Return what the server of the data folder answers, else what `here` returns of the store, which may be new."""
    server = await server_of(shared.place)
    if server is not None:
        params = {**ask.params, "organisation": shared.organisation}
        return await asked(server, shared.place, replace(ask, params=params, as_itself=True))
    check_no_server(shared.place.database_uri)
    async with open_store(shared.place.database_uri) as store:
        return await here(store)


def _line(item: dict[str, Any]) -> str:
    return f"{item['id']}  {minute(item['added'])}  {harmless(item['text'])}"


def _tell(shared: Shared, told: Any, lines: list[str]) -> None:
    Terminal().write(as_json(told) if shared.as_json else as_lines(lines))
