"""Fixture of the scripted model."""

from collections.abc import Iterator

import pytest
from support.openai_server import ScriptedModel


@pytest.fixture(scope="session")
def _scripted_endpoint() -> Iterator[ScriptedModel]:
    with ScriptedModel() as model:
        yield model


@pytest.fixture
def scripted_model(_scripted_endpoint: ScriptedModel) -> ScriptedModel:
    """Return the scripted model, emptied; its endpoint stays the same for the session."""
    _scripted_endpoint.reset()
    return _scripted_endpoint
