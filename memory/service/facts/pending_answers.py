"""What a person answers about proposals that wait: approve, reject, edit, or respond in words of their own."""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, get_args
from uuid import uuid4

from langgraph.store.base import BaseStore

from memory.core import namespaces
from memory.core.errors import InputError
from memory.core.extraction.extraction import extract
from memory.core.facts.facts import Proposal, Source
from memory.core.ids import key_time
from memory.core.language.text import clean_text
from memory.service.facts.deciding import decide_all
from memory.service.facts.fact_changes import edit_pending
from memory.service.facts.remembering import DECIDED, decide_pending, fact_event, write_decided
from memory.storage.events import event_ops
from memory.storage.facts import get_pending, list_pending, load_memory
from memory.storage.ops import delete

Kind = Literal["approve", "reject", "edit", "respond"]
ANSWERS: tuple[Kind, ...] = get_args(Kind)


@dataclass(frozen=True)
class Answer:
    """What a person answers about one proposal."""

    kind: Kind
    text: str = ""
    """Of an edit or a response."""
    value: str | None = None
    """Of an edit: what fills the slot; None: it is read in the text."""


def read_answers(told: Any, waiting: AbstractSet[str]) -> dict[str, Answer]:
    """Return the answers by proposal id, as far as they are about what waits; what is no answer decides nothing.

    `{"approve": [id, …], "reject": [id, …], "edit": {id: text or {"text": …, "value": …}}, "respond": {id: text}}`
    """
    if not isinstance(told, Mapping):
        return {}
    found = {str(one): Answer(kind) for kind in ANSWERS[:2] for one in _items(told.get(kind))}
    found |= {str(one): _edit(text) for one, text in _pairs(told.get("edit"))}
    found |= {str(one): Answer("respond", _text(text)) for one, text in _pairs(told.get("respond"))}
    return {one: answer for one, answer in found.items() if one in waiting}


async def settle(
    store: BaseStore, root: str, answers: Mapping[str, Answer], *, now: datetime, time_zone: str
) -> dict[str, str]:
    """Do what a person answered; return what became of each proposal, and why one that cannot be done still waits."""
    outcomes: dict[str, str] = {}
    for proposal, answer in answers.items():
        try:
            outcomes[proposal] = await settle_one(store, root, proposal, answer, now, time_zone)
        except InputError as error:
            outcomes[proposal] = f"pending: {error}"
    return outcomes


async def settle_all(
    store: BaseStore, root: str, kind: Literal["approve", "reject"], *, now: datetime
) -> dict[str, str]:
    """Approve or reject whatever waits; return what became of each proposal."""
    waiting = await list_pending(store, root)
    return await settle(store, root, {one["id"]: Answer(kind) for one in waiting}, now=now, time_zone="UTC")


async def settle_one(store: BaseStore, root: str, proposal: str, answer: Answer, now: datetime, time_zone: str) -> str:
    """Do what a person answered about one proposal; return what became of it (`settle`), `gone`: it does not wait.

    Raises InputError: an edit that cannot be kept; the proposal then still waits.
    """
    if answer.kind == "edit":
        edit = await edit_pending(
            store, root, proposal, text=answer.text, value=answer.value, now=now, time_zone=time_zone
        )
        return edit.outcome
    if answer.kind == "respond":
        return await _respond(store, root, proposal, answer.text, now, time_zone)
    return await decide_pending(store, root, proposal, approve=answer.kind == "approve", now=now)


async def _respond(store: BaseStore, root: str, proposal_id: str, words: str, now: datetime, time_zone: str) -> str:
    """Decide about what a person says as about a message; the proposal waits no longer if anything of it is kept."""
    proposal = await get_pending(store, root, proposal_id)
    if proposal is None:
        return "gone"
    entry = f"{key_time(now)}-response-{uuid4().hex[:16]}"
    source: Source = {**proposal["source"], "entry": entry}
    told = extract(clean_text(words), source=source, observed_at=now.isoformat(), time_zone=time_zone)
    kept = await _learn(store, root, told, now, settled=proposal) if told else False
    return "responded" if kept else "pending: the response tells nothing that can be kept"


async def _learn(store: BaseStore, root: str, told: Sequence[Proposal], now: datetime, settled: Proposal) -> bool:
    """Decide about facts and write them; tell whether any is kept or waits in the place of what is settled."""
    memory = await load_memory(store, root)
    decided = await decide_all(store, root, told, mode="auto", assertions=memory.assertions, now=now)
    write, ask, reject = ([p for p, action in decided if action == wanted] for wanted in ("write", "ask", "reject"))
    is_settled = bool(write or ask) and settled["id"] not in {p["id"] for p in ask}
    answered = fact_event("proposal.answered", settled, DECIDED, now)
    await write_decided(
        store,
        root,
        write=write,
        ask=ask,
        reject=[(p, p.get("reason", "")) for p in reject],
        assertions=memory.assertions,
        tombstones=memory.tombstones,
        now=now,
        beside=[delete(namespaces.pending(root), settled["id"]), *event_ops(root, [answered])] if is_settled else [],
    )
    return bool(write or ask)


def _items(told: Any) -> Sequence[Any]:
    return told if isinstance(told, list) else []


def _pairs(told: Any) -> Sequence[tuple[Any, Any]]:
    return list(told.items()) if isinstance(told, Mapping) else []


def _edit(told: Any) -> Answer:
    if not isinstance(told, Mapping):
        return Answer("edit", _text(told))
    return Answer("edit", _text(told.get("text")), _text(told.get("value")) or None)


def _text(told: Any) -> str:
    return told if isinstance(told, str) else ""
