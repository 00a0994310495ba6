"""Where memory lies: a newer version's tables, a full disk and a clock that is off are told before they harm."""

import asyncio
import shutil
import sqlite3
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import NamedTuple

import pytest

from memory.service.operations.store_checks import _clock, check_disk, check_places
from memory.storage.sqlite_store import open_sqlite_store


class Usage(NamedTuple):
    total: int
    used: int
    free: int


@pytest.mark.parametrize(
    ("seconds", "state", "words"),
    [(0, "ok", "0.0 s"), (-4, "ok", "4.0 s"), (12, "warn", "12 s ahead"), (-3600, "fail", "3600 s behind")],
)
def test_a_clock_that_is_off_is_told_with_the_side_it_is_off_to(seconds: int, state: str, words: str):
    found = _clock(timedelta(seconds=seconds))
    assert (found.state, words in found.told) == (state, True)


@pytest.mark.parametrize(("free", "state"), [(2 * 2**30, "ok"), (2**29, "warn"), (2**20, "fail")])
async def test_a_disk_that_fills_is_told_before_it_is_full(
    data_folder: Path, monkeypatch: pytest.MonkeyPatch, free: int, state: str
):
    monkeypatch.setattr(shutil, "disk_usage", lambda _: Usage(2**40, 2**40 - free, free))
    assert [found.state for found in await check_disk()] == [state]


async def test_files_that_are_there_are_fine_and_tables_of_a_newer_version_are_not(data_folder: Path):
    await asyncio.to_thread(data_folder.mkdir)
    async with open_sqlite_store(data_folder / "store.sqlite"):
        assert [found.state for found in await check_places(None)] == ["ok", "ok"]
    with closing(sqlite3.connect(data_folder / "store.sqlite")) as conn, conn:
        conn.execute("INSERT INTO store_migrations (v) VALUES (99)")
    store, checkpoints = await check_places(None)
    assert (store.state, "newer version" in store.told, checkpoints.state) == ("fail", True, "ok")
