"""Erasing a user, and a conversation, on stores of this process: what goes, what stays, and what comes too late."""

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.store.base import BaseStore
from support.conversations import Conversation
from support.in_process import House
from support.openai_server import ScriptedModel
from support.planted import STORED, documents, found_in_files, plant

from memory.core import namespaces
from memory.core.access.assistants import apart_label
from memory.core.errors import ErasedError, InputError, StorageError
from memory.core.facts.current import current
from memory.core.facts.facts import Assertion
from memory.core.forgetting.erase_marks import root_key
from memory.core.ids import thread_id_for, user_root
from memory.core.messages.unrecorded import UNKNOWN_EPOCH
from memory.local_runner import LocalRunner, open_local_runner
from memory.models.chat import close_chat_models
from memory.service.access.identity import User, read_user
from memory.service.consolidation.consolidation_start import finish_local, start_consolidation
from memory.service.erasing.erasing import (
    erase_conversation,
    erase_thread,
    erase_user,
    facts_choice,
    preview,
    resume_erases,
)
from memory.service.erasing.erasing_reach import LocalRuns, Reach, nothing_runs
from memory.service.facts.fact_changes import edit_fact, pin_fact, retire_fact
from memory.service.facts.fact_index import FACTS
from memory.storage.compact import Compacted
from memory.storage.due import list_due, mark_due
from memory.storage.due_users import list_due_users
from memory.storage.erase_documents import unguarded
from memory.storage.erase_marks import mark_op
from memory.storage.events import list_events
from memory.storage.facts import list_pending, load_memory
from memory.storage.listing import list_items
from memory.storage.location import secret
from memory.storage.opening import open_store
from memory.storage.transcript_read import list_threads

ANN = user_root("ann", 0)
COACH, OTHER = (apart_label(name, ["*"]) for name in ("coach", "other"))
ONE = thread_id_for("ann", 0, "one")


async def nothing_to_compact() -> Compacted:
    return Compacted()


def reach_of(store: BaseStore) -> Reach:
    return Reach(store, LocalRuns(InMemorySaver(), nothing_runs), nothing_to_compact)


async def test_everything_of_a_user_goes_in_whatever_namespace_and_nothing_of_anybody_else(any_store: BaseStore):
    for user in ("ann", "ann2", "Ann", "ann_b", "ann%", "an", "安"):
        await plant(any_store, user, STORED)
    others = {user: await documents(any_store, user) for user in ("ann2", "Ann", "ann_b", "ann%", "an", "安")}
    receipt = await erase_user(reach_of(any_store), "ann")
    assert await documents(any_store, "ann") == "[]"
    assert {user: await documents(any_store, user) for user in others} == others
    assert ANN not in {root for root, _ in await list_due(any_store)}
    assert len(await list_due_users(any_store, datetime.now(UTC))) == len(others)
    assert (await read_user(any_store, "ann")).epoch == receipt["epoch"] == 1
    counted = {
        kind: receipt["documents"][kind] for kind in ("facts", "pending", "archive", "kinds", "due", "transcript")
    }
    assert counted == {"facts": 10, "pending": 2, "archive": 1, "kinds": 1, "due": 1, "transcript": 18}
    assert not any(text in str(receipt) for text in STORED.values())


async def test_an_erase_may_be_repeated_and_an_unknown_user_erased(any_store: BaseStore):
    await plant(any_store, "ann", STORED)
    receipts = [await erase_user(reach_of(any_store), user) for user in ("ann", "ann", "無名氏")]
    assert [bool(r["documents"]) for r in receipts] == [True, False, False]
    assert [r["epoch"] for r in receipts] == [1, 2, 1]


async def test_every_memory_that_is_kept_apart_goes_with_its_user_and_no_late_writer_begins_another(
    any_store: BaseStore,
):
    kept = user_root("ann2", 0, COACH)
    await plant(any_store, "ann", STORED, apart=COACH)
    await plant(any_store, "ann", STORED, epoch=UNKNOWN_EPOCH, apart=COACH)
    await plant(any_store, "ann2", STORED, apart=COACH)
    receipt = await erase_user(reach_of(any_store), "ann")
    assert receipt["documents"]["facts"] == 20
    assert await documents(any_store, "ann") == "[]"
    assert len((await load_memory(any_store, kept)).assertions) == 10
    for apart in (COACH, OTHER):
        with pytest.raises(ErasedError):
            await Conversation(any_store, user_root("ann", 0, apart), ONE).say("late 迟到了")
    assert await documents(any_store, "ann") == "[]"


async def test_an_erase_that_was_cut_off_goes_on_with_what_is_kept_apart():
    house = House(assistant="coach")
    await plant(house.store, "ann", STORED, apart=COACH)
    await house.graph.aupdate_state(house.config("copied"), {"owner": user_root("ann", 0, OTHER)}, "ask")
    cut_off = mark_op(
        root_key(ANN, secret()), {"schema": 1, "phase": "running", "threads": [], "facts": None, "at": ""}
    )
    await unguarded(house.store, [cut_off])
    await resume_erases(Reach(house.store, LocalRuns(house.saver, nothing_runs), nothing_to_compact))
    assert await documents(house.store, "ann") == "[]"
    assert (await house.graph.aget_state(house.config("copied"))).values == {}


async def test_what_an_earlier_epoch_left_behind_goes_too(any_store: BaseStore):
    await erase_user(reach_of(any_store), "ann")
    await plant(any_store, "ann", STORED, epoch=1)
    await any_store.aput(namespaces.settings(ANN), "late", {"value": STORED["user"]}, index=False)
    await erase_user(reach_of(any_store), "ann")
    assert await documents(any_store, "ann") == "[]"


async def test_a_thread_that_memory_never_came_back_to_goes_too():
    house = House()
    await house.graph.aupdate_state(house.config("unrecorded"), {"owner": user_root("ann", UNKNOWN_EPOCH)}, "ask")
    reach = Reach(house.store, LocalRuns(house.saver, nothing_runs), nothing_to_compact)
    assert (await erase_user(reach, "bob"))["checkpoints"] == 0
    assert (await erase_user(reach, "ann"))["checkpoints"] == 1
    assert await house.saver.aget_tuple(house.config("unrecorded")) is None


async def test_more_documents_than_a_page_go():
    house = House()
    for number in range(1203):
        await house.store.aput(namespaces.settings(ANN), f"k{number}", {"value": number})
    receipt = await erase_user(reach_of(house.store), "ann")
    assert receipt["documents"] == {"settings": 1203}


@pytest.mark.parametrize("choice", ["keep", "delete"])
async def test_a_conversation_goes_with_all_that_hangs_on_it_and_its_facts_as_asked(any_store: BaseStore, choice: str):
    await plant(any_store, "ann", STORED, facts=9)
    _, told = await preview(any_store, User("ann", 0), "one")
    receipt = await erase_conversation(reach_of(any_store), User("ann", 0), "one", facts_choice(choice))
    facts = (await load_memory(any_store, ANN)).assertions
    assert (len(told["only"]), len(told["pending"])) == (3, 2)
    assert len(facts) == (9 if choice == "keep" else 6)
    assert receipt["facts_kept"] == (3 if choice == "keep" else 0)
    assert await list_pending(any_store, ANN) == []
    assert await list_due(any_store) == []
    assert ONE not in [r["thread"] for r in await list_threads(any_store, ANN)]
    for item in await list_items(any_store, ("users", ANN)):
        assert ONE not in item.namespace
        assert item.key != ONE
        assert item.value.get("thread") != ONE
    assert len(await list_items(any_store, ("users", ANN, "transcript"))) == 12
    assert (await read_user(any_store, "ann")).epoch == 0


async def test_a_user_without_the_thread_holds_nothing_of_it(any_store: BaseStore):
    await plant(any_store, "ann", STORED)
    await plant(any_store, "bob", STORED)
    before = await documents(any_store, "bob")
    (receipt,) = await erase_thread(reach_of(any_store), ONE)
    assert receipt["what"] == "conversation"
    assert await documents(any_store, "bob") == before
    assert not any(r["documents"] for r in await erase_thread(reach_of(any_store), ONE))


async def test_a_name_can_be_used_again_and_knows_nothing():
    house, thread = House(), thread_id_for("ann", 0, "旅行")
    reach = Reach(house.store, LocalRuns(house.saver, nothing_runs), nothing_to_compact)
    await house.say("Remember that my flight is CA1234.", thread, conversation="旅行")
    await erase_conversation(reach, User("ann", 0), "旅行", "delete")
    assert "CA1234" not in await house.say("What is my flight?", thread, conversation="旅行")
    assert [e["depth"] for e in await house.entries(thread)] == [0, 1]
    await erase_user(reach, "ann")
    assert "CA1234" not in await house.say("What is my flight?", thread_id_for("ann", 1, "旅行"))


@pytest.mark.parametrize(
    ("said", "edited"), [("I live in Lisbon", "I live in Porto"), ("我住在里斯本", "我住在波爾圖")]
)
async def test_a_fact_that_was_kept_is_changed_like_any_other_and_names_no_thread(
    any_store: BaseStore, said: str, edited: str
):
    thread = thread_id_for("ann", 0, "one")
    await House(any_store).say(said, thread, conversation="one")
    await erase_conversation(reach_of(any_store), User("ann", 0), "one")

    async def held() -> list[Assertion]:
        spans = current((await load_memory(any_store, ANN)).assertions, datetime.now(UTC).isoformat())
        return [span["fact"] for span in spans]

    (kept,) = await held()
    assert await pin_fact(any_store, ANN, kept["id"], pinned=True, now=datetime.now(UTC)) == "pinned"
    assert (await edit_fact(any_store, ANN, kept["id"], text=edited, now=datetime.now(UTC))).outcome == "edited"
    (home,) = await held()
    assert (home["text"], home["source"].get("erased")) == (edited, True)
    assert await retire_fact(any_store, ANN, home["id"], reason="stale", now=datetime.now(UTC)) == "retired"
    assert await held() == []
    events = [event for event in await list_events(any_store, ANN) if event["type"].startswith("fact.")]
    assert [event["type"] for event in events] == ["fact.pinned", "fact.edited", "fact.retired"]
    assert thread not in str(events)


async def test_a_run_nobody_can_stop_writes_nothing_after_the_erase(
    scripted_model: ScriptedModel, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("HOLDFAST_MODEL", "scripted")
    monkeypatch.setenv("HOLDFAST_BASE_URL", scripted_model.base_url)
    house = House()
    reach = Reach(house.store, LocalRuns(house.saver, nothing_runs), nothing_to_compact)
    runs = [
        asyncio.create_task(house.send("!slow 700 2", thread_id_for(user, 0, "one"), user, conversation="one"))
        for user in ("ann", "安")
    ]
    await _asked(scripted_model, 2)
    await erase_user(reach, "ann")
    await erase_conversation(reach, User("安", 0), "one")
    ends = await asyncio.gather(*runs, return_exceptions=True)
    assert [type(end) for end in ends] == [ErasedError, ErasedError]
    left = [item.value["type"] for item in await list_items(house.store, ("users",))]
    assert left == ["conversation.erased"]  # without a word of which
    assert (await erase_user(reach, "ann"))["checkpoints"] == 1  # what the run left there goes with the next erase
    await close_chat_models()


@pytest.fixture
async def runner(
    tmp_path: Path, scripted_model: ScriptedModel, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[LocalRunner]:
    monkeypatch.setenv("HOLDFAST_DATA", str(tmp_path))
    monkeypatch.setenv("HOLDFAST_MODEL", "scripted")
    monkeypatch.setenv("HOLDFAST_BASE_URL", scripted_model.base_url)
    async with open_local_runner() as runner:
        yield runner


async def test_an_erase_ends_the_turn_that_is_running_and_leaves_no_byte_of_it(
    runner: LocalRunner, scripted_model: ScriptedModel, tmp_path: Path
):
    await _say(runner, "ann", "我的代号是翡翠灯塔")
    await _say(runner, "bob", "the heron is bob's")
    turns = [asyncio.create_task(_say(runner, user, f"!slow 60000 2 {user} 海鸥 osprey")) for user in ("ann", "bob")]
    await _asked(scripted_model, 4)
    receipt = await erase_user(runner.reach(), "ann")
    with pytest.raises(ErasedError):
        await turns[0]
    assert receipt["runs_stopped"] == 1
    assert not turns[1].done()
    turns[1].cancel()
    await asyncio.gather(turns[1], return_exceptions=True)
    assert found_in_files([tmp_path], ["翡翠灯塔", "ann 海鸥 osprey"]) == set()
    assert {text for _, text in found_in_files([tmp_path], ["heron", "bob 海鸥 osprey"])} == {
        "heron",
        "bob 海鸥 osprey",
    }
    assert "anew" in await _say(runner, "ann", "!say anew")


async def test_a_conversation_leaves_no_byte_and_the_users_others_go_on(runner: LocalRunner, tmp_path: Path):
    await _say(runner, "ann", "I told 翡翠灯塔 here")
    await _say(runner, "ann", "but the osprey there", "two")
    await erase_conversation(runner.reach(), User("ann", 0), "main")
    assert found_in_files([tmp_path], ["翡翠灯塔"]) == set()
    assert await _say(runner, "ann", "!seen osprey", "two") == "yes"
    assert await _say(runner, "ann", "!seen 翡翠灯塔", "main") == "no"


async def test_a_consolidation_that_runs_or_waits_brings_nothing_back(runner: LocalRunner, tmp_path: Path):
    reach, texts = runner.reach(), [f"翡翠灯塔 {number}" for number in range(400)]
    for thread in ("one", "two", "three", "四"):
        await Conversation(reach.store, ANN, thread).say(*texts)
        await mark_due(reach.store, ANN, thread)
        await start_consolidation(ANN, thread, on_server=False)
    receipt = await erase_user(reach, "ann")
    assert receipt["runs_stopped"] > 0
    await finish_local()
    assert await documents(reach.store, "ann") == "[]"
    assert found_in_files([tmp_path], ["翡翠灯塔"]) == set()


async def test_what_the_process_keeps_of_a_user_is_given_up(runner: LocalRunner):
    await _say(runner, "ann", "Remember that my flight is CA1234.")
    async with open_store() as other:
        version = (await load_memory(other, ANN)).version
    reach = runner.reach()
    assert FACTS._held.get(reach.store, ANN) is not None
    assert version
    await erase_user(reach, "ann")
    assert FACTS._held.get(reach.store, ANN) is None


async def test_someone_who_keeps_writing_past_every_guard_is_told_of(any_store: BaseStore):
    async def write_on(threads: object) -> int:
        await any_store.aput(namespaces.settings(ANN), "again", {"value": "x"}, index=False)
        return 0

    reach = Reach(any_store, LocalRuns(InMemorySaver(), write_on), nothing_to_compact)
    with pytest.raises(StorageError, match="keeps writing"):
        await erase_user(reach, "ann")


def test_a_choice_that_is_none_is_refused():
    with pytest.raises(InputError, match="keep or delete"):
        facts_choice("perhaps")


async def _asked(model: ScriptedModel, times: int) -> None:
    """Wait until the model was asked so often."""
    while len(model.requests) < times:  # noqa: ASYNC110  # another thread appends to them
        await asyncio.sleep(0.02)


async def _say(runner: LocalRunner, user: str, text: str, conversation: str = "main") -> str:
    return [event async for event in runner.stream(user, conversation, text)][-1].reply  # type: ignore[union-attr]  # the last is Done
