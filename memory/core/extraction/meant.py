"""What words mean that point elsewhere: "remember that", a yes to an offer."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from memory.core.asks.addressed import says_something
from memory.core.asks.offers import Offer, lead_of_yes
from memory.core.asks.remember import is_bare_request, part_of, requested
from memory.core.extraction.doubts import weighed
from memory.core.extraction.keeping import Found, remember
from memory.core.extraction.own_words import own_sentences
from memory.core.language.clauses import Sentence, begins_with_self, fold, sentences
from memory.core.language.words import words

_REMARK = 2
"""Content words of a mere remark ("Great view"), which a request after it does not mean."""


def of_meant(known: list[Sentence], number: int, text: str, earlier: str) -> Iterator[Found]:
    """Yield what a bare request means: the sentence before it, or the last one of the user's message before."""
    meant = _meant(known[:number])
    if not earlier or (meant and (len(words(meant.text)) > _REMARK or begins_with_self(meant.text))):
        if meant and requested(meant) is None:
            yield from weighed(remember(meant, text), known, known.index(meant))
        return
    yield from _of_before(earlier, text[known[number].start : known[number].end])


def _of_before(earlier: str, quote: str) -> Iterator[Found]:
    """Yield what the user's message before tells, of which `quote` asks that it be remembered."""
    before = own_sentences(earlier)
    if last := _meant(before):
        told = list(weighed(remember(last, earlier), before, before.index(last)))
        slotted = [found for found in told if found.statement.slot]
        yield from (replace(found, quote=quote) for found in slotted or told)


def taken_up(known: Sequence[Sentence], offer: Offer | None) -> Offer | None:
    """Return the offer to remember that a message takes up in its first sentence: "Yes, remember that"."""
    if offer is None or not known or known[0].question:
        return None
    lead = lead_of_yes(known[0].text)
    rest = part_of(known[0], known[0].start + lead, known[0].end)
    return offer if is_bare_request(known[0]) or (lead and (not rest.text or is_bare_request(rest))) else None


def of_offer(known: Sequence[Sentence], text: str, earlier: str, offer: Offer) -> Iterator[Found]:
    """Yield what the assistant offered to remember, quoted by the user's yes.

    What it put in words itself is kept only if the user asks for it too ("Yes, remember that"): a mere yes may mean
    anything.
    """
    first = known[0]
    quote = text[first.start : first.end]
    if not offer.told:
        yield from _of_before(earlier, quote)
    elif lead_of_yes(first.text) < len(first.text) or any(is_bare_request(sentence) for sentence in known[:2]):
        for sentence in sentences(fold(offer.told)):
            yield from (replace(one, quote=quote) for one in remember(sentence, offer.told))


def _meant(before: list[Sentence]) -> Sentence | None:
    """Return the sentence that a bare request after it means: the last one that says something."""
    said = next((sentence for sentence in reversed(before[-2:]) if says_something(sentence.text)), None)
    return None if said is None or said.question else said
