"""The slots of a profile: how many values each holds, and which of them a text is about.

They are the product's own (`slot_table.py`) and those an operator adds when the process starts
(`memory/service/settings/slots.py`).
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from memory.core.facts.identity import comparable
from memory.core.facts.slot_table import ROWS, Arity, Slot
from memory.core.language.words import words


class SlotTable(Mapping[str, Slot]):
    """Slots by name. Their cues are compiled when the table is made, so that no turn waits for it."""

    def __init__(self, own: Sequence[Slot]) -> None:
        self._own = {slot.name: slot for slot in own}
        self._all = self._own
        self._added: tuple[Slot, ...] = ()
        self._cues = {slot.name: _pattern(slot) for slot in own}

    def __getitem__(self, name: str) -> Slot:
        """Return the slot called `name`."""
        return self._all[name]

    def __iter__(self) -> Iterator[str]:
        """Iterate over the names, the product's own first."""
        return iter(self._all)

    def __len__(self) -> int:
        """Return how many slots there are."""
        return len(self._all)

    @property
    def added(self) -> tuple[Slot, ...]:
        """Return the operator's slots."""
        return self._added

    def extend(self, slots: Sequence[Slot]) -> None:
        """Add an operator's slots to the product's own, in the place of any added before."""
        self._all, self._added = self._own | {slot.name: slot for slot in slots}, tuple(slots)
        self._cues |= {slot.name: _pattern(slot) for slot in slots}

    def cues(self, name: str) -> re.Pattern[str]:
        """Return what finds the cues of the slot called `name` in a text in comparable form."""
        return self._cues[name]


def _pattern(slot: Slot) -> re.Pattern[str]:
    """Return what finds a slot's cues; what is the speaker's may be told in the other language: 我的 dog, my 狗."""
    english = sorted((_of_self(cue, "my ") for cue in slot.cues_en), key=len, reverse=True)
    chinese = sorted((_of_self(cue, "我的") for cue in slot.cues_zh), key=len, reverse=True)
    parts = [rf"(?<!\w)(?:{'|'.join(english)})(?!\w)"] * bool(english) + [f"(?:{'|'.join(chinese)})"] * bool(chinese)
    return re.compile("|".join(parts))


def _of_self(cue: str, mine: str) -> str:
    return re.escape(cue).replace(re.escape(mine), "(?:my ?|我们?的 ?)", 1) if cue.startswith(mine) else re.escape(cue)


SLOTS = SlotTable(ROWS)
"""The process's own."""


def arity_of(slot: str | None) -> Arity:
    """Return how many values a slot holds; the collection (None) and unknown slots are lists."""
    row = SLOTS.get(slot) if slot else None
    return row.arity if row else "list"


def label_of(slot: str, *, chinese: bool) -> str:
    """Return what a slot is called where people read it; one that is no longer in the table has its name alone."""
    row = SLOTS.get(slot)
    return slot if row is None else row.label_zh if chinese else row.label_en


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
    return SLOTS.cues(slot).sub(" ", comparable(text)).strip()


def _cue_sizes(text: str) -> dict[str, int]:
    """Return the length of the longest cue found, by slot, in the order of `SLOTS`."""
    plain = comparable(text)
    found = {name: SLOTS.cues(name).finditer(plain) for name in SLOTS}
    sizes = {name: max((len(cue[0]) for cue in cues), default=0) for name, cues in found.items()}
    return {name: size for name, size in sizes.items() if size}
