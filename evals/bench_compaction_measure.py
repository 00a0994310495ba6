"""What `bench_compaction` measures of a system, and how what it is left with becomes figures."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

import aiosqlite

from evals.bench_compaction_calls import spent_on
from evals.bench_compaction_model import Model
from evals.bench_compaction_script import Planted, Script
from evals.bench_context_requests import parts_of, tokens_of


@dataclass(frozen=True)
class Left:
    """What a system is left with at the end of a conversation."""

    messages: list[str]
    """Texts of the messages a user can page through."""
    folded: list[str]
    """Texts that are no longer shown as they were said."""
    found: list[bool]
    """By planted string, whether looking for it with its question brings it up."""
    checkpoints: int
    """Bytes of the file with the thread's checkpoints."""
    store: int = 0
    """Bytes of the file beside it."""
    approved: int | None = None
    """Strings that an approved fact tells, None: the system has no facts."""


@dataclass(frozen=True)
class Measured:
    """One system over one script; shares are 0 to 1."""

    blocked: int
    """Turns whose first token waited for a summary."""
    waited: float
    """Seconds of the model that they waited, in all."""
    calls: int
    """Requests for summaries."""
    tokens: int
    """Of those requests."""
    fold_ratio: float
    """Tokens read to fold entries, without fixed prompts, over the tokens of the entries."""
    recalibration_ratio: float
    """Tokens read to make summaries anew, over the same."""
    largest: int
    """Tokens of the largest request for a reply, tool definitions included."""
    approved_kept: float
    """Share of what the user asked to remember that stands in the last prompt."""
    planted_in_prompt: float
    """Share of all planted strings that do."""
    planted_searched: float
    """Share that looking for them with a question brings up."""
    planted_findable: float
    """Share that stands in the last prompt or is brought up."""
    messages_kept: float
    """Share of the messages that a user can still page through."""
    messages: int
    """Their number."""
    checkpoints: int
    store: int
    approved: int | None


def measured(script: Script, model: Model, left: Left) -> Measured:
    """Return the figures of a system that talked the script with the model."""
    prompt = "\n".join(parts_of(model.replies[-1]))
    shown = [one.text in prompt for one in script.planted]
    spent, folded = spent_on(model.summaries), tokens_of(left.folded)
    said = [text for turn in script.turns for text in turn.entries]
    kept = sum((Counter(said) & Counter(left.messages)).values())
    return Measured(
        blocked=len(model.waiting.blocked),
        waited=sum(model.waiting.blocked.values()),
        calls=len(model.summaries),
        tokens=sum(call.tokens for call in model.summaries),
        fold_ratio=spent.fold / folded if folded else 0.0,
        recalibration_ratio=spent.anew / folded if folded else 0.0,
        largest=model.largest,
        approved_kept=_share(held for held, one in zip(shown, script.planted, strict=True) if one.fact),
        planted_in_prompt=_share(shown),
        planted_searched=_share(left.found),
        planted_findable=_share(a or b for a, b in zip(shown, left.found, strict=True)),
        messages_kept=kept / len(said),
        messages=kept,
        checkpoints=left.checkpoints,
        store=left.store,
        approved=left.approved,
    )


def held_in(planted: Sequence[Planted], texts: Collection[str]) -> list[bool]:
    """Return by planted string whether any of `texts` holds it."""
    return [any(one.text in text for text in texts) for one in planted]


async def bytes_of(conn: aiosqlite.Connection) -> int:
    """Return the bytes in use in a SQLite file."""
    sizes = [await conn.execute_fetchall(f"PRAGMA {name}") for name in ("page_size", "page_count", "freelist_count")]
    page, pages, free = (int(next(iter(rows))[0]) for rows in sizes)
    return page * (pages - free)


def _share(held: Iterable[bool]) -> float:
    found = list(held)
    return sum(found) / len(found) if found else 1.0
