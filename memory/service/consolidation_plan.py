"""Which threads a run of consolidation takes up."""

from langgraph.store.base import BaseStore

from memory.core.errors import InputError
from memory.storage.due import list_due


async def threads_to_consolidate(store: BaseStore, root: str | None, thread: str | None) -> list[tuple[str, str]]:
    """Return root and thread of what to consolidate: one thread, what is due of one user, or everything due.

    Raises InputError: a thread without the root it belongs to.
    """
    if thread is not None:
        if root is None:
            raise InputError("root", "is missing", "Send the root of the memory the thread belongs to.")
        return [(root, thread)]
    return [(owner, due) for owner, due in await list_due(store) if root in (None, owner)]
