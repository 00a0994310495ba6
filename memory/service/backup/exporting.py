"""Everything kept of a user as lines of JSON that people and programs can read; docs/export.md tells each field."""

from collections.abc import AsyncIterator
from datetime import datetime
from typing import Any

from langgraph.store.base import BaseStore

from memory.core.access.assistants import apart_assistant
from memory.core.facts.facts import Proposal, Tombstone
from memory.core.facts.identity import is_retraction
from memory.core.forgetting.veiled import veiled_message, veiled_text
from memory.core.summary.summary_docs import all_text
from memory.core.transcript.emptied import is_emptied
from memory.core.transcript.entries import Entry, text_of
from memory.core.transcript.transcript_docs import ThreadRecord
from memory.service.access.apart import apart_memories
from memory.service.access.identity import User
from memory.service.conversations.conversations import Conversation
from memory.service.conversations.titles import titles_of
from memory.service.facts.fact_views import facts_as_of
from memory.service.forgetting.veiling import trace_key
from memory.storage.blobs import read_blobs, thread_blobs
from memory.storage.facts import list_pending, load_memory
from memory.storage.summaries import read_summary
from memory.storage.summary_edits import edit_of, list_all_edits
from memory.storage.transcript_read import all_entries, list_threads, read_head, read_thread
from memory.storage.turn import read_settings
from memory.storage.working import list_all_working

EXPORT_VERSION = 1
Line = dict[str, Any]


async def export_conversation(store: BaseStore, conversation: Conversation, now: datetime) -> AsyncIterator[Line]:
    """Yield one conversation as `export_lines` does; nothing but the first line of one that has not begun."""
    root = conversation.user.root
    yield _first_line(conversation.user, now)
    record = await read_thread(store, root, conversation.thread)
    if record is not None:
        async for line in _conversation(store, root, record, (await load_memory(store, root)).tombstones):
            yield line


async def export_lines(store: BaseStore, user: User, now: datetime) -> AsyncIterator[Line]:
    """Yield a user's memory: settings, facts and what waits, then conversation by conversation; none is held whole.

    After the one that assistants share come those that are kept apart, each line with its assistant; of a user in one
    of those, that alone. Left out is what is made of these (leaves, indexes), counts of use and the log of events. What
    was forgotten is masked, as in every view; temporary conversations are left out. Raises what the store raises.
    """
    yield _first_line(user, now)
    async for line in _memory(store, user, now):
        yield line
    for other in [] if user.apart else await apart_memories(store, user):
        async for line in _memory(store, other, now):
            yield line | {"assistant": apart_assistant(other.apart)}


async def _memory(store: BaseStore, user: User, now: datetime) -> AsyncIterator[Line]:
    for name, value in (await read_settings(store, user.root, now)).items():
        yield {"type": "setting", "name": name, "value": value}
    memory = await load_memory(store, user.root)
    shown = {fact["id"]: fact for fact in (await facts_as_of(store, user, None, now))["facts"]}
    newest = {fact["id"]: fact for fact in sorted(memory.assertions, key=lambda f: f["observed_at"])}
    for fact in (fact for fact in newest.values() if not is_retraction(fact)):
        held = shown.get(fact["id"])
        state = {"state": held["state"] if held else "past", "pinned": bool(held and held["pinned"])}
        yield {"type": "fact", **state, **_fact(fact), "approved": fact["approved_at"]}
    for proposal in await list_pending(store, user.root):
        yield {"type": "pending", **_fact(proposal), "reason": proposal.get("reason")}
    for item in await list_all_working(store, user.root):
        yield {"type": "working", "key": item.key, **item.value}
    for item in await list_all_edits(store, user.root):
        yield {"type": "summary_edit", **edit_of(item)}
    for record in await list_threads(store, user.root):
        if not record.get("temporary"):
            async for line in _conversation(store, user.root, record, memory.tombstones):
                yield line


def _first_line(user: User, now: datetime) -> Line:
    line = {"type": "export", "version": EXPORT_VERSION, "user": user.id, "exported": now.isoformat()}
    return line | ({"assistant": apart_assistant(user.apart)} if user.apart else {})


def _fact(fact: Proposal) -> Line:
    names = ("id", "text", "kind", "slot", "value", "subject", "quote", "said_by", "sensitivity")
    times = {"said": fact["observed_at"], "valid_from": fact["valid_from"], "valid_until": fact["valid_until"]}
    source = fact["source"]
    where = {"conversation": source["conversation"], "thread": source["thread"], "message": source["message"]}
    return {**{name: fact[name] for name in names}, **times, **where}  # type: ignore[literal-required]  # its own names


async def _conversation(
    store: BaseStore, root: str, record: ThreadRecord, stones: list[Tombstone]
) -> AsyncIterator[Line]:
    thread, key = record["thread"], trace_key(root)
    summary = await read_summary(store, root, thread)
    told = veiled_text(all_text(summary), "", summary["time"], stones, key) if summary else None
    title = (await titles_of(store, root, [record], stones))[thread]
    about = {"name": record["conversation"], "title": title, "created": record["created"]}
    head = await read_head(store, root, thread)
    path = {"head": head["key"] if head else None, "summary": told}
    yield {"type": "conversation", "thread": thread, **about, **path}
    async for entry in all_entries(store, root, thread):
        yield _message(entry, stones, key)
    for name in await thread_blobs(store, root, thread):
        for doc in (await read_blobs(store, root, [name])).values():
            yield {
                "type": "file",
                "thread": thread,
                "sha256": name,
                "mime_type": doc["mime_type"],
                "base64": doc["base64"],
            }


def _message(entry: Entry, stones: list[Tombstone], key: str) -> Line:
    shown = veiled_message(entry, entry["key"], stones, key)
    line: Line = {"type": "message", "thread": entry["thread"], "id": entry["id"], "role": entry["role"]}
    line |= {"time": entry["time"], "text": text_of(shown), "entry": entry["key"], "parent": entry["parent"]}
    line |= {"mark": entry.get("mark")} | ({"emptied": entry["emptied"]} if is_emptied(entry) else {})
    line |= {name: shown[name] for name in ("tool_calls", "tool_call_id", "name") if shown.get(name)}
    return line | ({"content": shown["content"]} if isinstance(shown["content"], list) else {})
