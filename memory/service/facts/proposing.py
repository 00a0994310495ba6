"""What a tool proposes in a turn, decided about and written at once, so that what is told of it is what was done."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, cast

from langgraph.store.base import BaseStore

from memory.core.facts.current import living
from memory.core.facts.facts import Assertion, Proposal
from memory.core.facts.proposals import said_last
from memory.core.forgetting.veiled import repeats_forgotten
from memory.core.policy.policy import Mode
from memory.service.facts.deciding import decide_all
from memory.service.facts.fact_index import FACTS
from memory.service.facts.remembering import write_decided
from memory.service.forgetting.veiling import trace_key


@dataclass(frozen=True)
class Proposed:
    """What became of proposals."""

    written: list[str] = field(default_factory=list)
    """Texts of the facts that are new, or said anew."""
    pending: list[str] = field(default_factory=list)
    """Texts of those that now wait."""
    ended: list[str] = field(default_factory=list)
    """Texts of the facts that held and hold no more."""
    asked: list[str] = field(default_factory=list)
    """Why some wait."""
    rejected: list[str] = field(default_factory=list)
    """Why others were rejected."""


async def propose(store: BaseStore, root: str, proposals: Sequence[Proposal], turn: Mapping[str, Any]) -> Proposed:
    """Decide on what a tool proposes in a turn, and write it; return what that changed.

    Dated like the turn, whose own look at the same words then writes and rejects nothing twice. What only repeats
    something forgotten is rejected. Raises InputError (a policy that cannot be read) and what the
    store raises.
    """
    memory, now = await FACTS.load_newest(store, root), datetime.fromisoformat(turn["now"])
    said = said_last(proposals, memory.assertions, now)
    forgotten = [p for p in said if repeats_forgotten(p, memory.tombstones, trace_key(root))]
    mode = cast("Mode", turn["approval"])
    fresh = [p for p in said if p not in forgotten]
    decided = await decide_all(store, root, fresh, mode=mode, assertions=memory.assertions, now=now)
    write, ask, reject = ([p for p, action in decided if action == wanted] for wanted in ("write", "ask", "reject"))
    reject += [{**p, "reason": "the user asked to forget it"} for p in forgotten]
    done = await write_decided(
        store,
        root,
        write=write,
        ask=ask,
        reject=[(p, p["reason"]) for p in reject],
        assertions=memory.assertions,
        tombstones=memory.tombstones,
        now=now,
    )
    after = (await FACTS.load_newest(store, root)).assertions if done.written else memory.assertions
    return Proposed(
        written=[p["text"] for p in write if p["id"] in done.written and p["text"]],
        pending=[p["text"] for p in ask if p["id"] in done.pending],
        ended=_ended(memory.assertions, after, said, now),
        asked=list(dict.fromkeys(p["reason"] for p in ask)),
        rejected=list(dict.fromkeys(p["reason"] for p in reject)),
    )


def _ended(
    before: Sequence[Assertion], after: Sequence[Assertion], said: Sequence[Proposal], now: datetime
) -> list[str]:
    """Return the texts of the facts that held before and do not after; a saying may be dated later than `now`."""
    at = max([now.isoformat(), *(p["observed_at"] for p in said)])
    held = {span["fact"]["id"] for span in living(after, at)}
    return [span["fact"]["text"] for span in living(before, at) if span["fact"]["id"] not in held]
