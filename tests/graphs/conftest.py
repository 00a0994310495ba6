"""Fixtures of the tests that run the agent graph in this process."""

from collections.abc import AsyncIterator

import pytest
from support.in_process import House
from support.openai_server import ScriptedModel

from memory.models.chat import close_chat_models


@pytest.fixture
def house(monkeypatch: pytest.MonkeyPatch) -> House:
    """The graph with the offline model."""
    for name in ("HOLDFAST_MODEL", "HOLDFAST_BASE_URL", "HOLDFAST_FALLBACK_MODEL"):
        monkeypatch.delenv(name, raising=False)
    return House()


@pytest.fixture
async def scripted(
    house: House, scripted_model: ScriptedModel, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[House]:
    """The graph with the scripted model."""
    monkeypatch.setenv("HOLDFAST_MODEL", "scripted")
    monkeypatch.setenv("HOLDFAST_BASE_URL", scripted_model.base_url)
    yield house
    await close_chat_models()
