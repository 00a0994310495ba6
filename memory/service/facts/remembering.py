"""Writing what was decided about proposals; nodes, tools and routes all write through here."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal
from uuid import uuid4

from langgraph.store.base import BaseStore, GetOp, PutOp

from memory.core import namespaces
from memory.core.events.event_docs import Event, EventKind, make_event
from memory.core.facts.alike import joined
from memory.core.facts.current import living
from memory.core.facts.facts import Assertion, Proposal, Tombstone
from memory.core.facts.identity import assertion_key
from memory.core.facts.superseding import superseded
from memory.core.forgetting.forgetting import revived, tombstones_of
from memory.core.forgetting.retelling import tells
from memory.core.language.text import content_hash
from memory.core.language.times import moment
from memory.core.namespaces import Namespace
from memory.core.privacy.secret_spans import has_secret
from memory.service.forgetting.forgetting import forget
from memory.service.forgetting.veiling import trace_key
from memory.service.operations.metrics import count_decision, count_proposals
from memory.storage.events import event_ops
from memory.storage.facts import StoredMemory, get_pending, load_memory, memory_ops, write_memory
from memory.storage.ops import write as write_ops
from memory.storage.reads import got

DECIDED = "the user decided"
Outcome = Literal["approved", "rejected", "gone"]


@dataclass(frozen=True)
class Written:
    """What one write changed; what was known already is not in it."""

    written: list[str] = field(default_factory=list)
    """Ids of new assertions."""
    pending: list[str] = field(default_factory=list)
    """Ids of proposals that now wait."""
    events: list[Event] = field(default_factory=list)


async def write_decided(
    store: BaseStore,
    root: str,
    *,
    write: Sequence[Proposal],
    ask: Sequence[Proposal],
    reject: Sequence[tuple[Proposal, str]],
    assertions: Iterable[Assertion],
    tombstones: Iterable[Tombstone],
    now: datetime,
    beside: Sequence[PutOp] = (),
) -> Written:
    """Write what the policy decided, all of it or nothing, and return what that changed.

    `reject`: with the reason. `assertions` and `tombstones`: all of the user's; tombstones of facts said anew are
    deleted. What the store holds already, from this saying or a later one, is not written again, so a retry changes
    nothing; of rejections, which leave an event alone, a retry with the same `now`. `beside` belongs to the same write.
    """
    known, waiting = await _known(store, root, [*write, *ask])
    fresh = [p for p in write if _is_new(p, known)]
    asked = [p for p in ask if _is_new(p, known) and _is_new(p, waiting)]
    approved = [_approved(p, now) for p in fresh]
    events = [
        *(fact_event("fact.written", p, p.get("reason"), now) for p in fresh),
        *superseded_events(assertions, approved, now),
        *(fact_event("proposal.pending", p, p.get("reason"), now) for p in asked),
        *(fact_event("proposal.rejected", p, reason, now) for p, reason in reject),
    ]
    if fresh or asked:
        anew = [stone["content"] for p in fresh for stone in revived(p, tombstones, trace_key(root))]
        change = memory_ops(
            root,
            version=uuid4().hex,
            assertions=approved,
            pending=asked,
            delete=[*_waiting(root, fresh), *((namespaces.tombstones(root), content) for content in anew)],
            events=events,
        )
        await write_ops(store, [*change, *beside])
    else:
        await write_ops(store, [*event_ops(root, events), *beside])
    count_proposals(len(fresh), len(asked), len(reject))
    return Written([p["id"] for p in fresh], [p["id"] for p in asked], events)


async def decide_pending(store: BaseStore, root: str, proposal_id: str, *, approve: bool, now: datetime) -> Outcome:
    """Approve or reject a proposal that waits; `gone`: it was decided already or never was.

    One that says again what holds becomes a saying of that. A rejected one is forgotten (`forgetting.forget`), unless
    the same fact was approved before. One that holds a secret, which an older version did not see, is rejected
    whatever was decided.
    """
    proposal = await get_pending(store, root, proposal_id)
    if proposal is None:
        return "gone"
    approve = approve and not has_secret("\n".join([proposal["text"], proposal["value"] or "", proposal["quote"]]))
    memory = await load_memory(store, root)
    held = [span["fact"] for span in living(memory.assertions, now.isoformat())]
    assertions = [_approved(same, now) for same in joined([proposal], held)] if approve else []
    if not approve and not any(tells(known, proposal) for known in memory.assertions):
        await forget(store, root, [proposal], now=now, event="proposal.rejected")
        count_decision("rejected")
        return "rejected"
    stones = tombstones_of(proposal, memory.tombstones, trace_key(root)) if approve else []
    await write_memory(
        store,
        root,
        version=uuid4().hex,
        assertions=assertions,
        delete=[*_waiting(root, [proposal]), *((namespaces.tombstones(root), s["content"]) for s in stones)],
        events=_decided_events(proposal, memory.assertions, assertions, now),
    )
    outcome: Literal["approved", "rejected"] = "approved" if approve else "rejected"
    count_decision(outcome)
    return outcome


async def write_worded(
    store: BaseStore, root: str, fact: Proposal, memory: StoredMemory, *, reason: str, settles: Proposal, now: datetime
) -> None:
    """Write a fact in a person's own words beside `memory`, what is held so far; what was forgotten of it may be known.

    `settles`: the proposal that waits no longer, the fact itself where none was asked about. `reason`: why it is held.
    """
    assertion: Assertion = {**fact, "reason": reason, "approved_at": now.isoformat()}
    stones = tombstones_of(assertion, memory.tombstones, trace_key(root))
    approved = [] if settles is fact else [fact_event("proposal.approved", settles, reason, now)]
    await write_memory(
        store,
        root,
        version=uuid4().hex,
        assertions=[assertion],
        delete=[*_waiting(root, [settles]), *((namespaces.tombstones(root), stone["content"]) for stone in stones)],
        events=[
            *approved,
            fact_event("fact.written", assertion, reason, now),
            *superseded_events(memory.assertions, [assertion], now),
        ],
    )


async def _known(store: BaseStore, root: str, proposals: Sequence[Proposal]) -> tuple[dict[str, str], dict[str, str]]:
    """Return when what the store holds of `proposals` was said, by id: approved from the same entry, and waiting."""
    if not proposals:
        return {}, {}
    reads = [GetOp(namespaces.facts(root), assertion_key(p)) for p in proposals]
    reads += [GetOp(namespaces.pending(root), p["id"]) for p in proposals]
    items = [got(result) for result in await store.abatch(reads)]
    approved, waiting = (
        {str(item.value["id"]): str(item.value["observed_at"]) for item in part if item}
        for part in (items[: len(proposals)], items[len(proposals) :])
    )
    return approved, waiting


def _is_new(proposal: Proposal, known: dict[str, str]) -> bool:
    said = known.get(proposal["id"])
    return said is None or moment(said) < moment(proposal["observed_at"])


def _approved(proposal: Proposal, now: datetime) -> Assertion:
    return {**proposal, "approved_at": now.isoformat()}


def _waiting(root: str, proposals: Iterable[Proposal]) -> list[tuple[Namespace, str]]:
    return [(namespaces.pending(root), p["id"]) for p in proposals]


def _decided_events(
    proposal: Proposal, known: Iterable[Assertion], approved: Sequence[Assertion], now: datetime
) -> list[Event]:
    if not approved:
        return [fact_event("proposal.rejected", proposal, DECIDED, now)]
    written = [fact_event("fact.written", fact, DECIDED, now) for fact in approved]
    return [fact_event("proposal.approved", proposal, DECIDED, now), *written, *superseded_events(known, approved, now)]


def superseded_events(before: Iterable[Assertion], written: Sequence[Assertion], now: datetime) -> list[Event]:
    """Return an event for each fact that no longer holds once `written` stand beside `before`.

    It names the conversations of both facts, to be erased with either.
    """
    events: list[Event] = []
    for fact, by in superseded(before, written, now):
        event = fact_event("fact.superseded", by, by.get("reason"), now)
        threads = {one["source"]["thread"] for one in (fact, by) if not one["source"].get("erased")}
        detail = {**event["detail"], "id": fact["id"], "by": by["id"], "threads": sorted(threads)}
        events.append(make_event("fact.superseded", now, detail, content_hash(["fact.superseded", detail])))
    return events


def fact_event(kind: EventKind, proposal: Proposal, reason: str | None, now: datetime) -> Event:
    """Return an event without text; of a secret not even the id, from which a short one could be guessed.

    It names where the fact was told, to be erased with it, unless that was erased already.
    """
    secret, source = proposal["sensitivity"] == "secret", proposal["source"]
    detail: dict[str, Any] = {
        "id": None if secret else proposal["id"],
        "kind": proposal["kind"],
        "slot": proposal["slot"],
        "reason": reason,
    }
    if not source.get("erased"):
        detail |= {"thread": source["thread"], "entry": source["entry"]}
    return make_event(kind, now, detail, content_hash([kind, detail]))
