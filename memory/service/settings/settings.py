"""What an operator sets for the whole process; the one place that reads these variables."""

import os
from pathlib import Path

from memory.core.defaults import DEFAULTS
from memory.core.errors import InputError
from memory.core.retention.keeping import Keeping

LOCAL_USER = "local"
DEFAULT_POLICY = Path(__file__).parents[2] / "policy.toml"


def set_values() -> dict[str, str]:
    """Return the variables that look like settings of Holdfast and are not blank, for a look over all of them."""
    return {name: value for name, value in os.environ.items() if name.upper().startswith("HOLDFAST_") and value}


def local_user() -> str:
    """Return who talks when nothing names a user: `HOLDFAST_USER`, by default `local`."""
    return os.environ.get("HOLDFAST_USER") or LOCAL_USER


def apart_assistants() -> frozenset[str]:
    """Return the assistants whose memory is kept apart: `HOLDFAST_APART`, their names or ids with commas in between."""
    named = (one.strip() for one in os.environ.get("HOLDFAST_APART", "").split(","))
    return frozenset(one for one in named if one)


def time_zone() -> str:
    """Return the IANA time zone of users who set none, and of the cron: `HOLDFAST_TIME_ZONE`, by default `UTC`."""
    return os.environ.get("HOLDFAST_TIME_ZONE") or "UTC"


def cron_schedule() -> str:
    """Return when consolidation of everything due runs: `HOLDFAST_CRON`, by default nightly at 03:00."""
    return os.environ.get("HOLDFAST_CRON") or DEFAULTS.cron


def active_facts() -> int:
    """Return how many facts of a user are in use at once: `HOLDFAST_ACTIVE_FACTS`, by default 200.

    Raises InputError: it is no whole number from 1 up.
    """
    return whole_number("HOLDFAST_ACTIVE_FACTS", os.environ.get("HOLDFAST_ACTIVE_FACTS")) or DEFAULTS.active_facts


def backup_hours() -> int | None:
    """Return every how many hours the server makes a backup: `HOLDFAST_BACKUP_HOURS`, by default None: never.

    Raises InputError: it is no whole number from 1 up.
    """
    return whole_number("HOLDFAST_BACKUP_HOURS", os.environ.get("HOLDFAST_BACKUP_HOURS"))


def backups_kept() -> int:
    """Return how many of those backups stay: `HOLDFAST_BACKUPS_KEPT`, by default 7.

    Raises InputError: it is no whole number from 1 up.
    """
    return whole_number("HOLDFAST_BACKUPS_KEPT", os.environ.get("HOLDFAST_BACKUPS_KEPT")) or DEFAULTS.backups_kept


def kept_days() -> Keeping:
    """Return for how many days things are kept, by default for ever.

    `HOLDFAST_KEEP_EVENTS_DAYS`: events; `HOLDFAST_KEEP_ARCHIVE_DAYS`: facts from when they went to the archive;
    `HOLDFAST_KEEP_TRANSCRIPT_DAYS`: what was said; `HOLDFAST_KEEP_CHECKPOINTS_DAYS`: checkpoints of threads in which
    nothing is said. Raises InputError: one is no whole number from 1 up.
    """
    return Keeping(
        events=whole_number("HOLDFAST_KEEP_EVENTS_DAYS", os.environ.get("HOLDFAST_KEEP_EVENTS_DAYS")),
        archive=whole_number("HOLDFAST_KEEP_ARCHIVE_DAYS", os.environ.get("HOLDFAST_KEEP_ARCHIVE_DAYS")),
        transcript=whole_number("HOLDFAST_KEEP_TRANSCRIPT_DAYS", os.environ.get("HOLDFAST_KEEP_TRANSCRIPT_DAYS")),
        checkpoints=whole_number("HOLDFAST_KEEP_CHECKPOINTS_DAYS", os.environ.get("HOLDFAST_KEEP_CHECKPOINTS_DAYS")),
    )


def whole_number(name: str, told: str | None, least: int = 1) -> int | None:
    """Return the number that a setting tells, None where it is not set.

    Raises InputError: it is no whole number from `least` up.
    """
    if not told:
        return None
    if not told.isascii() or not told.isdigit() or int(told) < least:
        raise InputError(name, f"is {told!r}", f"Set a whole number from {least} up, or leave it out.")
    return int(told)


def policy_file() -> Path:
    """Return the file of the policy: `HOLDFAST_POLICY`, by default the product's own."""
    return Path(os.environ.get("HOLDFAST_POLICY") or DEFAULT_POLICY).expanduser()


def slots_file() -> Path | None:
    """Return the file of the operator's own profile slots: `HOLDFAST_SLOTS`, by default none."""
    path = os.environ.get("HOLDFAST_SLOTS")
    return Path(path).expanduser() if path else None
