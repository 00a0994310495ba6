from collections.abc import AsyncIterator
from datetime import UTC, datetime
from typing import Any

import pytest
from langgraph.store.memory import InMemoryStore
from support.openai_server import ScriptedModel
from support.paths import path_of, user
from support.replies import Reply

from memory.core.defaults import DEFAULTS
from memory.core.facts.facts import Tombstone
from memory.core.summary.summary_docs import Summary
from memory.core.transcript.entries import Entry, place_of, text_of
from memory.models.chat import close_chat_models
from memory.models.settings import ModelSettings, read_model_settings
from memory.models.tokenizer import count_message, count_text
from memory.service.consolidation.consolidation import ThreadReport, consolidate_thread
from memory.service.consolidation.mailbox import Measures
from memory.service.consolidation.short_forms import shortener
from memory.storage.events import list_events
from memory.storage.facts import write_memory
from memory.storage.summaries import read_summary
from memory.storage.transcript_write import append

U, T = "ann--0", "T"
ENGLISH = "I wrote to the shop about order AB-1234 again, for the chair cost $250 and never came. " * 25
CHINESE = "我又給店裡寫信問訂單AB-7788，那把椅子花了￥2500元，一直沒有送到。" * 25
SHORT_EN = "Order AB-1234, a chair for $250, never came."
SHORT_ZH = "訂單AB-7788的椅子（￥2500元）一直沒有送到。"


@pytest.fixture(autouse=True)
async def _closed() -> AsyncIterator[None]:
    yield
    await close_chat_models()


def measures(model: ScriptedModel | None) -> Measures:
    settings = ModelSettings(shorten_model="short", base_url=model.base_url) if model else ModelSettings()
    return Measures(count_text, count_message, 16_000, shortener(settings))


async def consolidate(store: InMemoryStore, model: ScriptedModel | None) -> ThreadReport:
    return await consolidate_thread(store, U, T, clock=lambda: datetime.now(UTC), measures=measures(model))


async def talk(store: InMemoryStore, *long: str, parent: Entry | None = None, count: int = 45) -> list[Entry]:
    said = [*long, *(f"第{i}句话" for i in range(count))]
    path = path_of(*map(user, said), parent=parent, prefix=f"p{parent['depth'] if parent else 0}-")
    await append(store, U, T, path, head=place_of(path[-1]))
    return path


async def summary_of(store: InMemoryStore) -> Summary:
    summary = await read_summary(store, U, T)
    assert summary is not None
    return summary


def sent(model: ScriptedModel) -> list[str]:
    return [str(m["content"]) for body in model.requests for m in body["messages"]]


async def test_long_messages_get_a_short_form_that_lies_with_the_summary(scripted_model: ScriptedModel):
    store = InMemoryStore()
    path = await talk(store, ENGLISH, CHINESE)
    scripted_model.push(Reply(SHORT_ZH), Reply(SHORT_EN))  # the newest first
    report = await consolidate(store, scripted_model)
    assert (await summary_of(store)).get("short") == {path[0]["key"]: SHORT_EN, path[1]["key"]: SHORT_ZH}
    assert (report["shortened"], report["notes"]) == (2, [])
    assert {e["type"] for e in await list_events(store, U)} == {"summary.folded", "summary.shortened"}
    assert scripted_model.requests[0]["model"] == "short"
    assert "請把對話中的一條訊息縮短" in sent(scripted_model)[0]


async def test_without_the_setting_no_model_is_asked(scripted_model: ScriptedModel, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv("HOLDFAST_SHORTEN_MODEL", raising=False)
    assert shortener(read_model_settings()) is None
    store = InMemoryStore()
    await talk(store, ENGLISH)
    report = await consolidate(store, None)
    assert (report["leaves"], report["shortened"]) == (1, 0)
    assert "short" not in await summary_of(store)
    assert scripted_model.requests == []


async def test_what_is_made_is_kept_over_folds_and_goes_when_it_is_out_of_reach(scripted_model: ScriptedModel):
    store = InMemoryStore()
    path = await talk(store, ENGLISH)
    scripted_model.push(Reply(SHORT_EN))
    await consolidate(store, scripted_model)
    path += await talk(store, parent=path[-1])
    await consolidate(store, scripted_model)
    assert (await summary_of(store)).get("short") == {path[0]["key"]: SHORT_EN}
    assert len(scripted_model.requests) == 1
    await talk(store, parent=path[-1], count=DEFAULTS.state_messages)
    await consolidate(store, scripted_model)
    assert (await summary_of(store)).get("short") == {}


@pytest.mark.parametrize("reply", [Reply(""), Reply("Order AB-9999 never came."), Reply(ENGLISH), Reply("没有送到。")])
async def test_an_answer_that_cannot_be_used_is_asked_for_once_more_and_then_noted(
    scripted_model: ScriptedModel, reply: Reply
):
    store = InMemoryStore()
    path = await talk(store, ENGLISH)
    scripted_model.push(reply, reply)
    report = await consolidate(store, scripted_model)
    assert "short" not in await summary_of(store)
    assert report["leaves"] == 1
    assert path[0]["key"] in report["notes"][0]
    assert "AB-" not in report["notes"][0]
    assert len(scripted_model.requests) == 2
    assert "refused" in sent(scripted_model)[2]
    scripted_model.push(Reply("没有送到。"), Reply(SHORT_EN))
    await consolidate(store, scripted_model)
    assert (await summary_of(store)).get("short") == {path[0]["key"]: SHORT_EN}


async def test_a_model_that_fails_costs_two_calls_a_note_and_nothing_else(scripted_model: ScriptedModel):
    store = InMemoryStore()
    await talk(store, ENGLISH, CHINESE)
    scripted_model.push(Reply(status=500), Reply(status=500))
    report = await consolidate(store, scripted_model)
    assert (report["leaves"], report["shortened"]) == (1, 0)
    assert "short" not in await summary_of(store)
    assert len(report["notes"]) == 1
    assert "'short'" in report["notes"][0]
    assert len(scripted_model.requests) == 2


async def test_a_model_that_cannot_be_made_is_a_note_too():
    store = InMemoryStore()
    await talk(store, ENGLISH)
    settings = ModelSettings(shorten_model="nobody:knows")
    made = Measures(count_text, count_message, 16_000, shortener(settings))
    report = await consolidate_thread(store, U, T, clock=lambda: datetime.now(UTC), measures=made)
    assert report["leaves"] == 1
    assert "nobody:knows" in report["notes"][0]


async def test_after_a_forget_the_short_forms_are_made_anew_from_what_may_be_told(scripted_model: ScriptedModel):
    store = InMemoryStore()
    path = await talk(store, f"My code is 4417-22. {ENGLISH}", CHINESE)
    scripted_model.push(Reply(SHORT_ZH), Reply(f"My code is 4417-22. {SHORT_EN}"))
    await consolidate(store, scripted_model)
    assert "4417-22" in str(await summary_of(store))
    start = text_of(path[0]).index("4417-22")
    stone: Tombstone = {
        "schema": 1,
        "content": "gone",
        "slot": None,
        "masks": [{"entry": path[0]["key"], "start": start, "end": start + 7}],
        "entries": [path[0]["key"]],
        "threads": [T],
        "forgotten_at": datetime.now(UTC).isoformat(),
    }
    await write_memory(store, U, version="after", tombstones=[stone])
    scripted_model.requests.clear()
    scripted_model.push(Reply(SHORT_ZH), Reply(SHORT_EN))
    report: dict[str, Any] = {**await consolidate(store, scripted_model)}
    assert report["shortened"] == 2
    assert "4417-22" not in str(await summary_of(store))
    assert not any("4417-22" in text for text in sent(scripted_model))
    assert (await summary_of(store)).get("short") == {path[0]["key"]: SHORT_EN, path[1]["key"]: SHORT_ZH}


async def test_a_forget_while_the_model_writes_is_respected_before_it_ends(scripted_model: ScriptedModel):
    path: list[Entry] = []

    class Busy(InMemoryStore):
        """A store in which a forget arrives with the short forms."""

        arrived = False

        async def abatch(self, ops: Any) -> Any:
            if not self.arrived and scripted_model.requests:
                self.arrived = True
                entry = path[0]
                stone: Tombstone = {
                    "schema": 1,
                    "content": "gone",
                    "slot": None,
                    "masks": [{"entry": entry["key"], "start": 11, "end": 18}],
                    "entries": [entry["key"]],
                    "threads": [T],
                    "forgotten_at": datetime(2026, 1, 1, tzinfo=UTC).isoformat(),
                }
                await write_memory(self, U, version="after", tombstones=[stone])
            return await super().abatch(ops)

    store = Busy()
    path += await talk(store, f"My code is 4417-22. {ENGLISH}")
    scripted_model.push(Reply(f"My code is 4417-22. {SHORT_EN}"), Reply(SHORT_EN))
    await consolidate(store, scripted_model)
    assert store.arrived
    assert "4417-22" not in str(await summary_of(store))
    assert (await summary_of(store)).get("short") == {path[0]["key"]: SHORT_EN}
