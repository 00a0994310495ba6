"""`holdfast facts edit`, `pin`, `unpin`, `forget` and `history`: over the service functions of the API's routes."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from langgraph.store.base import BaseStore

from memory.commands.explain_text import explanation_lines
from memory.commands.place import Place
from memory.commands.printing import as_json, as_lines, counted, harmless, minute
from memory.commands.reach import Ask, told
from memory.commands.running import check_user, run
from memory.core.addresses import in_path
from memory.service.access.identity import User
from memory.service.facts.fact_views import explain_fact, fact_history
from memory.service.forgetting.forgetting_by_id import forget_fact
from memory.terminal import Terminal

_STAYS = (
    "What was said stays in its conversations until they are deleted, masked wherever memory reads it; told in quite "
    "other words it may still be found."
)


@dataclass(frozen=True)
class Change:
    """What is to become of a fact; None: it stays."""

    text: str | None = None
    value: str | None = None
    """What fills its slot, where the text does not tell it."""
    pinned: bool | None = None


def run_change(place: Place, item: str, change: Change, *, json: bool) -> int:
    """Edit, pin or unpin the fact with an id or the beginning of one, and show it then; return the exit code."""
    given = {name: value for name, value in vars(change).items() if value is not None}

    async def here(store: BaseStore, user: User) -> dict[str, Any]:
        from memory.service.facts.changing import change_fact  # noqa: PLC0415  # slow to load, see `why.py`

        now = datetime.now(UTC)
        held = await change_fact(store, user, item, now, **given)
        return {"user_id": user.id, "fact": await explain_fact(store, user, held, now)}

    async def changed() -> None:
        check_user(place.user)
        found = await told(place, Ask("PATCH", _address(item), body=given), here)
        Terminal().write(as_json(found) if json else as_lines(explanation_lines(found["user_id"], found["fact"])))

    return run(changed)


def run_forget(place: Place, item: str, *, json: bool) -> int:
    """Forget a fact for good; return the exit code."""

    async def forgotten() -> None:
        check_user(place.user)
        known = await told(place, Ask("GET", _address(item)), lambda store, user: _known(store, user, item))
        whole: str = known["fact"]["id"]
        done = await told(place, Ask("DELETE", _address(whole)), lambda store, user: _forget(store, user, whole))
        summaries = (
            f"; summaries of {counted(len(done['threads']), 'conversation')} are made anew" if done["threads"] else ""
        )
        line = f"Forgotten: {', '.join(done['forgotten'])}{summaries}."
        Terminal().write(as_json(done) if json else as_lines([line, _STAYS]))

    return run(forgotten)


def run_history(place: Place, item: str, *, json: bool) -> int:
    """Show each time a fact held, and what it took the place of; return the exit code."""

    async def here(store: BaseStore, user: User) -> dict[str, Any]:
        return {"user_id": user.id, "history": await fact_history(store, user, item, datetime.now(UTC))}

    async def shown() -> None:
        check_user(place.user)
        found = await told(place, Ask("GET", f"{_address(item)}/history"), here)
        Terminal().write(as_json(found) if json else as_lines(history_lines(found["history"])))

    return run(shown)


def history_lines(spans: list[Mapping[str, Any]]) -> Iterator[str]:
    """Yield the times a fact held (`fact_views.FactSpan`), one a line."""
    for span in spans:
        ended = f" until {minute(span['invalid_at'])}" if span["invalid_at"] else ""
        yield f"{span['id']}  {minute(span['since'])}{ended}: {harmless(span['text'])}"


async def _forget(store: BaseStore, user: User, fact_id: str) -> dict[str, Any]:
    gone = await forget_fact(store, user.root, fact_id, now=datetime.now(UTC))
    return {"forgotten": gone.ids, "threads": gone.threads}


async def _known(store: BaseStore, user: User, item: str) -> dict[str, Any]:
    return {"fact": await explain_fact(store, user, item, datetime.now(UTC))}


def _address(item: str) -> str:
    return f"/v1/facts/{in_path(item)}"
