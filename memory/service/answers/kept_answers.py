"""The answers to requests that must not be carried out twice, kept for a day under the key their client chose.

An answer may hold what a user forgets later. So it is encrypted with a key that only who sends the same request again
can make: the store holds no text of it, and tells nobody anything they did not say themselves.
"""

import base64
import hashlib
import hmac
import json
import os
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta

from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from langgraph.store.base import BaseStore, GetOp, SearchOp

from memory.core import namespaces
from memory.core.errors import InputError
from memory.core.language.times import moment
from memory.storage.location import secret
from memory.storage.ops import delete, put, write
from memory.storage.reads import found, got

KEPT_SCHEMA = 1
KEPT_FOR = timedelta(hours=24)
KEY_LIMIT = 255
_SWEPT = 50
"""Older answers that are looked at whenever one is kept, to delete those whose time is over."""
_NONCE = 12


@dataclass(frozen=True)
class KeptRequest:
    """A request that must not be carried out twice."""

    key: str
    """The client's, 1 to 255 characters."""
    what: bytes
    """All that tells it from another one: method, address and body."""

    def __post_init__(self) -> None:
        """Raise InputError: the key is empty, or too long."""
        if not 0 < len(self.key) <= KEY_LIMIT:
            raise InputError("Idempotency-Key", "is empty or too long", f"Send 1 to {KEY_LIMIT} characters.")


@dataclass(frozen=True)
class KeptAnswer:
    """What was answered."""

    status: int
    body: str
    etag: str | None = None


async def kept_answer(store: BaseStore, root: str, request: KeptRequest, now: datetime) -> KeptAnswer | None:
    """Return what was answered to this request, None if nothing was or its time is over.

    Raises InputError: its key was used for another request.
    """
    (result,) = await store.abatch([GetOp(namespaces.kept_answers(root), _name(root, request))])
    item = got(result)
    if item is None or moment(item.value["expires_at"]) <= now:
        return None
    if not hmac.compare_digest(item.value["request"], _keyed(root, "request", request)):
        raise InputError("Idempotency-Key", "was sent with another request", "Choose a new key for a new request.")
    sealed = base64.b64decode(item.value["answer"])
    opened = AESGCM(_sealing_key(root, request)).decrypt(sealed[:_NONCE], sealed[_NONCE:], None)
    return KeptAnswer(**json.loads(opened))


async def keep_answer(store: BaseStore, root: str, request: KeptRequest, answer: KeptAnswer, now: datetime) -> None:
    """Keep an answer for a day, and delete some of those whose day is over."""
    nonce = os.urandom(_NONCE)
    sealed = nonce + AESGCM(_sealing_key(root, request)).encrypt(nonce, json.dumps(asdict(answer)).encode(), None)
    document = {
        "schema": KEPT_SCHEMA,
        "request": _keyed(root, "request", request),
        "answer": base64.b64encode(sealed).decode(),
        "expires_at": (now + KEPT_FOR).isoformat(),
    }
    where = namespaces.kept_answers(root)
    (rows,) = await store.abatch([SearchOp(where, limit=_SWEPT)])
    over = [item.key for item in found(rows) if moment(item.value["expires_at"]) <= now]
    await write(store, [*(delete(where, key) for key in over), put(where, _name(root, request), document)])


def _name(root: str, request: KeptRequest) -> str:
    return hmac.new(secret().encode(), f"key\n{root}\n{request.key}".encode(), hashlib.sha256).hexdigest()


def _keyed(root: str, use: str, request: KeptRequest) -> str:
    return _mac(root, use, request).hex()


def _sealing_key(root: str, request: KeptRequest) -> bytes:
    return _mac(root, "answer", request)


def _mac(root: str, use: str, request: KeptRequest) -> bytes:
    told = f"{use}\n{root}\n{len(request.key)}\n{request.key}\n".encode(errors="surrogatepass") + request.what
    return hmac.new(secret().encode(), told, hashlib.sha256).digest()
