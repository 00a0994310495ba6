"""Deletes documents wherever they lie under a user's root: found by looking, not by a list of kinds."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from langgraph.store.base import BaseStore, ListNamespacesOp, MatchCondition, PutOp, SearchItem, SearchOp

from memory.core import namespaces
from memory.core.forgetting.erase_docs import kind_of
from memory.core.ids import encode_label
from memory.core.namespaces import DEAD_LETTERS, DELIVERIES, DUE, DUE_USERS, OUTBOX, TEMPORARY, UNREAD, Namespace
from memory.storage.listing import list_items
from memory.storage.ops import delete
from memory.storage.reads import found

_AT_ONCE = 500  # documents read and deleted in a batch
_MOST = 1_000_000  # namespaces
_LISTINGS = (DUE, DUE_USERS, TEMPORARY, UNREAD, OUTBOX, DELIVERIES, DEAD_LETTERS)
_SHARED, _SCOPED = 3, 4  # length of ("users", U, kind) and of ("users", U, kind, T)


async def delete_under(store: BaseStore, prefix: Namespace) -> Counter[str]:
    """Delete everything in and under a namespace, page by page; return how many documents of each kind that was."""
    gone: Counter[str] = Counter()
    while True:
        (rows,) = await store.abatch([SearchOp(prefix, limit=_AT_ONCE)])
        items = found(rows)
        if not items:
            return gone
        gone += await delete_items(store, items)


async def delete_items(store: BaseStore, items: Iterable[SearchItem]) -> Counter[str]:
    """Delete these documents; return how many of each kind they were."""
    listed = list(items)
    for start in range(0, len(listed), _AT_ONCE):
        await unguarded(store, [delete(i.namespace, i.key) for i in listed[start : start + _AT_ONCE]])
    return Counter(kind_of(item.namespace) for item in listed)


async def unlist_threads(store: BaseStore, of: Callable[[str, str], bool]) -> Counter[str]:
    """Take what `of(root, thread)` holds for off the lists of those that are due, temporary or unread.

    A user on such a list, and no thread, is asked about with "" as the thread.
    """
    items = [item for listing in _LISTINGS for item in await list_items(store, listing)]
    return await delete_items(store, [i for i in items if of(i.value["root"], i.value.get("thread", ""))])


async def unguarded(store: BaseStore, ops: Sequence[PutOp]) -> None:
    """Write as the eraser may: `ops.write` refuses what belongs to something that is being erased."""
    if ops:
        by_place = {(op.namespace, op.key): op for op in ops}
        await store.abatch([by_place[place] for place in sorted(by_place)])


async def scoped_namespaces(store: BaseStore, root: str, thread: str) -> list[Namespace]:
    """Return the namespaces of a user that belong to one thread alone, of whatever kind."""
    label = encode_label(thread)
    return [ns for ns in await _namespaces(store, root) if len(ns) >= _SCOPED and label in ns[_SHARED:]]


async def shared_items(store: BaseStore, root: str) -> list[SearchItem]:
    """Return the documents of a user that lie beside those of all threads, in namespaces of no single one."""
    shared = [ns for ns in await _namespaces(store, root) if len(ns) == _SHARED]
    return [item for ns in shared for item in await list_items(store, ns) if item.namespace == ns]


async def list_roots(store: BaseStore) -> set[str]:
    """Return the roots under which anything lies or of which a thread is on such a list."""
    (result,) = await store.abatch([_listing(("users",), depth=2)])
    listed = {item.value["root"] for listing in _LISTINGS for item in await list_items(store, listing)}
    return listed | {ns[1] for ns in _tuples(result) if len(ns) > 1}


async def roots_of_thread(store: BaseStore, thread: str) -> list[str]:
    """Return the roots of the users who have messages in a thread; without a record of it, that is how one tells."""
    named = namespaces.messages("*", thread)
    (result,) = await store.abatch([_listing(named, depth=len(named))])
    return sorted({ns[1] for ns in _tuples(result) if ns == namespaces.messages(ns[1], thread)})


async def _namespaces(store: BaseStore, root: str) -> list[Namespace]:
    (result,) = await store.abatch([_listing(namespaces.user(root), depth=_SCOPED)])
    return sorted(_tuples(result))


def _listing(prefix: Namespace, depth: int) -> ListNamespacesOp:
    return ListNamespacesOp((MatchCondition("prefix", prefix),), max_depth=depth, limit=_MOST)


def _tuples(result: object) -> set[Namespace]:
    return {ns for ns in result if isinstance(ns, tuple)} if isinstance(result, list) else set()
