"""What is only said in a doubtful frame waits with the reason; said plainly, or to be remembered, it does not."""

import pytest

from memory.core.extraction.doubt_words import HANDED, JEST, OTHERS, PLAYED, SUPPOSED
from memory.core.extraction.extraction import extract
from memory.core.facts.facts import Proposal, Source

SOURCE: Source = {"thread": "t", "conversation": "c", "message": "m", "entry": "e"}
DOUBTFUL = [
    ("I live in Lyon. Well, near Lyon.", JEST),
    ("I live in Lyon. Well, I used to.", JEST),
    ("I live in Lyon. Well, is it really Lyon?", JEST),
    ("I grew up in Nairobi, so this is cold for me haha", JEST),
    ("我在成都做会计，每天都很快乐🤣", JEST),
    ("我住桃園XD", JEST),
    ("I'm 29 (for the tenth time)", JEST),
    ("I drive a Ferrari... in Mario Kart", JEST),
    ("I'm vegan except for bacon", JEST),
    ("我毕业于北大……旁边的新东方", JEST),
    ("(in a gruff voice) my name is Joe. Who's asking?", PLAYED),
    ("Thou shalt know me, my name is Gareth", PLAYED),
    ("老夫自报家门，我住在终南山", PLAYED),
    ("My ideal life? I live in Kyoto", SUPPOSED),
    ("理想状态下，我住在海边", SUPPOSED),
    ("A sample case. I live in Oslo", SUPPOSED),
    ("on behalf of a friend - I live in Turin, can I get a visa?", OTHERS),
    ("She goes, I'm from Ohio, and then she boards the plane", OTHERS),
    ("My mate Dave: I'm a plumber, fair price?", OTHERS),
    ("Cons of this city: I hate heat.", SUPPOSED),
    ("Neighbourhood watch: I hate noise", OTHERS),
    ("替室友打听下。我住在杭州", OTHERS),
    ("I work at Nissan. Rewrite this as a formal sentence", HANDED),
    ("我在银行工作。主语是哪个", HANDED),
]
PLAIN = [
    "I grew up in Nairobi, so this is cold for me",
    "Quick background: I live in Oslo",
    "我的情况：我住在杭州",
    "hello there, my name's Jakub and I need help with a cover letter",
    "I'm 29 (and my sister is 31)",
    "I drive a Volvo... any tips?",
    "My sister lives in Bath, I live in York",
    "我的QQ是12345，我住在杭州",
    "use the new one from today: my email is tom@new.example",
    "My dog Rex says hi. I live in Oslo",
    "I live in Lyon. Well, it's raining today.",
    "I live in Lyon. Well, anyway, thanks a lot",
    "I live in Lyon. Well, what should I cook tonight?",
    "I live in Lyon. Well, could you suggest a bakery?",
    "我住在南京，在下周去上海",
    "我的母语是维吾尔语",
]


def read(text: str) -> list[Proposal]:
    return extract(text, source=SOURCE, observed_at="2026-03-05T10:00:00+00:00")


@pytest.mark.parametrize(("text", "reason"), DOUBTFUL)
def test_what_is_only_said_in_a_doubtful_frame_waits_with_the_reason(text: str, reason: str):
    told = read(text)
    assert told
    assert {(fact["grounded"], fact.get("reason")) for fact in told} == {(False, reason)}


@pytest.mark.parametrize("text", PLAIN)
def test_what_is_said_plainly_does_not_wait(text: str):
    told = read(text)
    assert told
    assert all(fact["grounded"] for fact in told)


@pytest.mark.parametrize(
    "text", ["Remember that I live in Oslo haha", "记住我住在杭州😂", "Note for later lol: I live in Oslo"]
)
def test_what_is_to_be_remembered_does_not_wait_for_what_stands_around_it(text: str):
    assert [fact["grounded"] for fact in read(text) if fact["explicit"]] == [True]


def test_a_statement_ahead_of_a_frame_is_the_speakers():
    told = read("I like chess. My ideal life? I live in Kyoto")
    assert {fact["value"]: fact["grounded"] for fact in told} == {"chess": True, "Kyoto": False}
