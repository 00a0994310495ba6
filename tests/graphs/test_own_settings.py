"""What a user set for themselves holds in every turn, until they take it back."""

from datetime import UTC, datetime
from typing import Any

import pytest
from support.in_process import House, sent_texts
from support.openai_server import ScriptedModel

from memory.core.ids import user_root
from memory.service.settings.own_settings import change_settings
from memory.storage.facts import list_pending, load_memory

ANN = user_root("ann", 0)
both = pytest.mark.parametrize(
    ("told", "ask", "word"),
    [("Remember that I live in Lisbon", "Where do I live?", "Lisbon"), ("记住我住在里斯本", "我住在哪里？", "里斯本")],
)


async def choose(house: House, **changes: Any) -> None:
    await change_settings(house.store, ANN, changes, now=datetime.now(UTC))


async def facts(house: House) -> int:
    return len((await load_memory(house.store, ANN)).assertions)


@both
async def test_without_memory_nothing_is_read_and_nothing_is_written(
    scripted: House, scripted_model: ScriptedModel, told: str, ask: str, word: str
):
    await scripted.say(told)
    await choose(scripted, memory=False)
    await scripted.say(ask, "new")
    assert word not in sent_texts(scripted_model)
    await scripted.say("Remember that I play chess. 我对花生过敏。", "new")
    assert await facts(scripted) == 1
    await choose(scripted, memory=None)
    await scripted.say(ask, "later")
    assert word in sent_texts(scripted_model)


@both
async def test_without_learning_nothing_is_written_and_what_is_known_is_still_read(
    scripted: House, scripted_model: ScriptedModel, told: str, ask: str, word: str
):
    await scripted.say(told)
    await choose(scripted, learn=False)
    await scripted.say("Remember that I play chess. 我对花生过敏。", "new")
    assert (await facts(scripted), await list_pending(scripted.store, ANN)) == (1, [])
    await scripted.say(ask, "later")
    assert word in sent_texts(scripted_model)


@both
async def test_what_is_to_be_approved_waits(scripted: House, told: str, ask: str, word: str):
    await choose(scripted, approval="review")
    await scripted.say(told)
    assert (await facts(scripted), len(await list_pending(scripted.store, ANN))) == (0, 1)


@pytest.mark.parametrize(
    ("language", "name"),
    [("en", "English"), ("zh-Hans", "Simplified Chinese (简体中文)"), ("zh-Hant", "Traditional Chinese (繁體中文)")],
)
async def test_the_model_is_told_in_which_language_to_answer(
    scripted: House, scripted_model: ScriptedModel, language: str, name: str
):
    await scripted.say("hello 你好")
    assert "they chose it in their settings" not in sent_texts(scripted_model)
    await choose(scripted, language=language)
    await scripted.say("hello 你好")
    assert f"Always answer in {name}" in sent_texts(scripted_model)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("zh-Hans", ["好的，我记着：“I like figs”", "已更正。现在记的是：I live in Porto。", "你告诉过我：\n- I"]),
        ("zh-Hant", ["好的，我記著：“I like figs”", "已更正。現在記的是：I live in Porto。", "你告訴過我：\n- I"]),
    ],
)
async def test_the_offline_model_and_what_the_tools_confirm_are_in_the_language_that_is_set(
    house: House, language: str, said: list[str]
):
    await choose(house, language=language)
    await house.say("I live in Lisbon.")
    asks = ["Remember that I like figs.", "That's wrong, I live in Porto.", "What do you remember about me?"]
    assert [(answer in await house.say(ask), ask) for ask, answer in zip(asks, said, strict=True)] == [
        (True, ask) for ask in asks
    ]
    assert "已忘" in await house.say("Forget that I like figs.")
    assert "I live in Porto" in (why := await house.say("Why do you think I live in Porto?"))
    assert any(word in why for word in ("记", "記"))
    assert "从现在起" in (gone := await house.say("Don't remember this conversation.")) or "從現在起" in gone


async def test_english_that_is_set_answers_chinese_in_english_until_it_is_taken_back(house: House):
    await choose(house, language="en")
    assert 'I will keep that in mind: "我喜欢无花果"' in await house.say("记住我喜欢无花果。")
    assert "Forgotten: 1 fact." in await house.say("忘记我喜欢无花果。")
    await choose(house, language=None)
    assert "好的，我记着" in await house.say("记住我喜欢无花果。")
