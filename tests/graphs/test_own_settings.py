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
