"""What is recalled for a turn: facts always, passages of conversations when they are ready in time."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import datetime
from time import perf_counter

from langgraph.store.base import BaseStore

from memory.core.facts.facts import Assertion
from memory.core.recall.passages import Passage
from memory.core.recall.ranking import Ranked, rank_facts
from memory.service.fact_index import Memory
from memory.service.passage_search import CONVERSATIONS


@dataclass(frozen=True)
class RecalledFact:
    """A current fact and why it was recalled; scores as in `ranking.Ranked`."""

    id: str
    text: str
    kind: str
    slot: str | None
    value: str | None
    said_by: str
    observed_at: str
    """ISO time."""
    thread: str
    conversation: str
    entry: str
    """Key of the entry in which it was said."""
    score: float
    relevance: float
    recency: float
    importance: float


@dataclass(frozen=True)
class RecalledPassage:
    """A passage of a conversation and why it was recalled; scores as in `ranking.Ranked`."""

    id: str
    thread: str
    conversation: str
    entry: str
    """Entry key."""
    role: str
    """`user` or `assistant`."""
    time: str
    """ISO time, UTC."""
    text: str
    score: float
    relevance: float
    recency: float
    importance: float


@dataclass(frozen=True)
class Recall:
    """What was recalled; `dataclasses.asdict` makes it plain JSON."""

    facts: list[RecalledFact]
    passages: list[RecalledPassage]
    degraded: list[str]
    """What was left out, and why."""
    took_ms: float


NOTHING_FOUND = Recall([], [], [], 0.0)


async def recall(
    store: BaseStore,
    root: str,
    thread: str,
    question: str,
    *,
    now: datetime,
    memory: Memory,
    others: bool,
    in_view: Collection[str] | None,
    deadline_ms: float,
    max_facts: int,
    max_passages: int,
) -> Recall:
    """Return what fits `question` best, the best first: facts, and passages of what the window does not show.

    `others`: passages of threads other than `thread` too. `in_view`: keys of the entries of `thread` that its window
    shows, None: all. Passages have `deadline_ms` milliseconds; a store that is late or fails is named in `degraded` and
    never raises.
    """
    start = perf_counter()
    facts = recall_facts(question, now=now, memory=memory, limit=max_facts)
    passages: list[RecalledPassage] = []
    degraded: list[str] = []
    if (others or in_view is not None) and max_passages > 0 and question.strip():
        passages, problem = await recall_passages(
            store,
            root,
            question,
            now=now,
            memory=memory,
            limit=max_passages,
            deadline_ms=deadline_ms,
            wanted=lambda p: others if p.thread != thread else in_view is not None and p.entry not in in_view,
        )
        degraded = [problem] if problem else []
    return Recall(facts, passages, degraded, round((perf_counter() - start) * 1000, 2))


def recall_facts(
    question: str, *, now: datetime, memory: Memory, limit: int, archived: bool = False
) -> list[RecalledFact]:
    """Return the current facts that fit `question` best, at most `limit`; or, `archived`, those of the archive."""
    known = memory.archived if archived else memory.facts
    facts = {fact["id"]: fact for fact in known}
    ranked = rank_facts(question, known, now, limit, memory.index)
    return [_fact(facts[r.id], r) for r in ranked]


async def recall_passages(
    store: BaseStore,
    root: str,
    question: str,
    *,
    now: datetime,
    memory: Memory,
    limit: int,
    deadline_ms: float,
    wanted: Callable[[Passage], bool],
    only: str | None = None,
) -> tuple[list[RecalledPassage], str | None]:
    """Return the `wanted` passages that fit best, and why nothing could be searched (`PassageSearch.search`).

    `only`: of this thread alone, which may be a temporary one.
    """
    found, problem = await CONVERSATIONS.search(
        store, root, question, now=now, memory=memory, limit=limit, deadline_ms=deadline_ms, wanted=wanted, only=only
    )
    return [_passage(passage, ranked) for passage, ranked in found], problem


def _fact(fact: Assertion, ranked: Ranked) -> RecalledFact:
    return RecalledFact(
        id=fact["id"],
        text=fact["text"],
        kind=fact["kind"],
        slot=fact["slot"],
        value=fact["value"],
        said_by=fact["said_by"],
        observed_at=fact["observed_at"],
        thread=fact["source"]["thread"],
        conversation=fact["source"]["conversation"],
        entry=fact["source"]["entry"],
        score=round(ranked.score, 4),
        relevance=round(ranked.relevance, 4),
        recency=round(ranked.recency, 4),
        importance=ranked.importance,
    )


def _passage(passage: Passage, ranked: Ranked) -> RecalledPassage:
    return RecalledPassage(
        id=passage.id,
        thread=passage.thread,
        conversation=passage.conversation,
        entry=passage.entry,
        role=passage.role,
        time=passage.time,
        text=passage.text,
        score=round(ranked.score, 4),
        relevance=round(ranked.relevance, 4),
        recency=round(ranked.recency, 4),
        importance=ranked.importance,
    )
