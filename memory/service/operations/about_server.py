"""What a server tells of itself to who looks after it: its version, and digests of the settings it runs with."""

import hashlib
from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, version

_LENGTH = 16


def own_version() -> str | None:
    """Return the version of Holdfast that is installed here, None for a checkout that is not."""
    try:
        return version("holdfast")
    except PackageNotFoundError:
        return None


def digests(values: Mapping[str, str], pid: int) -> dict[str, str]:
    """Return what tells whether settings are those of the process `pid`, by name; no value can be read in it."""
    told = {name: f"{pid}\n{name}={value}".encode(errors="surrogateescape") for name, value in values.items()}
    return {name: hashlib.sha256(text).hexdigest()[:_LENGTH] for name, text in told.items()}
