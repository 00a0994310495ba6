"""SQLite files under fire: each fault is told with its remedy, destroys nothing, and ends when its cause does."""

import asyncio
import contextlib
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from asyncio.subprocess import PIPE
from collections.abc import Callable, Iterator
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any

import pytest
from support.sqlite_files import File, saver_file, store_file

from memory.core.errors import StorageError
from memory.storage import sqlite_file

PROJECT = Path(__file__).parents[2]


@pytest.fixture(params=[store_file, saver_file], ids=["store", "saver"])
def opened(request: pytest.FixtureRequest) -> Callable[[Path], AbstractAsyncContextManager[File]]:
    """Open the store or the saver on a file."""
    return request.param


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of one megabyte."""
    folder = tmp_path / "disk"
    folder.mkdir()
    with mounted(folder, "-t", "tmpfs", "-o", "size=1m", "tmpfs"):
        yield folder


@contextlib.contextmanager
def mounted(folder: Path, *how: str) -> Iterator[None]:
    done = subprocess.run(["mount", *how, str(folder)], capture_output=True, check=False)
    if done.returncode:
        pytest.skip("may not mount a file system here")
    try:
        yield
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=False)


async def fill(file: File) -> set[str]:
    """Write until it fails; return the names of what was written before."""
    written: set[str] = set()

    async def write_on() -> None:
        for number in range(2_000):
            await file.write(f"{number}")
            written.add(f"{number}")

    with pytest.raises(StorageError, match=r"full.*Free disk space, then try again; nothing was half written"):
        await write_on()
    return written


async def test_a_full_file_is_told_and_works_again_once_there_is_room(tmp_path: Path, opened: Any):
    async with opened(tmp_path / "f.sqlite") as file:
        ((pages,),) = await file.conn.execute_fetchall("PRAGMA page_count")
        await file.conn.execute_fetchall(f"PRAGMA max_page_count={pages + 200}")
        written = await fill(file)
        assert written <= await file.names()
        with pytest.raises(StorageError, match="full"):
            await file.write("again")
        await file.conn.execute_fetchall("PRAGMA max_page_count=1000000")
        await file.write("after")
        assert "after" in await file.names()
        assert "again" not in await file.names()


async def test_a_full_disk_is_told_and_the_same_process_works_again_once_there_is_room(small_disk: Path, opened: Any):
    ballast = small_disk / "ballast"
    ballast.write_bytes(b"x" * 400_000)
    async with opened(small_disk / "f.sqlite") as file:
        written = await fill(file)
        assert written <= await file.names()
        ballast.unlink()
        await file.write("after")
        assert {*written, "after"} <= await file.names()
    async with opened(small_disk / "f.sqlite") as file:
        assert {*written, "after"} <= await file.names()


async def test_a_disk_that_is_full_from_the_start_is_told_at_opening(small_disk: Path, opened: Any):
    with contextlib.suppress(OSError):
        (small_disk / "ballast").write_bytes(b"x" * 2_000_000)
    with pytest.raises(StorageError, match=r"f\.sqlite: .*\. \w+"):
        async with opened(small_disk / "f.sqlite"):
            pass
    (small_disk / "ballast").unlink()
    async with opened(small_disk / "f.sqlite") as file:
        await file.write("after")


async def test_a_file_system_that_is_read_only_is_told_with_the_remedy(tmp_path: Path, opened: Any):
    folder = tmp_path / "disk"
    folder.mkdir()
    async with opened(folder / "f.sqlite") as file:
        await file.write("before")
    with mounted(folder, "--bind", str(folder)), mounted(folder, "-o", "remount,ro,bind"):
        before = (folder / "f.sqlite").read_bytes()
        with pytest.raises(StorageError, match=r"f\.sqlite: .*Let this user read and write the file and its folder"):
            async with opened(folder / "f.sqlite"):
                pass
        assert (folder / "f.sqlite").read_bytes() == before
    async with opened(folder / "f.sqlite") as file:
        await file.write("after")
        assert await file.names() == {"before", "after"}


async def test_a_file_that_turns_read_only_under_way_is_told_and_works_again(tmp_path: Path, opened: Any):
    async with opened(tmp_path / "f.sqlite") as file:
        await file.write("before")
        await file.conn.execute_fetchall("PRAGMA query_only=ON")
        with pytest.raises(StorageError, match=r"readonly database.*Let this user read and write the file"):
            await file.write("meanwhile")
        assert await file.names() == {"before"}
        await file.conn.execute_fetchall("PRAGMA query_only=OFF")
        await file.write("after")
        assert await file.names() == {"before", "after"}


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
async def test_a_folder_that_may_not_be_written_is_told_with_the_remedy(tmp_path: Path, opened: Any):
    os.chmod(tmp_path, 0o500)  # noqa: PTH101  # the path's own method would block
    with pytest.raises(StorageError, match="Let this user read and write the file and its folder"):
        async with opened(tmp_path / "f.sqlite"):
            pass
    os.chmod(tmp_path, 0o700)  # noqa: PTH101  # as above


async def test_a_file_held_for_too_long_is_told_and_works_again_once_it_is_let_go(
    tmp_path: Path, opened: Any, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(sqlite_file, "_GIVE_UP", 0.2)
    async with opened(tmp_path / "f.sqlite") as file:
        await file.conn.execute_fetchall("PRAGMA busy_timeout=50")
        other = sqlite3.connect(tmp_path / "f.sqlite", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StorageError, match="Another process has held the file for too long: stop it"):
            await file.write("meanwhile")
        assert await file.names() == set()
        other.execute("COMMIT")
        other.close()
        await file.write("after")
        assert await file.names() == {"after"}


async def test_a_file_held_at_opening_is_told(tmp_path: Path, opened: Any, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sqlite_file, "_GIVE_UP", 0.1)
    monkeypatch.setattr(sqlite_file, "_BUSY_MS", 50)
    async with opened(tmp_path / "f.sqlite") as file:
        await file.write("before")
    other = sqlite3.connect(tmp_path / "f.sqlite", isolation_level=None)
    other.execute("PRAGMA locking_mode=EXCLUSIVE")
    other.execute("BEGIN EXCLUSIVE")
    with pytest.raises(StorageError, match="Another process has held the file for too long"):
        async with opened(tmp_path / "f.sqlite"):
            pass
    other.close()
    async with opened(tmp_path / "f.sqlite") as file:
        assert await file.names() == {"before"}


def _garbage(data: bytes) -> bytes:
    return b"\x00garbage" * 13 + data[104:]


def _no_database(data: bytes) -> bytes:
    return "某人的笔记 somebody's notes\n".encode() * 500


def _cut(data: bytes) -> bytes:
    return data[: len(data) // 2]


def _flipped(data: bytes) -> bytes:
    middle = len(data) // 2 // 4096 * 4096
    return data[:middle] + bytes(b ^ 0xFF for b in data[middle : middle + 4096]) + data[middle + 4096 :]


@pytest.mark.parametrize("damage", [_garbage, _no_database, _cut, _flipped])
async def test_a_damaged_file_is_refused_with_advice_and_not_a_byte_of_it_changes(
    tmp_path: Path, opened: Any, damage: Callable[[bytes], bytes]
):
    path = tmp_path / "f.sqlite"
    async with opened(path) as file:
        for number in range(30):
            await file.write(f"{number}")
    sound = path.read_bytes()
    path.write_bytes(damaged := damage(sound))
    for _ in range(2):
        with pytest.raises(StorageError, match=r"f\.sqlite: .*left as it is: restore it from a backup"):
            async with opened(path):
                pass
    assert path.read_bytes() == damaged
    assert not set(os.listdir(tmp_path)) - {"f.sqlite", "f.sqlite-shm", "f.sqlite-wal"}  # noqa: PTH208  # nothing blocks here
    path.write_bytes(sound)
    async with opened(path) as file:
        await file.write("after")
        assert len(await file.names()) == 31


async def test_a_damaged_file_with_a_log_beside_it_keeps_both(tmp_path: Path, opened: Any):
    origin, path, log = tmp_path / "origin.sqlite", tmp_path / "f.sqlite", tmp_path / "f.sqlite-wal"
    async with opened(origin) as file:
        for number in range(30):
            await file.write(f"{number}")
    async with opened(origin) as file:
        await file.write("in the log")
        shutil.copy(f"{origin}-wal", log)
        path.write_bytes(_cut(origin.read_bytes()))
    before = path.read_bytes(), log.read_bytes()
    with pytest.raises(StorageError, match="left as it is"):
        async with opened(path):
            pass
    assert (path.read_bytes(), log.read_bytes()) == before


async def test_a_page_damaged_while_the_file_is_open_is_told_when_it_is_read(tmp_path: Path, opened: Any):
    path = tmp_path / "f.sqlite"
    async with opened(path) as file:
        for number in range(60):
            await file.write(f"{number}")
        await file.conn.execute_fetchall("PRAGMA wal_checkpoint(TRUNCATE)")
        await file.conn.execute_fetchall("PRAGMA cache_size=1")
        await file.conn.execute_fetchall("PRAGMA shrink_memory")
        data = path.read_bytes()
        path.write_bytes(data[:8192] + b"\xff" * (len(data) - 8192))
        with pytest.raises(StorageError, match="left as it is: restore it from a backup"):
            await file.names()


@pytest.mark.process
async def test_what_was_written_before_a_kill_is_read_from_the_log_it_left(tmp_path: Path):
    env = {**os.environ, "PYTHONPATH": f"{PROJECT}{os.pathsep}{PROJECT / 'tests'}"}
    command = (sys.executable, "-m", "support.sqlite_files", str(tmp_path))
    process = await asyncio.create_subprocess_exec(*command, stdout=PIPE, cwd=PROJECT, env=env)
    assert process.stdout is not None
    lines = [(await process.stdout.readline()).decode().strip() for _ in range(12)]
    process.send_signal(signal.SIGKILL)
    told = {line for line in [*lines, *(await process.stdout.read()).decode().split()] if line.isdigit()}
    await process.wait()
    for name, opening in (("store", store_file), ("saver", saver_file)):
        assert (tmp_path / f"{name}.sqlite-wal").stat().st_size > 0
        async with opening(tmp_path / f"{name}.sqlite") as file:
            assert told <= await file.names()
            await file.write("after")
