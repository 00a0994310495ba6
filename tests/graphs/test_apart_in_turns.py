"""Several assistants in turns of this process: they share a user's memory but for those that are kept apart."""

from dataclasses import replace

import pytest
from support.in_process import House

from memory.core.access.assistants import apart_label
from memory.core.errors import OwnershipError
from memory.core.ids import user_root
from memory.storage.facts import load_memory
from memory.storage.temporary import list_temporary

SAID = [
    ("Remember that my knee brace is heron-4471.", "What is my knee brace?", "heron-4471"),
    ("记住：我的教练叫林岚。", "我的教练叫什么？", "林岚"),
    ("記住：我的狗叫來福。", "我的狗叫什麼？", "來福"),
    ("记住：我的 badge 是 OTTER-77。", "我的 badge 是什么？", "OTTER-77"),
]


@pytest.fixture
def houses(monkeypatch: pytest.MonkeyPatch) -> dict[str, House]:
    """Of each assistant, on one store; the setting keeps `coach` apart."""
    monkeypatch.setenv("HOLDFAST_APART", " coach ,")
    house = House()
    return {name: replace(house, assistant=name) for name in ("agent", "coach", "helper")}


@pytest.mark.parametrize(("said", "asked", "word"), SAID)
async def test_what_one_is_told_is_known_to_those_that_share_and_not_to_one_kept_apart(
    houses: dict[str, House], said: str, asked: str, word: str
):
    for teller, knows in (("agent", ["agent", "helper"]), ("coach", ["coach"])):
        await houses[teller].say(said, f"{teller}-told", teller)
        answers = {name: await house.say(asked, f"{teller}-{name}", teller) for name, house in houses.items()}
        assert [name for name, answer in answers.items() if word in answer] == knows


async def test_without_the_setting_all_share_and_with_a_star_nobody_does(
    houses: dict[str, House], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("HOLDFAST_APART", "")
    said, asked, word = SAID[0]
    await houses["coach"].say(said, "told")
    assert word in await houses["agent"].say(asked, "asked")
    monkeypatch.setenv("HOLDFAST_APART", "*")
    assert [word in await house.say(asked, f"later-{name}") for name, house in houses.items()] == [False] * 3
    await houses["agent"].say(said, "again")
    assert [word in await house.say(asked, f"last-{name}") for name, house in houses.items()] == [True, False, False]


async def test_a_thread_stays_with_the_memory_it_began_in(houses: dict[str, House], monkeypatch: pytest.MonkeyPatch):
    said, asked, word = SAID[1]
    await houses["agent"].say(said, "shared")
    thread = replace(houses["agent"], assistant="coach")
    thread.saver, thread.graph = houses["agent"].saver, houses["agent"].graph
    with pytest.raises(OwnershipError, match="another memory of yours"):
        await thread.say(asked, "shared")
    monkeypatch.setenv("HOLDFAST_APART", "agent")  # one begun before it was set
    with pytest.raises(OwnershipError):
        await houses["agent"].say(asked, "shared")
    monkeypatch.setenv("HOLDFAST_APART", "coach")
    assert word in await houses["agent"].say(asked, "shared")
    assert [e["role"] for e in await houses["agent"].entries("shared")].count("user") == 2


async def test_forgetting_temporary_talk_and_what_is_due_stay_on_their_side(houses: dict[str, House]):
    said, asked, word = SAID[0]
    for name in ("agent", "coach"):
        await houses[name].say(said, f"{name}-told")
    await houses["coach"].say("Forget that my knee brace is heron-4471.", "coach-told")
    answers = [await houses[name].say(asked, f"{name}-asked") for name in ("agent", "coach")]
    assert [word in answer for answer in answers] == [True, False]
    await houses["coach"].say("psst 悄悄话", "coach-passing", temporary=True)
    store, coach = houses["coach"].store, user_root("ann", 0, apart_label("coach", ["coach"]))
    assert [root for root, _ in await list_temporary(store)] == [coach]
    assert len((await load_memory(store, user_root("ann", 0))).tombstones) == 0
