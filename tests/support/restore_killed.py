"""Restores a backup and dies midway: `python -m support.restore_killed FILE WRITES` is killed after so many writes."""

import asyncio
import itertools
import os
import signal
import sys
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path

from langgraph.store.base import Op, PutOp, Result

from memory.service.backup import backup_restore
from memory.service.backup.backup_restore import restore, verified, wanted_of
from memory.service.backup.backup_source import open_backup
from memory.storage.backup_snapshot import open_snapshot
from memory.storage.opening import open_checkpointer, open_store


async def main(file: Path, writes: int) -> None:
    """Restore with small writes, and never come to the end."""
    backup_restore._DOCUMENTS = 10
    with open_backup(file, str) as source:
        found = await verified(source, None, old=False, now=datetime.now(UTC))
        async with open_store() as store, open_checkpointer() as saver:
            batch, written = store.abatch, itertools.count(1)

            async def mortal(ops: Iterable[Op]) -> list[Result]:
                asked = list(ops)
                results = await batch(asked)
                if any(isinstance(op, PutOp) for op in asked) and next(written) == writes:
                    os.kill(os.getpid(), signal.SIGKILL)
                return results

            store.abatch = mortal  # type: ignore[method-assign]  # this one store
            await restore(source, found, open_snapshot, store, saver, wanted_of(None, found, "merge"))


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), int(sys.argv[2])))
