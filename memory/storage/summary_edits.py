"""What a user corrected and pinned in summaries: immutable documents, by thread."""

from collections.abc import Iterable, Sequence

from langgraph.store.base import BaseStore, PutOp, SearchItem

from memory.core import namespaces
from memory.core.schema import readable
from memory.core.summary.summary_edits import EDIT_SCHEMA, SummaryEdit
from memory.storage.listing import list_items
from memory.storage.ops import delete, put


async def list_edits(store: BaseStore, root: str, thread: str) -> list[SummaryEdit]:
    """Return what a user changed in the summary of a thread, oldest first.

    Raises SchemaError: a newer Holdfast wrote one of them.
    """
    items = await list_items(store, namespaces.summary_edits(root, thread))
    return [edit_of(item) for item in sorted(items, key=lambda item: item.key)]


async def list_all_edits(store: BaseStore, root: str) -> list[SearchItem]:
    """Return what a user changed in the summaries of all threads, as `edit_of` reads it."""
    return await list_items(store, namespaces.summary_edits(root))


def edit_of(item: SearchItem) -> SummaryEdit:
    """Return a stored edit. Raises SchemaError: a newer Holdfast wrote it."""
    return readable(item.value, EDIT_SCHEMA, "summary edit")  # type: ignore[return-value]  # schema 1


def edits_ops(root: str, thread: str, before: Sequence[SummaryEdit], after: Iterable[SummaryEdit]) -> list[PutOp]:
    """Return the operations that leave the edits `after` where `before` are stored."""
    kept = {edit["id"]: edit for edit in after}
    known = {edit["id"] for edit in before}
    place = namespaces.summary_edits(root, thread)
    new = [put(place, key, edit) for key, edit in kept.items() if key not in known]
    return [*new, *(delete(place, key) for key in sorted(known - set(kept)))]
