"""One of two processes that change the same facts at once: `python -m support.slot_writer NAME`.

Tells new values of a slot of one value and of a list, says one fact in words of its own and merges what is double,
edits a fact of the collection, and pins it.
"""

import asyncio
import sys
from datetime import UTC, datetime

from langgraph.store.base import BaseStore

from memory.core.extraction.extraction import extract
from memory.core.facts.current import current
from memory.core.facts.facts import Proposal, Source
from memory.service.facts.fact_changes import edit_fact, pin_fact
from memory.service.facts.merging import merge_doubles
from memory.service.facts.remembering import write_decided
from memory.storage.facts import load_memory
from memory.storage.opening import open_store

ROOT = "ann--0"
ROUNDS = 4
GATE = "Remember that the gate code phrase is 青石"
SAME = {"oslo": "I like jazz", "bergen": "I love jazz music"}


def told(text: str, entry: str) -> Proposal:
    """Return the one fact of a message said now."""
    source: Source = {"thread": "t", "conversation": "c", "message": entry, "entry": entry}
    (found,) = extract(text, source=source, observed_at=datetime.now(UTC).isoformat())
    return found


async def write(store: BaseStore, fact: Proposal) -> None:
    """Write one fact as a turn does."""
    await write_decided(
        store, ROOT, write=[fact], ask=[], reject=[], assertions=[], tombstones=[], now=datetime.now(UTC)
    )


async def change_all(store: BaseStore, name: str) -> None:
    """Change the facts, round after round, beside whoever else does."""
    for number in range(ROUNDS):
        await write(store, told(f"I live in {name.title()}{number}ville", f"{name}-{number}"))
        await write(store, told(f"I'm allergic to {name}{number}", f"{name}-{number}-list"))
        await write(store, told(SAME[name], f"{name}-{number}-same"))
        now = datetime.now(UTC)
        await merge_doubles(store, ROOT, now)
        held = current((await load_memory(store, ROOT)).assertions, now.isoformat())
        gate = next(span["fact"]["id"] for span in held if span["fact"]["slot"] is None)
        await pin_fact(store, ROOT, gate, pinned=True, now=now)
        await edit_fact(store, ROOT, gate, text=f"The gate code phrase is {name} {number}", now=datetime.now(UTC))


async def main(name: str) -> None:
    """Open the store that the settings name, and change its facts."""
    async with open_store() as store:
        await change_all(store, name)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
