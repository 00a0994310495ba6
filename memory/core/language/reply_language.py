"""In which language a user wants to be answered, whatever language they write."""

from collections.abc import Mapping

from memory.core.language.languages import Language, language_of

LANGUAGES = {"en": "English", "zh-Hans": "Simplified Chinese (简体中文)", "zh-Hant": "Traditional Chinese (繁體中文)"}
"""By its tag, each language as a model is told of it."""


def language_line(language: str | None) -> str:
    """Return what a model is told of the language of its answers, nothing where the message's own counts."""
    name = LANGUAGES.get(language or "")
    return (
        f"Always answer in {name}, whatever language the user writes: they chose it in their settings." if name else ""
    )


def reply_language(chosen: str | None, text: str) -> Language:
    """Return the language of our own words to a user: the one of `LANGUAGES` they chose, else that of their text."""
    return _OURS.get(chosen or "") or language_of(text)


def told_language(notice: str) -> str | None:
    """Return the tag of the language that a notice with a `language_line` tells, None where it tells none."""
    return next((tag for tag in LANGUAGES if language_line(tag) in notice), None)


_OURS: Mapping[str, Language] = {"en": "en", "zh-Hans": "zh", "zh-Hant": "zh-Hant"}
