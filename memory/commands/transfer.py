"""`holdfast export` and `import`: memory in a form people can read, and memory of other products."""

import asyncio
import codecs
import contextlib
import json
import zipfile
from collections.abc import AsyncGenerator, AsyncIterator, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, BinaryIO, cast

import typer
from langgraph.store.base import BaseStore

from memory.commands.place import Place
from memory.commands.printing import as_json
from memory.commands.progress import byte_bar
from memory.commands.reach import Ask, asked, open_memory, streamed, whose_memory
from memory.commands.running import check_user, run
from memory.commands.servers import Server, server_of
from memory.core.addresses import in_path
from memory.core.backup.foreign import mem0_items, mem0_memories_of_one
from memory.core.backup.imports import Approval, Imported, Origin
from memory.core.backup.json_array import ITEM_CHARS, array_items
from memory.core.errors import InputError
from memory.service.backup.exporting import Line, export_conversation, export_lines
from memory.service.conversations.conversations import begun_conversation, check_conversation
from memory.service.settings.slots import use_slots
from memory.storage.backup_files import new_file
from memory.storage.opening import open_store

CONVERSATIONS = "conversations.json"
_PIECE = 2**16
_MOST_TIMES = 200
_FREE_BYTES = 2**26
_REQUEST_BYTES = 2**22


@dataclass(frozen=True)
class ImportOptions:
    """What the command line was told of an import."""

    file: Path
    origin: Origin
    approval: Approval
    as_json: bool
    place: Place


def run_export(place: Place, file: Path | None, conversation: str | None = None) -> int:
    """Write a user's memory or one conversation as JSON lines, without a file to standard output; return the code."""
    return run(lambda: _export(place, file, conversation))


def run_import(options: ImportOptions) -> int:
    """Import a file of another product; return the exit code."""
    return run(lambda: _import(options), "Stopped. Run it again for the rest.")


async def _export(place: Place, file: Path | None, conversation: str | None) -> None:
    check_user(place.user)
    if conversation is not None:
        check_conversation(conversation, "CONVERSATION")
    if file is not None and await asyncio.to_thread(file.exists):
        raise InputError("FILE", f"{file} exists", "Name another: no export is written over.")
    async with contextlib.aclosing(_exported(place, conversation)) as data:
        await _write(data, file)


async def _write(data: AsyncIterator[bytes], file: Path | None) -> None:
    """Write an export; what fails before its first line leaves no file."""
    first = await anext(data)
    async with new_file(file) as sink:
        await sink.put(first)
        async for piece in data:
            await sink.put(piece)
        await sink.flush()


async def _exported(place: Place, conversation: str | None) -> AsyncGenerator[bytes, None]:
    server = await server_of(place)
    if server is not None:
        path = "/v1/export" if conversation is None else f"/v1/conversations/{in_path(conversation)}/export"
        async for data in streamed(server, server.user(place), path):
            yield data
        return
    async with open_memory(place.database_uri) as store:
        async for line in await _lines(store, place, conversation):
            yield json.dumps(line, ensure_ascii=False).encode() + b"\n"


async def _lines(store: BaseStore, place: Place, conversation: str | None) -> AsyncIterator[Line]:
    user, now = await whose_memory(store, place), datetime.now(UTC)
    if conversation is None:
        return export_lines(store, user, now)
    return export_conversation(store, await begun_conversation(store, user, conversation, "CONVERSATION"), now)


async def _import(options: ImportOptions) -> None:
    check_user(options.place.user)
    with ExitStack() as stack:
        opened, size = stack.enter_context(_opened(options.file))
        file = stack.enter_context(byte_bar()).wrap_file(opened, size, description="Importing")
        items = _conversations(file) if options.origin == "chatgpt" else _memories(file)
        server = await server_of(options.place)
        told = await (_imported(options, items) if server is None else _sent(server, options, items))
    _tell(told, json=options.as_json)


async def _imported(options: ImportOptions, items: Iterable[Any]) -> Imported:
    """Import into the files or the database themselves."""
    from memory.service.backup.foreign_import import import_items  # noqa: PLC0415  # slow to load, see `why.py`

    await use_slots()
    async with open_store(options.place.database_uri) as store:
        user = await whose_memory(store, options.place)
        return await import_items(store, user, options.origin, items, mode=options.approval, now=datetime.now(UTC))


async def _sent(server: Server, options: ImportOptions, items: Iterable[Any]) -> Imported:
    """Import through a server, some items a request."""
    chosen = {"origin": options.origin, "approval": options.approval}
    whole = Imported()
    for body in bodies(items):
        told = await asked(server, options.place, Ask("POST", "/v1/import", chosen, content=body))
        whole.conversations += told["conversations"]
        whole.messages += told["messages"]
        whole.proposals.update(told["proposals"])
        whole.skipped.update(told["skipped"])
    return whole


def bodies(items: Iterable[Any], most: int = _REQUEST_BYTES) -> Iterator[bytes]:
    """Yield JSON arrays of the items, none with more than so many bytes of them unless one item alone has more."""
    held, size = list[bytes](), 0
    for item in items:
        written = json.dumps(item, ensure_ascii=False).encode(errors="surrogatepass")
        if held and size + len(written) > most:
            yield b"[" + b",".join(held) + b"]"
            held, size = [], 0
        held.append(written)
        size += len(written)
    if held:
        yield b"[" + b",".join(held) + b"]"


def _tell(told: Imported, *, json: bool) -> None:
    if json:
        shown = {"conversations": told.conversations, "messages": told.messages}
        typer.echo(as_json({**shown, "proposals": dict(told.proposals), "skipped": dict(told.skipped)}), nl=False)
        return
    done = told.proposals
    typer.echo(
        f"{told.messages} messages of {told.conversations} conversations; {done['write']} facts written, "
        f"{done['ask']} to be decided on, {done['reject']} rejected."
    )
    for why, count in told.skipped.items():
        typer.echo(f"{count} conversations left as they are: {why}", err=True)


@contextmanager
def _opened(path: Path) -> Iterator[tuple[BinaryIO, int]]:
    """Open a file, or `conversations.json` inside a ZIP file, and tell its bytes; nothing is ever unpacked to disk."""
    try:
        with path.open("rb") as file:
            if not zipfile.is_zipfile(file):
                file.seek(0)
                yield file, path.stat().st_size
                return
            with zipfile.ZipFile(file) as packed, packed.open(_checked(packed)) as inside:
                yield cast("BinaryIO", inside), packed.getinfo(CONVERSATIONS).file_size
    except (OSError, KeyError, zipfile.BadZipFile, EOFError) as error:
        raise InputError("FILE", f"{path} cannot be read: {error}", "Name the file as it was exported.") from error


def _checked(packed: zipfile.ZipFile) -> zipfile.ZipInfo:
    info = packed.getinfo(CONVERSATIONS)
    if info.file_size > _FREE_BYTES and info.file_size > _MOST_TIMES * info.compress_size:
        raise InputError("FILE", "unpacks to far more than an export may", "Name the file as it was exported.")
    return info


def _conversations(file: BinaryIO) -> Iterator[Any]:
    text = codecs.iterdecode(iter(lambda: file.read(_PIECE), b""), "utf-8", "replace")
    return array_items(text, "FILE")


def _memories(file: BinaryIO) -> list[Any]:
    data = file.read(ITEM_CHARS + 1)
    try:
        items = mem0_items(json.loads(data) if len(data) <= ITEM_CHARS else None)
    except (ValueError, RecursionError):
        items = []
    mem0_memories_of_one(items, "FILE")  # before any of it is sent
    return items
