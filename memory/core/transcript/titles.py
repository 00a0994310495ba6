"""Titles of conversations: made by rule from the first words, or given by the user."""

import re
import unicodedata
from typing import TypedDict

from memory.core.errors import InputError
from memory.core.forgetting.forgetting import FORGOTTEN_MARKS
from memory.core.language.text import clean_text, one_line
from memory.core.privacy.secret_spans import REDACTED, has_secret, redact
from memory.core.recall.passages import Veil

TITLE_SCHEMA = 1
TITLE_LIMIT = 200
"""Characters of a title the user gives, at most."""
MADE_WIDTH = 60
"""Columns of a title that is made, at most; a Chinese character takes two."""
_READ = 1_000
_LEAST = 8
_GREETING = re.compile(
    r"(?:hi|hello|hey|good (?:morning|afternoon|evening|day)"
    r"|[你您]好啊?|嗨|哈[罗囉喽嘍]|早上好|早安|晚上好|晚安|大家好)"
    r"(?: (?:there|all|again|everyone))?(?:[\s,.!~，。！～、]+|$)",
    re.IGNORECASE,
)
_MARKUP = re.compile(r"^(?:[#>*\-•·]+\s+|`{3}\w*\s*)+")
_SENTENCE = re.compile(r".+?(?:[。！？]+|[.!?]+(?=\s|$)|$)")
_TRIM = " \t,，.。;；:：、-–—"


class TitleDoc(TypedDict):
    """A title that the user gave, or an import brought along; by thread."""

    schema: int
    title: str
    time: str
    """ISO time, UTC."""


def made_title(text: str) -> str | None:
    """Return a title made from the first words of a conversation, None where they make none.

    A greeting in front is left out when more follows, and so is what follows a sentence that is long enough. No secret
    gets into it.
    """
    line = _MARKUP.sub("", one_line(redact(text[:_READ]), _READ))
    told = line
    while (greeting := _GREETING.match(told)) and greeting.end() < len(told):
        told = told[greeting.end() :]
    sentence = _SENTENCE.match(told)
    if sentence and width(sentence[0]) >= _LEAST:
        told = sentence[0]
    title = _cut(told).strip(_TRIM)
    return title if _says_something(title) else None


def checked_title(text: str) -> str:
    """Return a title the user gives. Raises InputError: empty, over 200 characters, or a secret stands in it."""
    title = one_line(clean_text(text), len(text) + 1)
    if not title:
        raise InputError(
            "title", "is empty", "Write some words; where none is given (null), it is made of the first message."
        )
    if len(title) > TITLE_LIMIT:
        raise InputError("title", f"is {len(title)} characters long", f"Use at most {TITLE_LIMIT} characters.")
    if has_secret(title):
        raise InputError("title", "holds a secret, which is never stored", "Leave the secret out.")
    return title


def title_tells_forgotten(doc: TitleDoc, veil: Veil) -> bool:
    """Tell whether a title holds words that `veil` hides, and was given before they were forgotten."""
    return bool(veil.masked("", doc["time"], doc["title"]))


def width(text: str) -> int:
    """Return the columns a text takes on a terminal."""
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 0 if unicodedata.combining(c) else 1 for c in text)


def _cut(text: str) -> str:
    """Return the beginning of a text that fits, with … where it was cut: between words where they are parted."""
    if width(text) <= MADE_WIDTH:
        return text
    end = next(n for n in range(len(text) + 1) if width(text[: n + 1]) > MADE_WIDTH - 1)
    space = text.rfind(" ", 0, end + 1)
    whole = text[: space if space > end // 2 else end]
    return whole.rstrip(_TRIM) + "…"


def _says_something(title: str) -> bool:
    for mark in (*FORGOTTEN_MARKS, REDACTED):
        title = title.replace(mark, "")
    return any(c.isalnum() for c in title)
