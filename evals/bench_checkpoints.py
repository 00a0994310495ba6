"""What a turn costs on disk: Holdfast against a plain `create_agent` on the stock SQLite saver.

Same process, same scripted model, same messages, one thread each. *Written* is what a turn adds to a file's write-ahead
log, pages and all: what the disk has to take. *Kept* is what the file then holds, free pages apart, over the turns so
far. `flat` is the cost of a turn in the last quarter of the thread over that in its second quarter: 1 when a turn costs
the same at any age. A plain agent writes its whole history at every step, so its cost grows with each turn.
"""

import argparse
import asyncio
import os
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import uuid4

import aiosqlite
from langchain.agents import create_agent
from langchain_core.messages import HumanMessage
from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver

from evals.scripted_model import ScriptedModel
from evals.scripted_replies import Reply
from graphs.agent import builder
from memory.local_runner import RECURSION_LIMIT
from memory.models.chat import close_chat_models
from memory.service.settings.context import Context
from memory.storage.sqlite_saver import open_sqlite_saver
from memory.storage.sqlite_store import open_sqlite_store

MARKS = (10, 50, 100, 200)
"""Turns at which the table has a line, besides the quarters that `flat` needs."""
REPLY_TOKENS = 50
SYSTEMS = ("checkpoints", "store", "baseline")


@dataclass(frozen=True)
class Mark:
    """Bytes of one file at one moment."""

    written: int
    """Into the log since the mark before."""
    kept: int
    """In use in the file."""


@dataclass(frozen=True)
class Talk:
    """A compiled agent on a thread of its own, and the files it writes, by name."""

    graph: Any
    context: Context | None
    files: dict[str, aiosqlite.Connection]

    async def say(self, text: str) -> None:
        """Run one turn."""
        config: RunnableConfig = {"configurable": {"thread_id": "bench"}, "recursion_limit": RECURSION_LIMIT}
        message = HumanMessage(text, id=str(uuid4()))
        await self.graph.ainvoke({"messages": [message]}, config, context=self.context, durability="async")


@asynccontextmanager
async def holdfast(folder: Path) -> AsyncIterator[Talk]:
    """Open Holdfast on files in `folder`."""
    async with open_sqlite_store(folder / "store.sqlite") as store, open_sqlite_saver(folder / "c.sqlite") as saver:
        graph = builder.compile(checkpointer=saver, store=store)
        yield Talk(graph, Context(user_id="bench"), {"checkpoints": saver.conn, "store": store.conn})


@asynccontextmanager
async def plain(folder: Path) -> AsyncIterator[Talk]:
    """Open LangChain's agent with nothing added on a file in `folder`."""
    async with AsyncSqliteSaver.from_conn_string(str(folder / "baseline.sqlite")) as saver:
        await saver.setup()
        yield Talk(create_agent("openai:scripted", checkpointer=saver), None, {"baseline": saver.conn})


async def begin_log(conn: aiosqlite.Connection) -> None:
    """Empty a file's log and let it grow, so that its size tells what is written."""
    await conn.execute_fetchall("PRAGMA wal_autocheckpoint=0")
    await conn.execute_fetchall("PRAGMA wal_checkpoint(TRUNCATE)")


async def take_mark(conn: aiosqlite.Connection) -> Mark:
    """Measure a file and empty its log."""
    (database,) = await conn.execute_fetchall("PRAGMA database_list")
    written = await asyncio.to_thread(os.path.getsize, f"{database[2]}-wal")
    await conn.execute_fetchall("PRAGMA wal_checkpoint(TRUNCATE)")
    sizes = [await conn.execute_fetchall(f"PRAGMA {name}") for name in ("page_size", "page_count", "freelist_count")]
    page, pages, free = (int(next(iter(rows))[0]) for rows in sizes)
    return Mark(written, page * (pages - free))


def marks_of(turns: int) -> list[int]:
    """Return the turns after which to measure, the quarters among them."""
    quarters = (turns // 4, turns // 2, 3 * turns // 4, turns)
    return sorted({mark for mark in (*MARKS, *quarters) if 0 < mark <= turns})


async def run(folder: Path, turns: int) -> dict[str, dict[int, Mark]]:
    """Run `turns` turns of both agents; by file, and by turn measured at, what was written since and kept."""
    async with holdfast(folder) as ours, plain(folder) as theirs:
        files = {**ours.files, **theirs.files}
        for conn in files.values():
            await begin_log(conn)
        marks: dict[str, dict[int, Mark]] = {name: {} for name in files}
        for number in range(1, turns + 1):
            for talk in (ours, theirs):
                await talk.say(message_of(number))
            if number in marks_of(turns):
                for name, conn in files.items():
                    marks[name][number] = await take_mark(conn)
        await close_chat_models()
    return marks


def message_of(number: int) -> str:
    """Return the message of one turn: a few sentences, in both languages."""
    return (
        f"Turn {number}: the harbour office moved our crate to bay {number % 37} again, and the paper they gave me "
        f"names order HF-{number * 7919}. Could you compare that with what we planned, and tell me what is left to do? "
        f"第{number}次了，请顺便看看下周的船期。"
    )


def written_a_turn(marks: dict[int, Mark], first: int, last: int) -> float:
    """Return the bytes a turn wrote between two turns measured at."""
    return sum(mark.written for at, mark in marks.items() if first < at <= last) / (last - first)


def flat(marks: dict[int, Mark], turns: int) -> float:
    """Return the cost of a turn in the last quarter over that in the second."""
    return written_a_turn(marks, 3 * turns // 4, turns) / written_a_turn(marks, turns // 4, turns // 2)


def show(marks: dict[str, dict[int, Mark]], turns: int) -> None:
    """Print what a turn costs at each mark, and the result line."""
    print("bytes, by file    " + "".join(f"{name + ' written':>22}{'kept':>12}" for name in SYSTEMS))
    before = 0
    for at in marks_of(turns):
        cells = "".join(
            f"{written_a_turn(marks[name], before, at):>22,.0f}{marks[name][at].kept:>12,}" for name in SYSTEMS
        )
        print(f"turns {before + 1:>4}-{at:<7}{cells}")
        before = at
    ours, store, theirs = (written_a_turn(marks[name], 3 * turns // 4, turns) for name in SYSTEMS)
    ratios = {name: flat(marks[name], turns) for name in SYSTEMS}
    print(
        f"RESULT checkpoints bytes_per_turn={ours:.0f} flat={ratios['checkpoints']:.3f} "
        f"store_bytes_per_turn={store:.0f} store_flat={ratios['store']:.3f} "
        f"kept={marks['checkpoints'][turns].kept} baseline_bytes_per_turn={theirs:.0f} "
        f"baseline_flat={ratios['baseline']:.3f} baseline_kept={marks['baseline'][turns].kept}"
    )


def main() -> None:
    """Run the benchmark on files in a temporary folder."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, default=200, help="at least 8")
    turns = parser.parse_args().turns
    with tempfile.TemporaryDirectory() as folder, ScriptedModel(lambda _: Reply.of_tokens(REPLY_TOKENS)) as model:
        base_url = model.base_url
        os.environ |= {"HOLDFAST_MODEL": "scripted", "HOLDFAST_BASE_URL": base_url, "HOLDFAST_API_KEY": "bench"}
        os.environ |= {"OPENAI_BASE_URL": base_url, "OPENAI_API_KEY": "bench"}
        show(asyncio.run(run(Path(folder), turns)), turns)


if __name__ == "__main__":
    main()
