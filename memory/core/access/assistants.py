"""Assistants as the platform names them, and which of them have a memory of their own."""

from collections.abc import Collection
from uuid import UUID, uuid5

OURS = "agent"
"""Who answers where no assistant is named: the one that stands for our graph."""
EVERY = "*"
"""Stands for all assistants in the setting: each is kept apart from every other one."""
_GRAPHS = UUID("6ba7b821-9dad-11d1-80b4-00c04fd430c8")
"""What the platform makes the id of the assistant from that stands for a graph, with the graph's name."""


def assistant_id(named: str) -> str:
    """Return the platform's id of an assistant that is named by it, or by the graph it stands for."""
    try:
        return str(UUID(named))
    except ValueError:
        return str(uuid5(_GRAPHS, named))


def apart_label(named: str | None, apart: Collection[str]) -> str:
    """Return the last part of the roots under which memory with an assistant lies (`ids.user_root`).

    It is "" where no assistant is named and where memory with this one is shared. `apart`: names and ids of those kept
    apart, or `EVERY`. Made of the id alone, so that no name looks like another one's.
    """
    if named is None:
        return ""
    wanted = assistant_id(named)
    return UUID(wanted).hex if EVERY in apart or wanted in map(assistant_id, apart) else ""


def apart_assistant(label: str) -> str | None:
    """Return the id of the assistant whose `apart_label` this is, None for ""."""
    return str(UUID(label)) if label else None
