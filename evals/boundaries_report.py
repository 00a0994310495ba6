"""What came out of the boundary evals: the table, the cases that failed and why, the result line."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from evals.boundaries_cases import BOUNDARIES, Boundary

WHY_CHARS = 700


@dataclass(frozen=True)
class Failure:
    """A grader that said no, or an evaluation that broke off."""

    grader: str
    why: str


@dataclass(frozen=True)
class Result:
    """One case against one target with one model."""

    boundary: Boundary
    case: str
    target: str
    model: str
    failures: tuple[Failure, ...]


def table(results: Sequence[Result]) -> str:
    """Return how many cases passed, by boundary, target and model."""
    columns = list(dict.fromkeys((r.target, r.model) for r in results))
    rows = [["boundary", *(f"{target}, {model}" for target, model in columns)]]
    for boundary in _boundaries(results):
        cells = [[r for r in results if (r.boundary, r.target, r.model) == (boundary, *column)] for column in columns]
        rows.append([boundary, *(f"{sum(not r.failures for r in cell)}/{len(cell)}" for cell in cells)])
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    return "\n".join([lines[0], "-" * len(lines[0]), *lines[1:]])


def failures(results: Iterable[Result]) -> str:
    """Return each case that failed with the graders that said no, and why."""
    lines: list[str] = []
    for result in results:
        if result.failures:
            lines.append(f"FAILED {result.case} ({result.boundary}; {result.target}, {result.model} model)")
            lines += [f"  {failure.grader}: {failure.why[:WHY_CHARS]}" for failure in result.failures]
    return "\n".join(lines)


def result_line(results: Sequence[Result]) -> str:
    """Return the last line: the share of runs that passed by boundary, and how many cases there are."""
    shares = [f"{boundary}={_share(boundary, results)}" for boundary in _boundaries(results)]
    return f"RESULT boundaries {' '.join(shares)} cases={len({r.case for r in results})}"


def all_passed(results: Sequence[Result]) -> bool:
    """Tell whether there were results and none failed."""
    return bool(results) and not any(result.failures for result in results)


def _boundaries(results: Sequence[Result]) -> list[Boundary]:
    return [boundary for boundary in BOUNDARIES if any(r.boundary == boundary for r in results)]


def _share(boundary: Boundary, results: Sequence[Result]) -> str:
    """Return a share that says 1.0 only when every run passed."""
    own = [result for result in results if result.boundary == boundary]
    passed = sum(not result.failures for result in own)
    return "1.0" if passed == len(own) else f"{min(passed / len(own), 0.999):.3f}"
