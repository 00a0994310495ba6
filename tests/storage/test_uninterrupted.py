import asyncio
import logging

import pytest

from memory.storage.uninterrupted import finish


async def test_work_is_awaited_to_its_end_however_often_its_caller_is_cancelled():
    go, ended = asyncio.Event(), []

    async def work() -> None:
        await go.wait()
        ended.append(True)

    caller = asyncio.create_task(finish(work()))
    for _ in range(3):
        await asyncio.sleep(0)
        caller.cancel()
    await asyncio.sleep(0)
    assert not caller.done()
    go.set()
    await asyncio.wait({caller})
    assert caller.cancelled()
    assert ended == [True]


async def test_what_work_returns_or_raises_reaches_its_caller():
    async def fail() -> None:
        raise OSError("disk full")

    assert await finish(asyncio.sleep(0, "好")) == "好"
    with pytest.raises(OSError, match="disk full"):
        await finish(fail())


async def test_a_failure_nobody_can_be_told_of_is_logged(caplog: pytest.LogCaptureFixture):
    go = asyncio.Event()

    async def fail() -> None:
        await go.wait()
        raise OSError("disk full")

    caller = asyncio.create_task(finish(fail()))
    await asyncio.sleep(0)
    caller.cancel()
    await asyncio.sleep(0)
    go.set()
    with caplog.at_level(logging.ERROR):
        await asyncio.wait({caller})
    assert caller.cancelled()
    assert "disk full" in caplog.text
