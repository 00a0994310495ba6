"""The text of a summary as lines under headings: what a model wrote by section, what rules chose by day."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from memory.core.anchors.anchors import Anchor, find_anchors
from memory.core.summary.fold_words import SECTION_OF, Section, fold_words
from memory.core.summary.summary_words import ENGLISH, SIMPLIFIED, TRADITIONAL, SummaryWords, words_for

EARLIER = "earlier"
"""The section of dated lines."""
DATED = re.compile(r"- (?P<day>\d{4}-\d{2}-\d{2}) (?P<rest>.*)")
_DAYS = (
    re.escape(words.earlier).replace(r"\{first\}", ".{10}").replace(r"\{last\}", ".{10}")
    for words in (ENGLISH, SIMPLIFIED, TRADITIONAL)
)
_DAYS_HEADING = re.compile("|".join(_DAYS))


class Line(NamedTuple):
    """A line and what it stands under."""

    section: str
    """A `Section`, `EARLIER`, or empty: it stands above all headings."""
    text: str


def read_lines(texts: Iterable[str]) -> list[Line]:
    """Return the lines of summaries and leaves without headings, in order, each once."""
    found: dict[Line, None] = {}
    for text in texts:
        section = ""
        for line in text.splitlines():
            if _DAYS_HEADING.fullmatch(line):
                section = EARLIER
            elif line in SECTION_OF:
                section = SECTION_OF[line]
            elif line.strip():
                found[Line(EARLIER if DATED.fullmatch(line) else section, line)] = None
    return list(found)


def render_lines(lines: Sequence[Line]) -> str:
    """Return lines under their headings, in the language of most of them; the dated ones last."""
    words = words_for("\n".join(line.text for line in lines))
    by_section: dict[str, list[str]] = {}
    for line in lines:
        by_section.setdefault(line.section, []).append(line.text)
    told = by_section.pop("", [])
    earlier = by_section.pop(EARLIER, [])
    for section, heading in fold_words(words).headings.items():
        if section in by_section:
            told += [heading, *by_section[section]]
    return "\n".join([*told, *([_days_heading(earlier, words)] if earlier else []), *earlier])


def render_sections(sections: Mapping[Section, Sequence[str]], words: SummaryWords) -> str:
    """Return what a model told, by section, as text in the language of `words`; empty sections have no heading."""
    told: list[str] = []
    for section, heading in fold_words(words).headings.items():
        if found := sections.get(section):
            told += [heading, *(f"- {line}" for line in found)]
    return "\n".join(told)


def told_anchors(text: str) -> list[Anchor]:
    """Return the exact strings of a text without its headings and the days of its lines, which nobody said.

    Relative dates are none: away from the day they were said they mean nothing.
    """
    said = (match["rest"] if (match := DATED.fullmatch(line.text)) else line.text for line in read_lines([text]))
    whole = "\n".join(said)
    return [anchor for anchor in find_anchors(whole, len(whole)) if anchor.kind != "relative_date"]


def _days_heading(lines: Sequence[str], words: SummaryWords) -> str:
    days = [match["day"] for line in lines if (match := DATED.fullmatch(line))]
    return words.earlier.format(first=days[0], last=days[-1])
