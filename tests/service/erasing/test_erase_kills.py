"""An erase that is killed after any of its writes goes on, when a server starts or when it is asked for again."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from support.erase_killed import SAMPLE

TESTS = Path(__file__).parents[2]

pytestmark = [pytest.mark.process, pytest.mark.skipif(sys.platform == "win32", reason="forks")]


def killed_at_each_point(folder: Path, *what: str) -> list[dict[str, Any]]:
    """Run the child; what it tells of each point."""
    ran = subprocess.run(
        [sys.executable, "-m", "support.erase_killed", str(folder), *what],
        cwd=folder,
        env={"PYTHONPATH": f"{TESTS.parent}:{TESTS}", "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    return [json.loads(line) for line in ran.stdout.splitlines()]


@pytest.mark.parametrize("what", ["user", "conversation"])
def test_killed_after_any_write_it_goes_on_until_no_byte_is_left(tmp_path: Path, what: str):
    told = killed_at_each_point(tmp_path, what)
    assert [t["left"] for t in told] == [[]] * len(told)
    assert [t["died"] for t in told] == [True] * (len(told) - 1) + [False]
    assert len(told) > (8 if what == "user" else 3)
    assert len({t["bob"] for t in told}) == 1
    assert {t["ann"] == "[]" for t in told} == {what == "user"}


@pytest.mark.postgres
def test_killed_on_postgres_it_goes_on_until_no_row_is_left(tmp_path: Path, postgres_uri: str):
    told = killed_at_each_point(tmp_path, "user", postgres_uri)
    assert [(t["left"], t["ann"], t["died"]) for t in told] == [([], "[]", True)] * len(SAMPLE)
