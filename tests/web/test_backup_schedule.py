"""A server makes its backups by itself where memory lies in our own files or database."""

import asyncio
import logging
from pathlib import Path

import pytest
from support.planted import STORED, plant

from memory.service.backup.backup_upkeep import backups
from memory.storage.opening import open_store
from memory.web.backups import keep_backing_up


async def test_one_is_made_at_the_start(data_folder: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("HOLDFAST_BACKUP_HOURS", "24")
    monkeypatch.setenv("LANGGRAPH_STORE", '{"path": "x"}')
    async with open_store() as store:
        await plant(store, "小林", STORED)
    task = asyncio.create_task(keep_backing_up())
    async with asyncio.timeout(20):
        while not backups("小林"):  # noqa: ASYNC110  # the work of another thread
            await asyncio.sleep(0.02)
    task.cancel()
    assert [one.path.name.startswith("periodic-") for one in backups()] == [True]


async def test_a_store_of_the_platforms_own_is_left_to_it_and_a_failure_is_logged(
    data_folder: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    await keep_backing_up()
    assert caplog.records == []
    monkeypatch.setenv("HOLDFAST_BACKUP_HOURS", "24")
    await keep_backing_up()
    assert "back up its database instead" in caplog.text
    monkeypatch.setenv("LANGGRAPH_STORE", '{"path": "x"}')
    with caplog.at_level(logging.ERROR):
        task = asyncio.create_task(keep_backing_up())
        async with asyncio.timeout(20):
            while "no backup could be made" not in caplog.text:  # noqa: ASYNC110  # the work of another thread
                await asyncio.sleep(0.02)
    task.cancel()
    assert "There is no memory in" in caplog.text
