"""The slots of a profile (`slot_table.py`): how many values each holds, and which of them a text is about."""

import re
from functools import lru_cache

from memory.core.identity import comparable
from memory.core.slot_table import ROWS, Arity, Slot
from memory.core.words import words

SLOTS: dict[str, Slot] = {slot.name: slot for slot in ROWS}


def arity_of(slot: str | None) -> Arity:
    """Return how many values a slot holds; the collection (None) and unknown slots are lists."""
    return SLOTS[slot].arity if slot in SLOTS else "list"


def value_key(slot: str | None, value: str | None) -> str:
    """Return what a newer value must share to replace this one: "" for a slot of one value, its key in a keyed one."""
    arity = arity_of(slot)
    if arity == "one":
        return ""
    content = comparable(value or "")
    return content.split(":", 1)[0].strip() if arity == "keyed" else content


def cued_slots(text: str) -> list[str]:
    """Return the names of the slots whose cues stand in `text`, the one with the longest cue first.

    "Where do I live?" and 我住在哪里 give `home`; "what's my job" gives `work` and `occupation`.
    """
    sizes = _cue_sizes(text)
    return sorted(sizes, key=lambda name: -sizes[name])


def best_slots(text: str) -> list[str]:
    """Return the slots with the longest cue in `text`: more than one only if they share it ("my job")."""
    sizes = _cue_sizes(text)
    return [name for name, size in sizes.items() if size == max(sizes.values())]


def names_whole(text: str, slot: str) -> bool:
    """Tell whether `text` says nothing but a name of all that the slot holds ("my allergies", 我的孩子)."""
    row = SLOTS[slot]
    return set(words(text)) <= set(words(f"{row.name} {row.label_en} {row.label_zh} {row.names}"))


def without_cues(text: str, slot: str) -> str:
    """Return `text`, in comparable form, without the cue words of `slot`."""
    return _pattern(slot).sub(" ", comparable(text)).strip()


def _cue_sizes(text: str) -> dict[str, int]:
    """Return the length of the longest cue found, by slot, in the order of `SLOTS`."""
    plain = comparable(text)
    sizes = {name: max((len(cue[0]) for cue in _pattern(name).finditer(plain)), default=0) for name in SLOTS}
    return {name: size for name, size in sizes.items() if size}


@lru_cache(maxsize=256)
def _pattern(name: str) -> re.Pattern[str]:
    slot = SLOTS[name]
    english = sorted((re.escape(cue) for cue in slot.cues_en), key=len, reverse=True)
    chinese = sorted((re.escape(cue) for cue in slot.cues_zh), key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(english)})(?!\w)|(?:{'|'.join(chinese)})")
