"""Cuts a long text into pages for a model to read one by one; no exact string lies on two of them."""

from collections.abc import Callable

from memory.core.anchors.anchors import find_anchors

_SPACE_FOR_A_BREAK = 0.25
"""Share of a page, at its end, in which a fit place to break is looked for."""
_BREAKS = (("\n\n",), ("\n",), ("。", "！", "？", ". ", "! ", "? "), ("，", "; ", ", "), (" ",))
"""Where a page ends, best first."""
_REACH = 500
"""Characters on each side of a break in which exact strings are looked for."""


def pages(text: str, limit: int, count: Callable[[str], int]) -> list[str]:
    """Return `text` in pages of about `limit` tokens; joined they are the text again. At least one, maybe empty."""
    tokens = count(text)
    if tokens <= limit:
        return [text]
    size = max(1, len(text) * limit // tokens)
    found, start = [], 0
    while len(text) - start > size:
        end = _page_end(text, start, start + size)
        found.append(text[start:end])
        start = end
    return [*found, text[start:]]


def _page_end(text: str, start: int, end: int) -> int:
    earliest = end - int((end - start) * _SPACE_FOR_A_BREAK)
    for marks in _BREAKS:
        at = max(text.rfind(mark, earliest, end) + len(mark) if mark in text[earliest:end] else -1 for mark in marks)
        if at > earliest:
            end = at
            break
    return _outside_anchors(text, start, end)


def _outside_anchors(text: str, start: int, end: int) -> int:
    """Return the break moved before the exact string it would cut; one as long as the page is cut all the same."""
    first = max(start, end - _REACH)
    cut = [first + a.start for a in find_anchors(text[first : end + _REACH]) if a.start < end - first < a.end]
    moved = min(cut, default=end)
    return moved if moved > start else end
