"""`holdfast events`: what changed in a user's memory, and as it changes."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from memory.commands.place import Place
from memory.commands.printing import as_json, harmless
from memory.commands.reach import Ask, told
from memory.commands.running import check_user, run
from memory.service.events.event_log import MOST_EVENTS, MOST_SECONDS, read_log
from memory.terminal import Terminal


@dataclass(frozen=True)
class EventsOptions:
    """What the command line was told."""

    after: str | None
    kinds: Sequence[str]
    follow: bool
    as_json: bool
    place: Place


def run_events(options: EventsOptions) -> int:
    """Print the log, to its end or for ever; return the exit code."""
    return run(lambda: _events(options))


async def _events(options: EventsOptions) -> None:
    check_user(options.place.user)
    terminal, after, events, some = Terminal(), options.after, list[Any](), False
    while True:
        page = await _page(options, after)
        after, events, some = page["next"], [*events, *page["events"]], some or bool(page["events"])
        if not options.as_json or options.follow:
            terminal.write("".join(map(_json_line if options.as_json else event_line, page["events"])))
            events.clear()
        if not page["more"] and not options.follow:
            break
    if options.as_json:
        terminal.write(as_json({"user_id": page["user_id"], "events": events, "next": after}))
    elif not some:
        terminal.write("nothing\n")


async def _page(options: EventsOptions, after: str | None) -> Any:
    kinds, wait = list(options.kinds), MOST_SECONDS if options.follow else 0
    return await told(
        options.place,
        Ask("GET", "/v1/events", {"after": after, "kind": kinds, "limit": MOST_EVENTS, "wait": wait}),
        lambda store, user: read_log(
            store, user, after=after, kinds=kinds, limit=MOST_EVENTS, wait=wait, clock=lambda: datetime.now(UTC)
        ),
    )


def _json_line(event: Mapping[str, Any]) -> str:
    return json.dumps(event, ensure_ascii=False) + "\n"


def event_line(event: Mapping[str, Any]) -> str:
    """Return an event as a line: when, its kind, and what else it tells, by name."""
    detail = " ".join(f"{name}={_value(value)}" for name, value in event["detail"].items() if value is not None)
    return f"{event['time'][:19]}Z  {event['type']:<22}  {detail}\n"


def _value(value: object) -> str:
    """Return a word as it is, and anything else as JSON: a list, a number, a text of several words."""
    word = isinstance(value, str) and value and not any(c.isspace() or c == '"' for c in value)
    return harmless(value if word else json.dumps(value, ensure_ascii=False))
