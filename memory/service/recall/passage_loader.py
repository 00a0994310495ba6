"""Bringing a passage index up to date: what changed is read from the heads of the threads, and nothing else."""

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass

from langgraph.store.base import BaseStore, SearchItem

from memory.core import namespaces
from memory.core.recall.passages import Veil
from memory.core.transcript.entries import BUCKET_SIZE, Entry, Place
from memory.service.recall.passage_index import PassageIndex, Prepared, prepare
from memory.storage.listing import list_items
from memory.storage.transcript_read import head_place, read_path, thread_record


@dataclass(frozen=True)
class _Conversation:
    thread: str
    name: str
    head: Place


async def refresh(index: PassageIndex, store: BaseStore, root: str, veil: Veil, only: str | None = None) -> None:
    """Read into `index` what the active paths of a user's threads have and it has not, and take out what left them.

    Costs a read of all heads and of the buckets with new entries. Words are found off the event loop. Raises what
    the store raises; what was read until then stays and is not read again. `only`: a thread to read alone, which may
    be temporary; else those are left out.
    """
    heads, records = await asyncio.gather(
        list_items(store, namespaces.heads(root)), list_items(store, namespaces.threads(root))
    )
    conversations = _conversations(heads, records, only)
    await asyncio.to_thread(index.keep, [c.thread for c in conversations], veil)
    for conversation in conversations:
        head = conversation.head["key"]
        if head > index.floor and head != index.head_of(conversation.thread):
            await _follow(index, store, root, conversation, veil)


def _conversations(heads: Iterable[SearchItem], records: Iterable[SearchItem], only: str | None) -> list[_Conversation]:
    """Return the threads that may be searched, the one with the newest head first."""
    places = {item.key: head_place(item.value) for item in heads}
    known = [(thread_record(item.value), places[item.key]) for item in records if item.key in places]
    named = [pair for pair in known if (pair[0]["thread"] == only if only else not pair[0].get("temporary"))]
    found = [_Conversation(record["thread"], record["conversation"], head) for record, head in named]
    return sorted(found, key=lambda c: c.head["key"], reverse=True)


async def _follow(index: PassageIndex, store: BaseStore, root: str, conversation: _Conversation, veil: Veil) -> None:
    """Walk a thread from its head, a bucket at a time, to what is known, and add what is not."""
    thread = conversation.thread
    place: Place | None = conversation.head
    pages: list[list[Prepared]] = []
    after: str | None = None
    held = 0
    while after is None and place is not None and place["key"] > index.floor and held < index.capacity:
        page = await read_path(store, root, thread, place, limit=place["depth"] % BUCKET_SIZE + 1)
        known = index.known(thread, page)
        after = page[known - 1]["key"] if known else None
        pages.append(await asyncio.to_thread(prepare, page[known:], conversation.name, veil))
        held += sum(len(entry.passages) for entry in pages[-1])
        place = _before(page)
    entries = [entry for page in reversed(pages) for entry in page]
    await asyncio.to_thread(index.extend, thread, conversation.head, after, entries)


def _before(page: list[Entry]) -> Place | None:
    """Return where the entry before a stretch lies, None when the stretch begins the thread."""
    if not page or page[0]["parent"] is None:
        return None
    return {"key": page[0]["parent"], "depth": page[0]["depth"] - 1}
