"""What a soak calls flat, and that the process's own caches stay within their bounds."""

import subprocess
import sys
from itertools import pairwise
from subprocess import PIPE

import pytest
from support.in_process import House

from evals.soak_samples import Sample, growth, look
from memory.service.facts.fact_index import FACTS
from memory.service.recall.passage_search import CONVERSATIONS


def samples(mb_a_turn: float, fds_a_sample: float = 0.0) -> list[Sample]:
    """A minute of a server that warms up by 100 MB and then grows as told, unevenly."""
    seen = [Sample(n * 10, 100 + 10 * min(n, 10), 20) for n in range(10)]
    return seen + [
        Sample(n * 10, 200 + mb_a_turn * (n - 10) * 10 + n % 3, round(20 + fds_a_sample * (n - 10)))
        for n in range(10, 31)
    ]


def test_growth_after_the_warm_up_is_told_and_the_warm_up_is_not():
    assert growth(samples(0.0)).rss_mb_per_1000_turns == pytest.approx(0.0, abs=6)
    assert growth(samples(0.05)).rss_mb_per_1000_turns == pytest.approx(50.0, abs=6)
    assert growth(samples(0.0)).fds == 0
    assert growth(samples(0.0, fds_a_sample=2)).fds > 20


def test_a_soak_too_short_to_tell_is_refused():
    with pytest.raises(ValueError, match="soak for longer"):
        growth(samples(0.0)[:5])


def test_a_sample_counts_memory_and_open_files_of_a_process_group():
    code = "import os; held = [os.pipe() for _ in range(20)]; block = b'x' * 50_000_000; print(flush=True); input()"
    command = [sys.executable, "-c", code]
    with subprocess.Popen(command, stdin=PIPE, stdout=PIPE, start_new_session=True) as process:
        assert process.stdin
        assert process.stdout
        process.stdout.readline()
        seen = look(process.pid, turns=3)
        process.stdin.close()
    assert seen.fds >= 40
    assert seen.rss_mb > 50
    assert look(process.pid, turns=0) == Sample(0, 0, 0)


async def test_the_caches_of_users_hold_no_more_than_their_bound_however_many_come(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("HOLDFAST_MODEL", "offline")
    house, sizes = House(), list[tuple[int, int]]()
    for cache in (FACTS, CONVERSATIONS):
        monkeypatch.setattr(cache._held, "_users", 4)
    for number in range(12):
        user = f"user {number} 用户"
        await house.say("Remember that my flight is CA1234. 我住在里斯本。", f"t{number}", user)
        assert "CA1234" in await house.say("What is my flight?", f"again {number}", user)
        sizes.append((len(FACTS._held._of(house.store)), len(CONVERSATIONS._held._of(house.store))))
    assert sizes[-1] == (4, 4)
    assert all(before <= after <= (4, 4) for before, after in pairwise(sizes))
