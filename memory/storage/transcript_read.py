"""Reading a transcript: costs follow what is read, not how long the thread is."""

from collections.abc import AsyncIterator, Iterable, Sequence

from langgraph.store.base import BaseStore, GetOp, Item, SearchOp

from memory.core import namespaces
from memory.core.errors import InputError
from memory.core.ids import encode_label, key_content, message_key
from memory.core.language.times import moment
from memory.core.schema import readable
from memory.core.transcript.branches import Fork, forks
from memory.core.transcript.entries import BUCKET_SIZE, Entry, Place, bucket_of, chain, place_of, upgrade_entry
from memory.core.transcript.transcript_docs import TRANSCRIPT_SCHEMA, Page, SeenMessage, ThreadRecord
from memory.storage.listing import list_items
from memory.storage.reads import found, got

_BUCKETS_A_READ = 8
_BUCKET_LIMIT = 10_000  # entries of one bucket over all branches


async def lookup(store: BaseStore, root: str, thread: str, message_ids: Sequence[str]) -> dict[str, SeenMessage]:
    """Return what the transcript knows of those of `message_ids` it holds."""
    if not message_ids:
        return {}
    results = await store.abatch(lookup_ops(root, thread, message_ids))
    docs = zip(message_ids, map(got, results), strict=True)
    return {message_id: seen_message(item.value) for message_id, item in docs if item}


async def lookup_with_head(
    store: BaseStore, root: str, thread: str, message_ids: Sequence[str], beside: Sequence[GetOp] = ()
) -> tuple[dict[str, SeenMessage], Place | None, list[Item | None]]:
    """Return what `lookup` and `read_head` do, and what is read `beside` them, in one read."""
    looks = lookup_ops(root, thread, message_ids)
    head, *docs = map(got, await store.abatch([GetOp(namespaces.heads(root), encode_label(thread)), *looks, *beside]))
    seen = {i: seen_message(item.value) for i, item in zip(message_ids, docs, strict=False) if item}
    return seen, head_place(head.value) if head else None, docs[len(looks) :]


def lookup_ops(root: str, thread: str, message_ids: Sequence[str]) -> list[GetOp]:
    """Return the reads behind `lookup`, one an id."""
    return [GetOp(namespaces.messages(root, thread), message_key(message_id)) for message_id in message_ids]


def seen_message(value: dict[str, object]) -> SeenMessage:
    """Return a message document as `lookup` tells it."""
    doc = readable(value, TRANSCRIPT_SCHEMA, "message document")
    place: Place = doc["entry"]
    return SeenMessage(doc["first_seen"], place, key_content(place["key"]))


async def read_head(store: BaseStore, root: str, thread: str) -> Place | None:
    """Return where the active path of a thread ends, None before its first entry."""
    (result,) = await store.abatch([GetOp(namespaces.heads(root), encode_label(thread))])
    item = got(result)
    return head_place(item.value) if item else None


def head_place(value: dict[str, object]) -> Place:
    """Return the place in a head document."""
    doc = readable(value, TRANSCRIPT_SCHEMA, "head document")
    return {"key": doc["key"], "depth": doc["depth"]}


def head_time(value: dict[str, object]) -> str:
    """Return when the entry in a head document was said: an ISO time."""
    return str(readable(value, TRANSCRIPT_SCHEMA, "head document")["time"])


async def read_first_entries(store: BaseStore, root: str, records: Sequence[ThreadRecord]) -> dict[str, Entry]:
    """Return the first entry of each of these threads that has one, by thread.

    A record that does not know where it is costs a read of the thread's first bucket.
    """
    ops: list[GetOp | SearchOp] = [
        GetOp(namespaces.transcript(root, record["thread"], 0), record["first"]["key"])
        if "first" in record
        else SearchOp(namespaces.transcript(root, record["thread"], 0), limit=_BUCKET_LIMIT)
        for record in records
    ]
    entries: dict[str, Entry] = {}
    for record, result in zip(records, await store.abatch(ops) if ops else [], strict=True):
        items = found(result) if isinstance(result, list) else [got(result)]
        first = [entry for item in items if item and (entry := upgrade_entry(item.value))["parent"] is None]
        if first:
            entries[record["thread"]] = min(first, key=lambda entry: entry["key"])
    return entries


async def read_answer(store: BaseStore, root: str, thread: str, answered: str) -> Place | None:
    """Return the final answer to the entry with key `answered`, None when it has none."""
    (result,) = await store.abatch([GetOp(namespaces.answers(root, thread), answered)])
    item = got(result)
    if item is None:
        return None
    place: Place = readable(item.value, TRANSCRIPT_SCHEMA, "answer document")["entry"]
    return place


async def read_entries_at(store: BaseStore, root: str, thread: str, places: Sequence[Place]) -> dict[str, Entry]:
    """Return the entries at `places` by key; a place without an entry is left out."""
    if not places:
        return {}
    ops = [GetOp(namespaces.transcript(root, thread, bucket_of(p["depth"])), p["key"]) for p in places]
    items = [got(result) for result in await store.abatch(ops)]
    return {item.key: upgrade_entry(item.value) for item in items if item}


async def read_path(
    store: BaseStore, root: str, thread: str, head: Place, *, limit: int | None = None, after: Place | None = None
) -> list[Entry]:
    """Return the end of the branch that ends at `head`, oldest first.

    At most `limit` entries, and only entries deeper than `after`. The branch passes through `after` when the first
    entry's parent is its key. Empty when there is no entry at `head`.
    """
    lowest = max(after["depth"] + 1 if after else 0, head["depth"] + 1 - limit if limit is not None else 0)
    if lowest > head["depth"]:
        return []
    buckets = range(bucket_of(lowest), bucket_of(head["depth"]) + 1)
    entries = await _read_buckets(store, root, thread, buckets)
    return [entry for entry in chain(entries, head["key"]) if entry["depth"] >= lowest]


async def page(
    store: BaseStore, root: str, thread: str, *, before: Place | None = None, branch: Place | None = None, limit: int
) -> Page:
    """Return the `limit` entries before `before` on its branch, or the newest up to `branch`, or of the active path.

    Reads no more buckets than the page touches, wherever it lies. Raises InputError: no entry is at `before` or
    `branch`.
    """
    if before is not None:
        path = await read_path(store, root, thread, before, limit=limit + 1)
        if not path:
            raise InputError("before", "names no entry of this conversation", "Start from its newest page.")
        path.pop()
    else:
        end = branch or await read_head(store, root, thread)
        path = await read_path(store, root, thread, end, limit=limit) if end else []
        if branch and not path:
            raise InputError("branch", "names no entry of this conversation", "Send a `branch` it told, unchanged.")
    older = place_of(path[0]) if path and path[0]["parent"] is not None else None
    return Page(path, older)


async def read_forks(store: BaseStore, root: str, thread: str, shown: Sequence[Entry]) -> list[Fork]:
    """Return what begins beside the entries of `shown`, a stretch of one branch.

    Reads the buckets of the stretch, and those after it until everything that begins beside it has ended.
    """
    if not shown:
        return []
    last = bucket_of(shown[-1]["depth"])
    entries = await _read_buckets(store, root, thread, range(bucket_of(shown[0]["depth"]), last + 1))
    while True:
        found = forks(shown, entries)
        if all(branch.deepest < (last + 1) * BUCKET_SIZE - 1 for fork in found for branch in fork.others):
            return found
        last += 1
        more = await _read_buckets(store, root, thread, [last])
        if not more:
            return found
        entries += more


async def read_departed(store: BaseStore, root: str, thread: str, old: Place, kept: Place | None) -> list[Entry]:
    """Return what the branch that ends at `old` has and the one that ends at `kept` has not, oldest first.

    Reads from the ends down to the fork; None: nothing is kept.
    """
    if kept is None:
        return await read_path(store, root, thread, old)
    entries: list[Entry] = []
    for bucket in range(bucket_of(max(old["depth"], kept["depth"])), -1, -1):
        entries += await _read_buckets(store, root, thread, [bucket])
        stays = {entry["key"] for entry in chain(entries, kept["key"])}
        path = chain(entries, old["key"])
        gone = [entry for entry in path if entry["key"] not in stays]
        if len(gone) < len(path):
            return gone
    return chain(entries, old["key"])


async def count_branches(store: BaseStore, root: str, thread: str) -> int:
    """Return how many branches a thread has, the active one included: entries that nothing follows. Reads them all."""
    count, parents = 0, set()
    async for entry in all_entries(store, root, thread):
        count += 1
        parents.add(entry["parent"])
    return count - len(parents - {None})


async def all_entries(store: BaseStore, root: str, thread: str) -> AsyncIterator[Entry]:
    """Yield the entries of every branch, bucket by bucket, each bucket by key; a few buckets are held at a time."""
    first = 0
    while True:
        buckets = range(first, first + _BUCKETS_A_READ)
        entries = await _read_buckets(store, root, thread, buckets)
        for entry in sorted(entries, key=lambda e: (bucket_of(e["depth"]), e["key"])):
            yield entry
        if len({bucket_of(entry["depth"]) for entry in entries}) < len(buckets):
            return
        first = buckets.stop


async def read_thread(store: BaseStore, root: str, thread: str) -> ThreadRecord | None:
    """Return the record of a thread, None when it has none."""
    (result,) = await store.abatch([GetOp(namespaces.threads(root), encode_label(thread))])
    item = got(result)
    return thread_record(item.value) if item else None


def thread_record(value: dict[str, object]) -> ThreadRecord:
    """Return a thread's record in today's shape."""
    return readable(value, TRANSCRIPT_SCHEMA, "thread record")  # type: ignore[return-value]  # schema 1 is this shape


async def list_threads(store: BaseStore, root: str) -> list[ThreadRecord]:
    """Return the records of a user's threads, oldest first."""
    records = [thread_record(item.value) for item in await list_items(store, namespaces.threads(root))]
    return sorted(records, key=lambda record: (moment(record["created"]), record["thread"]))


async def newest_thread(store: BaseStore, root: str) -> str | None:
    """Return the user's thread in which something was said last, None when there is none."""
    heads = {item.key: head_place(item.value)["key"] for item in await list_items(store, namespaces.heads(root))}
    names = [record["thread"] for record in await list_threads(store, root)]
    return max((t for t in names if encode_label(t) in heads), key=lambda t: heads[encode_label(t)], default=None)


async def find_threads(store: BaseStore, root: str, place: Place) -> list[str]:
    """Return those of a user's threads that have an entry at `place`, oldest first: copies share their entries' keys.

    Reads one entry of each of the user's threads.
    """
    threads = [record["thread"] for record in await list_threads(store, root)]
    ops = [GetOp(namespaces.transcript(root, t, bucket_of(place["depth"])), place["key"]) for t in threads]
    found_at = [got(result) for result in (await store.abatch(ops) if ops else [])]
    return [thread for thread, item in zip(threads, found_at, strict=True) if item]


async def _read_buckets(store: BaseStore, root: str, thread: str, buckets: Iterable[int]) -> list[Entry]:
    searches = [SearchOp(namespaces.transcript(root, thread, b), limit=_BUCKET_LIMIT) for b in buckets]
    return [upgrade_entry(item.value) for result in await store.abatch(searches) for item in found(result)]
