"""What a message changes in facts told before, in other words than theirs.

It puts right (`corrections.py`), ends (`endings.py`), lifts an instruction (`lifted.py`), or takes back as a joke what
was told before (`taken_back.py`).
"""

from collections.abc import Iterator, Sequence

from memory.core.extraction.casting import may_be_played
from memory.core.extraction.corrections import corrected, correction_in
from memory.core.extraction.doubt_words import PLAYED
from memory.core.extraction.endings import ended, endings_in, retractions
from memory.core.extraction.lifted import lifted, liftings_in
from memory.core.extraction.own_words import own_sentences
from memory.core.extraction.scenes import in_scene
from memory.core.extraction.taken_back import taken_back
from memory.core.facts.facts import Proposal, Source
from memory.core.facts.identity import is_retraction
from memory.core.forgetting.forget_requests import find_forgotten
from memory.core.language.clauses import Sentence
from memory.core.language.text import clean_text


def may_change(text: str) -> bool:
    """Tell whether the user's own words in `text` may change what they told before: only then facts are looked at."""
    text = clean_text(text)
    if taken_back(text) is not None:
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


def _taken_back(
    text: str, facts: Sequence[Proposal], before: str | None, thread: str
) -> Iterator[tuple[str, Proposal]]:
    """Yield the facts that a message takes back as a joke, with its words: those it names, or all of `before`."""
    about = taken_back(text)
    if about is None:
        return
    said = [fact for fact in facts if not is_retraction(fact)]
    last = [fact for fact in said if (fact["source"]["thread"], fact["source"]["message"]) == (thread, before)]
    if about:
        last = find_forgotten(about, last) or _only(find_forgotten(about, said))
    yield from ((text.strip(), fact) for fact in last)


def _only(found: list[Proposal]) -> list[Proposal]:
    """Return what was found if it is one fact, said once or more."""
    return found if len({fact["id"] for fact in found}) == 1 else []
