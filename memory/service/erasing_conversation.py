"""Deletes what the store holds of one conversation, and does with its facts as asked."""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from typing import cast
from uuid import uuid4

from langgraph.store.base import BaseStore, PutOp, SearchItem

from memory.core import namespaces
from memory.core.facts.facts import Assertion
from memory.core.facts.identity import assertion_key
from memory.core.forgetting.erase import FactsChoice, facts_after, is_of_thread, is_told_in, kind_of, source_erased
from memory.core.namespaces import VERSION_KEY
from memory.storage.blobs import drop_blobs
from memory.storage.erase_documents import (
    delete_items,
    delete_under,
    scoped_namespaces,
    shared_items,
    unguarded,
    unlist_threads,
)
from memory.storage.ops import delete, put

_FACTS = ("facts", "archive")


async def delete_conversation(
    store: BaseStore, root: str, thread: str, choice: FactsChoice, now: datetime
) -> tuple[Counter[str], int]:
    """Delete a conversation's documents; return how many of each kind, and how many facts were kept without it.

    Called again it deletes what is left and does nothing else.
    """
    gone = Counter({"blobs": await drop_blobs(store, root, thread)})
    for namespace in await scoped_namespaces(store, root, thread):
        gone += await delete_under(store, namespace)
    items = await shared_items(store, root)
    facts = [item for item in items if kind_of(item.namespace) in _FACTS]
    others = [item for item in items if kind_of(item.namespace) not in _FACTS]
    gone += await delete_items(store, [i for i in others if is_of_thread(i.namespace, i.key, i.value, thread)])
    gone += await unlist_threads(store, lambda owner, due: (owner, due) == (root, thread))
    erased, kept = await _change_facts(store, root, facts, thread, choice, now)
    return gone + erased, kept


async def _change_facts(
    store: BaseStore, root: str, items: Sequence[SearchItem], thread: str, choice: FactsChoice, now: datetime
) -> tuple[Counter[str], int]:
    """Delete or keep the assertions told in a conversation, current and retired, in one write."""
    current = [cast("Assertion", i.value) for i in items if kind_of(i.namespace) == "facts"]
    retired = [i for i in items if kind_of(i.namespace) == "archive" and is_told_in(cast("Assertion", i.value), thread)]
    change = facts_after(current, thread, choice, now.isoformat())
    ops = [put(namespaces.facts(root), assertion_key(a), a) for a in change.put]
    ops += [delete(namespaces.facts(root), key) for key in change.delete]
    ops += [_retired(i, choice) for i in retired]
    if not ops:
        return Counter(), 0
    await unguarded(store, [*ops, put(namespaces.version(root), VERSION_KEY, {"value": uuid4().hex})])
    return Counter(kind_of(op.namespace) for op in ops if op.value is None), change.kept


def _retired(item: SearchItem, choice: FactsChoice) -> PutOp:
    if choice == "delete":
        return delete(item.namespace, item.key)
    return put(item.namespace, item.key, source_erased(cast("Assertion", item.value)))
