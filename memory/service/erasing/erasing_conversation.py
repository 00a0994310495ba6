"""Deletes what the store holds of one conversation, and does with its facts as asked."""

from collections import Counter
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from datetime import datetime
from typing import cast
from uuid import uuid4

from langgraph.store.base import BaseStore, PutOp, SearchItem

from memory.core import namespaces
from memory.core.facts.facts import Assertion
from memory.core.facts.identity import assertion_key
from memory.core.forgetting.erase import facts_after
from memory.core.forgetting.erase_docs import FactsChoice, is_of_thread, kind_of
from memory.core.ids import encode_label
from memory.core.namespaces import VERSION_KEY
from memory.core.retention.usage import without_facts
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
from memory.storage.usage import upgrade_usage

_ABOUT_FACTS = ("facts", "archive", "remarks", "usage", "fact_vectors")


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
    others = [item for item in items if kind_of(item.namespace) != "facts"]
    gone += await delete_items(store, [i for i in others if is_of_thread(i.namespace, i.key, i.value, thread)])
    facts = [item for item in items if kind_of(item.namespace) in _ABOUT_FACTS and item.key != encode_label(thread)]
    gone += await unlist_threads(store, lambda owner, due: (owner, due) == (root, thread))
    erased, kept = await _change_facts(store, root, facts, thread, choice, now)
    return gone + erased, kept


async def _change_facts(
    store: BaseStore, root: str, items: Sequence[SearchItem], thread: str, choice: FactsChoice, now: datetime
) -> tuple[Counter[str], int]:
    """Delete or keep the assertions told in a conversation, and what was noted about those that go, in one write."""
    known = [cast("Assertion", i.value) for i in items if kind_of(i.namespace) == "facts"]
    change = facts_after(known, thread, choice, now.isoformat())
    ops = [put(namespaces.facts(root), assertion_key(a), a) for a in change.put]
    ops += [delete(namespaces.facts(root), key) for key in change.delete]
    put_or_gone = {*change.delete, *(assertion_key(a) for a in change.put)}
    left = [*change.put, *(a for a in known if assertion_key(a) not in put_or_gone)]
    ops += _without({a["id"] for a in known} - {a["id"] for a in left}, items)
    if not ops:
        return Counter(), 0
    await unguarded(store, [*ops, put(namespaces.version(root), VERSION_KEY, {"value": uuid4().hex})])
    return Counter(kind_of(op.namespace) for op in ops if op.value is None), change.kept


def _without(gone: AbstractSet[str], items: Sequence[SearchItem]) -> list[PutOp]:
    """Return what takes away what was noted about facts that are `gone`: pins, marks of the archive, counted uses."""
    counted = [i for i in items if kind_of(i.namespace) == "usage" and gone & set(i.value["facts"])]
    return [
        *(delete(i.namespace, i.key) for i in items if i.value.get("about") in gone),
        *(put(i.namespace, i.key, without_facts(upgrade_usage(i.value), gone)) for i in counted),
    ]
