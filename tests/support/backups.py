"""Places where memory lies, to back it up from one and restore it into another."""

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from langgraph.store.base import BaseStore

from memory.core.backup.backup_format import Document, kind_in
from memory.service.backup.backup import Made, make_backup
from memory.service.backup.backup_differences import Mode
from memory.service.backup.backup_proof import Proof, prove
from memory.service.backup.backup_restore import Told, preview, restore, verified, wanted_of
from memory.service.backup.backup_source import open_backup
from memory.storage.backup_files import new_file
from memory.storage.backup_snapshot import Snapshot, open_snapshot
from memory.storage.opening import open_checkpointer, open_store


@dataclass(frozen=True)
class Place:
    """A data folder, or a database."""

    folder: Path
    uri: str | None
    patch: pytest.MonkeyPatch

    @asynccontextmanager
    async def store(self) -> AsyncIterator[BaseStore]:
        self.patch.setenv("HOLDFAST_DATA", str(self.folder))
        async with open_store(self.uri) as store:
            yield store

    def snapshot(self) -> AbstractAsyncContextManager[Snapshot]:
        self.patch.setenv("HOLDFAST_DATA", str(self.folder))
        return open_snapshot(self.uri)

    async def back_up(self, path: Path, user: str | None = None, passphrase: str = "") -> Made:
        async with self.snapshot() as snapshot, new_file(path) as sink:
            return await make_backup(snapshot, sink, user, passphrase)

    async def restore(
        self,
        path: Path,
        mode: Mode = "merge",
        user: str | None = None,
        *,
        later: timedelta = timedelta(),
        passphrase: str = "",
        unsigned: bool = False,
    ) -> tuple[Told, Proof]:
        """Restore as the command does, `later` than now; what was shown before is what is done."""
        now = datetime.now(UTC) + later
        with open_backup(path, lambda: passphrase) as source:
            found = await verified(source, user, old=False, now=now, unsigned=unsigned)
            wanted = wanted_of(user, found, mode)
            async with self.store() as store, open_checkpointer(self.uri) as saver:
                async with self.snapshot() as snapshot:
                    shown = await preview(source, found, snapshot, wanted)
                told = await restore(source, found, self.snapshot, store, saver, wanted)
                async with self.snapshot() as snapshot:
                    proof = await prove(source, found, snapshot, store, wanted, now)
        assert shown == told
        return told, proof

    async def documents(self) -> dict[tuple[Any, ...], Any]:
        """Return what lies here of users, but for what each write and each restore leaves anew."""
        async with self.snapshot() as snapshot:
            found = [document for root in snapshot.roots() async for document in snapshot.documents(root)]
        return {(d.namespace, d.key): d.value for d in found if not _of_writing(d)}


def _of_writing(document: Document) -> bool:
    return kind_in(document.namespace) == "version" or document.value.get("type") == "memory.restored"
