"""What a turn does for the consolidation of its thread: it marks it, starts it, and waits for nothing."""

import asyncio
from collections.abc import Iterator

import pytest
from support.in_process import House
from support.openai_server import ScriptedModel
from support.replies import Reply

from evals.crash_scenarios import history
from memory.core.ids import user_root
from memory.core.transcript.entries import place_of
from memory.service.consolidation.consolidation_start import finish_local, set_local_runner
from memory.service.settings.context import MIN_BUDGET
from memory.storage.due import list_marks
from memory.storage.transcript_write import append

ROOT = user_root("ann", 0)


@pytest.fixture(autouse=True)
def no_runner_stays() -> Iterator[None]:
    yield
    set_local_runner(None)


async def test_turns_go_on_within_their_budget_while_a_consolidation_comes_to_no_end(
    scripted: House, scripted_model: ScriptedModel
):
    begun: list[tuple[str, str, int]] = []
    go_on = asyncio.Event()

    async def runner(root: str, thread: str, budget: int | None) -> None:
        assert budget is not None
        begun.append((root, thread, budget))
        await go_on.wait()

    set_local_runner(runner)
    told = history(60, "t")
    await append(scripted.store, ROOT, "t", told, head=place_of(told[-1]))
    outcomes = []
    for text in ("The ferry leaves at noon. " * 60, "渡轮中午出发。" * 60, "and then?"):
        scripted_model.push(Reply("好的."))
        report = (await scripted.send(text, context_budget=MIN_BUDGET))["report"]
        assert report["total_tokens"] <= MIN_BUDGET
        outcomes.append(report["consolidation"])
    assert outcomes == ["started", "running", "running"]
    (mark,) = await list_marks(scripted.store)
    ((root, thread, budget),) = begun
    assert (root, thread) == (mark.root, mark.thread) == (ROOT, "t")
    assert 0 < budget < MIN_BUDGET
    assert mark.budget in range(1, MIN_BUDGET)
    go_on.set()
    await finish_local()
    assert len(begun) == 2  # once more for the two that asked meanwhile
