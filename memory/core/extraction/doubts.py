"""Whether what is told is meant of the speaker: what stands in a doubtful frame waits for the user, with the reason.

What is only said is weighed by what stands around it in the message, as far as that reaches (`reach.py`): laughter, old
speech, a text to be worked on, a supposition or someone else ahead of it, a label, a tail that takes the point out of
it; and by its value (`unlikely.py`). What the user asked to be remembered is doubted only where it is absurd or said
with a wink.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from memory.core.asks.not_asked import wished_by_another
from memory.core.extraction.doubt_words import (
    AFTER,
    ANYWHERE,
    BEFORE,
    BEHIND,
    INTRODUCES,
    JEST,
    LABEL,
    NEARBY,
    OTHERS,
    OTHERS_LABEL,
)
from memory.core.extraction.frames import frames
from memory.core.extraction.jest import laughs, may_be_jest, takes_back
from memory.core.extraction.keeping import Found
from memory.core.extraction.own_words import own_words
from memory.core.extraction.reach import reach
from memory.core.extraction.speakers import is_own_label
from memory.core.extraction.statements import Statement
from memory.core.extraction.unlikely import is_unlikely
from memory.core.language.clauses import Sentence, fold, sentences

_STOP = re.compile(r"[.!?。](?:\s|$)|[。!?]")
_CLAUSE_LABEL = re.compile(r"\b(?:is|are|was|were|has|have|i|we|it)\b|是|[\u3400-\u9fff]{7}", re.IGNORECASE)
_LABELLED = 300
"""Characters ahead of a statement in its line in which a label is looked for."""


def weighed(found: Iterable[Found], known: Sequence[Sentence], number: int) -> Iterator[Found]:
    """Yield what a sentence tells, marked where it may be a joke or where someone else wants it kept.

    Laughter makes a joke of what is asked to be remembered only where it stands in what is kept whole.
    """
    sentence = known[number]
    jest = may_be_jest(sentence.text)
    taken_back = number + 1 < len(known) and takes_back(known[number + 1].text)
    for one in found:
        start, end = (place - sentence.start for place in _place(one.statement))
        whole = one.statement.slot is None and laughs(sentence.text[max(0, start) : end])
        hardly = taken_back or is_unlikely(one.statement) or takes_back(sentence.text[end:])
        if jest or whole or (hardly and not one.explicit):
            yield replace(one, doubt=JEST)
        else:
            yield replace(one, doubt=OTHERS) if one.explicit and wished_by_another(sentence.text[:start]) else one


def doubted(found: Sequence[Found], text: str) -> list[Found]:
    """Return what a message tells; what is only said and may not be meant so comes with the reason.

    `text`: the cleaned message that the statements point into. Takes time linear in its length.
    """
    if all(one.explicit or one.doubt for one in found):
        return list(found)
    own = fold(own_words(text))
    doubtful = list(_doubtful(own, text))

    def weigh(one: Found) -> Found:
        if one.explicit or one.doubt:
            return one
        start, end = _place(one.statement)
        signs = [reason for reason, first, last in doubtful if first <= start and end <= last]
        signs += [sign.reason for sign in BEHIND if sign.pattern.match(own, end)]
        signs += [OTHERS] if _is_announced(own[max(0, start - _LABELLED) : start]) else []
        return replace(one, doubt=signs[0]) if signs else one

    return [weigh(one) for one in found]


def _doubtful(own: str, text: str) -> Iterator[tuple[str, int, int]]:
    """Yield the stretches of a message in which what is said may not be meant so, each with the reason.

    `own`: the user's own words in it, folded.
    """
    known, end = list(sentences(own)), len(own)
    yield from ((sign.reason, 0, end) for sign in ANYWHERE if sign.pattern.search(own))
    yield from ((JEST, *reach(JEST, known, match.span(), end)) for match in NEARBY.finditer(own))
    for sign in BEFORE:
        reached = 0
        for match in sign.pattern.finditer(own):
            if match.start() >= reached:
                start, reached = reach(sign.reason, known, match.span(), end)
                yield sign.reason, start, reached
    yield from ((sign.reason, 0, match.start()) for sign in AFTER for match in sign.pattern.finditer(own))
    yield from ((frame.reason, frame.end, frame.goes_on) for frame in frames(text))


def _is_announced(before: str) -> bool:
    """Tell whether a label ahead of a statement in its line announces what is not the speaker's own word."""
    line = before[before.rfind("\n") + 1 :]
    last = max((stop.end() for stop in _STOP.finditer(line)), default=0)
    return not all(
        _is_own(label[0].rstrip(" :-–—"), passed=label.end() <= last, dashed=not label[0].endswith(":"))
        for label in LABEL.finditer(line)
    )


def _is_own(label: str, *, passed: bool, dashed: bool) -> bool:
    """Tell whether a label announces the speaker's own word; `passed`: the sentence it stands in has ended.

    What tells something by itself ("the topic is this: …") announces no more than its sentence; nor does a dash.
    """
    if INTRODUCES.fullmatch(label):
        return True
    if OTHERS_LABEL.search(label):
        return passed and dashed
    return is_own_label(label) or (passed and _CLAUSE_LABEL.search(label) is not None)


def _place(statement: Statement) -> tuple[int, int]:
    """Return where the words stand that a statement was read from; of one kept whole, all of it."""
    return statement.read if statement.read[1] else (statement.start, statement.end)
