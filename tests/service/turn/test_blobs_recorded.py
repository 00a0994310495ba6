"""Images and files of recorded messages: written with their entries, and gone with them."""

from datetime import timedelta
from typing import Any

import pytest
from langgraph.store.base import BaseStore
from support.histories import message
from support.media import digest, image, png, text
from support.turns import ROOT, START, THREAD, Turns

from memory.core import namespaces
from memory.core.errors import ErasedError
from memory.core.forgetting.erase_marks import MARK_SCHEMA, thread_key
from memory.core.ids import encode_label
from memory.core.messages.blobs import all_taken_out, references
from memory.core.transcript.transcript_docs import ThreadRecord
from memory.service.turn.branches import carry_over
from memory.service.turn.recording import record
from memory.storage.blobs import drop_blobs
from memory.storage.erase_marks import set_mark
from memory.storage.listing import list_items
from memory.storage.location import secret

CAT, DOG = png("cat"), png("狗")
SAID: list[Any] = [text("看我的猫 my cat"), image(CAT)]


async def blobs(store: BaseStore) -> list[str]:
    return [item.key for item in await list_items(store, namespaces.blobs(ROOT))]


async def test_what_is_recorded_refers_to_blobs_whether_they_were_taken_out_before_or_not(any_store: BaseStore):
    (lean,), brought = all_taken_out([message("a", "user", SAID)])
    await record(
        any_store,
        ROOT,
        THREAD,
        [],
        [lean],
        now=START,
        brought=brought | all_taken_out([message("x", "user", [image(DOG)])])[1],
    )
    await record(any_store, ROOT, "u", [], [message("b", "assistant", SAID)], now=START)
    assert await blobs(any_store) == [digest(CAT)]
    assert [[r["blob"] for r in references(e["content"])] for e in await Turns(any_store).entries()] == [[digest(CAT)]]


async def test_a_retry_writes_nothing_new(any_store: BaseStore):
    path = await record(any_store, ROOT, THREAD, [], [message("a", "user", SAID)], now=START)
    assert (
        await record(any_store, ROOT, THREAD, [], [message("a", "user", SAID)], now=START + timedelta(hours=1)) == path
    )
    assert len(await Turns(any_store).entries()) == 1


async def test_a_message_recorded_after_its_conversation_was_erased_leaves_no_image_behind(any_store: BaseStore):
    await record(any_store, ROOT, "u", [], [message("b", "user", [image(DOG)])], now=START)
    at = START.isoformat()
    mark: Any = {"schema": MARK_SCHEMA, "phase": "running", "threads": [], "facts": "keep", "at": at}
    await set_mark(any_store, thread_key(ROOT, encode_label(THREAD), secret()), mark)
    with pytest.raises(ErasedError):
        await record(any_store, ROOT, THREAD, [], [message("a", "user", [*SAID, image(DOG)])], now=START)
    assert await blobs(any_store) == [digest(DOG)]


async def test_the_images_of_a_copied_thread_outlive_its_origin(any_store: BaseStore):
    told: ThreadRecord = {"schema": 1, "thread": THREAD, "conversation": "猫", "created": START.isoformat()}
    path = await record(any_store, ROOT, THREAD, [], [message("a", "user", SAID)], now=START, thread_record=told)
    assert await carry_over(any_store, ROOT, "copy", path[-1])
    assert await drop_blobs(any_store, ROOT, THREAD) == 0
    assert await blobs(any_store) == [digest(CAT)]
    assert await drop_blobs(any_store, ROOT, "copy") == 1
