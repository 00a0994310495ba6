"""What a text gives away: secrets, which are never stored, and private matters, which are asked about first."""

import re
from typing import Literal

from memory.core.privacy import private_en, private_zh
from memory.core.privacy.secret_spans import has_secret
from memory.core.privacy.seen_text import seen

Sensitivity = Literal["normal", "sensitive", "secret"]
Matter = Literal["health", "belief", "sexuality", "politics", "affairs", "other_people"]
"""What is private: `affairs` are money and law, `other_people` is data about anyone but the user."""

_MATTERS: tuple[Matter, ...] = ("health", "belief", "sexuality", "politics", "affairs")


_CLAUSE = re.compile(r"[.;!?\n。；！？]")


def sensitivity_of(*texts: str) -> Sensitivity:
    """Return `secret`, `sensitive` or `normal` for what the texts (text, value, quote of a fact) give away together.

    Secret is what `secret_spans` finds, sensitive what `matters_of` does. An allergy or a diet of the user's own is
    normal: it is told to be used.
    """
    if has_secret("\n".join(texts)):
        return "secret"
    return "sensitive" if matters_of(*texts) else "normal"


def matters_of(*texts: str) -> frozenset[Matter]:
    """Return which private matters the texts tell of someone; the mere subject of a talk or a trade is none."""
    plain = seen("\n".join(texts))[0]
    found: set[Matter] = {
        matter for matter in _MATTERS if any(words.MATTERS[matter].search(plain) for words in (private_en, private_zh))
    }
    if any(_is_ill(clause) for clause in _CLAUSE.split(plain)):
        found.add("health")
    others = any(words.OTHERS_DATA.search(plain) for words in (private_en, private_zh))
    if others or (found and any(words.ABOUT_OTHERS.search(plain) for words in (private_en, private_zh))):
        found.add("other_people")
    return frozenset(found)


def _is_ill(clause: str) -> bool:
    """Tell whether a clause speaks of someone's illness, not of one as a subject or a trade."""
    return any(
        words.ILLNESS.search(clause) and words.PERSONAL.search(clause) and not words.TALK.search(clause)
        for words in (private_en, private_zh)
    )
