"""The last resort tells no false exact string, and keeps the room with many calls at once."""

import re

import pytest
from support.histories import call, message, result

from memory.core.language.shorten import head_and_tail
from memory.core.transcript.entries import Message, text_of
from memory.core.window.fenced_messages import with_result_fenced
from memory.core.window.last_resort import TOGETHER
from memory.core.window.told import SCAN_CHARS, exact_strings_in
from memory.core.window.window import fit_window
from memory.models.tokenizer import count_message, count_text

ORDERS = [f"RF-{n * 7919 % 10**8:08}" for n in range(400)]
SAYING = {
    "en": " ".join(f"order {o} pay ￥{int(o[3:]) * 13 % 10**7:,}.50." for o in ORDERS),
    "zh": "".join(f"訂單{o}支付￥{int(o[3:]) * 13 % 10**7:,}.50，已确认。" for o in ORDERS),
}
_EXACT = re.compile(r"￥[\d,]+(?:\.\d+)?|RF-\d+|(?<![\d,.])[\d,]+\.50")


@pytest.mark.parametrize("language", SAYING)
def test_no_exact_string_is_cut_in_two_wherever_the_cut_falls(language: str):
    text = SAYING[language]
    whole = set(_EXACT.findall(text))
    for room in range(400, 2_400, 97):
        shown = text_of(fit_window([message("u", "user", text)], room, count_message, count_text).messages[0])
        told = re.search(r"exact strings: (.*?); open_earlier", shown)
        assert told
        assert set(_EXACT.findall(shown)) <= whole
        assert set(told[1].split(" · ")) <= whole
        assert set(_EXACT.findall(head_and_tail(text, room, count_text, " … "))) <= whole


def test_what_the_note_tells_stands_in_the_middle_that_is_left_out():
    text = "plain words " * 300 + "code ZX-77812-Q " + "普通的话，" * 300
    shown = text_of(fit_window([message("u", "user", text)], 500, count_message, count_text).messages[0])
    assert shown.count("ZX-77812-Q") == 1


def test_a_string_at_the_end_of_what_is_scanned_is_whole():
    for before in range(SCAN_CHARS - 12, SCAN_CHARS + 1):
        found = [a.text for a in exact_strings_in("。" * before + "RF-00123456，好" + "。" * 500)]
        assert found == (["RF-00123456"] if before < SCAN_CHARS else [])


def test_many_calls_at_once_keep_the_room_as_their_results_share_a_fence():
    calls = [call(f"c{n}", q=f"{n}+1") for n in range(60)]
    results = [{**result(f"r{n}", f"c{n}", str(n + 1)), "name": "search"} for n in range(60)]
    history = [message("u", "user", "算一下 all"), message("a", "assistant", tool_calls=calls), *results]

    def sent(each: Message) -> int:
        return count_message(with_result_fenced(each, "secret"))

    window = fit_window(history, 2_000, sent, count_text)
    assert sum(map(sent, history)) > 3_000
    assert window.tokens == sum(map(sent, window.messages)) <= 2_000
    assert [m["id"] for m in window.messages] == [m["id"] for m in history]
    assert text_of(window.messages[2]).startswith(f"{TOGETHER}\n1. 1\n2. 2\n")
    assert text_of(window.messages[2]).endswith("60. 60")
    assert not any("exceeds" in note for note in window.notes)
