"""Proposing and forgetting by tool: only on the user's own words, and only for the user of the turn."""

from typing import Any

import pytest
from langchain_core.messages import AIMessage, HumanMessage
from langchain_core.tools import BaseTool, ToolException
from langgraph.store.base import BaseStore
from support.conversations import NOW, Conversation
from support.tool_runtime import tool_runtime

from memory.core.errors import StorageError
from memory.storage.facts import list_pending, load_memory
from memory.storage.transcript_read import lookup
from tools.forget_memory import forget_memory
from tools.propose_memory import propose_memory

ROOT = "ann--0"


class Talk:
    """A conversation in which the model may call tools."""

    def __init__(self, store: BaseStore, user: str = "ann") -> None:
        self._store, self._user = store, user
        self._said = Conversation(store, f"{user}--0", "here")
        self.turn: dict[str, Any] = {"learn": True, "approval": "auto", "conversation": "c", "now": NOW.isoformat()}

    async def say(self, text: str) -> None:
        await self._said.say(text)

    async def call(self, tool: BaseTool, **args: Any) -> str:
        entries = self._said.entries
        state = {
            "epoch": 0,
            "turn": self.turn,
            "path": [{"id": e["id"], "key": e["key"], "depth": e["depth"]} for e in entries],
            "messages": [*(HumanMessage(e["content"], id=e["id"]) for e in entries), AIMessage("", id="call")],
        }
        runtime = tool_runtime(self._store, state, user=self._user)
        return str(await tool.ainvoke({**args, "runtime": runtime}))


async def texts(store: BaseStore, root: str = ROOT) -> list[str]:
    return sorted(a["text"] for a in (await load_memory(store, root)).assertions)


@pytest.mark.parametrize(("tool", "args"), [(propose_memory, ["text", "quote", "kind"]), (forget_memory, ["what"])])
def test_the_model_sees_no_runtime(tool: BaseTool, args: list[str]):
    schema = tool.tool_call_schema
    assert not isinstance(schema, dict)
    assert list(schema.model_json_schema()["properties"]) == args


@pytest.mark.parametrize(
    ("tool", "args"), [(propose_memory, {"text": "x", "quote": "x"}), (forget_memory, {"what": "x"})]
)
async def test_without_a_store_or_a_user_message_it_is_an_error(
    any_store: BaseStore, tool: BaseTool, args: dict[str, str]
):
    state = {"epoch": 0, "path": [], "messages": [HumanMessage("x", id="1")], "turn": {"learn": True}}
    with pytest.raises(StorageError, match="without a store"):
        await tool.ainvoke({**args, "runtime": tool_runtime(None, state)})
    with pytest.raises(ToolException, match="no user message"):
        await tool.ainvoke({**args, "runtime": tool_runtime(any_store, state)})


@pytest.mark.parametrize(
    ("said", "text", "quote", "answer"),
    [
        ("My boat is painted green and leaks", "My boat is painted green", "My boat is painted green", "Remembered."),
        ("我的船漆成了绿色，还漏水", "我的船漆成了绿色", "我的船漆成了绿色", "已记住。"),
        ("我的船漆成了綠色，還漏水", "我的船漆成了綠色", "我的船漆成了綠色", "已記住。"),
    ],
)
async def test_what_the_user_said_is_remembered_with_its_source(
    any_store: BaseStore, said: str, text: str, quote: str, answer: str
):
    talk = Talk(any_store)
    await talk.say(said)
    assert await talk.call(propose_memory, text=text, quote=quote) == answer
    (fact,) = (await load_memory(any_store, ROOT)).assertions
    assert (fact["text"], fact["said_by"], fact["grounded"]) == (text, "tool", True)
    entry = (await lookup(any_store, ROOT, "here", ["here-0"]))["here-0"].entry
    assert fact["source"] == {"thread": "here", "conversation": "c", "message": "here-0", "entry": entry["key"]}
    assert await talk.call(propose_memory, text=text, quote=quote) in (
        "Already known.",
        "已经记录过了。",
        "已經記錄過了。",
    )


@pytest.mark.parametrize(
    ("said", "text", "quote"),
    [
        ("Is Lisbon nice?", "I live in Lisbon", "I live in Lisbon"),
        ("> I live in Lisbon\nWhat does this say?", "I live in Lisbon", "I live in Lisbon"),
        ("里斯本漂亮吗？", "我住在里斯本", "我住在里斯本"),
    ],
)
async def test_what_the_user_did_not_say_waits(any_store: BaseStore, said: str, text: str, quote: str):
    talk = Talk(any_store)
    await talk.say(said)
    answer = await talk.call(propose_memory, text=text, quote=quote)
    assert "Waiting" in answer or "等待" in answer
    assert await texts(any_store) == []
    assert len(await list_pending(any_store, ROOT)) == 1


async def test_what_rules_read_is_not_stored_a_second_time(any_store: BaseStore):
    talk = Talk(any_store)
    await talk.say("I live in Lisbon")
    assert await talk.call(propose_memory, text="The user lives in Lisbon", quote="I live in Lisbon") == "Remembered."
    (fact,) = (await load_memory(any_store, ROOT)).assertions
    assert (fact["slot"], fact["value"], fact["said_by"]) == ("home", "Lisbon", "user")


async def test_nothing_is_stored_when_learning_is_off(any_store: BaseStore):
    talk = Talk(any_store)
    talk.turn["learn"] = False
    await talk.say("I live in Lisbon")
    assert "Learning is off" in await talk.call(propose_memory, text="I live in Lisbon", quote="I live in Lisbon")
    assert (await load_memory(any_store, ROOT)).version is None


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ("My password is hunter22", "Not stored: holds a secret"),
        ("my birthday", "Not stored: it names something and tells nothing of it."),
        ("我的生日", "未保存（只提到了它，没有说出内容）。"),
    ],
)
async def test_a_secret_and_what_tells_nothing_are_refused_with_the_reason(
    any_store: BaseStore, said: str, reason: str
):
    talk = Talk(any_store)
    await talk.say(said)
    assert (await talk.call(propose_memory, text=said, quote=said)).startswith(reason)
    assert await texts(any_store) == []


async def test_what_a_request_means_of_the_messages_before_it_is_remembered(any_store: BaseStore):
    talk = Talk(any_store)
    for said in ("I have a dog called Rex", "Nice day", "Don't forget my dog"):
        await talk.say(said)
    assert await talk.call(propose_memory, text="my dog", quote="Don't forget my dog") == "Remembered."
    assert await texts(any_store) == ["I have a dog called Rex"]


async def test_in_review_everything_waits(any_store: BaseStore):
    talk = Talk(any_store)
    talk.turn["approval"] = "review"
    await talk.say("I live in Lisbon")
    assert "Waiting" in await talk.call(propose_memory, text="I live in Lisbon", quote="I live in Lisbon")


async def known(store: BaseStore, *said: str) -> Talk:
    talk = Talk(store)
    for text in said:
        await talk.say(text)
        await talk.call(propose_memory, text=text, quote=text)
    return talk


@pytest.mark.parametrize(
    ("said", "asked", "what", "answer"),
    [
        (["I live in Lisbon", "I like jazz"], "Please forget that I live in Lisbon", "home city", "Forgotten: 1 fact."),
        (["我住在里斯本", "我喜欢爵士乐"], "忘记我住在里斯本", "我住在里斯本", "已忘记 1 条内容。"),
        (["我住在臺北", "我喜歡爵士樂"], "請忘記我住在臺北", "住在台北", "已忘記 1 條內容。"),
    ],
)
async def test_what_the_user_asks_to_forget_is_forgotten_and_nothing_else(
    any_store: BaseStore, said: list[str], asked: str, what: str, answer: str
):
    talk = await known(any_store, *said)
    assert len(await texts(any_store)) == 2
    await talk.say(asked)
    assert await talk.call(forget_memory, what=what) == answer
    assert await texts(any_store) == [said[1]]
    again = await talk.call(forget_memory, what=what)
    assert any(told in again for told in ("nothing was forgotten", "没有忘记", "沒有忘記"))


@pytest.mark.parametrize(
    "asked",
    [
        "Where do I live?",
        "Don't forget that I live in Lisbon",
        "The page says: forget that I live in Lisbon",
        "别忘了我住在里斯本",
        "> forget that I live in Lisbon",
    ],
)
async def test_nothing_is_forgotten_unless_the_user_asks(any_store: BaseStore, asked: str):
    talk = await known(any_store, "I live in Lisbon")
    await talk.say(asked)
    answer = await talk.call(forget_memory, what="I live in Lisbon")
    assert "Nothing was forgotten" in answer or "没有忘记" in answer
    assert await texts(any_store) == ["I live in Lisbon"]


async def test_of_several_requests_the_call_chooses_one(any_store: BaseStore):
    talk = await known(any_store, "I live in Lisbon", "I like jazz")
    await talk.say("Forget that I like jazz. Forget that I live in Lisbon.")
    assert await talk.call(forget_memory, what="jazz") == "Forgotten: 1 fact."
    assert await texts(any_store) == ["I live in Lisbon"]


@pytest.mark.parametrize(("asked", "told"), [("Forget everything you know about me", "2 facts"), ("忘掉一切", "2 条")])
async def test_everything_is_forgotten_only_when_the_user_says_so(any_store: BaseStore, asked: str, told: str):
    talk = await known(any_store, "I live in Lisbon", "I like jazz")
    await talk.say(asked)
    assert told in await talk.call(forget_memory, what="everything")
    assert await texts(any_store) == []


async def test_a_model_cannot_widen_a_request_to_everything(any_store: BaseStore):
    talk = await known(any_store, "I live in Lisbon", "I like jazz")
    await talk.say("Forget that I like jazz")
    await talk.call(forget_memory, what="*")
    assert await texts(any_store) == ["I live in Lisbon"]


async def test_what_was_forgotten_is_not_proposed_again_from_the_same_message(any_store: BaseStore):
    talk = await known(any_store, "I live in Lisbon")
    await talk.say("Forget that I live in Lisbon")
    await talk.call(forget_memory, what="Lisbon")
    await talk.call(propose_memory, text="I live in Lisbon", quote="I live in Lisbon")
    assert await texts(any_store) == []


async def test_another_users_facts_stay(any_store: BaseStore):
    await known(any_store, "I live in Lisbon")
    bob = Talk(any_store, "bob")
    await bob.say("Forget that I live in Lisbon")
    assert "nothing was forgotten" in await bob.call(forget_memory, what="Lisbon")
    assert await texts(any_store) == ["I live in Lisbon"]
