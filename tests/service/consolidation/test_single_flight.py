import asyncio
import logging

import pytest

from memory.service.consolidation.single_flight import SingleFlight, stop_background


async def test_who_asks_while_a_piece_runs_gets_the_next_one_and_shares_it():
    flight, ran, go = SingleFlight("load"), [], asyncio.Event()

    async def work(name: str) -> None:
        ran.append(name)
        await go.wait()

    first = flight.start(lambda: work("first"))
    await asyncio.sleep(0)
    second, third = flight.start(lambda: work("second")), flight.start(lambda: work("third"))
    assert second is third is not first
    assert ran == ["first"]
    go.set()
    await asyncio.wait_for(second, 1)
    assert ran == ["first", "second"]


async def test_who_asks_before_a_piece_has_begun_shares_it():
    flight, ran = SingleFlight("load"), []

    async def work() -> None:
        ran.append(1)

    await asyncio.gather(*(flight.start(work) for _ in range(5)))
    assert ran == [1]


async def test_a_piece_goes_on_when_nobody_waits_any_more():
    flight, done = SingleFlight("load"), asyncio.Event()

    async def work() -> None:
        await asyncio.sleep(0.02)
        done.set()

    with pytest.raises(TimeoutError):
        await asyncio.wait_for(asyncio.shield(flight.start(work)), 0.001)
    await asyncio.wait_for(done.wait(), 1)


async def test_a_failure_is_logged_told_and_not_the_end(caplog: pytest.LogCaptureFixture):
    flight, fail = SingleFlight("load passages"), True

    async def work() -> None:
        if fail:
            raise OSError("disk gone")

    with caplog.at_level(logging.ERROR), pytest.raises(OSError, match="disk gone"):
        await flight.start(work)
    await asyncio.sleep(0)
    assert "load passages failed" in caplog.text
    assert flight.last_error == "OSError: disk gone"
    fail = False
    await flight.start(work)
    await asyncio.sleep(0)
    assert flight.last_error is None


async def test_a_failed_piece_does_not_keep_the_next_from_running():
    flight, ran = SingleFlight("load"), []

    async def bad() -> None:
        await asyncio.sleep(0)
        raise OSError("disk gone")

    async def good() -> None:
        ran.append(1)

    first = flight.start(bad)
    await asyncio.sleep(0)
    await flight.start(good)
    assert ran == [1]
    assert isinstance(first.exception(), OSError)


async def test_what_runs_or_waits_is_ended_before_the_stores_close_and_nothing_is_told_as_a_fault(
    caplog: pytest.LogCaptureFixture,
):
    flight, ended = SingleFlight("load"), []

    async def work() -> None:
        try:
            await asyncio.sleep(60)
        finally:
            ended.append(1)

    running = flight.start(work)
    await asyncio.sleep(0)
    waiting = flight.start(work)
    await stop_background()
    assert (running.cancelled(), waiting.cancelled(), ended) == (True, True, [1])
    assert (flight.last_error, caplog.records) == (None, [])
