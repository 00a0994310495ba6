"""`Idempotency-Key` on routes that create something: sent again, the same request gets the first answer again."""

from collections.abc import Callable, Coroutine
from datetime import UTC, datetime
from typing import Annotated, Any

from fastapi import Depends, Header
from starlette.requests import Request
from starlette.responses import Response

from memory.service.answers.kept_answers import KeptAnswer, KeptRequest, keep_answer, kept_answer
from memory.web.alone import alone
from memory.web.caller import asked_by

_ABOUT = "Any text that no other request has: sent again within a day, this request is not carried out twice."
_FINE = range(200, 300)
_JSON = "application/json"
Handler = Callable[[Request], Coroutine[Any, Any, Response]]


async def _documented(
    idempotency_key: Annotated[str | None, Header(description=_ABOUT, min_length=1, max_length=255)] = None,
) -> None:
    """Put the header into the OpenAPI; `kept_once` reads it."""


ONCE = Depends(_documented)
"""Among the dependencies of a route: its answers are kept for requests that carry a key."""


def kept_once(answer: Handler) -> Handler:
    """Return a handler whose good answers are kept by the request's key; a refused request may be sent again."""

    async def once(request: Request) -> Response:
        key = request.headers.get("idempotency-key")
        if key is None:
            return await answer(request)
        asked = await asked_by(request, *map(request.query_params.get, ("user_id", "assistant")))
        sent = KeptRequest(
            key, f"{request.method} {request.url.path}?{request.url.query}\n".encode() + await request.body()
        )
        async with alone(asked.store, asked.user.root, "answer", key):
            kept = await kept_answer(asked.store, asked.user.root, sent, datetime.now(UTC))
            if kept is not None:
                headers = {"ETag": kept.etag} if kept.etag else {}
                return Response(kept.body, kept.status, headers, _JSON)
            made = await answer(request)
            if made.status_code in _FINE:
                told = KeptAnswer(made.status_code, bytes(made.body).decode(), made.headers.get("etag"))
                await keep_answer(asked.store, asked.user.root, sent, told, datetime.now(UTC))
            return made

    return once
