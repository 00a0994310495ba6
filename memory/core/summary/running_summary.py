"""The running summary of a thread: its predecessor and new leaves in bounded space, newest detail kept most.

Its text is a model's, or lines chosen by rules. Its exact strings are code's in either case: what the text does not
tell of what was folded, of what the summary told before, and of the thread's approved facts.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from memory.core.anchors.anchors import as_anchor, find_anchors
from memory.core.anchors.exact_strings import strings_tokens
from memory.core.defaults import DEFAULTS
from memory.core.language.shorten import CountText
from memory.core.summary.ranked_strings import Strings, kept_strings, stored_strings
from memory.core.summary.recalibration import lost_share, normals
from memory.core.summary.summary_docs import RULES, SUMMARY_SCHEMA, Leaf, Summary
from memory.core.summary.summary_edits import SummaryEdit, apply_edits, edited_exact, held_tokens
from memory.core.summary.summary_text import DATED, Line, read_lines, render_lines, told_anchors
from memory.core.summary.summary_words import ENGLISH, SIMPLIFIED, TRADITIONAL, words_for
from memory.core.transcript.utterances import clip
from memory.core.window.adoption import AdoptedSummary
from memory.core.window.shares import SHARES

USER_WORTH = 0.35
ANCHOR_WORTH = 0.25
"""What a user's line, and one with an exact string, is worth beside recency, which runs from 0 (oldest) to 1."""
STRINGS_A_LINE = 12
LEFT_OUT = 60
"""Exact strings without room that are listed, at most."""

_USERS = tuple(f"{words.roles['user']}: " for words in (ENGLISH, SIMPLIFIED, TRADITIONAL))
_SHORTEST_CLIP = 20
_AROUND = 60
"""Tokens of headings and fences around a summary in the window."""
_LEAST_EXACT, _LEAST_TEXT = 60, 100


@dataclass(frozen=True)
class Limits:
    """Tokens that a summary may take."""

    text: int = DEFAULTS.summary_tokens
    exact: int = DEFAULTS.exact_tokens
    whole: int = DEFAULTS.summary_tokens + DEFAULTS.exact_tokens
    """Both together."""

    def exact_beside(self, text_tokens: int) -> int:
        """Return the room of exact strings beside a text, a little in any case."""
        return min(self.exact, max(self.whole - text_tokens, _LEAST_EXACT))


def limits_for(room: int) -> Limits:
    """Return the limits of a summary that is shown whole where messages have `room` tokens.

    The budget is larger than that by the summary itself at the least.
    """
    ceiling = SHARES["summary"].ceiling
    whole = ceiling * room // (100 - ceiling) - _AROUND
    return Limits(text=min(DEFAULTS.summary_tokens, max(whole * 3 // 5, _LEAST_TEXT)), whole=whole)


@dataclass(frozen=True)
class Kept:
    """What a summary must hold, whoever writes it."""

    approved: Sequence[str] = ()
    """Exact strings of approved facts."""
    edits: Sequence[SummaryEdit] = ()
    """What the user changed in the thread's summary, oldest first."""
    limits: Limits = Limits()

    def text_room(self, count_tokens: CountText) -> int:
        """Return the tokens that a text may take beside the lines that the user wants to stand."""
        return self.limits.text - held_tokens(self.edits, count_tokens)


def merge(
    previous: Summary | None,
    leaves: Sequence[Leaf],
    count_tokens: CountText,
    *,
    now: datetime,
    kept: Kept = Kept(),
) -> Summary:
    """Return the summary of `previous` and then `leaves` (at least one, oldest first), its text chosen by rules."""
    texts = [previous["text"] if previous else "", *(leaf["text"] for leaf in leaves)]
    text = merged_text(texts, count_tokens, kept.text_room(count_tokens))
    return summary_with(text, RULES, previous, leaves, count_tokens, now=now, kept=kept)


def summary_with(
    text: str,
    by: str,
    previous: Summary | None,
    leaves: Sequence[Leaf],
    count_tokens: CountText,
    *,
    now: datetime,
    kept: Kept = Kept(),
) -> Summary:
    """Return the summary that `text`, written by `by`, is of `previous` and then `leaves` (at least one).

    Its exact strings are those of them, and of approved facts, that must survive; what finds no room is listed and
    counted. Its cursor is the end of the last leaf.
    """
    text = apply_edits(text, kept.edits)
    found = _known(previous, leaves, kept.approved)
    exact, without = _shared_out(found, text, count_tokens, kept)
    before = [*([previous] if previous else []), *leaves]
    merged = [part["text"] for part in before] if previous and by != RULES else []
    summary: Summary = {
        "schema": SUMMARY_SCHEMA,
        "text": text,
        "exact": exact,
        "origins": found.origins_of(exact),
        "left_out": without[-LEFT_OUT:],
        "dropped": _dropped_before(previous, leaves) + len(without),
        "cursor": leaves[-1]["last"],
        "folds": previous["folds"] + 1 if previous else 0,
        "turns": (previous["turns"] if previous else 0) + sum(leaf["turns"] for leaf in leaves),
        "drift": previous["drift"] if previous else 0.0,
        "repaired": max(lost_share(merged, [text]), previous["repaired"] if previous else 0.0),
        "by": by,
        "fallbacks": (previous["fallbacks"] if previous else 0) + sum(leaf["by"] == RULES for leaf in leaves),
        "failed": previous["failed"] if previous else 0,
        "time": now.isoformat(),
        "tokens": count_tokens(text) + strings_tokens(exact, count_tokens),
    }
    return _carried(summary, previous, kept)


def with_edits(summary: Summary, count_tokens: CountText, kept: Kept) -> Summary | None:
    """Return a summary with what the user changed since, None when it follows all of it; its time stays."""
    newest = kept.edits[-1]["id"] if kept.edits else ""
    if summary.get("edited", "") == newest:
        return None
    text = apply_edits(summary["text"], kept.edits)
    found = Strings()
    found.add_all((text, None) for text in summary["left_out"])
    found.add_all((a.text, None) for a in told_anchors(summary["text"]))
    found.add_all(stored_strings(summary["exact"], summary["origins"]))
    exact, _ = _shared_out(found, text, count_tokens, kept)
    tokens = count_tokens(text) + strings_tokens(exact, count_tokens)
    origins = found.origins_of(exact)
    return {**summary, "text": text, "exact": exact, "origins": origins, "tokens": tokens, "edited": newest}


def summary_lines(summary: Summary | AdoptedSummary) -> list[str]:
    """Return the summary as lines for the window: the exact strings first, as what comes last is cut first."""
    heading = words_for(summary["text"] or " ".join(summary["exact"])).exact
    exact = summary["exact"]
    groups = [exact[i : i + STRINGS_A_LINE] for i in range(0, len(exact), STRINGS_A_LINE)]
    return [*(f"{heading} {' · '.join(group)}" for group in groups), *summary["text"].splitlines()]


def merged_text(texts: Iterable[str], count_tokens: CountText, limit: int) -> str:
    """Return the lines of `texts` that are worth most, in at most `limit` tokens, never none where there are any."""
    lines = read_lines(texts)
    by_worth = sorted(range(len(lines)), key=lambda i: _worth(lines[i], i, len(lines)), reverse=True)
    sizes = [count_tokens(line.text) + 1 for line in lines]
    kept, room = len(lines), limit - sum(sizes)
    while kept > 1 and room < 0:
        kept -= 1
        room += sizes[by_worth[kept]]
    text = render_lines([lines[i] for i in sorted(by_worth[:kept])])
    while kept > 1 and count_tokens(text) > limit:
        kept -= 1
        text = render_lines([lines[i] for i in sorted(by_worth[:kept])])
    return text if count_tokens(text) <= limit else _clipped(lines[by_worth[0]].text, count_tokens, limit)


def _shared_out(found: Strings, text: str, count_tokens: CountText, kept: Kept) -> tuple[list[str], list[str]]:
    """Return the exact strings that a summary carries beside `text`, and those that find room in neither."""
    first, told = {as_anchor(one).normal for one in kept.approved}, normals([text])
    room = kept.limits.exact_beside(count_tokens(text))
    exact = kept_strings(found, count_tokens, room, approved=first, told=told)
    exact.sort(key=lambda one: _place(one, first, told))
    without = [one for one in found.texts if one not in exact and as_anchor(one).normal not in told]
    return edited_exact(exact, text, kept.edits), edited_exact(without, text, kept.edits)


def _carried(summary: Summary, previous: Summary | None, kept: Kept) -> Summary:
    """Return a summary with what goes on from its predecessor as it is."""
    if previous and "short" in previous:
        summary["short"] = previous["short"]
    if previous and "borne" in previous:
        summary["borne"] = previous["borne"]
    if kept.edits:
        summary["edited"] = kept.edits[-1]["id"]
    return summary


def _known(previous: Summary | None, leaves: Sequence[Leaf], approved: Sequence[str]) -> Strings:
    """Return all exact strings that must survive, in the order in which they were said last."""
    found = Strings()
    if previous:
        found.add_all((text, None) for text in previous["left_out"])
    for part in (*([previous] if previous else []), *leaves):
        listed = {as_anchor(text).normal for text in part["exact"]}
        found.add_all((a.text, None) for a in told_anchors(part["text"]) if a.normal not in listed)
        found.add_all(stored_strings(part["exact"], part["origins"]))
    found.add_all((text, "own") for text in approved)
    return found


def _place(exact: str, first: set[str], told: set[str]) -> int:
    normal = as_anchor(exact).normal
    return 0 if normal in first else 1 if normal not in told else 2


def _dropped_before(previous: Summary | None, leaves: Sequence[Leaf]) -> int:
    """Return how many exact strings found no room before; those that a summary lists are looked at again."""
    listed = len(previous["left_out"]) if previous else 0
    counts = [part.get("dropped", 0) for part in (*([previous] if previous else []), *leaves)]
    return max(sum(counts) - listed, 0)


def _worth(line: Line, position: int, lines: int) -> float:
    match = DATED.fullmatch(line.text)
    rest = match["rest"] if match else line.text
    users = USER_WORTH * (match is None or rest.startswith(_USERS))
    return position / max(lines - 1, 1) + users + ANCHOR_WORTH * bool(find_anchors(rest))


def _clipped(line: str, count_tokens: CountText, limit: int) -> str:
    """Return the one line that is left in the longest short form that fits, at the least in its shortest."""
    length = len(line)
    while count_tokens(line) > limit and length > _SHORTEST_CLIP:
        length = max(length * 3 // 4, _SHORTEST_CLIP)
        line = clip(line, length)
    return line
