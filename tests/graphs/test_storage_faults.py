"""A store that fails in a turn: the reply comes, says so, and nothing of the turn is lost or doubled afterwards."""

import pytest
from langgraph.store.base import GetOp, Op, PutOp
from support.in_process import House, sent_texts
from support.openai_server import ScriptedModel
from support.replies import Call, Reply
from support.storage_faults import ROOT, BrokenStore, LateStore, check_known, check_whole, wait_for_stores

from memory.core import namespaces
from memory.core.errors import OwnershipError
from memory.core.ids import encode_label, user_root
from memory.core.window.section_texts import MEMORY_UNAVAILABLE
from memory.storage.epochs import epoch_op
from memory.storage.location import secret
from memory.storage.ops import put, write


@pytest.fixture
def store() -> BrokenStore:
    return BrokenStore()


@pytest.fixture
def house(house: House, store: BrokenStore) -> House:  # its settings hold
    """The graph with the offline model on a store that can be broken."""
    return House(store)


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give a store little time in a turn."""
    wait_for_stores(monkeypatch, 0.3)


async def test_turns_without_the_store_are_answered_told_and_recorded_when_it_is_back(
    house: House, store: BrokenStore, caplog: pytest.LogCaptureFixture
):
    await house.say("Hello there")
    store.down()
    first = await house.send("Remember that my flight is CA1234.", message_id="m1")
    second = await house.send("记住我对花生过敏。", message_id="m2")
    for result in (first, second):
        (told,) = [d for d in result["report"]["degraded"] if d.startswith("memory is unavailable")]
        assert "OSError: disk gone 磁盘" in told
    assert "unavailable" in first["messages"][-1].text
    assert "记忆暂时不可用" in second["messages"][-1].text
    assert caplog.text.count("memory is unavailable") == 2
    assert "CA1234" in await house.say("What is my flight?")
    store.up()
    back = await house.send("Thanks")
    assert back["report"]["degraded"][0] == "memory is back: 6 messages of earlier turns were recorded"
    said = ["Remember that my flight is CA1234.", "记住我对花生过敏。", "What is my flight?"]
    await check_whole(house, "Hello there", *said, "Thanks")
    await check_known(house, "What is my flight?", "CA1234")
    await check_known(house, "我对什么过敏？", "花生")


@pytest.mark.parametrize("begun", [True, False])
async def test_a_store_that_is_back_after_the_reply_has_the_turn_and_its_facts_at_once(
    house: House, store: BrokenStore, *, begun: bool
):
    said = ["Hi"] if begun else []
    for text in said:
        await house.say(text)
    failing = iter([True])
    store.breaks = lambda _: next(failing, False)
    report = (await house.send("Remember that my flight is CA1234. 记住我对花生过敏。"))["report"]
    assert report["unavailable"]
    assert report["degraded"][-1] == "memory was back after the reply: this turn is recorded"
    await check_whole(house, *said, "Remember that my flight is CA1234. 记住我对花生过敏。")
    await check_known(house, "What is my flight?", "CA1234")
    await check_known(house, "我对什么过敏？", "花生")


async def test_without_the_store_nothing_is_learned_of_who_wants_nothing_learned(house: House, store: BrokenStore):
    await write(store, [put(namespaces.settings(ROOT), "learn", {"value": False})])
    store.down()
    await house.say("Remember that my flight is CA1234.")
    store.up()
    await house.say("好")
    failing = iter([True])
    store.breaks = lambda _: next(failing, False)
    await house.say("记住我对花生过敏。")
    assert await store.asearch(namespaces.facts(ROOT)) == []


@pytest.mark.usefixtures("impatient")
async def test_writes_that_come_through_too_late_are_the_same_entries(house: House):
    store = LateStore()
    house = House(store)
    await house.say("Hi")
    store.slow = True
    await house.say("Remember that my flight is CA1234.")
    await house.say("记住我对花生过敏。")
    store.slow = False
    await house.say("ok")
    assert store.late
    await store.come_through()
    said = ["Remember that my flight is CA1234.", "记住我对花生过敏。"]
    found = await store.asearch(("users", ROOT, "transcript"), limit=1000)
    assert sorted(item.value["role"] for item in found) == ["assistant"] * 4 + ["user"] * 4
    await house.say("and now")
    await check_whole(house, "Hi", *said, "ok", "and now")


async def test_a_message_answered_without_the_store_is_answered_once(house: House, store: BrokenStore):
    store.down()
    first = await house.send("Remember that my flight is CA1234.", message_id="m1")
    again = await house.send("Remember that my flight is CA1234.", message_id="m1")
    assert [m.id for m in again["messages"]] == [m.id for m in first["messages"]]
    store.up()
    back = await house.send("Remember that my flight is CA1234.", message_id="m1")
    assert [m.id for m in back["messages"]] == [m.id for m in first["messages"]]
    await check_whole(house, "Remember that my flight is CA1234.")
    await house.say("ok")
    await check_known(house, "What is my flight?", "CA1234")


async def test_a_message_edited_without_the_store_is_recorded_as_edited(house: House, store: BrokenStore):
    store.down()
    await house.say("Remember that my flight is CA1234.", message_id="m1")
    await house.say("记住我的航班是 MU5101。", message_id="m1")
    store.up()
    await house.say("ok")
    assert (await house.texts())[0] == "记住我的航班是 MU5101。"
    assert "CA1234" not in await house.say("我的航班号是什么？", thread="another")


async def test_a_thread_without_the_store_is_its_users_alone(house: House, store: BrokenStore):
    code = "我的暗号是 9988"
    await house.say("My code is 7351", thread="old")
    store.down()
    for thread in ("old", "new"):
        await house.say(code, thread=thread, message_id=f"a-{thread}")
        with pytest.raises(OwnershipError):
            await house.say("What is the code?", thread=thread, user="bob", message_id=f"b-{thread}")
        with pytest.raises(OwnershipError):  # an edit of what is not his
            await house.say("What is the code?", thread=thread, user="bob", message_id=f"a-{thread}")
    store.up()
    for thread in ("old", "new"):
        with pytest.raises(OwnershipError):
            await house.say("What is the code?", thread=thread, user="bob")
        await house.say("ok", thread=thread)
    assert [e["content"] for e in await house.entries("old") if e["role"] == "user"] == ["My code is 7351", code, "ok"]
    assert "What is the code?" not in [*await house.texts("old"), *await house.texts("new")]


async def test_a_thread_that_began_without_the_store_joins_the_users_epoch(house: House, store: BrokenStore):
    await write(store, [epoch_op("ann", 1, secret())])
    store.down()
    await house.say("Remember that my flight is CA1234.")
    store.up()
    await house.say("ok")
    facts = await store.asearch(("users", user_root("ann", 1), "facts"))
    assert [item.value["value"] or item.value["text"] for item in facts] != []
    assert await store.asearch(("users",), limit=1000) == [
        item for item in await store.asearch(("users",), limit=1000) if item.namespace[1] == user_root("ann", 1)
    ]


async def test_what_was_forgotten_stays_out_of_the_window_without_the_store(
    scripted: House, scripted_model: ScriptedModel, store: BrokenStore
):
    scripted = House(store)
    await scripted.say("Remember that my locker code is 7351.")
    scripted_model.push(Reply(calls=(Call.of("forget_memory", what="my locker code"),)))
    await scripted.say("Forget my locker code.")
    store.down()
    await scripted.say("What is my locker code?")
    assert "7351" not in sent_texts(scripted_model)
    assert "Forget my" in sent_texts(scripted_model)
    # Another process, which has read nothing yet: what was forgotten is not known, but that something was.
    other = House(BrokenStore())
    other.graph.checkpointer = scripted.graph.checkpointer
    other.store.down()  # type: ignore[attr-defined]
    result = await other.send("What is my locker code, 密码?")
    assert "7351" not in sent_texts(scripted_model)
    assert "Forget my" not in sent_texts(scripted_model)
    assert any("not known now" in d for d in result["report"]["degraded"])


async def test_tools_say_that_memory_is_unavailable_and_the_model_is_told(
    scripted: House, scripted_model: ScriptedModel, store: BrokenStore
):
    scripted = House(store)
    store.down()
    names = ("search_memory", "search_transcript", "forget_memory", "propose_memory")
    calls = [Call.of(name, query="x", what="x", text="x", quote="x") for name in names]
    scripted_model.push(Reply(calls=(*calls, Call.of("calculator", expression="1+1"))))
    result = await scripted.send("搜索 and forget")
    told = [m.text for m in result["messages"] if m.type == "tool"]
    assert [("memory is unavailable" in text) for text in told] == [True] * 4 + [False]
    assert MEMORY_UNAVAILABLE in sent_texts(scripted_model)
    assert result["report"]["total_tokens"] == sum(result["report"]["tokens"].values())
    store.up()
    await scripted.say("!say ok")
    await check_whole(scripted, "搜索 and forget", "!say ok")
    assert MEMORY_UNAVAILABLE not in str(scripted_model.requests[-1])


@pytest.mark.parametrize("place", ["transcript", "facts", "version"])
async def test_a_store_that_fails_once_the_message_is_acknowledged_costs_neither_the_reply_nor_the_facts(
    house: House, store: BrokenStore, place: str
):
    text = "Remember that my flight is CA1234. 记住我对花生过敏。"
    await house.say("Hi")
    acknowledged = False

    def breaks(ops: list[Op]) -> bool:
        nonlocal acknowledged
        before = acknowledged
        acknowledged |= any("transcript" in op.namespace for op in ops if isinstance(op, PutOp))
        return before and any(place in op.namespace for op in ops if isinstance(op, PutOp | GetOp))

    store.breaks = breaks
    assert (await house.send(text))["report"]["unavailable"] == "OSError: disk gone 磁盘"
    store.up()
    await house.say("ok")
    await check_whole(house, "Hi", text, "ok")
    await check_known(house, "What is my flight?", "CA1234")
    await check_known(house, "我对什么过敏？", "花生")


async def test_documents_of_a_newer_holdfast_are_told_and_left_as_they_are(house: House, store: BrokenStore):
    await house.say("Hi")
    at = namespaces.heads(ROOT), encode_label("t")
    newer = {"schema": 99, "key": "其他", "depth": 7}
    head = (await store.aget(*at)).value  # type: ignore[union-attr]
    await write(store, [put(*at, newer)])
    result = await house.send("Remember that my flight is CA1234.")
    assert "head document has schema 99, this Holdfast reads up to 1. Upgrade" in result["report"]["unavailable"]
    assert (await store.aget(*at)).value == newer  # type: ignore[union-attr]
    assert len(await store.asearch(("users", ROOT, "transcript"))) == 2
    await write(store, [put(*at, head)])
    await house.say("ok")
    await check_whole(house, "Hi", "Remember that my flight is CA1234.", "ok")


async def test_images_of_a_turn_without_the_store_are_recorded_with_it(house: House, store: BrokenStore):
    image = {"type": "image", "base64": "aGVsbG8g" * 400, "mime_type": "image/png"}
    store.down()
    await house.send([{"type": "text", "text": "看这张图"}, image])
    store.up()
    await house.say("ok")
    assert len(await store.asearch(("users", ROOT, "blobs"), limit=10)) == 1
    assert "aGVsbG8g" not in str((await house.graph.aget_state(house.config("t"))).values["messages"])
