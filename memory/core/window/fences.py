"""Fences around what the model must read as data: recalled text, summaries, tool output.

A fence carries a mark that no message can guess and that stays the same between turns, so that the prompt's prefix
does; look-alikes inside texts are made harmless.
"""

import hmac
import re

TAGS = ("instructions", "profile", "summary", "working", "memory", "earlier", "result", "left_out", "notice")
_OPENERS = "<＜﹤"
_GAP = r"[\s\x00-\x1f\x7f-\x9f\xad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff]*+"
"""White space and what is not seen."""
_LOOK_ALIKE = re.compile(
    # One of our tags or, as it could go on in the next text, nothing more; or any tag with a mark of our form.
    rf"[{_OPENERS}](?={_GAP}(?:[/／]{_GAP})?(?:(?:{'|'.join(TAGS)})\b|\Z)"
    rf"|[^{_OPENERS}>]{{0,200}}?\bmark\s*[=＝]\s*\W?[0-9a-f]{{6}}-)",
    re.IGNORECASE,
)
_FENCE = re.compile(
    rf'<({"|".join(TAGS)}) mark="([0-9a-f-]+)"(?: [a-z]+="[^"\n]*")*>\n(.*?)\n</\1 mark="\2">', re.DOTALL
)
_ATTRIBUTE_CHARS = 100
_PREFIX_CHARS = 6
_MARK_CHARS = 10


def prefix_of(secret: str) -> str:
    """Return what every mark of a thread begins with; the system text tells it."""
    return _digest(secret, "")[:_PREFIX_CHARS]


def mark_of(secret: str, item: str) -> str:
    """Return the mark of one item (a section's name, a message's id): an HMAC of it under the thread's secret."""
    return f"{prefix_of(secret)}-{_digest(secret, f'item {item}')[:_MARK_CHARS]}"


def neutralise(text: str) -> str:
    """Return `text` with everything that looks like one of our fences made plain text (`<` → `‹`).

    As long as before. Full-width brackets and characters that are not seen behind a bracket hide no look-alike.
    """
    return _LOOK_ALIKE.sub("‹", text) if any(opener in text for opener in _OPENERS) else text


def fence(tag: str, mark: str, body: str, *, source: str = "", date: str = "") -> str:
    """Return `body` inside a fence, labelled with its source and date; look-alikes in it are neutralised."""
    labels = "".join(f' {name}="{_attribute(value)}"' for name, value in (("source", source), ("date", date)) if value)
    return f'<{tag} mark="{mark}"{labels}>\n{neutralise(body)}\n</{tag} mark="{mark}">'


def read_fences(text: str, mark: str | None = None) -> dict[str, str]:
    """Return the bodies of the fences in `text` by tag (several of one tag joined); `mark`: with marks like it only.

    `mark`: a whole mark, or the prefix that all marks of a thread begin with.
    """
    found: dict[str, list[str]] = {}
    for tag, own_mark, body in _FENCE.findall(text):
        if _carries(own_mark, mark):
            found.setdefault(tag, []).append(body)
    return {tag: "\n".join(bodies) for tag, bodies in found.items()}


def without_fences(text: str, mark: str | None = None) -> str:
    """Return `text` without the fences and what they hold; `mark`: without those that have it (`read_fences`) only."""
    return _FENCE.sub(lambda found: "" if _carries(found[2], mark) else found[0], text).strip()


def _carries(own: str, mark: str | None) -> bool:
    return mark is None or own == mark or own.startswith(f"{mark}-")


def _digest(secret: str, item: str) -> str:
    return hmac.new(secret.encode(), item.encode("utf-8", "replace"), "sha256").hexdigest()


def _attribute(value: str) -> str:
    return " ".join(re.sub(r'["<>＜＞﹤﹥]', "'", value).split())[:_ATTRIBUTE_CHARS]
