"""What every store must do, and what ours do beside."""

import asyncio

import pytest
from langgraph.store.base import BaseStore, PutOp

from memory.core.ids import encode_label
from memory.storage.listing import list_items
from memory.storage.ops import delete, put, write

ODD = [
    "ann@example.org",
    "a/b\\c",
    "50%_*?[x]",
    "'; DROP TABLE store; --",
    "张伟",
    "張偉 and 张伟",
    "👩‍👩‍👧 family",
    "Ann",
    "ann",
    " ann ",
    "x" * 400,
]


async def test_a_listing_goes_past_ten_and_is_sorted_by_key(any_store: BaseStore):
    await write(any_store, [put(("n",), f"{i:03d}", {"i": i}) for i in (*range(60, 120), *range(60))])
    assert [item.value["i"] for item in await list_items(any_store, ("n",))] == list(range(120))
    assert [item.value["i"] for item in await list_items(any_store, ("n",), limit=3)] == [0, 1, 2]


async def test_a_listing_holds_what_lies_under_and_not_what_lies_beside(any_store: BaseStore):
    await write(any_store, [put(ns, "k", {}) for ns in (("u", "a"), ("u", "a", "b"), ("u", "ab"), ("u", "A"), ("u",))])
    assert [item.namespace for item in await list_items(any_store, ("u", "a"))] == [("u", "a"), ("u", "a", "b")]


async def test_odd_ids_keep_apart_and_come_back(any_store: BaseStore):
    await write(any_store, [put(("users", encode_label(text)), text, {"is": text}) for text in ODD])
    for odd in ODD:
        items = await list_items(any_store, ("users", encode_label(odd)))
        assert [(item.key, item.value) for item in items] == [(odd, {"is": odd})]


async def test_nul_surrogates_nan_and_big_numbers_are_cleaned_on_the_way_in(any_store: BaseStore):
    value = {"nul\x00": "a\x00b", "lone": "好\ud800", "nan": float("nan"), "big": 2**80, "deep": [{"x\x00": ("\x00",)}]}
    await write(any_store, [put(("n",), "k", value), put(("n",), "neighbour", {"fine": True})])
    item, neighbour = await list_items(any_store, ("n",))
    assert item.value == {"nul": "ab", "lone": "好\ufffd", "nan": None, "big": str(2**80), "deep": [{"x": [""]}]}
    assert neighbour.value == {"fine": True}


async def test_a_stored_value_does_not_change_with_the_object_it_came_from(any_store: BaseStore):
    value = {"list": [1]}
    await write(any_store, [put(("n",), "k", value)])
    value["list"].append(2)
    assert (await list_items(any_store, ("n",)))[0].value == {"list": [1]}


async def test_of_several_writes_of_one_document_the_last_counts(any_store: BaseStore):
    await write(any_store, [put(("n",), "k", {"v": 1}), delete(("n",), "k"), put(("n",), "k", {"v": 2})])
    await write(any_store, [put(("n",), "gone", {"v": 1}), delete(("n",), "gone"), delete(("n",), "never")])
    assert [(item.key, item.value) for item in await list_items(any_store, ("n",))] == [("k", {"v": 2})]


async def test_a_batch_with_a_bad_value_leaves_nothing(durable_store: BaseStore):
    await write(durable_store, [put(("n",), "old", {"v": 1})])
    good = [PutOp(("n",), f"{i}", {"v": i}) for i in range(3)]
    bad = PutOp(("n",), "bad", {"v": "\ud800", "w": object()})
    with pytest.raises(Exception, match=r"serializable|surrogate|utf-8|UTF-8"):
        await durable_store.abatch([PutOp(("n",), "old", None), *good, bad])
    assert [item.key for item in await list_items(durable_store, ("n",))] == ["old"]
    await write(durable_store, [put(("n",), "after", {})])


async def test_batches_in_opposite_orders_do_not_deadlock(durable_store: BaseStore):
    ops = [put(("n",), f"{i:02d}", {"i": i}) for i in range(40)]
    await asyncio.gather(*(durable_store.abatch(ops if turn % 2 else ops[::-1]) for turn in range(16)))
    assert len(await list_items(durable_store, ("n",))) == 40


async def test_batches_that_deadlock_all_the_same_run_again(durable_store: BaseStore):
    await write(durable_store, [put(("n",), key, {}) for key in "ab"])
    one, other = [delete(("n",), "a"), put(("n",), "b", {})], [delete(("n",), "b"), put(("n",), "a", {})]
    await asyncio.gather(*(write(durable_store, one if turn % 2 else other) for turn in range(8)))
    assert {item.key for item in await list_items(durable_store, ("n",))} <= {"a", "b"}
