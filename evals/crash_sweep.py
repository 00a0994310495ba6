"""Kills the agent and its consolidation at every write, on real storage, and checks what a retry makes of it.

    python -m evals.crash_sweep [--scenario NAME] [--backend NAME] [--every K] [--point N] [--again M]

Each point is a process of its own that ends with SIGKILL just before or just after one write: a batch of the store,
a checkpoint, a task's writes. Another process then opens what is left, retries as a client would (`memory/client.py`),
and checks that no acknowledged message is lost, none is said or answered twice, no fact is there twice, no tool
message is orphaned, summary and cursor fit the transcript, and all is as without the crash. At every third point that
process is killed too, at one of its own points, and a third one goes on.
"""

import argparse
import logging
import os
import random
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from evals.crash_fork import each_in_child, in_child
from evals.crash_house import Place
from evals.crash_points import Point, crash
from evals.crash_postgres import has_postgres, new_database
from evals.crash_scenarios import CHINESE, ENGLISH, SCENARIOS, START, TRADITIONAL, Scenario
from memory.core.extraction.extraction import extract
from memory.models.tokenizer import warm

BACKENDS = ("sqlite", "postgres")
AGAIN_EVERY = 3
"""Every so many points the recovery is killed too."""


@dataclass
class Row:
    """What came of one scenario on one backend."""

    scenario: str
    backend: str
    points: int = 0
    kills: int = 0
    anew: int = 0
    """Recorded answers that were made again; they stay in the transcript, beside the active path."""
    failures: list[str] = field(default_factory=list)

    def add(self, point: Point, result: dict[str, Any]) -> None:
        """Count what came of a point."""
        at = result.get("at", [])
        self.points += 1
        self.kills += len(at)
        self.anew += result.get("anew", 0)
        problems = result.get("problems") if "problems" in result else [result.get("error", "it ended without a word")]
        self.failures += [
            f"{point.command}\n    killed {' and '.join(at)}\n    {problem}" for problem in problems or ()
        ]


def sweep(scenario: Scenario, place: Place, chosen: argparse.Namespace) -> Row:
    """Kill at the chosen points of a scenario and return what came of it."""
    row = Row(scenario.name, place.backend)
    uncut = Point(scenario, place, 0)
    whole = in_child(lambda tell: crash(uncut, None, tell)).told[-1]
    if whole.get("problems", True):
        row.add(uncut, whole)
        return row
    points = [Point(scenario, place, chosen.point, chosen.again)]
    if chosen.point is None:
        points = list(_points(scenario, place, whole["points"], chosen.every))
    for point, ended in each_in_child(points, lambda p, tell: crash(p, whole["outcome"], tell), chosen.jobs):
        row.add(point, ended.told[-1] if ended.told else {})
    return row


def _points(scenario: Scenario, place: Place, count: int, every: int) -> Iterator[Point]:
    chance = random.Random(scenario.name)  # noqa: S311  # the same points each time, no secret
    for number in range(1, count + 1, every):
        again = chance.randint(1, count) if (number // every) % AGAIN_EVERY == 0 else 0
        yield Point(scenario, place, number, again)


def warm_up() -> None:
    """Do once what every child would have to do: load the encoding and what the rules need."""
    warm()
    for line in (ENGLISH, CHINESE, TRADITIONAL):
        source: Any = dict.fromkeys(("thread", "conversation", "message", "entry"), "")
        extract(line.text, source=source, observed_at=START.isoformat())
    logging.disable(logging.CRITICAL)  # what goes wrong after a kill is what the checks tell


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the sweep and return 1 if anything failed."""
    chosen = _parser().parse_args(arguments)
    begun, rows = time.monotonic(), list[Row]()
    warm_up()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="crash")))
        for place in _places(chosen.backend or BACKENDS, folder, stack):
            for name in chosen.scenario or SCENARIOS:
                rows.append(sweep(SCENARIOS[name], place, chosen))
                _show(rows[-1])
    failures = sum(len(row.failures) for row in rows)
    print(f"{sum(row.kills for row in rows)} kills in {time.monotonic() - begun:.0f} s")
    print(f"RESULT crashes points={sum(row.points for row in rows)} failures={failures}")
    return int(failures > 0)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scenario", action="append", choices=SCENARIOS)
    parser.add_argument("--backend", action="append", choices=BACKENDS)
    parser.add_argument("--every", type=int, default=1, help="only every so many points")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="points at once")
    parser.add_argument("--point", type=int, help="this point alone")
    parser.add_argument("--again", type=int, default=0, help="and this point of the recovery from it")
    return parser


def _places(backends: Sequence[str], folder: Path, stack: ExitStack) -> Iterator[Place]:
    for backend in backends:
        if backend == "sqlite":
            yield Place(backend, folder)
        elif has_postgres():
            yield Place(backend, folder, stack.enter_context(new_database()))
        else:
            print("postgres: skipped. Set TEST_POSTGRES_URI, or install the development extra, which brings a server.")


def _show(row: Row) -> None:
    counts = f"{row.points:>6} points{row.kills:>6} kills{row.anew:>5} anew{len(row.failures):>5} failures"
    print(f"{row.scenario:<16}{row.backend:<10}{counts}", flush=True)
    for failure in row.failures:
        print(f"  {failure}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
