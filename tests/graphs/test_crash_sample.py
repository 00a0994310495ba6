"""A fixed sample of the crash sweep (`make crash-sweep` runs all of it), and that the sweep can fail."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from support.crash_broken import FAULTS
from support.in_process import House

from memory.core.ids import user_root
from memory.storage.facts import load_memory

ROOT = Path(__file__).parents[2]


def sweep(*arguments: str, module: str = "evals.crash_sweep", postgres: str = "") -> tuple[int, str]:
    """Run a sweep in a process of its own, since it forks; its exit code and what it printed."""
    env = {**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'tests'}", "TEST_POSTGRES_URI": postgres}
    command = [sys.executable, "-m", module, *arguments]
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, timeout=300, check=False)
    return done.returncode, done.stdout + done.stderr


def assert_held(code: int, told: str) -> None:
    assert code == 0, told
    assert int(re.findall(r"RESULT crashes points=(\d+) failures=0", told)[0]) > 0, told


@pytest.mark.process
def test_a_process_killed_at_a_write_loses_and_doubles_nothing_on_sqlite():
    scenarios = ("--scenario", "turn-en", "--scenario", "due", "--scenario", "consolidation")
    assert_held(*sweep(*scenarios, "--every", "97", "--backend", "sqlite"))


@pytest.mark.process
@pytest.mark.postgres
def test_a_process_killed_at_a_write_loses_and_doubles_nothing_on_postgres(postgres_server: str):
    scenarios = ("--scenario", "forget-zh", "--scenario", "consolidation")
    assert_held(*sweep(*scenarios, "--every", "113", "--backend", "postgres", postgres=postgres_server))


@pytest.mark.process
def test_the_sweep_finds_what_was_broken_on_purpose():
    arguments = ("--scenario", "turn-zh", "--backend", "sqlite", "--point", "30")
    _, told = sweep(*arguments, module="support.crash_broken")
    assert re.findall(r"^([\w-]+) (found|missed)$", told, re.MULTILINE) == [(fault, "found") for fault in FAULTS], told


@pytest.mark.parametrize("told", ["I live in CA1234.", "我住在CA1234。"])
async def test_what_a_killed_run_left_undone_after_its_answer_is_done_when_its_message_comes_again(
    house: House, told: str
):
    answer = await house.say(told, message_id="m", extract="off")
    assert not (await load_memory(house.store, user_root("ann", 0))).assertions
    for _ in range(2):
        restarted = House(house.store)
        assert await restarted.say(told, message_id="m") == answer
        (fact,) = (await load_memory(house.store, user_root("ann", 0))).assertions
        assert "CA1234" in fact["text"]
        assert await restarted.texts() == [told, answer]
