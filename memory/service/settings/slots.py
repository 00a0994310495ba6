"""The operator's profile slots, read from their file when the process starts."""

import asyncio
from functools import lru_cache
from pathlib import Path

from memory.core.facts.slot_rows import parse_slots
from memory.core.facts.slot_table import ROWS, Slot
from memory.core.facts.slots import SLOTS
from memory.service.settings.settings import slots_file
from memory.service.settings.toml_files import read_toml


async def use_slots() -> None:
    """Let this process know the operator's slots (`HOLDFAST_SLOTS`), beside the product's own; without a file none.

    Every runner calls it once, before anything is read. Raises InputError as `read_slots` does.
    """
    path = slots_file()
    SLOTS.extend(await asyncio.to_thread(read_slots, path) if path else ())


@lru_cache(maxsize=16)
def read_slots(path: Path) -> tuple[Slot, ...]:
    """Return the slots that a file holds, read the first time it is asked for. Blocks.

    Raises InputError: the file cannot be read, is no TOML, or a slot is wrong; it names the slot, field and remedy.
    """
    setting = f"HOLDFAST_SLOTS ({path})"
    return parse_slots(read_toml(path, setting, "memory/slots.example.toml"), setting, {row.name for row in ROWS})
