from datetime import UTC, datetime, timedelta

import pytest

from memory.core.facts.facts import FACT_SCHEMA, SELF, Assertion
from memory.core.language.words import words
from memory.core.recall.lexical import LexicalIndex
from memory.core.recall.passages import ASKED, SAID_BY_ASSISTANT, SAID_BY_USER, Passage
from memory.core.recall.question import QUESTION_CHARS
from memory.core.recall.ranking import (
    FACT_WEIGHTS,
    PINNED,
    Ranked,
    index_facts,
    question_words,
    rank_facts,
    rank_passages,
    recency,
)

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


def passage(name: str, text: str, *, importance: float = SAID_BY_USER, days: int = 1) -> Passage:
    time = (NOW - timedelta(days=days)).isoformat()
    return Passage(name, "t", "c", name, name, "user", time, text, importance, ())


def ranked_passages(question: str, *passages: Passage, limit: int = 4) -> list[Ranked]:
    index: LexicalIndex[str] = LexicalIndex()
    for p in passages:
        index.add(p.id, words(p.text))
    relevance = index.scores(question_words(question))
    return rank_passages(relevance, {p.id: p for p in passages}, NOW, limit, index.words_of)


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
    assert rank_facts(question, FACTS, NOW, 8)[0].id == best


def test_facts_without_relevance_are_left_out_unless_they_are_pinned():
    pinned = fact("allergy", "Carries an adrenaline pen", importance=PINNED)
    ranked = rank_facts("Where is my spare key?", [pinned, *FACTS], NOW, 8)
    assert [r.id for r in ranked] == ["pot", "allergy"]
    assert ranked[1].relevance == 0.0


def test_pinned_facts_never_take_the_room_of_relevant_ones():
    pinned = [fact(f"p{n}", f"unique{n} thing{n}", importance=1.0) for n in range(5)]
    assert [r.id for r in rank_facts("the spare key", [*pinned, *FACTS], NOW, 1)] == ["pot"]


def test_a_score_is_the_weighted_sum_of_its_parts():
    (best, *_) = rank_facts("spare key", FACTS, NOW, 8)
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
    assert [r.id for r in rank_facts("Porto", facts, NOW, 8)] == ["important", "new", "old"]


def test_an_index_made_before_serves_as_one_made_now():
    index = index_facts([*FACTS, fact("gone", "spare key in the drawer")])
    assert [r.id for r in rank_facts("drawer key", FACTS, NOW, 8, index)] == ["pot"]


def test_near_identical_items_do_not_fill_the_room():
    same = [fact(f"s{n}", "The dentist is on Elm Street") for n in range(10)]
    other = fact("other", "The dentist called about the bill last week")
    ids = [r.id for r in rank_facts("dentist", [*same, other], NOW, 3)]
    assert ids == ["s0", "other"]


def test_items_that_differ_in_a_number_are_both_returned():
    text = "The rent of the flat near the old harbour in Lisbon goes by bank transfer to the landlord and is {} euros"
    facts = [fact("old", text.format(900)), fact("new", text.format(950))]
    assert {r.id for r in rank_facts("rent", facts, NOW, 8)} == {"old", "new"}


def test_passages_without_a_common_word_are_never_returned():
    assert ranked_passages("volcano", passage("a", "I like tea"), passage("b", "我喜欢茶")) == []
    assert [r.id for r in ranked_passages("茶？", passage("a", "I like tea"), passage("b", "我喜欢的茶"))] == ["b"]


def test_what_was_stated_comes_before_the_same_words_asked_or_answered():
    stated = passage("stated", "The wifi password of the cabin is heron", importance=SAID_BY_USER)
    told = passage("told", "The wifi password of the cabin is noted", importance=SAID_BY_ASSISTANT)
    asked = passage("asked", "The wifi password of the cabin is lost", importance=ASKED)
    ranked = ranked_passages("cabin wifi password", asked, told, stated, limit=3)
    assert ranked[0].id == "stated"


@pytest.mark.parametrize(("days", "expected"), [(0, 1.0), (30, 0.5), (60, 0.25), (-5, 1.0)])
def test_recency_halves_with_each_half_life(days: int, expected: float):
    assert recency((NOW - timedelta(days=days)).isoformat(), NOW, 30) == pytest.approx(expected)


def test_a_time_without_zone_is_utc_and_what_is_no_time_is_old():
    assert recency("2026-03-10T12:00:00", NOW, 30) == 1.0
    assert recency("some day", NOW, 30) < 1e-9


def test_an_over_long_question_is_looked_for_by_its_beginning_and_end():
    asked = question_words("spare key? " + "noise " * QUESTION_CHARS + "东京")
    assert {"spare", "key", "东京"} <= set(asked)
    assert len(asked) < QUESTION_CHARS
