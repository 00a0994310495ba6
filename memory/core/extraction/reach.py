"""How far a doubt reaches: to its own sentence, and past it only where that sentence introduces what is told next.

"My ideal life?", "a sample case:", "fix the grammar" introduce; "I keep chasing my dreams", 要是再安静点就好了 and
"I finished the intro of my script" are said to the end, and what follows is another matter. Sentences come folded
(`clauses.fold`).
"""

import re
from bisect import bisect_right
from collections.abc import Sequence

from memory.core.extraction.doubt_words import HANDED, JEST, OTHERS, SUPPOSED
from memory.core.extraction.order_words import REWORD_EN
from memory.core.language.clauses import Sentence, asks

_I = re.IGNORECASE
_TELLS = re.compile(
    r"\b(?:i|we|you|u|he|she|they|it|that|this|there|who|which|is|are|was|were|am|be|been|has|have|had|do|does|did|will"
    r"|would|can|could|should|may|might|let's|lets|got|get|keep|make|thanks?)\b|'(?:s|m|re|ve|ll|d)\b|n't\b"
    r"|\b\w{3,}ed\b|[了是在有就很真太挺都也能会好着过吧]|[\u3400-\u9fff]{13}",
    _I,
)
"""What makes a sentence more than a heading."""
_COLON = re.compile(r"[:–—-]\W*$")
_LEAD = re.compile(
    r"\W*(?:(?:so|ok(?:ay)?|and|but|well|now|hi|hey|hello|in|for|my|our|the|an?|let's say|say)\b\W*|[那好在我的]){0,5}",
    _I,
)
"""What may stand before a sign that leads its sentence."""
_SHOWN = re.compile(
    r"\b(?:scenario|case study|hypothe\w+|riddle|quiz|sample|persona|(?:question|item|problem|task|exercise) \d"
    r"|this (?:bio|intro|essay|paragraph|sentence|draft|text|caption|headline|cv|resume|profile|speech|letter|post)"
    r"|here(?:'s| is| are)|this is|these are|following|below|consider)\b"
    r"|题目|例题|第.题|情境|人设|设定|剧情|[这下][段句篇面]|以下|如下|这是",
    _I,
)
"""Shows what is told next, or names what is made to be told."""
_SELF = re.compile(r"\b(?:i|i'\w+|we|we'\w+)\b|我", _I)
_OUTCOME = re.compile(
    r"\b(?:would|will|\w+'(?:d|ll)|decided|became|was|were|went)\b|[就会]|更好|完美|多好|一定|肯定", _I
)
"""Says what would come of what is supposed, or tells of the past: nothing is left to be told."""
_ASKED = re.compile(
    rf"\b(?:please|pls|can you|could you|help|need|want|would like|{REWORD_EN})\b"
    r"|^\W*(?:correct|fix|edit|check|improve|make|review|fill|grammar|spell)|请|帮|麻烦|[把将]|一下|能不能|可以|吗|怎么|需要"
    r"|^\W*(?:翻译|润色|改|造句|例句|语法|病句|译)",
    _I,
)
_FOR_ANOTHER = re.compile(r"\b(?:asking|behalf|speaking)\b|[帮替代]", _I)


def reach(reason: str, known: Sequence[Sentence], sign: tuple[int, int], end: int) -> tuple[int, int]:
    """Return the stretch of a text in which a sign of doubt at `sign` is about what is told.

    `known`: the sentences of the text, at least one; `end`: where it ends. All are offsets of the same text.
    """
    at = max(0, bisect_right(known, sign[0], key=lambda sentence: sentence.start) - 1)
    if reason == JEST:
        near = [n for n in (at - 1, at, at + 1) if 0 <= n < len(known) and known[n].paragraph == known[at].paragraph]
        return known[near[0]].start, _until(known, near[-1], end)
    return sign[1], end if _introduces(reason, known[at], *sign) else _until(known, at, end)


def _until(known: Sequence[Sentence], number: int, end: int) -> int:
    return known[number + 1].start if number + 1 < len(known) else end


def _introduces(reason: str, sentence: Sentence, start: int, end: int) -> bool:
    text, start, end = sentence.text, start - sentence.start, end - sentence.start
    if not _TELLS.search(text) or _COLON.search(text) or (reason != OTHERS and _SHOWN.search(text)):
        return True
    led = _LEAD.fullmatch(text, 0, max(0, start)) is not None
    if reason == SUPPOSED:
        return led and _SELF.search(text) is not None and _OUTCOME.search(text) is None
    if reason == OTHERS:
        spoken = led and (not text[end:].strip() or _SELF.match(text, end) is not None)
        return spoken or _FOR_ANOTHER.search(text, max(0, start), end) is not None
    return reason == HANDED and (sentence.question or asks(text) or _ASKED.search(text) is not None)
