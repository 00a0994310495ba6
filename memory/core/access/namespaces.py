"""What of the store one user is shown."""

from collections.abc import Sequence

from memory.core.namespaces import Namespace


def within(own: Namespace, asked: Sequence[str] | None, *, widen: bool) -> Namespace | None:
    """Return the namespace to read of those asked for, None where nothing of it is the user's own.

    `own`: everything of the user. `widen`: what is asked for is a prefix, so a shorter one means all of the own.
    Labels are compared whole: nothing in them stands for other text.
    """
    labels = tuple(asked or ())
    if labels[: len(own)] == own:
        return labels
    return own if widen and own[: len(labels)] == labels else None
