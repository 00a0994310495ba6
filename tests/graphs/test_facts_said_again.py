"""A fact said again in other words, put right or denied, over turns and threads."""

import pytest
from support.in_process import House

from memory.core.facts.current import current, history
from memory.core.ids import user_root
from memory.storage.facts import list_pending, load_memory

ROOT = user_root("ann", 0)
NOW = "2100-01-01T00:00:00+00:00"


async def held(house: House) -> list[str]:
    return [span["fact"]["text"] for span in current((await load_memory(house.store, ROOT)).assertions, NOW)]


@pytest.mark.parametrize(
    ("first", "again"),
    [
        ("Remember that the number of my locker is B-12.", "Please remember: my locker number is B-12."),
        ("记住我每周一去健身房。", "请记住：我每個星期一都去健身房"),
    ],
)
async def test_a_fact_said_again_in_other_words_has_two_sources_and_stays_one(house: House, first: str, again: str):
    await house.say(first, thread="one")
    await house.say(again, thread="two")
    (span,) = history((await load_memory(house.store, ROOT)).assertions, NOW)
    assert len(span["sources"]) == 2


async def test_a_proposal_like_one_that_waits_joins_it_and_asked_for_it_is_written(house: House):
    for text in ("I have an exam on 5 March 2027.", "I've got an exam on 2027-03-05."):
        await house.say(text, approval="review")
    (waiting,) = await list_pending(house.store, ROOT)
    await house.say("Remember that on March 5, 2027 I have an exam.")
    assert await list_pending(house.store, ROOT) == []
    (span,) = current((await load_memory(house.store, ROOT)).assertions, NOW)
    assert span["fact"]["id"] == waiting["id"]


@pytest.mark.parametrize(
    ("said", "correction", "right"),
    [
        ("I live in Lisbon.", "No, I meant Porto.", "I live in Porto"),
        ("My dog is called Rex.", "I meant my dog is called Max.", "My dog is called Max"),
        ("我住在里斯本。", "不对，是波尔图。", "我住在波尔图"),
    ],
)
async def test_a_correction_in_the_next_message_takes_the_place(house: House, said: str, correction: str, right: str):
    await house.say(said)
    await house.say(correction)
    assert await held(house) == [right]
    old, new = history((await load_memory(house.store, ROOT)).assertions, NOW)
    assert old["successor"] == new["fact"]["id"]


@pytest.mark.parametrize(
    ("said", "left"),
    [
        (["I'm allergic to peanuts.", "Forget that I have a peanut allergy."], []),
        (["我喜欢爵士乐。", "請忘記我喜歡爵士。"], []),
        (
            ["My sister is called Anna.", "My colleague is called Anna.", "Forget my colleague Anna."],
            ["My sister is called Anna"],
        ),
        (["我姐姐叫小雨。", "我同事叫小雨。", "忘掉我同事叫小雨。"], ["我姐姐叫小雨"]),
        (["I like jazz.", "Forget that I like jazz.", "I love jazz music."], ["I love jazz music"]),
    ],
)
async def test_a_request_to_forget_finds_the_fact_in_other_words_and_no_other(
    house: House, said: list[str], left: list[str]
):
    for number, text in enumerate(said):
        await house.say(text, thread=str(number))
    assert await held(house) == left


@pytest.mark.parametrize(
    ("said", "correction", "right"),
    [
        ("I live in Lisbon.", "I meant I live in Porto.", "I live in Porto"),
        ("我住在里斯本。", "我是說我住在波爾圖", "我住在波爾圖"),
    ],
)
async def test_a_whole_statement_puts_a_slot_of_one_value_right_at_any_time(
    house: House, said: str, correction: str, right: str
):
    for text in (said, "Thanks! 谢谢！", correction):
        await house.say(text)
    assert await held(house) == [right]


async def test_a_correction_in_another_thread_is_about_nothing(house: House):
    await house.say("I live in Lisbon.", thread="one")
    await house.say("No, I meant Porto.", thread="two")
    assert await held(house) == ["I live in Lisbon"]


@pytest.mark.parametrize(
    ("said", "denied"),
    [
        ("Remember that I drink coffee every morning.", "I no longer drink coffee."),
        ("记住我每天早上喝咖啡。", "我不再喝咖啡。"),
    ],
)
async def test_what_is_denied_holds_no_longer(house: House, said: str, denied: str):
    await house.say(said)
    await house.say(denied, thread="two")
    assert await held(house) == [denied.rstrip(".。")]


@pytest.mark.parametrize(
    ("said", "end"),
    [("I'm learning Spanish.", "I gave up learning Spanish."), ("我在学日语。", "我不学日语了。")],
)
async def test_the_end_of_a_fact_in_other_words_ends_it(house: House, said: str, end: str):
    await house.say(said)
    assert len(await held(house)) == 1
    await house.say(end, thread="two")
    assert await held(house) == []
