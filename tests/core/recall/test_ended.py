"""A passage is marked where what it says no longer holds, and never where it holds."""

from dataclasses import asdict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.core.extraction.extraction import extract
from memory.core.facts.current import standing
from memory.core.facts.facts import Assertion, Source
from memory.core.recall.ended import Endings, ended_mark
from memory.core.recall.passages import Passage

TEXTS = ("I live in Rome", "I live in Berlin", "I no longer live in Rome", "我住在台北", "我已經不住在台北了")


def day(number: int) -> str:
    return f"2026-01-{number:02d}T10:00:00+00:00"


def said(text: str, number: int) -> list[Assertion]:
    source: Source = {"thread": "t", "conversation": "c", "message": "m", "entry": f"e{number}"}
    return [{**p, "approved_at": p["observed_at"]} for p in extract(text, source=source, observed_at=day(number))]


def mark_of_first(texts: tuple[str, ...], at: int = 30, shown: str | None = None) -> str:
    stands = standing([a for n, text in enumerate(texts, 1) for a in said(text, n)], day(at))
    holding = [span["fact"] for span in (*stands.current, *stands.upcoming)]
    text = texts[0] if shown is None else shown
    passage = Passage("p", "t", "c", "e1", 1, "m", "user", day(1), text, 0.6, ())
    found = Endings(stands.ended, holding).of([passage]).get("p", [])
    return ended_mark(text, [asdict(one) for one in found])


@pytest.mark.parametrize(
    ("texts", "mark"),
    [
        (("I live in Rome.", "I no longer live in Rome."), " (no longer holds since 2026-01-02)"),
        (("I live in Rome", "I moved to Berlin"), ' (no longer holds since 2026-01-02; instead: "I moved to Berlin")'),
        (
            ("I live in Rome and work at Siemens.", "I no longer live in Rome"),
            ' (no longer holds since 2026-01-02: "I live in Rome")',
        ),
        (("我在腾讯上班", "我上个月辞职了"), "（自2026-01-02起不再成立）"),
        (("我住在臺北，在台積電上班", "我已經不住在臺北了"), '（自2026-01-02起不再成立："我住在臺北"）'),
        (("我在Google上班", "我从Google离职了"), "（自2026-01-02起不再成立）"),
        (("I live in Rome", "I moved to Berlin", "I live in Rome"), ""),
    ],
)
def test_a_passage_is_marked_by_what_came_after_it(texts: tuple[str, ...], mark: str):
    assert mark_of_first(texts) == mark


def test_before_it_ended_it_is_not_marked_and_forgotten_words_are_not_told():
    texts = ("I live in Rome", "I no longer live in Rome")
    assert mark_of_first(texts, at=1) == ""
    assert mark_of_first(texts, shown="I live in …") == ""


@given(st.lists(st.sampled_from(TEXTS), min_size=1, max_size=5))
def test_a_passage_of_a_fact_that_holds_is_never_marked(texts: list[str]):
    told = [a for n, text in enumerate(texts, 1) for a in said(text, n)]
    holds = {span["fact"]["text"] for span in standing(told, day(30)).current}
    assert not (texts[0] in holds and mark_of_first(tuple(texts)))
