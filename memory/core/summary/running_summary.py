"""The running summary of a thread: its predecessor and new leaves in bounded space, newest detail kept most."""

import re
from collections.abc import Sequence
from datetime import datetime

from memory.core.anchors.anchors import find_anchors
from memory.core.anchors.exact_strings import keep_best, merged, strings_tokens
from memory.core.defaults import DEFAULTS
from memory.core.language.shorten import CountText
from memory.core.summary.summary_docs import SUMMARY_SCHEMA, Leaf, Summary
from memory.core.summary.summary_words import ENGLISH, SIMPLIFIED, TRADITIONAL, words_for
from memory.core.transcript.utterances import clip
from memory.core.window.adoption import AdoptedSummary

USER_WORTH = 0.35
ANCHOR_WORTH = 0.25
"""What a user's line, and one with an exact string, is worth beside recency, which runs from 0 (oldest) to 1."""
STRINGS_A_LINE = 12

_LINE = re.compile(r"- (?P<day>\d{4}-\d{2}-\d{2}) (?P<rest>.*)")
_LANGUAGES = (ENGLISH, SIMPLIFIED, TRADITIONAL)
_USERS = tuple(f"{words.roles['user']}: " for words in _LANGUAGES)
_HEADINGS = (
    re.escape(words.earlier).replace(r"\{first\}", ".{10}").replace(r"\{last\}", ".{10}") for words in _LANGUAGES
)
_HEADING = re.compile("|".join(_HEADINGS))
_SHORTEST_CLIP = 20


def merge(
    previous: Summary | None,
    leaves: Sequence[Leaf],
    count_tokens: CountText,
    *,
    now: datetime,
    limit: int = DEFAULTS.summary_tokens,
    exact_limit: int = DEFAULTS.exact_tokens,
) -> Summary:
    """Return the summary of `previous` and then `leaves` (at least one, oldest first).

    Its text takes at most `limit` tokens, its exact strings `exact_limit`; `dropped` counts those that found no room
    so far. It is never empty when `previous` was not, and its cursor is the end of the last leaf.
    """
    known = merged([*(previous["exact"] if previous else []), *(s for leaf in leaves for s in leaf["exact"])])
    exact = keep_best(known, count_tokens, exact_limit)
    text = _text([previous["text"] if previous else "", *(leaf["text"] for leaf in leaves)], count_tokens, limit)
    dropped = [part.get("dropped", 0) for part in (*([previous] if previous else []), *leaves)]
    summary: Summary = {
        "schema": SUMMARY_SCHEMA,
        "text": text,
        "exact": exact,
        "dropped": sum(dropped) + len(known) - len(exact),
        "cursor": leaves[-1]["last"],
        "folds": previous["folds"] + 1 if previous else 0,
        "time": now.isoformat(),
        "tokens": count_tokens(text) + strings_tokens(exact, count_tokens),
    }
    if previous and "short" in previous:
        summary["short"] = previous["short"]
    return summary


def recalibrate(
    leaves: Sequence[Leaf],
    count_tokens: CountText,
    *,
    now: datetime,
    limit: int = DEFAULTS.summary_tokens,
    exact_limit: int = DEFAULTS.exact_tokens,
) -> Summary:
    """Return the summary of all leaves of a path merged anew (at least one, oldest first), without a predecessor."""
    return merge(None, leaves, count_tokens, now=now, limit=limit, exact_limit=exact_limit)


def summary_lines(summary: Summary | AdoptedSummary) -> list[str]:
    """Return the summary as lines for the window: the exact strings first, as what comes last is cut first."""
    heading = words_for(summary["text"] or " ".join(summary["exact"])).exact
    exact = summary["exact"]
    groups = [exact[i : i + STRINGS_A_LINE] for i in range(0, len(exact), STRINGS_A_LINE)]
    return [*(f"{heading} {' · '.join(group)}" for group in groups), *summary["text"].splitlines()]


def _text(texts: Sequence[str], count_tokens: CountText, limit: int) -> str:
    lines = list(dict.fromkeys(line for text in texts for line in text.splitlines() if not _HEADING.fullmatch(line)))
    by_worth = sorted(range(len(lines)), key=lambda i: _worth(lines[i], i, len(lines)), reverse=True)
    sizes = [count_tokens(line) + 1 for line in lines]
    kept = len(lines)
    room = limit - count_tokens(_heading(lines)) - sum(sizes)
    while kept > 1 and room < 0:
        kept -= 1
        room += sizes[by_worth[kept]]
    text = _render([lines[i] for i in sorted(by_worth[:kept])])
    while kept > 1 and count_tokens(text) > limit:
        kept -= 1
        text = _render([lines[i] for i in sorted(by_worth[:kept])])
    return text if count_tokens(text) <= limit else _clipped(lines[by_worth[0]], count_tokens, limit)


def _worth(line: str, position: int, lines: int) -> float:
    match = _LINE.fullmatch(line)
    rest = match["rest"] if match else line
    users = USER_WORTH * rest.startswith(_USERS)
    return position / max(lines - 1, 1) + users + ANCHOR_WORTH * bool(find_anchors(rest))


def _render(lines: Sequence[str]) -> str:
    heading = _heading(lines)
    return "\n".join([heading, *lines] if heading else lines)


def _heading(lines: Sequence[str]) -> str:
    days = [match["day"] for line in lines if (match := _LINE.fullmatch(line))]
    return words_for("\n".join(lines)).earlier.format(first=days[0], last=days[-1]) if days else ""


def _clipped(line: str, count_tokens: CountText, limit: int) -> str:
    """Return the one line that is left in the longest short form that fits, at the least in its shortest."""
    length = len(line)
    while count_tokens(line) > limit and length > _SHORTEST_CLIP:
        length = max(length * 3 // 4, _SHORTEST_CLIP)
        line = clip(line, length)
    return line
