"""Bringing a passage index up to date: what changed is read from the heads of the threads, and nothing else."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from langgraph.store.base import BaseStore, GetOp

from memory.core import namespaces
from memory.core.ids import encode_label
from memory.core.recall.passages import Veil
from memory.core.transcript.entries import BUCKET_SIZE, Entry, Place
from memory.service.recall.background import for_a_turn, in_background
from memory.service.recall.passage_index import PassageIndex
from memory.service.recall.ready_passages import Prepared, prepare
from memory.service.settings.settings import kept_days
from memory.storage.listing import list_each, list_items
from memory.storage.reads import got
from memory.storage.transcript_read import head_place, read_path, thread_record
from memory.storage.unremembered import unremembered_in


@dataclass(frozen=True)
class Conversation:
    """A thread, the id by which front ends know it, and where its active path ends."""

    thread: str
    name: str
    head: Place


async def refresh(index: PassageIndex, store: BaseStore, root: str, veil: Veil, only: str | None = None) -> None:
    """Read into `index` what the active paths of a user's threads have and it has not, and take out what left them.

    Costs a read of all heads, of the records of threads whose head is another than before, and of the buckets with new
    entries. Words are found off the event loop. Raises what the store raises; what was read until then stays and is not
    read again. `only`: a thread to read alone, which may be temporary; else those are left out. What was said too long
    ago to be kept is not read, also where it is still there.
    """
    index.start = kept_days().transcript_from(datetime.now(UTC))
    if index.holds_older():
        await in_background(index.drop_older)
    items, unremembered = await list_each(store, [namespaces.heads(root), namespaces.unremembered(root)])
    index.private = frozenset(one["thread"] for one in unremembered_in(unremembered))
    heads = {item.key: head_place(item.value) for item in items if only is None or item.key == encode_label(only)}
    labels = dict(index.labels)
    kept = [thread for label, thread in labels.items() if label in heads]
    if not index.is_kept(kept, veil):
        await in_background(index.keep, kept, veil)
    moved = {label: head for label, head in heads.items() if _has_moved(index, labels.get(label), head)}
    conversations = await _searchable(store, root, moved, temporary=only is not None)
    allowed = {conversation.thread for conversation in conversations}
    if gone := {thread for label, thread in labels.items() if label in moved} - allowed:
        await in_background(index.drop, gone)
    for conversation in conversations:
        await _follow(index, store, root, conversation, veil)


def _has_moved(index: PassageIndex, thread: str | None, head: Place) -> bool:
    return head["key"] > max(index.floor, index.start) and (thread is None or index.head_of(thread) != head["key"])


async def _searchable(
    store: BaseStore, root: str, heads: Mapping[str, Place], *, temporary: bool
) -> list[Conversation]:
    """Return those threads that may be searched, by label and head, the one with the newest head first."""
    ops = [GetOp(namespaces.threads(root), label) for label in heads]
    items = [got(result) for result in (await store.abatch(ops) if ops else [])]
    records = [(thread_record(item.value), heads[item.key]) for item in items if item]
    allowed = [(record, head) for record, head in records if temporary or not record.get("temporary")]
    found = [Conversation(record["thread"], record["conversation"], head) for record, head in allowed]
    return sorted(found, key=lambda c: c.head["key"], reverse=True)


async def _follow(index: PassageIndex, store: BaseStore, root: str, conversation: Conversation, veil: Veil) -> None:
    """Walk a thread from its head, a bucket at a time, to what is known, and add what is not."""
    thread = conversation.thread
    place: Place | None = conversation.head
    pages: list[list[Prepared]] = []
    after: str | None = None
    held = 0
    floor = max(index.floor, index.start)
    while after is None and place is not None and place["key"] > floor and held < index.room:
        page = await read_path(store, root, thread, place, limit=place["depth"] % BUCKET_SIZE + 1)
        known = index.known(thread, page)
        after = page[known - 1]["key"] if known else None
        new = [entry for entry in page[known:] if entry["key"] >= index.start]
        pages.append(await for_a_turn(len(new), prepare, new, conversation.name, veil))
        held += sum(entry.nbytes for entry in pages[-1])
        place = before(page)
    entries = [entry for page in reversed(pages) for entry in page]
    await for_a_turn(len(entries), index.extend, thread, conversation.head, after, entries)


async def conversations(store: BaseStore, root: str) -> list[Conversation]:
    """Return a user's conversations that may be searched, the one with the newest head first."""
    heads = {item.key: head_place(item.value) for item in await list_items(store, namespaces.heads(root))}
    return await _searchable(store, root, heads, temporary=False)


def before(page: list[Entry]) -> Place | None:
    """Return where the entry before a stretch lies, None when the stretch begins the thread."""
    if not page or page[0]["parent"] is None:
        return None
    return {"key": page[0]["parent"], "depth": page[0]["depth"] - 1}
