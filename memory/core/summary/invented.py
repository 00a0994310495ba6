"""What a model's text holds that its source does not: exact strings that nobody said and no spelling explains."""

import re
from collections.abc import Sequence

from memory.core.anchors.anchors import Anchor, find_anchors
from memory.core.language.text import normalise

_MARK = "…"
"""Stands where an invented string stood."""
_NUMERIC = frozenset({"amount", "percentage", "phone", "time", "identifier"})
_SENTENCE_START = re.compile(r"(?:^|[\n.!?。！？:：])[\s*•-]*$")
_NOT_DIGITS = re.compile(r"[^\d.]")


class Source:
    """What a model was shown, as its words are checked against it."""

    def __init__(self, text: str) -> None:
        anchors = find_anchors(text, len(text))
        self._normals = {anchor.normal for anchor in anchors}
        self._numbers = {_digits(anchor.normal) for anchor in anchors if anchor.kind in _NUMERIC}
        self._days = {anchor.normal[4:] for anchor in anchors if anchor.kind == "date"}
        self._years = {anchor.normal[:4] for anchor in anchors if anchor.kind == "date"}
        self._plain = normalise(text)

    def holds(self, anchor: Anchor) -> bool:
        """Tell whether an exact string stands in the source: in any spelling, or letter by letter.

        Of a date the year may be missing, or one that the source tells elsewhere; of a number its unit may be missing.
        """
        if anchor.normal in self._normals or anchor.kind == "relative_date":
            return True
        if anchor.kind == "date" and self._is_dated(anchor.normal):
            return True
        number = _digits(anchor.normal) if anchor.kind in _NUMERIC and not _letters(anchor.text) else ""
        return bool(number and number in self._numbers) or all(self._stands(part) for part in _parts(anchor))

    def holds_rest(self, anchor: Anchor) -> bool:
        """Tell whether a name of several words stands in the source but for its first one."""
        rest = _parts(anchor)[1:]
        return anchor.kind == "name" and bool(rest) and all(self._stands(part) for part in rest)

    def _is_dated(self, normal: str) -> bool:
        if normal.startswith("--"):
            return normal[1:] in self._days
        return normal[:4] in self._years and f"-{normal[4:]}" in self._normals

    def _stands(self, part: str) -> bool:
        return re.search(rf"(?<![a-z0-9]){re.escape(part)}(?![a-z0-9]|[.,]\d)", self._plain) is not None


def invented(text: str, source: Source) -> list[Anchor]:
    """Return the exact strings of `text` that its source does not hold, in their order."""
    found = (anchor for anchor in find_anchors(text, len(text)) if not source.holds(anchor))
    return [anchor for anchor in found if not (_opens(text, anchor) and source.holds_rest(anchor))]


def without(text: str, anchors: Sequence[Anchor]) -> str:
    """Return `text` without these of its anchors: … in their place; a quotation that nobody said loses its marks."""
    edits: list[tuple[int, int, str]] = []
    for anchor in anchors:
        if anchor.kind == "quoted":
            edits += [(anchor.start - 1, anchor.start, ""), (anchor.end, anchor.end + 1, "")]
        else:
            edits.append((anchor.start, anchor.end, _MARK))
    for start, end, mark in sorted(edits, reverse=True):
        text = f"{text[:start]}{mark}{text[end:]}"
    return text


def _opens(text: str, anchor: Anchor) -> bool:
    """Tell whether an anchor opens a sentence: then its first word may be any ("Choose Hotel Borges")."""
    return _SENTENCE_START.search(text[: anchor.start]) is not None


def _parts(anchor: Anchor) -> list[str]:
    """Return what of an anchor must stand in a text: each word of a name, since a sentence may begin with another."""
    plain = normalise(anchor.text)
    return plain.split() if anchor.kind == "name" else [plain]


def _digits(normal: str) -> str:
    return _NOT_DIGITS.sub("", normal)


def _letters(text: str) -> bool:
    return any(c.isascii() and c.isalpha() for c in text)
