from datetime import UTC, datetime, timedelta

import pytest

from memory.core.facts.facts import FACT_SCHEMA, SELF, Assertion
from memory.core.recall.index import RecallIndex
from memory.core.recall.ranking import FACT_WEIGHTS, LEAST_COSINE, PINNED, index_facts, rank_facts
from memory.core.recall.search import Asked, Scored

NOW = datetime(2026, 3, 10, 12, tzinfo=UTC)


def fact(name: str, text: str, *, slot: str | None = None, importance: float = 0.5, days: int = 1) -> Assertion:
    said = (NOW - timedelta(days=days)).isoformat()
    return {
        "schema": FACT_SCHEMA,
        "id": name,
        "text": text,
        "kind": "profile" if slot else "event",
        "slot": slot,
        "value": None,
        "subject": SELF,
        "quote": text,
        "source": {"thread": "t", "conversation": "c", "message": "m", "entry": "e"},
        "said_by": "user",
        "explicit": True,
        "grounded": True,
        "confidence": 1.0,
        "importance": importance,
        "importance_parts": {},
        "sensitivity": "normal",
        "observed_at": said,
        "valid_from": None,
        "valid_until": None,
        "time_zone": "UTC",
        "approved_at": said,
    }


def ranked(question: str, facts: list[Assertion], limit: int = 8, index: RecallIndex | None = None) -> list[Scored]:
    asked = Asked(question, NOW, least_cosine=LEAST_COSINE)
    return rank_facts(index_facts(facts) if index is None else index, facts, asked, limit)


FACTS = [
    fact("pot", "The spare key is under the blue flower pot"),
    fact("tea", "Likes green tea", slot="likes"),
    fact("home", "Wohnt in Lissabon", slot="home"),
    fact("trip", "下個月去東京旅行"),
    fact("order", "订单号是 AB-1234"),
]


@pytest.mark.parametrize(
    ("question", "best"),
    [
        ("Where is my spare key?", "pot"),
        ("我什么时候去东京？", "trip"),
        ("what about order ab1234", "order"),
        ("Where do I live?", "home"),
        ("我住在哪里？", "home"),
    ],
)
def test_the_fact_that_answers_comes_first(question: str, best: str):
    assert ranked(question, FACTS)[0].id == best


def test_facts_without_relevance_are_left_out_unless_they_are_pinned():
    pinned = fact("allergy", "Carries an adrenaline pen", importance=PINNED)
    found = ranked("Where is my spare key?", [pinned, *FACTS])
    assert [r.id for r in found] == ["pot", "allergy"]
    assert found[1].relevance == 0.0


def test_pinned_facts_never_take_the_room_of_relevant_ones():
    pinned = [fact(f"p{n}", f"unique{n} thing{n}", importance=1.0) for n in range(5)]
    assert [r.id for r in ranked("the spare key", [*pinned, *FACTS], 1)] == ["pot"]


def test_a_score_is_the_weighted_sum_of_its_parts():
    (best, *_) = ranked("spare key", FACTS)
    assert best.relevance == 1.0
    assert best.score == pytest.approx(
        FACT_WEIGHTS.relevance + FACT_WEIGHTS.recency * best.recency + FACT_WEIGHTS.importance * best.importance
    )


def test_of_equally_relevant_facts_the_important_then_the_newer_one_is_first():
    facts = [
        fact("old", "garden in Porto", days=400),
        fact("new", "balcony in Porto", days=1),
        fact("important", "villa in Porto", days=400, importance=0.8),
    ]
    assert [r.id for r in ranked("Porto", facts)] == ["important", "new", "old"]


def test_an_index_made_before_serves_as_one_made_now():
    index = index_facts([*FACTS, fact("gone", "spare key in the drawer")])
    assert [r.id for r in ranked("drawer key", FACTS, index=index)] == ["pot"]


def test_near_identical_items_do_not_fill_the_room():
    same = [fact(f"s{n}", "The dentist is on Elm Street") for n in range(10)]
    other = fact("other", "The dentist called about the bill last week")
    ids = [r.id for r in ranked("dentist", [*same, other], 3)]
    assert ids == ["s0", "other"]


def test_items_that_differ_in_a_number_are_both_returned():
    text = "The rent of the flat near the old harbour in Lisbon goes by bank transfer to the landlord and is {} euros"
    facts = [fact("old", text.format(900)), fact("new", text.format(950))]
    assert {r.id for r in ranked("rent", facts)} == {"old", "new"}
