"""What a process group holds of its machine, and how that grows; read from /proc, so on Linux alone."""

import os
import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

PROC = Path("/proc")
WARM_UP = 1 / 3
"""Share of the samples at the beginning that is left out: imports, first connections, caches that fill."""


@dataclass(frozen=True)
class Sample:
    """One look at a running server."""

    turns: int
    """Finished so far."""
    rss_mb: float
    """Resident memory of all its processes."""
    fds: int
    """Their open files, sockets and pipes."""


@dataclass(frozen=True)
class Growth:
    """What grew after the warm-up."""

    rss_mb_per_1000_turns: float
    fds: float
    turns: int
    """All of them, the warm-up too."""


def look(group: int, turns: int) -> Sample:
    """Return a sample of the processes of a group."""
    processes = [path for path in PROC.iterdir() if path.name.isdigit() and _group_of(path) == group]
    return Sample(turns, sum(map(_rss_mb, processes)), sum(map(_open_files, processes)))


def growth(samples: Sequence[Sample]) -> Growth:
    """Return the slope of memory over turns (least squares), and by how much the open files of the last quarter
    exceed those of the first one after the warm-up.

    Raises ValueError: fewer than eight samples, or turns that do not advance.
    """
    kept = list(samples)[int(len(samples) * WARM_UP) :]
    quarter = len(kept) // 4
    if quarter == 0 or len(samples) < 8 or kept[0].turns == kept[-1].turns:  # noqa: PLR2004  # as told above
        raise ValueError(f"{len(samples)} samples over {samples[-1].turns if samples else 0} turns: soak for longer")
    slope = statistics.linear_regression([s.turns for s in kept], [s.rss_mb for s in kept]).slope
    first, last = (statistics.mean(s.fds for s in part) for part in (kept[:quarter], kept[-quarter:]))
    return Growth(1000 * slope, last - first, samples[-1].turns)


def _group_of(process: Path) -> int | None:
    try:
        return os.getpgid(int(process.name))
    except ProcessLookupError:  # it ended meanwhile
        return None


def _rss_mb(process: Path) -> float:
    try:
        pages = int((process / "statm").read_text().split()[1])
    except OSError:  # it ended meanwhile
        return 0.0
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def _open_files(process: Path) -> int:
    try:
        return len(os.listdir(process / "fd"))  # noqa: PTH208  # names alone, no paths
    except OSError:  # it ended meanwhile
        return 0
