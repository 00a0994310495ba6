"""What of the store one user is shown."""

from collections.abc import Sequence

from memory.core.ids import shared_root
from memory.core.namespaces import Namespace, user


def within(root: str, asked: Sequence[str] | None, *, widen: bool) -> Namespace | None:
    """Return the namespace to read of those asked for, None where nothing of it is the user's own.

    `root`: of the user's memory that assistants share; the own too is what is kept apart, once its root is named.
    `widen`: what is asked for is a prefix, so a shorter one means all of `root`. Labels are compared whole: nothing in
    them stands for other text.
    """
    labels, own = tuple(asked or ()), user(root)
    if len(labels) >= len(own) and labels[0] == own[0] and shared_root(labels[1]) == root:
        return labels
    return own if widen and own[: len(labels)] == labels else None
