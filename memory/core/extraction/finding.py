"""Finds in a message, sentence by sentence, what a user asks to remember and what they say of themselves."""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from memory.core.asks import unremember
from memory.core.asks.addressed import addressed, says_something
from memory.core.asks.addressed_words import POINTS_BACK
from memory.core.asks.beside_words import BACK_EN, INFORMS, TURNS, VALUE_OF
from memory.core.asks.forget_asking import asked_to_forget
from memory.core.asks.offers import offer_in
from memory.core.asks.remember import is_bare_request, part_of, requested
from memory.core.asks.requests import AHEAD, SEVERAL, TAG_EN
from memory.core.asks.unkept import asks_not_to_keep
from memory.core.extraction.doubt_words import OTHERS, PLAYED
from memory.core.extraction.doubts import weighed
from memory.core.extraction.frames import opening
from memory.core.extraction.keeping import Found, remember, within
from memory.core.extraction.meant import of_meant, of_naming, of_offer, taken_up
from memory.core.extraction.own_words import Foreign, own_sentences
from memory.core.extraction.pointed import announced_by, goes_on, of_pointed, pointed
from memory.core.extraction.speakers import lone_label
from memory.core.extraction.statements import instructions, statements
from memory.core.language.clauses import Clause, Sentence, clauses, fold, subject_after
from memory.core.language.namings import only_names, said_about

_NOUN = re.compile(
    r"(?!.*(?:\b(?:is|are|was|were|has|have|had|am|can|will|does|do)\b|[\d是有在]))"
    r"(?:(?:my|our|the) (?:[\w'-]+ ){0,3}[\w'-]+|我们?的?[\u3400-\u9fff]{2,8})",
    re.IGNORECASE,
)
_BACK = re.compile(r"(?:the|that|this) [a-z]+(?: [a-z]+)?", re.IGNORECASE)
"""A thing named so is told of in the sentence before: "Remember the ending, would you?"."""
_OF_IT = re.compile(r"(?:he|she|they)\b(?! (?:said|says|told|asked))|[他她它]们?(?![说问])", re.IGNORECASE)
"""What goes on about someone or something just named."""
_THIS = re.compile(r"\bthis\b|这", re.IGNORECASE)
_SHORT = 60
"""Characters of a request that may name but a thing told of before it."""
_NOTHING = range(0)
_PLAYS: tuple[Foreign, ...] = ("played",)
_LABELS: tuple[Foreign, ...] = ("labelled",)
_STOP = re.compile(r"[.!?;]\s|[。！？；]")
_GREETING = 5
"""Characters of a sentence that is no more than a greeting ("Hi", 你好)."""


def find(
    text: str, earlier: Sequence[str] = (), answers: str = "", *, left: Collection[Foreign] = ()
) -> Iterator[Found]:
    """Yield what a cleaned message tells.

    `earlier`: the user's messages before it, oldest first, which "remember that" may mean; `answers`: the assistant's
    message that it answers; `left`: as for `own_words`.
    """
    known = _kept_in_memory(own_sentences(text, left=left))
    agreed = taken_up(known, offer_in(answers) if answers else None)
    if agreed:
        yield from of_offer(known, text, earlier, agreed)
    before = earlier[-1] if earlier else ""
    announced, subject, asked = _of_next(known) if before and announced_by(before) else _NOTHING, "", False
    for number, sentence in enumerate(known):
        if number and sentence.paragraph != known[number - 1].paragraph:
            subject = ""
        bare = _means_another(known, number)
        if agreed and (number == 0 or bare):
            continue
        meant = pointed(known, number, before)
        if meant and meant.told:
            yield from of_pointed(meant, known, number, text)
        elif bare or meant:
            announced = _announced(known, number)
            if not announced:
                found = list(of_meant(known, number, text, earlier)) if bare else []
                said = _sentence(sentence, clauses(sentence, subject), text, None)
                yield from found or weighed(said, known, number)
        elif (number in announced or (asked and _goes_on(known, number, text))) and not sentence.question:
            yield from weighed(remember(sentence, text), known, number)
        elif asked_to_forget(sentence) is None and not unremember.undoes(sentence):
            parts = clauses(sentence, subject)
            span = _with_value(known, number, requested(sentence))
            asked = span is not None
            yield from weighed(_sentence(sentence, parts, text, span), known, number)
            yield from _of_naming(known[: number + 1], span, text, earlier)
            subject = "" if sentence.question else subject_after(parts, subject)


def asked_in_play(text: str, *, scene: bool) -> Iterator[Found]:
    """Yield what a cleaned message asks to remember where it is played, supposed or written for someone else.

    It may be meant all the same and comes with the reason. `scene`: all of the message is said in a scene. A request in
    the sentence that opens the play belongs to it.
    """
    frame = None if scene else opening(text)
    if not (scene or frame):
        return
    start, reason = (frame.first, frame.reason) if frame else (0, PLAYED)
    for one in find(text, left=_PLAYS):
        if one.explicit and one.statement.start >= start:
            yield replace(one, doubt=one.doubt or reason)


def asked_behind_label(text: str) -> Iterator[Found]:
    """Yield what a cleaned message asks to remember on a line that may be someone else's, past its first sentence.

    "Tom: how are you? Remember that my locker is 214": it may be meant all the same and comes with the reason.
    """
    line = lone_label(text)
    first = _STOP.search(text, *line) if line else None
    for one in find(text, left=_LABELS) if line and first else ():
        if one.explicit and line and first and first.end() <= one.statement.start < line[1]:
            yield replace(one, doubt=one.doubt or OTHERS)


def _means_another(known: Sequence[Sentence], number: int) -> bool:
    """Tell whether a sentence asks to remember another one: it names nothing, or but a thing told of before it."""
    sentence = known[number]
    if is_bare_request(sentence):
        return True
    if number and BACK_EN.match(sentence.text) and says_something(known[number - 1].text):
        return True
    if not number or (span := requested(sentence)) is None:
        return False
    if _tells_less(sentence, span[0] - sentence.start, known[number - 1]):
        return True
    told = TAG_EN.sub("", sentence.text[span[0] - sentence.start :])
    return (
        len(sentence.text) <= _SHORT and _BACK.fullmatch(told) is not None and _with_value(known, number, span) == span
    )


def _tells_less(sentence: Sentence, start: int, before: Sentence) -> bool:
    """Tell whether a request means the sentence before it, and what it has from `start` on informs of nothing."""
    request = addressed(sentence.text)
    if request is None or start <= request[0] or not POINTS_BACK.search(sentence.text, *request):
        return False
    return not (INFORMS.search(sentence.text, start) or before.question) and INFORMS.search(before.text) is not None


def _with_value(known: Sequence[Sentence], number: int, span: tuple[int, int] | None) -> tuple[int, int] | None:
    """Return what is to be remembered with its value, where the next sentence tells it: "my desk number? It's 4C"."""
    following = known[number + 1] if number + 1 < len(known) else None
    if span is None or following is None or following.question:
        return span
    told = known[number].text[span[0] - known[number].start : span[1] - known[number].start]
    named = _OF_IT.match(following.text) and only_names(told)
    if not (named or known[number].question or VALUE_OF.match(following.text)):
        return span
    if not (named or _NOUN.fullmatch(told)):
        return span
    return (span[0] if named or not following.text.startswith("我") else following.start), following.end


def _of_naming(
    known: Sequence[Sentence], span: tuple[int, int] | None, text: str, earlier: Sequence[str]
) -> Iterator[Found]:
    """Yield what was said before of a thing that the last of the sentences asks to remember and only names."""
    if span and (name := said_about(text[slice(*span)])):
        yield from of_naming(name, known[:-1], part_of(known[-1], *span), text, earlier)


def _goes_on(known: list[Sentence], number: int, text: str) -> bool:
    """Tell whether a sentence goes on with the list that the one before it began: 记住两点：我不吃鱼；我不喝酒."""
    return text[known[number - 1].end : known[number].start].strip()[:1] in {";", "；"} or goes_on(known[number])


def _kept_in_memory(known: list[Sentence]) -> list[Sentence]:
    """Return the sentences of a message; none, where it asks that nothing of it be kept."""
    unkept = any(asks_not_to_keep(sentence.text) or unremember.is_request(sentence.text) for sentence in known)
    return [] if unkept else known


def _of_next(known: list[Sentence]) -> range:
    """Return which sentences tell what the message before asked to remember: to the end or a new subject."""
    last = next((n for n, said in enumerate(known) if _turns(said) or said.paragraph), len(known))
    return range(last)


def _announced(known: list[Sentence], number: int) -> range:
    """Return which sentences a bare request announces; none if it means the one before it.

    With a colon or of several things all of the paragraph that follows, else the next sentence, if it points ahead
    ("remember something") or nothing was said before it.
    """
    first = number + 1
    if first == len(known) or known[first].paragraph > known[number].paragraph + 1:
        return _NOTHING
    asking = known[number].text
    begins = not any(len(said.text) > _GREETING and says_something(said.text) for said in known[:number])
    forward = AHEAD.search(asking) is not None or begins or _points_ahead(known, number)
    listed = forward and known[first].paragraph > known[number].paragraph
    if not asking.endswith(":") and not listed and not (forward and SEVERAL.search(asking)):
        return range(first, first + 1) if forward else _NOTHING
    last = first
    while (
        last < len(known)
        and known[last].paragraph == known[first].paragraph
        and not (last > first and _turns(known[last]))
    ):
        last += 1
    return range(first, last)


def _points_ahead(known: list[Sentence], number: int) -> bool:
    """Tell whether "this" in a bare request means what follows: a question stands before it, which is none to keep."""
    return (
        known[number - 1].question and not known[number + 1].question and _THIS.search(known[number].text) is not None
    )


def _turns(sentence: Sentence) -> bool:
    """Tell whether a sentence turns from a list of things to be kept to something else."""
    return sentence.question or TURNS.match(sentence.text) is not None


def _sentence(sentence: Sentence, parts: list[Clause], text: str, span: tuple[int, int] | None) -> Iterator[Found]:
    """Yield what a sentence tells; `span`: what of the message it asks to remember."""
    until = span[0] if span else sentence.end
    parts = [clause for clause in parts if clause.end <= until]
    ordered = list(instructions(sentence, parts, text))
    for clause in parts:
        if clause.asserted and not within(clause, ordered):
            yield from (Found(statement, explicit=False) for statement in statements(clause, text))
    yield from (Found(statement, explicit=False) for statement in ordered)
    if span:
        asked = replace(sentence, text=fold(text[sentence.start : max(span[1], sentence.end)]))
        yield from remember(part_of(asked, *span), text)
