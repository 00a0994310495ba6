"""Temporary conversations through the graph: no memory goes in, none comes out, and each stays what it began as."""

from dataclasses import replace
from typing import Any

import pytest
from langchain_core.messages import ToolMessage
from support.in_process import House, sent_texts
from support.openai_server import ScriptedModel
from support.replies import Call, Reply
from support.storage_faults import BrokenStore

from memory.core import namespaces
from memory.core.defaults import DEFAULTS
from memory.core.errors import InputError
from memory.core.forgetting import temporary
from memory.core.ids import user_root
from memory.storage.events import list_events
from memory.storage.facts import list_pending, load_memory
from memory.storage.listing import list_items
from memory.storage.temporary import list_temporary
from memory.storage.transcript_read import read_thread

ANN = user_root("ann", 0)


async def memory_of(house: House) -> tuple[Any, ...]:
    """Everything that outlives conversations."""
    found = await load_memory(house.store, ANN)
    return found.assertions, found.tombstones, await list_pending(house.store, ANN), await list_events(house.store, ANN)


@pytest.mark.parametrize(
    ("known", "order", "said", "asked", "word"),
    [
        ("I live in Lisbon", "Always answer in Chinese", "Remember that my dog is Rex.", "my dog?", "Rex"),
        ("我住在里斯本", "以后都用繁体回复", "记住：我的狗叫旺财。", "我的狗叫什么？", "旺财"),
        ("我住在里斯本", "以後都用簡體回覆", "記住：我的狗叫來福。", "我的狗叫什麼？", "來福"),
    ],
)
async def test_it_reads_no_memory_learns_nothing_and_shows_nowhere_else(
    scripted: House, scripted_model: ScriptedModel, known: str, order: str, said: str, asked: str, word: str
):
    for text in (known, order):
        await scripted.send(text, "kept")
    before = await memory_of(scripted)
    state = await scripted.send(said, "passing", temporary=True)
    assert state["report"]["temporary"] is True
    first = sent_texts(scripted_model)
    assert known not in first
    assert order not in first
    assert "This conversation is temporary" in first
    await scripted.send(asked, "passing")
    assert word in sent_texts(scripted_model)
    assert await memory_of(scripted) == before
    await scripted.send(asked, "kept")
    await scripted.send(asked, "new")
    assert not any(word in sent_texts(scripted_model, at) for at in (-1, -2))
    assert known in sent_texts(scripted_model)
    assert order in sent_texts(scripted_model)


async def test_its_tools_read_and_change_no_memory_and_say_so(scripted: House, scripted_model: ScriptedModel):
    await scripted.send("I live in Lisbon. 我的幸运数字是 7351。", "kept")
    await scripted.send("the gate is green today, 门是绿色的", "passing", temporary=True)
    before = await memory_of(scripted)
    calls = (
        Call.of("propose_memory", text="I like jazz", quote="I like jazz"),
        Call.of("forget_memory", what="that I live in Lisbon"),
        Call.of("search_memory", query="where do I live"),
        Call.of("search_transcript", query="Lisbon 幸运数字 green gate"),
    )
    scripted_model.push(Reply(calls=calls), Reply("ok"))
    state = await scripted.send("I like jazz. Forget that I live in Lisbon.", "passing")
    proposed, forgot, facts, found = (m.text for m in state["messages"] if isinstance(m, ToolMessage))
    assert "temporary: nothing was stored" in proposed
    assert "temporary: nothing was forgotten" in forgot
    assert "Lisbon" not in facts
    assert "the gate is green" in found
    assert "7351" not in found
    assert await memory_of(scripted) == before
    scripted_model.push(Reply(calls=(Call.of("search_transcript", query="green gate 绿色"),)), Reply("ok"))
    state = await scripted.send("what colour is the gate?", "other")
    (found,) = (m.text for m in state["messages"] if isinstance(m, ToolMessage))
    assert "绿色" not in found


async def test_a_kept_conversation_refuses_to_become_temporary_and_holds_nothing_of_that_message(house: House):
    await house.send("my cat is Momo", "t")
    for saver_lost in (False, True):
        if saver_lost:
            await house.saver.adelete_thread("t")
        with pytest.raises(InputError, match=r"^temporary: this conversation is kept"):
            await house.send("between us: ORIOLE", "t", temporary=True)
        assert "ORIOLE" not in str((await house.graph.aget_state(house.config("t"))).values["messages"])
    assert "Momo" in await house.say("what is my cat called?", "t")
    assert "ORIOLE" not in str(await house.texts("t"))


async def test_it_stays_temporary_when_its_state_is_lost_or_copied(house: House):
    await house.send("my cat is Momo", "t", temporary=True)
    state = (await house.graph.aget_state(house.config("t"))).values
    await house.graph.aupdate_state(house.config("copy"), state, "ask")
    await house.saver.adelete_thread("t")
    for thread in ("t", "copy"):
        assert (await house.send("I live in Lisbon.", thread))["report"]["temporary"] is True
        assert (await read_thread(house.store, ANN, thread) or {}).get("temporary") is True
    assert "Momo" in await house.say("what is my cat called?", "t")
    assert (await load_memory(house.store, ANN)).assertions == []
    assert sorted(await list_temporary(house.store)) == [(ANN, "copy"), (ANN, "t")]


async def test_begun_while_memory_is_unavailable_it_is_recorded_as_temporary(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv("HOLDFAST_MODEL", raising=False)
    store = BrokenStore()
    house = House(store)
    store.down()
    await house.send("my cat is Momo", "t", temporary=True)
    store.up()
    await house.send("我住在里斯本。", "t")
    assert (await read_thread(house.store, ANN, "t") or {}).get("temporary") is True
    assert (await load_memory(house.store, ANN)).assertions == []


async def test_after_its_end_it_takes_no_message(house: House, monkeypatch: pytest.MonkeyPatch):
    await house.send("my cat is Momo", "t", temporary=True)
    monkeypatch.setattr(temporary, "DEFAULTS", replace(DEFAULTS, temporary_hours=0))
    with pytest.raises(InputError, match=r"^conversation: was temporary and ended"):
        await house.send("what is my cat called?", "t")
    assert len(await list_items(house.store, namespaces.transcript(ANN, "t", 0))) == 2


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("Remember that my locker is 12.", "This conversation is temporary"),
        ("记住我的柜子是12号。", "这是临时对话"),
        ("記住我的櫃子是12號。", "這是臨時對話"),
    ],
)
async def test_the_offline_model_claims_to_remember_nothing(house: House, said: str, told: str):
    assert told in await house.say(said, temporary=True)
    assert told not in await house.say(said, "kept")
