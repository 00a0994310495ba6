"""When a running summary is made anew, how texts are merged in steps, and how much the old one had lost."""

from collections.abc import Iterable, Sequence
from typing import Literal

from memory.core.anchors.anchors import as_anchor
from memory.core.defaults import DEFAULTS
from memory.core.summary.summary_docs import RULES, Summary
from memory.core.summary.summary_text import told_anchors

Anew = Literal["leaves", "transcript"]
"""What a summary is made anew from."""
_MUCH_REPAIRED = 0.7
"""Share of exact strings put back by code past which the transcript is read, and not the leaves alone."""
_RISEN = 0.1
"""How much further than last time it must have drifted for the transcript to be read again before its turn."""


def made_anew_from(summary: Summary, *, by_model: bool, owed: bool = True) -> Anew | None:
    """Return what a summary is to be made anew from by now, None: it is not due.

    `by_model`: a model can be asked. Without one, what a model wrote stays. Each failure doubles, triples … the wait.
    `owed`: what rules wrote for a model is to be written again; not in the run in which the model failed.
    """
    if not by_model and summary["by"] != RULES:
        return None
    wait = 1 + summary["failed"]
    if summary["turns"] >= DEFAULTS.recalibrate_turns * wait:
        return "transcript"
    if summary["folds"] >= DEFAULTS.recalibrate_folds * wait:
        return "transcript" if _past(_MUCH_REPAIRED, summary["repaired"], summary) else "leaves"
    return "leaves" if owed and by_model and owes_model(summary) else None


def is_adrift(summary: Summary) -> bool:
    """Tell whether a summary just made anew from its leaves shows that the one before had drifted too far.

    Then the transcript is read, unless it was on account of as much before: a poor model's summaries drift as far
    again, however often all is read anew.
    """
    return _past(DEFAULTS.drift_limit, summary["drift"], summary)


def drift_borne(before: Summary, drift: float) -> float:
    """Return how far a thread's summaries have drifted when the transcript is read anew; `drift`: as that shows it."""
    return max(before.get("borne", 0.0), before["drift"], before["repaired"], drift)


def carried_on(new: Summary, before: Summary, source: Anew) -> Summary:
    """Return a summary made anew with what it takes over from the one before it."""
    lost, whole = drift(before, new), source == "transcript"
    carried: Summary = {**new, "drift": lost, "turns": 0 if whole else before["turns"], "failed": before["failed"]}
    if whole:
        carried["borne"] = drift_borne(before, lost)
    elif "borne" in before:
        carried["borne"] = before["borne"]
    if "short" in before:
        carried["short"] = before["short"]
    return carried


def _past(limit: float, share: float, summary: Summary) -> bool:
    borne = summary.get("borne")
    return share > (limit if borne is None else max(limit, borne + _RISEN))


def owes_model(summary: Summary) -> bool:
    """Tell whether rules wrote what a model is to write again."""
    by_rules = summary["by"] == RULES or summary["fallbacks"] > 0
    return by_rules and summary["failed"] < DEFAULTS.fold_runs


def lost_share(told: Sequence[str], by: Sequence[str]) -> float:
    """Return the share of the exact strings of `told` that `by` does not tell, 0 to 1; both are texts."""
    wanted, held = normals(told), normals(by)
    return len(wanted - held) / len(wanted) if wanted else 0.0


def normals(texts: Iterable[str]) -> set[str]:
    """Return the normal forms of the exact strings in `texts`."""
    return {anchor.normal for text in texts for anchor in told_anchors(text)}


def told_by(summary: Summary) -> set[str]:
    """Return the normal forms of the exact strings that a summary tells, in its text or in its list."""
    return normals([summary["text"]]) | {as_anchor(text).normal for text in summary["exact"]}


def drift(old: Summary, new: Summary) -> float:
    """Return the share of the exact strings of a summary made anew that the one before it had lost, 0 to 1."""
    now = told_by(new)
    return len(now - told_by(old)) / len(now) if now else 0.0


def groups(sizes: Sequence[int], room: int) -> list[range]:
    """Return ranges of neighbours to be merged in one step: each of at most `room` tokens, but of two at the least.

    A last one may stand alone. Merged again and again, any number of texts becomes one.
    """
    found: list[range] = []
    start, taken = 0, 0
    for i, size in enumerate(sizes):
        if i - start >= 2 and taken + size > room:  # noqa: PLR2004  # two
            found.append(range(start, i))
            start, taken = i, 0
        taken += size
    return [*found, range(start, len(sizes))] if sizes else []
