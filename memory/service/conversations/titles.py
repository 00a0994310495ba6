"""The titles of a user's conversations: read as they may be shown, and given."""

from collections.abc import Sequence
from datetime import datetime
from uuid import uuid4

from langgraph.store.base import BaseStore

from memory.core.errors import InputError
from memory.core.events.event_docs import make_event
from memory.core.facts.facts import Tombstone
from memory.core.forgetting.veiled import veiled_text
from memory.core.transcript.entries import text_of
from memory.core.transcript.titles import TITLE_SCHEMA, TitleDoc, checked_title, made_title, title_tells_forgotten
from memory.core.transcript.transcript_docs import ThreadRecord
from memory.service.conversations.conversations import Conversation
from memory.service.facts.fact_index import FACTS
from memory.service.forgetting.veiling import trace_key, veil_for
from memory.storage.events import event_ops
from memory.storage.ops import write
from memory.storage.titles import read_titles, title_op
from memory.storage.transcript_read import read_first_entries, read_thread


async def titles_of(
    store: BaseStore, root: str, records: Sequence[ThreadRecord], tombstones: Sequence[Tombstone]
) -> dict[str, str | None]:
    """Return the titles of these conversations by thread: as given, else made of their first words.

    None where those make none. What was forgotten is in no title: a given one that tells it counts no more.
    """
    veil, key = veil_for(root, tombstones), trace_key(root)
    imported = {r["thread"]: _imported(r["title"], r["created"]) for r in records if "title" in r}
    given = imported | await read_titles(store, root, [record["thread"] for record in records])
    counting = {thread: doc["title"] for thread, doc in given.items() if not title_tells_forgotten(doc, veil)}
    titles = {record["thread"]: counting.get(record["thread"]) for record in records}
    untitled = [record for record in records if titles[record["thread"]] is None]
    for thread, entry in (await read_first_entries(store, root, untitled)).items():
        titles[thread] = made_title(veiled_text(text_of(entry), entry["key"], entry["time"], tombstones, key))
    return titles


async def rename_conversation(
    store: BaseStore, conversation: Conversation, title: str | None, now: datetime
) -> str | None:
    """Give a conversation that has begun a title, None: have it made of its first words; return what it is called.

    Raises InputError: the title is none, or the conversation temporary, which leaves nothing.
    """
    if conversation.temporary:
        raise InputError("conversation", "is temporary and in no list", "Leave it without a title.")
    doc: TitleDoc | None = None
    if title is not None:
        doc = {"schema": TITLE_SCHEMA, "title": checked_title(title), "time": now.isoformat()}
    root, thread = conversation.user.root, conversation.thread
    event = make_event("conversation.renamed", now, {"thread": thread, "given": doc is not None}, uuid4().hex[:16])
    await write(store, [title_op(root, thread, doc), *event_ops(root, [event])])
    record, memory = await read_thread(store, root, thread), await FACTS.load_newest(store, root, now)
    return (await titles_of(store, root, [record], memory.tombstones))[thread] if record else None


def _imported(title: str, created: str) -> TitleDoc:
    return {"schema": TITLE_SCHEMA, "title": title, "time": created}
