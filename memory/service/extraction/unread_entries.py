"""Which entries of a thread a model has yet to read: past its cursor, past a fork, and those that failed before."""

from collections.abc import Mapping

from langgraph.store.base import BaseStore

from memory.core.model_extraction.extraction_docs import Failed
from memory.core.model_extraction.model_extraction import BEFORE, Line, lines_of
from memory.core.recall.passages import Veil
from memory.core.transcript.entries import Entry, Place
from memory.storage.transcript_read import read_departed, read_head, read_path


async def unread_path(
    store: BaseStore, root: str, thread: str, cursor: Place | None, head: Place
) -> tuple[list[Entry], list[Entry]]:
    """Return the active path past the cursor, after the entries before it that tell how to read it (`BEFORE`).

    Where the cursor is on a branch that the path has left, past the fork: what both share was read.
    """
    gone = await read_departed(store, root, thread, cursor, head) if cursor else []
    if gone:
        parent = gone[0]["parent"]
        cursor = {"key": parent, "depth": gone[0]["depth"] - 1} if parent else None
    path = await read_path(store, root, thread, head, after=cursor)
    return (await read_path(store, root, thread, cursor, limit=BEFORE) if cursor else []), path


async def failed_on_path(
    store: BaseStore, root: str, thread: str, failed: Mapping[str, Failed], head: Place, veil: Veil
) -> list[Line]:
    """Return the messages that failed before, as far as they are on the active path and something is to be learned."""
    lowest = max(0, min(one["depth"] for one in failed.values()) - BEFORE)
    path = await read_path(store, root, thread, head, limit=head["depth"] - lowest + 1)
    return [line for entry, line in lines_of(path, [], veil) if line and entry["key"] in failed]


async def is_on_path(store: BaseStore, root: str, thread: str, place: Place) -> bool:
    """Tell whether the entry at `place` is on the thread's active path as it is now."""
    head = await read_head(store, root, thread)
    return head is not None and not await read_departed(store, root, thread, place, head)
