"""`holdfast webhooks`: who is told of events, what waits, what nobody took, and sending that again."""

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

from langgraph.store.base import BaseStore

from memory.commands.place import Place
from memory.commands.printing import as_json, as_lines, harmless
from memory.commands.reach import Ask, Here, told, told_whole
from memory.commands.running import run
from memory.service.access.identity import User
from memory.service.events.letters import read_letters, send_letters_again
from memory.terminal import Terminal

_ADDRESS = "/v1/webhooks"


def run_webhooks(place: Place, again: str | None, *, json: bool) -> int:
    """Print how deliveries stand, or send dead letters again; return the exit code."""
    return run(lambda: _webhooks(place, again, json=json))


async def _webhooks(place: Place, again: str | None, *, json: bool) -> None:
    terminal = Terminal()
    if again is not None:
        sent = await told(place, Ask("POST", _ADDRESS, body={"again": again}, as_itself=True), _sent_here(again))
        terminal.write(as_json(sent) if json else f"{sent['again']} are sent again by the server.\n")
        return
    shown = await told_whole(place, Ask("GET", _ADDRESS, as_itself=True), lambda store, _: read_letters(store), "dead")
    terminal.write(as_json({**shown, "next": None}) if json else as_lines(_lines(shown)))


def _sent_here(again: str) -> Here:
    async def here(store: BaseStore, _: User) -> dict[str, int]:
        return {"again": await send_letters_again(store, again, datetime.now(UTC))}

    return here


def _lines(told: Mapping[str, Any]) -> Iterator[str]:
    for one in told["receivers"]:
        failure = f"; of late: {harmless(one['failure'])}" if one["failure"] else ""
        kinds = ", ".join(one["kinds"] or ["all kinds"])
        yield f"{one['name']}  {one['waiting']} waiting, {one['dead']} dead{failure}  [{kinds}]"
    for letter in told["dead"]:
        yield f"dead  {letter['type']}  {letter['tries']} tries: {harmless(letter['failure'])}  {letter['id']}"
    if not told["receivers"]:
        yield "Nobody is told: HOLDFAST_WEBHOOKS names no file."
