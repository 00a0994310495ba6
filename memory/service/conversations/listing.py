"""A user's conversations as people look for them: listed, by title, and searched by what was said."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypedDict

from langgraph.store.base import BaseStore

from memory.core import namespaces
from memory.core.errors import InputError
from memory.core.ids import key_time
from memory.core.language.times import moment
from memory.core.paging import Place, page_of
from memory.core.transcript.transcript_docs import ThreadRecord
from memory.service.access.identity import User
from memory.service.conversations.titles import titles_of
from memory.service.facts.fact_index import FACTS
from memory.service.recall.looking_up import Filters, look_up
from memory.storage.listing import list_items
from memory.storage.transcript_read import head_time, thread_record
from memory.storage.unremembered import list_unremembered

LIST_DEFAULT, LIST_LIMIT = 50, 200
FOUND_LIMIT = 50
"""Passages a search of conversations finds, at most."""


class ConversationShown(TypedDict):
    """A conversation in a listing."""

    conversation: str
    thread_id: str
    title: str | None
    """As the user named it, or made of its first words; None where they make none."""
    created: str
    """ISO time, UTC."""
    last_said: str
    """ISO time, UTC, of the newest message of its active path."""
    remembered: bool
    """False: the user asked that it is not."""


class Listing(TypedDict):
    """A stretch of a user's conversations."""

    user_id: str
    conversations: list[ConversationShown]
    """The one something was said in last first."""
    next: str | None
    """Pass as `after` to read on; None: there are no others."""


class FoundConversation(ConversationShown):
    """A conversation in which something was found."""

    passages: list[dict[str, Any]]
    """The best first, as in `recalled.RecalledPassage`."""


class Search(TypedDict):
    """What a search of a user's conversations finds."""

    user_id: str
    question: str
    conversations: list[FoundConversation]
    """The one with the best passage first."""
    degraded: list[str]
    """What was left out, and why."""


@dataclass(frozen=True)
class _Known:
    """All of a user's conversations that are kept, without what is in them."""

    records: list[ThreadRecord]
    last_said: Mapping[str, str]
    """By thread, the ISO time of its newest message."""
    unremembered: frozenset[str]
    """Threads that are not remembered."""

    def place(self, record: ThreadRecord) -> Place:
        """Return where a conversation stands in the list: later ones have the greater place."""
        return key_time(moment(self.last_said[record["thread"]])), record["thread"]


async def list_conversations(
    store: BaseStore, user: User, now: datetime, *, limit: int = LIST_DEFAULT, after: str | None = None
) -> Listing:
    """Return up to `limit` (1 to 200) of a user's conversations, newest first; temporary ones are left out.

    `after`: the `next` of another stretch, to read on. Reads the short records of all of them, and of each that is
    returned its first message. Raises InputError: the limit is out of bounds or the cursor none of ours.
    """
    if not 1 <= limit <= LIST_LIMIT:
        raise InputError("limit", f"is {limit}", f"Use 1 to {LIST_LIMIT}.")
    known = await _known(store, user.root)
    page = page_of(known.records, known.place, limit=limit, after=after, backwards=True)
    return {"user_id": user.id, "conversations": await _shown(store, user, known, page.items, now), "next": page.next}


async def search_conversations(store: BaseStore, user: User, question: str, now: datetime) -> Search:
    """Return the conversations in which recall finds what `question` asks for, by words and meaning.

    Raises InputError: the question is empty.
    """
    if not question.strip():
        raise InputError("search", "is empty", "Send what to look for.")
    found = await look_up(store, user, question, Filters(kind="passage"), now, FOUND_LIMIT)
    by_thread: dict[str, list[dict[str, Any]]] = {}
    for passage in found["items"]:
        by_thread.setdefault(passage["thread"], []).append(passage)
    known = await _known(store, user.root)
    records = {record["thread"]: record for record in known.records}
    listed = [records[thread] for thread in by_thread if thread in records]
    shown = await _shown(store, user, known, listed, now)
    told: list[FoundConversation] = [{**one, "passages": by_thread[one["thread_id"]]} for one in shown]
    return {"user_id": user.id, "question": question, "conversations": told, "degraded": found["degraded"]}


async def _known(store: BaseStore, root: str) -> _Known:
    threads, heads, private = await asyncio.gather(
        list_items(store, namespaces.threads(root)),
        list_items(store, namespaces.heads(root)),
        list_unremembered(store, root),
    )
    newest = {item.key: head_time(item.value) for item in heads}
    known = [(item.key, thread_record(item.value)) for item in threads]
    kept = [(label, record) for label, record in known if not record.get("temporary")]
    times = {record["thread"]: newest.get(label, record["created"]) for label, record in kept}
    return _Known([record for _, record in kept], times, frozenset(one["thread"] for one in private))


async def _shown(
    store: BaseStore, user: User, known: _Known, records: Sequence[ThreadRecord], now: datetime
) -> list[ConversationShown]:
    memory = await FACTS.load_newest(store, user.root, now)
    titles = await titles_of(store, user.root, records, memory.tombstones)
    return [
        {
            "conversation": record["conversation"],
            "thread_id": record["thread"],
            "title": titles[record["thread"]],
            "created": record["created"],
            "last_said": known.last_said[record["thread"]],
            "remembered": record["thread"] not in known.unremembered,
        }
        for record in records
    ]
