"""The route that shows an image of a transcript, over the real application and a real store."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime

import httpx
import pytest
from langgraph.store.memory import InMemoryStore
from support.histories import message
from support.media import digest, image, png
from support.platform import api, given_store

from memory.core import namespaces
from memory.core.ids import user_root
from memory.core.messages.blobs import taken_out
from memory.storage.blobs import blob_ops
from memory.storage.ops import delete, write
from memory.web.blobs import blob_routes

CAT = png("cat")
NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
PDF = {**image(b"%PDF-" + CAT), "type": "file", "mime_type": "application/pdf"}
PAGE = {**image(b"<script>alert(1)</script>" * 60), "type": "file", "mime_type": "text/html"}


@pytest.fixture
def store(monkeypatch: pytest.MonkeyPatch) -> InMemoryStore:
    return given_store(monkeypatch)


@pytest.fixture
async def http(store: InMemoryStore) -> AsyncIterator[httpx.AsyncClient]:
    _, blobs = taken_out(message("m", "user", [image(CAT), PDF, PAGE]))
    await write(store, blob_ops(user_root("王小明", 0), blobs, blobs, NOW))
    async with api(blob_routes, prefix="/v1/blobs/") as client:
        yield client


async def test_a_user_gets_the_bytes_of_their_own_image(http: httpx.AsyncClient):
    answer = await http.get(digest(CAT), params={"user_id": "王小明"})
    assert (answer.status_code, answer.content) == (200, CAT)
    assert answer.headers["content-type"] == "image/png"
    assert "content-disposition" not in answer.headers


async def test_a_hash_of_another_user_is_answered_as_an_unknown_one(http: httpx.AsyncClient):
    theirs = await http.get(digest(CAT), params={"user_id": "bob"})
    unknown = await http.get("a" * 64, params={"user_id": "bob"})
    assert theirs.status_code == unknown.status_code == 404
    assert theirs.json() == unknown.json()


@pytest.mark.parametrize("name", ["abc", "A" * 64, "a" * 63 + "猫", "a" * 65])
async def test_what_is_no_hash_is_refused_by_its_field(http: httpx.AsyncClient, name: str):
    answer = await http.get(name, params={"user_id": "王小明"})
    assert (answer.status_code, answer.json()["error"]["field"]) == (422, "hash")


async def test_a_browser_is_told_to_run_nothing_and_to_ask_again(http: httpx.AsyncClient):
    answer = await http.get(digest(CAT), params={"user_id": "王小明"})
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "sandbox" in answer.headers["content-security-policy"]
    assert answer.headers["cache-control"] == "private, no-cache"


async def test_a_type_that_may_hold_scripts_is_only_offered_for_download(http: httpx.AsyncClient):
    for block, shown in ((PAGE, False), (PDF, True)):
        _, blobs = taken_out(message("m", "user", [block]))
        answer = await http.get(next(iter(blobs)), params={"user_id": "王小明"})
        assert answer.headers["content-type"].split(";")[0] == block["mime_type"]
        assert answer.headers.get("content-disposition", "inline").startswith("attachment") is not shown


async def test_a_copy_the_browser_has_is_good_until_the_image_is_erased(http: httpx.AsyncClient, store: InMemoryStore):
    params = {"user_id": "王小明"}
    tag = (await http.get(digest(CAT), params=params)).headers["etag"]
    again = await http.get(digest(CAT), params=params, headers={"If-None-Match": tag})
    assert (again.status_code, again.content) == (304, b"")
    await write(store, [delete(namespaces.blobs(user_root("王小明", 0)), digest(CAT))])
    erased = await http.get(digest(CAT), params=params, headers={"If-None-Match": tag})
    assert erased.status_code == 404
