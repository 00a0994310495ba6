"""What recall costs one user with many entries, 1,000 users beside, on SQLite and PostgreSQL.

    python -m evals.bench_recall_scale --sizes 200,2000,20000,200000 --stores sqlite,postgres

A store is written once, with a user of each size in it; each is measured in a process of its own, through what a turn
calls (`recall.recall`): the first question of a new process, warm questions, entries appended and asked for at once,
memory, what other users' turns notice meanwhile, and whether the items are those of a plain ranking of all entries
(`bench_recall_scale_scan`). Every stage is told as it ends. On two idle cores 200,000 entries take about five minutes a
store. PostgreSQL is the one at TEST_POSTGRES_URI, else one of the dev extra.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from evals.bench_recall_scale_measure import Measured
from evals.crash_postgres import has_postgres, new_database

SIZES = (200, 2_000, 20_000, 200_000)
STORES = ("sqlite", "postgres")
TARGET = 20_000
"""Entries at which 95 of 100 warm questions are to take less than 50 ms."""
_COLUMNS = {
    "entries": "entries",
    "p50_ms": "p50 ms",
    "p95_ms": "p95 ms",
    "cpu_ms": "CPU ms",
    "cpu_p95_ms": "CPU p95",
    "cold_ms": "cold ms",
    "ready_s": "ready s",
    "compared_s": "all s",
    "compared_cpu_s": "all CPU",
    "pause_ms": "pause ms",
    "others_p95_ms": "others ms",
    "rss_mb": "MB",
    "writes_s": "writes/s",
    "found": "found",
    "exact": "exact",
    "embeds_s": "embeds/s",
}
_KEY = """
p50, p95, CPU: of a warm question; CPU is the processor's time for it, which a busy machine does not change
cold: the first question of a process; ready, all: until passages are found, and compared by their stored vectors
pause: the longest the event loop was kept meanwhile; others: p95 of other users' recall meanwhile
MB: what the process grew by; writes/s: entries appended, each asked for on the next turn; found: of those
exact: of questions, whose items are those of a full scan
embeds/s: texts a second of the processor's time of which the model makes vectors; what has none is filled in at half
that rate, beside the turns. The vectors here were stored before: one for each distinct sentence, turned a little for
each of those that differ in a name or a number
"""


@contextmanager
def opened(store: str) -> Iterator[dict[str, str]]:
    """Yield the settings of a new, empty store."""
    if store == "postgres":
        with new_database() as uri:
            yield {"HOLDFAST_DATABASE_URI": uri}
        return
    with tempfile.TemporaryDirectory(prefix="recall-scale-") as folder:
        yield {"HOLDFAST_DATA": folder, "HOLDFAST_DATABASE_URI": ""}


def measure(store: str, sizes: Sequence[int]) -> Iterator[Measured]:
    """Yield what each size costs on one store."""
    with opened(store) as settings:
        for size in (0, *sizes):
            _run("fill", size, settings)
        for size in sizes:
            yield Measured(**json.loads(_run("measure", size, settings).splitlines()[-1]))


def row(found: Measured) -> str:
    """Return a line of the table."""
    return " ".join(f"{_told(getattr(found, name)):>{_width(title)}}" for name, title in _COLUMNS.items())


def result(found: dict[str, list[Measured]]) -> str:
    """Return the figures of every store at the size nearest to `TARGET`, and at every size how exact it was."""
    told = []
    for store, rows in found.items():
        near = min(rows, key=lambda one: abs(one.entries - TARGET))
        told.append(f"{store}_p95_ms@{near.entries}={near.p95_ms:.1f} {store}_cpu_ms={near.cpu_ms:.1f}")
    exact = min(one.exact for rows in found.values() for one in rows)
    return f"{' '.join(told)} exact={exact:.3f}"


def _run(work: str, size: int, settings: dict[str, str]) -> str:
    command = [sys.executable, "-m", "evals.bench_recall_scale_measure", work, str(size)]
    done = subprocess.run(command, env={**os.environ, **settings}, stdout=subprocess.PIPE, text=True, check=True)  # noqa: S603
    return done.stdout


def _told(value: float) -> str:
    return f"{value:,}" if isinstance(value, int) else f"{value:,.2f}" if value <= 1 else f"{value:,.1f}"


def _width(title: str) -> int:
    return max(len(title), 8)


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the tables and the result line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", default=",".join(map(str, SIZES)), help="entries, by comma")
    parser.add_argument("--stores", default=",".join(STORES), help="sqlite, postgres or both")
    asked = parser.parse_args(arguments)
    stores = [store for store in asked.stores.split(",") if store == "sqlite" or has_postgres()]
    found: dict[str, list[Measured]] = {}
    print(" ".join(f"{title:>{_width(title)}}" for title in _COLUMNS.values()), flush=True)
    for store in stores:
        print(f"{store} (load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores)", flush=True)
        for one in measure(store, [int(size) for size in asked.sizes.split(",")]):
            found.setdefault(store, []).append(one)
            print(row(one), *(f"\n    {text}" for text in one.degraded), flush=True)
    print(_KEY)
    print(f"RESULT recall_scale {result(found)}")


if __name__ == "__main__":
    main()
