"""What a restore would change: the backup and the store are read side by side, in one order, a document at a time."""

from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from typing import Generic, Literal, TypeVar

from memory.core import namespaces
from memory.core.backup.backup_format import BackupError, Document, kind_in, part_of, place_order
from memory.core.backup.erased import Erased, cannot_tell
from memory.core.backup.withheld import Holdback
from memory.core.facts.facts import Tombstone
from memory.core.ids import decode_label, epoch_of, shared_root, user_of
from memory.core.language.text import clean_value
from memory.core.namespaces import EPOCHS
from memory.service.backup.backup import read_erased
from memory.service.backup.backup_source import Source, Survey
from memory.service.forgetting.veiling import trace_key
from memory.storage.backup_snapshot import Snapshot

Mode = Literal["merge", "replace"]
Action = Literal["new", "changed", "same", "kept", "gone", "withheld"]
"""`kept`: it differs, and what is here stays. `gone`: it is not in the backup. `withheld`: see `reason`."""
USER_ERASED = "this user's memory was erased since"
USER_UNKNOWN = "nobody can tell whether this user was erased since: the id is known by a hash alone"
_ALWAYS_STAY = frozenset({"tombstones", "unremembered", "events"})
"""Kinds of which replacing takes nothing away: what was taken back, and the log of what happened."""
T = TypeVar("T")


@dataclass(frozen=True)
class Difference:
    """One document, and what becomes of it."""

    document: Document
    action: Action
    reason: str = ""


@dataclass(frozen=True)
class Wanted:
    """What is to be restored, and how."""

    mode: Mode
    root: str | None = None
    """Of the one user, the shared one (`ids.shared_root`); None: of everyone in the backup."""
    epoch_key: str | None = None
    """Of that user."""

    def has(self, root: str) -> bool:
        """Tell whether what lies under a root is to be restored."""
        return self.root in {None, shared_root(root)}


class Ahead(Generic[T]):
    """An iterator with its next item in view."""

    def __init__(self, items: AsyncIterator[T]) -> None:
        self._items = items
        self.next: T | None = None

    async def move(self) -> "Ahead[T]":
        """Go to the next item, None after the last."""
        self.next = await anext(self._items, None)
        return self


async def differences(source: Source, survey: Survey, snapshot: Snapshot, wanted: Wanted) -> AsyncIterator[Difference]:
    """Yield what becomes of each document, user by user; a user who is left out whole gives one difference.

    Raises what reading either side raises.
    """
    erased = await read_erased(snapshot)
    theirs = await Ahead(source.stream()).move()
    while (first := theirs.next) is not None:
        root = part_of(first.namespace)
        if first.namespace == EPOCHS or not wanted.has(root):
            await _skip(theirs, root)
            continue
        if reason := _refused(root, survey, erased):
            yield Difference(Document(namespaces.user(root), "", {}), "withheld", reason)
            await _skip(theirs, root)
            continue
        holdback = await _holdback(root, source, survey, snapshot, erased, wanted.mode)
        async for difference in _of_user(root, theirs, snapshot, holdback, wanted.mode):
            yield difference
    for root in set(roots_meant(survey, snapshot, wanted)).difference(survey.roots):
        async for document in snapshot.documents(root):
            if _goes(document) and not _refused(root, survey, erased):
                yield Difference(document, "gone")


def roots_meant(survey: Survey, snapshot: Snapshot, wanted: Wanted) -> list[str]:
    """Return the roots a restore is about: those in the backup and, of what it replaces, what was kept apart since."""
    told = [root for root in survey.roots if wanted.has(root)]
    users = set(map(shared_root, told)) if wanted.mode == "replace" else set()
    return told + [root for root in snapshot.roots() if root not in told and shared_root(root) in users]


async def _skip(theirs: Ahead[Document], root: str) -> None:
    while theirs.next is not None and part_of(theirs.next.namespace) == root:
        await theirs.move()


def check_not_anew(survey: Survey, snapshot: Snapshot, erased: Erased, wanted: Wanted) -> None:
    """Raise BackupError if a user of the backup has begun a memory here in an earlier epoch, which it would hide."""
    for root in survey.roots:
        here = [one for one in snapshot.roots() if user_of(one) == user_of(root) and epoch_of(one) < epoch_of(root)]
        if wanted.has(root) and any(not erased.is_root(one) for one in here):
            who = decode_label(user_of(root)) or user_of(root)
            raise BackupError(
                f"User {who!r} was erased before the backup and has begun anew here, where nothing is known of that. "
                "Nothing was changed. Erase this user here first, or restore the others one by one with --user."
            )


def _refused(root: str, survey: Survey, erased: Erased) -> str:
    """Return why nothing of a user is restored, "" when something is."""
    if erased.is_root(root):
        return USER_ERASED
    return USER_UNKNOWN if cannot_tell(root, survey.epochs, erased, survey.roots) else ""


async def _holdback(
    root: str, source: Source, survey: Survey, snapshot: Snapshot, erased: Erased, mode: Mode
) -> Holdback:
    had = survey.stones.get(root, set())
    stones: list[Mapping[str, object]] = [one.value async for one in snapshot.under(namespaces.tombstones(root))]
    since: list[Tombstone] = [s for s in stones if (s["content"], s["forgotten_at"]) not in had]  # type: ignore[misc]  # that shape
    known = {str(one.value["id"]) async for one in snapshot.under(namespaces.facts(root))} if mode == "merge" else set()
    private = {str(one.value["thread"]) async for one in snapshot.under(namespaces.unremembered(root))}
    return Holdback(root, source.header["created"], erased, since, known, private, trace_key(root))


async def _of_user(
    root: str, theirs: Ahead[Document], snapshot: Snapshot, holdback: Holdback, mode: Mode
) -> AsyncIterator[Difference]:
    ours = await Ahead(snapshot.documents(root)).move()
    while True:
        told = theirs.next if theirs.next and part_of(theirs.next.namespace) == root else None
        held = ours.next
        if told is None and held is None:
            return
        order = _order(told, held)
        if order <= 0 and told is not None:
            if kind_in(told.namespace) != "version":
                yield _difference(told, held if order == 0 else None, holdback, mode)
            await theirs.move()
        elif held is not None and mode == "replace" and _goes(held):
            yield Difference(held, "gone")
        if order >= 0:
            await ours.move()


def _goes(held: Document) -> bool:
    return kind_in(held.namespace) not in {*_ALWAYS_STAY, "version"}


def _order(told: Document | None, held: Document | None) -> int:
    """Return which of two comes first: -1 what is told, 1 what is held, 0 they are one document."""
    if told is None or held is None:
        return 1 if told is None else -1
    one, other = place_order(told.namespace, told.key), place_order(held.namespace, held.key)
    return (one > other) - (one < other)


def _difference(told: Document, held: Document | None, holdback: Holdback, mode: Mode) -> Difference:
    if held is not None and clean_value(told.value) == held.value:
        return Difference(told, "same")
    if reason := holdback.reason(told):
        return Difference(told, "withheld", reason)
    if held is None:
        return Difference(told, "new")
    return Difference(told, "changed" if mode == "replace" else "kept")
