"""A scripted model behind a real HTTP endpoint that speaks the OpenAI chat-completions protocol.

`with ScriptedModel(handler) as model: model.push(Reply("hi"))`; `model.base_url` is the endpoint, `model.requests`
every body it was sent. What is not pushed is answered by the handler.
"""

import asyncio
import json
import socket
import threading
import time
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterator
from http import HTTPStatus
from typing import Any, Self

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from evals.scripted_replies import ERROR_TYPES, Reply, pieces

Body = dict[str, Any]
Handler = Callable[[Body], Reply]


class ScriptedModel:
    """The endpoint, on a thread of its own."""

    def __init__(self, handler: Handler, api_key: str | None = None, name: str | None = None) -> None:
        """Answer what is not pushed by `handler`; with `api_key` or `name` refuse another key (401) or model (404)."""
        self._first_handler = handler
        self.handler = handler
        self.api_key = api_key
        self.name = name
        self.requests: list[Body] = []
        """Body of every request, in order of arrival, refused ones too."""
        self._replies: deque[Reply] = deque()
        self._socket = socket.socket()
        self._server: uvicorn.Server | None = None

    def push(self, *replies: Reply) -> None:
        """Queue the next replies; each answers one request, whoever sends it."""
        self._replies.extend(replies)

    def reset(self) -> None:
        """Forget what was pushed, recorded and set."""
        self.handler, self.api_key, self.name = self._first_handler, None, None
        self.requests.clear()
        self._replies.clear()

    @property
    def base_url(self) -> str:
        """What an OpenAI client takes as `base_url`."""
        return f"http://127.0.0.1:{self._socket.getsockname()[1]}/v1"

    def answer(self, body: Body, key: str) -> Reply:
        """Record a request and return the reply to it."""
        self.requests.append(body)
        if self.api_key not in (None, key):
            return Reply(status=401)
        if self.name not in (None, body.get("model")):
            return Reply(status=404)
        return self._replies.popleft() if self._replies else self.handler(body)

    def __enter__(self) -> Self:
        """Start to listen, on a free port of this machine."""
        self._socket.bind(("127.0.0.1", 0))
        # Clients pool connections past the event loop of a run; told to close, none is left open.
        self._server = uvicorn.Server(server_config(self, headers=[("connection", "close")]))
        self._thread = threading.Thread(target=self._server.run, kwargs={"sockets": [self._socket]}, daemon=True)
        self._thread.start()
        while not self._server.started:
            time.sleep(0.005)
        return self

    def __exit__(self, *_: object) -> None:
        """Stop at once."""
        if self._server:
            self._server.should_exit = self._server.force_exit = True
            self._thread.join(timeout=10)
        self._socket.close()


def server_config(model: ScriptedModel, port: int = 0, headers: list[tuple[str, str]] | None = None) -> uvicorn.Config:
    """Return the configuration of a server that answers as `model`."""
    return uvicorn.Config(
        _app(model),
        host="127.0.0.1",
        port=port,
        headers=headers,
        lifespan="off",
        ws="none",
        log_config=None,
        log_level="critical",  # a cut connection is an error to uvicorn and the point to us
        timeout_graceful_shutdown=1,
    )


def _app(model: ScriptedModel) -> Starlette:
    async def completions(request: Request) -> Response:
        body = await request.json()
        reply = model.answer(body, request.headers.get("authorization", "").removeprefix("Bearer "))
        return await _respond(reply, body, f"chatcmpl-{len(model.requests)}")

    async def models(_: Request) -> Response:
        return JSONResponse({"object": "list", "data": [{"id": model.name or "scripted", "object": "model"}]})

    return Starlette(routes=[Route("/v1/chat/completions", completions, methods=["POST"]), Route("/v1/models", models)])


async def _respond(reply: Reply, body: Body, completion: str) -> Response:
    if reply.ready:
        await reply.ready()
    if reply.status != HTTPStatus.OK:
        await asyncio.sleep(reply.first_token_ms / 1000)
        return _error(reply)
    if body.get("stream"):
        return StreamingResponse(_stream(reply, body, completion), media_type="text/event-stream")
    await asyncio.sleep((reply.first_token_ms + reply.token_ms * len(pieces(reply.text))) / 1000)
    if reply.die_after is not None:
        return StreamingResponse(_cut(), media_type="application/json")
    return JSONResponse(_whole(reply, body, completion))


async def _cut() -> AsyncIterator[bytes]:
    yield b'{"id": "cut'
    raise ConnectionAbortedError  # cuts the chunked body without its end


def _error(reply: Reply) -> JSONResponse:
    kind, code, text = ERROR_TYPES.get(reply.status, ERROR_TYPES[500])
    error = {"message": reply.message or text, "type": kind, "code": code, "param": None}
    return JSONResponse({"error": error}, reply.status)


def _whole(reply: Reply, body: Body, completion: str) -> dict[str, Any]:
    message: dict[str, Any] = {"role": "assistant", "content": reply.text or None}
    if reply.calls:
        message["tool_calls"] = _calls(reply, completion)
    if reply.reasoning:
        message["reasoning_content"] = reply.reasoning
    choice = {"index": 0, "message": message, "finish_reason": _finish(reply)}
    return {**_head(body, completion, "chat.completion"), "choices": [choice], "usage": _usage(reply, body)}


async def _stream(reply: Reply, body: Body, completion: str) -> AsyncIterator[bytes]:
    head = _head(body, completion, "chat.completion.chunk")
    await asyncio.sleep(reply.first_token_ms / 1000)
    for sent, delta in enumerate(_deltas(reply, completion)):
        if sent == reply.die_after:
            raise ConnectionAbortedError
        if sent:
            await asyncio.sleep(reply.token_ms / 1000)
        yield _event({**head, "choices": [{"index": 0, "delta": delta, "finish_reason": None}]})
    yield _event({**head, "choices": [{"index": 0, "delta": {}, "finish_reason": _finish(reply)}]})
    if (body.get("stream_options") or {}).get("include_usage"):
        yield _event({**head, "choices": [], "usage": _usage(reply, body)})
    yield b"data: [DONE]\n\n"


def _deltas(reply: Reply, completion: str) -> Iterator[dict[str, Any]]:
    role = {"role": "assistant"}
    for piece in pieces(reply.reasoning):
        yield {**role, "reasoning_content": piece}
    for piece in [reply.text] if reply.whole else pieces(reply.text):
        yield {**role, "content": piece}
    for index, call in enumerate(_calls(reply, completion)):
        arguments = call["function"]["arguments"]
        half = len(arguments) // 2  # arguments arrive in parts, as real endpoints send them
        yield {**role, "tool_calls": [{**call, "index": index, "function": {**call["function"], "arguments": ""}}]}
        for part in (arguments[:half], arguments[half:]):
            yield {"tool_calls": [{"index": index, "function": {"arguments": part}}]}


def _calls(reply: Reply, completion: str) -> list[dict[str, Any]]:
    return [
        {
            "id": call.id or f"call-{completion}-{index}",
            "type": "function",
            "function": {"name": call.name, "arguments": call.arguments},
        }
        for index, call in enumerate(reply.calls)
    ]


def _head(body: Body, completion: str, kind: str) -> dict[str, Any]:
    return {"id": completion, "object": kind, "created": int(time.time()), "model": body.get("model", "scripted")}


def _finish(reply: Reply) -> str:
    return reply.finish or ("tool_calls" if reply.calls else "stop")


def _usage(reply: Reply, body: Body) -> dict[str, int]:
    tokens_in, tokens_out = reply.usage or (len(json.dumps(body["messages"])) // 4, len(pieces(reply.text)))
    return {"prompt_tokens": tokens_in, "completion_tokens": tokens_out, "total_tokens": tokens_in + tokens_out}


def _event(chunk: dict[str, Any]) -> bytes:
    return b"data: " + json.dumps(chunk, ensure_ascii=False).encode() + b"\n\n"
