"""Reads an operator's profile slots from the data of their file (`memory/slots.example.toml` tells the form)."""

import re
from collections.abc import Collection, Mapping
from typing import Any, get_args

from memory.core.errors import InputError
from memory.core.facts.facts import Kind
from memory.core.facts.slot_table import Arity, Slot
from memory.core.language.text import simplified
from memory.core.policy.rows import Reader, line, lines, one_of, refuse_missing, refuse_unknown, tables

SLOTS_LIMIT = 200
"""Slots of one file, at most."""
PHRASES_LIMIT = 100
"""Phrases of one field, at most."""
PHRASE_LIMIT = 60
"""Characters of a phrase or a label, at most."""
_FORM = "memory/slots.example.toml"
_NAME = re.compile(r"[a-z][a-z_]{0,39}")


def parse_slots(data: Mapping[str, Any], name: str, own: Collection[str]) -> tuple[Slot, ...]:
    """Return the slots that `data` holds, a TOML file's table; `name` is what messages call that file.

    `own`: the names of the product's slots, which are taken. Raises InputError, which names the slot and its field.
    """
    rows = tables(data, "slot", name, _FORM)
    if len(rows) > SLOTS_LIMIT:
        raise InputError(name, f"holds {len(rows)} slots", f"Write at most {SLOTS_LIMIT}.")
    slots: dict[str, Slot] = {}
    for number, row in enumerate(rows, start=1):
        place = f"{name}, slot {number}"
        slot = _slot(row, place)
        if slot.name in own or slot.name in slots:
            raise InputError(f"{place}: name", f"{slot.name!r} is taken", "Give the slot a name of its own.")
        slots[slot.name] = slot
    for number, slot in enumerate(slots.values(), start=1):
        _check_opposite(slot, slots, f"{name}, slot {number}: opposite")
    return tuple(slots.values())


def _slot(row: Mapping[str, Any], place: str) -> Slot:
    refuse_unknown(row, _FIELDS, place)
    refuse_missing(row, _REQUIRED, place, f"Every slot has {', '.join(_REQUIRED)}.")
    read: dict[str, Any] = {name: _FIELDS[name](value, f"{place}: {name}") for name, value in row.items()}
    if not (read.get("cues_en") or read.get("cues_zh")):
        raise InputError(f"{place}: cues_en", "is missing, as is cues_zh", "Write the words that ask for the slot.")
    private = read.pop("sensitivity", "normal") == "sensitive"
    return Slot(**{"cues_en": (), "cues_zh": ()} | read, sensitive=private)


def _check_opposite(slot: Slot, slots: Mapping[str, Slot], field: str) -> None:
    if slot.opposite is None:
        return
    other = slots.get(slot.opposite)
    if other is None or other is slot or other.opposite != slot.name:
        raise InputError(field, f"is {slot.opposite!r}", f"Name a slot of this file whose opposite is {slot.name!r}.")
    if {slot.arity, other.arity} != {"list"}:
        raise InputError(field, f"is {slot.opposite!r}", "Opposite slots are both of arity list.")


def _name(value: Any, field: str) -> str:
    if not isinstance(value, str) or not _NAME.fullmatch(value):
        raise InputError(field, f"is {value!r}", "Write small letters and underscores, at most 40.")
    return value


def _english(value: Any, field: str) -> tuple[str, ...]:
    return tuple(phrase.casefold() for phrase in lines(PHRASES_LIMIT, PHRASE_LIMIT)(value, field))


def _chinese(value: Any, field: str) -> tuple[str, ...]:
    return tuple(simplified(phrase) for phrase in lines(PHRASES_LIMIT, PHRASE_LIMIT)(value, field))


_REQUIRED = ("name", "arity", "kind", "label_en", "label_zh")
_FIELDS: dict[str, Reader] = {
    "name": _name,
    "arity": one_of(get_args(Arity)),
    "kind": one_of(get_args(Kind)),
    "label_en": line(PHRASE_LIMIT),
    "label_zh": line(PHRASE_LIMIT),
    "cues_en": _english,
    "cues_zh": _chinese,
    "says_en": _english,
    "says_zh": _chinese,
    "names": line(PHRASE_LIMIT),
    "opposite": _name,
    "sensitivity": one_of(("normal", "sensitive")),
}
