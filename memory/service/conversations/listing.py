"""A user's conversations as people look for them: listed, by title, and searched by what was said."""

from collections.abc import Sequence
from contextlib import aclosing
from datetime import datetime
from functools import partial
from typing import Any, TypedDict

from langgraph.store.base import BaseStore

from memory.core.errors import InputError
from memory.core.ids import key_time, parse_key_time
from memory.core.paging import Page, Place, page_of, read_cursor
from memory.core.transcript.transcript_docs import ThreadRecord
from memory.service.access.identity import User
from memory.service.conversations.titles import titles_of
from memory.service.facts.fact_index import FACTS
from memory.service.recall.looking_up import Filters, look_up
from memory.storage.newest import Said, newest_said, said_in
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


async def list_conversations(
    store: BaseStore, user: User, now: datetime, *, limit: int = LIST_DEFAULT, after: str | None = None
) -> Listing:
    """Return up to `limit` (1 to 200) of a user's conversations, newest first; temporary ones are left out.

    `after`: the `next` of another stretch, to read on. Raises InputError: the limit is out of bounds or the cursor none
    of ours.
    """
    if not 1 <= limit <= LIST_LIMIT:
        raise InputError("limit", f"is {limit}", f"Use 1 to {LIST_LIMIT}.")
    until = None if after is None else _moment_of(after)
    said, page = Said([], {}), Page[ThreadRecord]([], None)
    async with aclosing(newest_said(store, user.root, limit, until)) as stretches:
        async for said in stretches:
            page = page_of(said.records, partial(_place, said), limit=limit, after=after, backwards=True)
            if page.next is not None:  # the stretch holds more than this page, so all of this page
                break
    return {"user_id": user.id, "conversations": await _shown(store, user, said, page.items, now), "next": page.next}


def _place(said: Said, record: ThreadRecord) -> Place:
    """Return where a conversation stands in the list: later ones have the greater place."""
    return key_time(said.last_said[record["thread"]]), record["thread"]


def _moment_of(after: str) -> datetime:
    """Return the time a cursor names. Raises InputError: it is none of this list."""
    place = read_cursor(after)
    try:
        return parse_key_time(place[0])
    except (ValueError, IndexError):
        raise InputError("after", "is no cursor of this list", "Send the `next` of the page before.") from None


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
    known = await said_in(store, user.root, list(by_thread))
    records = {record["thread"]: record for record in known.records}
    listed = [records[thread] for thread in by_thread if thread in records]
    shown = await _shown(store, user, known, listed, now)
    told: list[FoundConversation] = [{**one, "passages": by_thread[one["thread_id"]]} for one in shown]
    return {"user_id": user.id, "question": question, "conversations": told, "degraded": found["degraded"]}


async def _shown(
    store: BaseStore, user: User, said: Said, records: Sequence[ThreadRecord], now: datetime
) -> list[ConversationShown]:
    memory = await FACTS.load_newest(store, user.root, now)
    titles = await titles_of(store, user.root, records, memory.tombstones)
    private = {one["thread"] for one in await list_unremembered(store, user.root)}
    return [
        {
            "conversation": record["conversation"],
            "thread_id": record["thread"],
            "title": titles[record["thread"]],
            "created": record["created"],
            "last_said": said.last_said[record["thread"]].isoformat(),
            "remembered": record["thread"] not in private,
        }
        for record in records
    ]
