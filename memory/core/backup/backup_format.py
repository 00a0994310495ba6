"""The file of a backup: a header line anyone can read, then gzip (sealed with a passphrase or not) of JSON lines.

The lines are parts, one of them `epochs` and one for each user's root: `{"part": name}`, a line
`[namespace, key, value]` for each document, `{"end": name, "documents": n, "sha256": …}` over the documents' lines.
The last line is the manifest, `{"manifest": {"parts": n, "documents": n}, "sha256": …, "signature": …}`, over all
before it, the header included; the signature is an HMAC of that SHA-256. Format 1 had none.
"""

import hashlib
import hmac
import json
import re
import zlib
from collections.abc import Mapping
from typing import Any, Literal, NamedTuple, NotRequired, TypedDict

from memory.core.backup.sealing import Seal, SealParameters
from memory.core.errors import HoldfastError
from memory.core.ids import encode_label
from memory.core.namespaces import Namespace

FORMAT = 2
"""The number of this format; a reader refuses a greater one."""
SIGNED_FROM = 2
"""The first format that is signed."""
EPOCHS_PART = "epochs"
HEADER_BYTES = 2**26
"""Bytes of the header line, at most: it names every user by a hash."""
LINE_BYTES = 2**26
"""Bytes of one line of the body, at most: more than the largest file or message that is kept."""
KEY_CHARS = 1_024
GZIP = 16 + zlib.MAX_WBITS
LAST_KINDS = ("threads", "heads", "extraction", "summary")
"""Kinds that point at others: they come last in a part, so that a restore cut off midway points at nothing missing."""
_ROOTED = frozenset({"users", "shared"})
LABEL = re.compile(r"[a-z0-9_-]{1,200}")

Scope = Literal["all", "user"]


class BackupError(HoldfastError):
    """A file is no sound backup, or none that may be restored here; nothing was changed. Says what to do."""


class Header(TypedDict):
    """What a backup says of itself before any document."""

    holdfast_backup: int
    """Number of the format."""
    created: str
    """ISO time, UTC, at which the memory was as the backup holds it."""
    scope: Scope
    users: list[str]
    """A keyed hash of each user in it (`user_key`), so that an erase finds the backups that hold a user."""
    scopes: NotRequired[list[str]]
    """`user_key` of each scope of shared knowledge in it."""
    secret: str
    """A keyed hash of nothing: tells whether the same HOLDFAST_SECRET is set where it is restored."""
    schemas: dict[str, int]
    """The newest schema number of each kind of document that the writer knew."""
    sealed: SealParameters | None
    """None: it is not encrypted."""


class Document(NamedTuple):
    """One document of the store."""

    namespace: Namespace
    key: str
    value: Mapping[str, Any]
    size: int = 0
    """Bytes of its line, where it was read from a backup."""


def user_key(label: str, secret: str) -> str:
    """Return what stands for a user in a header; `label` is the user's part of a root (`ids.user_of`)."""
    return _keyed(f"user/{label}", secret)


def user_key_of_id(user_id: str, secret: str) -> str:
    """Return what stands for a user in a header, by the user's id."""
    return user_key(encode_label(user_id), secret)


def secret_check(secret: str) -> str:
    """Return what tells two secrets apart without telling them."""
    return _keyed("secret", secret)


def signature(whole: str, secret: str) -> str:
    """Return what only who knows the secret can say of a file; `whole`: its SHA-256."""
    return _hmac(f"signature/{whole}", secret)


def is_signed(header: Header) -> bool:
    """Tell whether a backup of this header must end with a signature."""
    return header["holdfast_backup"] >= SIGNED_FROM


def part_of(namespace: Namespace) -> str:
    """Return the part a document lies in."""
    return namespace[1] if namespace[0] in _ROOTED else namespace[0]


def kind_in(namespace: Namespace) -> str:
    """Return the kind of a document, `epochs` included."""
    return namespace[2] if namespace[0] in _ROOTED else namespace[0]


def is_of_user(namespace: Namespace) -> bool:
    """Tell whether documents of a user, or of a scope of shared knowledge, lie in a namespace.

    It is ("users", U, kind, …) or ("shared", scope, kind, …); a scope is like the root of a user whom nobody can be.
    """
    return namespace[0] in _ROOTED and len(namespace) > len(("users", "U"))


def place_order(namespace: Namespace, key: str) -> tuple[int, str, str]:
    """Return what documents of one part are ordered by."""
    kind = kind_in(namespace)
    return (LAST_KINDS.index(kind) + 1 if kind in LAST_KINDS else 0, ".".join(namespace), key)


def header_line(header: Header) -> bytes:
    """Return the first line of a backup."""
    return _line(header)


class BackupWriter:
    """Turns documents, in the order of their parts and places, into the bytes of a backup."""

    def __init__(self, header: Header, secret: str, seal: Seal | None = None) -> None:
        self._first = header_line(header)
        self._secret = secret if is_signed(header) else None
        self._seal = seal
        self._zip = zlib.compressobj(6, zlib.DEFLATED, GZIP)
        self._whole = hashlib.sha256(self._first)
        self._part, self._sum, self._count = "", hashlib.sha256(), 0
        self.parts = self.documents = 0

    def begin(self) -> bytes:
        """Return the header."""
        return self._first

    def part(self, name: str) -> bytes:
        """End the part before and begin another."""
        ended = self._end_part()
        self._part, self._sum, self._count = name, hashlib.sha256(), 0
        self.parts += 1
        return ended + self._put(_line({"part": name}))

    def document(self, document: Document) -> bytes:
        """Return what one document adds, which may be nothing yet."""
        line = _line([list(document.namespace), document.key, document.value])
        self._sum.update(line)
        self._count += 1
        self.documents += 1
        return self._put(line)

    def finish(self) -> bytes:
        """End the backup with its manifest."""
        ended = self._end_part()
        whole = self._whole.hexdigest()
        told = {"manifest": {"parts": self.parts, "documents": self.documents}, "sha256": whole}
        if self._secret is not None:
            told["signature"] = signature(whole, self._secret)
        rest = self._zip.compress(_line(told)) + self._zip.flush()
        return ended + (self._seal.last(rest) if self._seal else rest)

    def _end_part(self) -> bytes:
        if not self.parts:
            return b""
        end = {"end": self._part, "documents": self._count, "sha256": self._sum.hexdigest()}
        return self._put(_line(end))

    def _put(self, line: bytes) -> bytes:
        self._whole.update(line)
        packed = self._zip.compress(line)
        return self._seal.add(packed) if self._seal else packed


def _line(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def _keyed(text: str, secret: str) -> str:
    return _hmac(text, secret)[:32]


def _hmac(text: str, secret: str) -> str:
    return hmac.new(secret.encode(), f"backup/{text}".encode(), hashlib.sha256).hexdigest()
