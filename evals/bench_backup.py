"""What a backup and its restore cost, and that the memory they take does not grow with what they hold.

Each command runs in a process of its own, of which time, processor time and the peak of its memory are measured, once
on 1,000 entries and once on all. A restore is also killed when half is written, and run again. Beside it stands a plain
copy (`bench_backup_plain.py`), which does less. The exit code is 1 where memory grew.
"""

import argparse
import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, nullcontext
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import psycopg
from langgraph.store.base import BaseStore

from evals.bench_recall_scale_talk import sentence
from evals.crash_postgres import has_postgres, new_database
from memory.core.extraction.extraction import extract
from memory.core.facts.facts import Source
from memory.core.ids import thread_id_for, user_root
from memory.core.transcript.entries import Entry, Message, make_entry, place_of
from memory.core.transcript.transcript_docs import make_thread_record
from memory.storage.facts import write_memory
from memory.storage.location import STORE_FILE
from memory.storage.opening import open_store
from memory.storage.transcript_write import append

USERS = 20
THREAD_ENTRIES = 100
SMALL = 1_000
GROWTH_MB = 64
"""What a command may take on all entries beyond what it takes on 1,000: buffers that a small file does not fill."""
FACTS = ("I live in Lisbon.", "I like green tea.", "我喜欢爬山。", "我對花生過敏。")
START = datetime(2026, 1, 1, tzinfo=UTC)
_COUNT = "SELECT count(*) FROM store"
_LOOK = 0.2  # seconds between two looks at how much is restored


@dataclass(frozen=True)
class Cost:
    """What a process took."""

    seconds: float
    cpu: float
    """Seconds of processor time."""
    peak_mb: float


@dataclass(frozen=True)
class Figures:
    """What was measured on one store of one size."""

    entries: int
    file_mb: float
    backup: Cost
    restore: Cost
    resumed: Cost
    """A restore that goes on after one that was killed when half was written."""
    plain_mb: float
    copy: Cost
    back: Cost

    @property
    def peak_mb(self) -> float:
        """Return the most that any of our commands took."""
        return max(self.backup.peak_mb, self.restore.peak_mb, self.resumed.peak_mb)


@dataclass(frozen=True)
class Place:
    """Where memory lies: a folder or, with a URI, a database."""

    folder: Path
    uri: str | None

    @property
    def env(self) -> dict[str, str]:
        """Return the environment of a command that works there."""
        own = {"HOLDFAST_DATA": str(self.folder), "HOLDFAST_DATABASE_URI": self.uri or "", "HOLDFAST_SECRET": "bench"}
        return {**os.environ, **own}

    @property
    def store(self) -> str:
        """Return what the plain copy takes."""
        return self.uri or str(self.folder / STORE_FILE)

    def documents(self) -> int:
        """Return how many documents there are, 0 where there is no store yet."""
        try:
            with closing(psycopg.connect(self.uri) if self.uri else sqlite3.connect(self.store, timeout=30)) as conn:
                (count,) = conn.execute(_COUNT).fetchone() or (0,)
                return int(count)
        except (sqlite3.OperationalError, psycopg.errors.UndefinedTable):
            return 0


async def fill(store: BaseStore, entries: int) -> None:
    """Write conversations of many users, in English and Chinese, with a few facts each."""
    for user in range(USERS):
        name, root = f"user-{user}", user_root(f"user-{user}", 0)
        for first in range(0, entries // USERS, THREAD_ENTRIES):
            thread = thread_id_for(name, 0, str(first))
            path = _talk(thread, user * entries + first, min(THREAD_ENTRIES, entries // USERS - first))
            record = make_thread_record(thread, str(first), START)
            await append(store, root, thread, path, head=place_of(path[-1]), record=record)
        source: Source = {"thread": thread, "conversation": "0", "message": "m", "entry": path[0]["key"]}
        found = [fact for text in FACTS for fact in extract(text, source=source, observed_at=START.isoformat())]
        approved = [{**fact, "approved_at": START.isoformat()} for fact in found]
        await write_memory(store, root, version="1", assertions=approved)  # type: ignore[arg-type]  # as approved


def _talk(thread: str, number: int, count: int) -> list[Entry]:
    path: list[Entry] = []
    for at in range(number, number + count):
        message: Message = {"id": f"m{at}", "role": "assistant" if at % 2 else "user", "content": sentence(at).text}
        parent = place_of(path[-1]) if path else None
        path.append(make_entry(message, thread, parent, START + timedelta(seconds=at - number)))
    return path


def run(arguments: list[str], place: Place) -> Cost:
    """Run a Python module to its end. Raises RuntimeError: it failed."""
    began = time.perf_counter()
    process = _started(arguments, place)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise RuntimeError(f"{' '.join(arguments)} ended with {process.returncode}")
    return Cost(time.perf_counter() - began, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


def _started(arguments: list[str], place: Place) -> "subprocess.Popen[bytes]":
    return subprocess.Popen([sys.executable, "-m", *arguments], env=place.env, stdout=subprocess.DEVNULL)  # noqa: S603


def kill_midway(arguments: list[str], place: Place, documents: int) -> None:
    """Run a restore and kill it when half of so many documents are there."""
    process = _started(arguments, place)
    while process.poll() is None and place.documents() < documents // 2:
        time.sleep(_LOOK)
    process.send_signal(signal.SIGKILL)
    process.wait()


def measure(folder: Path, backend: str, entries: int) -> Figures:
    """Fill a store, back it up and restore it elsewhere, both ways."""
    file, plain = folder / "b.holdfast", folder / "plain.gz"
    with _place(folder / "here", backend) as here:
        os.environ |= {name: here.env[name] for name in ("HOLDFAST_DATA", "HOLDFAST_DATABASE_URI", "HOLDFAST_SECRET")}
        asyncio.run(_filled(entries))
        backup = run(["memory.cli", "backup", "--all", str(file)], here)
        copied = run(["evals.bench_backup_plain", f"copy_{backend}", here.store, str(plain)], here)
        documents = here.documents()
    restoring = ["memory.cli", "restore", str(file), "--yes"]
    with _place(folder / "there", backend) as there:
        restored = run(restoring, there)
    with _place(folder / "killed", backend) as killed:
        kill_midway(restoring, killed, documents)
        resumed = run(restoring, killed)
    with _place(folder / "plain", backend) as other:
        back = run(["evals.bench_backup_plain", f"back_{backend}", str(plain), other.store], other)
    sizes = (file.stat().st_size / 1e6, plain.stat().st_size / 1e6)
    return Figures(entries, sizes[0], backup, restored, resumed, sizes[1], copied, back)


@contextmanager
def _place(folder: Path, backend: str) -> Iterator[Place]:
    folder.mkdir(parents=True)
    with new_database() if backend == "postgres" else nullcontext() as uri:
        yield Place(folder, uri)


async def _filled(entries: int) -> None:
    async with open_store() as store:
        await fill(store, entries)


def rows(backend: str, small: Figures, large: Figures) -> list[str]:
    """Return the table of one store."""
    lines = [f"{backend:<34}{'seconds':>10}{'CPU':>10}{'peak MB':>10}{'at 1,000':>10}{'file MB':>10}"]
    for name, of, size in (
        ("backup", "backup", large.file_mb),
        ("restore, proven", "restore", None),
        ("restore after a kill at half", "resumed", None),
        ("plain copy, packed", "copy", large.plain_mb),
        ("plain copy back", "back", None),
    ):
        cost, before = getattr(large, of), getattr(small, of)
        packed = f"{size:>10.1f}" if size else ""
        numbers = f"{cost.seconds:>10.1f}{cost.cpu:>10.1f}{cost.peak_mb:>10.0f}{before.peak_mb:>10.0f}"
        lines.append(f"  {name:<32}{numbers}{packed}")
    return lines


def result(backend: str, small: Figures, large: Figures) -> str:
    """Return the line that machines read."""
    return (
        f"RESULT backup entries={large.entries} backup_s={large.backup.seconds:.1f} "
        f"restore_s={large.restore.seconds:.1f} peak_mb={large.peak_mb:.0f} file_mb={large.file_mb:.1f} "
        f"peak_mb_1000={small.peak_mb:.0f} resumed_s={large.resumed.seconds:.1f} store={backend}"
    )


def main() -> int:
    """Run the benchmark in a temporary folder; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--entries", type=int, default=100_000, help=f"at least {USERS}")
    parser.add_argument("--stores", default="postgres,sqlite", help="apart by commas")
    asked = parser.parse_args()
    told, grown = list[str](), False
    for backend in asked.stores.split(","):
        if backend == "postgres" and not has_postgres():
            print("postgres: left out, there is none here")
            continue
        with tempfile.TemporaryDirectory() as small_folder, tempfile.TemporaryDirectory() as folder:
            small = measure(Path(small_folder), backend, SMALL)
            large = measure(Path(folder), backend, asked.entries)
        print("\n".join(rows(backend, small, large)), flush=True)
        told.append(result(backend, small, large))
        grown = grown or large.peak_mb > small.peak_mb + GROWTH_MB
    print("\n".join(told))
    return int(grown)


if __name__ == "__main__":
    sys.exit(main())
