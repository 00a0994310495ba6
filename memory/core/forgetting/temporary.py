"""Temporary conversations: they read no memory and teach none, and they are erased once they end."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from memory.core.defaults import DEFAULTS
from memory.core.errors import InputError


class TemporaryError(InputError):
    """A message that a thread cannot take, being kept or having ended; it is not recorded."""


def is_temporary(record: Mapping[str, Any] | None, held: bool | None, *, asked: bool) -> bool:
    """Tell whether a thread is temporary: what it began as, it stays.

    `record`: the thread's in the store, None: it has none (yet). `held`: what the thread's state says, None when it has
    not begun. `asked`: the run's context asks for a temporary conversation; one that asks for nothing goes on with
    either. Raises TemporaryError: asked for in the midst of a conversation that is kept.
    """
    began = bool(record.get("temporary")) if record else held
    if began is None:
        return asked
    if asked and not began:
        raise TemporaryError(
            "temporary",
            "this conversation is kept and cannot become temporary midway",
            "Begin a new conversation with temporary=true.",
        )
    return began


def has_ended(newest: datetime, now: datetime) -> bool:
    """Tell whether a temporary conversation has ended, given the time of its newest message."""
    return now - newest >= timedelta(hours=DEFAULTS.temporary_hours)


def check_open(newest: datetime, now: datetime) -> None:
    """Let a message into a temporary conversation.

    Raises TemporaryError: it has ended, and only waits to be erased.
    """
    if has_ended(newest, now):
        raise TemporaryError(
            "conversation",
            f"was temporary and ended: nothing was said in it for {DEFAULTS.temporary_hours} hours",
            "Begin a new one.",
        )
