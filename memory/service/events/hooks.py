"""Hooks: functions of the process that are told of events, for those who embed Holdfast.

A hook is told after the fact, in the background (`delivering.py`), in order for each user, and again until it returns:
whatever it raises breaks no turn. It may be told of an event twice, by the same `data["id"]`.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from memory.core.events.feed import wanted_kinds
from memory.core.events.webhooks import RETRY_SECONDS, Message
from memory.storage.outbox import HOOKED

Hook = Callable[[Message], Awaitable[None]]
PREFIX = "hook:"
"""Of the names under which deliveries to hooks stand beside those to endpoints."""


@dataclass(frozen=True)
class Hooked:
    """A hook, and what it is told of."""

    hook: Hook
    kinds: frozenset[str] | None
    retry_seconds: tuple[int, ...] = field(default=RETRY_SECONDS)


HOOKS: dict[str, Hooked] = {}
"""The hooks of this process by name, with `PREFIX` in front."""


def add_hook(name: str, hook: Hook, *kinds: str, retry_seconds: tuple[int, ...] = RETRY_SECONDS) -> None:
    """Have `hook` told of events from now on; `kinds`: only of those, as `fact.written` or `fact.*`.

    `name` keeps what it was not told of yet over a restart: give it the same each time, in every process that writes.
    Raises InputError: a kind is none.
    """
    HOOKS[PREFIX + name] = Hooked(hook, wanted_kinds(kinds, "kinds"), retry_seconds)
    HOOKED.add(PREFIX + name)


def remove_hook(name: str) -> None:
    """Tell a hook no more; what it was not told of yet waits for one of that name."""
    HOOKS.pop(PREFIX + name, None)
    HOOKED.discard(PREFIX + name)
