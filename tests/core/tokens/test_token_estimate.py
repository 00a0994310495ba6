import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory.core.tokens.token_estimate import FAMILIES, Family, estimate_text
from memory.models.tokenizer import token_starts

# Written for this file: neither the rates nor the benchmark's samples have seen these.
TEXTS = {
    "English": """Thanks for letting me know about the change of plan. I was going to leave after lunch anyway, so an
earlier train is no trouble at all. Could you check whether the hotel still has a room facing the garden? If they don't,
any quiet room will do, as long as it is not above the kitchen. Last time we could smell the onions until midnight.""",
    "simplified Chinese": """我妹妹下个月要去广州出差，想顺便吃几家地道的早茶店。她不太能吃辣，也不喜欢太甜的点心，
但是对虾饺和肠粉情有独钟。你能不能帮我整理一份名单，最好离地铁站近一点，早上七点之前就开门？
另外，她住的酒店在体育西路附近。""",
    "traditional Chinese": """媽媽說今年的年夜飯要在大姊家吃，叫我們下午四點以前到，順便幫忙貼春聯。
小朋友的紅包我已經準備好了，舅舅那邊還要不要另外包一份？聽說他最近身體不太舒服，去醫院檢查了好幾次，我想買一點營養品過去探望他。""",
    "mixed": """这个 bug 我昨天 reproduce 出来了：当用户在 checkout page 点两次 submit 的时候，
后端会 create two orders。
I think we should disable the button after the first click，同时在 API 层加一个 idempotency key，你觉得呢？""",
    "Python": '''class Ledger:
    def __init__(self, entries: list[Entry] | None = None) -> None:
        self._entries = sorted(entries or [], key=lambda entry: entry.booked_at)

    def balance(self, account: str, *, until: datetime | None = None) -> Decimal:
        """Return what the account holds, bookings after `until` left out."""
        total = Decimal("0.00")
        for entry in self._entries:
            if until is not None and entry.booked_at > until:
                break
            if entry.account == account:
                total += entry.amount if entry.side == "credit" else -entry.amount
        return total
''',
    "JSON": """{"id": "msg_01HZX", "role": "assistant", "created_at": "2026-05-19T08:41:07Z", "usage": {
"input_tokens": 4182,
"output_tokens": 96}, "content": [{"type": "text", "text": "Your parcel left the depot this morning."}, {"type":
"tool_use", "name": "track_parcel", "input": {"tracking_number": "JJD0099123", "carrier": "dhl", "notify": true}}]}""",
    "numbers": """2026-02-01 08:00  114.25  113.90  1,204,550\n2026-02-02 08:00  113.90  115.05  1,377,020
2026-02-03 08:00  115.05  112.40  2,019,800\n2026-02-04 08:00  112.40  112.75    986,340\n""",
}
SHORT_TEXT_OVER, SHORT_TEXT_UNDER = 0.15, 0.08
"""A text of some lines is further off than a kind of text as a whole."""
PIECES = st.sampled_from(
    [
        "the cat",
        "我住在里斯本",
        "我對花生過敏",
        "def f(x):",
        '{"a": 12}',
        "12345",
        "😀",
        "é",
        "Привет",
        " ",
        "\n",
        "",
        "zzz",
    ]
)


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("kind", TEXTS)
def test_an_estimate_is_near_the_exact_count_and_hardly_under_it(kind: str, family: Family):
    text = TEXTS[kind] * 2
    error = estimate_text(text, family) / len(token_starts(text, family)) - 1
    assert -SHORT_TEXT_UNDER <= error <= SHORT_TEXT_OVER


def test_chinese_costs_more_where_the_vocabulary_has_fewer_chinese_words():
    chinese, english = TEXTS["simplified Chinese"], TEXTS["English"]
    assert estimate_text(chinese, "cl100k_base") > 1.3 * estimate_text(chinese, "o200k_base")
    assert estimate_text(english, "cl100k_base") == pytest.approx(estimate_text(english, "o200k_base"), rel=0.05)


def test_another_latin_language_costs_more_a_letter_than_english():
    polish = "Zebranie przesunieto na czwartek, bo wiele osob jeszcze nie wrocilo z urlopu nad morzem. "
    english = "The meeting was moved to Thursday, since so many have not yet returned from the seaside. "
    per_char = [estimate_text(text * 5, "o200k_base") / len(text) for text in (polish, english)]
    assert per_char[0] > 1.2 * per_char[1]


def test_nothing_is_no_token_and_anything_at_least_one():
    assert estimate_text("", "o200k_base") == 0
    assert estimate_text(" ", "cl100k_base") == 1


@pytest.mark.parametrize(("digits", "groups"), [("1", 1), ("123", 1), ("1234", 2), ("123456789", 3)])
def test_digits_are_taken_by_threes_or_one_by_one(digits: str, groups: int):
    text = f"{digits}\n" * 200
    by_threes, singly = (estimate_text(text, "o200k_base", single_digits=single) for single in (False, True))
    assert singly - by_threes == pytest.approx(1.02 * 200 * (len(digits) - groups), rel=0.02, abs=8)


@settings(max_examples=200)
@given(st.text(max_size=400), st.sampled_from(FAMILIES))
def test_any_text_has_an_estimate_that_is_not_negative(text: str, family: Family):
    assert estimate_text(text, family) >= (1 if text else 0)


def test_lone_surrogates_nul_and_what_no_standard_assigns_have_an_estimate():
    assert estimate_text("a\x00b\ud800c\U0010ffff\U000e0041", "o200k_base") > 0


@settings(max_examples=200)
@given(
    st.lists(PIECES, max_size=30).map("".join), st.lists(PIECES, max_size=30).map("".join), st.sampled_from(FAMILIES)
)
def test_two_texts_joined_cost_about_what_they_cost_apart(first: str, second: str, family: Family):
    apart = estimate_text(first, family) + estimate_text(second, family)
    joined = estimate_text(first + second, family)
    assert joined == pytest.approx(apart, rel=0.3, abs=6)


@settings(max_examples=200)
@given(st.lists(PIECES, max_size=30).map("".join), PIECES, st.sampled_from(FAMILIES))
def test_a_longer_text_never_costs_less_by_more_than_a_little(text: str, more: str, family: Family):
    assert estimate_text(text + more, family) >= 0.9 * estimate_text(text, family) - 2


@pytest.mark.parametrize("unit", ["a", "A", " ", "\n", "!", "中", "😀", "\u0301", "'s", "aA", "  x", "1", "\ud800"])
def test_pathological_repetition_costs_time_in_proportion(unit: str):
    def seconds(length: int) -> float:
        start = time.process_time()
        estimate_text(unit * (length // len(unit)), "o200k_base")
        return time.process_time() - start

    estimate_text("load the tables first", "o200k_base")
    shorter = min(seconds(250_000) for _ in range(3))
    assert min(seconds(2_000_000) for _ in range(2)) < 8 * 6 * shorter + 0.1


def test_a_text_of_several_blocks_costs_what_its_parts_cost():
    unit = "My flight is TP443. 我的航班是TP443，别忘了。\n"
    many = 600_000 // len(unit)
    assert estimate_text(unit * many, "cl100k_base") == pytest.approx(
        estimate_text(unit * 100, "cl100k_base") * many / 100, rel=0.01
    )
