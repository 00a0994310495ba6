"""What a turn does for the model that looks for facts: it lists the thread, starts it in time, or asks it itself."""

from collections.abc import Iterator
from typing import Any

import pytest
from support.in_process import House
from support.openai_server import ScriptedModel
from support.replies import Reply

from evals.scripted_model import Body
from memory.core.defaults import DEFAULTS
from memory.core.ids import user_root
from memory.service.consolidation.consolidation_start import set_local_runner
from memory.storage.events import list_events
from memory.storage.extraction import is_unread, list_unread, read_extraction
from memory.storage.facts import list_pending, load_memory

ROOT = user_root("ann", 0)
TOWER, BELLS = "My weekends mostly go into restoring an old lighthouse", "我的周末多半花在修一座旧灯塔上"
"""What no rule reads."""


def fact(text: str, quote: str | None = None) -> dict[str, Any]:
    return {"message": 1, "quote": quote or text, "text": text, "kind": "preference", "slot": None, "value": None}


class Answers:
    """Replies to everyone, and finds facts when asked for them."""

    def __init__(self) -> None:
        self.found: Reply = Reply.of_json({"facts": []})
        self.asked = 0

    def __call__(self, body: Body) -> Reply:
        if "response_format" not in body:
            return Reply("好的, all right.")
        self.asked += 1
        return self.found


@pytest.fixture
def answers(scripted: House, scripted_model: ScriptedModel, monkeypatch: pytest.MonkeyPatch) -> Iterator[Answers]:
    monkeypatch.setenv("HOLDFAST_EXTRACT_MODEL", "small")
    scripted_model.handler = Answers()
    yield scripted_model.handler
    set_local_runner(None)


async def known(house: House) -> list[str]:
    return sorted(a["text"] for a in (await load_memory(house.store, ROOT)).assertions)


async def test_a_turn_lists_its_thread_in_the_write_of_its_message_and_asks_no_model(scripted: House, answers: Answers):
    await scripted.send(TOWER)
    assert await list_unread(scripted.store) == [(ROOT, "t")]
    assert answers.asked == 0


@pytest.mark.parametrize("context", [{"learn": False}, {"memory": False}, {"extract": "off"}, {"approval": "off"}])
async def test_what_must_not_be_learned_lists_nothing_and_says_so_in_its_entry(
    scripted: House, answers: Answers, context: dict[str, Any]
):
    await scripted.send(TOWER, **context)
    assert await list_unread(scripted.store) == []
    assert (await scripted.entries())[0].get("terms")


async def test_a_message_keeps_what_its_run_chose_where_it_is_no_default(scripted: House, answers: Answers):
    await scripted.send(TOWER)
    await scripted.send(BELLS, approval="review", time_zone="Asia/Shanghai")
    said = [entry.get("terms") for entry in await scripted.entries() if entry["role"] == "user"]
    assert said == [None, {"approval": "review", "time_zone": "Asia/Shanghai"}]


async def test_consolidation_starts_once_enough_is_unread(scripted: House, answers: Answers):
    started: list[str] = []

    async def runner(root: str, thread: str, budget: int | None) -> None:
        started.append(thread)

    set_local_runner(runner)
    for number in range(DEFAULTS.extract_entries // 2):
        assert started == []
        await scripted.send(f"消息 {number}")
    assert started == ["t"]


async def test_in_the_turn_the_model_finds_facts_before_the_run_ends(scripted: House, answers: Answers):
    answers.found = Reply.of_json(
        {"facts": [fact(BELLS), fact("My name is Quim Zabala"), fact("I repair a lighthouse", BELLS)]}
    )
    state = await scripted.send(BELLS, extract="turn")
    assert await known(scripted) == [BELLS]
    assert state["report"]["facts"]["write"]
    assert await list_unread(scripted.store) == []
    assert (await read_extraction(scripted.store, ROOT, "t"))["cursor"] is None
    kinds = [event["type"] for event in await list_events(scripted.store, ROOT)]
    assert kinds.count("proposal.rejected") == 1  # the translation counts as the user's own words, told already


async def test_a_yes_in_the_turn_is_read_with_the_question_before_it(
    scripted: House, answers: Answers, scripted_model: ScriptedModel
):
    scripted_model.push(Reply("Do your weekends go into restoring an old lighthouse?"))
    await scripted.send("plan dinner")
    answers.found = Reply.of_json({"facts": [fact("My weekends go into restoring an old lighthouse", "Yes")]})
    await scripted.send("Yes", extract="turn")
    assert await known(scripted) == ["My weekends go into restoring an old lighthouse"]


@pytest.mark.parametrize(
    "reply", [Reply(""), Reply(status=500), Reply.of_json({"facts": [{**fact(TOWER), "kind": 1}]})]
)
async def test_what_fails_in_the_turn_is_told_and_left_to_consolidation(
    scripted: House, answers: Answers, reply: Reply
):
    answers.found = reply
    state = await scripted.send(TOWER, extract="turn")
    assert any("no facts by a model" in note for note in state["report"]["degraded"])
    assert await is_unread(scripted.store, ROOT, "t")
    assert state["messages"][-1].text == "好的, all right."


async def test_in_review_what_the_model_finds_in_the_turn_waits(scripted: House, answers: Answers):
    answers.found = Reply.of_json({"facts": [fact(TOWER)]})
    await scripted.send(TOWER, extract="turn", approval="review")
    assert [p["text"] for p in await list_pending(scripted.store, ROOT)] == [TOWER]


async def test_in_the_turn_without_a_model_rules_alone_look_and_the_report_says_so(house: House):
    state = await house.send("I live in Lisbon", extract="turn")
    assert await known(house) == ["I live in Lisbon"]
    assert any("HOLDFAST_EXTRACT_MODEL" in line for line in state["report"]["degraded"])
