"""What a message changes in facts told before, in other words than theirs: puts right (`corrections.py`) or ends
(`endings.py`).
"""

from collections.abc import Sequence

from memory.core.extraction.corrections import corrected, correction_in
from memory.core.extraction.endings import ended, endings_in
from memory.core.facts.facts import Proposal, Source


def may_change(text: str) -> bool:
    """Tell whether the user's own words in `text` may change what they told before: only then facts are looked at."""
    return correction_in(text) is not None or bool(endings_in(text))


def changes(
    text: str,
    facts: Sequence[Proposal],
    *,
    before: str | None,
    source: Source,
    observed_at: str,
    time_zone: str = "UTC",
) -> list[Proposal]:
    """Return what the message `text` changes in `facts`, those that hold or were just proposed, as proposals.

    `before` is the id of the user's message before this one in the thread; `observed_at` is ISO, `time_zone` the
    user's.
    """
    correction = correction_in(text)
    found: list[Proposal] = []
    if correction:
        found += corrected(
            correction,
            facts,
            before=before,
            message=text,
            source=source,
            observed_at=observed_at,
            time_zone=time_zone,
        )
    return found + ended(
        endings_in(text), facts, message=text, source=source, observed_at=observed_at, time_zone=time_zone
    )
