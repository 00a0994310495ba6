"""What an operator sets for the whole process; the one place that reads these variables."""

import os
from pathlib import Path

from memory.core.defaults import DEFAULTS

LOCAL_USER = "local"
DEFAULT_POLICY = Path(__file__).parents[1] / "policy.toml"


def local_user() -> str:
    """Return who talks when nothing names a user: `HOLDFAST_USER`, by default `local`."""
    return os.environ.get("HOLDFAST_USER") or LOCAL_USER


def time_zone() -> str:
    """Return the IANA time zone of users who set none, and of the cron: `HOLDFAST_TIME_ZONE`, by default `UTC`."""
    return os.environ.get("HOLDFAST_TIME_ZONE") or "UTC"


def cron_schedule() -> str:
    """Return when consolidation of everything due runs: `HOLDFAST_CRON`, by default nightly at 03:00."""
    return os.environ.get("HOLDFAST_CRON") or DEFAULTS.cron


def policy_file() -> Path:
    """Return the file of the policy: `HOLDFAST_POLICY`, by default the product's own."""
    return Path(os.environ.get("HOLDFAST_POLICY") or DEFAULT_POLICY).expanduser()


def slots_file() -> Path | None:
    """Return the file of the operator's own profile slots: `HOLDFAST_SLOTS`, by default none."""
    path = os.environ.get("HOLDFAST_SLOTS")
    return Path(path).expanduser() if path else None
