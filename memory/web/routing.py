"""The routes of the API: their addresses read as they were sent, their errors in one form, each in the OpenAPI."""

from collections.abc import Sequence
from urllib.parse import quote, unquote_to_bytes

from fastapi import APIRouter
from fastapi.routing import APIRoute
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Match, Route
from starlette.types import Receive, Scope, Send

from memory.core.errors import InputError
from memory.core.language.text import clean_text
from memory.web.answers import answer_to, not_allowed, not_found
from memory.web.idempotency import ONCE, Handler, kept_once
from memory.web.log_in_schemes import LOG_IN
from memory.web.shapes import ErrorAnswer


class ApiRoute(APIRoute):
    """A route whose parameters may hold any text, slashes too, and whose errors are told as `answers.py` says."""

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """Match the address as it was sent: in the decoded one, a slash in a name looks like any other."""
        match, found = super().matches({**scope, "path": _path_as_sent(scope)})
        if match is not Match.NONE:
            found["path_params"] = {name: _decoded(value) for name, value in found["path_params"].items()}
        return match, found

    def get_route_handler(self) -> Handler:
        """Return what answers a request, errors included."""
        answer = super().get_route_handler()
        if ONCE in self.dependencies:
            answer = kept_once(answer)

        async def guarded(request: Request) -> Response:
            try:
                for name, value in request.path_params.items():
                    _check_text(name, value)
                return await answer(request)
            except Exception as problem:  # noqa: BLE001  # told in our form, and logged unless it is one of ours
                return answer_to(problem)

        return guarded


def api_router(tag: str, *, is_open: bool = False) -> APIRouter:
    """Return what a module of routes is made with; `tag`: what they are listed under; `is_open`: nobody logs in."""
    return APIRouter(
        route_class=ApiRoute,
        dependencies=() if is_open else LOG_IN,
        tags=[tag],
        responses={
            "4XX": {"model": ErrorAnswer, "description": "What was wrong with the request."},
            "5XX": {"model": ErrorAnswer, "description": "A fault of the server or its store."},
        },
        generate_unique_id_function=lambda route: route.name,
        redirect_slashes=False,
    )


class _Elsewhere:
    """Answers what is under `/v1` and no route of ours."""

    def __init__(self, routes: Sequence[BaseRoute]) -> None:
        self._routes = routes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        partial = (route for route in self._routes if route.matches(scope)[0] is Match.PARTIAL)
        methods = {method for route in partial for method in getattr(route, "methods", ())}
        await (not_allowed(", ".join(sorted(methods))) if methods else not_found())(scope, receive, send)


def with_the_rest(routes: Sequence[BaseRoute]) -> list[BaseRoute]:
    """Return the routes and, last, one for whatever else is asked of `/v1`, so that the platform need not answer it."""
    return [*routes, Route("/v1/{rest:path}", _Elsewhere(routes), include_in_schema=False)]


def _path_as_sent(scope: Scope) -> str:
    """Return the address in one way of encoding it, whichever the client chose; only names hold encoded slashes."""
    sent: bytes = scope.get("raw_path") or quote(scope["path"]).encode()
    return "/".join(quote(unquote_to_bytes(part), safe="") for part in sent.split(b"/"))


def _decoded(value: str) -> str:
    """Return a parameter; what is not UTF-8 becomes what `_check_text` refuses by the parameter's name."""
    return unquote_to_bytes(value).decode(errors="surrogateescape")


def _check_text(name: str, value: str) -> None:
    if clean_text(value) != value:
        raise InputError(name, "is not UTF-8, or holds NUL", "Percent-encode well-formed text as UTF-8.")
