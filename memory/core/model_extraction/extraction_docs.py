"""How far a model has looked for facts in a thread; consolidation alone moves it."""

from typing import TypedDict

from memory.core.transcript.entries import Place

EXTRACTION_SCHEMA = 1


class Failed(TypedDict):
    """A message of the user's for which the model gave no answer that could be used as a whole."""

    depth: int
    """Of its entry."""
    runs: int
    """Runs that have tried."""


class Extraction(TypedDict):
    """Where extraction by a model stands in a thread."""

    schema: int
    cursor: Place | None
    """The newest entry it has read; None: it has read none."""
    failed: dict[str, Failed]
    """By entry key, what of it is tried again by the next run."""


NOTHING_READ: Extraction = {"schema": EXTRACTION_SCHEMA, "cursor": None, "failed": {}}
"""Of a thread that was never looked at."""
