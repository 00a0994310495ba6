"""A thread that is deleted through the platform is erased by us too.

The platform decides who may delete what: its answer is awaited before anything of ours is touched.
"""

import asyncio
import logging
import re
from http import HTTPStatus

from langgraph_sdk import get_client
from langgraph_sdk.errors import NotFoundError
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from memory.core.errors import InputError
from memory.core.forgetting.erase_docs import FactsChoice
from memory.service.consolidation.single_flight import error_line
from memory.service.erasing.erasing import erase_thread, facts_choice, resume_erases
from memory.service.erasing.erasing_server import DELETING
from memory.web.answers import error
from memory.web.erase_reach import server_reach

_THREAD = re.compile(r"/threads/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/?", re.IGNORECASE)
_OK, _REDIRECT = 200, 300
_MOST_RUNS = 100
_ACTIVE = frozenset({"pending", "running"})
_log = logging.getLogger(__name__)


class EraseDeletedThreads:
    """Middleware around the whole server, the platform's routes included."""

    def __init__(self, app: ASGIApp) -> None:
        """Wrap the server."""
        self._app = app
        self._deleting = asyncio.Lock()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass everything on; when it deletes a thread, erase what we hold of it before that is answered."""
        thread = _deleted_thread(scope)
        if thread is None:
            await self._app(scope, receive, send)
            return
        if DELETING.get():
            await self._delete(scope, receive, send)
            return
        try:
            facts = facts_choice(Request(scope).query_params.get("facts"))
        except InputError as wrong:
            status = HTTPStatus.UNPROCESSABLE_ENTITY
            await error(status, "invalid_input", str(wrong), wrong.field, wrong.remedy)(scope, receive, send)
            return
        await self._stop_runs(scope, thread)
        answer = await self._answer(self._delete, scope, receive)
        ours = await _erased(thread, facts, answer[0]["status"])
        if ours is not None:
            await ours(scope, receive, send)
            return
        for message in answer:
            await send(message)

    async def _stop_runs(self, scope: Scope, thread: str) -> None:
        """Cancel the thread's runs in the caller's name: once its record is gone nobody could, and they would go on."""
        async with get_client() as client:
            try:
                runs = await client.runs.list(thread, limit=_MOST_RUNS, select=["run_id", "status"])
            except NotFoundError:
                return
        for run in runs:
            if run["status"] in _ACTIVE:
                path = f"{scope['path'].rstrip('/')}/runs/{run['run_id']}/cancel"
                cancel = {
                    **scope,
                    "method": "POST",
                    "path": path,
                    "raw_path": path.encode(),
                    "query_string": b"wait=true",
                }
                # Refused or too late: the answer to the delete itself counts.
                await self._answer(self._app, cancel, _no_body())

    async def _delete(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the platform delete a thread while it deletes no other one.

        `langgraph dev` finds a record's place in its list, awaits the checkpoints' deletion, and only then takes out
        what stands at that place: after another deletion, some other thread.
        """
        async with self._deleting:
            await self._app(scope, receive, send)

    async def _answer(self, app: ASGIApp, scope: Scope, receive: Receive) -> list[Message]:
        """Return the whole answer of the server, or of a part of it."""
        answer: list[Message] = []

        async def hold(message: Message) -> None:
            answer.append(message)

        await app(scope, receive, hold)
        return answer


def _no_body() -> Receive:
    """Return what a client says who sends an empty body and waits for the answer."""
    said = [{"type": "http.request", "body": b"", "more_body": False}]

    async def receive() -> Message:
        while not said:
            await asyncio.Event().wait()  # until the server has answered and no longer listens
        return said.pop()

    return receive


def _deleted_thread(scope: Scope) -> str | None:
    """Return the thread a request deletes, None for any other request."""
    if scope["type"] != "http" or scope["method"] != "DELETE":
        return None
    found = _THREAD.fullmatch(scope["path"].removeprefix(scope.get("root_path", "")))
    return found[1].lower() if found else None


async def _erased(thread: str, facts: FactsChoice, status: int) -> Response | None:
    """Erase our part of a thread as the platform's status allows; return the answer that takes its place, if any.

    A thread the platform no longer knows may have been deleted by a request whose erase of ours was cut off.
    """
    try:
        async with server_reach() as reach:
            if _OK <= status < _REDIRECT:
                await erase_thread(reach, thread, facts)
            elif status == HTTPStatus.NOT_FOUND and await resume_erases(reach, thread):
                return Response(status_code=HTTPStatus.NO_CONTENT)
    except Exception as failure:  # noqa: BLE001  # whatever it is, the caller must not take the thread for erased
        _log.exception("a thread was deleted by the platform, but not by us yet")
        told = f"The thread is deleted, its memory is not yet: {error_line(failure)}."
        remedy = "Delete it again, or start the server again: either goes on where this stopped."
        return error(HTTPStatus.INTERNAL_SERVER_ERROR, "not_erased_yet", told, remedy=remedy)
    return None
