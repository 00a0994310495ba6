"""What came out of the facts eval: figures by class, the dialogues that failed, the result line."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from evals.facts_cases import CLASSES, NEEDS, Item
from evals.facts_match import Score

TARGETS = {"wrong_writes": 0, "precision": 0.97, "explicit_recall": 0.98, "statement_recall": 0.85}
"""What rules and policy must reach on the half they were not tuned on: at most, then at least."""


@dataclass(frozen=True)
class Figures:
    """The figures of some dialogues."""

    cases: int
    passed: int
    right: int
    wrong: int
    bad: int
    explicit: tuple[int, int]
    """Facts found and expected, of those the user asked to remember."""
    stated: tuple[int, int]
    """… of all others that should hold."""
    asked: tuple[int, int]
    """Proposals that wait, and that should."""
    ended: tuple[int, int]
    """Facts that were written and ended, and that should have been."""

    @property
    def precision(self) -> float:
        """Share of what was written that was expected."""
        return _share((self.right, self.right + self.wrong))


def figures(scores: Sequence[Score]) -> Figures:
    """Return the figures of some dialogues together."""
    found = [item for s in scores for item in s.found]
    missed = [item for s in scores for item in s.missed]
    asked, ended = (sum(len(getattr(s.case.expect, name)) for s in scores) for name in ("asked", "ended"))
    return Figures(
        cases=len(scores),
        passed=sum(s.passed for s in scores),
        right=sum(len(s.right) for s in scores),
        wrong=sum(len(s.wrong) for s in scores),
        bad=sum(len(s.bad) for s in scores),
        explicit=_told(found, missed, explicit=True),
        stated=_told(found, missed, explicit=False),
        asked=(asked - sum(len(s.unasked) for s in scores), asked),
        ended=(ended - sum(len(s.kept) for s in scores), ended),
    )


def _told(found: Iterable[Item], missed: Iterable[Item], *, explicit: bool) -> tuple[int, int]:
    hits, misses = (sum(item.explicit is explicit for item in items) for items in (found, missed))
    return hits, hits + misses


def counted(scores: Iterable[Score]) -> list[Score]:
    """Return the scores of dialogues that wait for nothing the product cannot do yet."""
    return [s for s in scores if not s.case.needs]


def table(title: str, scores: Sequence[Score]) -> str:
    """Return the figures of some dialogues by class, and together."""
    head = ["class", "cases", "passed", "right", "wrong", "wrong writes", "explicit", "stated", "asked", "ended"]
    groups = [(group, [s for s in scores if s.case.group == group]) for group in CLASSES]
    rows = [_row(group, figures(own)) for group, own in groups if own]
    rows.append(_row("all", figures(scores)))
    return f"{title}\n" + _aligned([head, *rows])


def summary(title: str, scores: Sequence[Score]) -> str:
    """Return the figures of some dialogues in one line."""
    return f"{title}: {_figures_text(figures(scores))}"


def waiting(scores: Iterable[Score]) -> str:
    """Return how the dialogues do that wait for something, by what they wait for."""
    lines: list[str] = []
    listed = [s for s in scores if s.case.needs]
    for need, meaning in NEEDS.items():
        own = [s for s in listed if need in s.case.needs]
        if own:
            bad = sum(len(s.bad) for s in own)
            lines.append(f"  {need}: {sum(s.passed for s in own)}/{len(own)} passed, wrong writes {bad} ({meaning})")
    return "counted apart, for what they need is not there yet:\n" + "\n".join(lines) if lines else ""


def failures(scores: Iterable[Score]) -> str:
    """Return each dialogue that failed, what it says and what is amiss."""
    lines: list[str] = []
    for s in scores:
        if s.passed:
            continue
        waits = f", needs {' '.join(s.case.needs)}" if s.case.needs else ""
        lines.append(f"FAILED {s.case.id}{waits}")
        lines += [f"  {message.role}: {message.content!r}" for message in s.case.messages]
        for name in ("missed", "unasked", "kept"):
            lines += [f"  {name}: {_item(item)}" for item in getattr(s, name)]
        lines += [f"  wrong: {text!r}" for text in s.wrong]
        lines += [f"  wrong write: {text!r}" for text in s.bad]
    return "\n".join(lines)


def result_line(scores: Sequence[Score]) -> str:
    """Return the last line."""
    return f"RESULT facts {_figures_text(figures(scores))}"


def reached(scores: Sequence[Score]) -> bool:
    """Tell whether the figures are as good as they must be."""
    own = figures(scores)
    return (
        own.bad <= TARGETS["wrong_writes"]
        and own.precision >= TARGETS["precision"]
        and _share(own.explicit) >= TARGETS["explicit_recall"]
        and _share(own.stated) >= TARGETS["statement_recall"]
    )


def _figures_text(own: Figures) -> str:
    shares = {
        "precision": (own.right, own.right + own.wrong),
        "explicit_recall": own.explicit,
        "statement_recall": own.stated,
    }
    told = " ".join(f"{name}={_share(share):.3f}" for name, share in shares.items())
    return f"wrong_writes={own.bad} {told} cases={own.cases}"


def _row(name: str, own: Figures) -> list[str]:
    counts = [own.cases, own.passed, own.right, own.wrong, own.bad]
    return [name, *map(str, counts), *(_of(pair) for pair in (own.explicit, own.stated, own.asked, own.ended))]


def _of(pair: tuple[int, int]) -> str:
    return f"{pair[0]}/{pair[1]}" if pair[1] else "-"


def _share(pair: tuple[int, int]) -> float:
    """Return a share, rounded down so that it says 1.000 only when it is; 1 of nothing."""
    return int(1000 * pair[0] / pair[1]) / 1000 if pair[1] else 1.0


def _item(item: Item) -> str:
    return str(item.model_dump(exclude_defaults=True))


def _aligned(rows: Sequence[Sequence[str]]) -> str:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    return "\n".join([lines[0], "-" * len(lines[0]), *lines[1:]])
