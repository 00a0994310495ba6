"""Requests to remember in the forms of `requests_en.py` and `requests_zh.py`: which one fits, and what is kept."""

import re
from dataclasses import dataclass

from memory.core.asks import requests as data
from memory.core.asks import requests_en as english
from memory.core.asks import requests_zh as chinese
from memory.core.language.clauses import Sentence

QUESTIONABLE = re.compile(r"(?:my|i|i'm|i've|our|we|we're)\b|我", re.IGNORECASE)
"""So begins what a question may ask to be kept: "Can you remember my …?"."""
_LONGEST_AFTER = 300
"""Characters of a request that stands behind what is to be kept, at most."""


@dataclass(frozen=True)
class Form:
    """A way to ask."""

    pattern: re.Pattern[str]
    whole: bool
    """The whole sentence must match."""
    refuse: re.Pattern[str]
    """Content that begins so is none …"""
    firm: re.Pattern[str]
    """… and after a colon or "that"."""
    task: re.Pattern[str]
    """Content that belongs to the task at hand."""


def _english(pattern: re.Pattern[str], *, whole: bool = False) -> Form:
    return Form(pattern, whole, english.NOT_CONTENT_EN, english.NOT_FIRM_EN, english.TASK_EN)


def _chinese(pattern: re.Pattern[str], *, whole: bool = False) -> Form:
    return Form(pattern, whole, chinese.NOT_CONTENT_ZH, chinese.NOT_CONTENT_ZH, chinese.TASK_ZH)


CONTENT = (
    _english(english.ASKS_EN),
    _english(english.LABELLED_EN),
    _chinese(chinese.ASKS_BA_COLON_ZH),
    _chinese(chinese.ASKS_BA_ZH, whole=True),
    _chinese(chinese.ASKS_ZH),
)
"""The request stands before what is to be kept; it may begin at any clause."""
CONTENT_BEFORE = (_english(english.ASKS_AFTER_EN, whole=True), _chinese(chinese.ASKS_AFTER_ZH, whole=True))
"""It stands behind it."""


def read_forms(forms: tuple[Form, ...], sentence: Sentence, start: int) -> tuple[int, int] | None:
    """Return where in the message stands what the first form that fits, from `start` in the sentence, asks to keep."""
    for form in forms:
        near = max(start, len(sentence.text) - _LONGEST_AFTER) if form.whole else start
        match = (form.pattern.fullmatch if form.whole else form.pattern.match)(sentence.text, near)
        if match and _is_content(form, match) and _may_ask(sentence, match):
            first, end = match.span("content")
            first = start if start < near == first else first
            tail = data.TAIL_QUESTION_ZH.search(sentence.text, first, end) or data.TAG_EN.search(
                sentence.text, first, end
            )
            return sentence.start + first, sentence.start + (tail.start() if tail else end)
    return None


def _is_content(form: Form, match: re.Match[str]) -> bool:
    """Tell whether what a request is about can be kept of the user."""
    refuse = form.firm if _link(match) in {"that", ":"} else form.refuse
    return not (refuse.match(match["content"]) or form.task.match(match["content"]))


def _link(match: re.Match[str]) -> str:
    """Return what stands between an English request and its content: "that", ":", or nothing of the kind."""
    found = match.groupdict()
    link = found.get("link") or found.get("firm") or ""
    return link.strip().casefold() or (":" if match.string[: match.start("content")].rstrip().endswith(":") else "")


def _may_ask(sentence: Sentence, match: re.Match[str]) -> bool:
    """Tell a request ("Can you remember that …?") from a question ("Remember where I live?", 你记得我住哪吗)."""
    content = match["content"]
    before = sentence.text[match.start() : match.start("content")]
    asked = before + sentence.text[match.end("content") : match.end()]
    if chinese.NOTE_ZH.match(before):
        return False
    tagged = data.TAG_EN.search(content) is not None and not data.ASKS_YOU.match(before)
    if match.groupdict().get("tag"):  # "我不吃花生，记住没？"
        return True
    asking = (sentence.question and not tagged) or data.ASKING_TAIL_ZH.search(content) is not None
    if not asking:
        return data.QUESTION_WORD_ZH.search(content) is None or ":" in before
    plain = data.TAIL_QUESTION_ZH.sub("", content)
    if data.MAY_YOU.search(asked) is None or data.QUESTION_WORD_ZH.search(plain):
        return False
    return (
        not before  # it stands after what it means: "The gate is green, could you note that?"
        or QUESTIONABLE.match(content) is not None
        or data.PLEASE_ZH.search(asked) is not None
        or _link(match) in {"that", ":"}
    )
