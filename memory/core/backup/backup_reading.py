"""Reads a backup piece by piece and believes none of it: what is not as a backup must be raises BackupError.

Memory is bounded whatever a file unpacks to: by one line, one chunk and the buffer of the decompressor.
"""

import hashlib
import hmac
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, cast

from memory.core.backup.backup_format import (
    EPOCHS_PART,
    FORMAT,
    HEADER_BYTES,
    KEY_CHARS,
    LABEL,
    BackupError,
    Document,
    Header,
    is_of_user,
    is_signed,
    kind_in,
    part_of,
    place_order,
    signature,
    user_key,
)
from memory.core.backup.backup_unpacking import MAKE_ANEW, damaged, lines, record_in, unpacked
from memory.core.backup.sealing import Opening, SealError, sealing_key
from memory.core.errors import SchemaError
from memory.core.ids import user_of
from memory.core.language.times import moment
from memory.core.namespaces import EPOCHS
from memory.core.schema import readable

_ROOT = re.compile(r"[a-z0-9-]{1,200}?--[0-9]{1,9}(--[0-9a-f]{32})?")
_HASH = re.compile(r"[0-9a-f]{32}")


def read_header(line: bytes, schemas: Mapping[str, int] | None) -> Header:
    """Return the header in the first line of a file.

    `schemas`: the newest number of each kind that is known here, None: its documents are not to be read.

    Raises BackupError: it is none, or one of a newer Holdfast.
    """
    try:
        header = json.loads(line.decode()) if line.endswith(b"\n") else None
    except (ValueError, RecursionError):
        header = None
    number = header.get("holdfast_backup") if isinstance(header, dict) else None
    if not isinstance(header, dict) or not isinstance(number, int):
        raise BackupError("This is no backup of Holdfast. Nothing was changed.")
    if number > FORMAT:
        raise BackupError(f"The backup has format {number}, this Holdfast reads up to {FORMAT}. Upgrade Holdfast.")
    if not _is_header(header):
        raise damaged("its header is not whole")
    if schemas is not None:
        _check_schemas(header["schemas"], schemas)
    return cast("Header", header)


def _check_schemas(told: Mapping[str, int], known: Mapping[str, int]) -> None:
    for kind, newest in told.items():
        if newest > known.get(kind, 0):
            here = known.get(kind, "none")
            raise BackupError(f"The backup holds {kind} of schema {newest}, known here: {here}. Upgrade Holdfast.")


def header_of(data: Iterable[bytes], schemas: Mapping[str, int] | None) -> tuple[bytes, Header, Iterator[bytes]]:
    """Return the first line of a file, the header in it, and the rest of the file."""
    first, rest, pieces = bytearray(), b"", iter(data)
    for piece in pieces:
        head, found, rest = piece.partition(b"\n")
        first += head + found
        if found or len(first) > HEADER_BYTES:
            break
    return bytes(first), read_header(bytes(first), schemas), _after(rest, pieces)


def read_documents(
    line: bytes, header: Header, body: Iterable[bytes], *, secret: str, schemas: Mapping[str, int], passphrase: str = ""
) -> Iterator[Document]:
    """Yield the documents of a backup; only once the last was taken without an error is the file known to be sound.

    `line`: the first line as it stands. Raises BackupError: whatever is not as it must be.
    """
    packed = _opened(line, header, body, passphrase) if header["sealed"] else iter(body)
    whole, parts = hashlib.sha256(line), _Parts(header, secret, schemas)
    for text in lines(unpacked(packed)):
        record = record_in(text)
        if parts.manifest is not None:
            raise damaged("something follows its end")
        if isinstance(record, dict) and "manifest" in record:
            parts.end(record, whole.hexdigest())
            continue
        whole.update(text)
        if (document := parts.take(record, text)) is not None:
            yield document
    if parts.manifest is None:
        raise damaged("its end is missing")


class _Parts:
    """Where reading stands among the parts of a backup."""

    def __init__(self, header: Header, secret: str, schemas: Mapping[str, int]) -> None:
        self._users, self._scope = {*header["users"], *header.get("scopes", ())}, header["scope"]
        self._secret, self._schemas, self._signed = secret, schemas, is_signed(header)
        self._part: str | None = None
        self._seen: set[str] = set()
        self._documents = 0
        self.manifest: Mapping[str, Any] | None = None

    def take(self, record: Any, text: bytes) -> Document | None:
        if isinstance(record, dict) and "part" in record:
            self._begin(record["part"])
        elif isinstance(record, dict) and self._part is not None and record.get("end") == self._part:
            if (record.get("documents"), record.get("sha256")) != (self._count, self._sum.hexdigest()):
                raise damaged(f"the checksum of part {self._part} differs")
            self._part = None
        elif isinstance(record, list) and self._part is not None:
            self._sum.update(text)
            self._count += 1
            self._documents += 1
            return self._document(record, len(text))
        else:
            raise damaged("a line is out of place")
        return None

    def end(self, record: Mapping[str, Any], whole: str) -> None:
        told = record["manifest"]
        if self._part is not None or told != {"parts": len(self._seen), "documents": self._documents}:
            raise damaged("parts are missing")
        if record.get("sha256") != whole:
            raise damaged("the checksum of the whole differs")
        signed = str(record.get("signature")).encode()
        if self._signed and not hmac.compare_digest(signed, signature(whole, self._secret).encode()):
            raise BackupError(f"The backup was changed by someone who does not know HOLDFAST_SECRET. {MAKE_ANEW}")
        self.manifest = told

    def _begin(self, name: Any) -> None:
        if self._part is not None or not isinstance(name, str) or name in self._seen:
            raise damaged("its parts are out of order")
        if name != EPOCHS_PART and (
            not _ROOT.fullmatch(name) or user_key(user_of(name), self._secret) not in self._users
        ):
            raise BackupError(f"The backup holds a part that its header does not name. {MAKE_ANEW}")
        self._part = name
        self._seen.add(name)
        self._sum, self._count = hashlib.sha256(), 0
        self._last: tuple[int, str, str] | None = None

    def _document(self, record: list[Any], size: int) -> Document:
        document = _checked_shape(record, size)
        self._check_place(document)
        kind = kind_in(document.namespace)
        if kind in self._schemas:
            try:
                readable(document.value, self._schemas[kind], f"{kind} document")
            except SchemaError as error:
                raise BackupError(f"{error} Nothing was changed.") from error
        return document

    def _check_place(self, document: Document) -> None:
        namespace = document.namespace
        inside = namespace == EPOCHS if self._part == EPOCHS_PART else is_of_user(namespace)
        if not inside or part_of(namespace) != self._part or not all(map(LABEL.fullmatch, namespace)):
            raise BackupError(f"The backup holds a document outside of its part. {MAKE_ANEW}")
        order = place_order(namespace, document.key)
        if self._last is not None and order <= self._last:
            raise damaged("its documents are out of order")
        self._last = order


def _checked_shape(record: list[Any], size: int) -> Document:
    match record:
        case [[str(), *_] as namespace, str() as key, dict() as value]:
            if all(isinstance(label, str) for label in namespace) and 0 < len(key) <= KEY_CHARS and "\0" not in key:
                return Document(tuple(namespace), key, value, size)
    raise damaged("a document has no place or no value")


def _is_header(header: Mapping[str, Any]) -> bool:
    users, sealed, schemas = header.get("users"), header.get("sealed"), header.get("schemas")
    return (
        header.keys() >= Header.__required_keys__
        and header.get("scope") in ("all", "user")  # a tuple: it may be anything, also what has no hash
        and moment(str(header.get("created"))).year > 1
        and isinstance(users, list)
        and all(isinstance(user, str) and _HASH.fullmatch(user) for user in users)
        and (header["scope"] == "all" or len(users) == 1)
        and isinstance(header.get("secret"), str)
        and isinstance(schemas, dict)
        and all(isinstance(number, int) for number in schemas.values())
        and (sealed is None or (isinstance(sealed, dict) and {type(v) for v in sealed.values()} == {str}))
    )


def _after(rest: bytes, pieces: Iterator[bytes]) -> Iterator[bytes]:
    if rest:
        yield rest
    yield from pieces


def _opened(line: bytes, header: Header, body: Iterable[bytes], passphrase: str) -> Iterator[bytes]:
    sealed = header["sealed"]
    if sealed is None or not passphrase:
        raise BackupError("The backup is encrypted. Give its passphrase (HOLDFAST_BACKUP_PASSPHRASE, or when asked).")
    try:
        opening = Opening(sealing_key(passphrase, sealed), sealed, line)
    except (ValueError, KeyError) as error:
        raise damaged("its header is not whole") from error
    try:
        for piece in body:
            yield from opening.add(piece)
        yield opening.last()
    except SealError as error:
        raise BackupError(f"The passphrase is another, or the backup is damaged. {MAKE_ANEW}") from error
