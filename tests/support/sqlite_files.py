"""Our SQLite files, opened and written to alike; as `python -m support.sqlite_files FOLDER` until it is killed."""

import asyncio
import itertools
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import aiosqlite
from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import Checkpoint, empty_checkpoint

from memory.storage.listing import list_items
from memory.storage.ops import put, write
from memory.storage.sqlite_saver import open_sqlite_saver
from memory.storage.sqlite_store import open_sqlite_store

TEXT = "a long text, 很长的一段话 " * 400


@dataclass(frozen=True)
class File:
    """One of our files, open, with what can be done to it."""

    conn: aiosqlite.Connection
    write: Callable[[str], Awaitable[None]]
    """Write under a name."""
    names: Callable[[], Awaitable[set[str]]]
    """The names written so far."""


@asynccontextmanager
async def store_file(path: Path) -> AsyncIterator[File]:
    """Open a store."""

    async with open_sqlite_store(path) as store:

        async def names() -> set[str]:
            return {item.key for item in await list_items(store, ("n",))}

        yield File(store.conn, lambda name: write(store, [put(("n",), name, {"text": TEXT})]), names)


@asynccontextmanager
async def saver_file(path: Path) -> AsyncIterator[File]:
    """Open a saver."""

    async with open_sqlite_saver(path) as saver:

        async def save(name: str) -> None:
            config: RunnableConfig = {"configurable": {"thread_id": name, "checkpoint_ns": ""}}
            checkpoint: Checkpoint = {**empty_checkpoint(), "channel_values": {"messages": [TEXT]}}
            config = await saver.aput(config, checkpoint, {"source": "input", "step": 0}, {"messages": "1"})
            await saver.aput_writes(config, [("messages", TEXT)], "task")

        async def names() -> set[str]:
            return {found.config["configurable"]["thread_id"] async for found in saver.alist(None)}

        yield File(saver.conn, save, names)


async def main(folder: Path) -> None:
    """Write to both without end, telling each name once both have it."""
    async with store_file(folder / "store.sqlite") as store, saver_file(folder / "saver.sqlite") as saver:
        for number in itertools.count():
            for file in (store, saver):
                await file.write(f"{number}")
            sys.stdout.write(f"{number}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))
