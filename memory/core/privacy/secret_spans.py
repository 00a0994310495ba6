"""Where secrets stand in a text, and the text without them."""

from collections.abc import Iterator
from itertools import chain

from memory.core.privacy.secret_forms import formed
from memory.core.privacy.secret_numbers import numbered
from memory.core.privacy.secret_said import said
from memory.core.privacy.seen_text import seen

REDACTED = "[redacted]"


def secret_spans(text: str) -> Iterator[tuple[int, int]]:
    """Yield where secrets stand in `text` (character offsets, end exclusive), in no order; some may overlap.

    Secret are keys and tokens by their form, passwords and codes said to be such, card, bank and identity numbers by
    their check digits or said to be such; however they are written (full-width, with separators or invisible
    characters between, in either script). Takes time linear in the length of `text`.
    """
    plain, places = seen(text)
    for start, end in chain(formed(plain), said(plain), numbered(plain)):
        yield places[start], places[end - 1] + 1


def has_secret(text: str) -> bool:
    """Tell whether a secret stands in `text`."""
    return next(secret_spans(text), None) is not None


def redact(text: str) -> str:
    """Return `text` with every secret replaced by `[redacted]`."""
    pieces, at = [], 0
    for start, end in sorted(secret_spans(text)):
        if start >= at:
            pieces += [text[at:start], REDACTED]
        at = max(at, end)
    return "".join(pieces) + text[at:]
