"""The one place where user ids, thread ids and entry keys are made."""

import hashlib
import hmac
import re
from collections.abc import Iterable
from datetime import UTC, datetime
from uuid import NAMESPACE_URL, uuid5

from memory.core.errors import InputError
from memory.core.language.text import clean_text
from memory.core.language.times import INSTANT

USER_ID_LIMIT = 256
ID_BEGINNING = 4
"""Characters of the shortest beginning of an id that may stand for it."""
_THREADS = uuid5(NAMESPACE_URL, "holdfast/threads")
_CONSOLIDATIONS = uuid5(NAMESPACE_URL, "holdfast/consolidations")
_SAFE = re.compile(r"[a-z0-9]")
_LABEL_LIMIT = 120
_TIME_IN_YEAR = "%m%dT%H%M%S%fZ"
_TIME = f"%Y{_TIME_IN_YEAR}"


def check_user_id(value: object, field: str = "user_id") -> str:
    """Return `value` if it can name a user.

    Raises InputError: not text, empty or blank, over 256 characters, or not storable text.
    """
    if not isinstance(value, str):
        raise InputError(field, f"must be text, not {type(value).__name__}", "Send a JSON string.")
    if not value.strip():
        raise InputError(field, "is empty", "Send the id of the user who is talking.")
    if len(value) > USER_ID_LIMIT:
        raise InputError(field, f"is {len(value)} characters long", f"Use at most {USER_ID_LIMIT} characters.")
    if clean_text(value) != value:
        raise InputError(field, "holds NUL or a lone surrogate", "Send well-formed Unicode text.")
    return value


def encode_label(text: str) -> str:
    """Return a namespace label for any text: lower-case letters, digits and `-` only.

    Distinct texts give distinct labels, also for backends that compare without case or read `_`, `%` and `.`
    as wildcards or separators. Over-long texts become a hash.
    """
    label = "".join(c if _SAFE.match(c) else "".join(f"-{b:02x}" for b in c.encode()) for c in text)
    return label if 0 < len(label) <= _LABEL_LIMIT else "-h" + hashlib.sha256(text.encode()).hexdigest()


def decode_label(label: str) -> str | None:
    """Return the text that `encode_label` made a label of, None where only a hash of it is left or it is no label."""
    if label.startswith("-h"):
        return None
    try:
        text = re.sub(r"(?:-[0-9a-f]{2})+", lambda run: bytes.fromhex(run[0].replace("-", "")).decode(), label)
    except UnicodeDecodeError:
        return None
    return text if encode_label(text) == label else None


def ids_begun(start: str, known: Iterable[str], field: str) -> list[str]:
    """Return which of the ids `known`, in order, an id or the beginning of one means: a whole id means itself alone.

    Raises InputError, naming `field`: a beginning of fewer than `ID_BEGINNING` characters.
    """
    ids = sorted(known)
    if start in ids:
        return [start]
    if len(start) < ID_BEGINNING:
        remedy = f"Write at least the first {ID_BEGINNING} characters of an id."
        raise InputError(field, f"{start!r} is too short to name one", remedy)
    return [one for one in ids if one.startswith(start)]


def user_root(user_id: str, epoch: int, apart: str = "") -> str:
    """Return `U`, the label under which one user's memory of one epoch lies (`--` never occurs in a label).

    `apart`: what keeps memory with one assistant apart (`assistants.apart_label`), "" where it is shared.
    """
    shared = f"{encode_label(user_id)}--{epoch}"
    return f"{shared}--{apart}" if apart else shared


def user_of(root: str) -> str:
    """Return the user's part of a root, the same in every epoch and with every assistant."""
    return root.partition("--")[0]


def epoch_of(root: str) -> int:
    """Return the epoch of a root."""
    return int(root.partition("--")[2].partition("--")[0])


def apart_of(root: str) -> str:
    """Return what keeps the memory under a root apart, "" where it is shared."""
    return root.partition("--")[2].partition("--")[2]


def shared_root(root: str) -> str:
    """Return the root of the same user in the same epoch that assistants share."""
    apart = apart_of(root)
    return root.removesuffix(f"--{apart}") if apart else root


def epoch_key(user_id: str, secret: str) -> str:
    """Return the key of a user's epoch: HMAC-SHA256, so that what outlives an erase does not name the user."""
    return hmac.new(secret.encode(), user_id.encode(), hashlib.sha256).hexdigest()


def thread_id_for(user_id: str, epoch: int, conversation: str, apart: str = "") -> str:
    """Return the LangGraph thread id (a UUID) of a user's conversation; `apart`: as in `user_root`."""
    return str(uuid5(_THREADS, f"{user_root(user_id, epoch, apart)}/{conversation}"))


def consolidation_thread_id(root: str, thread: str) -> str:
    """Return the thread (a UUID) on which the consolidation of one user's thread runs, one at a time.

    Without a thread (""): the one of all that is due of the user; without a root too: of everyone.
    """
    return str(uuid5(_CONSOLIDATIONS, f"{root}/{thread}"))


def message_key(message_id: str) -> str:
    """Return the store key of a message id, whatever its length or characters."""
    return hashlib.sha256(message_id.encode("utf-8", "surrogatepass")).hexdigest()


def key_time(at: datetime) -> str:
    """Return a moment as text that sorts by time, to the microsecond, in UTC."""
    utc = at.astimezone(UTC)
    return f"{utc.year:04}{utc.strftime(_TIME_IN_YEAR)}"  # `%Y` alone does not fill up a year before 1000


def parse_key_time(key: str) -> datetime:
    """Return the moment an entry key begins with."""
    return datetime.strptime(key.split("-", 1)[0], _TIME).replace(tzinfo=UTC)


def entry_key(at: datetime, message_id: str, content: str) -> str:
    """Return `time-hash(message id)-hash(content)`; `content` is the 16 digits of `content_hash`."""
    return f"{key_time(at)}-{message_key(message_id)[:16]}-{content}"


def key_content(key: str) -> str:
    """Return the content hash an entry key ends with."""
    return key.rsplit("-", 1)[-1]


def after_parent(seen: datetime, parent: str | None) -> datetime:
    """Return the time to stamp on an entry: when it was seen, at least a microsecond after its parent."""
    return seen if parent is None else max(seen, parse_key_time(parent) + INSTANT)
