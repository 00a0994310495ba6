"""A conversation whose old words were taken away goes on: where it stood, with its facts, and with its summary."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from support.in_process import House

from memory.core.ids import user_root
from memory.core.transcript.emptied import NO_LONGER_KEPT, is_emptied
from memory.models.tokenizer import count_message, count_text
from memory.service.consolidation.consolidation import consolidate_thread
from memory.service.consolidation.mailbox import Measures
from memory.service.consolidation.thread_expiry import expire_threads
from memory.storage.events import list_events
from memory.storage.summaries import read_summary

ANN = user_root("ann", 0)


@pytest.fixture(autouse=True)
def _thirty_days(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOLDFAST_KEEP_TRANSCRIPT_DAYS", "30")


def later() -> datetime:
    return datetime.now(UTC) + timedelta(days=40)


async def state_of(house: House, thread: str = "t") -> dict[str, Any]:
    return (await house.graph.aget_state(house.config(thread))).values


async def forks(house: House) -> int:
    """Entries that are not on the active path, and facts that left it."""
    left = [event for event in await list_events(house.store, ANN) if event["type"] == "fact.left"]
    entries = await house.entries()
    return len(left) + (entries[-1]["depth"] + 1 - len(entries))


@pytest.mark.parametrize(
    ("told", "asked", "known"),
    [
        ("Remember that I am allergic to peanuts.", "What am I allergic to?", "peanuts"),
        ("记住：我对花生过敏。", "我对什么过敏？", "花生"),
        ("記住：我對花生過敏。", "我對什麼過敏？", "花生"),
    ],
)
@pytest.mark.parametrize("lost", [True, False], ids=["state gone", "state there"])
async def test_it_goes_on_where_it_stood_and_knows_its_facts(
    told: str, asked: str, known: str, lost: bool, house: House
):
    await house.say(told)
    await house.say("hello again")
    old = len(await house.entries())
    assert (await expire_threads(house.store, ANN, later())).entries == old
    if lost:
        await house.saver.adelete_thread("t")
    assert known in await house.say(asked)
    assert ([is_emptied(e) for e in await house.entries()], await forks(house)) == ([True] * old + [False] * 2, 0)
    shown = [str(m.content) for m in (await state_of(house))["messages"]]
    assert (shown[0] == NO_LONGER_KEPT, len(shown)) == (lost, 3 if lost else old + 2)
    await house.say("and once more / 再说一次")
    assert (len(await house.entries()), await forks(house)) == (old + 4, 0)


async def test_a_message_sent_again_is_answered_anew_where_its_answer_is_no_longer_kept(house: House):
    answer = await house.say("What is 6 * 7?", message_id="m1")
    await expire_threads(house.store, ANN, later())
    await house.saver.adelete_thread("t")
    assert await house.say("What is 6 * 7?", message_id="m1") == answer
    assert (answer != "", (await house.texts())[-1]) == (True, answer)
    assert await house.say("What is 6 * 7?", message_id="m1") == answer


async def test_an_old_message_that_is_edited_begins_a_branch_where_it_stood(house: House):
    await house.say("第一", message_id="m1")
    await house.say("second", message_id="m2")
    await expire_threads(house.store, ANN, later())
    await house.saver.adelete_thread("t")
    await house.say("改過的第二", message_id="m2")
    path = await house.entries()
    assert [(e["id"], is_emptied(e), e["depth"]) for e in path if e["role"] == "user"] == [
        ("m1", True, 0),
        ("m2", False, 2),
    ]


async def test_one_between_the_summary_and_the_end_too(house: House):
    for number in range(25):
        await house.say(f"Order {number}: 第{number}单", message_id=f"m{number}")
    measures = Measures(count_text, count_message, budget=16_000)
    await consolidate_thread(house.store, ANN, "t", clock=lambda: datetime.now(UTC), measures=measures)
    await expire_threads(house.store, ANN, later())
    await house.saver.adelete_thread("t")
    await house.say("改過的第十八單", message_id="m18")
    path = await house.entries()
    assert [(e["depth"], is_emptied(e)) for e in path if e["id"] in {"m17", "m18"}] == [(34, True), (36, False)]
    assert path[-1]["depth"] == 37


async def test_the_summary_stays_and_the_window_of_a_lost_state_begins_with_it(house: House):
    for number in range(25):
        await house.say(f"Order AB-{number:03d} 要在12月{number + 1}日前送到。")
    measures = Measures(count_text, count_message, budget=16_000)
    clock = lambda: datetime.now(UTC)  # noqa: E731
    await consolidate_thread(house.store, ANN, "t", clock=clock, measures=measures)
    await expire_threads(house.store, ANN, later())
    await house.saver.adelete_thread("t")
    await house.say("hello / 你好")
    state = await state_of(house)
    assert "AB-000" in str([state["summary"]["text"], *state["summary"]["exact"]])
    assert [str(m.content) for m in state["messages"][:2]] == [NO_LONGER_KEPT] * 2
    made_anew = await consolidate_thread(house.store, ANN, "t", clock=clock, measures=measures, full=True)
    summary = await read_summary(house.store, ANN, "t")
    assert summary is not None
    assert "AB-000" in str([summary["text"], *summary["exact"]])
    assert (made_anew["drift"], await forks(house)) == (0.0, 0)
