"""Backups as files: written whole or not at all, private, and listed by their headers."""

import asyncio
import logging
import os
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import BinaryIO

from memory.core.backup.backup_format import BackupError, Header
from memory.core.backup.backup_reading import header_of
from memory.core.errors import StorageError

SUFFIX = ".holdfast"
PERIODIC = "periodic-"
"""How the names of backups made by the schedule begin; only they are removed by it."""
_PIECE = 2**16
_BUFFER = 2**18
_STALE_SECONDS = 3600
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class BackupFile:
    """A backup in a folder."""

    path: Path
    header: Header
    size: int
    """Bytes."""


class Sink:
    """Takes the bytes of a backup, and writes them in large pieces beside the event loop."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._held = bytearray()

    async def put(self, data: bytes) -> None:
        """Take some."""
        self._held += data
        if len(self._held) >= _BUFFER:
            await self.flush()

    async def flush(self) -> None:
        """Write what is held."""
        held, self._held = self._held, bytearray()
        await asyncio.to_thread(self._file.write, held)


@asynccontextmanager
async def new_file(path: Path | None) -> AsyncIterator[Sink]:
    """Open a sink whose file has its name only once it is whole; None: standard output.

    Raises StorageError: it cannot be written, or another process is writing it.
    """
    if path is None:
        yield Sink(sys.stdout.buffer)
        sys.stdout.buffer.flush()
        return
    part = path.with_name(f"{path.name}.part")
    try:
        file = await asyncio.to_thread(_begun, part)
        try:
            yield Sink(file)
            await asyncio.to_thread(_named, file, part, path)
        finally:
            await asyncio.to_thread(_closed, file, part)
    except OSError as error:
        if isinstance(error, FileExistsError) and part.exists():
            raise StorageError(f"{part} is being written. If no process writes it, delete it.") from error
        raise StorageError(f"{path}: {error.strerror or error}. Name another file, or free space.") from error


def _begun(part: Path) -> BinaryIO:
    part.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    return os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb")


def _named(file: BinaryIO, part: Path, path: Path) -> None:
    file.flush()
    os.fsync(file.fileno())
    part.replace(path)


def _closed(file: BinaryIO, part: Path) -> None:
    with file:
        part.unlink(missing_ok=True)


def is_made(path: Path, now: datetime) -> bool:
    """Tell whether a backup is at `path` or is being written; what a killed process left of one is deleted.

    It is known by nothing having been added to it for an hour.
    """
    part = path.with_name(f"{path.name}.part")
    with suppress(FileNotFoundError):
        if now.timestamp() - part.stat().st_mtime > _STALE_SECONDS:
            part.unlink()
    return path.exists() or part.exists()


def pieces(file: BinaryIO) -> Iterator[bytes]:
    """Yield a file from its beginning."""
    file.seek(0)
    while piece := file.read(_PIECE):
        yield piece


def list_backups(folder: Path) -> list[BackupFile]:
    """Return the backups in a folder, oldest first; a file that only has the name of one is told in the log."""
    found: list[BackupFile] = []
    for path in sorted(folder.glob(f"*{SUFFIX}")) if folder.is_dir() else []:
        try:
            with path.open("rb") as file:
                found.append(BackupFile(path, header_of(pieces(file), None)[1], path.stat().st_size))
        except (BackupError, OSError) as error:
            _log.warning("%s cannot be read as a backup: %s", path, error)
    return sorted(found, key=lambda one: (one.header["created"], one.path.name))
