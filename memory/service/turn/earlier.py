"""What a thread holds that its window no longer shows: a message by its id, an image or file by its hash."""

from collections.abc import Collection, Sequence

from langgraph.store.base import BaseStore

from memory.core.facts.facts import Tombstone
from memory.core.forgetting.veiled import veiled_message
from memory.core.messages.blobs import referenced_blobs
from memory.core.messages.content_blocks import answer_text, as_json, readable_content
from memory.core.messages.media_view import media_line
from memory.core.transcript.entries import Entry, Message, Place
from memory.core.window.adoption import PathStep
from memory.service.forgetting.veiling import trace_key
from memory.storage.blobs import BlobDoc, read_blobs, thread_blobs
from memory.storage.transcript_read import all_entries, lookup, read_entries_at


async def read_earlier(
    store: BaseStore,
    root: str,
    thread: str,
    message_id: str,
    path: Sequence[PathStep],
    tombstones: Sequence[Tombstone],
) -> Entry | None:
    """Return the entry of a message of the thread, what was forgotten masked; None: the thread has none of this id.

    The one on the active path (`path`: its end, as the state holds it) counts; else the newest, on whatever branch.
    """
    place: Place | None = next((step for step in reversed(path) if step["id"] == message_id), None)
    if place is None:
        seen = (await lookup(store, root, thread, [message_id])).get(message_id)
        place = seen.entry if seen else None
    entry = (await read_entries_at(store, root, thread, [place])).get(place["key"]) if place else None
    if entry is None:
        return None
    return {**entry, **veiled_message(entry, entry["key"], tombstones, trace_key(root))}


def whole_text(message: Message) -> str:
    """Return all a message says and calls as one text, with a line for each image and file."""
    if message["role"] == "assistant":
        calls = [*message.get("tool_calls", []), *message.get("invalid_tool_calls", [])]
        told = [f"{call.get('name')}({as_json(call.get('args'))})" for call in calls]
        return "\n".join(part for part in (answer_text(message), *told) if part)
    content = readable_content(message["content"])
    if isinstance(content, str):
        return content
    return "\n".join(block.get("text") or media_line(block, "open it by this hash") for block in content)


async def read_thread_blobs(
    store: BaseStore, root: str, thread: str, start: str, hidden: Collection[str] = ()
) -> dict[str, BlobDoc]:
    """Return the images and files that entries of the thread refer to and whose hash begins with `start`, by hash.

    `hidden`: keys of entries that were forgotten whole; what they alone refer to is not returned. Where there are any,
    entries of the thread are read until one that is not hidden refers to each.
    """
    names = {name for name in await thread_blobs(store, root, thread) if name.startswith(start)}
    if names and hidden:
        names -= await _only_in(store, root, thread, names, hidden)
    return await read_blobs(store, root, names) if names else {}


async def _only_in(store: BaseStore, root: str, thread: str, names: set[str], hidden: Collection[str]) -> set[str]:
    """Return those of `names` to which no entry but `hidden` ones refers."""
    left = set(names)
    async for entry in all_entries(store, root, thread):
        if entry["key"] not in hidden:
            left -= referenced_blobs([entry])
        if not left:
            break
    return left
