"""Documents as earlier versions stored them are read for ever, and those of a newer version are refused.

`fixtures/schema_N` holds a stored document of each kind whose schema number was N (1 also for those without a number).
Files there are never changed: a new shape is a new number and a new file.
"""

import importlib
import json
import pkgutil
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from langgraph.store.base import BaseStore, PutOp
from langgraph.store.memory import InMemoryStore
from support.in_process import House

from memory import core, storage
from memory.core import namespaces
from memory.core.errors import SchemaError
from memory.core.ids import user_root
from memory.core.shared.items import scope_of
from memory.storage import blobs
from memory.storage.blobs import read_blobs
from memory.storage.due import list_due
from memory.storage.due_users import list_due_users
from memory.storage.epochs import read_epoch
from memory.storage.erase_marks import unfinished
from memory.storage.events import list_events
from memory.storage.extraction import list_unread, read_extraction
from memory.storage.facts import get_pending, list_pending, load_memory, read_version
from memory.storage.listing import list_items
from memory.storage.outbox import read_deliveries, read_outbox
from memory.storage.retained import list_retained
from memory.storage.shared import list_shared
from memory.storage.summaries import list_leaves, read_summary
from memory.storage.summary_edits import list_edits
from memory.storage.temporary import list_temporary
from memory.storage.titles import list_titles, title_of
from memory.storage.transcript_read import (
    list_threads,
    lookup,
    page,
    read_answer,
    read_entries_at,
    read_head,
    read_path,
    read_thread,
)
from memory.storage.turn import read_settings, read_turn
from memory.storage.unremembered import list_unremembered
from memory.storage.usage import list_usage
from memory.storage.vectors import read_vectors

FIXTURES = Path(__file__).parent / "fixtures"
USER = "ann@example.org"
ROOT, THREAD = user_root(USER, 0), "4b0f9d5e-2d43-5d0e-9f4b-0d6b8f3f2a11"
NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
Read = Callable[[BaseStore, str], Awaitable[Any]]


async def _read_message(store: BaseStore, key: str) -> Any:
    (seen,) = (await lookup(store, ROOT, THREAD, ["8f14e45f-ceea-467f-a8f1-1d2c3b4a5968"])).values()
    return {"schema": 1, "first_seen": seen.first_seen, "entry": seen.entry}


async def _read_head(store: BaseStore, key: str) -> Any:
    head = await read_head(store, ROOT, THREAD)
    assert head is not None
    return {"schema": 1, **head, "time": "2026-03-01T09:00:00.123456+00:00"}


async def _read_answer(store: BaseStore, key: str) -> Any:
    return {"schema": 1, "entry": await read_answer(store, ROOT, THREAD, key)}


async def _read_entry(store: BaseStore, key: str) -> Any:
    place = {"key": key, "depth": 0}
    (entry,) = await read_path(store, ROOT, THREAD, place)
    assert await read_entries_at(store, ROOT, THREAD, [place]) == {key: entry}
    return entry


async def _read_answer_entry(store: BaseStore, key: str) -> Any:
    return (await read_entries_at(store, ROOT, THREAD, [{"key": key, "depth": 1}]))[key]


async def _read_thread(store: BaseStore, key: str) -> Any:
    record = await read_thread(store, ROOT, THREAD)
    assert await list_threads(store, ROOT) == [record]
    return record


async def _read_title(store: BaseStore, key: str) -> Any:
    (item,) = await list_titles(store, ROOT)
    return title_of(item)


async def _read_proposal(store: BaseStore, key: str) -> Any:
    proposal = await get_pending(store, ROOT, key)
    assert await list_pending(store, ROOT) == [proposal]
    return proposal


async def _read_setting(store: BaseStore, key: str) -> Any:
    return {"value": (await read_settings(store, ROOT, NOW))[key]}


async def _read_working(store: BaseStore, key: str) -> Any:
    return (await read_turn(store, ROOT, THREAD, [], NOW)).working[key]


async def _read_unread(store: BaseStore, key: str) -> Any:
    ((root, thread),) = await list_unread(store)
    return {"root": root, "thread": thread}


async def _read_temporary(store: BaseStore, key: str) -> Any:
    ((root, thread),) = await list_temporary(store)
    return {"root": root, "thread": thread}


async def _read_due(store: BaseStore, key: str) -> Any:
    ((root, thread),) = await list_due(store)
    return {"root": root, "thread": thread}


async def _read_due_user(store: BaseStore, key: str) -> Any:
    at = datetime(2026, 3, 31, 9, tzinfo=UTC)
    assert await list_due_users(store, at - timedelta(seconds=1)) == []
    (root,) = await list_due_users(store, at)
    return {"root": root, "at": at.isoformat()}


@dataclass(frozen=True)
class Kind:
    """A kind of document."""

    namespace: Callable[..., namespaces.Namespace] | namespaces.Namespace
    read: Read
    schema: str | None
    """Module and constant of its newest schema number; None: it carries none."""


KINDS: dict[str, Kind] = {
    "answer": Kind(namespaces.answers, _read_answer, "transcript.transcript_docs.TRANSCRIPT_SCHEMA"),
    "archive_mark": Kind(
        namespaces.archive, lambda s, *_: _first(load_memory(s, ROOT), "archive"), "retention.archive.ARCHIVE_SCHEMA"
    ),
    "assertion": Kind(
        namespaces.facts, lambda s, *_: _first((load_memory(s, ROOT)), "assertions"), "facts.facts.FACT_SCHEMA"
    ),
    "blob": Kind(namespaces.blobs, lambda s, k: _item(read_blobs(s, ROOT, [k]), k), "blobs.BLOB_SCHEMA"),
    "due": Kind(namespaces.DUE, _read_due, None),
    "due_user": Kind(namespaces.DUE_USERS, _read_due_user, None),
    "temporary": Kind(namespaces.TEMPORARY, _read_temporary, None),
    "unread": Kind(namespaces.UNREAD, _read_unread, None),
    "extraction": Kind(
        namespaces.extraction,
        lambda s, _: read_extraction(s, ROOT, THREAD),
        "model_extraction.extraction_docs.EXTRACTION_SCHEMA",
    ),
    "entry": Kind(namespaces.transcript, _read_entry, "transcript.entries.ENTRY_SCHEMA"),
    "entry_of_an_answer": Kind(namespaces.transcript, _read_answer_entry, "transcript.entries.ENTRY_SCHEMA"),
    "epoch": Kind(namespaces.EPOCHS, lambda s, *_: _as("epoch", read_epoch(s, USER, "s")), None),
    "erasure": Kind(namespaces.ERASURES, lambda s, k: _item(unfinished(s), k), "forgetting.erase_marks.MARK_SCHEMA"),
    "event": Kind(namespaces.events, lambda s, *_: _only(list_events(s, ROOT)), "events.event_docs.EVENT_SCHEMA"),
    "head": Kind(namespaces.heads, _read_head, "transcript.transcript_docs.TRANSCRIPT_SCHEMA"),
    "leaf": Kind(
        namespaces.leaves, lambda s, *_: _only(list_leaves(s, ROOT, THREAD)), "summary.summary_docs.SUMMARY_SCHEMA"
    ),
    "message": Kind(namespaces.messages, _read_message, "transcript.transcript_docs.TRANSCRIPT_SCHEMA"),
    "proposal": Kind(namespaces.pending, _read_proposal, "facts.facts.FACT_SCHEMA"),
    "remark": Kind(
        namespaces.remarks, lambda s, *_: _first(load_memory(s, ROOT), "remarks"), "facts.facts.REMARK_SCHEMA"
    ),
    "setting": Kind(namespaces.settings, _read_setting, None),
    "shared": Kind(
        namespaces.shared,
        lambda s, *_: _only(list_shared(s, scope_of("acme"))),
        "shared.items.SHARED_SCHEMA",
    ),
    "summary": Kind(
        namespaces.summary, lambda s, *_: read_summary(s, ROOT, THREAD), "summary.summary_docs.SUMMARY_SCHEMA"
    ),
    "summary_edit": Kind(
        namespaces.summary_edits,
        lambda s, *_: _only(list_edits(s, ROOT, THREAD)),
        "summary.summary_edits.EDIT_SCHEMA",
    ),
    "thread_record": Kind(namespaces.threads, _read_thread, "transcript.transcript_docs.TRANSCRIPT_SCHEMA"),
    "retained": Kind(
        namespaces.retained, lambda s, k: _item(list_retained(s, ROOT), k), "retention.keeping.RETAINED_SCHEMA"
    ),
    "title": Kind(namespaces.titles, _read_title, "transcript.titles.TITLE_SCHEMA"),
    "tombstone": Kind(
        namespaces.tombstones, lambda s, *_: _first(load_memory(s, ROOT), "tombstones"), "facts.facts.TOMBSTONE_SCHEMA"
    ),
    "unremembered": Kind(
        namespaces.unremembered,
        lambda s, *_: _only(list_unremembered(s, ROOT)),
        "forgetting.unremembered.UNREMEMBERED_SCHEMA",
    ),
    "usage": Kind(namespaces.usage, lambda s, k: _item(list_usage(s, ROOT), k), "retention.usage.USAGE_SCHEMA"),
    "vectors": Kind(
        namespaces.vectors,
        lambda s, k: _only(read_vectors(s, [(namespaces.vectors(ROOT, THREAD), k)])),
        "recall.vector_docs.VECTORS_SCHEMA",
    ),
    "fact_vectors": Kind(
        namespaces.fact_vectors,
        lambda s, k: _only(read_vectors(s, [(namespaces.fact_vectors(ROOT), k)])),
        "recall.vector_docs.VECTORS_SCHEMA",
    ),
    "outbox": Kind(namespaces.OUTBOX, lambda s, k: _item(read_outbox(s), k), "events.deliveries.OUTBOX_SCHEMA"),
    "delivery": Kind(
        namespaces.DELIVERIES, lambda s, k: _item(read_deliveries(s), k), "events.deliveries.OUTBOX_SCHEMA"
    ),
    "dead_letter": Kind(
        namespaces.DEAD_LETTERS, lambda s, k: _item(read_deliveries(s, dead=True), k), "events.deliveries.OUTBOX_SCHEMA"
    ),
    "version": Kind(namespaces.version, lambda s, *_: _as("value", read_version(s, ROOT)), None),
    "working": Kind(namespaces.working, _read_working, None),
}
WITHOUT_FIXTURE: dict[Any, str] = {
    namespaces.CLAIMS: "they live for seconds",
    namespaces.LEASES: "they live for seconds",
    "user": "the prefix of all the others",
    "shared_version": "of the form of `version`",
    "shared_vectors": "of the form of `vectors`",
    "blob_uses": "only the keys are read",
    "kept_answers": "they live for a day, and are of no use to a newer version",
}


async def _only(reading: Awaitable[list[Any]]) -> Any:
    (document,) = await reading
    return document


async def _item(reading: Awaitable[dict[str, Any]], key: str) -> Any:
    return (await reading)[key]


async def _first(reading: Awaitable[Any], field: str) -> Any:
    (document,) = getattr(await reading, field)
    return document


async def _as(field: str, reading: Awaitable[Any]) -> Any:
    return {field: await reading}


def fixtures() -> dict[str, dict[str, Any]]:
    """Return every stored document by `schema_N/kind`."""
    files = sorted(FIXTURES.glob("schema_*/*.json"))
    return {f"{path.parent.name}/{path.stem}": json.loads(path.read_text()) for path in files}


def kind_of(name: str) -> Kind:
    return KINDS[name.rpartition("/")[2]]


def newest(kind: Kind) -> int:
    module, _, constant = (kind.schema or "").rpartition(".")
    return int(getattr(_module(module), constant)) if kind.schema else 1


def _module(name: str) -> Any:
    return blobs if name == "blobs" else importlib.import_module(f"memory.core.{name}")


ALL = fixtures()
NUMBERED = [name for name in ALL if kind_of(name).schema]


async def store_document(store: BaseStore, document: dict[str, Any], **change: Any) -> None:
    """Store a document byte for byte as the fixture has it, but for `change`."""
    value = {**document["value"], **change}
    await store.abatch([PutOp(tuple(document["namespace"]), document["key"], value, index=False)])


@pytest.mark.parametrize("name", ALL)
async def test_a_stored_document_of_any_age_is_read_where_it_lies(any_store: BaseStore, name: str):
    await store_document(any_store, ALL[name])
    newest_form = ALL[f"schema_{newest(kind_of(name))}/{name.rpartition('/')[2]}"]["value"]
    assert await kind_of(name).read(any_store, ALL[name]["key"]) == newest_form


@pytest.mark.parametrize("name", NUMBERED)
@pytest.mark.parametrize("schema", [99, "2.0", None])
async def test_a_document_of_a_newer_holdfast_is_refused_with_the_remedy(name: str, schema: Any):
    store = InMemoryStore()
    await store_document(store, ALL[name], schema=schema)
    reads = rf"\w+ has schema {schema}, this Holdfast reads up to {newest(kind_of(name))}\. Upgrade Holdfast"
    with pytest.raises(SchemaError, match=reads):
        await kind_of(name).read(store, ALL[name]["key"])


@pytest.mark.parametrize("name", NUMBERED)
async def test_a_turn_that_meets_a_document_of_a_newer_holdfast_replies_and_leaves_it_as_it_is(name: str):
    house = House()
    await store_document(house.store, ALL[name], schema=99)
    place = tuple(ALL[name]["namespace"])
    assert await house.say("你好 hello", THREAD, USER)
    held = {(i.namespace, i.key): i.value for i in await list_items(house.store, place)}
    assert held[place, ALL[name]["key"]] == {**ALL[name]["value"], "schema": 99}


def test_every_kind_of_document_and_every_schema_number_has_a_fixture():
    needed = {f"schema_{n}/{name}" for name, kind in KINDS.items() for n in range(1, newest(kind) + 1)}
    assert needed == set(ALL), "add the missing document, as the code of that number stored it"


def test_every_namespace_of_the_store_has_a_kind_of_document():
    covered = {getattr(kind.namespace, "__name__", kind.namespace) for kind in KINDS.values()}
    known = {
        value if isinstance(value, tuple) else name
        for name, value in vars(namespaces).items()
        if isinstance(value, tuple) or (callable(value) and getattr(value, "__module__", "") == namespaces.__name__)
    }
    assert known - covered == set(WITHOUT_FIXTURE), "add a kind and a fixture for the new namespace"


def test_every_schema_number_in_the_code_belongs_to_a_kind_of_document():
    used = {kind.schema for kind in KINDS.values()}
    found = set()
    for package in (core, storage):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            names = vars(importlib.import_module(module.name))
            found |= {name for name in names if name.endswith("_SCHEMA")}
    assert found == {str(name).rpartition(".")[2] for name in used - {None}}


async def test_a_page_of_a_thread_is_read_from_fixtures_alone():
    store = InMemoryStore()
    for document in ALL.values():
        await store_document(store, document)
    entries = (await page(store, ROOT, THREAD, limit=10)).entries
    assert [e["content"] for e in entries] == [ALL["schema_1/entry"]["value"]["content"]]
