"""Items that end by themselves; the stores' own TTL is not relied on."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any


def is_expired(value: Mapping[str, Any], now: datetime) -> bool:
    """Tell whether an item's `expires_at` (ISO, UTC unless it names another zone) is `now` or past.

    What is no time expires nothing: a malformed date must not take memory away.
    """
    text = value.get("expires_at")
    if not isinstance(text, str):
        return False
    try:
        end = datetime.fromisoformat(text)
    except ValueError:
        return False
    return (end if end.tzinfo else end.replace(tzinfo=UTC)) <= now
