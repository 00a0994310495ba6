"""Text as it may be stored, compared and hashed; nothing here knows what it means."""

import hashlib
import json
import math
import re
import unicodedata
from functools import lru_cache
from typing import Any

from opencc import OpenCC

_INT_LIMIT = 2**63  # what JSON writers of every backend take
_DEPTH = 100  # levels of nesting; the writer of two stores refuses more than 254
_EXACT_FLOATS = 2**53  # from here on every float is whole
_SPACE = re.compile(r"\s+")
_HAN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003134f]")
_OPAQUE = re.compile(
    r"```.*?(?:```|\Z)|`[^`\n]*`|[!-~]*[A-Za-z0-9](?:[@/\\_=:.#&%+~$(){}\[\]<>|]+|-\w+-)[A-Za-z0-9][!-~]*"
    r"|[!-~]*(?:[A-Za-z]\d|\d[A-Za-z])[!-~]*|[a-z]+[A-Z][A-Za-z]*",
    re.DOTALL,
)
"""What is written and not spoken: code, keys, addresses of the web and of mail, paths."""
_LATIN_WORD = re.compile(r"(?<![A-Za-zÀ-ɏ])(?:[a-zà-öø-ÿ]|I\b|(?:(?<=[.!?]\s)|(?<![\s\S]))[A-ZÀ-ÖØ-Þ])[A-Za-zÀ-ɏ']*")
"""A word of a sentence, …"""
_NAME = re.compile(r"(?<![A-Za-zÀ-ɏ])(?<![.!?]\s)(?<=[\s\S])(?!I\b)[A-ZÀ-ÖØ-Þ][A-Za-zÀ-ɏ']*")
"""… and a name, which is one only among words."""


def clean_text(text: str) -> str:
    """Return `text` without NUL, with lone surrogates replaced by U+FFFD, so every store can hold it."""
    joined = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return joined.replace("\x00", "")


def clean_value(value: Any, depth: int = _DEPTH) -> Any:
    """Return a JSON value (deep copy) that every store can hold.

    Texts and keys are cleaned, NaN and infinities become None; large floats become the whole numbers they are, integers
    past 64 bits and other objects their text; what is nested deeper than `depth` is left out as "…".
    """
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int):
        return value if abs(value) < _INT_LIMIT else str(value)
    if isinstance(value, str):
        return clean_text(value)
    if isinstance(value, float):
        return _clean_float(value)
    if depth == 0:
        return "…"
    if isinstance(value, dict):
        return {clean_text(str(k)): clean_value(v, depth - 1) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [clean_value(v, depth - 1) for v in value]
    return clean_text(str(value))


def _clean_float(value: float) -> Any:
    """Return a float as PostgreSQL gives it back: without a negative zero, and a large one as the integer it is."""
    if not math.isfinite(value):
        return None
    return value + 0.0 if abs(value) < _EXACT_FLOATS else clean_value(int(value))


def content_hash(value: Any) -> str:
    """Return 16 hex digits that identify a JSON value by content (keys in any order)."""
    text = json.dumps(clean_value(value), ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


@lru_cache(maxsize=1)
def _to_simplified() -> OpenCC:
    return OpenCC("t2s")


@lru_cache(maxsize=1)
def _converted() -> re.Pattern[str]:
    """Return what finds a character that conversion may change: most texts have none, and looking is far cheaper."""
    han = [chr(code) for code in (*range(0x3400, 0xA000), *range(0xF900, 0xFB00))]
    changed = [a for a, b in zip(han, str(_to_simplified().convert("\n".join(han))).split("\n"), strict=True) if a != b]
    return re.compile(f"[{''.join(changed)}\U00020000-\U0003134f]")


def simplified(text: str) -> str:
    """Return `text` with traditional Chinese characters as simplified ones."""
    return str(_to_simplified().convert(text)) if not text.isascii() and _converted().search(text) else text


def normalise(text: str) -> str:
    """Return the form in which two spellings of one thing are equal.

    NFKC (full-width folded), casefolded, simplified Chinese, white space single.
    """
    folded = unicodedata.normalize("NFKC", clean_text(text)).casefold()
    return _SPACE.sub(" ", simplified(folded)).strip()


def is_chinese(text: str) -> bool:
    """Tell whether a reader would call `text` Chinese: at least as many Han characters as Latin words.

    Code, keys and addresses are no words of either, and names only among other words.
    """
    if not _HAN.search(text):
        return False
    spoken = _OPAQUE.sub(" ", text)
    latin = len(_LATIN_WORD.findall(spoken))
    return len(_HAN.findall(spoken)) >= latin + min(latin, len(_NAME.findall(spoken)))


def one_line(text: str, limit: int) -> str:
    """Return `text` on one line, at most `limit` characters, with … where it was cut."""
    line = _SPACE.sub(" ", text).strip()
    return line if len(line) <= limit else line[: limit - 1].rstrip() + "…"
