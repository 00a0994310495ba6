"""Which part of what a user says they ask to be remembered."""

import re
from collections.abc import Iterator

from memory.core import requests as data
from memory.core.clauses import Clause, Sentence, clauses

_QUESTIONABLE = re.compile(r"(?:my|i|i'm|i've|our|we|we're)\b|我", re.IGNORECASE)
_CONTENT = (
    (data.ASKS_EN, False, data.NOT_CONTENT_EN),
    (data.ASKS_BA_ZH, True, data.NOT_CONTENT_ZH),
    (data.ASKS_ZH, False, data.NOT_CONTENT_ZH),
)
_CONTENT_BEFORE = (
    (data.ASKS_AFTER_EN, True, data.NOT_CONTENT_EN),
    (data.ASKS_AFTER_ZH, True, data.NOT_CONTENT_ZH),
)


def requested(sentence: Sentence) -> tuple[int, int] | None:
    """Return where in the message the part of a sentence stands that is to be remembered, None if none is."""
    for start in _heads(sentence):
        if (span := _first(_CONTENT, sentence, start)) is not None:
            return span
    return _first(_CONTENT_BEFORE, sentence, 0)


def is_bare_request(sentence: Sentence) -> bool:
    """Tell whether a sentence only asks to remember another one ("Please remember this:")."""
    return bool(data.ASKS_ALONE_EN.fullmatch(sentence.text) or data.ASKS_ALONE_ZH.fullmatch(sentence.text))


def part_of(sentence: Sentence, start: int, end: int) -> Sentence:
    """Return the stretch of a sentence between two offsets of the message as a sentence that asks nothing."""
    text = sentence.text[start - sentence.start : end - sentence.start]
    return Sentence(text, start, end, question=False, paragraph=sentence.paragraph)


def _heads(sentence: Sentence) -> Iterator[int]:
    """Yield where in a sentence a request may begin: at each clause that is not in someone else's mouth."""
    before: Clause | None = None
    for clause in clauses(sentence):
        if before is None or not before.reported:
            yield clause.start - sentence.start
        before = clause


def _first(
    forms: tuple[tuple[re.Pattern[str], bool, re.Pattern[str]], ...], sentence: Sentence, start: int
) -> tuple[int, int] | None:
    for pattern, whole, refuse in forms:
        match = (pattern.fullmatch if whole else pattern.match)(sentence.text, start)
        if match and not refuse.match(match["content"]) and _may_ask(sentence, match):
            first, end = match.span("content")
            tail = data.TAIL_QUESTION_ZH.search(sentence.text, first, end)
            return sentence.start + first, sentence.start + (tail.start() if tail else end)
    return None


def _may_ask(sentence: Sentence, match: re.Match[str]) -> bool:
    """Tell a request ("Can you remember that …?") from a question ("Remember where I live?", 你记得我住哪吗)."""
    content = match["content"]
    before = sentence.text[match.start() : match.start("content")]
    if data.NOTE_ZH.match(before):
        return False
    asking = sentence.question or data.TAIL_QUESTION_ZH.search(content) is not None
    if not asking:
        return data.QUESTION_WORD_ZH.search(content) is None or ":" in before
    plain = data.TAIL_QUESTION_ZH.sub("", content)
    if data.MAY_YOU.search(before) is None or data.QUESTION_WORD_ZH.search(plain):
        return False
    return _QUESTIONABLE.match(content) is not None or match.groupdict().get("link", "").strip() in {"that", ":"}
