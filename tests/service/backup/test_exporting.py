"""An export tells everything kept of a user, in lines that people can read."""

import json
from datetime import UTC, datetime

from langgraph.store.memory import InMemoryStore
from support.conversations import Conversation
from support.planted import STORED, plant

from memory.core.access.assistants import apart_label, assistant_id
from memory.core.facts.facts import Assertion
from memory.core.ids import user_root
from memory.service.access.identity import User
from memory.service.backup.exporting import Line, export_lines
from memory.service.forgetting.forgetting import forget
from memory.storage.facts import load_memory

ANN = User("ann", 0)


async def exported(store: InMemoryStore) -> list[Line]:
    return [line async for line in export_lines(store, ANN, datetime.now(UTC))]


async def test_everything_is_told_in_both_languages_and_nothing_of_another_user():
    store = InMemoryStore()
    await plant(store, "ann", STORED)
    await plant(store, "小林", dict.fromkeys(STORED, "OTHER"))
    lines = await exported(store)
    kinds = [line["type"] for line in lines]
    assert kinds[0] == "export"
    assert {kind: kinds.count(kind) for kind in dict.fromkeys(kinds)} == {
        "export": 1,
        "setting": 1,
        "fact": 10,
        "pending": 2,
        "working": 1,
        "conversation": 3,
        "message": 18,
    }
    text = json.dumps(lines, ensure_ascii=False)
    inner = {"event", "archived", "blob", "leaf"}
    assert [name for name, told in STORED.items() if told not in text and name not in inner] == []
    assert "OTHER" not in text


async def test_memory_that_is_kept_apart_is_told_with_its_assistant_and_can_be_had_alone():
    store = InMemoryStore()
    coach = User("ann", 0, apart_label("coach", ["coach"]))
    await plant(store, "ann", dict.fromkeys(STORED, "shared 共用"))
    await plant(store, "ann", dict.fromkeys(STORED, "apart 分开"), apart=coach.apart)
    await plant(store, "小林", dict.fromkeys(STORED, "OTHER"), apart=coach.apart)
    lines = await exported(store)
    told = {(line.get("assistant"), line["text"].split(": ")[-1]) for line in lines if line["type"] == "fact"}
    assert told == {(None, "shared 共用"), (assistant_id("coach"), "apart 分开")}
    alone = [line async for line in export_lines(store, coach, datetime.now(UTC))]
    assert alone[0]["assistant"] == assistant_id("coach")
    assert len(alone) == len([line for line in lines if "assistant" in line]) + 1
    assert "shared" not in json.dumps(alone)


async def test_what_was_forgotten_and_what_was_temporary_is_not_told():
    store = InMemoryStore()
    await plant(store, "ann", STORED)
    talk = Conversation(store, user_root("ann", 0), "passing")
    await talk.say("my secret wish", "秘密的愿望")
    await talk.make_temporary()
    memory = await load_memory(store, ANN.root)
    told: list[Assertion] = memory.assertions
    await forget(store, ANN.root, told, now=datetime.now(UTC))
    text = json.dumps(await exported(store), ensure_ascii=False)
    for gone in ("secret wish", "秘密", STORED["fact"], STORED["fact_zh"]):
        assert gone not in text
