"""How far the estimate of tokens is from the exact count, by kind of text and encoding, and what it costs.

    python -m evals.bench_counting
    python -m evals.bench_counting FILE...    also texts of your own, each a kind of its own

The samples (`evals/count_samples`, one file a kind) were written for this; no rate was counted on them, though their
errors told which classes of characters and kinds of text were still missing. Each encoding is held against the estimate
for vocabularies like it, uncorrected by any report of a provider.
"""

import argparse
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from memory.core.tokens.token_estimate import FAMILIES, Family, estimate_text
from memory.models.tokenizer import token_starts, warm

SAMPLES = Path(__file__).parent / "count_samples"
TIMED_CHARS = 200_000
"""Characters of all samples repeated on which the time is taken."""
ROUNDS = 5


@dataclass(frozen=True)
class CountError:
    """One kind of text, counted and estimated."""

    kind: str
    family: Family
    exact: int
    """Tokens."""
    estimate: int

    @property
    def error(self) -> float:
        """Relative error; below 0 the estimate is too low."""
        return self.estimate / self.exact - 1


def count_errors(texts: Mapping[str, str] | None = None) -> list[CountError]:
    """Return how far the estimate is off for each kind of text (None: the samples) and each encoding."""
    found = texts if texts is not None else samples()
    return [
        CountError(kind, family, len(token_starts(text, family)), estimate_text(text, family))
        for kind, text in found.items()
        for family in FAMILIES
    ]


def worst(errors: list[CountError]) -> tuple[float, float]:
    """Return the worst absolute error, and the worst by which an estimate is too low; both as positive shares."""
    return max(abs(e.error) for e in errors), max(0.0, *(-e.error for e in errors))


def samples() -> dict[str, str]:
    """Return the samples by kind."""
    return {path.stem: path.read_text(encoding="utf-8") for path in sorted(SAMPLES.glob("*.txt"))}


def us_per_kb(count: Callable[[str], object], text: str) -> float:
    """Return the microseconds `count` takes for 1,024 characters of `text`, the best of some rounds."""
    best = float("inf")
    for _ in range(ROUNDS):
        start = time.perf_counter()
        count(text)
        best = min(best, time.perf_counter() - start)
    return best * 1e6 / (len(text) / 1024)


def main() -> None:
    """Print errors, times and the result line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE")
    files: list[Path] = parser.parse_args().files
    errors = count_errors(samples() | {path.name: path.read_text(encoding="utf-8") for path in files})
    print_errors(errors)
    for family in FAMILIES:
        warm(family)
    text = "\n".join(samples().values())
    text = (text * (TIMED_CHARS // len(text) + 1))[:TIMED_CHARS]
    estimated, exact = (us_per_kb(partial(way, family=FAMILIES[0]), text) for way in (estimate_text, token_starts))
    print(f"\nestimate {estimated:.0f} us per 1,024 characters, exact count {exact:.0f} us")
    count_error, under = worst(errors)
    print(f"RESULT counting count_error={count_error:.3f} under={under:.3f} us_per_kb={estimated:.1f}")


def print_errors(errors: list[CountError]) -> None:
    """Print a line a kind of text: exact count, estimate and error under each encoding."""
    print(f"{'kind':24}" + "".join(f"{family:>14}{'estimate':>10}{'error':>8}" for family in FAMILIES))
    by_kind: dict[str, list[CountError]] = {}
    for error in errors:
        by_kind.setdefault(error.kind, []).append(error)
    for kind, both in by_kind.items():
        print(f"{kind:24}" + "".join(f"{e.exact:>14,}{e.estimate:>10,}{e.error:>+8.1%}" for e in both))


if __name__ == "__main__":
    main()
