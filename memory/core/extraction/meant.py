"""What words mean that point elsewhere: "remember that", "don't forget my dog", a yes to an offer."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from memory.core.asks.addressed import says_something
from memory.core.asks.beside_words import SEVERAL_BACK
from memory.core.asks.forget_asking import asked_to_forget
from memory.core.asks.offers import Offer, lead_of_yes
from memory.core.asks.remember import is_bare_request, part_of, requested
from memory.core.extraction.doubts import weighed
from memory.core.extraction.keeping import Found, remember
from memory.core.extraction.own_words import own_sentences
from memory.core.extraction.scenes import in_scene
from memory.core.facts.named import Telling, find_named, of_named_slots
from memory.core.language.clauses import Sentence, begins_with_self, clauses, fold, sentences
from memory.core.language.words import words

_MOST = 5
"""Sentences that "these" may mean, at most."""
REMARK = 2
"""Content words of a mere remark ("Great view"), which a request after it does not mean."""


def of_meant(known: list[Sentence], number: int, text: str, earlier: Sequence[str]) -> Iterator[Found]:
    """Yield what a bare request means: the sentences before it, or the last ones of the user's message before."""
    several = SEVERAL_BACK.search(known[number].text) is not None
    meant = _meant(known[:number], several=several)
    if not earlier or (meant and not _is_remark(meant[-1])):
        for sentence in meant:
            if requested(sentence) is None:
                yield from weighed(remember(sentence, text), known, known.index(sentence))
        return
    yield from _of_before(earlier[-1], text[known[number].start : known[number].end], several=several)


def _of_before(earlier: str, quote: str, *, several: bool = False) -> Iterator[Found]:
    """Yield what the user's message before tells, of which `quote` asks that it be remembered."""
    before = own_sentences(earlier)
    for sentence in _meant(before, several=several):
        told = list(weighed(remember(sentence, earlier), before, before.index(sentence)))
        slotted = [found for found in told if found.statement.slot]
        yield from (replace(found, quote=quote) for found in slotted or told)


def taken_up(known: Sequence[Sentence], offer: Offer | None) -> Offer | None:
    """Return the offer to remember that a message takes up in its first sentence: "Yes, remember that"."""
    if offer is None or not known or known[0].question:
        return None
    lead = lead_of_yes(known[0].text)
    rest = part_of(known[0], known[0].start + lead, known[0].end)
    return offer if is_bare_request(known[0]) or (lead and (not rest.text or is_bare_request(rest))) else None


def of_offer(known: Sequence[Sentence], text: str, earlier: Sequence[str], offer: Offer) -> Iterator[Found]:
    """Yield what the assistant offered to remember, quoted by the user's yes.

    What it put in words itself is kept only if the user asks for it too ("Yes, remember that"): a mere yes may mean
    anything.
    """
    first = known[0]
    quote = text[first.start : first.end]
    if not offer.told:
        yield from _of_before(earlier[-1] if earlier else "", quote)
    elif lead_of_yes(first.text) < len(first.text) or any(is_bare_request(sentence) for sentence in known[:2]):
        for sentence in sentences(fold(offer.told)):
            yield from (replace(one, quote=quote) for one in remember(sentence, offer.told))


def of_naming(
    name: str, known: Sequence[Sentence], request: Sentence, text: str, earlier: Sequence[str]
) -> Iterator[Found]:
    """Yield what the user said before of a thing that a request only names: "don't forget my dog", 我刚才说的车的事.

    It is what the message itself says, else the newest of the messages before it that says something of it; none is
    looked at past a request to forget.
    """
    if told := list(_told_of(name, known, text)):
        yield from told
        return
    for number in range(len(earlier) - 1, -1, -1):
        before = own_sentences(earlier[number])
        if in_scene(earlier[:number], earlier[number]) or any(asked_to_forget(sentence) for sentence in before):
            return
        if told := list(_told_of(name, before, earlier[number])):
            yield from (replace(found, quote=text[request.start : request.end]) for found in told)
            return


def _told_of(name: str, known: Sequence[Sentence], text: str) -> Iterator[Found]:
    """Yield what the sentences of a message tell of a thing, as what the user asks to be kept."""
    for number, sentence in enumerate(known):
        if sentence.question or not any(clause.asserted for clause in clauses(sentence)):
            continue
        span = requested(sentence) or (sentence.start, sentence.end)
        found = list(weighed(remember(part_of(sentence, *span), text), known, number))
        told = [_telling(one) for one in found]
        meant = of_named_slots(name, told) or find_named(name, told)
        yield from (one for one, telling in zip(found, told, strict=True) if telling in meant)


def _telling(found: Found) -> Telling:
    told = found.statement
    return {"text": told.text, "slot": told.slot, "value": told.value, "quote": told.text}


def _meant(before: list[Sentence], *, several: bool = False) -> list[Sentence]:
    """Return the sentences that a bare request after them means: the last one that says something.

    `several`: those with it that tell numbers or go on with a list, in one paragraph or lines that follow each other.
    """
    said = [n for n in range(max(0, len(before) - 3), len(before)) if says_something(before[n].text)][-2:]
    if not said or before[said[-1]].question:
        return []
    telling = (n for n in reversed(said) if not (_is_remark(before[n]) or before[n].question))
    first = last = next(telling, said[-1])
    while several and first and last - first + 1 < _MOST and _goes_with(before[first - 1], before[first]):
        first -= 1
    return before[first : last + 1]


def _is_remark(sentence: Sentence) -> bool:
    """Tell whether a sentence is but a remark, that numbers nothing and is not about the speaker."""
    few = len(words(sentence.text)) <= REMARK and not any(char.isdigit() for char in sentence.text)
    return few and not begins_with_self(sentence.text)


def _goes_with(sentence: Sentence, following: Sentence) -> bool:
    """Tell whether a sentence tells one of several things, of which the sentence after it tells another."""
    near = following.paragraph - sentence.paragraph <= 1
    return near and not sentence.question and any(char.isdigit() for char in sentence.text)
