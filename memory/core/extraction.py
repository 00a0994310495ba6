"""What a user's own words tell: requests to remember, statements about oneself, standing instructions.

The text of a fact is the user's own statement in the first person, language and script of the message, without the
greeting or request before it ("I live in Lisbon", 我住在里斯本): nothing is translated, nothing put in a third person.
Its quote is the whole clause as it stands in the message. Questions, suppositions, quoted or pasted text, code,
role-play and jokes yield nothing (`own_words.py`, `clauses.py`).
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from memory.core.clauses import Sentence, clauses, fold, sentences
from memory.core.facts import Kind, Proposal, Source
from memory.core.forget_asking import asked_to_forget
from memory.core.identity import comparable
from memory.core.own_words import own_words
from memory.core.proposals import make_proposal
from memory.core.remember import is_bare_request, part_of, requested
from memory.core.slots import arity_of
from memory.core.statements import Statement, instructions, is_instruction, sentence_case, statements
from memory.core.text import clean_text
from memory.core.words import words

PROPOSALS_LIMIT = 10
"""Proposals of one message, at most."""
_UNREAD_WORDS = 2
"""Content words of a request that its slot facts may leave out; with more, the request is kept whole as well."""

_NOTHING = range(0)
_SHORTEST = 2
"""Characters of the shortest thing worth remembering."""
_KINDS: tuple[tuple[Kind, re.Pattern[str]], ...] = (
    (
        "instruction",
        re.compile(
            r"(?:you (?:should|must|are to)|always|never|don't|do not)\s|(?:not )?to (?:always|never|be|use|answer"
            r"|reply|respond|speak|keep|include|cite|format|avoid)\s|(?:你|请|不要|别|总是|永远)",
            re.IGNORECASE,
        ),
    ),
    ("goal", re.compile(r"(?:not )?to\s+[a-z]|(?:要|带|买|去|给)", re.IGNORECASE)),
    (
        "preference",
        re.compile(
            r"i (?:\w+ )?(?:like|love|prefer|hate|dislike|enjoy)\b|我(?:最|很|不)?(?:喜欢|爱|讨厌|偏好)", re.IGNORECASE
        ),
    ),
    (
        "relationship",
        re.compile(
            r"my (?:\w+ )?(?:wife|husband|partner|son|daughter|mother|mom|father|dad|brother|sister|friend|boss)\b"
            r"|我的?(?:老婆|妻子|老公|丈夫|妈|爸|儿子|女儿|朋友|老板|哥|弟|姐|妹)",
            re.IGNORECASE,
        ),
    ),
    (
        "event",
        re.compile(
            r".*(?:\b(?:tomorrow|tonight|next (?:week|month|year|\w+day)|on \w+day|at \d{1,2}(?::\d\d|\s?[ap]m))\b"
            r"|明天|后天|下周|下个月|\d{1,2}月\d{1,2}|周[一二三四五六日])",
            re.IGNORECASE | re.DOTALL,
        ),
    ),
)
"""Kinds of what is kept whole, by how it begins; the first that fits, else `profile`."""


@dataclass(frozen=True)
class _Found:
    statement: Statement
    explicit: bool


def extract(text: str, *, source: Source, observed_at: str, message_text: str | None = None) -> list[Proposal]:
    """Return what the user's words tell, in their order, at most ten proposals, each fact once.

    `text` is what the user said in this turn; `message_text` the readable text of the message that the quotes must
    stand in, if it is not the same; `observed_at` the ISO time of the message. Time grows linearly with the text.
    """
    text = clean_text(text)
    message = text if message_text is None else message_text
    return [_proposal(fact, text, message, source, observed_at) for fact in _first(_once(_find(text)))]


def asks_to_remember(text: str) -> bool:
    """Tell whether the user's own words in `text` ask for something to be remembered."""
    return any(found.explicit for found in _find(clean_text(text)))


def _proposal(found: _Found, text: str, message: str, source: Source, observed_at: str) -> Proposal:
    fact = found.statement
    return make_proposal(
        text=fact.text,
        kind=fact.kind,
        quote=text[fact.start : fact.end],
        message=message,
        source=source,
        observed_at=observed_at,
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
    return [fact for key, fact in kept.items() if key[2] or last.get(key[0], key) == key]


def _first(found: list[_Found]) -> list[_Found]:
    """Return the most that one message may propose, in order; what was asked for goes before what was only said."""
    chosen = sorted(range(len(found)), key=lambda n: (not found[n].explicit, n))[:PROPOSALS_LIMIT]
    return [found[n] for n in sorted(chosen)]


def _find(text: str) -> Iterator[_Found]:
    """Yield what a cleaned message tells, sentence by sentence."""
    known = list(sentences(fold(own_words(text))))
    announced = _NOTHING
    for number, sentence in enumerate(known):
        if is_bare_request(sentence):
            announced = _announced(known, number)
            if not announced and number and not known[number - 1].question:
                yield from _remember(known[number - 1], text)
        elif number in announced and not sentence.question:
            yield from _remember(sentence, text)
        elif asked_to_forget(sentence) is None:
            yield from _sentence(sentence, text)


def _announced(known: list[Sentence], number: int) -> range:
    """Return which sentences a bare request announces; none if it means the one before it.

    With a colon all of the paragraph that follows, else, at the beginning of a message, the next sentence.
    """
    first = number + 1
    if first == len(known) or known[first].paragraph > known[number].paragraph + 1:
        return _NOTHING
    if not known[number].text.endswith(":"):
        return _NOTHING if number else range(first, first + 1)
    last = first
    while last < len(known) and known[last].paragraph == known[first].paragraph:
        last += 1
    return range(first, last)


def _sentence(sentence: Sentence, text: str) -> Iterator[_Found]:
    span = requested(sentence)
    until = span[0] if span else sentence.end
    parts = [clause for clause in clauses(sentence) if clause.end <= until]
    ordered = [] if sentence.question else list(instructions(sentence, parts, text))
    for clause in parts:
        if clause.asserted and not any(s.start <= clause.start < s.end for s in ordered):
            yield from (_Found(statement, explicit=False) for statement in statements(clause, text))
    yield from (_Found(statement, explicit=False) for statement in ordered)
    if span:
        yield from _remember(part_of(sentence, *span), text)


def _remember(part: Sentence, text: str) -> Iterator[_Found]:
    """Yield what a user asks to remember: what the rules read in it, and itself whole where they read too little."""
    parts = clauses(part)
    read = list(instructions(part, parts, text))
    read += [s for clause in parts if clause.asserted and not read for s in statements(clause, text)]
    yield from (_Found(statement, explicit=True) for statement in read)
    if not read or _is_unread(part, read, text):
        yield from _whole(part, text)


def _is_unread(part: Sentence, read: list[Statement], text: str) -> bool:
    left, at = "", part.start
    for start, end in sorted(statement.read for statement in read):
        left, at = left + " " + text[at:start], max(at, end)
    left_words = set(words(left + " " + text[at : part.end]))
    return len(left_words) > _UNREAD_WORDS or any(c.isdigit() for word in left_words for c in word)


def _whole(part: Sentence, text: str) -> Iterator[_Found]:
    """Yield a request's content as a fact of the collection."""
    told = text[part.start : part.end].strip(' \t,，:："“”「」')
    if len(told) < _SHORTEST:
        return
    kind = "instruction" if is_instruction(part.text) else _kind_of(part.text)
    yield _Found(Statement(sentence_case(told), part.start, part.end, kind), explicit=True)


def _kind_of(folded: str) -> Kind:
    return next((kind for kind, pattern in _KINDS if pattern.match(folded)), "profile")
