"""A store and a saver that end their process with SIGKILL at a chosen write: a point of the crash sweep."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from typing import Any

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import (
    BaseCheckpointSaver,
    ChannelVersions,
    Checkpoint,
    CheckpointMetadata,
    CheckpointTuple,
)
from langgraph.store.base import BaseStore, Op, PutOp, Result


class Fuse:
    """Counts the points a process passes, two a write (before and after it), and kills it at one of them."""

    def __init__(self, kill_at: int | None, tell: Callable[[str], None]) -> None:
        """Take the number of the point that kills, from 1 (None: no one); `tell` gets its name just before."""
        self.passed = 0
        self.lit = False
        """Only points passed while lit count."""
        self._kill_at = kill_at
        self._tell = tell

    def point(self, name: str) -> None:
        """Pass a point, or end here."""
        if not self.lit:
            return
        self.passed += 1
        if self.passed == self._kill_at:
            self._tell(name)
            os.kill(os.getpid(), signal.SIGKILL)


class CrashingStore(BaseStore):
    """Passes everything on; each batch with a write has a point before it and one after it."""

    def __init__(self, inner: BaseStore, fuse: Fuse) -> None:
        self._inner = inner
        self._fuse = fuse

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        """Refuse: the graphs are asynchronous."""
        raise NotImplementedError

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        """Pass a batch on."""
        asked = list(ops)
        written = sorted({_kind(op) for op in asked if isinstance(op, PutOp)})
        if not written:
            return await self._inner.abatch(asked)
        name = f"store {'+'.join(written)}"
        self._fuse.point(f"before {name}")
        results = await self._inner.abatch(asked)
        self._fuse.point(f"after {name}")
        return results


class CrashingSaver(BaseCheckpointSaver[str]):
    """Passes everything on; each checkpoint and each task's writes have a point before and one after."""

    def __init__(self, inner: BaseCheckpointSaver[str], fuse: Fuse, late: float = 0.0) -> None:
        """Take the saver, the fuse, and the seconds by which writes come `late`, as on a slow disk or network."""
        super().__init__(serde=inner.serde)
        self._inner = inner
        self._fuse = fuse
        self._late = late

    @property
    def config_specs(self) -> list[Any]:
        """What the saver asks of a configuration."""
        return self._inner.config_specs

    def get_next_version(self, current: str | None, channel: None) -> str:
        """Return the next version of a channel."""
        return self._inner.get_next_version(current, channel)

    async def aget_tuple(self, config: RunnableConfig) -> CheckpointTuple | None:
        """Return a checkpoint."""
        return await self._inner.aget_tuple(config)

    async def alist(
        self,
        config: RunnableConfig | None,
        *,
        filter: dict[str, Any] | None = None,  # noqa: A002  # the base class's name
        before: RunnableConfig | None = None,
        limit: int | None = None,
    ) -> AsyncIterator[CheckpointTuple]:
        """Yield checkpoints."""
        async for found in self._inner.alist(config, filter=filter, before=before, limit=limit):
            yield found

    async def aput(
        self,
        config: RunnableConfig,
        checkpoint: Checkpoint,
        metadata: CheckpointMetadata,
        new_versions: ChannelVersions,
    ) -> RunnableConfig:
        """Save a checkpoint."""
        name = f"checkpoint {metadata.get('source')} {metadata.get('step')}"
        await self._before(name)
        saved = await self._inner.aput(config, checkpoint, metadata, new_versions)
        self._fuse.point(f"after {name}")
        return saved

    async def aput_writes(
        self, config: RunnableConfig, writes: Sequence[tuple[str, Any]], task_id: str, task_path: str = ""
    ) -> None:
        """Save what a task wrote."""
        name = f"writes {'+'.join(sorted({channel for channel, _ in writes}))}"
        await self._before(name)
        await self._inner.aput_writes(config, writes, task_id, task_path)
        self._fuse.point(f"after {name}")

    async def _before(self, name: str) -> None:
        if self._late:
            await asyncio.sleep(self._late)
        self._fuse.point(f"before {name}")


def _kind(op: PutOp) -> str:
    """Return what a write is about, such as `heads` or `-pending` for a delete."""
    kind = op.namespace[2] if op.namespace[0] == "users" else op.namespace[0]
    return kind if op.value is not None else f"-{kind}"
