"""The client: every message is answered once, whatever happens to the server."""

import asyncio
from typing import Any
from uuid import uuid4

import httpx
import pytest
from langgraph_sdk.client import LangGraphClient
from langgraph_sdk.schema import StreamPart
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from support.openai_server import ScriptedModel
from support.server import StartServer, scripted_env
from support.talking import Talk, reply_of

from evals.dev_server import DevServer, free_port
from memory import client as client_module
from memory.client import HoldfastClient, Run, needed_run, part_events, still_needed
from memory.core.errors import InputError, ModelError
from memory.service.conversations.server_errors import ServerError, run_error
from memory.service.turn.reply_events import Done, Event, Report, Token, ToolCall, reply_to

ARGUMENTS = {"input": {"messages": ["m"]}, "context": {"user_id": "ann"}}


def state(*message_ids: str, next_nodes: tuple[str, ...] = (), interrupts: tuple[Any, ...] = ()) -> dict[str, Any]:
    """Return a thread's state; an id that begins with `a` is of an answer."""
    messages = [{"id": i, "type": "ai" if i[0] == "a" else "human", "content": ""} for i in message_ids]
    return {"values": {"messages": messages}, "next": list(next_nodes), "interrupts": list(interrupts)}


def test_a_run_that_was_cut_off_goes_on_without_a_second_message():
    assert needed_run(state("m1", next_nodes=("call_model",)), "m1", ARGUMENTS) == {**ARGUMENTS, "input": None}


def test_a_run_killed_between_the_end_of_a_node_and_the_next_checkpoint_goes_on_too():
    killed = {**state("m1"), "tasks": [{"name": "call_model", "result": {}}]}
    assert needed_run(killed, "m1", ARGUMENTS) == {**ARGUMENTS, "input": None}


def test_a_message_the_thread_lacks_is_sent_again():
    assert needed_run(state("m0"), "m1", ARGUMENTS) == ARGUMENTS
    assert needed_run(state("m0", next_nodes=("call_model",)), "m1", ARGUMENTS) == ARGUMENTS
    assert needed_run({"values": None, "next": [], "interrupts": []}, "m1", ARGUMENTS) == ARGUMENTS


def test_a_message_that_was_answered_or_waits_for_a_decision_needs_nothing():
    assert needed_run(state("m1", "a1"), "m1", ARGUMENTS) is None
    assert needed_run(state("m1", next_nodes=("ask",), interrupts=({"value": 1},)), "m1", ARGUMENTS) is None


def test_a_message_whose_run_an_older_run_ended_is_sent_again():
    assert needed_run(state("m0", "a0", "m1"), "m1", ARGUMENTS) == ARGUMENTS


def test_a_run_that_went_on_and_ended_with_no_answer_has_the_message_sent_again_but_one_that_was_stopped_has_not():
    ended, stopped = state("m0", "a0", "m1"), state("m1", next_nodes=("call_model",))
    assert still_needed(Run(goes_on=True, began=True), ended, "m1", ARGUMENTS) == ARGUMENTS
    assert still_needed(Run(goes_on=False, began=True), ended, "m1", ARGUMENTS) is None
    assert still_needed(Run(goes_on=True, began=True), stopped, "m1", ARGUMENTS) is None
    assert still_needed(Run(goes_on=True, began=True), state("m1", "a1"), "m1", ARGUMENTS) is None


def test_a_decision_is_sent_again_while_the_question_waits_and_only_then():
    decision = {"command": {"resume": {"approve": ["p"]}}, "context": {"user_id": "ann"}}
    assert needed_run(state("m1", next_nodes=("ask",), interrupts=({"value": 1},)), "m1", decision) == decision
    going_on = {"input": None, "context": decision["context"]}
    assert needed_run(state("m1", next_nodes=("ask",)), "m1", decision) == going_on
    assert needed_run(state("m1", "a1"), "m1", decision) is None


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


def said(kind: str, message_id: str, text: str, **more: Any) -> dict[str, Any]:
    return {"type": kind, "id": message_id, "content": text, **more}


def test_the_reply_to_a_message_is_the_first_finished_answer_after_it():
    calling = said("ai", "a0", "让我看看", tool_calls=[{"name": "clock"}])
    history = [said("human", "q1", "?"), said("ai", "a1", "一"), said("human", "q2", "?"), said("human", "q3", "?")]
    assert reply_to([*history, calling, said("tool", "t", "12:00"), said("ai", "a2", "二")], "q1") == "一"
    assert reply_to([*history, calling, said("tool", "t", "12:00"), said("ai", "a2", "二")], "q2") == "二"
    assert reply_to([*history, calling], "q3") is None
    assert reply_to(history, "q4") is None
    assert reply_to([], "q1") is None


def test_an_error_of_the_run_keeps_its_class_and_names_the_field():
    error = run_error({"error": "InputError", "message": str(InputError("user_id", "is empty", "Send one."))})
    assert isinstance(error, InputError)
    assert (error.field, error.problem, error.remedy) == ("user_id", "is empty", "Send one.")
    assert isinstance(run_error({"error": "ModelError", "message": "no key"}), ModelError)
    assert isinstance(run_error({"error": "KeyError", "message": "x"}), ServerError)


async def test_a_server_that_is_not_there_is_said_to_be_so():
    http = httpx.AsyncClient(base_url=f"http://127.0.0.1:{free_port()}")  # the SDK's own would try for seven seconds
    async with LangGraphClient(http) as sdk:
        with pytest.raises(ServerError, match="cannot be reached"):
            await HoldfastClient(sdk).thread("ann", "trip")


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
async def test_an_older_message_sent_again_by_any_client_gets_its_own_answer_and_runs_nothing(
    shared_server: DevServer, scripted_model: ScriptedModel
):
    texts = ["!say 第一", '!tools 1 calculator {"expression": "6*7"}', "!say third"]
    async with shared_server.client() as sdk, HoldfastClient(sdk) as client:
        talk = await Talk.begin(sdk, conversation="trip")
        replies = [(await reply(client, talk.user, text, text)).reply for text in texts]
        assert replies == ["第一", "results: 42", "third"]
        said, asked = await talk.said(), len(scripted_model.requests)
        for text, before in zip(texts, replies, strict=True):
            assert (await reply(client, talk.user, text, text)).reply == before
            parts = [part async for part in talk.stream("", **talk.run(text, text))]
            assert reply_of(parts) == before
    assert len(scripted_model.requests) == asked
    async with shared_server.client() as sdk:
        assert await Talk(sdk, talk.user, talk.thread, "trip").said() == said


async def drop_every_run(request: Request) -> Response:
    """A server that ends each stream without a word, as the platform does with a run it drops."""
    if request.url.path.endswith("/runs/stream"):
        return Response(b"", media_type="text/event-stream")
    if request.url.path.endswith("/state"):
        return JSONResponse({"values": {}, "next": [], "interrupts": []})
    return JSONResponse({"thread_id": "t"})


async def test_a_server_that_drops_every_run_is_not_asked_for_ever(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(client_module, "_PAUSES", (0, 0))
    app = Starlette(routes=[Route("/{path:path}", drop_every_run, methods=["GET", "POST"])])
    http = httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://server")
    async with LangGraphClient(http) as sdk:
        with pytest.raises(ServerError, match="drops the message"):
            await reply(HoldfastClient(sdk), "ann", "你好")


class TakenBack:
    """A server that tells of its first run that it is gone, as the platform does of one that another took back."""

    def __init__(self) -> None:
        self.runs = 0

    async def __call__(self, request: Request) -> Response:
        if request.url.path.endswith("/runs/stream"):
            self.runs += 1
            gone = 'event: error\ndata: {"error": "HTTPException", "message": "404: Run not found"}\n\n'
            told = 'event: metadata\ndata: {"run_id": "r"}\n\n'
            return Response(told + (gone if self.runs == 1 else ""), media_type="text/event-stream")
        if request.url.path.endswith("/state"):
            answered = [{"id": "m", "type": "human", "content": "?"}, {"id": "a", "type": "ai", "content": "好"}]
            values = {"messages": answered if self.runs > 1 else []}
            return JSONResponse({"values": values, "next": [], "interrupts": []})
        return JSONResponse({"thread_id": "t"})


async def test_a_message_whose_run_the_server_no_longer_knows_is_sent_again(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(client_module, "_PAUSES", (0, 0))
    server = TakenBack()
    app = Starlette(routes=[Route("/{path:path}", server.__call__, methods=["GET", "POST"])])
    http = httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://server")
    async with LangGraphClient(http) as sdk:
        assert (await reply(HoldfastClient(sdk), "ann", "?", "m")).reply == "好"
    assert server.runs == 2


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
        sending = asyncio.create_task(reply(client, "ann", "!slow 1000 10"))
        while len(scripted_model.requests) < 2:  # noqa: ASYNC110  # the endpoint is a thread of its own: no event tells
            await asyncio.sleep(0.02)
        await asyncio.to_thread(server.restart, crash=True)
        done = await asyncio.wait_for(sending, 180)
    said = await messages(server, "ann")
    assert [text for kind, text in said if kind == "human"] == ["!say before", "!slow 1000 10"]
    assert [text for kind, text in said if kind == "ai"] == ["before", done.reply]
