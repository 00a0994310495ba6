"""A standing instruction ends when the user lifts it in other words than its own."""

import pytest

from memory.core.extraction.changes import changes, may_change
from memory.core.extraction.extraction import extract
from memory.core.facts.facts import Source

AT = "2026-03-05T10:00:00+00:00"


def source(message: str) -> Source:
    return {"thread": "t", "conversation": "c", "message": message, "entry": message}


@pytest.mark.parametrize(
    ("instruction", "lifts"),
    [
        ("Never suggest meat dishes.", "You can suggest meat again."),
        ("Answer in German from now on.", "Stop answering in German, English please."),
        ("Use bullet points in every answer.", "You don't need to use bullet points anymore."),
        ("以后回答都简短一点。", "不用再简短回答了"),
        ("以後都用英文回覆我。", "別再用英文回覆了，用中文吧"),
    ],
)
def test_what_lifts_an_instruction_ends_it(instruction: str, lifts: str):
    held = extract(instruction, source=source("1"), observed_at=AT)
    assert [fact["kind"] for fact in held] in (["instruction"], ["preference"])
    assert may_change(lifts)
    ended = changes(lifts, held, before="1", source=source("2"), observed_at=AT)
    assert [fact.get("retracts") for fact in ended] == [held[0]["id"]]


@pytest.mark.parametrize(
    "text", ["You can suggest fish again.", "Can you suggest meat again?", "I can eat meat again", "可以了"]
)
def test_what_lifts_something_else_ends_nothing(text: str):
    held = extract("Never suggest meat dishes.", source=source("1"), observed_at=AT)
    assert changes(text, held, before="1", source=source("2"), observed_at=AT) == []


@pytest.mark.parametrize("text", ["lmao I was joking, don't save that", "haha just messing with you", "逗你玩呢"])
def test_a_joke_taken_back_ends_what_the_message_before_told(text: str):
    held = extract("I live in Rome.", source=source("1"), observed_at=AT)
    older = extract("I love tea.", source=source("0"), observed_at=AT)
    ended = changes(text, [*older, *held], before="1", source=source("2"), observed_at=AT)
    assert [fact.get("retracts") for fact in ended] == [held[0]["id"]]


@pytest.mark.parametrize(
    ("text", "ended"),
    [
        ("I said I live in Lyon as a joke", ["I live in Lyon"]),
        ("I was only joking about Lyon", ["I live in Lyon"]),
        ("the bit about Lyon was a joke", ["I live in Lyon"]),
        ("I said I love tea as a joke", ["I love tea"]),
        ("我说我喜欢爬山是开玩笑的", ["我喜欢爬山"]),
        ("我剛才說我喜歡爬山是開玩笑的", ["我喜欢爬山"]),
        ("关于 Lyon 那句是开玩笑的", ["I live in Lyon"]),
        ("I said I live in Rome as a joke", []),
        ("I'm the king of Spain. Just kidding!", []),
        ("我是秦始皇，逗你玩的", []),
        ("Are you kidding?", []),
        ("He was joking about Lyon", []),
        ("他在开玩笑", []),
    ],
)
def test_a_joke_takes_back_what_it_names_and_nothing_where_it_is_about_itself_or_anothers(text: str, ended: list[str]):
    held = extract("I live in Lyon. I work at Acme. 我喜欢爬山", source=source("1"), observed_at=AT)
    older = extract("I love tea.", source=source("0"), observed_at=AT)
    found = changes(text, [*older, *held], before="1", source=source("2"), observed_at=AT)
    assert [fact.get("retracts") for fact in found] == [f["id"] for f in [*older, *held] if f["text"] in ended]
    assert may_change(text) or not ended
