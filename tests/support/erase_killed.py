"""Erases in a child process that is killed after each of its writes in turn, then goes on, and tells what is left.

`python -m support.erase_killed FOLDER user|conversation [URI]`: works on SQLite files in FOLDER or on PostgreSQL, and
prints a JSON line for each point at which it was killed. Of a conversation every third point is tried, with
a URI a few.
"""

import asyncio
import json
import os
import shutil
import signal
import sys
from collections.abc import Collection, Iterable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any, cast

import psycopg
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.store.base import BaseStore, Op, PutOp, Result
from support.planted import STORED, documents, found_in_files, found_in_tables, plant

from memory.local_runner import open_local_runner
from memory.service.access.identity import User
from memory.service.erasing.erasing import erase_conversation, erase_user, resume_erases
from memory.service.erasing.erasing_reach import Gone, LocalRuns, Reach, nothing_runs
from memory.storage.compact import Compacted, compact
from memory.storage.opening import open_checkpointer, open_store

SAMPLE = (1, 4, 7)
SAID = ("SHEARWATER-5512 lands", "一号鹱鸟五五一二")
"""Said in the one conversation alone."""


class Death:
    """Kills this process after so many steps."""

    def __init__(self, after: int) -> None:
        self._left = after

    def step(self) -> None:
        self._left -= 1
        if self._left == 0:
            os.kill(os.getpid(), signal.SIGKILL)


class MortalStore(BaseStore):
    """Counts each batch that writes."""

    def __init__(self, inner: BaseStore, death: Death) -> None:
        self._inner, self._death = inner, death

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        raise NotImplementedError

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        asked = list(ops)
        results = await self._inner.abatch(asked)
        if any(isinstance(op, PutOp) for op in asked):
            self._death.step()
        return results


class MortalRuns(LocalRuns):
    """Counts each deletion of checkpoints."""

    def __init__(self, saver: BaseCheckpointSaver[str], death: Death) -> None:
        super().__init__(saver, nothing_runs)
        self._death = death

    async def delete(self, threads: Collection[str]) -> Gone:
        gone = await super().delete(threads)
        self._death.step()
        return gone


@asynccontextmanager
async def opened(death: Death) -> Any:
    """Open what an erase works on."""

    async def compacting() -> Compacted:
        death.step()
        done = await compact()
        death.step()
        return done

    async with open_store() as store, open_checkpointer() as saver:
        yield Reach(MortalStore(store, death), MortalRuns(saver, death), compacting)


def reach(death: Death) -> AbstractAsyncContextManager[Reach]:
    return cast("AbstractAsyncContextManager[Reach]", opened(death))


async def prepare() -> None:
    """Let ann and bob talk, and plant the rest."""
    async with open_local_runner() as runner:
        said = {"ann": f"Remember that I like {SAID[0]}. 记住我喜欢{SAID[1]}。", "bob": "Remember that I fly."}
        for user, text in said.items():
            async for _ in runner.stream(user, "one", text):
                continue
    async with open_store() as store:
        await plant(store, "ann", STORED)
        await plant(store, "bob", {k: f"bob {k}" for k in STORED})


async def erase(what: str, death: Death) -> None:
    """Erase ann, or one of her conversations."""
    async with reach(death) as at:
        if what == "user":
            await erase_user(at, "ann")
        else:
            await erase_conversation(at, User("ann", 0), "one", "delete")


async def go_on(what: str, point: int) -> dict[str, str]:
    """Go on as a starting server does, or as someone who asks again does; tell what is left."""
    if point % 2:
        async with reach(Death(0)) as at:
            await resume_erases(at)
    else:
        await erase(what, Death(0))
    async with open_store() as store:
        return {"ann": await documents(store, "ann"), "bob": await documents(store, "bob")}


def killed(what: str, point: int) -> bool:
    """Erase in a child that dies after `point` steps; tell whether it did."""
    child = os.fork()
    if child == 0:
        asyncio.run(erase(what, Death(point)))
        os._exit(0)
    _, status = os.waitpid(child, 0)
    return os.WIFSIGNALED(status)


def left(folder: Path, what: str, uri: str | None) -> list[str]:
    """Tell which strings of what was erased are still found."""
    strings = [*SAID, *(STORED.values() if what == "user" else ())]
    found = found_in_files([folder], strings) | (found_in_tables(uri, strings) if uri else set())
    return sorted({text for _, text in found})


def main(folder: Path, what: str, uri: str | None) -> None:
    """Try every point, or the sample."""
    whole, work = folder / "whole", folder / "work"
    os.environ["HOLDFAST_DATA"] = str(whole if uri is None else work)
    if uri:
        os.environ["HOLDFAST_DATABASE_URI"] = uri
    else:
        asyncio.run(prepare())
    os.environ["HOLDFAST_DATA"] = str(work)
    for point in SAMPLE if uri else range(1, 1000, 1 if what == "user" else 3):
        shutil.rmtree(work, ignore_errors=True)
        if uri:
            empty(uri)
            asyncio.run(prepare())
        else:
            shutil.copytree(whole, work)
        died = killed(what, point)
        told = asyncio.run(go_on(what, point))
        print(json.dumps({**told, "died": died, "left": left(work, what, uri)}), flush=True)  # noqa: T201  # its answer
        if not died:
            return


def empty(uri: str) -> None:
    """Drop every table."""
    with psycopg.connect(uri, autocommit=True) as conn:
        conn.execute("DROP SCHEMA public CASCADE")
        conn.execute("CREATE SCHEMA public")


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], sys.argv[3] if len(sys.argv) > 3 else None)
