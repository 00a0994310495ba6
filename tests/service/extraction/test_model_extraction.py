"""Extraction by a model in consolidation, with a scripted model behind the OpenAI protocol."""

import json
from collections.abc import AsyncIterator, Sequence
from datetime import UTC, datetime
from typing import Any

import pytest
from langgraph.store.base import BaseStore, Op, PutOp, Result
from langgraph.store.memory import InMemoryStore
from support.conversations import Conversation
from support.openai_server import ScriptedModel
from support.replies import Reply

from memory.core.defaults import DEFAULTS
from memory.core.ids import user_root
from memory.core.model_extraction.extraction_docs import NOTHING_READ
from memory.core.transcript.entries import Entry, Terms, place_of
from memory.models.ask import JSON_TOKENS
from memory.models.chat import close_chat_models
from memory.models.settings import ModelSettings
from memory.models.tokenizer import count_text
from memory.service.extraction.model_asking import extractor, looks_later
from memory.service.extraction.model_extraction import ExtractionReport, extract_thread
from memory.service.forgetting.forgetting import forget
from memory.storage.events import list_events
from memory.storage.extraction import extraction_op, is_unread, read_extraction, unread_op
from memory.storage.facts import list_pending, load_memory
from memory.storage.ops import put, write
from memory.storage.transcript_write import append

ROOT, T = user_root("ann", 0), "t"
NOW = datetime(2026, 3, 10, 12, tzinfo=UTC)
TOWER, BELLS = "My weekends mostly go into restoring an old lighthouse", "我的周末多半花在修一座旧灯塔上"
"""What no rule reads."""


def fact(message: int, text: str, quote: str | None = None, **change: Any) -> dict[str, Any]:
    told = {"message": message, "quote": quote or text, "text": text, "kind": "preference", "slot": None, "value": None}
    return told | change


def facts(*found: dict[str, Any]) -> Reply:
    return Reply.of_json({"facts": list(found)})


@pytest.fixture
async def model(scripted_model: ScriptedModel) -> AsyncIterator[ScriptedModel]:
    scripted_model.handler = lambda _: facts()
    yield scripted_model
    await close_chat_models()


@pytest.fixture
async def talk() -> Conversation:
    return Conversation(InMemoryStore(), ROOT, T)


async def say(talk: Conversation, *texts: str, **options: Any) -> list[Entry]:
    said = await talk.say(*texts, **options)
    await write(talk.store, [unread_op(ROOT, T)])
    return said


async def run(model: ScriptedModel, store: BaseStore) -> ExtractionReport:
    ask = extractor(ModelSettings(base_url=model.base_url, extract_model="small"))
    assert ask is not None
    return await extract_thread(store, ROOT, T, clock=lambda: NOW, ask=ask, count=count_text)


async def known(store: BaseStore) -> list[str]:
    return sorted(a["text"] for a in (await load_memory(store, ROOT)).assertions)


async def waiting(store: BaseStore) -> list[tuple[str, str]]:
    return [(p["text"], p.get("reason", "")) for p in await list_pending(store, ROOT)]


async def events(store: BaseStore) -> list[str]:
    return [event["type"] for event in await list_events(store, ROOT)]


async def test_facts_of_several_messages_are_found_in_one_request_and_the_cursor_moves(
    model: ScriptedModel, talk: Conversation
):
    said = await say(talk, TOWER, BELLS, "thanks")
    model.push(facts(fact(1, TOWER), fact(2, BELLS)))
    report = await run(model, talk.store)
    assert await known(talk.store) == sorted([TOWER, BELLS])
    assert (report["messages"], report["written"], report["notes"]) == (3, 2, [])
    assert (await read_extraction(talk.store, ROOT, T))["cursor"] == place_of(said[-1])
    assert not await is_unread(talk.store, ROOT, T)
    stored = {a["text"]: a["source"] for a in (await load_memory(talk.store, ROOT)).assertions}
    assert stored[BELLS] == {"thread": T, "conversation": "about t", "message": said[1]["id"], "entry": said[1]["key"]}


async def test_the_request_is_structured_output_held_to_the_schema(model: ScriptedModel, talk: Conversation):
    await say(talk, TOWER)
    await run(model, talk.store)
    (request,) = model.requests
    asked = request["response_format"]
    assert (asked["type"], asked["json_schema"]["strict"]) == ("json_schema", True)
    assert not request.get("stream")
    assert not request.get("tools")


async def test_only_what_lies_past_the_cursor_is_read_and_nothing_twice(model: ScriptedModel, talk: Conversation):
    await say(talk, TOWER)
    await run(model, talk.store)
    await run(model, talk.store)
    await say(talk, "Do you row?", role="assistant")
    await say(talk, "Yes", BELLS)
    await run(model, talk.store)
    assert len(model.requests) == 2
    assert TOWER not in str(model.requests[1])
    assert "Do you row?" in str(model.requests[1])


async def test_an_answer_and_its_question_make_one_fact_and_thanks_none(model: ScriptedModel, talk: Conversation):
    await say(talk, "plan dinner")
    await say(talk, "您吃素吗？", role="assistant")
    await say(talk, "是的")
    await say(talk, "Redis would be a fine choice.", role="assistant")
    await say(talk, "ok thanks")
    model.push(facts(fact(2, "我吃素", "是的"), fact(3, "I use Redis", "ok thanks")))
    report = await run(model, talk.store)
    assert await known(talk.store) == ["我吃素"]
    assert (report["written"], report["refused"]) == (1, 1)
    assert await waiting(talk.store) == []


async def test_the_example_of_the_prompt_and_the_assistants_words_are_never_stored(
    model: ScriptedModel, talk: Conversation
):
    await say(talk, "tell me about Oslo, please")
    await say(talk, "I live in a server in Oslo.", role="assistant")
    await say(talk, "好的")
    name = fact(1, "My name is Quim Zabala", slot="name", value="Quim Zabala")
    model.push(
        facts(name, fact(2, "I live in a server in Oslo"), fact(2, "我叫扎巴拉金"), fact(2, "我住在奥斯陆", "好的"))
    )
    assert (await run(model, talk.store))["refused"] == 4
    assert (await known(talk.store), await waiting(talk.store)) == ([], [])
    assert (await events(talk.store)).count("proposal.rejected") == 4


async def test_what_is_not_grounded_waits_with_its_reason(model: ScriptedModel, talk: Conversation):
    await say(talk, "Dawn is when I row")
    model.push(facts(fact(1, "I row at dawn", "Dawn is when I row")))
    await run(model, talk.store)
    assert await waiting(talk.store) == [("I row at dawn", "told in other words than the user's")]


BROKEN = [
    (Reply(""), "it is empty"),
    (Reply("Sorry, I cannot help with that."), "no JSON object"),
    (Reply('{"facts": [{"message": 1, "quote": '), "cut off"),
    (Reply('{"facts": [', finish="length"), "cut off"),
    (Reply("", finish="content_filter"), "content filter"),
    (facts(fact(9, TOWER)), '"message" is no number'),
    (facts(fact(1, TOWER, kind="habit")), '"kind" is none of'),
]


@pytest.mark.parametrize(("reply", "problem"), BROKEN)
async def test_what_cannot_be_used_is_asked_once_more_with_the_problem(
    model: ScriptedModel, talk: Conversation, reply: Reply, problem: str
):
    await say(talk, TOWER)
    model.push(reply, facts(fact(1, TOWER)))
    report = await run(model, talk.store)
    assert await known(talk.store) == [TOWER]
    assert (report["failed"], report["notes"]) == (0, [])
    assert problem.replace('"', '\\"') in json.dumps(model.requests[1]["messages"][0]["content"])


async def test_what_stays_broken_is_kept_as_far_as_it_is_valid_then_tried_by_the_next_runs_and_left_with_an_event(
    model: ScriptedModel, talk: Conversation
):
    said = await say(talk, TOWER, BELLS)
    half = facts(fact(1, TOWER), fact(2, BELLS, kind="habit"))
    model.handler = lambda _: half
    report = await run(model, talk.store)
    assert await known(talk.store) == [TOWER]
    assert (report["failed"], len(report["notes"]), len(model.requests)) == (2, 1, 2)
    state = await read_extraction(talk.store, ROOT, T)
    assert (state["cursor"], set(state["failed"])) == (place_of(said[-1]), {e["key"] for e in said})
    assert await is_unread(talk.store, ROOT, T)
    model.handler = lambda body: facts() if TOWER in str(body) else Reply("")
    assert (await run(model, talk.store))["failed"] == 1  # each alone: the other one goes through
    assert (await run(model, talk.store))["failed"] == 0
    assert not await is_unread(talk.store, ROOT, T)
    assert await known(talk.store) == [TOWER]
    assert (await events(talk.store)).count("extraction.left") == 1
    assert DEFAULTS.extract_runs == 3


@pytest.mark.parametrize("status", [401, 429, 500])
async def test_a_model_that_cannot_be_reached_is_noted_and_costs_no_entry(
    model: ScriptedModel, talk: Conversation, status: int
):
    await say(talk, TOWER)
    model.handler = lambda _: Reply(status=status)
    for _ in range(DEFAULTS.extract_runs + 1):
        report = await run(model, talk.store)
    assert len(report["notes"]) == 1
    assert "small" in report["notes"][0]
    assert await is_unread(talk.store, ROOT, T)
    assert "extraction.failed" in await events(talk.store)
    model.handler = lambda _: facts(fact(1, TOWER))
    await run(model, talk.store)
    assert await known(talk.store) == [TOWER]


async def test_a_model_that_says_nothing_in_time_costs_no_entry(
    model: ScriptedModel, talk: Conversation, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("memory.models.ask.ask_json.__defaults__", (0.05, JSON_TOKENS))
    await say(talk, BELLS)
    model.handler = lambda _: Reply(first_token_ms=300)
    report = await run(model, talk.store)
    assert "sent nothing" in report["notes"][0]
    assert (await read_extraction(talk.store, ROOT, T))["cursor"] is None


async def test_what_rules_stored_of_the_same_words_is_not_doubled(model: ScriptedModel, talk: Conversation):
    await say(talk, "I live in Lisbon.", "我对花生过敏。")
    home = fact(1, "The user lives in Lisbon", "I live in Lisbon", slot="home", value="Lisbon")
    model.push(facts(home, fact(2, "我花生过敏", "我对花生过敏", slot="allergy", value="花生")))
    report = await run(model, talk.store)
    assert (report["written"], report["asked"], report["refused"]) == (0, 0, 0)


class FailsOnce(InMemoryStore):
    """Fails when it is to write so many batches of facts."""

    left = 1

    async def abatch(self, ops: Any) -> list[Result]:
        listed: Sequence[Op] = list(ops)
        if self.left and any(isinstance(op, PutOp) and "extraction" in op.namespace for op in listed):
            self.left -= 1
            raise ConnectionError("the store went away")
        return await super().abatch(listed)


async def test_after_a_crash_between_answer_and_write_the_next_run_loses_and_doubles_nothing(model: ScriptedModel):
    talk = Conversation(FailsOnce(), ROOT, T)
    await say(talk, TOWER, BELLS)
    model.handler = lambda _: facts(fact(1, TOWER), fact(2, BELLS))
    with pytest.raises(ConnectionError):
        await run(model, talk.store)
    assert await known(talk.store) == []
    await run(model, talk.store)
    await run(model, talk.store)
    assert await known(talk.store) == sorted([TOWER, BELLS])
    assert (await events(talk.store)).count("fact.written") == 2


async def test_of_two_runs_at_once_one_writes_and_the_cursor_never_goes_back(model: ScriptedModel, talk: Conversation):
    await say(talk, TOWER)
    nested: list[ExtractionReport] = []
    ask = extractor(ModelSettings(base_url=model.base_url, extract_model="small"))
    assert ask is not None

    async def slow(system: str, text: str) -> str:
        answer = await ask(system, text)
        await say(talk, "thanks")
        nested.append(await run(model, talk.store))  # the other run is through, and further, before this one writes
        return answer

    model.push(facts(fact(1, TOWER)), facts(fact(1, "My weekends go into restoring an old lighthouse", TOWER)))
    await extract_thread(talk.store, ROOT, T, clock=lambda: NOW, ask=slow, count=count_text)
    assert ([r["written"] for r in nested], len(model.requests)) == ([1], 2)
    assert len(await known(talk.store)) == 1
    assert (await read_extraction(talk.store, ROOT, T))["cursor"] == place_of(talk.entries[-1])


async def test_after_a_fork_what_the_branches_share_is_not_read_again_and_what_is_new_is(
    model: ScriptedModel, talk: Conversation
):
    shared = await say(talk, TOWER)
    await say(talk, "I row at dawn every day")
    await run(model, talk.store)
    branch = await say(talk, BELLS, after=place_of(shared[0]))
    model.push(facts(fact(1, BELLS)))
    report = await run(model, talk.store)
    assert report["messages"] == 1
    assert await known(talk.store) == [BELLS]
    assert (await read_extraction(talk.store, ROOT, T))["cursor"] == place_of(branch[0])


async def test_what_failed_is_tried_again_after_a_fork_only_as_far_as_it_is_on_the_path(
    model: ScriptedModel, talk: Conversation
):
    shared = await say(talk, TOWER)
    await say(talk, "I row at dawn every day")
    model.handler = lambda _: Reply("")
    await run(model, talk.store)
    await say(talk, BELLS, after=place_of(shared[0]))
    model.handler = lambda body: facts(fact(1, TOWER)) if TOWER in str(body) else facts(fact(1, BELLS))
    report = await run(model, talk.store)
    assert report["notes"] == []
    assert await known(talk.store) == sorted([TOWER, BELLS])
    assert not await is_unread(talk.store, ROOT, T)
    assert "row" not in "".join(str(request["messages"][1]) for request in model.requests[2:])


async def test_what_left_the_path_while_the_model_answered_is_not_stored(model: ScriptedModel, talk: Conversation):
    first = await say(talk, TOWER)
    gone = await say(talk, "I row at dawn every day")
    ask = extractor(ModelSettings(base_url=model.base_url, extract_model="small"))
    assert ask is not None

    async def slow(system: str, text: str) -> str:
        answer = await ask(system, text)
        if gone:
            await say(talk, BELLS, after=place_of(first[0]))
            gone.clear()
        return answer

    model.push(facts(fact(2, "I row at dawn every day")))
    await extract_thread(talk.store, ROOT, T, clock=lambda: NOW, ask=slow, count=count_text)
    assert await known(talk.store) == []
    assert await is_unread(talk.store, ROOT, T)
    model.handler = lambda body: facts(fact(2, BELLS)) if BELLS in str(body) else facts()
    await run(model, talk.store)
    assert await known(talk.store) == [BELLS]


async def test_what_was_forgotten_is_not_stored_again(model: ScriptedModel, talk: Conversation):
    await say(talk, TOWER)
    model.handler = lambda body: facts(fact(1, TOWER)) if "lighthouse" in str(body["messages"][1]) else facts()
    await run(model, talk.store)
    await forget(talk.store, ROOT, (await load_memory(talk.store, ROOT)).assertions, now=NOW)
    await write(talk.store, [unread_op(ROOT, T), extraction_op(ROOT, T, NOTHING_READ)])
    await run(model, talk.store)
    assert len(model.requests) == 1
    assert await known(talk.store) == []
    assert await waiting(talk.store) == []


async def appended(talk: Conversation, text: str, terms: Terms) -> None:
    (entry,) = await talk.say(text)
    await append(talk.store, ROOT, T, [{**entry, "terms": terms}], head=place_of(entry))
    await write(talk.store, [unread_op(ROOT, T)])


async def test_each_message_is_decided_about_as_its_run_chose(model: ScriptedModel, talk: Conversation):
    await appended(talk, TOWER, {"approval": "review"})
    await appended(talk, "I row at dawn every day", {"learn": False})
    await appended(talk, "我的周末从后天起都花在修旧灯塔上", {"time_zone": "Asia/Shanghai"})
    model.handler = lambda _: facts(fact(1, TOWER), fact(2, "我的周末从后天起都花在修旧灯塔上"))
    await run(model, talk.store)
    assert "row" not in str(model.requests[0]["messages"][1])
    assert await waiting(talk.store) == [(TOWER, "every fact waits for review")]
    (ride,) = (await load_memory(talk.store, ROOT)).assertions
    assert (ride["time_zone"], ride["valid_from"]) == ("Asia/Shanghai", "2026-03-03")


async def test_a_temporary_conversation_and_a_user_who_turned_learning_off_teach_nothing(
    model: ScriptedModel, talk: Conversation
):
    await say(talk, TOWER)
    setting = ("users", ROOT, "settings")
    await write(talk.store, [put(setting, "learn", {"value": False})])
    await run(model, talk.store)
    assert await is_unread(talk.store, ROOT, T)
    await write(talk.store, [put(setting, "learn", {"value": True})])
    await talk.make_temporary()
    await run(model, talk.store)
    assert model.requests == []
    assert not await is_unread(talk.store, ROOT, T)


async def test_a_long_thread_is_read_in_bounded_requests_over_several_runs(model: ScriptedModel, talk: Conversation):
    count = DEFAULTS.extract_messages * DEFAULTS.extract_calls + 1
    await say(talk, *(f"I row at {n}" for n in range(count)))
    first = await run(model, talk.store)
    assert (len(model.requests), first["messages"]) == (DEFAULTS.extract_calls, count - 1)
    assert await is_unread(talk.store, ROOT, T)
    assert (await run(model, talk.store))["messages"] == 1
    assert not await is_unread(talk.store, ROOT, T)


def test_without_a_model_nothing_is_asked_and_nothing_listed(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv("HOLDFAST_EXTRACT_MODEL", raising=False)
    said: Any = {"role": "user", "content": TOWER}
    assert extractor(ModelSettings()) is None
    assert extractor(ModelSettings(extract_model="offline")) is None
    assert not looks_later([said])
    monkeypatch.setenv("HOLDFAST_EXTRACT_MODEL", "openai:small")
    assert looks_later([said])
    assert not looks_later([{**said, "terms": {"learn": False}}])
    assert not looks_later([{**said, "terms": {"extract": "turn"}}])
