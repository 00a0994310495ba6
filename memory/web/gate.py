"""Middleware in front of the whole server: closed routes, sizes, rates, and a local server's own machine.

It looks up who sends a request, once, and leaves it in the scope for `auth.py`.
"""

import math
import re
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketClose

from memory.core.access.identities import LOCAL_CALLER
from memory.core.access.rate import Bucket, take
from memory.service.access.auth_settings import rate_limit, read_auth_settings, request_bytes
from memory.service.access.callers import Caller, ForbiddenError, LoginError, caller_of
from memory.web.answers import error, not_found
from memory.web.local_only import is_own_host, is_own_page

CALLER = "holdfast.caller"
"""Where in the scope of a request its caller is: a `Caller`, or why there is none."""
_CLOSED = re.compile(r"/+(internal|deploy)(/.*)?", re.IGNORECASE)
"""Routes of the development server for itself, which no log-in guards."""
OPEN = frozenset({"/health", "/ready"})
"""Routes of ours that are answered without a log-in: they tell no more than whether the server works."""
_UNCOUNTED = OPEN | {"/ok"}
_MOST_BUCKETS = 10_000
_UNAUTHENTICATED, _FORBIDDEN, _TOO_LARGE, _TOO_MANY = 401, 403, 413, 429
_REFUSED_SOCKET = 1008
Found = Caller | LoginError | ForbiddenError


class Gate:
    """Lets through what may come in; the server's own calls of itself pass."""

    def __init__(self, app: ASGIApp, clock: Callable[[], float] = time.monotonic) -> None:
        """Wrap the server. `clock`: seconds."""
        self._app = app
        self._clock = clock
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer what may not come in; pass everything else on with its caller."""
        if scope["type"] not in {"http", "websocket"} or _is_own_call(scope):
            await self._app(scope, receive, send)
            return
        caller = await find_caller(scope)
        refused = _refused(scope, caller) or self._too_many(scope, caller) or _nobody(scope, caller)
        if refused is None and scope["type"] == "http":
            body = await _whole_body(receive, _told_length(scope))
            if body is None:
                most = f"The body is over {request_bytes()} bytes."
                refused = error(_TOO_LARGE, "too_large", most, "body", "Send less at once.")
            else:
                receive = _again(body, receive)
        if refused is not None:
            answer = refused if scope["type"] == "http" else WebSocketClose(_REFUSED_SOCKET)
            await answer(scope, receive, send)
            return
        await self._app({**scope, CALLER: caller}, receive, send)

    def _too_many(self, scope: Scope, caller: Found) -> Any:
        """Return the refusal of one request too many: of a user, or of an address from which nobody logs in."""
        most = rate_limit()
        local = isinstance(caller, Caller) and caller.identity == LOCAL_CALLER
        if not most or local or _path(scope) in _UNCOUNTED:
            return None
        key = f"user {caller.identity}" if isinstance(caller, Caller) else f"at {(scope.get('client') or ('',))[0]}"
        self._buckets[key], wait = take(self._buckets.get(key), self._clock(), most)
        self._buckets.move_to_end(key)
        if len(self._buckets) > _MOST_BUCKETS:
            self._buckets.popitem(last=False)
        if not wait:
            return None
        seconds = math.ceil(wait)
        refused = error(_TOO_MANY, "too_many", "Too many requests.", remedy=f"Try again in {seconds} s.")
        refused.headers["Retry-After"] = str(seconds)
        return refused


async def find_caller(scope: Scope) -> Found:
    """Return who sends a request, or why it is nobody."""
    try:
        return await caller_of(dict(HTTPConnection(scope).headers), read_auth_settings())
    except (LoginError, ForbiddenError) as nobody:
        return nobody


def _is_own_call(scope: Scope) -> bool:
    """Tell whether the server calls itself: the SDK's client in it sets a root path, which no request can."""
    root: str = scope.get("root_path") or ""
    return root == "/noauth" or root.startswith("/noauth/")


def _refused(scope: Scope, caller: Found) -> Any:
    """Return the refusal of a closed route, and on a local server of what does not come from its own machine."""
    if _CLOSED.fullmatch(_path(scope)):
        return not_found()
    if not isinstance(caller, Caller) or caller.identity != LOCAL_CALLER:
        return None
    headers = HTTPConnection(scope).headers
    if not is_own_host(scope.get("server"), headers.get("host")):
        remedy = "Call it as localhost, or set up a log-in (docs/security.md)."
        return error(_FORBIDDEN, "local_only", "This server is open, and for its own machine alone.", remedy=remedy)
    if not is_own_page(headers.get("origin")):
        remedy = "Allow the page's origin in HOLDFAST_CORS_ORIGINS."
        return error(_FORBIDDEN, "other_page", "A page of another site may not call this server.", remedy=remedy)
    return None


def _nobody(scope: Scope, caller: Found) -> Any:
    """Return the refusal of one of our routes to who is not logged in; the platform tells it of its own."""
    if isinstance(caller, Caller) or not _path(scope).startswith("/v1/"):
        return None
    if isinstance(caller, ForbiddenError):
        return error(_FORBIDDEN, "forbidden", str(caller))
    return error(_UNAUTHENTICATED, "unauthenticated", str(caller), remedy="See docs/security.md.")


def _path(scope: Scope) -> str:
    return str(scope["path"]).removeprefix(scope.get("root_path") or "")


def _told_length(scope: Scope) -> int:
    told = HTTPConnection(scope).headers.get("content-length", "0")
    return int(told) if told.isascii() and told.isdigit() else 0


async def _whole_body(receive: Receive, told: int) -> list[Message] | None:
    """Return the messages of a body, None when it is longer than may be."""
    most, length, parts = request_bytes(), 0, list[Message]()
    if told > most:
        return None
    while True:
        message = await receive()
        parts.append(message)
        length += len(message.get("body", b""))
        if length > most:
            return None
        if not message.get("more_body", False):  # a client that has gone says no more either
            return parts


def _again(parts: list[Message], receive: Receive) -> Receive:
    """Return what says the parts of a body once more, and then what the client says."""

    async def said() -> Message:
        return parts.pop(0) if parts else await receive()

    return said
