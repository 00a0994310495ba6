"""Keys of services, such as the bots of a chat platform: made here, kept as hashes in a file of the operator's.

A key is 32 random bytes, so that a plain hash of it cannot be guessed, unlike one of a password.
"""

import hashlib
import hmac
import json
import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from memory.core.access.identities import PERMISSIONS
from memory.core.errors import InputError
from memory.core.ids import check_user_id
from memory.service.settings.toml_files import read_toml

PREFIX = "hf_"
"""How every key begins: it is told from a token by it, and secret scanners find it."""
SETTING = "HOLDFAST_API_KEYS"
_FORM = "the output of `holdfast api-key`"
_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,63}")
_HASH = re.compile(r"[0-9a-f]{64}")
_REMEDY = "Write it as `holdfast api-key` prints it."


@dataclass(frozen=True)
class ApiKey:
    """One service's key, without the key."""

    name: str
    sha256: str
    permissions: tuple[str, ...]
    organisation: str | None = None
    """The one its users belong to, and the only one whose shared knowledge it may write."""


def new_api_key(name: str, permissions: Sequence[str], organisation: str | None = None) -> tuple[str, str]:
    """Return a new key and the lines for the file that lets it in.

    Raises InputError: the name or a permission is none.
    """
    key = random_key()
    row = {"name": name, "sha256": _hash(key), "permissions": list(dict.fromkeys(permissions))}
    row |= {} if organisation is None else {"organisation": organisation}
    checked = _checked(row)
    granted = ", ".join(f'"{one}"' for one in checked.permissions)
    lines = f'[[keys]]\nname = "{name}"\nsha256 = "{checked.sha256}"\npermissions = [{granted}]\n'
    return key, lines if organisation is None else f"{lines}organisation = {json.dumps(organisation)}\n"


def random_key() -> str:
    """Return a key that nobody can guess."""
    return PREFIX + secrets.token_urlsafe(32)


def find_api_key(keys: Sequence[ApiKey], key: str) -> ApiKey | None:
    """Return whose key it is, None for nobody's; how long that takes tells nothing of the keys."""
    told, found = _hash(key), None
    for known in keys:
        if hmac.compare_digest(known.sha256, told):
            found = known
    return found


def read_api_keys(path: Path) -> tuple[ApiKey, ...]:
    """Return the keys in the file, read again when it changed, so that a key taken out no longer counts. Blocks.

    Raises InputError: it cannot be read, or a row is not as it must be.
    """
    try:
        stamp = path.stat().st_mtime_ns
    except OSError as exc:
        raise InputError(SETTING, f"cannot be read: {exc.strerror}", "Name the file of keys, or unset it.") from exc
    return _read(path, stamp)


@lru_cache(maxsize=1)
def _read(path: Path, _stamp: int) -> tuple[ApiKey, ...]:
    told = read_toml(path, SETTING, _FORM)
    rows = told.get("keys", [])
    if set(told) - {"keys"} or not isinstance(rows, list):
        raise InputError(SETTING, "holds something else than rows [[keys]]", _REMEDY)
    keys = tuple(map(_checked, rows))
    if len({key.name for key in keys}) < len(keys):
        raise InputError(SETTING, "names a service twice", "Give each key a name of its own, such as bot-2.")
    return keys


def _checked(row: object) -> ApiKey:
    """Return a row as a key. Raises InputError, which never shows what stands where a hash should."""
    if not isinstance(row, dict) or set(row) - {"name", "sha256", "permissions", "organisation"}:
        fields = "name, sha256, permissions and organisation"
        raise InputError(SETTING, f"has a row with other fields than {fields}", _REMEDY)
    name, hashed, granted = row.get("name"), row.get("sha256"), row.get("permissions", [])
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise InputError("name", "is none for a key", "Use lower-case letters, digits and `-`, 64 at most.")
    if not isinstance(hashed, str) or not _HASH.fullmatch(hashed):
        raise InputError("sha256", f"of {name} is no hash", _REMEDY)
    if not isinstance(granted, list) or not set(map(str, granted)) <= set(PERMISSIONS):
        raise InputError("permissions", f"of {name} are not known", f"There are: {', '.join(PERMISSIONS)}.")
    organisation = row.get("organisation")
    told = None if organisation is None else check_user_id(organisation, "organisation")
    return ApiKey(name, hashed, tuple(granted), told)


def _hash(key: str) -> str:
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()
