"""What an operator sets for the whole process; the one place that reads these variables."""

import os

from memory.core.defaults import DEFAULTS

LOCAL_USER = "local"


def local_user() -> str:
    """Return who talks when nothing names a user: `HOLDFAST_USER`, by default `local`."""
    return os.environ.get("HOLDFAST_USER") or LOCAL_USER


def time_zone() -> str:
    """Return the IANA time zone of users who set none, and of the cron: `HOLDFAST_TIME_ZONE`, by default `UTC`."""
    return os.environ.get("HOLDFAST_TIME_ZONE") or "UTC"


def cron_schedule() -> str:
    """Return when consolidation of everything due runs: `HOLDFAST_CRON`, by default nightly at 03:00."""
    return os.environ.get("HOLDFAST_CRON") or DEFAULTS.cron
