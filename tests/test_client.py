"""The client: every message is answered once, whatever happens to the server."""

import asyncio
from typing import Any
from uuid import uuid4

import pytest
from langgraph_sdk.schema import StreamPart
from support.openai_server import ScriptedModel
from support.server import StartServer, scripted_env

from evals.dev_server import DevServer, free_port
from memory.client import HoldfastClient, ServerError, needed_run, part_events, run_error
from memory.core.errors import InputError, ModelError
from memory.service.reply_events import Done, Event, Report, Token, ToolCall, last_reply

ARGUMENTS = {"input": {"messages": ["m"]}, "context": {"user_id": "ann"}}


def state(*message_ids: str, next_nodes: tuple[str, ...] = (), interrupts: tuple[Any, ...] = ()) -> dict[str, Any]:
    messages = [{"id": i, "type": "human", "content": ""} for i in message_ids]
    return {"values": {"messages": messages}, "next": list(next_nodes), "interrupts": list(interrupts)}


def test_a_run_that_was_cut_off_goes_on_without_a_second_message():
    assert needed_run(state("m1", next_nodes=("call_model",)), "m1", ARGUMENTS) == {**ARGUMENTS, "input": None}


def test_a_message_the_thread_lacks_is_sent_again():
    assert needed_run(state("m0"), "m1", ARGUMENTS) == ARGUMENTS
    assert needed_run({"values": None, "next": [], "interrupts": []}, "m1", ARGUMENTS) == ARGUMENTS


def test_a_message_that_was_answered_or_waits_for_a_decision_needs_nothing():
    assert needed_run(state("m1"), "m1", ARGUMENTS) is None
    assert needed_run(state("m1", next_nodes=("ask",), interrupts=({"value": 1},)), "m1", ARGUMENTS) is None


def piece(node: str = "call_model", kind: str = "AIMessageChunk", **message: Any) -> StreamPart:
    return StreamPart("messages", [{"type": kind, "content": "", **message}, {"langgraph_node": node}])


@pytest.mark.parametrize(
    ("part", "events"),
    [
        (piece(content="你好"), [Token("你好")]),
        (piece(content=[{"type": "text", "text": "a"}, {"type": "image", "url": "x"}]), [Token("a")]),
        (piece(content="inner", node="extract_facts"), []),
        (piece(content="told", kind="human"), []),
        (piece(tool_call_chunks=[{"name": "clock"}], tool_calls=[{"name": "clock"}]), [ToolCall("clock")]),
        (piece(tool_call_chunks=[{"name": None, "args": "{}"}], tool_calls=[{"name": ""}]), []),
        (StreamPart("custom", {"type": "context_report"}), [Report({"type": "context_report"})]),
        (StreamPart("metadata", {"run_id": "1"}), []),
    ],
)
def test_only_pieces_of_the_reply_become_tokens(part: StreamPart, events: list[Event]):
    assert list(part_events(part)) == events


def test_the_reply_is_what_a_state_ends_with():
    assert last_reply([{"type": "human", "content": "q"}, {"type": "ai", "content": "好"}]) == "好"
    assert last_reply([{"type": "ai", "content": "a"}, {"type": "human", "content": "q"}]) == ""
    assert last_reply([]) == ""


def test_an_error_of_the_run_keeps_its_class_and_names_the_field():
    error = run_error({"error": "InputError", "message": str(InputError("user_id", "is empty", "Send one."))})
    assert isinstance(error, InputError)
    assert (error.field, error.problem, error.remedy) == ("user_id", "is empty", "Send one.")
    assert isinstance(run_error({"error": "ModelError", "message": "no key"}), ModelError)
    assert isinstance(run_error({"error": "KeyError", "message": "x"}), ServerError)


async def test_a_server_that_is_not_there_is_said_to_be_so():
    async with HoldfastClient(f"http://127.0.0.1:{free_port()}") as client:
        with pytest.raises(ServerError, match="cannot be reached"):
            await client.thread("ann", "trip")


async def reply(client: HoldfastClient, user: str, text: str, message_id: str | None = None) -> Done:
    done = [event async for event in client.stream(user, "trip", text, message_id)][-1]
    assert isinstance(done, Done)
    return done


async def messages(server: DevServer, user: str) -> list[tuple[str, str]]:
    async with server.client() as sdk:
        thread = await HoldfastClient(sdk).thread(user, "trip")
        values = (await sdk.threads.get_state(thread))["values"]
    return [(m["type"], m["content"]) for m in values["messages"]] if isinstance(values, dict) else []


@pytest.mark.server
async def test_tokens_come_one_by_one_and_make_up_the_reply(shared_server: DevServer):
    async with HoldfastClient(shared_server.url) as client:
        events = [e async for e in client.stream("令狐冲", "a/b ..", "!tokens 20")]
    tokens = [e.text for e in events if isinstance(e, Token)]
    done = events[-1]
    assert isinstance(done, Done)
    assert len(tokens) > 10
    assert "".join(tokens) == done.reply
    assert any(isinstance(e, Report) for e in events)


@pytest.mark.server
async def test_messages_sent_at_once_and_the_same_one_sent_again_are_each_answered_once(shared_server: DevServer):
    user, again = uuid4().hex, str(uuid4())
    async with HoldfastClient(shared_server.url) as client:
        await asyncio.gather(*(reply(client, user, f"!say {i}") for i in range(3)))
        first = await reply(client, user, "!say once", again)
        assert await reply(client, user, "!say once", again) == first
    said = await messages(shared_server, user)
    assert sorted(text for kind, text in said if kind == "ai") == ["0", "1", "2", "once"]
    assert len(said) == 8


@pytest.mark.server
async def test_the_models_failure_comes_as_such_and_the_thread_stays_usable(shared_server: DevServer):
    user = uuid4().hex
    async with HoldfastClient(shared_server.url) as client:
        with pytest.raises(ModelError, match="key"):
            await reply(client, user, "!status 401")
        with pytest.raises(InputError, match="user_id"):
            await client.thread("", "trip")
        assert (await reply(client, user, "!say fine")).reply == "fine"


@pytest.mark.server
async def test_a_stopped_reply_is_kept_as_far_as_it_was_seen(shared_server: DevServer):
    user = uuid4().hex
    async with HoldfastClient(shared_server.url) as client:
        seen = ""
        stream = client.stream(user, "trip", "!slow 10 100")
        async for event in stream:
            seen += event.text if isinstance(event, Token) else ""
            if len(seen) > 20:
                break
        await stream.aclose()
        assert (await reply(client, user, "!say next")).reply == "next"
    said = await messages(shared_server, user)
    assert [kind for kind, _ in said] == ["human", "ai", "human", "ai"]
    assert said[1][1].startswith(seen)
    assert len(said[1][1]) < 400


@pytest.mark.server
async def test_a_message_in_flight_when_the_server_is_killed_is_answered_once(
    start_server: StartServer, scripted_model: ScriptedModel
):
    server = start_server(env=scripted_env(scripted_model))
    async with HoldfastClient(server.url) as client:
        await reply(client, "ann", "!say before")
        sending = asyncio.create_task(reply(client, "ann", "!slow 1500 10"))
        await asyncio.sleep(1.5)
        await asyncio.to_thread(server.restart, crash=True)
        done = await asyncio.wait_for(sending, 60)
    said = await messages(server, "ann")
    assert [text for kind, text in said if kind == "human"] == ["!say before", "!slow 1500 10"]
    assert [text for kind, text in said if kind == "ai"] == ["before", done.reply]
