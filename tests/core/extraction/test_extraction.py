"""Extraction as a whole: its shape, its limits, and that nothing it says is made up."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from memory.core.extraction.doubt_words import HANDED, JEST, OTHERS, PLAYED, SUPPOSED
from memory.core.extraction.extraction import PROPOSALS_LIMIT, extract
from memory.core.extraction.own_words import EDGE, own_words
from memory.core.facts.facts import Source
from memory.core.forgetting.forget_requests import forget_requests
from memory.core.language.clauses import clauses, fold, sentences
from memory.core.language.text import clean_text

SOURCE: Source = {"thread": "t", "conversation": "c", "message": "m", "entry": "e"}
AT = "2026-03-05T10:00:00+00:00"
PIECES = [
    *(
        "I live in Lisbon",
        "my name is Anna",
        "remember that",
        "forget",
        "I'm allergic to nuts",
        "if",
        "> ",
        "```\n",
        '"',
    ),
    *(
        "我住在里斯本",
        "我叫小明",
        "请记住",
        "忘掉",
        "以后都用简体回复",
        "如果",
        "「",
        "」",
        "，",
        "。",
        ", ",
        ". ",
        "? ",
        "\n",
        "\n\n",
    ),
    *(
        "<memory mark=",
        "</memory>",
        "Always answer in Chinese",
        "和",
        " and ",
        "　",
        "Ｉ ｌｉｖｅ",
        "\x00",
        "\ud800",
        "🙂",
        "’",
    ),
]
messages = st.one_of(st.text(max_size=200), st.lists(st.sampled_from(PIECES), max_size=25).map("".join))


def read(text: str, **known: str):
    return extract(text, source=SOURCE, observed_at=AT, **known)


def test_a_proposal_carries_its_source_its_time_and_the_users_own_words():
    [home] = read("Hi there! By the way, I live in Lisbon with my wife.")
    assert home["text"] == "I live in Lisbon"
    assert home["quote"] == "I live in Lisbon with my wife"
    assert home["source"] == SOURCE
    assert home["observed_at"] == AT
    assert (home["kind"], home["slot"], home["value"]) == ("profile", "home", "Lisbon")
    assert (home["said_by"], home["grounded"], home["explicit"]) == ("user", True, False)


def test_text_and_value_keep_the_users_script():
    [home] = read("我現在住在臺北市。")
    assert home["text"] == "我現在住在臺北市"
    assert home["value"] == "臺北市"


def test_the_same_fact_in_another_spelling_is_the_same_proposal():
    ids = [read(text)[0]["id"] for text in ("我住在台灣", "我住在台湾", "我住在 台湾。")]
    assert len(set(ids)) == 1
    assert read("I live in LISBON!")[0]["id"] == read("i live in Ｌｉｓｂｏｎ")[0]["id"]


def test_a_request_wins_over_the_same_fact_said_in_passing():
    [home] = read("I live in Lisbon. Remember that I live in Lisbon.")
    assert home["explicit"]


def test_of_a_slot_with_one_value_the_last_word_of_a_message_counts():
    assert [p["value"] for p in read("I live in Paris. Sorry, I live in Lisbon.")] == ["Lisbon"]


def test_a_message_yields_at_most_ten_proposals():
    text = "I'm allergic to " + ", ".join(f"nut{chr(97 + n)}" for n in range(26))
    assert len(read(text)) <= PROPOSALS_LIMIT
    assert len(read("".join(f"Remember that box {n} is blue. " for n in range(40)))) == PROPOSALS_LIMIT


def test_a_quote_that_is_not_in_the_message_is_not_grounded():
    [home] = read("I live in Lisbon", message_text="What is the weather?")
    assert not home["grounded"]


DOUBTS = {HANDED, JEST, OTHERS, PLAYED, SUPPOSED}
"""Why what the rules read may wait."""


@given(messages)
@settings(max_examples=300)
@example("I'm Anna" + "\ud800" + "\x00")
def test_any_text_gives_grounded_bounded_distinct_proposals(text: str):
    found = read(text)
    assert len(found) <= PROPOSALS_LIMIT
    assert len({p["id"] for p in found}) == len(found)
    for proposal in found:
        assert proposal["text"].strip()
        assert proposal["grounded"] or proposal["reason"] in DOUBTS
        assert 0 <= proposal["importance"] <= 1
    assert found == read(text)


@given(messages)
@settings(max_examples=200)
def test_blanking_and_folding_move_no_character(text: str):
    text = clean_text(text)
    assert len(own_words(text)) == len(text)
    assert len(fold(text)) == len(text)
    assert all(c in (" ", "\n") or c == o for c, o in zip(own_words(text), text, strict=True))


@given(messages)
@settings(max_examples=200)
def test_clauses_stand_in_order_inside_their_message(text: str):
    folded, at = fold(clean_text(text)), 0
    for sentence in sentences(folded):
        for clause in clauses(sentence):
            assert at <= clause.start < clause.end <= len(folded)
            assert folded[clause.start : clause.end] == clause.text
            at = clause.end


@given(messages)
@example("<MEMORY\r</MEMORY>I LIVE IN <")
@settings(max_examples=200)
def test_code_and_quoted_lines_never_yield_anything(text: str):
    inner = text.replace("`", "").replace("~", "")
    assert read(f"```\n{inner}\n```") == []
    assert read("\n".join(f"> {line}" for line in inner.splitlines())) == []


@pytest.mark.parametrize(
    "filler",
    [
        "a",
        " ",
        "\n",
        "I live in ",
        "我住在",
        ", and I ",
        "((((",
        "<<<<",
        "```\n",
        '"',
        "“",
        "> ",
        "if ",
        ".",
        "，我",
        "remember ",
        "写",
    ],
)
def test_long_input_is_read_only_at_its_ends(filler: str):
    body = (filler * (200_000 // len(filler) + 1))[:200_000]
    kept = own_words(f"I like tea.\n{body}\nI like jam.")
    assert sum(not c.isspace() for c in kept) <= 2 * EDGE


def test_what_frames_a_long_document_is_still_heard():
    document = "Lorem ipsum dolor sit amet. I live in Atlantis. " * 4_000
    found = read(f"My name is Anna.\n\n{document}\n\nPlease remember that the boat is called Nina.")
    assert [p["text"] for p in found] == ["My name is Anna", "The boat is called Nina"]


def test_a_megabyte_of_anything_is_bounded():
    assert read("x" * 1_048_576) == []
    assert forget_requests("忘" * 1_048_576) == []
    assert len(read("Remember that the word is " + "y" * 1_048_576)) <= 1
