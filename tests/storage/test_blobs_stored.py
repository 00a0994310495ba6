from collections.abc import Iterable
from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from langgraph.store.base import BaseStore, Op, PutOp, Result
from langgraph.store.memory import InMemoryStore
from support.histories import message
from support.media import digest, image, png

from memory.core import namespaces
from memory.core.errors import SchemaError
from memory.core.messages.blobs import taken_out
from memory.storage.blobs import BLOB_SCHEMA, blob_ops, drop_blobs, drop_unused, read_blobs, use_ops
from memory.storage.listing import list_items
from memory.storage.ops import put, write

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
CAT, DOG = png("cat"), png("狗")


async def keep(store: BaseStore, root: str, thread: str, *images: bytes) -> None:
    """Store images as the entry of a message that holds them does."""
    _, blobs = taken_out(message("m", "user", [image(data) for data in images]))
    await write(store, [*use_ops(root, thread, blobs), *blob_ops(root, blobs, blobs, NOW)])


async def held(store: BaseStore, root: str, *images: bytes) -> list[bool]:
    found = await read_blobs(store, root, [digest(data) for data in images])
    return [digest(data) in found for data in images]


async def test_an_image_of_five_megabytes_comes_back_whole(any_store: BaseStore):
    data = png("large", 5_242_880)
    await keep(any_store, "ann--0", "t", data)
    doc = (await read_blobs(any_store, "ann--0", [digest(data)]))[digest(data)]
    assert (doc["base64"], doc["size"], doc["mime_type"]) == (image(data)["base64"], len(data), "image/png")
    assert doc["created"] == NOW.isoformat()


async def test_the_same_image_twice_is_stored_once_and_of_each_user_apart(any_store: BaseStore):
    for thread in ("t", "t", "旅行"):
        await keep(any_store, "ann--0", thread, CAT)
    await keep(any_store, "bob--0", "t", DOG)
    assert len(await list_items(any_store, namespaces.blobs("ann--0"))) == 1
    assert await held(any_store, "ann--0", CAT, DOG) == [True, False]
    assert await held(any_store, "bob--0", CAT, DOG) == [False, True]


async def test_only_what_entries_refer_to_is_written(any_store: BaseStore):
    _, blobs = taken_out(message("m", "user", [image(CAT), image(DOG)]))
    await write(any_store, blob_ops("ann--0", [digest(CAT), "f" * 64], blobs, NOW))
    assert await held(any_store, "ann--0", CAT, DOG) == [True, False]


async def test_dropping_a_threads_blobs_leaves_those_of_other_threads_and_users(any_store: BaseStore):
    await keep(any_store, "ann--0", "t", CAT, DOG)
    await keep(any_store, "ann--0", "旅行", DOG)
    await keep(any_store, "bob--0", "t", CAT)
    assert await drop_blobs(any_store, "ann--0", "t") == 1
    assert await held(any_store, "ann--0", CAT, DOG) == [False, True]
    assert await held(any_store, "bob--0", CAT) == [True]
    assert await drop_blobs(any_store, "ann--0", "t") == 0
    assert await drop_blobs(any_store, "ann--0", "旅行") == 1
    assert await list_items(any_store, namespaces.blobs("ann--0")) == []
    assert await list_items(any_store, namespaces.blob_uses("ann--0")) == []


async def test_only_a_blob_no_thread_refers_to_is_unused(any_store: BaseStore):
    await keep(any_store, "ann--0", "t", CAT)
    _, blobs = taken_out(message("m", "user", [image(DOG)]))
    await write(any_store, blob_ops("ann--0", blobs, blobs, NOW))
    await drop_unused(any_store, "ann--0", [digest(CAT), digest(DOG), "f" * 64])
    assert await held(any_store, "ann--0", CAT, DOG) == [True, False]


class BusyStore(InMemoryStore):
    """A store into which another thread's message brings the same image just before the first delete."""

    met = False

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        listed = list(ops)
        if not self.met and any(isinstance(op, PutOp) and op.value is None for op in listed):
            self.met = True
            await keep(self, "ann--0", "other", CAT)
        return await super().abatch(listed)


async def test_an_image_that_another_thread_brings_meanwhile_is_not_lost():
    store = BusyStore()
    await keep(store, "ann--0", "t", CAT)
    assert await drop_blobs(store, "ann--0", "t") == 0
    assert await held(store, "ann--0", CAT) == [True]


@settings(max_examples=30)
@given(st.lists(st.tuples(st.sampled_from("abc"), st.sets(st.sampled_from("xyz"), min_size=1)), max_size=6), st.data())
async def test_a_blob_lives_exactly_as_long_as_a_thread_refers_to_it(
    said: list[tuple[str, set[str]]], data: st.DataObject
):
    store, uses = InMemoryStore(), {(thread, seed) for thread, seeds in said for seed in seeds}
    for thread, seeds in said:
        await keep(store, "u--0", thread, *map(png, seeds))
    for thread in data.draw(st.lists(st.sampled_from("abc"), unique=True)):
        await drop_blobs(store, "u--0", thread)
        uses = {use for use in uses if use[0] != thread}
        left = {item.key for item in await list_items(store, namespaces.blobs("u--0"))}
        assert left == {digest(png(seed)) for _, seed in uses}


async def test_a_blob_of_a_newer_schema_is_refused_clearly():
    store = InMemoryStore()
    await write(store, [put(namespaces.blobs("u--0"), "a" * 64, {"schema": BLOB_SCHEMA + 1})])
    with pytest.raises(SchemaError, match="blob has schema"):
        await read_blobs(store, "u--0", ["a" * 64])
