"""`holdfast pending`: what waits for a decision, and the decisions, over the service functions of the API's routes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Literal

from langgraph.store.base import BaseStore

from memory.commands.place import Place
from memory.commands.printing import as_json, as_lines, harmless, minute
from memory.commands.reach import Ask, told, told_whole
from memory.commands.running import DONE, FAILED, check_user, run, whole_id
from memory.core.errors import InputError
from memory.service.access.identity import User
from memory.service.settings.own_settings import own_zone
from memory.storage.facts import list_pending
from memory.terminal import Terminal

_STAYS = ("gone", "pending")
"""How the outcome begins of a proposal about which nothing was done."""


@dataclass(frozen=True)
class Decision:
    """What is to become of proposals."""

    answer: Literal["approve", "reject", "edit", "respond"]
    items: Sequence[str]
    """Their ids, or the beginnings of them; none: of all that wait."""
    text: str | None = None
    value: str | None = None


def run_pending(place: Place, *, json: bool) -> int:
    """List what waits; return the exit code."""

    async def listed() -> None:
        found = await _waiting(place)
        lines = [_line(one) for one in found["pending"]] or ["nothing waits"]
        Terminal().write(as_json(found) if json else as_lines(lines))

    return run(listed)


def run_decision(place: Place, decision: Decision, *, everything: bool, json: bool) -> int:
    """Decide about what waits; return the exit code: 1 also when about something nothing could be done."""

    async def decided() -> int:
        if everything == bool(decision.items):
            raise InputError("ID", "or --all must be given, and not both", "Name what waits: `holdfast pending list`.")
        ask, here = await _all(decision) if everything else await _some(place, decision)
        done = await told(place, ask, here)
        lines = [f"{item}: {harmless(outcome)}" for item, outcome in done["outcomes"].items()] or ["nothing waits"]
        Terminal().write(as_json(done) if json else as_lines(lines))
        return FAILED if any(outcome.startswith(_STAYS) for outcome in done["outcomes"].values()) else DONE

    return run(decided)


async def _all(decision: Decision) -> tuple[Ask, Any]:
    kind: Literal["approve", "reject"] = "approve" if decision.answer == "approve" else "reject"

    async def here(store: BaseStore, user: User) -> dict[str, Any]:
        from memory.service.facts.pending_answers import settle_all  # noqa: PLC0415  # slow to load, see `why.py`

        return {"outcomes": await settle_all(store, user.root, kind, now=datetime.now(UTC))}

    return Ask("POST", "/v1/pending", body={"all": kind}), here


async def _some(place: Place, decision: Decision) -> tuple[Ask, Any]:
    waiting = [one["id"] for one in (await _waiting(place))["pending"]]
    items = [whole_id(item, waiting, "holdfast pending list") for item in decision.items]
    given = {"answer": decision.answer, "text": decision.text, "value": decision.value}

    async def here(store: BaseStore, user: User) -> dict[str, Any]:
        from memory.service.facts.pending_answers import Answer, settle  # noqa: PLC0415  # slow to load, see `why.py`

        answer = Answer(decision.answer, decision.text or "", decision.value)
        now = datetime.now(UTC)
        zone = await own_zone(store, user.root, now)
        return {"outcomes": await settle(store, user.root, dict.fromkeys(items, answer), now=now, time_zone=zone)}

    return Ask("POST", "/v1/pending", body={"answers": dict.fromkeys(items, given)}), here


async def _waiting(place: Place) -> dict[str, Any]:
    async def here(store: BaseStore, user: User) -> dict[str, Any]:
        waiting = await list_pending(store, user.root)
        return {"user_id": user.id, "pending": sorted(waiting, key=lambda one: one["observed_at"]), "next": None}

    check_user(place.user)
    return await told_whole(place, Ask("GET", "/v1/pending"), here, "pending")


def _line(one: Mapping[str, Any]) -> str:
    why = f"  [{harmless(one['reason'])}]" if one.get("reason") else ""
    return f"{one['id']}  {minute(one['observed_at'])}  {one['slot'] or one['kind']}: {harmless(one['text'])}{why}"
