"""A long fact is kept whole; one that is too long waits with its beginning and the reason, never cut in silence."""

import pytest

from memory.core.extraction.extraction import extract
from memory.core.facts.facts import Proposal, Source
from memory.core.facts.proposals import QUOTE_LIMIT, SHORT_LIMIT, TEXT_LIMIT, TOO_LONG, make_proposal
from memory.core.policy.policy import decide

SOURCE: Source = {"thread": "t", "conversation": "c", "message": "m", "entry": "e"}
LISTS = {
    "Remember that my shopping list is": " milk eggs flour sugar",
    "记住我的购物清单是": "牛奶鸡蛋面粉白糖",
    "記住我的購物清單是": "牛奶雞蛋麵粉白糖",
}


def told(text: str) -> Proposal:
    (fact,) = extract(text, source=SOURCE, observed_at="2026-03-05T10:00:00+00:00")
    return fact


@pytest.mark.parametrize("begins", list(LISTS))
def test_a_long_fact_is_kept_whole_and_written(begins: str):
    items = LISTS[begins]
    fact = told(begins + items * (900 // len(items)))
    assert len(fact["text"]) > 880
    assert fact["text"].endswith(items)
    assert fact["grounded"]
    assert "reason" not in fact


@pytest.mark.parametrize("begins", list(LISTS))
@pytest.mark.parametrize("limit", [TEXT_LIMIT, QUOTE_LIMIT])
def test_what_is_too_long_waits_with_its_beginning_and_the_reason(begins: str, limit: int):
    items = LISTS[begins]
    fact = told(begins + items * (1 + limit // len(items)))
    assert len(fact["text"]) <= TEXT_LIMIT
    assert fact["text"].endswith("…")
    assert len(fact["quote"]) <= QUOTE_LIMIT
    assert (fact["grounded"], fact["reason"]) == (False, TOO_LONG)
    assert decide(fact, "auto", ()).action == "ask"


@pytest.mark.parametrize("change", [{"kind": "instruction"}, {"slot": "likes", "value": "y" * (SHORT_LIMIT + 1)}])
def test_a_standing_instruction_and_a_value_have_less_room(change: dict[str, str]):
    text = f"Always {'y' * (SHORT_LIMIT + 1)}"
    given = {"kind": "preference", "slot": None, "value": None} | change
    fact = make_proposal(text=text, quote=text, message=text, source=SOURCE, observed_at="2026-03-05", **given)  # type: ignore[arg-type]  # by name
    assert (fact["grounded"], fact["reason"]) == (False, TOO_LONG)


@pytest.mark.parametrize("begins", ["I want to", "我想要"])
def test_a_statement_that_runs_past_what_rules_read_is_left_to_the_model(begins: str):
    text = begins + LISTS["记住我的购物清单是"] * 80
    assert extract(text, source=SOURCE, observed_at="2026-03-05") == []
