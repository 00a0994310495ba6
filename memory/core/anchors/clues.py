"""Which texts may hold one of some exact strings, in any spelling: a quick look that tells most texts apart."""

import re
from collections.abc import Iterable
from functools import lru_cache

from opencc import OpenCC

from memory.core.anchors.anchor_numbers import folded
from memory.core.anchors.anchors import Anchor
from memory.core.language.text import normalise

_SPELT = frozenset({"amount", "percentage", "date", "time", "phone"})
"""Kinds with spellings that differ in more than case and script: for these their digits are looked for."""
_HAN = "零〇一二两兩三四五六七八九十百千万萬亿億拾佰仟"
_HAN_NUMBER = re.compile(rf"[{_HAN}]{{2}}|[{_HAN}][点點月日号號元块塊年天个個成]")
_WIDE = re.compile("[！-～]")
_TRADITIONAL = ("s2t", "s2tw", "s2hk")
_NOON = 12
_IN_WORDS = "in words"


class Clues:
    """What a text must show to hold one of the strings."""

    def __init__(self, wanted: Iterable[Anchor]) -> None:
        anchors = list(wanted)
        self._plain = {a.normal: _spellings(a.text) for a in anchors}
        self._digits = {a.normal: _digits(a) for a in anchors if a.kind in _SPELT}

    def in_text(self, text: str) -> set[str]:
        """Return the normal forms of those that `text` may hold, and a sign that it has numbers written out."""
        han = not text.isascii()
        plain = (folded(text) if han and _WIDE.search(text) else text).casefold()
        found = {normal for normal, spellings in self._plain.items() if any(one in plain for one in spellings)}
        found |= {normal for normal, digits in self._digits.items() if digits.search(plain)}
        if han and self._digits and _HAN_NUMBER.search(text):
            found.add(_IN_WORDS)
        return found


def _spellings(text: str) -> set[str]:
    """Return a string in lower case, and with Chinese characters in either script."""
    simple = normalise(text)
    kinds = () if simple.isascii() else _TRADITIONAL
    return {text.casefold(), simple, *(str(_converter(kind).convert(simple)) for kind in kinds)}


@lru_cache
def _converter(kind: str) -> OpenCC:
    return OpenCC(kind)


def _digits(anchor: Anchor) -> re.Pattern[str]:
    """Return a pattern for the digits that every spelling in digits has."""
    groups = re.findall(r"\d+", anchor.normal)
    if anchor.kind == "date":
        return re.compile(rf"(?<!\d)0?{groups[-1].lstrip('0')}(?!\d)" if len(groups) > 1 else "")
    if anchor.kind == "time":
        return re.compile(rf"(?<!\d)0?(?:{int(groups[0])}|{int(groups[0]) % _NOON})(?!\d)" if groups else "")
    return re.compile(r"[\s.,()-]*".join("".join(groups).rstrip("0") or "0"))
