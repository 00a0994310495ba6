"""What a user asks to be remembered, kept: what the rules read in it, and itself whole where they read too little."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from memory.core.asks.addressed import says_something
from memory.core.asks.kinds import kind_of
from memory.core.asks.remember import part_of, without_asides
from memory.core.asks.requests import IDLE, LEAD
from memory.core.asks.requests_zh import INNER_ASK_ZH
from memory.core.extraction.idle import ONCE
from memory.core.extraction.jest import LAUGHS
from memory.core.extraction.statements import Statement, instructions, is_instruction, sentence_case, statements
from memory.core.facts.slots import arity_of
from memory.core.language.clauses import Clause, Sentence, clauses
from memory.core.language.namings import only_names
from memory.core.language.words import words

_UNREAD_WORDS = 0
"""Content words of a request that its slot facts may leave out; with more, the request is kept whole as well."""

_WHEN = re.compile(
    r"\b(?:every|each|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|daily|weekly|monthly|weekends?|weekdays?)\b"
    r"|每[天周月年个晚早]|周[一二三四五六日末]|星期|礼拜",
    re.IGNORECASE,
)
"""What says when: a request that holds it is kept whole."""
LAUGHED = re.compile(
    r"(?<=\w)\s+(?:lo+l|(?:ha){2,}h?|lmao)\W+(?:u|you|ok(?:ay)?|now|so|and now|thanks|thank|thx"
    r"|ty|please|pls|plz|cheers)\b.*$",
    re.IGNORECASE,
)
"""A laugh in the middle, and a word to the assistant behind it."""
_LAUGHTER = rf"(?:(?!qq|obv)(?:{LAUGHS.pattern})[\s,.!~]*)+"
_LAUGHS_FIRST = re.compile(rf"[\s,.!~]*{_LAUGHTER}", re.IGNORECASE)
_LAUGHS_LAST = re.compile(rf"[\s,.!~]*{_LAUGHTER}$", re.IGNORECASE)
ENDS_QUOTED = re.compile(r"[^“「][“「][^“”「」]+[”」]$")
"""What ends with something in quotation marks and does not begin with it: they are part of it."""
_SHORTEST = 2
"""Characters of the shortest thing worth remembering."""


@dataclass(frozen=True)
class Found:
    """What a message tells."""

    statement: Statement
    explicit: bool
    """The user asked to remember it."""
    doubt: str = ""
    """Why it may not be meant so."""
    quote: str | None = None
    """The user's words, where the statement stands in an earlier message that they refer to."""


def within(clause: Clause, found: list[Statement]) -> bool:
    """Tell whether a clause begins within one of the statements found."""
    return any(s.start <= clause.start < s.end for s in found)


def remember(part: Sentence, text: str) -> Iterator[Found]:
    """Yield what a user asks to remember: what the rules read in it, and itself whole where they read too little."""
    part = without_asides(_earnest(part))
    parts = clauses(part)
    ordered = list(instructions(part, parts, text))
    told = [s for clause in parts if clause.asserted and not within(clause, ordered) for s in statements(clause, text)]
    read = [*(statement for statement in told if statement.slot), *ordered]
    too_little = not read or _is_unread([c for c in parts if _is_read(c, read)], read, text)
    kept = [statement for statement in read if not too_little or _replaces(statement)]
    yield from (Found(statement, explicit=True) for statement in kept)
    if too_little:
        yield from _whole(part, text)
    else:
        yield from (found for run in _unread(part, parts, read) for found in _whole(run, text))


def _earnest(part: Sentence) -> Sentence:
    """Return what is to be remembered without laughter around it and what that comments: "… lol u keep giving me meat".

    One may laugh when asking; what is asked is meant.
    """
    first = _LAUGHS_FIRST.match(part.text)
    last = LAUGHED.search(part.text) or _LAUGHS_LAST.search(part.text)
    start, end = first.end() if first else 0, last.start() if last else len(part.text)
    return part_of(part, part.start + start, part.start + end) if start < end else part


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
    """Tell whether the clauses that rules read say more than what was read in them, and since or until when."""
    left = ""
    for clause in parts:
        at = clause.start
        for start, end in sorted(s.read for s in read if s.read[0] < clause.end and clause.start < s.read[1]):
            left, at = f"{left} {text[at:start]}", max(at, end)
        left = f"{left} {text[at : clause.end]}"
    left = ONCE.sub(" ", left)
    left_words = set(words(left)) if says_something(left) else set()
    if _WHEN.search(left):
        return True
    return len(left_words) > _UNREAD_WORDS or any(c.isdigit() for word in left_words for c in word)


def _around(part: Sentence, text: str, lead: int, start: int, end: int) -> str:
    """Return a part of a message from `lead` on without what stands at some place in it."""
    return text[part.start + lead : part.start + start] + text[part.start + end : part.end]


def _whole(part: Sentence, text: str) -> Iterator[Found]:
    """Yield a request's content as a fact of the collection, if it tells something."""
    lead = found.end() if (found := LEAD.match(part.text)) else 0
    inner = INNER_ASK_ZH.search(part.text, lead)
    told = text[part.start + lead : part.end] if inner is None else _around(part, text, lead, *inner.span())
    told = told.strip(" \t,，:：")
    told = told if ENDS_QUOTED.search(told) else told.strip(' \t,，:："“”「」')
    if len(told) < _SHORTEST or only_names(told):
        return
    kind = "instruction" if is_instruction(part.text) else kind_of(part.text)
    yield Found(Statement(sentence_case(told), part.start, part.end, kind), explicit=True)
