"""Users whose facts are to be looked over: documents without text, in one namespace, so nobody scans every user."""

from datetime import datetime

from langgraph.store.base import BaseStore, PutOp

from memory.core.language.times import moment
from memory.core.namespaces import DUE_USERS
from memory.storage.listing import list_items
from memory.storage.ops import delete, put, write


def user_due_op(root: str, at: datetime | None = None) -> PutOp:
    """Return the operation that marks a user due from `at`; None: now, as their facts changed."""
    return put(DUE_USERS, root, {"root": root, "at": at.isoformat() if at else None})


async def set_due(store: BaseStore, root: str, at: datetime | None) -> None:
    """Mark a user due from `at` instead of what was marked before; None: take the mark off."""
    await write(store, [user_due_op(root, at) if at else delete(DUE_USERS, root)])


async def list_due_users(store: BaseStore, now: datetime) -> list[str]:
    """Return the roots of the users who are due at `now`."""
    marks = [item.value for item in await list_items(store, DUE_USERS)]
    return [mark["root"] for mark in marks if mark["at"] is None or moment(mark["at"]) <= now]
