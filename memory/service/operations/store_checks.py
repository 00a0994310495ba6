"""What `holdfast doctor` finds where memory lies, without making or changing anything there."""

import asyncio
import shutil
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

from memory.core.operations.findings import Finding
from memory.storage.inspecting import DatabaseLook, FileLook, look_at_database, look_at_file
from memory.storage.location import CHECKPOINTS_FILE, STORE_FILE, data_dir, database_uri

_GIB = 2**30
_FEW_BYTES, _FEWER_BYTES = _GIB, _GIB // 10
_SKEW = timedelta(seconds=5)
_MOST_SKEW = timedelta(seconds=30)
_PLACES = (("store", STORE_FILE), ("checkpoints", CHECKPOINTS_FILE))
_NEWER = "Install the version that made it; this one would not read all of it."


async def check_places(uri: str | None) -> list[Finding]:
    """Find a store or checkpoints that cannot be used, and a database whose clock is another."""
    uri = uri or database_uri()
    if uri:
        return _of_database(await look_at_database(uri), datetime.now(UTC))
    return [await _of_file(name, data_dir() / file) for name, file in _PLACES]


async def check_disk() -> list[Finding]:
    """Find a disk that is nearly full; a full one loses no memory, and takes no more."""
    folder = await asyncio.to_thread(_nearest, data_dir())
    free = (await asyncio.to_thread(shutil.disk_usage, folder)).free
    told, remedy = f"{free / _GIB:.1f} GiB free at {folder}", "Free space, or set HOLDFAST_DATA to another disk."
    if free >= _FEW_BYTES:
        return [Finding("disk", "ok", told)]
    return [Finding("disk", "fail" if free < _FEWER_BYTES else "warn", told, remedy)]


async def _of_file(name: str, path: Path) -> Finding:
    look = await look_at_file(path, is_store=path.name == STORE_FILE)
    if not look.writable:
        remedy = "Let this user write the file and its folder, or set HOLDFAST_DATA to another folder."
        return Finding(name, "fail", f"{path} cannot be written", remedy)
    if look.newer:
        return Finding(name, "fail", f"{path} was made by a newer version", _NEWER)
    return Finding(name, "ok", _size(path, look))


def _size(path: Path, look: FileLook) -> str:
    return f"{path}, {look.size:,} bytes" if look.exists else f"{path} is not there yet: the first message makes it"


def _of_database(look: DatabaseLook, now: datetime) -> list[Finding]:
    return [*_tables(look), _clock(look.clock - now)]


def _tables(look: DatabaseLook) -> Iterator[Finding]:
    for name, there in (("store", look.store), ("checkpoints", look.checkpoints)):
        if look.read_only:
            remedy = "Point HOLDFAST_DATABASE_URI at the primary, or let this user write."
            yield Finding(name, "fail", f"PostgreSQL {look.version} takes no writes", remedy)
        elif look.newer:
            yield Finding(name, "fail", "the tables were made by a newer version", _NEWER)
        else:
            told = "its tables are there" if there else "has no tables yet: the first start makes them"
            yield Finding(name, "ok", f"PostgreSQL {look.version}, {told}")


def _clock(ahead: timedelta) -> Finding:
    seconds = ahead.total_seconds()
    if abs(ahead) <= _SKEW:
        return Finding("clock", "ok", f"{abs(seconds):.1f} s from the database's")
    told = f"the database's clock is {abs(seconds):.0f} s {'ahead' if seconds > 0 else 'behind'}"
    return Finding(
        "clock",
        "fail" if abs(ahead) > _MOST_SKEW else "warn",
        f"{told}: messages of several servers may be put in the wrong order, and tokens seem expired",
        "Let both follow a time server (NTP).",
    )


def _nearest(folder: Path) -> Path:
    return next(parent for parent in (folder.absolute(), *folder.absolute().parents) if parent.exists())
