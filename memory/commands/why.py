"""`holdfast why`: why something is remembered or not, as numbered steps with their times and ids."""

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

from langgraph.store.base import BaseStore

from memory.commands.place import Place
from memory.commands.printing import as_json, as_lines, harmless
from memory.commands.reach import Ask, told
from memory.commands.running import check_user, run
from memory.service.access.identity import User
from memory.terminal import Terminal


def run_why(place: Place, text: str, *, json: bool) -> int:
    """Print what can be told; return the exit code."""
    return run(lambda: _why(place, text, json=json))


async def _why(place: Place, text: str, *, json: bool) -> None:
    check_user(place.user)

    async def here(store: BaseStore, user: User) -> Any:
        from memory.service.why.why import why  # noqa: PLC0415  # the rules of extraction; a server needs none here

        return await why(store, user, text, datetime.now(UTC))

    found = await told(place, Ask("GET", "/v1/why", {"text": text}), here)
    Terminal().write(as_json(found) if json else as_lines(why_lines(found)))


def why_lines(found: Mapping[str, Any]) -> Iterator[str]:
    """Yield what can be told (`why_docs.Why`) as lines in which a terminal finds nothing to obey."""
    yield f"{harmless(found['told'])}  [{harmless(found['user_id'])}, {_time(found['as_of'])}]"
    for trail in found["trails"]:
        named = [f"({harmless(trail['fact'])})"] if trail["fact"] else []
        said = [f'"{harmless(trail["text"])}"'] if trail["text"] else []
        yield " ".join(["-", harmless(trail["told"]), *said, *named])
        for number, one in enumerate(trail["steps"], 1):
            yield f"  {number:>2}. {_time(one['at']):<23}  {harmless(one['told'])}"
            if one["where"]:
                yield f"{'':<29}  {_place(one['where'])}"
    yield from (f"Degraded: {harmless(text)}" for text in found["degraded"])


def _place(where: Mapping[str, Any]) -> str:
    return ", ".join(f"{name} {harmless(where[name])}" for name in ("thread", "message", "entry") if where[name])


def _time(iso: str | None) -> str:
    return "" if iso is None else datetime.fromisoformat(iso).astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
