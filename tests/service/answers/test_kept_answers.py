"""Answers that are given again."""

from datetime import UTC, datetime, timedelta

import pytest
from langgraph.store.memory import InMemoryStore

from memory.core import namespaces
from memory.core.errors import InputError
from memory.service.answers.kept_answers import KeptAnswer, KeptRequest, keep_answer, kept_answer

NOW = datetime(2026, 3, 1, 9, tzinfo=UTC)
ASKED = KeptRequest("key 1", "POST /v1/facts\n我对花生过敏".encode())
ANSWER = KeptAnswer(201, '{"text": "对花生过敏 peanuts"}', '"etag"')


async def test_the_same_request_gets_its_answer_again_for_a_day_and_nobody_else_does():
    store = InMemoryStore()
    assert await kept_answer(store, "ann--0", ASKED, NOW) is None
    await keep_answer(store, "ann--0", ASKED, ANSWER, NOW)
    assert await kept_answer(store, "ann--0", ASKED, NOW + timedelta(hours=23)) == ANSWER
    assert await kept_answer(store, "ann--0", ASKED, NOW + timedelta(hours=24)) is None
    assert await kept_answer(store, "bob--0", ASKED, NOW) is None
    assert await kept_answer(store, "ann--0", KeptRequest("key 2", ASKED.what), NOW) is None


async def test_a_key_that_was_used_for_another_request_is_refused():
    store = InMemoryStore()
    await keep_answer(store, "ann--0", ASKED, ANSWER, NOW)
    with pytest.raises(InputError) as refused:
        await kept_answer(store, "ann--0", KeptRequest(ASKED.key, b"POST /v1/facts\nother"), NOW)
    assert refused.value.field == "Idempotency-Key"


async def test_the_store_holds_no_text_of_it_and_not_for_ever():
    store = InMemoryStore()
    await keep_answer(store, "ann--0", ASKED, ANSWER, NOW)
    held = await store.asearch(namespaces.user("ann--0"))
    assert not [word for word in ("花生", "peanuts", "key 1") if word in str(held)]
    await keep_answer(store, "ann--0", KeptRequest("key 2", b""), ANSWER, NOW + timedelta(days=2))
    assert len(await store.asearch(namespaces.user("ann--0"))) == 1


@pytest.mark.parametrize("key", ["", "x" * 256])
def test_a_key_has_a_size(key: str):
    with pytest.raises(InputError):
        KeptRequest(key, b"")
