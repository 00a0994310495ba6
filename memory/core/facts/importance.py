"""How much a fact matters, 0..1, and why: a sum of parts that `holdfast explain` can print.

importance = 0.3 base
           + 0.25 asked for ("remember …")
           + 0.15 emphasis ("important", "never", 一定, !!)
           + 0.1 for each of: a number or date, a name or identifier (at most 0.2)
           + 0.2 a standing instruction, an allergy or an illness; 0.1 another profile slot
           - 0.1 proposed by a tool, not read in the user's own words
held to 0..1.
"""

import re
from collections.abc import Mapping

from memory.core.facts.facts import Kind, SaidBy

BASE = 0.3
ASKED = 0.25
EMPHASIS = 0.15
CONCRETE = 0.1
VITAL = 0.2
PROFILE = 0.1
BY_TOOL = -0.1

VITAL_SLOTS = frozenset({"allergy", "health"})
_EMPHASIS = re.compile(
    r"\b(?:important|importantly|very|really|must|always|never|critical|crucial|urgent|urgently|especially|essential"
    r"|severely|deadly|deathly|absolutely|at all costs|whatever happens|life.threatening)\b|!{2,}|！{2,}"
    r"|重要|一定|千万|务必|務必|非常|必须|必須|绝对|絕對|永远|永遠|严重|嚴重|特别|特別|紧急|緊急|切记|切記",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"\d|[一二三四五六七八九十百]+[月日号號岁歲年点點]")
_NAME = re.compile(r"(?<=[^\s.!?] )[A-Z][\w'-]+|[A-Za-z]+\d[\w-]*|\d+[A-Za-z][\w-]*|\S+@\S+|叫|《")


def importance_parts(
    *, text: str, quote: str, kind: Kind, slot: str | None, explicit: bool, said_by: SaidBy
) -> dict[str, float]:
    """Return the parts of a fact's importance that are not zero, by name."""
    parts = {
        "base": BASE,
        "asked": ASKED if explicit else 0.0,
        "emphasis": EMPHASIS if _EMPHASIS.search(quote) else 0.0,
        "number": CONCRETE if _NUMBER.search(text) else 0.0,
        "name": CONCRETE if _NAME.search(text) else 0.0,
        "kind": _kind_part(kind, slot),
        "tool": BY_TOOL if said_by == "tool" else 0.0,
    }
    return {name: part for name, part in parts.items() if part}


def importance(parts: Mapping[str, float]) -> float:
    """Return how much a fact matters, from 0 to 1: the sum of its parts."""
    return round(min(1.0, max(0.0, sum(parts.values()))), 3)


def _kind_part(kind: Kind, slot: str | None) -> float:
    if kind == "instruction" or slot in VITAL_SLOTS:
        return VITAL
    return PROFILE if slot else 0.0
