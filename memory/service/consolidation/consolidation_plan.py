"""What a run of consolidation takes up: which threads, and then which users."""

from datetime import datetime

from langgraph.store.base import BaseStore

from memory.core.errors import InputError, OwnershipError
from memory.core.ids import encode_label, user_of
from memory.service.settings.settings import kept_days
from memory.storage.due import list_due
from memory.storage.due_users import list_due_users
from memory.storage.erase_documents import list_roots
from memory.storage.extraction import list_unread
from memory.storage.transcript_read import list_threads

Thread = tuple[str, str]
"""Root and thread."""


async def threads_to_consolidate(
    store: BaseStore,
    root: str | None,
    thread: str | None,
    *,
    unread: bool = False,
    full: bool = False,
    caller: str | None = None,
) -> list[Thread]:
    """Return what to consolidate: one thread, what is due of one user, or of everyone.

    `unread`: a model looks for facts, so threads it has yet to read are due too. `full`: every thread is due that is
    kept. `caller`: the authenticated user who asks; everyone is then that user alone. None: whoever runs the server.
    Raises InputError: a thread without the root it belongs to; OwnershipError: the caller asks for someone else's.
    """
    _check(root, thread, caller)
    if thread is not None:
        return [(str(root), thread)]
    listed = [*await list_due(store), *(await list_unread(store) if unread else [])]
    found = [pair for pair in dict.fromkeys(listed) if _reaches(pair[0], root, caller)]
    if not full:
        return found
    roots = [one for one in sorted(await list_roots(store)) if _reaches(one, root, caller)]
    return list(dict.fromkeys([*found, *[pair for one in roots for pair in await _kept_threads(store, one)]]))


async def users_to_look_over(
    store: BaseStore,
    root: str | None,
    thread: str | None,
    now: datetime,
    *,
    full: bool = False,
    caller: str | None = None,
) -> list[str]:
    """Return the roots of the users whose facts to look over; parameters and errors as above.

    One user who is asked for is always looked over; with a thread, and of everyone, who is due; with `full`, and where
    things are not kept for ever, all.
    """
    _check(root, thread, caller)
    if root is not None and (thread is None or full):
        return [root]
    due = await list_roots(store) if full or _looks_at_all(thread) else await list_due_users(store, now)
    return sorted(one for one in due if _reaches(one, root, caller))


def _looks_at_all(thread: str | None) -> bool:
    """Tell whether a run of everyone has to look at all for what was kept long enough."""
    return thread is None and not kept_days().for_ever


def _check(root: str | None, thread: str | None, caller: str | None) -> None:
    if thread is not None and root is None:
        raise InputError("root", "is missing", "Send the root of the memory the thread belongs to.")
    if root is not None and not _reaches(root, None, caller):
        raise OwnershipError("root: it is another user's memory. Send your own.")


def _reaches(owner: str, root: str | None, caller: str | None) -> bool:
    """Tell whether a run asked to do `root` (None: everyone) by `caller` takes up what is `owner`'s."""
    return root in (None, owner) and (caller is None or user_of(owner) == encode_label(caller))


async def _kept_threads(store: BaseStore, root: str) -> list[Thread]:
    return [(root, record["thread"]) for record in await list_threads(store, root) if not record.get("temporary")]
