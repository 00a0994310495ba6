"""How statements about an operator's slots are read: "my shoe size is 43", 我的鞋码是43, "I wear size 43"."""

import re
from functools import lru_cache

from memory.core.extraction import shapes_en, shapes_zh
from memory.core.extraction.rules import Rule, Shape
from memory.core.facts.slot_table import Slot

_SHAPE_EN = Shape(
    cut=re.compile(shapes_en.AFTER, re.IGNORECASE),
    reject=re.compile(rf"{shapes_en.WHICH}|(?:not|very|too|so|no|being|getting)\b", re.IGNORECASE),
    limit=60,
)
_LIST_EN = Shape(cut=re.compile(shapes_en.AFTER_LIST, re.IGNORECASE), reject=_SHAPE_EN.reject, limit=60)
_SHAPE_ZH = Shape(cut=re.compile(shapes_zh.AFTER), reject=re.compile(rf"{shapes_zh.ASKED}|不|很|太|没"), limit=40)
_KEY_EN, _KEY_ZH = r" (?P<key>[\w -]{1,30}?)", "(?P<key>[^是为:,。]{1,10})"
_IS_EN, _IS_ZH = r"(?:'s| is| are|:)(?: now)? ", "(?:现在)?(?:是|为|:)"
_VALUE = "(?P<value>.+)"


@lru_cache(maxsize=16)
def english_rules(slots: tuple[Slot, ...]) -> tuple[Rule, ...]:
    """Return the rules that read English statements about `slots`."""
    return tuple(
        Rule(
            re.compile(pattern, re.IGNORECASE),
            slot.name,
            slot.kind,
            _LIST_EN if slot.arity == "list" else _SHAPE_EN,
            separator=shapes_en.LIST if slot.arity == "list" else None,
        )
        for slot in slots
        for pattern in _english(slot)
    )


@lru_cache(maxsize=16)
def chinese_rules(slots: tuple[Slot, ...]) -> tuple[Rule, ...]:
    """Return the rules that read Chinese statements about `slots`."""
    return tuple(
        Rule(
            re.compile(pattern),
            slot.name,
            slot.kind,
            _SHAPE_ZH,
            separator=shapes_zh.LIST if slot.arity == "list" else None,
        )
        for slot in slots
        for pattern in _chinese(slot)
    )


def _english(slot: Slot) -> list[str]:
    if slot.arity == "keyed":
        return [rf"{re.escape(phrase)}{_KEY_EN}{_IS_EN}{_VALUE}" for phrase in slot.says_en]
    named = [rf"{re.escape(cue)}{_IS_EN}{_VALUE}" for cue in slot.cues_en if cue.startswith("my ")]
    return named + [rf"{re.escape(phrase)} {_VALUE}" for phrase in slot.says_en]


def _chinese(slot: Slot) -> list[str]:
    if slot.arity == "keyed":
        return [f"{re.escape(phrase)}{_KEY_ZH}{_IS_ZH}{_VALUE}" for phrase in slot.says_zh]
    named = [f"{re.escape(cue)}{_IS_ZH}{_VALUE}" for cue in slot.cues_zh if cue.startswith("我")]
    return named + [f"{re.escape(phrase)}{_VALUE}" for phrase in slot.says_zh]
