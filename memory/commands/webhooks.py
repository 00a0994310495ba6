"""`holdfast webhooks`: who is told of events, what waits, what nobody took, and sending that again."""

from collections.abc import Iterator
from datetime import UTC, datetime

from memory.commands.place import Place
from memory.commands.printing import as_json, as_lines, harmless
from memory.commands.reach import open_memory
from memory.commands.running import run
from memory.service.events.letters import DeliveriesShown, read_letters, send_letters_again
from memory.terminal import Terminal


def run_webhooks(place: Place, again: str | None, *, json: bool) -> int:
    """Print how deliveries stand, or send dead letters again; return the exit code."""
    return run(lambda: _webhooks(place, again, json=json))


async def _webhooks(place: Place, again: str | None, *, json: bool) -> None:
    async with open_memory(place.database_uri) as store:
        if again is not None:
            sent = await send_letters_again(store, again, datetime.now(UTC))
            Terminal().write(as_json({"again": sent}) if json else f"{sent} are sent again by the server.\n")
            return
        told = await read_letters(store)
    Terminal().write(as_json(told) if json else as_lines(_lines(told)))


def _lines(told: DeliveriesShown) -> Iterator[str]:
    for one in told["receivers"]:
        failure = f"; of late: {harmless(one['failure'])}" if one["failure"] else ""
        kinds = ", ".join(one["kinds"] or ["all kinds"])
        yield f"{one['name']}  {one['waiting']} waiting, {one['dead']} dead{failure}  [{kinds}]"
    for letter in told["dead"]:
        yield f"dead  {letter['type']}  {letter['tries']} tries: {harmless(letter['failure'])}  {letter['id']}"
    if not told["receivers"]:
        yield "Nobody is told: HOLDFAST_WEBHOOKS names no file."
