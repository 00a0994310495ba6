"""What the functions of memory/storage must do on every store: users apart, any text, any number, order and expiry."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from langgraph.store.base import BaseStore
from langgraph.store.memory import InMemoryStore
from support.conversations import a_fact
from support.entries import START, conversation, entry

from memory.core import namespaces
from memory.core.events.event_docs import make_event
from memory.core.facts.facts import Proposal
from memory.core.ids import user_root
from memory.core.language.text import clean_value, content_hash
from memory.core.transcript.entries import make_entry, place_of
from memory.core.transcript.transcript_docs import ThreadRecord
from memory.storage import listing
from memory.storage.due import clear_due, list_due, mark_due
from memory.storage.events import list_events
from memory.storage.facts import get_pending, list_pending, load_memory, write_memory
from memory.storage.listing import list_items
from memory.storage.ops import delete, put, write
from memory.storage.transcript_read import all_entries, list_threads, lookup, page, read_path
from memory.storage.transcript_write import append
from memory.storage.turn import read_settings, read_turn

NOW = datetime(2026, 3, 2, 8, tzinfo=UTC)
T = "T"
NEIGHBOURS = [
    "user_1",
    "user_10",
    "user_1%",
    "user%",
    "user_",
    "User_1",
    "USER_1",
    "user-1",
    "user_1 ",
    "user.1",
    "user/1",
    "user/../user_1",
    "user_1--0",
    "用户一",
    "用戶一",
    "usеr_1",  # a Cyrillic letter
    "u" * 256,
    "u" * 255,
]
TEXTS = {
    "a megabyte of English": "The quick brown fox. " * 50_000,
    "a megabyte of Chinese": "天地玄黄宇宙洪荒" * 44_000,
    "mixed": "简体 繁體 mixed \u202e rtl 👩‍👩‍👧 𠀀 \x01\x1f\x7f \ufeff \u2028",
    "a script": "'; DROP TABLE store; -- \\u0000 \\x00 %s {} ${x} $1 ?1",
}


async def write_as(store: BaseStore, root: str, name: str) -> None:
    """Write one of everything for a user; each says whose it is."""
    one = entry("m", name)
    record: ThreadRecord = {"schema": 1, "thread": T, "conversation": name, "created": START.isoformat()}
    await append(store, root, T, [one], head=place_of(one), record=record)
    event = make_event("fact.written", START, {"of": name}, "aa")
    proposal: Proposal = {**a_fact("p", name)}  # type: ignore[typeddict-item]  # a fact holds all that a proposal does
    await write_memory(store, root, version=name, assertions=[a_fact("f", name)], pending=[proposal], events=[event])
    await write(store, [put(namespaces.settings(root), "name", {"value": name})])
    await mark_due(store, root, T)


async def test_users_whose_ids_nearly_match_share_nothing(any_store: BaseStore):
    roots = {name: user_root(name, 0) for name in NEIGHBOURS}
    for name, root in roots.items():
        await write_as(any_store, root, name)
    for name, root in roots.items():
        memory = await load_memory(any_store, root)
        assert ([a["text"] for a in memory.assertions], memory.version) == ([name], name)
        assert [p["text"] for p in await list_pending(any_store, root)] == [name]
        assert [e["detail"] for e in await list_events(any_store, root)] == [{"thread": T}, {"of": name}]
        assert [r["conversation"] for r in await list_threads(any_store, root)] == [name]
        assert [e["content"] for e in (await page(any_store, root, T, limit=10)).entries] == [name]
        turn = await read_turn(any_store, root, T, ["m"], NOW)
        assert (turn.settings, turn.version, len(turn.seen)) == ({"name": name}, name, 1)
    assert sorted(await list_due(any_store)) == sorted((root, T) for root in roots.values())
    await clear_due(any_store, roots["user_1"], T)
    assert len(await list_due(any_store)) == len(roots) - 1


async def test_threads_whose_ids_nearly_match_share_nothing(any_store: BaseStore):
    root = user_root("ann", 0)
    for name in NEIGHBOURS:
        await append(any_store, root, name, [entry("m", name)])
    for name in NEIGHBOURS:
        assert [e["content"] async for e in all_entries(any_store, root, name)] == [name]


@pytest.mark.parametrize("name", TEXTS)
async def test_a_text_comes_back_as_it_was_written(any_store: BaseStore, name: str):
    written = entry("m", TEXTS[name])
    await append(any_store, "u--0", T, [written])
    assert (await read_path(any_store, "u--0", T, place_of(written))) == [written]
    assert written["content"] == TEXTS[name]


async def test_ids_of_any_length_and_script_find_their_entry(any_store: BaseStore):
    ids = [
        "m" * 100_000,
        "消息/一",
        "../../etc/passwd",
        "a.b.c",
        "%",
        "_",
        "",
        " ",
        "👩‍👩‍👧",
        "lone \ud800",
        "nul \x00",
    ]
    entries = [entry(message_id, f"第{number}") for number, message_id in enumerate(ids)]
    await append(any_store, "u--0", "会话.1/%_" * 300, entries)
    seen = await lookup(any_store, "u--0", "会话.1/%_" * 300, [e["id"] for e in entries])
    assert [seen[e["id"]].entry for e in entries] == [place_of(e) for e in entries]


async def test_keys_of_any_script_are_listed_in_the_same_order_everywhere(any_store: BaseStore):
    keys = [
        "a",
        "B",
        "b",
        "ä",
        "Z",
        "1",
        "10",
        "2",
        "中",
        "国",
        "😀",
        "\ufb01",
        "a b",
        "a.b",
        "a/b",
        "_",
        "%",
        "x" * 1_000,
    ]
    await write(any_store, [put(("n",), key, {"is": key}) for key in keys])
    assert [item.key for item in await list_items(any_store, ("n",))] == sorted(keys)
    assert list(await read_settings(any_store, "u--0", NOW)) == []
    await write(any_store, [put(namespaces.settings("u--0"), key, {"value": key}) for key in keys])
    assert list(await read_settings(any_store, "u--0", NOW)) == sorted(keys)


async def test_a_listing_is_whole_however_much_there_is(any_store: BaseStore, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(listing, "_FIRST_LIMIT", 10)
    for count in (9, 10, 11, 99, 100, 101, 350):
        await write(any_store, [put(("n", str(count)), f"{i:04d}", {}) for i in range(count)])
        assert len(await list_items(any_store, ("n", str(count)))) == count
    assert len(await list_items(any_store, ("n",))) == 680


async def test_a_batch_of_thousands_is_written_whole(any_store: BaseStore):
    entries = conversation(1_500)
    await append(any_store, "u--0", T, entries, head=place_of(entries[-1]))
    assert [e["key"] async for e in all_entries(any_store, "u--0", T)] == [e["key"] for e in entries]


NUMBERS: dict[str, Any] = {
    "largest": 2**63 - 1,
    "smallest": 1 - 2**63,
    "no float": 2**53 + 1,
    "true": True,
    "one": 1,
    "one point nought": 1.0,
    "sum": 0.1 + 0.2,
    "tiny": 5e-324,
    "small": 1.5e-7,
    "minus": -1.25,
}
MENDED = {
    "too large": (2**63, str(2**63)),
    "too small": (-(2**80), str(-(2**80))),
    "large float": (1e22, str(10**22)),
    "whole float": (123456789012345680.0, 123456789012345680),
    "huge": (1e308, str(int(1e308))),
    "negative nought": (-0.0, 0.0),
    "nan": (float("nan"), None),
    "infinite": (float("-inf"), None),
}


async def test_numbers_come_back_as_they_were_or_as_every_store_can_hold_them(any_store: BaseStore):
    written = NUMBERS | {name: value for name, (value, _) in MENDED.items()}
    expected = NUMBERS | {name: value for name, (_, value) in MENDED.items()}
    await write(any_store, [put(("n",), "k", written)])
    ((item),) = await list_items(any_store, ("n",))
    assert {k: repr(v) for k, v in item.value.items()} == {k: repr(v) for k, v in expected.items()}


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters(), max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(value=JSON)
async def test_any_value_is_read_back_as_it_was_cleaned(any_store: BaseStore, value: Any):
    await write(any_store, [put(("n",), "k", {"v": value})])
    ((item),) = await list_items(any_store, ("n",))
    assert json.dumps(item.value, sort_keys=True) == json.dumps(clean_value({"v": value}), sort_keys=True)
    assert content_hash(item.value) == content_hash({"v": value})


async def test_a_deeply_nested_value_comes_back(any_store: BaseStore):
    for levels, end in ((49, "到底了"), (450, "…")):
        value: Any = "到底了"
        for _ in range(levels):
            value = {"in": [value]}
        await write(any_store, [put(("n",), "k", {"v": value})])
        read = (await list_items(any_store, ("n",)))[0].value["v"]
        assert _innermost(read) == end


def _innermost(value: Any) -> Any:
    while isinstance(value, dict | list):
        value = value["in"] if isinstance(value, dict) else value[0]
    return value


async def test_times_are_compared_as_moments_in_whatever_zone_they_are_told(any_store: BaseStore):
    zones = ["2026-03-01T20:00:00+08:00", "2026-03-01T07:30:00-05:00", "2026-03-01T13:00:00Z", "2026-03-01T13:30:00"]
    proposals: list[Proposal] = [
        {**a_fact(f"p{9 - n}", at), "observed_at": at}  # type: ignore[typeddict-item]  # a fact holds a proposal
        for n, at in enumerate(zones)
    ]
    records: list[ThreadRecord] = [
        {"schema": 1, "thread": f"t{9 - n}", "conversation": at, "created": at} for n, at in enumerate(zones)
    ]
    await write_memory(any_store, "u--0", version="1", pending=proposals[::-1])
    for record in records[::-1]:
        await append(any_store, "u--0", record["thread"], [entry("m", "好")], record=record)
    assert [p["observed_at"] for p in await list_pending(any_store, "u--0")] == zones
    assert [r["created"] for r in await list_threads(any_store, "u--0")] == zones


async def test_what_has_expired_is_not_read_and_hides_nothing_that_has_not(any_store: BaseStore):
    old = [
        put(namespaces.working("u--0", T), f"old{i:03d}", {"expires_at": "2026-03-02T15:59:59+08:00"})
        for i in range(150)
    ]
    live = [put(namespaces.working("u--0", T), f"{i:03d}", {"expires_at": "2026-03-02T08:00:01"}) for i in range(50)]
    await write(any_store, [*old[:75], *live, *old[75:]])
    turn = await read_turn(any_store, "u--0", T, [], NOW)
    assert list(turn.working) == [f"{i:03d}" for i in range(50)]
    later = await read_turn(any_store, "u--0", T, [], NOW + timedelta(seconds=1))
    assert later.working == {}
    earlier = await read_turn(any_store, "u--0", T, [], NOW - timedelta(hours=1))
    assert len(earlier.working) == 200


async def test_a_document_written_deleted_and_written_again_is_as_new(any_store: BaseStore):
    root = "u--0"
    for text in ("茶", "咖啡"):
        await write_memory(any_store, root, version=text, pending=[{**a_fact("p", text)}])  # type: ignore[typeddict-item]
        found = await get_pending(any_store, root, "p")
        assert found is not None
        assert found["text"] == text
        await write(any_store, [delete(namespaces.pending(root), "p")])
        assert await get_pending(any_store, root, "p") is None


async def test_a_document_changed_by_its_reader_is_not_changed_in_the_store(any_store: BaseStore):
    await write_memory(any_store, "u--0", version="1", assertions=[a_fact("f", "tea")])
    (await load_memory(any_store, "u--0")).assertions[0]["text"] = "changed"
    assert [a["text"] for a in (await load_memory(any_store, "u--0")).assertions] == ["tea"]


def test_the_contract_runs_on_every_kind_of_store(request: pytest.FixtureRequest):
    fixtures = request.session._fixturemanager.getfixturedefs("any_store", request.node)
    assert fixtures is not None
    assert len(fixtures[-1].params or []) == 4
    assert InMemoryStore  # the first of them


async def test_a_message_with_a_hostile_shape_is_stored_cleaned(any_store: BaseStore):
    content = [{"type": "text", "text": "a\x00b\ud800", "nan": float("nan"), 7: (1, {2: "\x00"})}, "plain \udfff"]
    made = make_entry({"id": "m\x00", "role": "user", "content": content}, T, None, START)
    await append(any_store, "u--0", T, [made])
    (read,) = await read_path(any_store, "u--0", T, place_of(made))
    assert read["content"] == [{"type": "text", "text": "ab\ufffd", "nan": None, "7": [1, {"2": ""}]}, "plain \ufffd"]
