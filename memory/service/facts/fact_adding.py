"""A fact that a person writes down by hand, without a conversation."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal
from uuid import uuid4

from langgraph.store.base import BaseStore

from memory.core.defaults import DEFAULTS
from memory.core.errors import InputError
from memory.core.extraction.extraction import extract
from memory.core.facts.alike import joined
from memory.core.facts.current import living
from memory.core.facts.facts import Assertion, Kind, Proposal, Source
from memory.core.facts.identity import is_retraction
from memory.core.facts.proposals import make_proposal, said_last
from memory.core.ids import key_time
from memory.service.access.identity import User
from memory.service.facts.fact_changes import EDITED, checked_text, edit_fact, retire_fact
from memory.service.facts.remembering import write_worded
from memory.storage.facts import load_memory

BY_HAND = "by hand"
"""The conversation that facts written by hand name as theirs."""
_REASON = "the user wrote it"


@dataclass(frozen=True)
class Added:
    """What became of a fact written by hand."""

    outcome: Literal["added", "known"]
    """`known`: it holds already, in these words or others."""
    id: str
    """Content id of what holds now."""


async def add_fact(
    store: BaseStore, user: User, *, text: str, kind: Kind | None = None, now: datetime, time_zone: str = "UTC"
) -> Added:
    """Write a fact in the user's own words; it needs no approval, and what was forgotten of it may be known again.

    `kind`: None: as the text reads, `profile` where it tells none. A text that fills a slot takes the place of what
    the slot held. Relative dates count from `now` in `time_zone`. Raises InputError: no text, too long, a secret, or
    as many standing instructions hold as may.
    """
    made, memory = _made(user, text, kind, now, time_zone), await load_memory(store, user.root)
    held = [span["fact"] for span in living(memory.assertions, now.isoformat())]
    (fact,) = said_last(joined([made], held), memory.assertions, now)
    if fact["id"] in {known["id"] for known in held}:
        return Added("known", fact["id"])
    _check_room(fact, held)
    await write_worded(store, user.root, fact, memory, reason=_REASON, settles=fact, now=now)
    return Added("added", fact["id"])


async def replace_instruction(
    store: BaseStore, user: User, fact_id: str, *, text: str, now: datetime, time_zone: str = "UTC"
) -> str | None:
    """Put a text in the place of a standing instruction; return the id of what holds then, None: it does not hold.

    One that fills a slot (in which language to answer) may become one that fills none. Raises what `add_fact` raises.
    """
    try:
        return (await edit_fact(store, user.root, fact_id, text=text, now=now, time_zone=time_zone)).id
    except InputError as problem:
        if problem.field != "value":
            raise
    added = await add_fact(store, user, text=text, kind="instruction", now=now, time_zone=time_zone)
    await retire_fact(store, user.root, fact_id, reason=EDITED, now=now)
    return added.id


def _made(user: User, text: str, kind: Kind | None, now: datetime, time_zone: str) -> Proposal:
    source, at = _source(user, now), now.isoformat()
    text = checked_text(text, None, kind or "profile")
    found = [p for p in extract(text, source=source, observed_at=at, time_zone=time_zone) if not is_retraction(p)]
    read = found[0] if len(found) == 1 and kind in {None, found[0]["kind"]} else None
    return make_proposal(
        text=text,
        kind=kind or (read["kind"] if read else "profile"),
        quote=text,
        message=text,
        source=source,
        observed_at=at,
        slot=read["slot"] if read else None,
        value=read["value"] if read else None,
        explicit=True,
        confidence=1.0,
        time_zone=time_zone,
    )


def _source(user: User, now: datetime) -> Source:
    entry = f"{key_time(now)}-written-{uuid4().hex[:16]}"
    thread = user.thread_id(BY_HAND)
    return {"thread": thread, "conversation": BY_HAND, "message": entry, "entry": entry}


def _check_room(fact: Proposal, held: list[Assertion]) -> None:
    orders = sum(known["kind"] == "instruction" for known in held)
    if fact["kind"] == "instruction" and not fact["slot"] and orders >= DEFAULTS.instructions:
        raise InputError("text", f"is one standing instruction more than {orders}", "Remove another one first.")
