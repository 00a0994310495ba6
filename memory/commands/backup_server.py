"""The folder of backups of a server that is named by its address, as the commands about backups ask for it."""

import contextlib
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from memory.commands.place import Place
from memory.commands.reach import Ask, asked, streamed
from memory.commands.servers import Server
from memory.core.addresses import in_path
from memory.storage.backup_files import new_file

BACKUPS = "/v1/backups"
_WORK_SECONDS = 6 * 3600.0
"""Of a backup of all memory, at most; the server goes on with it in any case."""


def address(name: str) -> str:
    """Return where a backup of this name is."""
    return f"{BACKUPS}/{in_path(name)}"


async def on_server(server: Server, ask: Ask) -> Any:
    """Return what a server answers who runs it. Raises InputError, ServerError."""
    return await asked(server, Place(), replace(ask, as_itself=True), _WORK_SECONDS)


async def fetch(server: Server, name: str, file: Path | None) -> None:
    """Write a server's backup into a file, which is there once it is whole; None: standard output."""
    async with new_file(file) as sink, contextlib.aclosing(streamed(server, None, address(name))) as data:
        async for piece in data:
            await sink.put(piece)
        await sink.flush()


def with_file(told: Mapping[str, Any], file: Path | None = None) -> dict[str, Any]:
    """Return what a server tells of a backup as the command tells it: by its file, else its name there."""
    rest = {key: value for key, value in told.items() if key != "name"}
    return {"file": str(file or told["name"]), **rest}
