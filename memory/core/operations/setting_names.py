"""The names of Holdfast's settings, and which one a wrong name was meant to be."""

from collections.abc import Iterable, Mapping
from difflib import get_close_matches

PREFIX = "HOLDFAST_"
SETTINGS = frozenset(
    {
        "HOLDFAST_ACTIVE_FACTS",
        "HOLDFAST_ACT_FOR",
        "HOLDFAST_API_KEY",
        "HOLDFAST_API_KEYS",
        "HOLDFAST_APART",
        "HOLDFAST_ASSISTANT",
        "HOLDFAST_BACKUPS",
        "HOLDFAST_BACKUPS_KEPT",
        "HOLDFAST_BACKUP_HOURS",
        "HOLDFAST_BACKUP_PASSPHRASE",
        "HOLDFAST_BASE_URL",
        "HOLDFAST_CONTEXT_WINDOW",
        "HOLDFAST_CORS_ORIGINS",
        "HOLDFAST_CRON",
        "HOLDFAST_DATA",
        "HOLDFAST_DATABASE_URI",
        "HOLDFAST_EMBEDDINGS",
        "HOLDFAST_EXTRACT_MODEL",
        "HOLDFAST_FALLBACK_MODEL",
        "HOLDFAST_JWT_AUDIENCE",
        "HOLDFAST_JWT_ISSUER",
        "HOLDFAST_JWT_JWKS_URL",
        "HOLDFAST_JWT_LEEWAY",
        "HOLDFAST_JWT_SECRET",
        "HOLDFAST_JWT_ORGANISATION_CLAIM",
        "HOLDFAST_JWT_USER_CLAIM",
        "HOLDFAST_KEEP_ARCHIVE_DAYS",
        "HOLDFAST_KEEP_CHECKPOINTS_DAYS",
        "HOLDFAST_KEEP_EVENTS_DAYS",
        "HOLDFAST_KEEP_TRANSCRIPT_DAYS",
        "HOLDFAST_MODEL",
        "HOLDFAST_POLICY",
        "HOLDFAST_RATE_LIMIT",
        "HOLDFAST_REQUEST_BYTES",
        "HOLDFAST_SECRET",
        "HOLDFAST_SERVER",
        "HOLDFAST_SHORTEN_MODEL",
        "HOLDFAST_SLOTS",
        "HOLDFAST_SUMMARY_MODEL",
        "HOLDFAST_TIME_ZONE",
        "HOLDFAST_TOKEN",
        "HOLDFAST_USER",
        "HOLDFAST_VECTOR_INDEX",
        "HOLDFAST_WEBHOOKS",
    }
)
"""Every setting that some code reads; a test holds it to .env.example."""
_OF_COMMANDS = frozenset({"HOLDFAST_SERVER", "HOLDFAST_TOKEN", "HOLDFAST_ACT_FOR", "HOLDFAST_ASSISTANT"})
"""Those that commands alone read."""
_CLOSE = 0.75


def unknown_settings(names: Iterable[str]) -> dict[str, str | None]:
    """Return the names that look like settings of ours and are none, each with the one it is near to, if any."""
    ours = sorted(name for name in names if name.upper().startswith(PREFIX) and name not in SETTINGS)
    return {name: _nearest(name) for name in ours}


def _nearest(name: str) -> str | None:
    short = {setting.removeprefix(PREFIX): setting for setting in SETTINGS}
    found = get_close_matches(name.upper().removeprefix(PREFIX), short, n=1, cutoff=_CLOSE)
    return short[found[0]] if found else None


def differing_settings(one: Mapping[str, str], other: Mapping[str, str]) -> list[str]:
    """Return the settings of a server that two processes do not have alike, in order; values may be digests."""
    names = (SETTINGS - _OF_COMMANDS) & (one.keys() | other.keys())
    return sorted(name for name in names if one.get(name) != other.get(name))
