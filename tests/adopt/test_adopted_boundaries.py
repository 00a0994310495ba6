"""The four boundaries on an agent that has adopted memory: same thread, restart, new thread, another user."""

from pathlib import Path

import pytest
from support.adopted import entries, example_agent, report, send
from support.in_process import sent_texts
from support.openai_server import ScriptedModel
from support.replies import Call, Reply

from memory.models.tokenizer import count_text


@pytest.mark.parametrize(
    ("said", "asked", "word"),
    [
        ("Remember that I am allergic to peanuts.", "What am I allergic to?", "peanuts"),
        ("记住：我对花生过敏。", "我对什么过敏？", "花生"),
        ("記住：我對花生過敏。", "我對什麼過敏？", "花生"),
        ("记住：我的 project code 是 KX-77。", "What is my project code?", "KX-77"),
    ],
)
async def test_what_is_said_is_known_in_the_thread_after_a_restart_and_in_new_threads_and_to_nobody_else(
    tmp_path: Path, scripted_model: ScriptedModel, said: str, asked: str, word: str
):
    async with example_agent(tmp_path, scripted_model) as agent:
        await send(agent, said, "first")
        await send(agent, asked, "first")
        assert word in sent_texts(scripted_model)
    async with example_agent(tmp_path, scripted_model) as agent:
        for thread in ("first", "second"):
            await send(agent, asked, thread)
            assert word in sent_texts(scripted_model)
        await send(agent, asked, "third", user="ben")
        assert word not in sent_texts(scripted_model)
        assert [e["role"] for e in await entries(agent, "first")] == ["user", "assistant"] * 3


async def test_the_agents_own_system_text_stands_first_and_its_own_tools_beside_those_of_memory(
    tmp_path: Path, scripted_model: ScriptedModel
):
    async with example_agent(tmp_path, scripted_model) as agent:
        scripted_model.push(Reply("", (Call.of("opening_hours", day="Monday"),)))
        answer = await send(agent, "When are you open on Monday?")
        first, second = scripted_model.requests
        assert first["messages"][0]["content"].startswith("You serve the customers of a tea shop.")
        assert {"opening_hours", "search_memory", "forget_memory"} <= {t["function"]["name"] for t in first["tools"]}
        assert "from 9 to 17" in str(second["messages"][-1])
        assert "from 9 to 17" in answer["messages"][-1].text
        assert [e["role"] for e in await entries(agent)] == ["user", "assistant", "tool", "assistant"]
        told = await report(agent)
        assert told["calls"] == 2
        assert told["tokens"]["tools"] > 0


@pytest.mark.parametrize(
    ("said", "order", "asked", "word"),
    [
        ("I live in Lisbon.", "Forget that I live in Lisbon.", "Where do I live?", "Lisbon"),
        ("我住在里斯本。", "忘掉我住在里斯本这件事。", "我住在哪里？", "里斯本"),
    ],
)
async def test_what_was_forgotten_is_shown_to_the_model_no_more(
    tmp_path: Path, scripted_model: ScriptedModel, said: str, order: str, asked: str, word: str
):
    async with example_agent(tmp_path, scripted_model) as agent:
        await send(agent, said, "first")
        scripted_model.push(Reply("", (Call.of("forget_memory", what=order),)), Reply("Done. 好的。"))
        await send(agent, order, "second")
        assert word not in sent_texts(scripted_model).split("Forgotten")[0].split(order)[0]
        for thread in ("first", "third"):
            await send(agent, asked, thread)
            assert word not in sent_texts(scripted_model)


async def test_every_request_stays_within_the_budget_and_old_facts_in_view(
    tmp_path: Path, scripted_model: ScriptedModel
):
    async with example_agent(tmp_path, scripted_model) as agent:
        await send(agent, "Remember that I am allergic to peanuts.")
        for n in range(3):
            await send(agent, f"{n} 请看这段话：" + "我们讨论了很多不同的茶叶和水温。" * 300)
        told = await report(agent)
        last = scripted_model.requests[-1]
        assert count_text(str([m["content"] for m in last["messages"]])) < told["budget"]
        assert told["total_tokens"] <= told["budget"]
        assert "peanuts" in sent_texts(scripted_model)
        assert len(await entries(agent)) == 8
