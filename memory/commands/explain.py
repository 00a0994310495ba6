"""`holdfast facts` and `holdfast explain`: what is held true of a user, or was at a past time; one fact explained."""

from datetime import UTC, datetime
from typing import Any

from langgraph.store.base import BaseStore

from memory.commands.explain_text import explanation_lines, facts_lines
from memory.commands.place import Place
from memory.commands.printing import as_json, as_lines
from memory.commands.reach import Ask, told, told_whole
from memory.commands.running import check_user, run
from memory.core.addresses import in_path
from memory.service.access.identity import User
from memory.service.facts.fact_views import explain_fact, facts_as_of
from memory.terminal import Terminal


def run_facts(place: Place, as_of: str | None, *, json: bool) -> int:
    """List the facts of now or of an ISO date or time; return the exit code."""

    async def here(store: BaseStore, user: User) -> dict[str, Any]:
        return {**await facts_as_of(store, user, as_of, datetime.now(UTC)), "next": None}

    async def listed() -> None:
        check_user(place.user)
        facts = await told_whole(place, Ask("GET", "/v1/facts", {"as_of": as_of}), here, "facts")
        Terminal().write(as_json(facts) if json else as_lines(facts_lines(facts)))

    return run(listed)


def run_explain(place: Place, item: str, *, json: bool) -> int:
    """Explain the fact with an id or the beginning of one; return the exit code."""

    async def here(store: BaseStore, user: User) -> object:
        return {"user_id": user.id, "fact": await explain_fact(store, user, item, datetime.now(UTC))}

    async def explained() -> None:
        check_user(place.user)
        found = await told(place, Ask("GET", f"/v1/facts/{in_path(item)}"), here)
        lines = explanation_lines(found["user_id"], found["fact"])
        Terminal().write(as_json(found) if json else as_lines(lines))

    return run(explained)
