"""Stands for the platform's store where routes are called without a server."""

from types import ModuleType

import pytest
from langgraph.store.memory import InMemoryStore


def given_store(monkeypatch: pytest.MonkeyPatch, routes: ModuleType) -> InMemoryStore:
    """Return an empty store that the routes of a module work on."""
    store = InMemoryStore()

    async def platform_store() -> InMemoryStore:
        return store

    monkeypatch.setattr(routes, "platform_store", platform_store)
    return store
