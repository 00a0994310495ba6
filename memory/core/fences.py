"""Fences around what the model must read as data: recalled text, summaries, tool output.

A fence carries a mark that a message cannot guess; look-alikes inside texts are made harmless.
"""

import re

TAGS = ("instructions", "profile", "summary", "working", "memory")
_LOOK_ALIKE = re.compile(rf"<(?=\s*/?\s*(?:{'|'.join(TAGS)})\b)", re.IGNORECASE)
_FENCE = re.compile(rf'<({"|".join(TAGS)}) mark="([0-9a-f]+)">\n(.*?)\n</\1 mark="\2">', re.DOTALL)


def neutralise(text: str) -> str:
    """Return `text` with everything that looks like one of our fences made plain text (`<` → `‹`)."""
    return _LOOK_ALIKE.sub("‹", text)


def fence(tag: str, mark: str, body: str) -> str:
    """Return `body` inside a fence; look-alikes in it are neutralised."""
    return f'<{tag} mark="{mark}">\n{neutralise(body)}\n</{tag} mark="{mark}">'


def read_fences(text: str, mark: str | None = None) -> dict[str, str]:
    """Return the bodies of the fences in `text` by tag (several of one tag joined); with `mark`, of its fences only."""
    found: dict[str, list[str]] = {}
    for tag, own_mark, body in _FENCE.findall(text):
        if mark in {None, own_mark}:
            found.setdefault(tag, []).append(body)
    return {tag: "\n".join(bodies) for tag, bodies in found.items()}


def without_fences(text: str) -> str:
    """Return `text` without the fences and what they hold."""
    return _FENCE.sub("", text).strip()
