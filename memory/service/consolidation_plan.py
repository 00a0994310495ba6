"""Which threads a run of consolidation takes up."""

from langgraph.store.base import BaseStore

from memory.core.errors import InputError
from memory.storage.due import list_due
from memory.storage.extraction import list_unread


async def threads_to_consolidate(
    store: BaseStore, root: str | None, thread: str | None, *, unread: bool = False
) -> list[tuple[str, str]]:
    """Return root and thread of what to consolidate: one thread, what is due of one user, or everything due.

    `unread`: a model looks for facts, so threads it has yet to read are due too. Raises InputError: a thread without
    the root it belongs to.
    """
    if thread is not None:
        if root is None:
            raise InputError("root", "is missing", "Send the root of the memory the thread belongs to.")
        return [(root, thread)]
    listed = [*await list_due(store), *(await list_unread(store) if unread else [])]
    return [(owner, due) for owner, due in dict.fromkeys(listed) if root in (None, owner)]
