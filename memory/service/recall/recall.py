"""What is recalled for a turn: facts always, passages of conversations when they are ready in time."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from time import perf_counter

from langgraph.store.base import BaseStore

from memory.core.defaults import DEFAULTS
from memory.core.facts.facts import Assertion
from memory.core.recall.ended import Endings
from memory.core.recall.index import RecallIndex
from memory.core.recall.passages import Passage
from memory.core.recall.ranking import FACT_COSINE, LEAST_COSINE, rank_facts
from memory.core.recall.search import Asked
from memory.models.embeddings import Embedder
from memory.service.facts.fact_index import Memory
from memory.service.recall.counted_store import uncounted
from memory.service.recall.fact_vectors import start_filling
from memory.service.recall.meaning import current_embedder, with_meaning, words_alone
from memory.service.recall.passage_search import CONVERSATIONS, Look
from memory.service.recall.recalled import (
    RecalledFact,
    RecalledPassage,
    RecalledShared,
    recalled_fact,
    recalled_passage,
    recalled_shared,
)
from memory.service.recall.shared_search import SHARED, SharedLook


@dataclass(frozen=True)
class Recall:
    """What was recalled; `dataclasses.asdict` makes it plain JSON."""

    facts: list[RecalledFact]
    passages: list[RecalledPassage]
    degraded: list[str]
    """What was left out, and why."""
    took_ms: float
    shared: list[RecalledShared] = field(default_factory=list)


VECTOR_SHARE = 0.7
"""Share of the time for recall that the vector of the question may take; the rest is left for a search by words."""
SEARCH_SECONDS = 5.0
"""Seconds a tool's search of facts waits for the vector of its question, at most."""
_NO_SCOPES: Mapping[str, str | None] = {}
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
    shared: Mapping[str, str | None] = _NO_SCOPES,
) -> Recall:
    """Return what fits `question` best, the best first: facts, passages of what the window does not show, and what is
    shared.

    `others`: passages of threads other than `thread` too. `in_view`: keys of the entries of `thread` that its window
    shows, None: all. `shared`: the version of each scope of shared knowledge. Passages and what is shared have
    `deadline_ms` milliseconds; a store that is late or fails is named in `degraded` and never raises.
    """
    start = perf_counter()
    model = current_embedder() if question.strip() else None
    unmade = words_alone() if question.strip() else None
    look = None
    if (others or in_view is not None) and max_passages > 0 and question.strip():
        look = CONVERSATIONS.look(store, root, memory, model, thread)
    common = SHARED.look(store, shared) if question.strip() else None
    asked, unready = await asked_for(question, now, memory, look, model, deadline_ms * VECTOR_SHARE / 1000, common)
    facts = recall_facts(asked, memory=memory, limit=max_facts)
    passages: list[RecalledPassage] = []
    problem = left_out = None
    if look:
        passages, problem = await passages_for(
            look,
            asked,
            max_passages,
            deadline_ms,
            memory.endings,
            lambda p: others if p.thread != thread else in_view is not None and p.entry not in in_view,
        )
        unready = unready or (look.uncompared() if model and not problem else None)
        left_out = None if problem else look.left_out()
    known, late = await shared_for(common, asked, DEFAULTS.recall_shared, deadline_ms)
    if model:
        start_filling(uncounted(store), root, memory, model)
        if common and not late:
            common.fill(store, model)
    degraded = [told for told in (problem, unready, left_out, unmade, late) if told]
    return Recall(facts, passages, degraded, round((perf_counter() - start) * 1000, 2), known)


async def shared_for(
    look: SharedLook | None, asked: Asked, limit: int, deadline_ms: float
) -> tuple[list[RecalledShared], str | None]:
    """Return the shared knowledge that fits best, and why there is none when there could be no search."""
    if look is None:
        return [], None
    if late := await look.settled(deadline_ms):
        return [], late
    return [recalled_shared(*found) for found in look.search(replace(asked, least_cosine=FACT_COSINE), limit)], None


async def asked_for(
    question: str,
    now: datetime,
    memory: Memory,
    look: Look | None,
    model: Embedder | None,
    seconds: float,
    shared: SharedLook | None = None,
) -> tuple[Asked, str | None]:
    """Return a question asked at `now`, aware, in the user's zone, and why it has no vector where it needs one.

    It gets one where anything is known that it can be compared with, and the model has at most `seconds`.
    """
    asked = Asked(question, now, least_cosine=LEAST_COSINE)
    compared = bool(memory.index.vectors) or any(one is not None and one.compares for one in (look, shared))
    return await with_meaning(asked, model, seconds) if model and compared else (asked, None)


async def ask_facts(store: BaseStore, root: str, question: str, now: datetime, memory: Memory) -> Asked:
    """Return a question to ask facts; without its vector where the model is late or fails."""
    model = current_embedder()
    if model:
        start_filling(store, root, memory, model)
    return (await asked_for(question, now, memory, None, model, SEARCH_SECONDS))[0]


def recall_facts(asked: Asked, *, memory: Memory, limit: int, archived: bool = False) -> list[RecalledFact]:
    """Return the current facts that fit what is asked best, at most `limit`; or, `archived`, those of the archive."""
    return facts_for(asked, memory.index, memory.archived if archived else memory.facts, limit)


def facts_for(asked: Asked, index: RecallIndex, known: Sequence[Assertion], limit: int) -> list[RecalledFact]:
    """Return those of the `known` facts that fit what is asked best, at most `limit`; `index` holds them."""
    facts = {fact["id"]: fact for fact in known}
    return [recalled_fact(facts[scored.id], scored) for scored in rank_facts(index, known, asked, limit)]


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
    here: str | None = None,
    only: bool = False,
) -> tuple[list[RecalledPassage], str | None]:
    """Return the `wanted` passages that fit best, and why nothing could be searched (`PassageSearch.search`).

    `here`: the thread from which it is asked; `only`: of that thread alone, which may be a temporary one.
    """
    model = current_embedder()
    look = CONVERSATIONS.look(store, root, memory, model, here, only=only)
    asked, _ = await asked_for(question, now, memory, look, model, deadline_ms * VECTOR_SHARE / 1000)
    return await passages_for(look, asked, limit, deadline_ms, memory.endings, wanted)


async def passages_for(
    look: Look, asked: Asked, limit: int, deadline_ms: float, endings: Endings, wanted: Callable[[Passage], bool]
) -> tuple[list[RecalledPassage], str | None]:
    """Return the `wanted` passages that fit best, each with what of it ended, and why nothing could be searched
    (`PassageSearch.search`).
    """
    found, problem = await CONVERSATIONS.search(look, asked, limit=limit, deadline_ms=deadline_ms, wanted=wanted)
    ended = endings.of(one.passage for one in found)
    return [recalled_passage(one, ended.get(one.passage.id, [])) for one in found], problem
