"""What people are shown of a user's facts: what is held true, or was at a past time, and one fact explained."""

from collections.abc import Collection
from datetime import datetime, time
from typing import TypedDict

from langgraph.store.base import BaseStore

from memory.core.errors import InputError, NotFoundError
from memory.core.facts.current import CurrentFact, history, standing
from memory.core.facts.explanation import Explanation, explained, is_pinned
from memory.core.facts.fact_times import zone_named
from memory.core.facts.facts import Proposal
from memory.core.facts.identity import is_retraction
from memory.core.ids import ids_begun
from memory.core.language.times import as_utc
from memory.core.paging import page_of
from memory.core.retention.archive import in_archive
from memory.service.access.identity import User
from memory.service.settings.settings import time_zone
from memory.storage.facts import StoredMemory, list_pending, load_memory
from memory.storage.turn import read_settings


class FactShown(TypedDict):
    """A fact in a listing."""

    id: str
    text: str
    kind: str
    slot: str | None
    value: str | None
    state: str
    """`current`, `upcoming` or `archived`."""
    pinned: bool
    since: str
    """ISO time it was first said."""
    valid_from: str | None
    valid_until: str | None
    said_by: str


class Facts(TypedDict):
    """What is held true of a user at one moment."""

    user_id: str
    as_of: str
    """ISO time."""
    facts: list[FactShown]
    """What holds, then what was known and was to come, then what of both was in the archive."""


class FactSpan(TypedDict):
    """A time in which a fact held."""

    id: str
    text: str
    value: str | None
    since: str
    """ISO time it was first said in that time."""
    holds_from: str
    """ISO time from which it held."""
    invalid_at: str | None
    """ISO time it ended; None: it holds."""
    replaced_by: str | None
    """Id of what took its place."""
    said_by: str


_ORDER = {"current": "0", "upcoming": "1", "archived": "2"}


async def facts_as_of(store: BaseStore, user: User, as_of: str | None, now: datetime) -> Facts:
    """Return what was held true of `user` at `as_of`, an ISO date (its end, in the user's zone) or time; None: now.

    Raises InputError (`as_of` is neither) and what the store raises.
    """
    at = now if as_of is None else await moment_named(store, user, as_of, now)
    memory = await load_memory(store, user.root)
    stands = standing(memory.assertions, at.isoformat())
    aside = in_archive(memory.archive, memory.assertions, memory.remarks, as_of and at.isoformat())

    def shown(span: CurrentFact, state: str) -> FactShown:
        fact = span["fact"]
        return {
            "id": fact["id"],
            "text": fact["text"],
            "kind": fact["kind"],
            "slot": fact["slot"],
            "value": fact["value"],
            "state": "archived" if fact["id"] in aside else state,
            "pinned": is_pinned(fact["id"], memory.remarks, at.isoformat()),
            "since": span["since"],
            "valid_from": fact["valid_from"],
            "valid_until": fact["valid_until"],
            "said_by": fact["said_by"],
        }

    told = [shown(s, "current") for s in stands.current] + [shown(s, "upcoming") for s in stands.upcoming]
    told.sort(key=lambda one: one["state"] == "archived")
    return {"user_id": user.id, "as_of": at.isoformat(), "facts": told}


async def facts_page(
    store: BaseStore,
    user: User,
    as_of: str | None,
    now: datetime,
    *,
    kinds: Collection[str] = (),
    limit: int,
    after: str | None,
) -> tuple[Facts, str | None]:
    """Return up to `limit` of those facts, of these kinds (none: of all), and the cursor of the next page.

    Raises InputError: `after` is no cursor; and as above.
    """
    found = await facts_as_of(store, user, as_of, now)
    wanted = [fact for fact in found["facts"] if not kinds or fact["kind"] in kinds]
    page = page_of(wanted, lambda fact: (_ORDER[fact["state"]], fact["since"], fact["id"]), limit=limit, after=after)
    return {**found, "facts": page.items}, page.next


async def fact_history(store: BaseStore, user: User, item: str, now: datetime) -> list[FactSpan]:
    """Return each time a fact held, and what it took the place of and what took its, on and on; oldest first.

    Raises what `explain_fact` raises.
    """
    known = await explain_fact(store, user, item, now)
    spans = history((await load_memory(store, user.root)).assertions, now.isoformat())
    chain, size = {known["id"]}, 0
    while size < len(chain):
        size = len(chain)
        linked = [s for s in spans if s["fact"]["id"] in chain or s["successor"] in chain]
        chain |= {part for s in linked for part in (s["fact"]["id"], s["successor"]) if part}
    return [_shown_span(span) for span in spans if span["fact"]["id"] in chain]


def _shown_span(span: CurrentFact) -> FactSpan:
    fact = span["fact"]
    return {
        "id": fact["id"],
        "text": fact["text"],
        "value": fact["value"],
        "since": span["since"],
        "holds_from": span["holds_from"],
        "invalid_at": span["invalid_at"],
        "replaced_by": span["successor"],
        "said_by": fact["said_by"],
    }


async def explain_fact(store: BaseStore, user: User, item: str, now: datetime) -> Explanation:
    """Return all that can be told of a fact; `item` is its id or the beginning of it.

    Raises NotFoundError: nothing is called so, or it was forgotten. InputError: several are, or it is too short.
    """
    memory, pending = await load_memory(store, user.root), await list_pending(store, user.root)
    known = {a["id"] for a in memory.assertions if not is_retraction(a)} | {p["id"] for p in pending}
    found = ids_begun(item, known, "item")
    if len(found) > 1:
        raise InputError("item", f"{item!r} begins {len(found)} ids", f"Write more of it: {', '.join(found[:5])}.")
    told = _told(found[0], memory, pending, now) if found else None
    if told is not None:
        return told
    if any(stone["content"].startswith(item) for stone in memory.tombstones):
        raise NotFoundError("item", f"{item!r} was forgotten", "Nothing of it is kept but that it was forgotten.")
    raise NotFoundError(
        "item", f"{item!r} is no fact of user {user.id!r}", "`holdfast facts` lists them with their ids."
    )


def _told(fact_id: str, memory: StoredMemory, pending: list[Proposal], now: datetime) -> Explanation | None:
    return explained(fact_id, memory.assertions, pending, memory.remarks, memory.archive, now.isoformat())


async def moment_named(
    store: BaseStore, user: User, text: str, now: datetime, field: str = "as_of", *, end: bool = True
) -> datetime:
    """Return the moment that `text` names, an ISO date (its end, or its beginning, in the user's zone) or time.

    Raises InputError: `field` is neither.
    """
    zone = zone_named(str((await read_settings(store, user.root, now)).get("time_zone") or time_zone()))
    try:
        at = datetime.fromisoformat(text)
        if end and "T" not in text and len(text) <= len("2026-03-05"):
            at = datetime.combine(at.date(), time.max)
        return as_utc(at, zone)
    except ValueError as exc:
        raise InputError(field, f"{text!r} is no date", "Write it like 2026-03-05 or 2026-03-05T10:00+01:00.") from exc
