"""Stands for the platform where routes are called without a server."""

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from types import ModuleType
from typing import Any

import httpx
import pytest
from fastapi import APIRouter, FastAPI
from langgraph.store.base import Op
from langgraph.store.memory import InMemoryStore

from memory.web import caller
from memory.web.routing import with_the_rest


def given_store(monkeypatch: pytest.MonkeyPatch, *modules: ModuleType) -> InMemoryStore:
    """Return an empty store that all routes of the API work on, and those of other modules."""
    store = InMemoryStore()

    async def platform_store() -> InMemoryStore:
        return store

    for module in (caller, *modules):
        monkeypatch.setattr(module, "platform_store", platform_store)
    return store


def others_go_on_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every read and write of a store in memory take a turn of the loop, as those of any other store do."""
    at_once = InMemoryStore.abatch

    async def abatch(self: InMemoryStore, ops: Iterable[Op]) -> list[Any]:
        await asyncio.sleep(0)
        return await at_once(self, ops)

    monkeypatch.setattr(InMemoryStore, "abatch", abatch)


@asynccontextmanager
async def api(*routers: APIRouter, prefix: str = "/v1/") -> AsyncIterator[httpx.AsyncClient]:
    """Open a client of an application with these routes alone."""
    app = FastAPI(routes=with_the_rest([route for router in routers for route in router.routes]), openapi_url=None)
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url=f"http://test{prefix}") as client:
        yield client
