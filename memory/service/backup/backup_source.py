"""A backup that is read: as often as need be, from the one file that was opened."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import BinaryIO, Literal

from memory.core.backup.backup_format import (
    BackupError,
    Document,
    Header,
    is_signed,
    kind_in,
    part_of,
    secret_check,
)
from memory.core.backup.backup_reading import header_of, read_documents
from memory.core.errors import InputError
from memory.core.namespaces import EPOCHS
from memory.storage.backup_files import pieces
from memory.storage.backup_kinds import SCHEMAS
from memory.storage.location import DEFAULT_SECRET, secret

_AT_ONCE = 16  # documents taken beside the event loop; most are small, none is larger than a line may be


@dataclass(frozen=True)
class Source:
    """An open backup whose header was read."""

    file: BinaryIO
    header: Header
    line: bytes
    """The header as it stands in the file."""
    passphrase: str
    seen: Callable[[int], object] = lambda _: None
    """Called with the number of bytes whenever some more were read."""

    @property
    def vouched_by(self) -> Literal["passphrase", "secret"] | None:
        """What only who made it knows, so that nobody else can have changed it; None: a change would not be seen."""
        if self.header["sealed"]:
            return "passphrase"
        return "secret" if is_signed(self.header) and secret() != DEFAULT_SECRET else None

    def documents(self) -> Iterator[Document]:
        """Yield the documents from the first on. Raises BackupError."""
        _, _, body = header_of(self._pieces(), SCHEMAS)
        return read_documents(
            self.line, self.header, body, secret=secret(), schemas=SCHEMAS, passphrase=self.passphrase
        )

    def _pieces(self) -> Iterator[bytes]:
        for piece in pieces(self.file):
            yield piece
            self.seen(len(piece))

    async def stream(self) -> AsyncIterator[Document]:
        """Yield the documents; the file is read beside the event loop."""
        documents = self.documents()
        while page := await asyncio.to_thread(list, islice(documents, _AT_ONCE)):
            for document in page:
                yield document


@dataclass(frozen=True)
class Survey:
    """What a sound backup holds, as far as a restore must know it beforehand."""

    roots: list[str] = field(default_factory=list)
    epochs: dict[str, int] = field(default_factory=dict)
    """By key."""
    stones: dict[str, set[tuple[str, str]]] = field(default_factory=dict)
    """By root, content and time of its tombstones."""
    kinds: Counter[str] = field(default_factory=Counter)
    """Documents by kind."""


@contextmanager
def open_backup(
    path: Path, passphrase: Callable[[], str], seen: Callable[[int], object] = lambda _: None
) -> Iterator[Source]:
    """Open a backup; the passphrase is asked for where it is encrypted. `seen`: as in `Source`.

    Raises InputError: no such file; BackupError: no backup, or one that cannot be read here.
    """
    try:
        file = path.open("rb")
    except OSError as error:
        raise InputError("FILE", f"{path}: {error.strerror or error}", "Name a backup.") from error
    with file:
        line, header, _ = header_of(pieces(file), SCHEMAS)
        if header["secret"] != secret_check(secret()):
            raise BackupError(
                "The backup was made under another HOLDFAST_SECRET. Set the one it was made under; without it, nobody "
                "can tell what was erased or forgotten since."
            )
        yield Source(file, header, line, passphrase() if header["sealed"] else "", seen)


async def survey(source: Source) -> Survey:
    """Read a backup to its end, and return what it holds. Raises BackupError: it is not sound."""
    found = Survey()
    async for document in source.stream():
        namespace, value = document.namespace, document.value
        if namespace == EPOCHS:
            epoch = value.get("epoch")
            found.epochs[document.key] = epoch if isinstance(epoch, int) else 0
            continue
        root = part_of(namespace)
        if not found.roots or found.roots[-1] != root:
            found.roots.append(root)
        found.kinds[kind_in(namespace)] += 1
        if kind_in(namespace) == "tombstones":
            stone = (str(value.get("content")), str(value.get("forgotten_at")))
            found.stones.setdefault(root, set()).add(stone)
    return found
