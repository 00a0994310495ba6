"""Marks of what was erased: they tell a late writer's documents from new ones, and hold no text."""

import hashlib
import hmac
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, Literal, TypedDict

from memory.core.forgetting.erase_docs import FactsChoice, told_in
from memory.core.ids import encode_label, parse_key_time, shared_root
from memory.core.language.times import moment
from memory.core.namespaces import DEAD_LETTERS, DELIVERIES, DUE, DUE_USERS, OUTBOX, TEMPORARY, UNREAD, Namespace

MARK_SCHEMA = 1

Document = tuple[Namespace, str, Mapping[str, Any]]
"""Namespace, key and value of what is about to be written."""
Phase = Literal["running", "server", "done"]

_KEYED_BY_THREAD = frozenset({"threads", "heads", "summary", "titles", "usage"})
_NAMING_ROOTS = frozenset({DUE, DUE_USERS, TEMPORARY, UNREAD, OUTBOX, DELIVERIES, DEAD_LETTERS})
_THREAD, _SCOPED = 3, 4  # position of the thread's label, and how long a namespace with one is at least


class Mark(TypedDict):
    """An erase of one user's root or of one conversation."""

    schema: int
    phase: Phase
    """`running` until nothing is left; `server` where records of a server that was not running are left to it."""
    threads: list[str]
    """Platform threads that are still to be deleted; none once it is done."""
    facts: FactsChoice | None
    """What becomes of a conversation's facts; None: a user's root."""
    at: str
    """ISO time of its beginning and, once it is done, of its end: what rests on an older entry came too late."""


def root_key(root: str, secret: str) -> str:
    """Return the key of a root's mark: a keyed hash, so that it does not name the user.

    An erase of a user is of every memory, so one mark stands for the roots with assistants that are kept apart too.
    """
    return _keyed(f"root/{shared_root(root)}", secret)


def thread_key(root: str, label: str, secret: str) -> str:
    """Return the key of a conversation's mark; `label` is its encoded thread id."""
    return _keyed(f"thread/{root}/{label}", secret)


def root_of(namespace: Namespace, value: Mapping[str, Any]) -> str | None:
    """Return the root a document lies under or, as one of a list, names; None for a document of nobody."""
    if namespace in _NAMING_ROOTS:
        return str(value.get("root"))
    return namespace[1] if namespace[0] == "users" and len(namespace) > 1 else None


def label_of(namespace: Namespace, key: str, value: Mapping[str, Any]) -> str | None:
    """Return the label of the thread a document belongs to, None when it belongs to none or to a kept fact."""
    if namespace[0] != "users":
        return None
    if len(namespace) >= _SCOPED:
        return namespace[_THREAD]
    if namespace[-1] in _KEYED_BY_THREAD:
        return key
    source = value.get("source")
    kept = isinstance(source, Mapping) and source.get("erased")
    thread = told_in(value)
    return encode_label(thread) if thread and not kept else None


def is_late(mark: Mark, documents: Iterable[Document]) -> bool:
    """Tell whether documents of one conversation, written together, come from before its erase.

    While the erase runs everything does; afterwards what rests on an entry that is older than its end.
    """
    if mark["phase"] == "running":
        return True
    end = moment(mark["at"])
    return any(_entry_time(entry) <= end for document in documents for entry in _rests_on(*document))


def _rests_on(namespace: Namespace, key: str, value: Mapping[str, Any]) -> list[str]:
    """Return keys of entries without which a document would not have been written."""
    kind = namespace[2]
    if kind == "transcript":
        return [str(value.get("parent") or key)]
    if kind == "answers":
        return [key]
    if kind == "leaves":
        return [key.split("~", 1)[0]]
    if kind in {"summary", "extraction"}:
        return [str(value["cursor"]["key"])] if value["cursor"] else []
    told = value.get("source") or value.get("detail") or {}
    return [str(told["entry"])] if isinstance(told, Mapping) and told.get("entry") else []


def _entry_time(key: str) -> datetime:
    try:
        return parse_key_time(key)
    except ValueError:
        return moment("")


def _keyed(text: str, secret: str) -> str:
    return hmac.new(secret.encode(), text.encode(), hashlib.sha256).hexdigest()
