"""Text as a reader sees it: what hides or disguises words from a search is taken out, with offsets kept.

Full-width letters and digits become plain ones, traditional characters simplified ones, letters that only look Latin
Latin ones; characters without width (joiners, direction marks, soft hyphens, variation selectors) are left out.
"""

import unicodedata
from collections.abc import Sequence

from memory.core.language.text import simplified

_LOOK_ALIKES = str.maketrans(
    "АВЕКМНОРСТХУІЈЅаеорсухіјѕһԁԛԝΑΒΕΖΗΙΚΜΝΟΡΤΥΧο",
    "ABEKMHOPCTXYIJSaeopcyxijshdqwABEZHIKMNOPTYXo",
)
"""Cyrillic and Greek letters, and the Latin ones they look like."""


def seen(text: str) -> tuple[str, Sequence[int]]:
    """Return `text` as it looks and, for each of its characters, the offset in `text` it comes from."""
    if text.isascii():
        return text, range(len(text))
    kept: list[str] = []
    places: list[int] = []
    for offset, char in enumerate(_simplified(text).translate(_LOOK_ALIKES)):
        shown = char if char.isascii() else _shown(char)
        kept += shown
        places += [offset] * len(shown)
    return "".join(kept), places


def _shown(char: str) -> str:
    if unicodedata.category(char) == "Cf" or unicodedata.name(char, "").startswith("VARIATION SELECTOR"):
        return ""
    folded = unicodedata.normalize("NFKC", char)
    return " " if folded.isspace() else folded


def _simplified(text: str) -> str:
    """Return `text` in simplified characters, one for one."""
    plain = simplified(text)
    return plain if len(plain) == len(text) else "".join(simplified(c)[:1] or c for c in text)
