"""What a user changes in their facts by hand: an edit, a pin, a retirement. Each is written beside what was there."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal
from uuid import uuid4

from langgraph.store.base import BaseStore

from memory.core.errors import InputError
from memory.core.events.event_docs import Event
from memory.core.extraction.extraction import extract
from memory.core.facts.alike import joined
from memory.core.facts.current import living
from memory.core.facts.facts import REMARK_SCHEMA, Assertion, Kind, Proposal, Remark, SaidBy, Source
from memory.core.facts.identity import is_retraction
from memory.core.facts.proposals import SHORT_LIMIT, limit_of, make_proposal, said_last
from memory.core.forgetting.retelling import ending
from memory.core.ids import key_time
from memory.core.language.text import clean_text, one_line
from memory.core.privacy.secret_spans import has_secret
from memory.service.facts.remembering import fact_event, write_worded
from memory.storage.facts import StoredMemory, get_pending, load_memory, write_memory

EDITED, RETIRED = "the user edited it", "retired"


@dataclass(frozen=True)
class Edit:
    """What an edit did."""

    outcome: Literal["edited", "unchanged", "gone"]
    """`gone`: the fact no longer holds, as another edit or a forget came first."""
    id: str | None = None
    """Content id of what holds now."""


async def edit_fact(
    store: BaseStore,
    root: str,
    fact_id: str,
    *,
    text: str,
    value: str | None = None,
    now: datetime,
    time_zone: str = "UTC",
) -> Edit:
    """Replace the text of a fact that holds or is to come; the old one stays in its history.

    `value`: of its slot; None: it is read in `text`. Relative dates count from `now` in the user's `time_zone`. Two
    edits at once leave the later one. Raises InputError: no text, too long, a secret, or no value for its slot.
    """
    memory = await load_memory(store, root)
    fact = _living(memory, fact_id, now)
    if fact is None:
        return Edit("gone")
    made = _made(fact, text, value, now, time_zone)
    if (made["id"], made["text"]) == (fact_id, fact["text"]):
        return Edit("unchanged", fact_id)
    (edited,) = said_last([made], memory.assertions, now)
    if edited["id"] != fact_id:
        edited["retracts"] = fact_id
    assertion: Assertion = {**edited, "reason": EDITED, "approved_at": now.isoformat()}
    event = fact_event("fact.edited", assertion, EDITED, now)
    event["detail"]["instead_of"] = fact_id
    await _write(store, root, assertion, event)
    return Edit("edited", edited["id"])


async def edit_pending(
    store: BaseStore,
    root: str,
    proposal_id: str,
    *,
    text: str,
    value: str | None = None,
    now: datetime,
    time_zone: str = "UTC",
) -> Edit:
    """Approve a proposal that waits with a text of the user's own; it waits no longer.

    One that says what holds becomes a saying of that. Raises what `edit_fact` raises; the proposal then still waits.
    """
    proposal = await get_pending(store, root, proposal_id)
    if proposal is None:
        return Edit("gone")
    made = _made(proposal, text, value, now, time_zone)
    memory = await load_memory(store, root)
    held = [span["fact"] for span in living(memory.assertions, now.isoformat())]
    (edited,) = said_last(joined([made], held), memory.assertions, now)
    await write_worded(store, root, edited, memory, reason=EDITED, settles=proposal, now=now)
    return Edit("edited", edited["id"])


async def pin_fact(
    store: BaseStore, root: str, fact_id: str, *, pinned: bool, now: datetime, by: SaidBy = "user"
) -> Literal["pinned", "unpinned", "gone"]:
    """Pin a fact that holds or is to come, or unpin it; the newest such remark counts."""
    fact = _living(await load_memory(store, root), fact_id, now)
    if fact is None:
        return "gone"
    remark: Remark = {
        "schema": REMARK_SCHEMA,
        "about": fact_id,
        "pinned": pinned,
        "by": by,
        "at": now.isoformat(),
    }
    event = fact_event("fact.pinned" if pinned else "fact.unpinned", fact, None, now)
    await write_memory(store, root, version=uuid4().hex, remarks=[remark], events=[event])
    return "pinned" if pinned else "unpinned"


async def retire_fact(
    store: BaseStore, root: str, fact_id: str, *, reason: str, now: datetime, by: SaidBy = "user"
) -> Literal["retired", "gone"]:
    """Take a fact out of use; it stays in the history, and holds again when it is said anew."""
    memory = await load_memory(store, root)
    fact = _living(memory, fact_id, now)
    if fact is None:
        return "gone"
    source = _own_source(fact, "retirement", now)
    end: Assertion = {**ending(fact, fact, now.isoformat(), now.isoformat()), "source": source, "said_by": by}
    (last,) = said_last([end], memory.assertions, now)
    retired: Assertion = {**last, "reason": reason, "approved_at": now.isoformat()}
    await _write(store, root, retired, fact_event("fact.retired", fact, reason, now))
    return "retired"


async def _write(store: BaseStore, root: str, assertion: Assertion, event: Event) -> None:
    await write_memory(store, root, version=uuid4().hex, assertions=[assertion], events=[event])


def _living(memory: StoredMemory, fact_id: str, now: datetime) -> Assertion | None:
    spans = living(memory.assertions, now.isoformat())
    return next((span["fact"] for span in spans if span["fact"]["id"] == fact_id), None)


def _own_source(fact: Proposal, what: str, now: datetime) -> Source:
    """Return where a change by hand comes from: the fact's own conversation, at an entry that is in no transcript.

    It begins with its time, as every entry: an erase of the conversation before that does not stop it (`is_late`).
    """
    return {**fact["source"], "entry": f"{key_time(now)}-{what}-{uuid4().hex[:16]}"}


def _made(fact: Proposal, text: str, value: str | None, now: datetime, time_zone: str) -> Proposal:
    """Return what a person puts in the place of a fact, in their own words."""
    text, source = checked_text(text, value, fact["kind"]), _own_source(fact, "edit", now)
    made = make_proposal(
        text=text,
        kind=fact["kind"],
        quote=text,
        message=text,
        source=source,
        observed_at=now.isoformat(),
        slot=fact["slot"],
        value=_value(fact, text, value, source, now) if fact["slot"] else None,
        explicit=True,
        confidence=1.0,
        time_zone=time_zone,
    )
    return _with_times(made, fact)


def checked_text(text: str, value: str | None, kind: Kind) -> str:
    """Return what a person writes as a fact of `kind`, cleaned. Raises InputError: no text, too long, or a secret."""
    text, limit = clean_text(text).strip(), limit_of(kind)
    if not text:
        raise InputError("text", "is empty", "Send what is to be remembered, or forget the fact instead.")
    for name, told, most in (("text", text, limit), ("value", value or "", SHORT_LIMIT)):
        if one_line(told, most) != one_line(told, len(told)):
            raise InputError(name, f"is {len(told)} characters long", f"Use at most {most} characters.")
    if has_secret("\n".join([text, value or ""])):
        raise InputError("text", "holds a secret, which is never stored", "Leave the secret out.")
    return text


def _value(fact: Proposal, text: str, value: str | None, source: Source, now: datetime) -> str:
    read = extract(text, source=source, observed_at=now.isoformat())
    values = [p["value"] for p in read if p["slot"] == fact["slot"] and not is_retraction(p)]
    found = one_line(clean_text(value or ""), SHORT_LIMIT) or next(filter(None, values), None)
    if not found:
        raise InputError("value", f"is missing: the fact fills the slot {fact['slot']}", "Send the slot's value too.")
    return found


def _with_times(made: Proposal, fact: Proposal) -> Proposal:
    """Return an edit with the times of the fact where it tells none of its own."""
    if made["valid_from"] or made["valid_until"]:
        return made
    return {
        **made,
        "valid_from": fact["valid_from"],
        "valid_until": fact["valid_until"],
        "time_zone": fact["time_zone"],
    }
