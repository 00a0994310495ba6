"""Where a user is not in earnest: where they play a part, suppose a world, or write for someone else.

Told by how one opens such a frame ("let's practise", "in our campaign", "thought experiment", 打个比方) or by how it
looks (stage directions): all that follows stands in it. A mere mention ("a big win in my game", "for example") reaches
no further than its sentence; where that speaks of oneself, what is told next may go on with it. Only the beginning of
a message is read.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from memory.core.extraction.doubt_words import HANDED, PLAYED, SUPPOSED
from memory.core.extraction.frame_words import ACTED, DRAFT, FRAMED, NAMED, ONCE, OPENED, STAGED, WITHIN
from memory.core.extraction.inviting import calls
from memory.core.language.clauses import fold

EDGE = 1_000
"""Characters before an opening in which its sentence may begin."""
READ = 3_000
"""Characters at the beginning of a message in which a frame is looked for."""
_STOP = re.compile(r"[.!?。！？;；\n]")
_PARAGRAPH = re.compile(r"\n\s*\n")
_LEAD = re.compile(
    r"\W*(?:(?:(?:ok(?:ay)?|so|and|but|now|well|hi|hey|hello|then|also|say|let'?s say)\b|那么?|好的?|所以|可是|但是?)"
    r"\W*){0,3}",
    re.IGNORECASE,
)
"""What may stand before a frame that leads its sentence."""
_PAST = re.compile(
    r"\b(?:was|were|had|did|went|saw|won|lost|got|made|found|came|took|yesterday|ago"
    r"|last (?:night|week|month|year|\w+day)|\w{2,}ed)\b|[了过過]|昨|上周|上週|刚才|剛才",
    re.IGNORECASE,
)
_OF_SELF = re.compile(
    r"\b(?:i'?m|i am)\b(?! \w+ing\b| \w+ly \w+ing\b| (?:not )?(?:sure|glad|happy|sorry|so|very|really)\b)"
    r"|\bmy (?:name|character)\b"
    r"|\bi (?:play|live|come|work|own)\b|我(?:是|叫|住|扮|演|当|當|来自|來自)",
    re.IGNORECASE,
)
_ANY_SELF = re.compile(r"\b(?:i|i['’]\w+|im|my|me)\b|(?<!如果)我(?!就|会|會|是你)", re.IGNORECASE)


@dataclass(frozen=True)
class Frame:
    """A stretch of a message that is not said in earnest."""

    start: int
    end: int
    reason: str
    """Why what is told in it may not be so."""
    first: int
    """Where its first sentence ends."""
    goes_on: int
    """Until where what is told after it may belong to it; `end`: nothing does."""


def frames(text: str) -> list[Frame]:
    """Return where a message is not said in earnest, in order: mentions, then all from an opening on, if there is one.

    Takes time linear in the length of `text`.
    """
    opened = opening(text)
    told = [one for one in _mentions(text[:READ]) if not opened or one.start < opened.start]
    return [*told, opened] if opened else told


def opening(text: str) -> Frame | None:
    """Return the frame in which a message is played or supposed, or written for someone else, to its end."""
    found = min(_openings(text[:READ]), default=None)
    end = len(text)
    return Frame(found[0], end, found[1], _sentence_end(text, found[0] + 1), end) if found else None


def _mentions(text: str) -> list[Frame]:
    spans = {(match.start("once"), _sentence_end(text, match.end()), SUPPOSED) for match in ONCE.finditer(text)}
    for pattern in (WITHIN, NAMED):
        for match in pattern.finditer(text):
            spans.add((sentence_start(text, match.start()), _sentence_end(text, match.end()), PLAYED))
    return [Frame(start, end, why, end, _goes_on(text, start, end, why)) for start, end, why in sorted(spans)]


def _openings(text: str) -> Iterator[tuple[int, str]]:
    if STAGED.search(text):
        yield 0, PLAYED
    for pattern in (FRAMED, ACTED):
        if match := pattern.search(text):
            yield sentence_start(text, match.start()), PLAYED
    for pattern, why in ((OPENED, SUPPOSED), (DRAFT, HANDED)):
        if match := pattern.search(text):
            yield match.start(), why
    yield from ((start, PLAYED) for start in (*calls(fold(text), NAMED), *_leading(text)))


def _leading(text: str) -> Iterator[int]:
    """Yield where sentences begin that are led by where it is so and tell nothing of the past: "In this story, …"."""
    for match in WITHIN.finditer(text):
        start = sentence_start(text, match.start())
        told = text[match.end() : _sentence_end(text, match.end())]
        if _LEAD.fullmatch(text, start, match.start()) and not _PAST.search(told):
            yield start


def sentence_start(text: str, at: int) -> int:
    """Return where the sentence begins that holds a place of the text."""
    return max((match.end() for match in _STOP.finditer(text, max(0, at - EDGE), at)), default=max(0, at - EDGE))


def _sentence_end(text: str, at: int) -> int:
    stop = _STOP.search(text, at)
    return stop.start() if stop else len(text)


def _goes_on(text: str, start: int, end: int, why: str) -> int:
    """Return until where what is told after a mention may belong to it: its paragraph, where it speaks of oneself."""
    if not (_ANY_SELF if why == SUPPOSED else _OF_SELF).search(text, start, end):
        return end
    paragraph = _PARAGRAPH.search(text, end)
    return paragraph.start() if paragraph else len(text)
