"""The languages Holdfast answers in: which one a text is in, and our own words in it."""

from functools import lru_cache
from typing import Literal

from opencc import OpenCC

from memory.core.language.text import is_chinese, simplified

Language = Literal["en", "zh", "zh-Hant"]


def language_of(text: str) -> Language:
    """Return the language a reader would call `text`; Chinese is traditional where it holds such a character."""
    if not is_chinese(text):
        return "en"
    return "zh" if simplified(text) == text else "zh-Hant"


def in_language(language: Language, english: str, chinese: str) -> str:
    """Return our own words in a language, given in English and simplified Chinese."""
    if language == "en":
        return english
    return chinese if language == "zh" else _traditional(chinese)


@lru_cache(maxsize=512)
def _traditional(text: str) -> str:
    return str(_to_traditional().convert(text))


@lru_cache(maxsize=1)
def _to_traditional() -> OpenCC:
    return OpenCC("s2tw")
