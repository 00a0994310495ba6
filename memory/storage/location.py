"""Where memory lies: the one place that reads storage settings from the environment."""

import os
from pathlib import Path

from memory.core.errors import InputError

DEFAULT_SECRET = "holdfast"  # noqa: S105  # a documented default, not a credential
STORE_FILE = "store.sqlite"
CHECKPOINTS_FILE = "checkpoints.sqlite"


def data_dir() -> Path:
    """Return the data folder: `HOLDFAST_DATA`, by default `.holdfast` in the working directory."""
    return Path(os.environ.get("HOLDFAST_DATA") or ".holdfast").expanduser()


def database_uri() -> str | None:
    """Return the PostgreSQL URI, `HOLDFAST_DATABASE_URI`, None for SQLite files in the data folder."""
    return os.environ.get("HOLDFAST_DATABASE_URI") or None


def vector_index_size() -> int | None:
    """Return the dimensions of the store's vector index: `HOLDFAST_VECTOR_INDEX`, by default it has none.

    Raises InputError: it is no positive number.
    """
    told = os.environ.get("HOLDFAST_VECTOR_INDEX")
    if not told:
        return None
    if not (told.isascii() and told.isdigit() and int(told) > 0):
        raise InputError(
            "HOLDFAST_VECTOR_INDEX", "is no number of dimensions", "Write that of the embedding model, such as 512."
        )
    return int(told)


def backup_dir() -> Path:
    """Return the folder of backups: `HOLDFAST_BACKUPS`, by default `backups` in the data folder."""
    told = os.environ.get("HOLDFAST_BACKUPS")
    return Path(told).expanduser() if told else data_dir() / "backups"


def backup_passphrase() -> str:
    """Return what encrypts and opens backups: `HOLDFAST_BACKUP_PASSPHRASE`, by default none: they are not encrypted."""
    return os.environ.get("HOLDFAST_BACKUP_PASSPHRASE") or ""


def webhooks_file() -> Path | None:
    """Return the file of the operator's webhooks: `HOLDFAST_WEBHOOKS`, by default none."""
    told = os.environ.get("HOLDFAST_WEBHOOKS")
    return Path(told).expanduser() if told else None


def secret() -> str:
    """Return the secret that keys the HMAC of user ids in epoch keys: `HOLDFAST_SECRET`.

    What stays after an erase is that HMAC and a number. With the default, whoever has the database can test whether
    a user id they guess was ever erased; set a secret of your own before the first user, and keep it: with another
    one, erased users start again at epoch 0.
    """
    return os.environ.get("HOLDFAST_SECRET") or DEFAULT_SECRET
