import asyncio
import logging

import pytest

from memory.service.consolidation.consolidation_start import AT_ONCE, LocalConsolidation, finish_local, set_local_runner
from memory.service.consolidation.consolidation_start import start_consolidation as start


class Runs:
    """A runner that notes what it is asked and waits to be let go."""

    def __init__(self, fails: bool = False) -> None:
        self.asked: list[tuple[str, str, int | None]] = []
        self.go_on = asyncio.Event()
        self.fails = fails
        self.at_once = 0
        self.most_at_once = 0

    async def __call__(self, root: str, thread: str, budget: int | None) -> None:
        self.asked.append((root, thread, budget))
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        await self.go_on.wait()
        self.at_once -= 1
        if self.fails:
            raise RuntimeError("no luck")


@pytest.fixture(autouse=True)
def no_runner_stays():
    yield
    set_local_runner(None)


async def test_without_a_server_the_installed_runner_consolidates():
    runs = Runs()
    set_local_runner(runs)
    assert await start("ann--0", "T", on_server=False, budget=8_000) == "started"
    runs.go_on.set()
    await finish_local()
    assert runs.asked == [("ann--0", "T", 8_000)]


async def test_without_a_runner_nothing_starts_and_it_is_said():
    assert await start("ann--0", "T", on_server=False) == "no_runner"
    await finish_local()


async def test_a_thread_is_consolidated_once_at_a_time_and_once_more_for_all_who_asked_meanwhile():
    runs = Runs()
    local = LocalConsolidation(runs)
    outcomes = [local.start("ann--0", "T", None)]
    await asyncio.sleep(0)
    outcomes += [local.start("ann--0", "T", None) for _ in range(5)]
    runs.go_on.set()
    await local.finish()
    assert outcomes == ["started", *["running"] * 5]
    assert (len(runs.asked), runs.most_at_once) == (2, 1)


async def test_threads_of_the_same_name_of_two_users_do_not_wait_for_each_other():
    runs = Runs()
    local = LocalConsolidation(runs)
    assert [local.start(root, "T", None) for root in ("ann--0", "bob--0")] == ["started", "started"]
    runs.go_on.set()
    await local.finish()


async def test_only_so_many_run_at_once():
    runs = Runs()
    local = LocalConsolidation(runs)
    for number in range(10):
        local.start("ann--0", f"T{number}", None)
    await asyncio.sleep(0)
    runs.go_on.set()
    await local.finish()
    assert (len(runs.asked), runs.most_at_once) == (10, AT_ONCE)


async def test_a_failure_is_logged_and_the_thread_can_be_started_again(caplog: pytest.LogCaptureFixture):
    runs = Runs(fails=True)
    runs.go_on.set()
    local = LocalConsolidation(runs)
    with caplog.at_level(logging.ERROR):
        local.start("ann--0", "T", None)
        await local.finish()
        await asyncio.sleep(0)
    assert "consolidation of T failed; it stays due" in caplog.text
    assert local.start("ann--0", "T", None) == "started"
    await local.finish()
