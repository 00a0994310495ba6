"""Branches of a thread on the real server, made through the SDK as front ends make them."""

from collections.abc import AsyncIterator
from typing import Any
from uuid import uuid4

import pytest
from langgraph_sdk.client import LangGraphClient
from support.talking import Talk, errors, reply_of

from evals.dev_server import DevServer
from memory.core.ids import consolidation_thread_id, encode_label, user_root
from memory.core.transcript.branches import LEFT_PATH

pytestmark = pytest.mark.server

LISBON, BERLIN = "I live in Lisbon.", "我住在柏林。"


@pytest.fixture
async def client(shared_server: DevServer) -> AsyncIterator[LangGraphClient]:
    async with shared_server.client() as sdk:
        yield sdk


@pytest.fixture
async def talk(client: LangGraphClient) -> Talk:
    return await Talk.begin(client)


async def send(talk: Talk, text: str, message_id: str | None = None, at: str | None = None) -> str:
    """Send a message, at a checkpoint if one is named; the answer."""
    return await run(talk, talk.run(text, message_id), at)


async def run(talk: Talk, sent: dict[str, Any], at: str | None = None) -> str:
    options = {"checkpoint": {"checkpoint_id": at, "checkpoint_ns": ""}} if at else {}
    parts = [part async for part in talk.stream("", **sent, **options)]
    assert not errors(parts), errors(parts)
    return reply_of(parts)


async def go_on(talk: Talk, at: str | None = None) -> str:
    """Run without input, as a regeneration does."""
    return await run(talk, {**talk.run(""), "input": None}, at)


async def checkpoint(talk: Talk, following: str, texts: int) -> str:
    """The id of the newest checkpoint before the node `following` at which the thread held `texts` messages."""
    for state in await talk.client.threads.get_history(talk.thread, limit=100):
        values = state["values"] if isinstance(state["values"], dict) else {}
        if following in state["next"] and len(values.get("messages", [])) == texts:
            return str(state["checkpoint"]["checkpoint_id"])
    raise AssertionError("there is none")


async def transcript(talk: Talk, **params: Any) -> dict[str, Any]:
    address = f"/v1/conversations/{talk.conversation}/transcript"
    return dict(await talk.client.http.get(address, params={"user_id": talk.user, "branches": "true", **params}))


async def others(talk: Talk) -> list[list[str]]:
    """The texts of each branch beside the active path, read along the route."""
    forks = (await transcript(talk))["branches"]
    found = []
    for other in [other for fork in forks for other in fork["others"]]:
        page = (await transcript(talk, branch=other["branch"]))["entries"]
        found.append([e["content"] for e in page][-other["entries"] :])
    return found


async def held(talk: Talk, kind: str) -> dict[str, dict[str, Any]]:
    """The user's facts, or what else the store holds of them, by value or text."""
    namespace = ["users", user_root(talk.user, 0), kind]
    items = (await talk.client.store.search_items(namespace, limit=100))["items"]
    return {str(i["value"].get("value") or i["value"].get("text")): i["value"] for i in items}


async def check_agrees(talk: Talk, *texts: str) -> None:
    """The active path and the state both hold `texts`, by the same entries."""
    entries, state = (await transcript(talk))["entries"], await talk.state()
    assert [e["content"] for e in entries] == list(texts)
    assert [m["content"] for m in state["messages"]] == list(texts)
    assert [step["key"] for step in state["path"]] == [e["key"] for e in entries]
    assert [e["parent"] for e in entries[1:]] == [e["key"] for e in entries[:-1]]


async def test_an_edited_message_keeps_both_branches_and_its_old_fact_waits_again(talk: Talk):
    await send(talk, "!say one")
    await send(talk, f"{LISBON}\n!say two", "u2")
    await send(talk, "!say three")
    assert [f["value"] for f in (await held(talk, "facts")).values()] == ["Lisbon"]
    await send(talk, f"{BERLIN}\n!say 四", "u2")
    await check_agrees(talk, "!say one", "one", f"{BERLIN}\n!say 四", "四")
    assert await others(talk) == [[f"{LISBON}\n!say two", "two", "!say three", "three"]]
    assert list(await held(talk, "facts")) == ["柏林"]
    assert (await held(talk, "pending"))["Lisbon"]["reason"] == LEFT_PATH
    told = await talk.client.http.get(
        f"/v1/conversations/{talk.conversation}", params={"user_id": talk.user, "branches": "true"}
    )
    assert told["branches"] == 2


async def test_a_message_sent_anew_at_the_checkpoint_before_it_is_an_edit_of_it(talk: Talk):
    await send(talk, "!say one")
    await send(talk, f"{BERLIN}\n!say 二")
    before = await checkpoint(talk, "__start__", 2)
    await send(talk, f"{LISBON}\n!say three", at=before)
    await check_agrees(talk, "!say one", "one", f"{LISBON}\n!say three", "three")
    assert await others(talk) == [[f"{BERLIN}\n!say 二", "二"]]
    assert (list(await held(talk, "facts")), list(await held(talk, "pending"))) == (["Lisbon"], ["柏林"])
    await send(talk, "!say anew", at=await checkpoint(talk, "__start__", 0))
    await check_agrees(talk, "!say anew", "anew")
    assert (await held(talk, "facts"), set(await held(talk, "pending"))) == ({}, {"Lisbon", "柏林"})


async def test_a_regenerated_earlier_answer_leaves_what_followed_and_its_facts(talk: Talk):
    await send(talk, f"{LISBON}\n!say one")
    await send(talk, f"{BERLIN}\n!say 二")
    await go_on(talk, await checkpoint(talk, "call_model", 1))
    await check_agrees(talk, f"{LISBON}\n!say one", "one")
    assert await others(talk) == [["one", f"{BERLIN}\n!say 二", "二"]]
    assert (list(await held(talk, "facts")), list(await held(talk, "pending"))) == (["Lisbon"], ["柏林"])
    assert await send(talk, "!seen 柏林") == "no"


async def test_going_back_to_a_branch_shows_it_again_and_its_facts_wait_until_they_are_said_again(talk: Talk):
    await send(talk, "!say one")
    await send(talk, f"{LISBON}\n!say two")
    end = (await talk.client.threads.get_history(talk.thread, limit=1))[0]["checkpoint"]["checkpoint_id"]
    await send(talk, f"{BERLIN}\n!say 三", at=await checkpoint(talk, "__start__", 2))
    await send(talk, "!say four", at=str(end))
    await check_agrees(talk, "!say one", "one", f"{LISBON}\n!say two", "two", "!say four", "four")
    assert await others(talk) == [[f"{BERLIN}\n!say 三", "三"]]
    assert (await held(talk, "facts"), set(await held(talk, "pending"))) == ({}, {"Lisbon", "柏林"})
    await send(talk, LISBON)
    assert (list(await held(talk, "facts")), list(await held(talk, "pending"))) == (["Lisbon"], ["柏林"])


async def test_a_message_changed_by_update_state_is_recorded_with_the_answer_to_it(talk: Talk):
    await send(talk, f"{LISBON}\n!say one", "u1")
    before = await checkpoint(talk, "call_model", 1)
    changed = {"messages": [{"type": "human", "id": "u1", "content": f"{BERLIN}\n!say 二"}]}
    await talk.client.threads.update_state(talk.thread, changed, checkpoint_id=before)
    await go_on(talk)
    await check_agrees(talk, f"{BERLIN}\n!say 二", "二")
    assert await others(talk) == [[f"{LISBON}\n!say one", "one"]]
    assert "Lisbon" in await held(talk, "pending")


async def test_a_message_deleted_by_update_state_leaves_the_path_and_stays_in_the_transcript(talk: Talk):
    await send(talk, f"{LISBON}\n!say one", "u1")
    await send(talk, f"{BERLIN}\n!say 二", "u2")
    answer = (await talk.state())["messages"][1]
    removed = [{"role": "remove", "content": "", "id": answer["id"]}]
    await talk.client.threads.update_state(talk.thread, {"messages": removed})
    assert await send(talk, "!say three") == "three"
    await check_agrees(talk, f"{LISBON}\n!say one", f"{BERLIN}\n!say 二", "二", "!say three", "three")
    assert await others(talk) == [["one", f"{BERLIN}\n!say 二", "二"]]
    assert set(await held(talk, "facts")) == {"Lisbon", "柏林"}
    assert await run(talk, talk.run(f"{BERLIN}\n!say 二", "u2")) == "二"
    assert len((await transcript(talk))["entries"]) == 5


async def test_a_run_at_a_checkpoint_that_does_not_exist_goes_on_from_the_transcript(talk: Talk):
    await send(talk, f"{LISBON}\n!say one")
    await send(talk, "!say 二", at=str(uuid4()))
    await check_agrees(talk, f"{LISBON}\n!say one", "one", "!say 二", "二")
    assert (await others(talk), list(await held(talk, "facts"))) == ([], ["Lisbon"])


async def copied(talk: Talk) -> Talk:
    """A copy of the thread, which front ends know by its id."""
    await talk.client.threads.copy(talk.thread)
    threads = await talk.client.threads.search(limit=10, values={"owner": user_root(talk.user, 0)})
    (thread,) = [t["thread_id"] for t in threads if t["thread_id"] != talk.thread]
    return Talk(talk.client, talk.user, thread, thread)


async def test_a_copy_has_a_transcript_of_its_own_and_is_its_owners_alone(talk: Talk):
    await send(talk, f"{LISBON}\n!say one", "u1")
    await send(talk, "!say 二", "u2")
    copy = await copied(talk)
    stranger = Talk(copy.client, f"{talk.user}2", copy.thread, copy.conversation)
    parts = [part async for part in stranger.stream("Where do I live? 我住在哪里？")]
    assert [told["error"] for told in errors(parts)] == ["OwnershipError"]
    assert await stranger.entries() == []
    assert await send(copy, "!say three") == "three"
    await check_agrees(copy, f"{LISBON}\n!say one", "one", "!say 二", "二", "!say three", "three")
    assert {e["thread"] for e in await copy.entries()} == {copy.thread}
    await send(copy, "!say 換", "u1")
    await check_agrees(copy, "!say 換", "換")
    await check_agrees(talk, f"{LISBON}\n!say one", "one", "!say 二", "二")
    source = (await held(talk, "facts"))["Lisbon"]["source"]
    assert source["thread"] == talk.thread
    assert await held(talk, "pending") == {}


async def test_a_summary_of_the_future_is_neither_adopted_nor_kept_on_an_earlier_branch(talk: Talk):
    texts = [f"Order AB-{i} 订单第{i}号，" + "详情 detail " * 12 for i in range(60)]
    history = [{"type": "ai" if i % 2 else "human", "id": f"h{i}", "content": text} for i, text in enumerate(texts)]
    sent = talk.run("!say begun", context_budget=3_500)
    sent["input"]["messages"] = [*history, *sent["input"]["messages"]]
    await run(talk, sent)
    folding = consolidation_thread_id(user_root(talk.user, 0), talk.thread)
    await talk.client.runs.join(folding, (await talk.client.runs.list(folding))[-1]["run_id"])
    await run(talk, talk.run("!say 接着", context_budget=3_500))
    adopted = (await talk.state())["summary"]
    assert adopted["cursor"]["depth"] > 10
    await run(talk, talk.run("!seen AB-12", "h10", context_budget=3_500))
    state = await talk.state()
    assert (state["summary"], state["report"]["summary"], len(state["path"])) == (None, None, 12)
    assert [m["content"] for m in state["messages"]][:10] == texts[:10]
    assert state["messages"][-1]["content"] == "no"
    label = encode_label(talk.thread)
    mailbox = await talk.client.store.get_item(["users", user_root(talk.user, 0), "summary"], label)
    assert mailbox["value"]["cursor"] not in [{"key": s["key"], "depth": s["depth"]} for s in state["path"]]
