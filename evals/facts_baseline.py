"""What a naive memory does: it stores every sentence of the user's that speaks of the user."""

import re
from collections.abc import Sequence
from datetime import datetime

from langgraph.store.base import BaseStore

from evals.facts_play import Turn
from memory.core.facts.facts import Assertion, Proposal
from memory.core.facts.proposals import make_proposal
from memory.core.policy.policy import Action

_ENDS = re.compile(r"(?<=[.!?。！？\n])\s*")
_SELF = re.compile(r"\b(?:I|my|me|we|our)\b|我|本人", re.IGNORECASE)


async def by_pronoun(turn: Turn) -> Sequence[Proposal]:
    """Propose every sentence with a word for the speaker in it, as it stands."""
    sentences = [sentence.strip() for sentence in _ENDS.split(turn.text)]
    return [
        make_proposal(
            text=sentence,
            kind="profile",
            quote=sentence,
            message=turn.text,
            source=turn.source,
            observed_at=turn.at.isoformat(),
        )
        for sentence in sentences
        if _SELF.search(sentence)
    ]


async def write_all(
    store: BaseStore, root: str, proposals: Sequence[Proposal], assertions: Sequence[Assertion], now: datetime
) -> Sequence[tuple[Proposal, Action]]:
    """Write them, whatever they are."""
    del store, root, assertions, now
    return [(proposal, "write") for proposal in proposals]
