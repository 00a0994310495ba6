"""Schema numbers of stored documents: an old one is upgraded on read, a newer one refused."""

from collections.abc import Mapping
from typing import Any

from memory.core.errors import SchemaError


def readable(value: Mapping[str, Any], newest: int, what: str) -> dict[str, Any]:
    """Return a copy of a stored document whose schema number is at most `newest`.

    Raises SchemaError: it was written by a newer Holdfast; the message names the document by `what`.
    """
    schema = value.get("schema", 0)
    if not isinstance(schema, int) or schema > newest:
        raise SchemaError(f"{what} has schema {schema}, this Holdfast reads up to {newest}. Upgrade Holdfast.")
    return dict(value)
