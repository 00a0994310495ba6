import subprocess
import sys
from pathlib import Path

import pytest

from evals.bench_counting import CountError, count_errors, samples, us_per_kb, worst
from memory.core.tokens.token_estimate import FAMILIES, estimate_text
from memory.models.tokenizer import token_starts

ROOT = Path(__file__).parents[2]


def test_there_are_samples_of_every_kind_in_english_and_both_kinds_of_chinese():
    assert {"english_chat", "chinese_simplified", "chinese_traditional", "mixed", "code_python"} <= samples().keys()
    assert {"json_english", "json_chinese", "tables", "markdown", "other_scripts"} <= samples().keys()


def test_no_kind_is_off_by_a_tenth_or_counted_low_by_a_twentieth():
    count_error, under = worst(count_errors())
    assert count_error <= 0.10
    assert under <= 0.05


def test_every_kind_is_held_against_every_encoding():
    errors = count_errors({"a": "你好 hello", "b": "x = 1"})
    assert [(e.kind, e.family) for e in errors] == [(kind, family) for kind in "ab" for family in FAMILIES]


def test_the_worst_error_is_of_either_sign_and_too_low_only_of_one():
    high, low = CountError("a", "o200k_base", 100, 120), CountError("b", "o200k_base", 100, 97)
    assert worst([high, low]) == (pytest.approx(0.2), pytest.approx(0.03))
    assert worst([high])[1] == 0.0


def test_a_long_text_is_estimated_faster_than_it_is_counted():
    text = ("\n".join(samples().values()) * 10)[:200_000]
    token_starts("warm", "o200k_base")
    estimate = us_per_kb(lambda t: estimate_text(t, "o200k_base"), text)
    assert estimate < us_per_kb(lambda t: token_starts(t, "o200k_base"), text)


@pytest.mark.process
def test_the_command_prints_a_table_and_the_result_last(tmp_path: Path):
    mine = tmp_path / "我的.txt"
    mine.write_text("一些文字 some text\n" * 20, encoding="utf-8")
    done = subprocess.run(  # our own module
        [sys.executable, "-m", "evals.bench_counting", str(mine)],
        cwd=ROOT, capture_output=True, text=True, timeout=60, check=True,
    )  # fmt: skip
    lines = done.stdout.strip().splitlines()
    assert any(line.startswith("我的.txt") for line in lines)
    assert lines[-1].startswith("RESULT counting count_error=0.")
    assert " us_per_kb=" in lines[-1]
