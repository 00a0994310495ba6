"""The sentences of `why`: whole in both languages."""

import string
import tomllib
from pathlib import Path

import pytest

from memory.core.why.policy_reasons import IN_CHINESE, decision_reason
from memory.core.why.why_words import REASONS, WORDS, reason, step

POLICY = Path(__file__).parents[3] / "memory" / "policy.toml"


def gaps(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("table", [WORDS, REASONS], ids=["words", "reasons"])
def test_both_languages_have_the_same_gaps(table: dict[str, tuple[str, str]]):
    assert [name for name, (english, chinese) in table.items() if gaps(english) != gaps(chinese)] == []


def test_what_fills_a_gap_is_never_read_as_a_gap_and_never_changed():
    one = step("zh-Hant", "said_erased", quote="{conversation} 后面")
    assert one["told"] == "你在一段已清除的對話裡說過：“{conversation} 后面”"
    assert reason("en", "a reason of {their} own") == "a reason of {their} own"


def test_every_reason_of_the_policy_is_told_in_chinese_too():
    rows = tomllib.loads(POLICY.read_text())["row"]
    assert {row["reason"] for row in rows} <= set(IN_CHINESE)
    assert decision_reason("zh", "an operator's reason") == "an operator's reason"
    assert decision_reason("zh-Hant", "the user asked for it") == "你要求記住"
