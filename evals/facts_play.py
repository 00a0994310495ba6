"""Plays a dialogue through extraction, policy and store as a turn does, turn after turn, in this process.

What the nodes `extract_facts`, `approve` and `write_back` and the tool `forget_memory` do with a turn is done here
with the functions they call, without a graph around them: hundreds of dialogues in seconds.
`facts_graph.py` plays a sample through the graph itself.
"""

import json
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from langgraph.store.base import BaseStore

from evals.facts_cases import FactCase, Message
from memory.core import namespaces
from memory.core.extraction.changes import changes, may_change
from memory.core.extraction.extraction import extract
from memory.core.facts.current import living
from memory.core.facts.facts import Assertion, Proposal, Source
from memory.core.facts.identity import is_retraction
from memory.core.facts.proposals import said_last
from memory.core.forgetting.forget_requests import find_forgotten, forget_requests
from memory.core.forgetting.veiled import repeats_forgotten
from memory.core.ids import entry_key, user_root
from memory.core.language.text import content_hash
from memory.core.language.times import moment
from memory.core.policy.policy import Action, Mode
from memory.service.facts.deciding import decide_all
from memory.service.facts.remembering import write_decided
from memory.service.forgetting.forgetting import forget
from memory.service.forgetting.veiling import trace_key
from memory.storage.facts import list_pending, load_memory
from memory.storage.listing import list_items

MODE: Mode = "auto"


@dataclass(frozen=True)
class Turn:
    """What an extraction may look at: one user message and what was said before it."""

    text: str
    before: Sequence[Message]
    source: Source
    at: datetime
    timezone: str


Extract = Callable[[Turn], Awaitable[Sequence[Proposal]]]
"""Proposes facts from a turn; what becomes of them is decided as in the product."""
Decide = Callable[
    [BaseStore, str, Sequence[Proposal], Sequence[Assertion], datetime], Awaitable[Sequence[tuple[Proposal, Action]]]
]
"""Decides on the proposals of a turn: store, root, proposals, all the user's assertions, the time."""


@dataclass(frozen=True)
class Outcome:
    """What is known after a dialogue."""

    written: list[Proposal] = field(default_factory=list)
    """Everything that was ever written, bare retractions apart."""
    held: list[Proposal] = field(default_factory=list)
    """What holds at the end."""
    pending: list[Proposal] = field(default_factory=list)
    stored: str = ""
    """Every document of the user, the transcript apart."""


async def by_rules(turn: Turn) -> Sequence[Proposal]:
    """Propose what the rules of the product read."""
    earlier, asked = _before(turn)
    return extract(
        turn.text,
        source=turn.source,
        observed_at=turn.at.isoformat(),
        time_zone=turn.timezone,
        earlier=earlier,
        asked=asked,
    )


async def by_policy(
    store: BaseStore, root: str, proposals: Sequence[Proposal], assertions: Sequence[Assertion], now: datetime
) -> Sequence[tuple[Proposal, Action]]:
    """Decide as the product does by default."""
    return await decide_all(store, root, proposals, mode=MODE, assertions=assertions, now=now)


async def play(case: FactCase, store: BaseStore, extract: Extract, decide: Decide = by_policy) -> Outcome:
    """Return what is known after a dialogue. Each case has a user of its own in `store`."""
    root = user_root(case.id, 0)
    written: list[Proposal] = []
    for number, message in enumerate(case.messages):
        if message.role == "user":
            turn = _turn(case, number)
            await _forget(store, root, turn)
            proposals = await _with_changes(store, root, turn, await extract(turn))
            written += await _learn(store, root, proposals, turn.at, decide)
    return await look(store, root, written)


async def look(store: BaseStore, root: str, written: Sequence[Proposal] = ()) -> Outcome:
    """Return what a store knows of a user; `written` is what was seen to be written before it went again."""
    memory = await load_memory(store, root)
    newest = max((a["observed_at"] for a in memory.assertions), key=moment, default="")
    held = [span["fact"] for span in living(memory.assertions, newest)]
    ever = [fact for fact in [*written, *memory.assertions] if not is_retraction(fact)]
    distinct = {(fact["id"], fact["source"]["entry"]): fact for fact in ever}
    return Outcome(
        list(distinct.values()), list(held), list(await list_pending(store, root)), await _stored(store, root)
    )


def source_entry(case: FactCase, number: int) -> str:
    """Return the key of the entry from which the facts of a message are said to come."""
    return entry_key(case.time_of(number), f"{case.id}-{number}", content_hash(case.messages[number].content))


def _turn(case: FactCase, number: int) -> Turn:
    text, at = case.messages[number].content, case.time_of(number)
    source: Source = {
        "thread": "facts",
        "conversation": "facts",
        "message": f"{case.id}-{number}",
        "entry": source_entry(case, number),
    }
    return Turn(text, case.messages[:number], source, at, case.timezone)


def _before(turn: Turn) -> tuple[list[str], str]:
    """Return what the user said before, oldest first, and the assistant's message that the turn answers, or ""."""
    last = turn.before[-1] if turn.before else None
    earlier = [message.content for message in turn.before if message.role == "user"]
    return earlier, last.content if last and last.role == "assistant" else ""


async def _forget(store: BaseStore, root: str, turn: Turn) -> None:
    """Forget what the user asks to forget, as the model's tool does when it is asked."""
    if requests := forget_requests(turn.text):
        approved = [fact for fact in (await load_memory(store, root)).assertions if not is_retraction(fact)]
        known: list[Proposal] = [*approved, *await list_pending(store, root)]
        facts = [fact for request in requests for fact in find_forgotten(request, known)]
        await forget(store, root, facts, now=turn.at)


async def _with_changes(store: BaseStore, root: str, turn: Turn, proposals: Sequence[Proposal]) -> Sequence[Proposal]:
    """Return proposals with what the message changes in facts told before."""
    if not may_change(turn.text):
        return proposals
    assertions = (await load_memory(store, root)).assertions
    known = [*(span["fact"] for span in living(assertions, turn.at.isoformat())), *proposals]
    case, _, number = turn.source["message"].rpartition("-")
    earlier, asked = _before(turn)
    before = next((n for n in range(int(number) - 1, -1, -1) if turn.before[n].role == "user"), None)
    changed = changes(
        turn.text,
        known,
        before=f"{case}-{before}",
        source=turn.source,
        observed_at=turn.at.isoformat(),
        time_zone=turn.timezone,
        earlier=earlier,
        asked=asked,
    )
    return [*proposals, *changed]


async def _learn(
    store: BaseStore, root: str, proposals: Sequence[Proposal], now: datetime, decide: Decide
) -> list[Proposal]:
    """Decide and write as the product does; return what was new."""
    memory = await load_memory(store, root)
    said = said_last(proposals, memory.assertions, now)
    fresh = [p for p in said if not repeats_forgotten(p, memory.tombstones, trace_key(root))]
    decided = await decide(store, root, fresh, memory.assertions, now)
    done = await write_decided(
        store,
        root,
        write=[p for p, action in decided if action == "write"],
        ask=[p for p, action in decided if action == "ask"],
        reject=[(p, p.get("reason", "")) for p, action in decided if action == "reject"],
        assertions=memory.assertions,
        tombstones=memory.tombstones,
        now=now,
    )
    return [p for p in fresh if p["id"] in done.written]


async def _stored(store: BaseStore, root: str) -> str:
    items = await list_items(store, namespaces.user(root))
    return json.dumps([item.value for item in items if "transcript" not in item.namespace], ensure_ascii=False)
