"""Fixtures of the tests that ask why."""

import pytest
from support.in_process import House


@pytest.fixture
def house(monkeypatch: pytest.MonkeyPatch) -> House:
    """The graph with the offline model."""
    for name in ("HOLDFAST_MODEL", "HOLDFAST_BASE_URL", "HOLDFAST_FALLBACK_MODEL", "HOLDFAST_EXTRACT_MODEL"):
        monkeypatch.delenv(name, raising=False)
    return House()
