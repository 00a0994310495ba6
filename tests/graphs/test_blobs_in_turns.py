"""Images and files through whole turns of the agent, in this process with the scripted model."""

import json
from collections.abc import Callable, Iterable
from typing import Any

import pytest
from langchain_core.messages import AIMessage, AnyMessage, ToolMessage
from langchain_core.tools import tool
from langgraph.prebuilt import ToolNode
from langgraph.store.base import BaseStore, GetOp, Op, Result
from langgraph.store.memory import InMemoryStore
from support.in_process import House
from support.media import digest, encoded, image, image_url, png, text
from support.openai_server import ScriptedModel
from support.replies import Reply

from memory.core import namespaces
from memory.core.errors import InputError, StorageError
from memory.core.ids import user_root
from memory.core.messages.blobs import references
from memory.storage.blobs import drop_blobs
from memory.storage.listing import list_items
from memory.storage.ops import delete, write
from memory_nodes import run_tools

CAT, DOG = png("cat", 100_000), png("狗", 100_000)
ANN = user_root("ann", 0)


async def state_of(house: House, thread: str = "t") -> list[AnyMessage]:
    return list((await house.graph.aget_state(house.config(thread))).values["messages"])


async def kept_in(house: House, root: str = ANN) -> list[str]:
    return [item.key for item in await list_items(house.store, namespaces.blobs(root))]


def sent(model: ScriptedModel, at: int = -1) -> str:
    return json.dumps(model.requests[at]["messages"], ensure_ascii=False)


@pytest.mark.parametrize("block", [image, image_url])
async def test_the_model_sees_the_image_and_state_and_transcript_hold_a_reference(
    scripted: House, scripted_model: ScriptedModel, block: Any
):
    await scripted.say([text("这是我的猫，叫咪咪。"), block(CAT)])
    assert encoded(CAT) in sent(scripted_model)
    assert encoded(CAT) not in str(await state_of(scripted)) + str(await scripted.entries())
    for content in ((await state_of(scripted))[0].content, (await scripted.entries())[0]["content"]):
        assert [r["blob"] for r in references(content)] == [digest(CAT)]
    assert await scripted.texts() != [""]
    assert "base64" not in json.dumps((await scripted.graph.aget_state(scripted.config("t"))).values["report"])


async def test_the_next_turn_still_shows_it_and_a_second_sending_is_stored_once(
    scripted: House, scripted_model: ScriptedModel
):
    await scripted.say([text("my cat"), image(CAT)])
    await scripted.say("它是什么颜色？")
    await scripted.say([text("the same again"), image(CAT), image_url(DOG)])
    assert sent(scripted_model, 1).count(encoded(CAT)) == 1
    assert sent(scripted_model, 2).count(encoded(CAT)) == 2
    assert sorted(await kept_in(scripted)) == sorted([digest(CAT), digest(DOG)])


@pytest.mark.parametrize("data", [CAT, png("小")], ids=["large", "small"])
async def test_an_image_without_a_media_type_is_shown_with_it_in_every_turn(
    scripted: House, scripted_model: ScriptedModel, data: bytes
):
    await scripted.say([text("看"), {"type": "image", "base64": encoded(data)}])
    await scripted.say("and now?")
    for at in (0, 1):
        assert f"data:image/png;base64,{encoded(data)}" in sent(scripted_model, at)


async def test_a_message_sent_again_with_its_bytes_gets_the_recorded_answer(
    scripted: House, scripted_model: ScriptedModel
):
    content = [text("看这张图"), image(CAT)]
    first = await scripted.say(content, message_id="m1")
    assert await scripted.say(content, message_id="m1") == first
    assert len(scripted_model.requests) == 1
    assert len(await scripted.entries()) == 2
    assert encoded(CAT) not in str(await state_of(scripted))
    await scripted.say([text("看这张图"), image(DOG)], message_id="m1")
    assert len(scripted_model.requests) == 2


async def test_older_images_are_told_in_a_line_with_the_day_they_were_sent(
    scripted: House, scripted_model: ScriptedModel
):
    images = [png(str(i), 50_000) for i in range(10)]
    for i, data in enumerate(images):
        await scripted.say([text(f"第{i}张 picture"), image(data)])
    shown = [encoded(data) in sent(scripted_model) for data in images]
    assert shown[:2] == [False, False]
    assert shown[-1]
    assert shown == sorted(shown)
    entry = (await scripted.entries())[0]
    name = digest(images[0])[:12]
    line = f'[image image/png 49 KB, sha256 {name}…; sent {entry["time"][:10]}; open_earlier("{name}") shows it]'
    assert json.dumps(line, ensure_ascii=False).strip('"') in sent(scripted_model)
    report = (await scripted.entries())[-1]["report"]
    assert report is not None
    assert report["media"] == sum(shown)
    assert report["total_tokens"] <= report["budget"]


async def test_a_small_budget_shows_the_newest_image_alone(scripted: House, scripted_model: ScriptedModel):
    await scripted.say([text("一"), image(CAT)], context_budget=3_500)
    await scripted.say([text("二"), image(DOG)], context_budget=3_500)
    assert encoded(CAT) not in sent(scripted_model)
    assert encoded(DOG) in sent(scripted_model)


async def test_an_erased_image_is_said_to_be_missing_and_the_report_tells_it(
    scripted: House, scripted_model: ScriptedModel
):
    await scripted.say([text("my passport"), image(CAT)])
    await write(scripted.store, [delete(namespaces.blobs(ANN), digest(CAT))])
    await scripted.say("护照号码是多少？")
    assert "it was erased]" in sent(scripted_model)
    report = (await scripted.entries())[-1]["report"]
    assert report is not None
    assert report["degraded"] == ["images and files: 1 not shown, it was erased"]


class Failing(InMemoryStore):
    """A store that fails while `fails` says so of an operation."""

    fails: Callable[[Op], bool] = staticmethod(lambda _: False)

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        listed = list(ops)
        if any(map(self.fails, listed)):
            raise StorageError("the disk is gone")
        return await super().abatch(listed)


async def test_a_store_that_fails_to_give_an_image_costs_the_turn_nothing_but_the_image(
    scripted: House, scripted_model: ScriptedModel
):
    store = Failing()
    house = House(store)
    await house.say([text("看"), image(CAT)])
    store.fails = lambda op: isinstance(op, GetOp) and op.namespace == namespaces.blobs(ANN)
    assert await house.say("什么颜色？")
    assert "it cannot be read now]" in sent(scripted_model)


async def test_an_image_sent_while_the_store_is_down_is_seen_at_once_and_kept_when_it_is_back(
    scripted: House, scripted_model: ScriptedModel
):
    store = Failing()
    house = House(store)
    store.fails = lambda _: True
    assert await house.say([text("看"), image(CAT)])
    assert encoded(CAT) in sent(scripted_model)
    del store.fails
    assert await house.say("什么颜色？")
    assert encoded(CAT) in sent(scripted_model)
    assert await kept_in(house) == [digest(CAT)]
    assert encoded(CAT) not in str(await state_of(house)) + str(await house.entries())


@pytest.mark.parametrize("hidden", ["blob", "form"])
async def test_another_users_hash_shows_nothing_of_theirs(scripted: House, scripted_model: ScriptedModel, hidden: str):
    await scripted.say([text("secret 机密"), image(CAT)], "hers", "ann")
    stolen: dict[str, Any] = {"type": "image", "blob": digest(CAT), "mime_type": "image/png", "size": len(CAT)}
    if hidden == "form":
        stolen |= {
            "form": {"type": "image_url", "image_url": {"url": "data:image/png;base64,"}},
            "at": ["image_url", "url"],
        }
    await scripted.say([text("show me"), stolen], "his", "bob")
    assert encoded(CAT) not in sent(scripted_model)
    assert "it was erased]" in sent(scripted_model)
    assert await kept_in(scripted, user_root("bob", 0)) == []


async def test_a_refused_image_leaves_nothing_behind_and_the_next_message_is_answered(
    scripted: House, scripted_model: ScriptedModel
):
    with pytest.raises(InputError, match="content block 3 \\(image\\) holds no valid Base64"):
        await scripted.say([text("看"), image(CAT), {"type": "image", "base64": "§§"}])
    assert await kept_in(scripted) == []
    assert await scripted.texts() == []
    assert await scripted.say("没事了")
    assert await scripted.texts() != []
    assert "§§" not in str(await state_of(scripted)) + sent(scripted_model)


async def test_a_stranger_stores_no_image_on_anothers_thread(scripted: House):
    await scripted.say("mine")
    with pytest.raises(PermissionError):
        await scripted.say([text("hi"), image(CAT)], user="bob")
    assert await kept_in(scripted, user_root("bob", 0)) == []
    assert encoded(CAT) not in str(await state_of(scripted))


async def test_a_model_that_refuses_images_is_asked_again_without_them_every_turn(
    scripted: House, scripted_model: ScriptedModel
):
    def texts_only(body: dict[str, Any]) -> Reply:
        return Reply(status=400, message="no images here") if "image_url" in json.dumps(body) else Reply("好的")

    scripted_model.handler = texts_only
    remote = {"type": "image_url", "image_url": {"url": "https://example.org/a.png"}}
    assert await scripted.say([text("看"), image(CAT), image(b"tiny"), remote]) == "好的"
    assert await scripted.say("再看一次") == "好的"
    report = (await scripted.entries())[-1]["report"]
    assert report is not None
    assert report["degraded"] == ["images and files: the model refused them; each was told in a line"]
    assert "[image image/png 98 KB" in sent(scripted_model)


async def test_a_refusal_that_has_nothing_to_do_with_images_is_not_tried_again(
    scripted: House, scripted_model: ScriptedModel
):
    scripted_model.push(Reply(status=400))
    with pytest.raises(Exception, match="refused"):
        await scripted.say("你好")
    assert len(scripted_model.requests) == 1


async def test_an_image_the_model_makes_is_kept_as_a_blob(house: House, monkeypatch: pytest.MonkeyPatch):
    drawn = AIMessage([text("画好了"), image(CAT)], id="a1")

    async def draw(*_: Any) -> AIMessage:
        return drawn

    monkeypatch.setattr("memory_nodes.call_model.stream_reply", draw)
    assert await house.say("畫一隻貓") == "画好了"
    assert await kept_in(house) == [digest(CAT)]
    assert encoded(CAT) not in str(await state_of(house)) + str(await house.entries())


async def test_the_offline_model_answers_beside_an_image_and_learns_from_the_words_alone(house: House):
    await house.say([text("记住我的航班是MU5100。"), image(CAT)])
    assert "MU5100" in await house.say("我的航班是哪个？")
    assert encoded(CAT)[:40] not in str(house.store.search((), limit=100)[0].value.get("text"))


async def test_what_only_a_dropped_thread_referred_to_is_gone(scripted: House, scripted_model: ScriptedModel):
    await scripted.say([text("一"), image(CAT), image(DOG)], "t")
    await scripted.say([text("二"), image(DOG)], "u")
    assert await drop_blobs(scripted.store, ANN, "t") == 1
    assert await kept_in(scripted) == [digest(DOG)]


async def test_it_works_on_every_durable_store(
    durable_store: BaseStore, scripted: House, scripted_model: ScriptedModel
):
    house = House(durable_store)
    large = png("large", 1_048_576)
    await house.say([text("大图 large"), image(large)])
    await house.say("再看")
    assert encoded(large) in sent(scripted_model)
    assert encoded(large) not in str(await state_of(house)) + str(await house.entries())


@tool
def camera() -> list[dict[str, Any]]:
    """Take a picture."""
    return [text("拍好了"), image(CAT), image_url(DOG)]


@tool(response_format="content_and_artifact")
def scanner() -> tuple[str, dict[str, Any]]:
    """Scan a page."""
    return "扫描好了", {"page": CAT, "log": "行" * 60_000}


def use_tools(monkeypatch: pytest.MonkeyPatch, *replies: AIMessage) -> None:
    """Let the model say `replies` in turn and call the tools above."""
    said = iter(replies)

    async def reply(*_: Any) -> AIMessage:
        return next(said)

    monkeypatch.setattr("memory_nodes.call_model.stream_reply", reply)
    in_time = run_tools.in_time  # gives results their ids
    monkeypatch.setattr("memory_nodes.run_tools._NODE", ToolNode([camera, scanner], awrap_tool_call=in_time))


def calling(name: str, call_id: str | None = "c1") -> AIMessage:
    return AIMessage(
        "", id=f"calls-{name}", tool_calls=[{"type": "tool_call", "id": call_id, "name": name, "args": {}}]
    )


async def test_the_images_a_tool_returns_are_blobs_and_the_model_is_shown_them_again(
    scripted: House, scripted_model: ScriptedModel, monkeypatch: pytest.MonkeyPatch
):
    with monkeypatch.context() as patched:
        use_tools(patched, calling("camera"), AIMessage("看到了", id="a"))
        assert await scripted.say("拍一张 take a picture") == "看到了"
    assert sorted(await kept_in(scripted)) == sorted([digest(CAT), digest(DOG)])
    for held in (str(await state_of(scripted)), str(await scripted.entries())):
        assert encoded(CAT) not in held
        assert encoded(DOG) not in held
    await scripted.say("再说说")
    assert encoded(CAT) in sent(scripted_model)
    assert encoded(DOG) in sent(scripted_model)


async def test_the_bytes_of_an_artifact_are_a_blob_and_a_bulky_one_stays_in_the_transcript_alone(
    house: House, monkeypatch: pytest.MonkeyPatch
):
    use_tools(monkeypatch, calling("scanner"), AIMessage("好", id="a"))
    await house.say("扫描")
    assert await kept_in(house) == [digest(CAT)]
    entry = next(e for e in await house.entries() if e["role"] == "tool")
    assert entry["artifact"]["page"]["blob"] == digest(CAT)
    assert len(entry["artifact"]["log"]) == 60_000
    result = next(m for m in await state_of(house) if isinstance(m, ToolMessage))
    assert (result.content, result.artifact) == ("扫描好了", None)


async def test_a_call_without_an_id_is_run_and_its_result_is_paired(
    scripted: House, scripted_model: ScriptedModel, monkeypatch: pytest.MonkeyPatch
):
    with monkeypatch.context() as patched:
        use_tools(patched, calling("camera", None), AIMessage("好", id="a"))
        await scripted.say("拍")
    called, result = (await scripted.entries())[1:3]
    assert called["tool_calls"][0]["id"] == result["tool_call_id"] != ""
    await scripted.say("再说说")
    roles = [m["role"] for m in scripted_model.requests[-1]["messages"]]
    shown = ["assistant", "user"]  # the pictures of the result, behind it
    assert roles == ["system", "user", "assistant", "tool", *shown, "assistant", "user"]


async def test_a_text_no_checkpoint_can_hold_is_cleaned_in_the_state_too_and_is_no_edit_later(house: House):
    answer = await house.say("What is 17*23? \x00\ud800 多少")
    await house.say("第二")
    assert (await house.texts())[:3] == ["What is 17*23? \ufffd 多少", answer, "第二"]
    assert (await state_of(house))[0].content == "What is 17*23? \ufffd 多少"
