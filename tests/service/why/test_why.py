"""Why something is remembered or not, after real turns."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from support.in_process import House

from memory.core.errors import InputError
from memory.core.transcript.entries import text_of
from memory.core.why.why_docs import Why
from memory.service.access.identity import read_user
from memory.service.consolidation.thread_expiry import expire_threads
from memory.service.facts.fact_changes import edit_fact, pin_fact
from memory.service.facts.remembering import decide_pending
from memory.service.why.why import why
from memory.storage.facts import list_pending, load_memory

ROOT = "ann--0"


async def asked(house: House, text: str, user: str = "ann", **more: Any) -> Why:
    return await why(house.store, await read_user(house.store, user), text, datetime.now(UTC), **more)


async def the_trail(house: House, text: str) -> tuple[str, list[str], str]:
    """The state of the only trail, the names of its steps, and all their sentences."""
    told = await asked(house, text)
    (trail,) = told["trails"]
    steps = trail["steps"]
    dated = [step["at"] for step in steps if step["at"]]
    assert dated == sorted(dated) or [s["what"] for s in steps if "shown" in s["what"]]
    return trail["state"], [step["what"] for step in steps], "\n".join(step["told"] for step in steps)


@pytest.mark.parametrize(
    ("said", "forget", "question", "word", "sentence"),
    [
        ("I'm allergic to peanuts.", "Forget that I am allergic to peanuts.", "Why did you forget my peanut allergy?",
         "peanut", "It was forgotten as you asked"),
        ("我对花生过敏。", "忘掉我对花生过敏", "你为什么忘了我对花生过敏？", "花生", "已按你的要求忘记"),
        ("我對花生過敏。", "忘掉我對花生過敏", "你為什麼忘了我對花生過敏？", "花生", "已按你的要求忘記"),
        ("我的手机是 Pixel 9。", "忘掉我的手机", "为什么你忘了我的手机 Pixel 9", "Pixel", "已按你的要求忘记"),
    ],
)  # fmt: skip
async def test_what_was_forgotten_is_told_with_its_life_and_without_its_words(
    house: House, said: str, forget: str, question: str, word: str, sentence: str
):
    await house.say(said, "trip", conversation="trip")
    await house.say(forget, "dinner", conversation="dinner")
    state, steps, text = await the_trail(house, question)
    assert state == "forgotten"
    assert steps[:2] == ["said_forgotten", "written"]
    assert {"forgotten", "revivable", "not_shown"} <= set(steps)
    assert sentence in text
    assert word not in text
    (trail,) = (await asked(house, question))["trails"]
    (entry, *_) = await house.entries("trip")
    said_at = trail["steps"][0]
    assert (trail["text"], said_at["where"]) == (
        None,
        {"thread": "trip", "conversation": "trip", "message": entry["id"], "entry": entry["key"]},
    )
    assert said_at["at"] == entry["time"]
    assert text_of(entry) == said  # the user's own record is whole


@pytest.mark.parametrize(
    ("said", "question", "state", "reason"),
    [
        ("Remember that my password is hunter2xyz.", "my password", "rejected", "It was rejected: holds a secret"),
        ("我的密码是 hunter2xyz，请记住。", "密码", "rejected", "未采纳：含有机密"),
        ("我的 GitHub 密碼是 hunter2xyz。", "為什麼你不記得我的 GitHub 密碼", "never_a_fact", "含有機密"),
    ],
)
async def test_a_secret_that_was_never_stored_is_told_with_the_reason_and_never_shown(
    house: House, said: str, question: str, state: str, reason: str
):
    await house.say(said)
    told, steps, text = await the_trail(house, question)
    assert (told, steps[0]) == (state, "said")
    assert "hunter2" not in text
    assert reason in text


@pytest.mark.parametrize(
    ("said", "question", "waits", "approved"),
    [
        ("I have diabetes.", "Why don't you know that I have diabetes?", "private: health", "You approved it."),
        ("我有糖尿病。", "为什么你不知道我有糖尿病", "隐私：健康", "你确认了它。"),
    ],
)
async def test_what_waits_is_told_until_it_is_approved(
    house: House, said: str, question: str, waits: str, approved: str
):
    await house.say(said)
    state, steps, text = await the_trail(house, question)
    assert (state, steps) == ("pending", ["said", "fact_found", "pending", "message_shown"])
    assert waits in text
    (proposal,) = await list_pending(house.store, ROOT)
    await decide_pending(house.store, ROOT, proposal["id"], approve=True, now=datetime.now(UTC))
    state, steps, text = await the_trail(house, question)
    assert (state, steps[:4]) == ("current", ["said", "fact_found", "waited", "approved"])
    assert approved in text


async def test_what_the_user_rejected_is_forgotten_by_that(house: House):
    await house.say("I have diabetes.")
    (proposal,) = await list_pending(house.store, ROOT)
    await decide_pending(house.store, ROOT, proposal["id"], approve=False, now=datetime.now(UTC))
    state, steps, text = await the_trail(house, "diabetes")
    assert state == "forgotten"
    assert steps[:4] == ["said_forgotten", "waited", "rejected_by_you", "forgotten_rejected"]
    assert "diabetes" not in text


@pytest.mark.parametrize(
    ("first", "then", "question"),
    [
        ("I live in Lisbon.", "I moved to Berlin.", "Why do you think I live in Lisbon?"),
        ("我住在里斯本。", "我搬到柏林了。", "你为什么觉得我住在里斯本？"),
        ("我住在 Lisbon。", "I moved to 柏林.", "我住在 Lisbon"),
    ],
)
async def test_what_was_superseded_tells_by_what(house: House, first: str, then: str, question: str):
    await house.say(first)
    await house.say(then)
    state, steps, text = await the_trail(house, question)
    assert (state, steps[-2]) == ("ended", "superseded")
    assert "Berlin" in text or "柏林" in text
    (newer,) = [a["id"] for a in (await load_memory(house.store, ROOT)).assertions if a["text"] != first.rstrip(".。")]
    (trail,) = (await asked(house, question))["trails"]
    assert newer in [step["fact"] for step in trail["steps"]]


@pytest.mark.parametrize(
    ("said", "question", "reason"),
    [
        ("The kettle in the office is broken.", "kettle", "no rule reads it"),
        ("办公室的水壶坏了。", "水壶坏了", "没有规则把它读作"),
        ("If I lived in Tokyo I would cycle a lot.", "live in Tokyo", "supposed"),
        ("如果我住在東京就好了。", "為什麼你不記得我住在東京？", "假設"),
        ("Do I like 橄榄 at all?", "橄榄", "这是一个问题"),
    ],
)
async def test_what_never_became_a_fact_tells_why(house: House, said: str, question: str, reason: str):
    await house.say(said)
    state, steps, text = await the_trail(house, question)
    assert (state, steps[:2]) == ("never_a_fact", ["said", "no_fact"])
    assert reason in text
    assert said.rstrip(".。") in text


async def test_whether_the_model_has_read_a_message_is_told(house: House, monkeypatch: pytest.MonkeyPatch):
    await house.say("The kettle in the office is broken.")
    assert (await the_trail(house, "kettle"))[1][2] == "model_none"
    monkeypatch.setenv("HOLDFAST_EXTRACT_MODEL", "openai:gpt-4o-mini")
    assert (await the_trail(house, "kettle"))[1][2] == "model_to_come"


async def test_learning_that_was_off_and_a_temporary_conversation_are_told(house: House):
    await house.say("I live in Lisbon.", "a", learn=False)
    await house.say("我喜欢喝咖啡", "b", temporary=True)
    assert "memory or learning was off" in (await the_trail(house, "Lisbon"))[2]
    assert "这是临时对话" in (await the_trail(house, "咖啡"))[2]


async def test_a_conversation_that_is_not_remembered_is_told(house: House):
    await house.say("I live in Lisbon.", "a")
    await house.say("从现在起别记这段对话", "a")
    await house.say("hello", "b")
    state, _, text = await the_trail(house, "Lisbon")
    assert (state, "you asked that this conversation is not remembered" in text) == ("never_a_fact", True)


async def test_what_had_no_room_in_the_window_is_told(house: House):
    await house.say("The kettle in the office is broken.", context_budget=3500)
    for number in range(2):
        await house.say(f"Talk {number} about rain. " + "It rained for hours on end. " * 250, context_budget=3500)
    _, steps, text = await the_trail(house, "kettle")
    assert (steps[-1], "older messages out of view" in text) == ("not_shown", True)


async def test_an_edit_and_a_pin_are_steps_of_a_fact(house: House):
    await house.say("I like green tea.")
    (fact,) = (await load_memory(house.store, ROOT)).assertions
    await pin_fact(house.store, ROOT, fact["id"], pinned=True, now=datetime.now(UTC))
    assert (await the_trail(house, "green tea"))[1][3] == "pinned"
    edit = await edit_fact(house.store, ROOT, fact["id"], text="I like black tea", now=datetime.now(UTC))
    assert edit.id != fact["id"]
    told = await asked(house, "black tea")
    assert "edited" in [step["what"] for step in told["trails"][0]["steps"]]


async def test_nothing_of_another_user_is_told_and_nothing_at_all_says_so(house: House):
    await house.say("I'm allergic to peanuts.", user="bob", thread="b")
    told = await asked(house, "peanuts")
    assert (told["trails"], told["told"]) == ([], 'Nothing in your conversations or in memory says "peanuts".')
    assert (await asked(house, "花生"))["told"] == "你的对话和记忆里都没有“花生”。"
    assert len((await asked(house, "peanuts", user="bob"))["trails"]) == 1


async def test_the_question_itself_does_not_count(house: House):
    await house.say("Do I eat walnuts?")
    (entry, _) = await house.entries()
    assert (await asked(house, "walnuts"))["trails"] != []
    assert (await asked(house, "walnuts", skip=[entry["key"]]))["trails"] == []


@pytest.mark.parametrize(("text", "problem"), [("  ", "text: is empty"), ("x" * 2001, "text: is 2001 characters")])
async def test_a_text_that_cannot_be_looked_for_is_refused(house: House, text: str, problem: str):
    with pytest.raises(InputError, match=problem):
        await asked(house, text)


@pytest.mark.parametrize(
    ("said", "forget"),
    [
        ("I'm allergic to peanuts.", "Forget that I am allergic to peanuts."),
        ("我对花生过敏。", "忘掉我对花生过敏"),
    ],
)
async def test_a_life_is_told_as_before_once_the_words_of_the_conversation_are_no_longer_kept(
    house: House, said: str, forget: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("HOLDFAST_KEEP_TRANSCRIPT_DAYS", "30")
    later = datetime.now(UTC) + timedelta(days=40)
    await house.say(said, "trip", conversation="trip")
    state, steps, _ = await the_trail(house, said)
    await expire_threads(house.store, ROOT, later)
    without_reports = (state, [name for name in steps if name != "message_shown"])
    assert (await the_trail(house, said))[:2] == without_reports
    await house.say(forget, "dinner", conversation="dinner")
    state, steps, _ = await the_trail(house, said)
    await expire_threads(house.store, ROOT, later)
    after, left, text = await the_trail(house, said)
    assert (after, left) == (state, [name for name in steps if name not in ("asked_to_forget", "shown")])
    assert ("peanut" in text, "花生" in text) == (False, False)
    told = (await asked(house, "my bike / 我的自行车"))["degraded"]
    assert "transcript: what was said more than 30 days ago is no longer kept" in told


@pytest.mark.parametrize(
    ("said", "change", "state"),
    [
        ("I work at Charité.", "Actually, I work at Vivantes now, not Charité.", "current"),
        ("I work at Siemens.", "I no longer work at Siemens.", "ended"),
        ("我在腾讯上班。", "我不在腾讯上班了。", "ended"),
        ("我在台積電上班。", "我已經不在台積電上班了。", "ended"),
    ],
)
async def test_a_message_that_changed_or_ended_a_fact_is_told_with_it_and_not_as_lost(
    house: House, said: str, change: str, state: str
):
    await house.say(said)
    await house.say(change)
    told = await asked(house, change)
    assert state in [trail["state"] for trail in told["trails"]]
    assert "no_fact" not in [step["what"] for trail in told["trails"] for step in trail["steps"]]
