"""What a user's own words tell: requests to remember, statements about oneself, standing instructions.

The text of a fact is the user's own statement in the first person, language and script of the message, without the
greeting or request before it ("I live in Lisbon", 我住在里斯本): nothing is translated, nothing put in a third person.
Its quote is the whole clause as it stands in the message. Questions, suppositions, quoted or pasted text, code,
role-play and jokes yield nothing (`own_words.py`, `clauses.py`).
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby

from memory.core.asks.forget_asking import asked_to_forget
from memory.core.asks.kinds import kind_of
from memory.core.asks.remember import is_bare_request, part_of, requested, without_asides
from memory.core.asks.requests import AHEAD, IDLE, LEAD, SEVERAL
from memory.core.asks.requests_zh import INNER_ASK_ZH
from memory.core.extraction.answered import AGREED, answered
from memory.core.extraction.own_words import own_words
from memory.core.extraction.scenes import in_scene
from memory.core.extraction.statements import Statement, instructions, is_instruction, sentence_case, statements
from memory.core.facts.facts import Proposal, Source
from memory.core.facts.identity import comparable
from memory.core.facts.proposals import make_proposal
from memory.core.facts.slots import arity_of
from memory.core.language.clauses import Clause, Sentence, clauses, fold, sentences, subject_after
from memory.core.language.text import clean_text
from memory.core.language.words import words

PROPOSALS_LIMIT = 40
"""Proposals of one message, at most; how many of them may be kept, and what is told of the rest: `write_limits.py`."""
_UNREAD_WORDS = 2
"""Content words of a request that its slot facts may leave out; with more, the request is kept whole as well."""

_BLANKS = re.compile(r"(?<=\S)[ \t]{2,}(?=\S)")
_WHEN = re.compile(
    r"\b(?:every|each|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|daily|weekly|monthly|weekends?|weekdays?)\b"
    r"|每[天周月年个晚早]|周[一二三四五六日末]|星期|礼拜",
    re.IGNORECASE,
)
"""What says when: a request that holds it is kept whole."""
_NOTHING = range(0)
_GREETING = 5
"""Characters of a sentence that is no more than a greeting ("Hi", 你好)."""
_SHORTEST = 2
"""Characters of the shortest thing worth remembering."""


@dataclass(frozen=True)
class _Found:
    statement: Statement
    explicit: bool


def extract(
    text: str,
    *,
    source: Source,
    observed_at: str,
    message_text: str | None = None,
    time_zone: str = "UTC",
    earlier: Sequence[str] = (),
    asked: str = "",
) -> list[Proposal]:
    """Return what the user's words tell, in their order, at most `PROPOSALS_LIMIT`, each fact once.

    `text` is what the user said in this turn; `message_text` the readable text of the message that the quotes must
    stand in, if it is not the same; `observed_at` the ISO time of the message, `time_zone` the
    user's (IANA), in which relative dates are resolved. `earlier`: the user's messages before it in the conversation,
    oldest first (one of them may have opened a role-play); `asked`: the assistant's message that it answers.
    Time grows linearly with the text.
    """
    text = _BLANKS.sub(" ", clean_text(text))
    if in_scene(earlier, text):
        return []
    message = text if message_text is None else message_text
    made = partial(make_proposal, message=message, source=source, observed_at=observed_at, time_zone=time_zone)
    found = [_proposal(fact, text, made) for fact in _first(_once(_find(text)))]
    return found or _of_answer(text, asked, made)


def _of_answer(text: str, asked: str, made: Callable[..., Proposal]) -> list[Proposal]:
    """Return what a short answer tells together with the question before it; its quote is the answer."""
    told = answered(text, asked) if asked else None
    if told is None:
        return []
    quote = text.strip()
    read = [found.statement for found in _once(_find(told)) if found.statement.slot]
    if not read and AGREED.match(told):
        return [made(text=told, kind="goal", quote=quote, confidence=0.8)]
    return [
        made(text=fact.text, kind=fact.kind, quote=quote, slot=fact.slot, value=fact.value, confidence=0.85)
        for fact in read
        if not fact.retracts
    ]


def _proposal(found: _Found, text: str, made: Callable[..., Proposal]) -> Proposal:
    fact = found.statement
    return made(
        text=fact.text,
        kind=fact.kind,
        quote=text[fact.start : fact.end],
        slot=fact.slot,
        value=fact.value,
        explicit=found.explicit,
        retracts=fact.retracts,
        confidence=1.0 if found.explicit else fact.confidence,
    )


def _once(found: Iterable[_Found]) -> list[_Found]:
    """Keep each fact once, an explicit reading before another, and of a one-valued slot the last value said."""
    kept: dict[tuple[str | None, str, bool], _Found] = {}
    last: dict[str | None, tuple[str | None, str, bool]] = {}
    for fact in found:
        told = fact.statement
        key = (told.slot, comparable(told.value or told.text), told.retracts)
        if key not in kept or (fact.explicit and not kept[key].explicit):
            kept[key] = fact
        if arity_of(told.slot) == "one" and not told.retracts:
            last[told.slot] = key
    asked = [fact.statement for fact in kept.values() if fact.explicit]
    return [
        fact
        for key, fact in kept.items()
        if (key[2] or last.get(key[0], key) == key) and (fact.explicit or not _is_part(fact.statement, asked))
    ]


def _is_part(told: Statement, asked: Iterable[Statement]) -> bool:
    """Tell whether a statement of the collection stands within one that is to be remembered whole."""
    return told.slot is None and any(s.slot is None and s.start <= told.start and told.end <= s.end for s in asked)


def _first(found: list[_Found]) -> list[_Found]:
    """Return the most that one message may propose, in order; what was asked for goes before what was only said."""
    chosen = sorted(range(len(found)), key=lambda n: (not found[n].explicit, n))[:PROPOSALS_LIMIT]
    return [found[n] for n in sorted(chosen)]


def _find(text: str) -> Iterator[_Found]:
    """Yield what a cleaned message tells, sentence by sentence."""
    known = list(sentences(fold(own_words(text))))
    announced, subject, asked = _NOTHING, "", False
    for number, sentence in enumerate(known):
        if number and sentence.paragraph != known[number - 1].paragraph:
            subject = ""
        if is_bare_request(sentence):
            announced = _announced(known, number)
            if not announced and (meant := _meant(known[:number])):
                yield from _remember(meant, text)
        elif (number in announced or (asked and _goes_on(known, number, text))) and not sentence.question:
            yield from _remember(sentence, text)
        elif asked_to_forget(sentence) is None:
            parts = clauses(sentence, subject)
            asked = requested(sentence) is not None
            yield from _sentence(sentence, parts, text)
            subject = "" if sentence.question else subject_after(parts, subject)


def _meant(before: list[Sentence]) -> Sentence | None:
    """Return the sentence that a bare request after it means: the last one that says something."""
    said = next((sentence for sentence in reversed(before[-2:]) if not IDLE.fullmatch(sentence.text)), None)
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


def _sentence(sentence: Sentence, parts: list[Clause], text: str) -> Iterator[_Found]:
    span = requested(sentence)
    until = span[0] if span else sentence.end
    parts = [clause for clause in parts if clause.end <= until]
    ordered = list(instructions(sentence, parts, text))
    for clause in parts:
        if clause.asserted and not _within(clause, ordered):
            yield from (_Found(statement, explicit=False) for statement in statements(clause, text))
    yield from (_Found(statement, explicit=False) for statement in ordered)
    if span:
        yield from _remember(part_of(sentence, *span), text)


def _within(clause: Clause, found: list[Statement]) -> bool:
    return any(s.start <= clause.start < s.end for s in found)


def _remember(part: Sentence, text: str) -> Iterator[_Found]:
    """Yield what a user asks to remember: what the rules read in it, and itself whole where they read too little."""
    part = without_asides(part)
    parts = clauses(part)
    ordered = list(instructions(part, parts, text))
    told = [s for clause in parts if clause.asserted and not _within(clause, ordered) for s in statements(clause, text)]
    read = [*(statement for statement in told if statement.slot), *ordered]
    yield from (_Found(statement, explicit=True) for statement in read)
    if not read or _is_unread([c for c in parts if _is_read(c, read)], read, text):
        yield from _whole(part, text)
    else:
        yield from (found for run in _unread(part, parts, read) for found in _whole(run, text))


def _is_read(clause: Clause, read: list[Statement]) -> bool:
    return any(s.start < clause.end and clause.start < s.end for s in read)


def _unread(part: Sentence, parts: list[Clause], read: list[Statement]) -> Iterator[Sentence]:
    """Yield the stretches of a request that no rule read, each as far as it runs."""
    for silent, run in groupby(parts, lambda clause: not _is_read(clause, read)):
        stretch = [clause for clause in run if not IDLE.fullmatch(clause.text)]
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
    left_words = set(words(left))
    if _WHEN.search(left):
        return True
    return len(left_words) > _UNREAD_WORDS or any(c.isdigit() for word in left_words for c in word)


def _whole(part: Sentence, text: str) -> Iterator[_Found]:
    """Yield a request's content as a fact of the collection."""
    lead = found.end() if (found := LEAD.match(part.text)) else 0
    told = INNER_ASK_ZH.sub("", text[part.start + lead : part.end]).strip(' \t,，:："“”「」')
    if len(told) < _SHORTEST:
        return
    kind = "instruction" if is_instruction(part.text) else kind_of(part.text)
    yield _Found(Statement(sentence_case(told), part.start, part.end, kind), explicit=True)
