"""Finds, in a batch that is being written, what a late writer brings back of something that was erased."""

from collections.abc import Sequence

from langgraph.store.base import GetOp, PutOp, Result

from memory.core.forgetting.erase_marks import Mark, is_late, label_of, root_key, root_of, thread_key
from memory.core.namespaces import ERASURES
from memory.storage.location import secret
from memory.storage.reads import got


def marks_of(puts: Sequence[PutOp]) -> list[GetOp]:
    """Return the reads of every mark that could forbid one of `puts`: of its user's root and of its conversation."""
    keyed = secret()
    keys = dict.fromkeys(key for op in puts for key in _keys(op, keyed))
    return [GetOp(ERASURES, key) for key in keys]


def late_writes(puts: Sequence[PutOp], results: Sequence[Result]) -> list[PutOp]:
    """Return those of `puts` that come too late, given what the reads of `marks_of` found."""
    marks: dict[str, Mark] = {item.key: item.value for item in map(got, results) if item}  # type: ignore[misc]  # the shape of a mark
    if not marks:
        return []
    keyed = secret()
    by_mark: dict[str, list[PutOp]] = {}
    for op in puts:
        for key in _keys(op, keyed):
            by_mark.setdefault(key, []).append(op)
    late = {key: ops for key, ops in by_mark.items() if key in marks and _forbids(marks[key], ops)}
    return list({(op.namespace, op.key): op for ops in late.values() for op in ops}.values())


def _forbids(mark: Mark, ops: Sequence[PutOp]) -> bool:
    if mark["facts"] is None:
        return True  # a user's root is never used again
    return is_late(mark, [(op.namespace, op.key, op.value or {}) for op in ops])


def _keys(op: PutOp, keyed: str) -> list[str]:
    root = root_of(op.namespace, op.value) if op.value is not None else None
    if root is None or op.value is None:
        return []
    label = label_of(op.namespace, op.key, op.value)
    return [root_key(root, keyed), *([thread_key(root, label, keyed)] if label else [])]
