"""Working memory: the state of the task in hand, as named entries of one thread, bounded, and gone after idle days."""

import re
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, NotRequired, TypedDict, cast

from memory.core.defaults import DEFAULTS
from memory.core.errors import InputError
from memory.core.language.quoting import quoted
from memory.core.language.text import clean_text, normalise, one_line
from memory.core.language.times import moment
from memory.core.privacy.secret_spans import redact
from memory.core.recall.passages import Veil
from memory.core.window.adoption import PathStep

NAME_CHARS = 60
"""Characters of an entry's name, at most."""
_GOALS = frozenset({"goal", "目标", "任务"})
"""Names that stand first; others are in the order of their names."""
_NUMBER = re.compile(r"(\d+)")


class WorkingSource(TypedDict):
    """Where an entry was set."""

    thread: str
    entry: str
    """Key of the entry of the user's message in whose turn it was set."""


class WorkingItem(TypedDict):
    """One entry of a task's state, stored under `key_of` its name."""

    name: NotRequired[str]
    """As the model wrote it; without one the key is the name."""
    value: str
    source: NotRequired[WorkingSource]
    time: NotRequired[str]
    """ISO time at which it was set, UTC."""


Items = Mapping[str, Mapping[str, Any]]
"""A thread's stored entries by key."""


def key_of(name: str) -> str:
    """Return the key of an entry: names that differ in case, width, script or white space alone are one.

    Raises InputError: the name is empty or too long.
    """
    key = normalise(_plain(name))
    if not key:
        raise InputError("name", "is empty", "Name the entry, such as goal, step 2 or result.")
    if len(key) > NAME_CHARS:
        raise InputError("name", f"is {len(key)} characters long", f"Use at most {NAME_CHARS}.")
    return key


def make_item(name: str, value: str, thread: str, entry: str, now: datetime) -> WorkingItem:
    """Return an entry, its texts on one line each and without secrets.

    Raises InputError: the value is empty or too long.
    """
    text = _plain(value)
    if not text:
        raise InputError("value", "is empty", "Say what to keep, or clear the entry.")
    if len(text) > DEFAULTS.working_value_chars:
        limit = f"Say it in at most {DEFAULTS.working_value_chars:,}; what is longer stays in the conversation."
        raise InputError("value", f"is {len(text):,} characters long", limit)
    source: WorkingSource = {"thread": thread, "entry": entry}
    return {"name": _plain(name), "value": text, "source": source, "time": now.isoformat()}


def check_room(items: Items, key: str, item: WorkingItem) -> None:
    """Let an entry in beside those there are, of which it replaces its own.

    Raises InputError: it would be one too many, or all together too long.
    """
    others = {k: v for k, v in items.items() if k != key}
    remedy = "Clear an entry that is done, or end the task."
    if len(others) >= DEFAULTS.working_entries:
        raise InputError("name", f"would be entry {len(others) + 1} of the task", remedy)
    chars = sum(len(str(one.get("value"))) for one in others.values()) + len(item["value"])
    if chars > DEFAULTS.working_chars:
        raise InputError("value", f"would make the task's state {chars:,} characters long", remedy)


def living(items: Items, now: datetime) -> dict[str, Mapping[str, Any]]:
    """Return the entries as long as the task lives: it ends by itself once none of them was set for long."""
    set_at = [moment(str(item["time"])) for item in items.values() if item.get("time")]
    if set_at and now - max(set_at) >= timedelta(days=DEFAULTS.working_days):
        return {}
    return dict(items)


def on_path(items: Items, path: Sequence[PathStep]) -> dict[str, Mapping[str, Any]]:
    """Return the entries set on a branch, given the end of its path that the thread's state holds.

    A fork does not see what was set after the point it left; what was replaced or cleared since does not come back.
    What is older than that end counts as the branch's own.
    """
    keys = {step["key"] for step in path}
    first = path[0]["key"] if path else ""
    return {key: item for key, item in items.items() if (at := _entry_of(item)) < first or at in keys or not at}


def in_view(items: Items, path: Sequence[PathStep], veil: Veil, now: datetime) -> dict[str, Mapping[str, Any]]:
    """Return the entries that a turn on a branch sees: without those that tell what was forgotten since."""
    own = on_path(living(items, now), path)
    return {key: item for key, item in own.items() if not tells_forgotten(item, veil)}


def task_lines(items: Items) -> list[str]:
    """Return entries as lines of the window, the goal first."""
    return [
        _line(str(item.get("name") or key), str(item.get("value"))) for key, item in sorted(items.items(), key=_place)
    ]


def tells_forgotten(item: Mapping[str, Any], veil: Veil) -> bool:
    """Tell whether an entry holds words that `veil` hides, and was set before they were forgotten."""
    told = f"{item.get('name') or ''}\n{item.get('value')}"
    return bool(veil.masked("", str(item.get("time") or ""), told))


def _plain(text: str) -> str:
    cleaned = clean_text(text)
    return one_line(redact(cleaned), len(cleaned) + 1)


def _entry_of(item: Mapping[str, Any]) -> str:
    return str(cast("Mapping[str, Any]", item.get("source") or {}).get("entry") or "")


def _place(entry: tuple[str, Mapping[str, Any]]) -> tuple[bool, list[tuple[int, str]]]:
    key = entry[0]
    parts = [(int(part), "") if part.isdecimal() else (0, part) for part in _NUMBER.split(key) if part]
    return key not in _GOALS, parts


def _line(name: str, value: str) -> str:
    return f"- {one_line(name, NAME_CHARS)}: {quoted(one_line(value, DEFAULTS.working_value_chars))}"
