"""Which requests for summaries read something for the first time, and which read again to make a summary anew.

Told from the requests alone: a stretch of conversation that was read before is read again; a merge that holds the notes
of a stretch that no merge had before folds it in, any other one makes a summary anew.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from evals.bench_compaction_model import SummaryCall

_SAME = 0.8
"""Share of lines from which on two notes are the same ones: code may have changed a line of what the model wrote."""


@dataclass
class Spent:
    """Tokens that were read, without fixed prompts."""

    fold: int = 0
    """To fold what is new, a peer's whole summaries among it, and answers that were asked for again."""
    anew: int = 0
    """To make summaries anew."""


@dataclass
class _Known:
    seen: set[str] = field(default_factory=set)
    """Lines of conversation that were read."""
    waiting: list[set[str]] = field(default_factory=list)
    """Notes of new stretches that no merge had yet."""


def spent_on(calls: Sequence[SummaryCall]) -> Spent:
    """Return what was read for what, of the calls of one thread in their order."""
    spent, known = Spent(), _Known()
    before: list[str] = []
    new = True
    for call in calls:
        if call.blocks != before:  # else the last answer was refused
            new = _folds(call, known) if call.step == "merge" else _is_new(call, known)
        before = call.blocks
        if new or call.step == "read":
            spent.fold += call.read
        else:
            spent.anew += call.read
    return spent


def _is_new(call: SummaryCall, known: _Known) -> bool:
    """Tell whether most of a stretch was not read before; its notes then wait for a merge."""
    lines = {line for block in call.blocks for line in block.splitlines()}
    new = len(lines - known.seen) > len(lines) / 2
    known.seen |= lines
    known.waiting += [set(call.lines)] if new else []
    return new


def _folds(call: SummaryCall, known: _Known) -> bool:
    """Tell whether a merge holds notes that wait, and take these off; where it holds no others, its own wait."""
    held = [next((notes for notes in known.waiting if _are(block, notes)), None) for block in call.blocks]
    known.waiting = [notes for notes in known.waiting if notes not in held]
    known.waiting += [set(call.lines)] if all(held) else []
    return any(held)


def _are(block: str, notes: set[str]) -> bool:
    lines = {line.removeprefix("- ").strip() for line in block.splitlines() if not line.endswith((":", "："))}
    return len(lines & notes) >= _SAME * len(lines | notes)
