"""What of a user's memory is recalled: how its facts are indexed and asked for, and what counts how much."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from memory.core.facts.facts import Assertion
from memory.core.facts.slots import cued_slots
from memory.core.language.times import moment
from memory.core.recall.index import RecallIndex
from memory.core.recall.items import Item, Prepared
from memory.core.recall.question import shortened, tells_time
from memory.core.recall.recall_words import recall_words
from memory.core.recall.scoring import Weights
from memory.core.recall.search import Asked, Scored, search

PINNED = 0.85
"""Importance from which a fact is recalled without being asked for, when there is room: asked for and vital."""
SLOT_RELEVANCE = 0.9
SLOT_FADE = 0.8
"""Relevance of the profile slot whose cue tells most in the question, however the fact is worded; each further slot
that is cued has this share of the one before."""

FACT_WEIGHTS = Weights(relevance=0.7, recency=0.05, importance=0.2, use=0.05, half_life_days=180.0)
"""Current facts do not age much: what is outdated was superseded."""
EPISODE_WEIGHTS = Weights(relevance=0.97, recency=0.02, importance=0.01, half_life_days=30.0)
"""Of passages found by words, meaning and context: relevance tells so much that the rest settles ties."""
LEAST_COSINE = 0.2
"""Cosine from which a passage is shown that shares no word with what is asked: of texts that have nothing to do with
each other about one pair in twenty reaches it, of a remark and what it is about most do."""
FACT_COSINE = 0.3
"""The same of facts: they are looked through all at once, and short ones are often alike by chance."""


def index_facts(assertions: Iterable[Assertion], use: Mapping[str, float] | None = None) -> RecallIndex:
    """Return the index of what facts say, in their own words and in the user's, in every wording.

    `use`: by content id, from 0 to 1, how much they were used of late (`strength.recent_use`); others were not.
    """
    index = RecallIndex()
    for fact_id, wordings in _by_id(assertions).items():
        newest = max(wordings, key=lambda a: moment(a["observed_at"]))
        item = Item(
            fact_id,
            "fact",
            newest["observed_at"],
            importance=newest["importance"],
            use=(use or {}).get(fact_id, 0.0),
        )
        index.add(Prepared(item, tuple(_words(wordings)), any(tells_time(a["text"]) for a in wordings)))
    return index


def rank_facts(index: RecallIndex, facts: Sequence[Assertion], asked: Asked, limit: int) -> list[Scored]:
    """Return the facts to recall, best first, at most `limit`; `index` holds at least `facts`.

    A fact is recalled when it fits the question, when the question asks for its slot, or when it is important enough
    to be pinned; those come last.
    """
    cued = {slot: SLOT_RELEVANCE * SLOT_FADE**n for n, slot in enumerate(cued_slots(shortened(asked.text)))}
    hints = {f["id"]: cued.get(f["slot"] or "", 0.0) for f in facts if f["slot"] in cued or f["importance"] >= PINNED}
    known = {fact["id"] for fact in facts}
    return search(
        index, replace(asked, hints=hints, least_cosine=FACT_COSINE), limit, FACT_WEIGHTS, lambda item: item.id in known
    )


def _by_id(assertions: Iterable[Assertion]) -> Mapping[str, list[Assertion]]:
    wordings: dict[str, list[Assertion]] = {}
    for assertion in assertions:
        wordings.setdefault(assertion["id"], []).append(assertion)
    return wordings


def _words(wordings: Iterable[Assertion]) -> list[str]:
    """Return the words of a fact; what only repeats a wording counts once."""
    told: list[str] = []
    for wording in wordings:
        said = recall_words(wording["text"])
        heard = [*said, *(word for word in recall_words(wording["quote"]) if word not in said)]
        told += [word for word in heard if word not in told] if told else heard
    return told
