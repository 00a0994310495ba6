"""The first part of a thread's prompts stays the same from turn to turn while every line of it holds."""

import pytest
from support.in_process import House
from support.openai_server import ScriptedModel
from support.replies import Call, Reply
from support.storage_faults import BrokenStore

from memory.core.window.fences import read_fences
from memory.service.settings.context import Context


def system(model: ScriptedModel, at: int = -1) -> str:
    return str(model.requests[at]["messages"][0]["content"])


def at_end(model: ScriptedModel) -> dict[str, str]:
    return read_fences(str(model.requests[-1]["messages"][-1]["content"]))


async def talk(house: House, *texts: str, thread: str = "t") -> None:
    for text in texts:
        await house.say(f"{text}\n!say 好的 ok", thread)


@pytest.mark.parametrize(
    ("first", "told", "line"),
    [
        ("Remember that I live in Lisbon.", "My name is Mia.", "Mia"),
        ("记住我住在里斯本。", "我叫小明。", "小明"),
        ("記住我住在里斯本。", "我叫小明。", "小明"),
    ],
)
async def test_a_fact_told_meanwhile_waits_at_the_end_and_stands_in_front_in_the_next_thread(
    scripted: House, scripted_model: ScriptedModel, first: str, told: str, line: str
):
    await talk(scripted, first, thread="before")
    await talk(scripted, "hello", told, "hello again 你好", "再说一次")
    assert {system(scripted_model, at) for at in (-4, -3, -2, -1)} == {system(scripted_model)}
    assert line in at_end(scripted_model)["profile"]
    assert line not in system(scripted_model)
    await talk(scripted, "hello", thread="next")
    assert line in read_fences(system(scripted_model))["profile"]
    assert "profile" not in at_end(scripted_model)


@pytest.mark.parametrize(
    ("told", "changed", "gone", "now"),
    [
        ("Remember that I live in Lisbon.", "Remember that I live in Porto now.", "Lisbon", "Porto"),
        ("记住我住在上海。", "记住我现在住在杭州。", "上海", "杭州"),
    ],
)
async def test_a_correction_is_in_front_at_once(
    scripted: House, scripted_model: ScriptedModel, told: str, changed: str, gone: str, now: str
):
    await talk(scripted, told, thread="before")
    await talk(scripted, "hello", thread="t")
    assert gone in system(scripted_model)
    await talk(scripted, changed, thread="other")
    await talk(scripted, "hello", thread="t")
    assert gone not in system(scripted_model)
    assert now in read_fences(system(scripted_model))["profile"]


async def test_what_was_forgotten_leaves_the_front_at_once_and_the_state_with_it(
    scripted: House, scripted_model: ScriptedModel
):
    await talk(scripted, "Remember that I live in Lisbon.", thread="before")
    await talk(scripted, "hello")
    assert "Lisbon" in system(scripted_model)
    scripted_model.push(Reply(calls=(Call.of("forget_memory", what="that I live in Lisbon"),)), Reply("好的"))
    await scripted.say("Forget that I live in Lisbon.", "other")
    await talk(scripted, "hello 你好")
    assert "Lisbon" not in str(scripted_model.requests[-1]["messages"])
    state = (await scripted.graph.aget_state(scripted.config("t"))).values
    assert "Lisbon" not in str(state["stable"])


async def test_a_turn_without_the_store_leaves_the_front_for_the_next_as_it_was(
    scripted: House, scripted_model: ScriptedModel
):
    store = BrokenStore()
    house = House(store)
    await talk(house, "Remember that I live in Lisbon.", thread="before")
    await talk(house, "hello")
    before = system(scripted_model)
    store.down()
    await talk(house, "hello 2")
    assert "Lisbon" not in system(scripted_model)
    assert "notice" in at_end(scripted_model)
    store.up()
    await talk(house, "hello 3")
    assert system(scripted_model) == before


async def test_a_branch_goes_on_with_the_front_it_had(scripted: House, scripted_model: ScriptedModel):
    await talk(scripted, "hello")
    front = system(scripted_model)
    past = await scripted.graph.aget_state(scripted.config("t"))
    await talk(scripted, "My name is Mia.", "我喜欢喝绿茶。")
    forked = {"messages": [{"role": "user", "content": "!say ok", "id": "fork"}]}
    await scripted.graph.ainvoke(forked, past.config, context=Context(user_id="ann"))
    assert system(scripted_model) == front


async def test_a_profile_fact_without_room_in_front_is_recalled_when_it_is_asked_for(
    scripted: House, scripted_model: ScriptedModel
):
    liked = [f"I like {name} 第{i}种茶." for i, name in enumerate(["oolong", "sencha", "matcha", "assam"] * 12)]
    for at in range(0, len(liked), 8):
        await talk(scripted, " ".join(liked[at : at + 8]), thread="before")
    result = await scripted.send("!say ok\nDo I like matcha 第46种茶?", context_budget=4_500, past_conversations=False)
    assert "第46种茶" not in system(scripted_model)
    assert "第46种茶" in at_end(scripted_model)["memory"]
    told = [one["id"] for one in (*result["report"]["standing"], *result["report"]["items"])]
    assert len(told) == len(set(told))


async def test_the_report_tells_the_whole_window_in_rows(scripted: House):
    await talk(scripted, "Remember that I live in Lisbon. 我叫小明。", thread="before")
    await talk(scripted, "hello")
    report = (await scripted.entries())[-1]["report"]
    rows = {row["name"]: row for row in report["sections"]}
    assert sum(row["tokens"] for row in rows.values()) == report["total_tokens"] <= report["budget"]
    assert (rows["window"]["shown"], rows["window"]["of"], rows["profile"]["shown"]) == (1, 1, 2)
    assert all(rows[name]["tokens"] for name in ("system", "tools", "framing", "profile", "window", "now"))


async def test_a_turn_with_memory_off_leaves_the_front_for_the_next_as_it_was(
    scripted: House, scripted_model: ScriptedModel
):
    await talk(scripted, "记住我住在里斯本。Remember that I live in Lisbon.", thread="before")
    await talk(scripted, "hello")
    before = system(scripted_model)
    await scripted.say("hello 2\n!say ok", "t", memory=False)
    assert "Lisbon" not in system(scripted_model)
    await talk(scripted, "hello 3")
    assert system(scripted_model) == before
    assert "Lisbon" in before
