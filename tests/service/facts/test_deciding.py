"""Deciding with what the store holds: what waits counts, and the log tells of a limit without a word of a fact."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from langgraph.store.memory import InMemoryStore

from memory.core.defaults import DEFAULTS
from memory.core.facts.facts import Proposal
from memory.core.facts.proposals import make_proposal
from memory.core.policy import write_limits
from memory.service.facts.deciding import decide_all
from memory.storage.facts import write_memory

ROOT, NOW = "u--0", datetime(2026, 3, 5, 10, tzinfo=UTC)


def event(text: str) -> Proposal:
    return make_proposal(
        text=text,
        kind="event",
        quote=text,
        message=text,
        source={"thread": "t", "conversation": "c", "message": text, "entry": "e"},
        observed_at=NOW.isoformat(),
    )


async def test_what_waits_in_the_store_takes_room_and_the_log_tells_of_the_limit(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    monkeypatch.setattr(write_limits, "DEFAULTS", replace(DEFAULTS, pending_facts=2))
    store, fresh = InMemoryStore(), [event("I fly to Tokyo"), event("我飞去东京")]
    await write_memory(store, ROOT, version="1", pending=[event("I fly to Rome")])
    decided = await decide_all(store, ROOT, fresh, mode="auto", assertions=[], now=NOW)
    assert [action for _, action in decided] == ["ask", "reject"]
    assert decided[1][0]["reason"] == "2 facts wait for a decision already"
    assert "2 facts wait for a decision already" in caplog.text
    assert "东京" not in caplog.text
