"""What the middleware answers when the platform has deleted a thread and our own part of it fails."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from uuid import uuid4

import httpx
import pytest
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.store.memory import InMemoryStore
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from support.conversations import Conversation

from memory.core.errors import StorageError
from memory.core.ids import user_root
from memory.service.erasing.erasing_reach import LocalRuns, Reach, nothing_runs
from memory.service.erasing.erasing_server import DELETING
from memory.storage.compact import Compacted
from memory.storage.listing import list_items
from memory.web import erase_threads
from memory.web.erase_threads import EraseDeletedThreads

THREAD = str(uuid4())
ROOT = user_root("安", 0)


class Runs(LocalRuns):
    """Runs of a server: nothing is left to another one."""

    left_to_server = None


class Platform:
    """A platform with one thread, and a disk that may be full."""

    def __init__(self) -> None:
        self.store = InMemoryStore()
        self.deleted = False
        self.full = False
        self.records: list[str] = []

    async def delete_record(self, request: Request) -> Response:
        """Delete a thread's record as `langgraph dev` does."""
        place = self.records.index(request.path_params["thread"])
        await asyncio.sleep(0.01)
        self.records.pop(place)
        return Response(status_code=204)

    async def delete(self, _: Request) -> Response:
        status = 404 if self.deleted else 204
        self.deleted = True
        return Response(status_code=status, headers={"x-from": "platform"})

    async def compact(self) -> Compacted:
        if self.full:
            raise StorageError("store.sqlite: disk is full. Free disk space.")
        return Compacted()

    @asynccontextmanager
    async def reach(self) -> AsyncIterator[Reach]:
        yield Reach(self.store, Runs(InMemorySaver(), nothing_runs), self.compact)


@pytest.fixture
def platform(monkeypatch: pytest.MonkeyPatch) -> Platform:
    async def no_runs(*_: object) -> None:
        """There is no server to ask for runs."""

    platform = Platform()
    monkeypatch.setattr(erase_threads, "server_reach", platform.reach)
    monkeypatch.setattr(EraseDeletedThreads, "_stop_runs", no_runs)
    return platform


@pytest.fixture
async def http(platform: Platform) -> AsyncIterator[httpx.AsyncClient]:
    routes = [Route("/threads/{thread}", platform.delete, methods=["DELETE", "GET"])]
    app = Starlette(routes=routes, middleware=[Middleware(EraseDeletedThreads)])
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://test") as client:
        yield client


async def test_the_platforms_answer_is_kept_when_ours_is_done_too(http: httpx.AsyncClient, platform: Platform):
    await Conversation(platform.store, ROOT, THREAD).say("秘密", "secret")
    answer = await http.delete(f"/threads/{THREAD}")
    assert (answer.status_code, answer.headers["x-from"]) == (204, "platform")
    (left,) = await list_items(platform.store, ("users",))
    assert (left.value["type"], "秘密" in str(left.value)) == ("conversation.erased", False)
    assert (await http.delete(f"/threads/{THREAD}")).status_code == 404


async def test_a_failure_of_ours_is_told_and_the_same_request_goes_on_with_it(
    http: httpx.AsyncClient, platform: Platform
):
    await Conversation(platform.store, ROOT, THREAD).say("秘密", "secret")
    platform.full = True
    failed = await http.delete(f"/threads/{THREAD}")
    assert (failed.status_code, failed.json()["error"]["code"]) == (500, "not_erased_yet")
    assert "disk is full" in failed.json()["error"]["message"]
    platform.full = False
    assert (await http.delete(f"/threads/{THREAD}")).status_code == 204
    assert (await http.delete(f"/threads/{THREAD}")).status_code == 404


async def test_any_other_request_passes(http: httpx.AsyncClient, platform: Platform):
    await Conversation(platform.store, ROOT, THREAD).say("stays")
    await http.get(f"/threads/{THREAD}")
    await http.delete("/threads/none")
    assert len(await list_items(platform.store, ("users", ROOT, "transcript"))) == 1


async def test_threads_deleted_at_once_take_no_other_thread_with_them(platform: Platform):
    threads = [str(uuid4()) for _ in range(8)]
    platform.records = list(threads)
    routes = [Route("/threads/{thread}", platform.delete_record, methods=["DELETE"])]
    app = Starlette(routes=routes, middleware=[Middleware(EraseDeletedThreads)])
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://test") as client:

        async def delete(thread: str, *, ours: bool) -> int:
            if ours:
                DELETING.set(True)  # in this task alone
            return (await client.delete(f"/threads/{thread}")).status_code

        answers = await asyncio.gather(*(delete(t, ours=n > 1) for n, t in enumerate(threads[::2])))
    assert (answers, platform.records) == ([204] * 4, threads[1::2])
