"""What an erase is asked and tells, and which documents belong to what is erased; knows nothing of facts' contents."""

from collections.abc import Mapping
from typing import Any, Literal, TypedDict

from memory.core.ids import encode_label
from memory.core.namespaces import Namespace

FactsChoice = Literal["keep", "delete"]
FACTS_CHOICES: tuple[FactsChoice, ...] = ("keep", "delete")

_KIND = 2  # position of the kind in ("users", U, kind, …)


class FactLine(TypedDict):
    """A fact as a preview tells it."""

    id: str
    text: str
    quote: str
    observed_at: str
    """ISO time of the message."""


class FactsTold(TypedDict):
    """What a conversation told of the user."""

    only: list[FactLine]
    """Facts that hold now or are to, and have no other source: `facts=delete` erases them."""
    also: list[FactLine]
    """Facts that hold now or are to, and were told in another conversation too: they stay in any case."""
    pending: list[FactLine]
    """Proposals from it that wait for a decision: they go in any case."""


class Receipt(TypedDict):
    """What an erase did; it holds no text of what was erased."""

    what: Literal["user", "conversation"]
    user: str | None
    """Who was erased or whose conversation it was; None after a restart, when only a hash of it is known."""
    conversation: str | None
    epoch: int | None
    """The user's epoch from now on; None where it did not change."""
    started: str
    """ISO time, UTC."""
    finished: str
    runs_stopped: int
    threads: int
    """Thread records of the platform that were deleted; runs and crons of a thread go with it."""
    checkpoints: int
    """Threads whose checkpoints were deleted."""
    crons: int
    documents: dict[str, int]
    """Store documents that were deleted, by kind."""
    facts_kept: int
    """Facts that stay, their source marked erased."""
    passes: int
    """Sweeps until nothing was left."""
    late: int
    """What the sweeps after the first found: written by someone who had begun before."""
    compacted: list[str]
    """Files or tables in which no freed space holds old text any more."""
    out_of_reach: list[str]
    """What may still hold text and whose it is."""


def kind_of(namespace: Namespace) -> str:
    """Return the kind of a document, as a receipt counts it: `transcript`, `facts`, …, `due`."""
    return namespace[_KIND] if len(namespace) > _KIND else namespace[0]


def is_of_thread(namespace: Namespace, key: str, value: Mapping[str, Any], thread: str) -> bool:
    """Tell whether a document of a user belongs to a thread: by a label, by its key, or as told or changed in it.

    A namespace that is made later is covered as long as it names threads in one of these ways.
    """
    label = encode_label(thread)
    return label in {*namespace[_KIND + 1 :], key} or thread in {value.get("thread"), told_in(value), *_named(value)}


def told_in(value: Mapping[str, Any]) -> str | None:
    """Return the thread in which a fact was told or from which an event comes, None for any other document."""
    for part in (value.get("source"), value.get("detail")):
        if isinstance(part, Mapping) and isinstance(part.get("thread"), str):
            return str(part["thread"])
    return None


def _named(value: Mapping[str, Any]) -> list[str]:
    """Return the threads of the facts that an event is about."""
    detail = value.get("detail")
    return list(detail.get("threads", ())) if isinstance(detail, Mapping) else []
