"""Of which kind a request to remember is that is kept whole, by how it begins."""

import re

from memory.core.facts.facts import Kind

_KINDS: tuple[tuple[Kind, re.Pattern[str]], ...] = (
    (
        "instruction",
        re.compile(
            r"(?:you (?:should|must|are to)|always|never|don't|do not)\s|(?:not )?to (?:always|never|be|use|answer"
            r"|reply|respond|speak|keep|include|cite|format|avoid)\s|(?:你|请|不要|别|总是|永远)",
            re.IGNORECASE,
        ),
    ),
    ("goal", re.compile(r"(?:not )?to\s+[a-z]|(?:要|带|买|去|给)", re.IGNORECASE)),
    (
        "preference",
        re.compile(
            r"i (?:\w+ )?(?:like|love|prefer|hate|dislike|enjoy)\b|我(?:最|很|不)?(?:喜欢|爱|讨厌|偏好)", re.IGNORECASE
        ),
    ),
    (
        "relationship",
        re.compile(
            r"my (?:\w+ )?(?:wife|husband|partner|son|daughter|mother|mom|father|dad|brother|sister|friend|boss)\b"
            r"|我的?(?:老婆|妻子|老公|丈夫|妈|爸|儿子|女儿|朋友|老板|哥|弟|姐|妹)",
            re.IGNORECASE,
        ),
    ),
    (
        "event",
        re.compile(
            r".*(?:\b(?:tomorrow|tonight|next (?:week|month|year|\w+day)|on \w+day|at \d{1,2}(?::\d\d|\s?[ap]m))\b"
            r"|明天|后天|下周|下个月|\d{1,2}月\d{1,2}|周[一二三四五六日])",
            re.IGNORECASE | re.DOTALL,
        ),
    ),
)
"""Kinds of what is kept whole, by how it begins; the first that fits, else `profile`."""


def kind_of(folded: str) -> Kind:
    """Return the kind of what a user asks to remember; `folded` as rules read it (`clauses.fold`)."""
    return next((kind for kind, pattern in _KINDS if pattern.match(folded)), "profile")
