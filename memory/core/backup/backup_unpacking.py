"""From the packed bytes of a backup to its lines, in bounded memory whatever they unpack to."""

import json
import zlib
from collections.abc import Iterable, Iterator
from typing import Any, NoReturn

from memory.core.backup.backup_format import GZIP, LINE_BYTES, BackupError

MAKE_ANEW = "Nothing was changed. Take another copy or another backup."
_PIECE = 2**16
_FREE_BYTES = 2**26
_MOST_TIMES = 200
"""How many times its packed size a backup may unpack to, past `_FREE_BYTES`; documents pack to a tenth or so."""


def damaged(what: str) -> BackupError:
    """Return the error of a file that is not as it was written."""
    return BackupError(f"The backup is damaged: {what}. {MAKE_ANEW}")


def unpacked(packed: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the text in pieces of bounded size. Raises BackupError: no gzip, a bomb, or more than one stream."""
    unzip, taken, given = zlib.decompressobj(GZIP), 0, 0
    try:
        for piece in packed:
            taken += len(piece)
            rest = piece
            while rest and not unzip.eof:
                text = unzip.decompress(rest, _PIECE)
                given += len(text)
                if given > _FREE_BYTES and given > _MOST_TIMES * taken:
                    raise BackupError(f"The backup unpacks to far more than one may. {MAKE_ANEW}")
                yield text
                rest = unzip.unconsumed_tail
            if unzip.unused_data:
                raise damaged("something follows its end")
        while not unzip.eof and (text := unzip.decompress(b"", _PIECE)):
            yield text  # what the last piece gave beyond one piece of text
    except zlib.error as error:
        raise damaged("it does not unpack") from error
    if not unzip.eof:
        raise damaged("its end is missing")


def lines(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """Yield whole lines. Raises BackupError: one is too long, or the last is not whole."""
    held = bytearray()
    for piece in pieces:
        *whole, rest = piece.split(b"\n")
        for line in whole:
            yield bytes(held + line + b"\n")
            held.clear()
        held += rest
        if len(held) > LINE_BYTES:
            raise damaged("a line is too long")
    if held:
        raise damaged("its last line is not whole")


def record_in(text: bytes) -> Any:
    """Return the JSON of a line. Raises BackupError: it is none."""
    try:
        return json.loads(text.decode(), parse_constant=_refused)
    except (ValueError, RecursionError) as error:
        raise damaged("a line is no JSON") from error


def _refused(name: str) -> NoReturn:
    raise ValueError(name)
