"""Which part of what a user says they ask to be forgotten."""

import re

from memory.core.asks import forget_asks as data
from memory.core.asks.requests import MAY_YOU, QUESTION_WORD_ZH, TAIL_QUESTION_ZH
from memory.core.language.clauses import Sentence, clauses

_FIRM_ZH = re.compile(r"[\s,]*(?:请|麻烦|你|您|帮我)*(?:别|不要|不用|不必|删|清|抹|把|将|忘掉)")
_OWN_ZH = re.compile("(?:关于)?我.*(?<!吗)$")
"""What is the user's, though it is told with a question word: 我住哪里."""
ALL = (-1, -1)
"""Stands for everything."""
LAST = (-2, -2)
"""Stands for what the user told last."""


def asked_to_forget(sentence: Sentence) -> tuple[int, int] | None:
    """Return where in the message stands what a sentence asks to forget; `ALL` for everything, `LAST` for what was told
    last ("delete that from your memory"), None for nothing.
    """
    text = sentence.text
    if data.FORGETS_ALL_EN.fullmatch(text) or data.FORGETS_ALL_ZH.fullmatch(text):
        return ALL
    if data.FORGETS_LAST.fullmatch(text):
        return LAST
    reported = False
    for clause in clauses(sentence):
        if not reported and (span := _clause_asks(sentence, clause.start, clause.end)):
            return span
        reported = clause.reported
    named = data.FORGETS_NAMED_EN.fullmatch(text) or data.FORGETS_OWN_ZH.fullmatch(text)
    if named and _may_ask(sentence, named):
        return sentence.start + named.start("content"), sentence.start + named.end("content")
    return None


def _clause_asks(sentence: Sentence, start: int, end: int) -> tuple[int, int] | None:
    head, tail = start - sentence.start, end - sentence.start
    for pattern, whole, refuse, ending in (
        (data.FORGETS_EN, False, data.NOT_FORGET_EN, data.TAIL_EN),
        (data.FORGETS_BA_ZH, True, data.NOT_FORGET_ZH, data.TAIL_ZH),
        (data.FORGETS_LAST_ZH, True, data.NOT_FORGET_ZH, data.TAIL_ZH),
        (data.FORGETS_ZH, False, data.NOT_FORGET_ZH, data.TAIL_ZH),
    ):
        match = (pattern.fullmatch if whole else pattern.match)(sentence.text, head, tail)
        if match and not refuse.match(match["content"]) and _may_ask(sentence, match):
            first, last = match.span("content")
            cut = ending.search(sentence.text, first, last)
            last = cut.start() if cut else last
            return (sentence.start + first, sentence.start + last) if last > first else None
    return None


def _may_ask(sentence: Sentence, match: re.Match[str]) -> bool:
    """Tell a request from a question or a reproach ("Did you …?", 你忘了我的生日吗, 你忘了我的生日)."""
    before = sentence.text[match.start() : match.start("content")]
    if match.groupdict().get("alone") and sentence.text[match.end() :].strip(" ,.!"):
        return False
    plain = TAIL_QUESTION_ZH.sub("", match["content"])
    firm = _FIRM_ZH.match(before) or _FIRM_ZH.search(sentence.text, match.end("content"), match.end())
    if QUESTION_WORD_ZH.search(plain) and not (_OWN_ZH.match(plain) and firm):
        return False
    polite = MAY_YOU.search(before) is not None
    blames = data.REPROACH_ZH.match(before) and not match["content"].endswith("吧")
    return polite or not (sentence.question or blames or match["content"].endswith("吗"))
