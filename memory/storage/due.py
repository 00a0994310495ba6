"""Threads due for consolidation: documents without text, in one namespace, so that nobody scans every user."""

from dataclasses import dataclass
from datetime import UTC, datetime

from langgraph.store.base import BaseStore, PutOp, SearchOp

from memory.core.ids import encode_label
from memory.core.namespaces import DUE
from memory.storage.listing import list_items
from memory.storage.ops import delete, put, write
from memory.storage.reads import found


@dataclass(frozen=True)
class Due:
    """A thread that is due."""

    root: str
    thread: str
    budget: int | None = None
    """Tokens of its context window, None for the default."""
    failed: bool = False
    """Its last consolidation failed, and nothing asked for it since: it waits for a turn, the cron or a person."""


def due_op(root: str, thread: str, budget: int | None = None, *, failed: bool = False) -> PutOp:
    """Return the operation that marks a thread due."""
    more = {"budget": budget} if budget is not None else {}
    return put(
        DUE, _key(root, thread), {"root": root, "thread": thread, **more, **({"failed": True} if failed else {})}
    )


async def mark_due(
    store: BaseStore, root: str, thread: str, budget: int | None = None, *, failed: bool = False
) -> None:
    """Mark a thread due; marked twice, it is due once."""
    await write(store, [due_op(root, thread, budget, failed=failed)])


async def clear_due(store: BaseStore, root: str, thread: str) -> None:
    """Take the mark off a thread."""
    await write(store, [delete(DUE, _key(root, thread))])


async def list_due(store: BaseStore) -> list[tuple[str, str]]:
    """Return root and thread of everything due."""
    return [(due.root, due.thread) for due in await list_marks(store)]


async def list_marks(store: BaseStore) -> list[Due]:
    """Return everything due, in the order of users and their threads."""
    items = await list_items(store, DUE)
    return [Due(i.value["root"], i.value["thread"], i.value.get("budget"), bool(i.value.get("failed"))) for i in items]


async def oldest_mark(store: BaseStore, most: int) -> tuple[int, datetime | None]:
    """Return how many threads are due, counted up to `most`, and when the first of those was last marked, if any."""
    (rows,) = await store.abatch([SearchOp(DUE, limit=most)])
    items = found(rows)
    return len(items), min((_aware(item.updated_at) for item in items), default=None)


def _aware(at: datetime) -> datetime:
    return at if at.tzinfo else at.replace(tzinfo=UTC)  # as SQLite's store tells it


def _key(root: str, thread: str) -> str:
    return f"{root}/{encode_label(thread)}"
