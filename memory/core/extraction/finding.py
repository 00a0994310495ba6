"""Finds in a message, sentence by sentence, what a user asks to remember and what they say of themselves."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from memory.core.asks.addressed import says_something
from memory.core.asks.forget_asking import asked_to_forget
from memory.core.asks.kinds import kind_of
from memory.core.asks.remember import is_bare_request, part_of, requested, without_asides
from memory.core.asks.requests import AHEAD, IDLE, LEAD, SEVERAL
from memory.core.asks.requests_zh import INNER_ASK_ZH
from memory.core.asks.unkept import asks_not_to_keep
from memory.core.extraction.jest import is_laughter, laughs, may_be_jest
from memory.core.extraction.own_words import own_sentences
from memory.core.extraction.statements import Statement, instructions, is_instruction, sentence_case, statements
from memory.core.facts.slots import arity_of
from memory.core.language.clauses import Clause, Sentence, begins_with_self, clauses, fold, subject_after
from memory.core.language.words import words

_UNREAD_WORDS = 0
"""Content words of a request that its slot facts may leave out; with more, the request is kept whole as well."""

_WHEN = re.compile(
    r"\b(?:every|each|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|daily|weekly|monthly|weekends?|weekdays?)\b"
    r"|每[天周月年个晚早]|周[一二三四五六日末]|星期|礼拜",
    re.IGNORECASE,
)
"""What says when: a request that holds it is kept whole."""
_CLOSE = 6
"""Characters after a clause in which laughter is about it."""
_REMARK = 2
"""Content words of a mere remark ("Great view"), which a request after it does not mean."""
_NOUN = re.compile(
    r"(?!.*(?:\b(?:is|are|was|were|has|have|had|am|can|will|does|do)\b|[\d是有在]))(?:my|our"
    r"|the) (?:[\w'-]+ ){0,3}[\w'-]+|我们?的?[\u3400-\u9fff]{2,8}",
    re.IGNORECASE,
)
_VALUE_OF = re.compile(r"(?:it'?s|it is|that'?s|they'?re|they are|是|就是)\s*\S", re.IGNORECASE)
_NOTHING = range(0)
_GREETING = 5
"""Characters of a sentence that is no more than a greeting ("Hi", 你好)."""
_SHORTEST = 2
"""Characters of the shortest thing worth remembering."""


@dataclass(frozen=True)
class Found:
    """What a message tells."""

    statement: Statement
    explicit: bool
    """The user asked to remember it."""
    doubtful: bool = False
    """It may be said in jest."""
    quote: str | None = None
    """The user's words, where the statement stands in an earlier message that they refer to."""


def find(text: str, earlier: str = "") -> Iterator[Found]:
    """Yield what a cleaned message tells; `earlier` is the user's message before it, which "remember that" may mean."""
    known = own_sentences(text)
    if any(asks_not_to_keep(sentence.text) for sentence in known):
        return
    announced, subject, asked = _NOTHING, "", False
    for number, sentence in enumerate(known):
        if number and sentence.paragraph != known[number - 1].paragraph:
            subject = ""
        if is_bare_request(sentence):
            announced = _announced(known, number)
            if not announced:
                yield from _of_meant(known, number, text, earlier)
        elif (number in announced or (asked and _goes_on(known, number, text))) and not sentence.question:
            yield from _weighed(_remember(sentence, text), known, number)
        elif asked_to_forget(sentence) is None:
            parts = clauses(sentence, subject)
            span = _with_value(known, number, requested(sentence))
            asked = span is not None
            yield from _weighed(_sentence(sentence, parts, text, span), known, number)
            subject = "" if sentence.question else subject_after(parts, subject)


def _with_value(known: Sequence[Sentence], number: int, span: tuple[int, int] | None) -> tuple[int, int] | None:
    """Return what is to be remembered with its value, where the next sentence tells it: "my desk number? It's 4C"."""
    following = known[number + 1] if number + 1 < len(known) else None
    if span is None or following is None or following.question:
        return span
    if not (known[number].question or _VALUE_OF.match(following.text)):
        return span
    told = known[number].text[span[0] - known[number].start : span[1] - known[number].start]
    return (span[0], following.end) if _NOUN.fullmatch(told) else span


def _weighed(found: Iterable[Found], known: Sequence[Sentence], number: int) -> Iterator[Found]:
    """Yield what a sentence tells, marked where it may be a joke.

    Laughter alone makes no joke of what is asked to be remembered, unless it stands in what is kept whole; but it may
    of what is only said right before it.
    """
    sentence = known[number]
    jest = may_be_jest(sentence.text)
    laughed = number + 1 < len(known) and is_laughter(known[number + 1].text)
    for one in found:
        start, end = (place - sentence.start for place in _place(one.statement))
        close = laughs(sentence.text[max(0, start) : end + _CLOSE]) or (laughed and end == len(sentence.text))
        whole = one.statement.slot is None and laughs(sentence.text[max(0, start) : end])
        yield replace(one, doubtful=jest or whole or (close and not one.explicit))


def _place(statement: Statement) -> tuple[int, int]:
    """Return where the words stand that a statement was read from; of one kept whole, all of it."""
    return statement.read if statement.read[1] else (statement.start, statement.end)


def _of_meant(known: list[Sentence], number: int, text: str, earlier: str) -> Iterator[Found]:
    """Yield what a bare request means: the sentence before it, or the last one of the user's message before."""
    meant = _meant(known[:number])
    if not earlier or (meant and (len(words(meant.text)) > _REMARK or begins_with_self(meant.text))):
        if meant and requested(meant) is None:
            yield from _weighed(_remember(meant, text), known, known.index(meant))
        return
    before = own_sentences(earlier)
    if last := _meant(before):
        quote = text[known[number].start : known[number].end]
        told = list(_weighed(_remember(last, earlier), before, before.index(last)))
        slotted = [found for found in told if found.statement.slot]
        yield from (replace(found, quote=quote) for found in slotted or told)


def _meant(before: list[Sentence]) -> Sentence | None:
    """Return the sentence that a bare request after it means: the last one that says something."""
    said = next((sentence for sentence in reversed(before[-2:]) if says_something(sentence.text)), None)
    return None if said is None or said.question else said


def _goes_on(known: list[Sentence], number: int, text: str) -> bool:
    """Tell whether a sentence goes on with the list that the one before it began: 记住两点：我不吃鱼；我不喝酒."""
    return text[known[number - 1].end : known[number].start].strip()[:1] in {";", "；"}


def _announced(known: list[Sentence], number: int) -> range:
    """Return which sentences a bare request announces; none if it means the one before it.

    With a colon or of several things all of the paragraph that follows, else the next sentence, if it points ahead
    ("remember something") or begins the message.
    """
    first = number + 1
    if first == len(known) or known[first].paragraph > known[number].paragraph + 1:
        return _NOTHING
    asking = known[number].text
    forward = AHEAD.search(asking) is not None or number == 0 or len(known[number - 1].text) <= _GREETING
    if not asking.endswith(":") and not (forward and SEVERAL.search(asking)):
        return range(first, first + 1) if forward else _NOTHING
    last = first
    while last < len(known) and known[last].paragraph == known[first].paragraph:
        last += 1
    return range(first, last)


def _sentence(sentence: Sentence, parts: list[Clause], text: str, span: tuple[int, int] | None) -> Iterator[Found]:
    """Yield what a sentence tells; `span`: what of the message it asks to remember."""
    until = span[0] if span else sentence.end
    parts = [clause for clause in parts if clause.end <= until]
    ordered = list(instructions(sentence, parts, text))
    for clause in parts:
        if clause.asserted and not _within(clause, ordered):
            yield from (Found(statement, explicit=False) for statement in statements(clause, text))
    yield from (Found(statement, explicit=False) for statement in ordered)
    if span:
        asked = replace(sentence, text=fold(text[sentence.start : max(span[1], sentence.end)]))
        yield from _remember(part_of(asked, *span), text)


def _within(clause: Clause, found: list[Statement]) -> bool:
    return any(s.start <= clause.start < s.end for s in found)


def _remember(part: Sentence, text: str) -> Iterator[Found]:
    """Yield what a user asks to remember: what the rules read in it, and itself whole where they read too little."""
    part = without_asides(part)
    parts = clauses(part)
    ordered = list(instructions(part, parts, text))
    told = [s for clause in parts if clause.asserted and not _within(clause, ordered) for s in statements(clause, text)]
    read = [*(statement for statement in told if statement.slot), *ordered]
    too_little = not read or _is_unread([c for c in parts if _is_read(c, read)], read, text)
    kept = [statement for statement in read if not too_little or _replaces(statement)]
    yield from (Found(statement, explicit=True) for statement in kept)
    if too_little:
        yield from _whole(part, text)
    else:
        yield from (found for run in _unread(part, parts, read) for found in _whole(run, text))


def _replaces(statement: Statement) -> bool:
    """Tell whether a statement takes the place of what was told before: it is read beside a request kept whole."""
    return statement.slot is None or statement.retracts or arity_of(statement.slot) != "list"


def _is_read(clause: Clause, read: list[Statement]) -> bool:
    return any(s.start < clause.end and clause.start < s.end for s in read)


def _unread(part: Sentence, parts: list[Clause], read: list[Statement]) -> Iterator[Sentence]:
    """Yield the stretches of a request that no rule read, each as far as it runs."""
    for silent, run in groupby(parts, lambda clause: not _is_read(clause, read)):
        stretch = [clause for clause in run if not IDLE.fullmatch(clause.text) and says_something(clause.text)]
        if silent and any(words(clause.text) for clause in stretch):
            yield part_of(part, stretch[0].start, stretch[-1].end)


def _is_unread(parts: list[Clause], read: list[Statement], text: str) -> bool:
    """Tell whether the clauses that rules read say more than what was read in them."""
    left = ""
    for clause in parts:
        at = clause.start
        for start, end in sorted(s.read for s in read if s.read[0] < clause.end and clause.start < s.read[1]):
            left, at = f"{left} {text[at:start]}", max(at, end)
        left = f"{left} {text[at : clause.end]}"
    left_words = set(words(left)) if says_something(left) else set()
    if _WHEN.search(left):
        return True
    return len(left_words) > _UNREAD_WORDS or any(c.isdigit() for word in left_words for c in word)


def _whole(part: Sentence, text: str) -> Iterator[Found]:
    """Yield a request's content as a fact of the collection."""
    lead = found.end() if (found := LEAD.match(part.text)) else 0
    told = INNER_ASK_ZH.sub("", text[part.start + lead : part.end]).strip(' \t,，:："“”「」')
    if len(told) < _SHORTEST:
        return
    kind = "instruction" if is_instruction(part.text) else kind_of(part.text)
    yield Found(Statement(sentence_case(told), part.start, part.end, kind), explicit=True)
