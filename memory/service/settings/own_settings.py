"""What a user sets for themselves: read by every turn, changed by the API and the command line."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, TypedDict, cast, get_args
from uuid import uuid4

from langgraph.store.base import BaseStore

from memory.core import namespaces
from memory.core.errors import InputError
from memory.core.events.event_docs import make_event
from memory.core.language.reply_language import LANGUAGES
from memory.core.policy.policy import Mode
from memory.service.settings.context import zone_of
from memory.service.settings.settings import time_zone
from memory.storage.events import event_ops
from memory.storage.ops import delete, put, write
from memory.storage.turn import read_settings

APPROVALS: tuple[Mode, ...] = get_args(Mode)
SWITCHES = ("memory", "learn", "past_conversations")


class OwnSettings(TypedDict):
    """A user's own settings; None: as the run or the operator chooses."""

    memory: bool | None
    """False: nothing remembered is used, and nothing is learned."""
    learn: bool | None
    """False: nothing is learned."""
    past_conversations: bool | None
    """False: only facts cross from one conversation to another."""
    approval: str | None
    """How facts are approved: one of `APPROVALS`."""
    time_zone: str | None
    """IANA name."""
    language: str | None
    """In which answers are given, one of `LANGUAGES`; None: that of the message."""


async def own_settings(store: BaseStore, root: str, now: datetime) -> OwnSettings:
    """Return a user's own settings."""
    stored = await read_settings(store, root, now)
    return cast("OwnSettings", {name: stored.get(name) for name in OwnSettings.__annotations__})


async def change_settings(store: BaseStore, root: str, changes: Mapping[str, Any], *, now: datetime) -> OwnSettings:
    """Set what `changes` names, None: no longer; return the settings then.

    Raises InputError: a name is none, or its value is not one it takes. Nothing is changed then.
    """
    for name, value in changes.items():
        check_setting(name, value)
    where = namespaces.settings(root)
    ops = [put(where, name, {"value": value}) for name, value in changes.items() if value is not None]
    ops += [delete(where, name) for name, value in changes.items() if value is None]
    if ops:
        event = make_event("settings.changed", now, {"names": sorted(changes)}, uuid4().hex[:16])
        await write(store, [*ops, *event_ops(root, [event])])
    return await own_settings(store, root, now)


def check_setting(name: str, value: object) -> None:
    """Raise InputError where a user cannot set this; None: it is no longer set."""
    if name not in OwnSettings.__annotations__:
        raise InputError(name, "is no setting", f"Use one of {', '.join(OwnSettings.__annotations__)}.")
    if value is None:
        return
    if name in SWITCHES:
        if not isinstance(value, bool):
            raise InputError(name, "is neither on nor off", "Use on or off (in JSON true or false, null: not set).")
    elif not isinstance(value, str):
        raise InputError(name, "is no text", "Send text, null: not set.")
    elif name == "time_zone":
        zone_of(value)
    elif value not in (allowed := APPROVALS if name == "approval" else tuple(LANGUAGES)):
        raise InputError(name, f"{value!r:.50} is not one of its values", f"Use one of {', '.join(allowed)}.")


async def own_zone(store: BaseStore, root: str, now: datetime) -> str:
    """Return the user's time zone, where they set none that of the operator."""
    return str((await read_settings(store, root, now)).get("time_zone") or time_zone())
