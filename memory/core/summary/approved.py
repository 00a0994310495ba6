"""The exact strings of approved facts that a summary must hold."""

from collections.abc import Iterable

from memory.core.anchors.anchors import find_anchors, unique_strings
from memory.core.facts.facts import Assertion
from memory.core.transcript.entries import Place


def approved_strings(facts: Iterable[Assertion], cursor: Place) -> list[str]:
    """Return the exact strings of those facts whose message a summary up to `cursor` covers, each thing once.

    What is said later stands in the window itself.
    """
    covered = (fact for fact in facts if fact["source"]["entry"] <= cursor["key"])
    texts = (text for fact in covered for text in (fact["text"], fact["value"] or ""))
    return unique_strings(anchor for text in texts for anchor in find_anchors(text))
