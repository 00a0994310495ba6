"""Retries, edits, owners, switches and forgetting, turn by turn."""

import json
import operator
from typing import Any

import pytest
from langgraph.types import Command
from support.in_process import House, sent_texts
from support.openai_server import ScriptedModel

from memory.core.errors import OwnershipError
from memory.core.ids import user_root
from memory.models.chat import close_chat_models
from memory.service.settings.context import Context
from memory.storage.facts import list_pending, load_memory


async def facts(house: House, user: str = "ann") -> list[str]:
    return [a["text"] for a in (await load_memory(house.store, user_root(user, 0))).assertions]


async def test_a_retry_gets_the_recorded_answer_as_tokens_without_a_second_call(
    scripted: House, scripted_model: ScriptedModel
):
    answer = await scripted.say("hello 你好", message_id="m")
    given = {"messages": [{"role": "user", "content": "hello 你好", "id": "m"}]}
    streamed = [
        message.text
        async for message, _ in scripted.graph.astream(
            given, scripted.config("t"), context=Context(user_id="ann"), stream_mode="messages"
        )
    ]
    assert "".join(streamed) == answer
    assert len(scripted_model.requests) == 1
    assert len(await scripted.entries()) == 2


async def test_other_content_under_the_same_id_is_an_edit(scripted: House):
    await scripted.say("!say one", message_id="m")
    await scripted.say("!say more")
    assert await scripted.say("!say two", message_id="m") == "two"
    assert await scripted.texts() == ["!say two", "two"]


async def test_another_users_message_is_refused_and_nothing_is_written(house: House):
    await house.say("Remember that my code is 4471")
    before = await house.entries()
    with pytest.raises(OwnershipError) as refused:
        await house.send("What is my code?", user="bob")
    assert "ann" not in str(refused.value)
    assert await house.entries() == before
    assert await house.entries(user="bob") == []


@pytest.mark.parametrize("off", [{"learn": False}, {"extract": "off"}, {"approval": "off"}])
async def test_nothing_is_learned_when_it_is_switched_off(house: House, off: dict[str, Any]):
    await house.say("I live in Lisbon", **off)
    assert await facts(house) == []


async def test_without_memory_no_fact_or_passage_enters_the_window(scripted: House, scripted_model: ScriptedModel):
    await scripted.say("Remember that I live in Lisbon")
    await scripted.say("Where do I live?", "new", memory=False)
    assert "Lisbon" not in sent_texts(scripted_model)


async def test_without_past_conversations_only_facts_cross(scripted: House, scripted_model: ScriptedModel):
    await scripted.say("The harbour painting costs 900 euros")
    await scripted.say("What does the harbour painting cost?", "on")
    assert "900 euros" in sent_texts(scripted_model)
    await scripted.say("What does the harbour painting cost?", "off", past_conversations=False)
    assert "900 euros" not in sent_texts(scripted_model)


@pytest.mark.parametrize(
    ("told", "forget", "ask", "secret"),
    [
        ("Remember that I live in Lisbon", "Forget that I live in Lisbon", "Where do I live?", "Lisbon"),
        ("记住我住在里斯本", "忘记我住在里斯本", "我住在哪里？", "里斯本"),
    ],
)
async def test_a_forgotten_fact_is_in_no_later_prompt(
    house: House,
    scripted_model: ScriptedModel,
    monkeypatch: pytest.MonkeyPatch,
    told: str,
    forget: str,
    ask: str,
    secret: str,
):
    await house.say(told)
    assert secret in await house.say(ask)
    await house.say(forget)
    assert await facts(house) == []
    monkeypatch.setenv("HOLDFAST_MODEL", "scripted")
    monkeypatch.setenv("HOLDFAST_BASE_URL", scripted_model.base_url)
    for thread in ("t", "new"):
        await house.say(ask, thread)
        assert secret not in sent_texts(scripted_model)
    await close_chat_models()


async def test_secrets_are_never_stored_as_facts(house: House):
    await house.say("Remember that my password is hunter2-Xy9")
    await house.say("记住我的密码是 hunter2-Xy9")
    assert "hunter2" not in str(await facts(house))
    assert "hunter2" not in str(await list_pending(house.store, user_root("ann", 0)))


async def test_the_prefix_stays_and_what_changes_stands_with_the_newest_message(
    scripted: House, scripted_model: ScriptedModel
):
    await scripted.say("Remember that I live in Lisbon")
    await scripted.say("hello")
    await scripted.say("hello again")
    one, two = (scripted_model.requests[i]["messages"] for i in (-2, -1))
    assert one[0] == two[0]
    assert [m["role"] for m in two] == ["system", "user", "assistant", "user", "assistant", "user"]
    assert [("<memory mark=" in str(m["content"])) for m in two[1:]] == [False] * 4 + [True]


@pytest.mark.parametrize(("decision", "kept"), [("approve", 1), ("reject", 0)])
async def test_ask_interrupts_with_what_waits_and_a_resume_decides(house: House, decision: str, kept: int):
    result = await house.send("I have diabetes", approval="interrupt")
    pending = result["__interrupt__"][0].value["pending"]
    answer: Command[Any] = Command(resume={decision: [p["id"] for p in pending]})
    await house.graph.ainvoke(answer, house.config("t"), context=Context(user_id="ann", approval="interrupt"))
    assert len(await facts(house)) == kept
    assert await list_pending(house.store, user_root("ann", 0)) == []


@pytest.mark.parametrize(
    ("said", "answer", "held"),
    [
        ("I have diabetes", {"edit": "I have type 2 diabetes"}, ["I have type 2 diabetes"]),
        ("我有糖尿病", {"edit": {"text": "我有二型糖尿病", "value": "二型糖尿病"}}, ["我有二型糖尿病"]),
        ("I have diabetes", {"respond": "No, I like long walks."}, ["I like long walks"]),
        ("我有糖尿病", {"respond": "不是的，我住在里斯本"}, ["我住在里斯本"]),
    ],
)
async def test_a_resume_puts_other_words_in_the_place_of_what_waits(
    house: House, said: str, answer: dict[str, Any], held: list[str]
):
    await house.send(said, approval="interrupt")
    (waiting,) = await list_pending(house.store, user_root("ann", 0))
    resume: Command[Any] = Command(resume={kind: {waiting["id"]: told} for kind, told in answer.items()})
    await house.graph.ainvoke(resume, house.config("t"), context=Context(user_id="ann", approval="interrupt"))
    assert await facts(house) == held
    assert await list_pending(house.store, user_root("ann", 0)) == []


@pytest.mark.parametrize("answer", ["My password is hunter2!x", "", "hm", 7, {"text": None}])
@pytest.mark.parametrize("kind", ["edit", "respond"])
async def test_an_answer_that_cannot_be_kept_leaves_it_waiting_and_says_why(house: House, kind: str, answer: Any):
    result = await house.send("I have diabetes", approval="interrupt")
    (waiting,) = result["__interrupt__"][0].value["pending"]
    resume: Command[Any] = Command(resume={kind: {waiting["id"]: answer}, "approve": 1, "reject": {"x": 1}})
    state = await house.graph.ainvoke(resume, house.config("t"), context=Context(user_id="ann", approval="interrupt"))
    assert state["report"]["decisions"][waiting["id"]].startswith("pending: ")
    assert await facts(house) == []
    assert [p["text"] for p in await list_pending(house.store, user_root("ann", 0))] == ["I have diabetes"]


async def test_an_abandoned_interrupt_loses_nothing(house: House):
    await house.send("I have diabetes", approval="interrupt")
    assert await house.say("hello")
    assert len(await list_pending(house.store, user_root("ann", 0))) == 1
    assert len(await house.entries()) == 4


async def test_the_state_is_plain_json_but_for_messages(house: House):
    await house.say("Remember that I live in Lisbon 里斯本")
    state = (await house.graph.aget_state(house.config("t"))).values
    assert json.loads(json.dumps({k: v for k, v in state.items() if k != "messages"}))


async def test_the_state_keeps_200_messages_and_the_transcript_all(house: House):
    for i in range(121):
        await house.send(f"line {i}", extract="off", past_conversations=False)
    state = (await house.graph.aget_state(house.config("t"))).values
    assert len(state["messages"]) == len(state["path"]) == 200
    assert list(map(operator.itemgetter("depth"), await house.entries())) == list(range(242))
