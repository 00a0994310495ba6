"""What a message changes in facts told before, in other words than theirs.

It puts right (`corrections.py`), ends (`endings.py`), lifts an instruction (`lifted.py`), or takes back as a joke what
the message before it told.
"""

from collections.abc import Iterator, Sequence

from memory.core.extraction.casting import may_be_played
from memory.core.extraction.corrections import corrected, correction_in
from memory.core.extraction.doubt_words import PLAYED
from memory.core.extraction.endings import ended, endings_in, retractions
from memory.core.extraction.jest import is_withdrawn
from memory.core.extraction.lifted import lifted, liftings_in
from memory.core.extraction.own_words import own_sentences
from memory.core.extraction.scenes import in_scene
from memory.core.facts.facts import Proposal, Source
from memory.core.facts.identity import is_retraction
from memory.core.language.clauses import Sentence
from memory.core.language.text import clean_text

_WITHDRAWAL = 200
"""Characters of the longest message that takes back the one before it as a joke."""


def may_change(text: str) -> bool:
    """Tell whether the user's own words in `text` may change what they told before: only then facts are looked at."""
    text = clean_text(text)
    if _takes_back(text):
        return True
    told = own_sentences(text)
    return correction_in(text, told) is not None or bool(endings_in(text, told)) or bool(liftings_in(text, told))


def changes(
    text: str,
    facts: Sequence[Proposal],
    *,
    before: str | None,
    source: Source,
    observed_at: str,
    time_zone: str = "UTC",
    earlier: Sequence[str] = (),
    asked: str = "",
) -> list[Proposal]:
    """Return what the message `text` changes in `facts`, those that hold or were just proposed, as proposals.

    `before` is the id of the user's message before this one in the thread; `observed_at` is ISO, `time_zone` the
    user's. `earlier` and `asked` are as for `extract`: in a role-play nothing changes, and what may be one waits.
    """
    text = clean_text(text)
    if in_scene(earlier, text):
        return []
    found = _changes(text, facts, before=before, source=source, observed_at=observed_at, time_zone=time_zone)
    if found and may_be_played(earlier, text, asked):
        return [{**proposal, "grounded": False, "reason": PLAYED} for proposal in found]
    return found


def _changes(
    text: str, facts: Sequence[Proposal], *, before: str | None, source: Source, observed_at: str, time_zone: str
) -> list[Proposal]:
    told = own_sentences(text)
    correction = correction_in(text, told)
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
    pairs = [*_lifted(text, told, facts), *_taken_back(text, facts, before, source["thread"])]
    return [
        *found,
        *ended(
            endings_in(text, told), facts, message=text, source=source, observed_at=observed_at, time_zone=time_zone
        ),
        *retractions(pairs, message=text, source=source, observed_at=observed_at, time_zone=time_zone),
    ]


def _lifted(text: str, told: Sequence[Sentence], facts: Sequence[Proposal]) -> Iterator[tuple[str, Proposal]]:
    for lifting, fact in lifted(liftings_in(text, told), facts):
        yield lifting.quote, fact


def _takes_back(text: str) -> bool:
    """Tell whether a message does no more than say that what was said before it was a joke."""
    return len(text) <= _WITHDRAWAL and is_withdrawn(text)


def _taken_back(
    text: str, facts: Sequence[Proposal], before: str | None, thread: str
) -> Iterator[tuple[str, Proposal]]:
    """Yield the facts of the message `before` that this one takes back as a joke, with its words."""
    if before is not None and _takes_back(text):
        told = (fact for fact in facts if (fact["source"]["thread"], fact["source"]["message"]) == (thread, before))
        yield from ((text.strip(), fact) for fact in told if not is_retraction(fact))
