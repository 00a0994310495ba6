"""What counts as right, wrong and missed in the facts eval."""

from pathlib import Path
from typing import Any

from evals.facts import RULES, run
from evals.facts_baseline import by_pronoun, write_all
from evals.facts_cases import FactCase
from evals.facts_match import Score, says_it, score
from evals.facts_play import Outcome, by_rules, play
from evals.facts_report import figures, reached, result_line
from memory.core.facts.facts import Proposal, Source
from memory.core.facts.proposals import make_proposal
from memory.storage.sqlite_store import open_sqlite_store

SOURCE: Source = {"thread": "t", "conversation": "c", "message": "m", "entry": "e"}


def case(said: list[str], group: str = "statement", **expect: Any) -> FactCase:
    messages = [{"role": "user", "content": text} for text in said]
    fields = {"id": "a-case", "class": group, "language": "en", "messages": messages, "expect": expect}
    return FactCase.model_validate(fields)


def fact(text: str, slot: str | None = None, value: str | None = None, message: str = "") -> Proposal:
    return make_proposal(
        text=text, kind="profile", quote=text, message=message or text, source=SOURCE,
        observed_at="2026-03-05T10:00:00+00:00", slot=slot, value=value,
    )  # fmt: skip


def home(value: str) -> dict[str, Any]:
    return {"slots": ["home"], "values": [value]}


def graded(wanted: FactCase, *held: Proposal, pending: tuple[Proposal, ...] = (), stored: str = "") -> Score:
    return score(wanted, Outcome(list(held), list(held), list(pending), stored))


def test_a_value_fits_in_the_products_own_comparison_and_in_its_own_slot_alone():
    wanted = case(["I live in 臺北."], holds=[home("台北")])
    assert graded(wanted, fact("I live in 臺北", "home", "臺北")).passed
    assert graded(wanted, fact("I live in 臺北", "origin", "臺北")).missed


def test_a_fact_kept_twice_is_right_once():
    wanted = case(["I live in Porto."], holds=[{"slots": ["home", None], "values": ["Porto"]}])
    found = graded(wanted, fact("I live in Porto", "home", "Porto"), fact("I live in Porto"))
    assert (len(found.right), len(found.wrong)) == (1, 1)


def test_what_was_not_expected_is_wrong_and_in_a_trap_a_wrong_write():
    assert graded(case(["I am bored."], "small_talk"), fact("I am bored")).bad == []
    assert graded(case(["If I lived in Oslo?"], "hypothetical"), fact("I lived in Oslo", "home", "Oslo")).bad


def test_what_the_user_did_not_say_is_a_wrong_write_in_every_class():
    said_by_no_one = fact("I live in Oslo", "home", "Oslo", message="Nice weather in Oslo today")
    assert graded(case(["Nice weather in Oslo today"], "chatter"), said_by_no_one).bad


def test_a_secret_in_any_document_is_a_wrong_write():
    wanted = case(["My PIN is 4821"], "secret", unstored=["4821"])
    assert graded(wanted, stored='[{"reason": "4821"}]').bad == ["4821"]


def test_what_may_be_there_counts_neither_way_but_never_with_forbidden_words():
    free = case(["I live in Porto near Oslo street"], may=[home("Porto")], never=["Oslo"])
    assert graded(free, fact("I live in Porto", "home", "Porto")).passed
    assert graded(free, fact("I live in Porto near Oslo street", "home", "Porto")).wrong


def test_what_ended_must_have_been_written_and_hold_no_more():
    wanted = case(["I live in Porto.", "I moved to Rome."], ended=[home("Porto")])
    old = fact("I live in Porto", "home", "Porto")
    assert score(wanted, Outcome([old], [], [], "")).passed
    assert score(wanted, Outcome([old], [old], [], "")).kept
    assert score(wanted, Outcome([], [], [], "")).kept


def test_what_may_be_asked_about_instead_is_found_among_what_waits():
    wanted = case(["I run on Sundays."], holds=[{"has": ["run"], "either": True}])
    assert graded(wanted, pending=(fact("I run on Sundays"),)).passed


def test_a_date_that_the_product_writes_beside_words_does_not_hide_them():
    wanted = case(["每周四下午三点开会"], holds=[{"has": ["周四下午三点"]}])
    assert graded(wanted, fact("每周四(2026-03-05)下午三点开会")).passed


async def test_a_dialogue_is_played_as_turns_on_a_store_and_what_is_forgotten_is_gone(tmp_path: Path):
    wanted = case(
        ["I live in Aarhus and I'm vegan.", "Forget that I live in Aarhus."],
        "forget",
        holds=[{"slots": ["diet"], "values": ["vegan"]}],
        ended=[home("Aarhus")],
        unstored=["Aarhus"],
    )
    async with open_sqlite_store(tmp_path / "store.db") as store:
        assert score(wanted, await play(wanted, store, by_rules)).passed


async def test_the_naive_memory_stores_what_it_should_not(tmp_path: Path):
    wanted = case(["If I lived in Norway, would I pay tax?"], "hypothetical")
    async with open_sqlite_store(tmp_path / "store.db") as store:
        assert score(wanted, await play(wanted, store, by_pronoun, write_all), says_it).bad


async def test_the_result_line_names_the_figures_and_says_one_only_when_all_are_right():
    good = await run([case(["I live in Porto."], holds=[home("Porto")])], RULES)
    line = "RESULT facts wrong_writes=0 precision=1.000 explicit_recall=1.000 statement_recall=1.000 cases=1"
    assert result_line(good) == line
    assert reached(good)
    missed = await run([case(["Lovely day."], holds=[home("Porto")])], RULES)
    assert figures(missed).stated == (0, 1)
    assert not reached(missed)
