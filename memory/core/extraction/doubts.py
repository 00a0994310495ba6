"""Whether what is told is meant of the speaker: what stands in a doubtful frame waits for the user, with the reason.

What is only said is weighed by all that stands around it in the message: laughter, old speech, a text to be worked on,
a supposition or someone else ahead of it, a label, a tail that takes the point out of it; and by its value
(`unlikely.py`). What the user asked to be remembered is doubted only where it is absurd or said with a wink.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from memory.core.extraction.doubt_words import (
    AFTER,
    ANYWHERE,
    BEFORE,
    BEHIND,
    INTRODUCES,
    JEST,
    LABEL,
    OTHERS,
    OTHERS_LABEL,
    Sign,
)
from memory.core.extraction.jest import laughs, may_be_jest, takes_back
from memory.core.extraction.keeping import Found
from memory.core.extraction.own_words import is_own_label, own_words
from memory.core.extraction.statements import Statement
from memory.core.extraction.unlikely import is_unlikely
from memory.core.language.clauses import Sentence, fold

_LABELLED = 300
"""Characters ahead of a statement in its line in which a label is looked for."""


@dataclass(frozen=True)
class _Seen:
    """A sign that stands in a message."""

    reason: str
    first: int
    """Where the first of them ends."""
    last: int
    """Where the last of them begins."""


def weighed(found: Iterable[Found], known: Sequence[Sentence], number: int) -> Iterator[Found]:
    """Yield what a sentence tells, marked where it may be a joke.

    Laughter makes a joke of what is asked to be remembered only where it stands in what is kept whole.
    """
    sentence = known[number]
    jest = may_be_jest(sentence.text)
    taken_back = number + 1 < len(known) and takes_back(known[number + 1].text)
    for one in found:
        start, end = (place - sentence.start for place in _place(one.statement))
        whole = one.statement.slot is None and laughs(sentence.text[max(0, start) : end])
        hardly = taken_back or is_unlikely(one.statement) or takes_back(sentence.text[end:])
        yield replace(one, doubt=JEST) if jest or whole or (hardly and not one.explicit) else one


def doubted(found: Sequence[Found], text: str) -> list[Found]:
    """Return what a message tells; what is only said and may not be meant so comes with the reason.

    `text`: the cleaned message that the statements point into. Takes time linear in its length.
    """
    if all(one.explicit or one.doubt for one in found):
        return list(found)
    own = fold(own_words(text))
    anywhere = [sign.reason for sign in ANYWHERE if sign.pattern.search(own)]
    before, after = (list(_seen(signs, own)) for signs in (BEFORE, AFTER))

    def weigh(one: Found) -> Found:
        if one.explicit or one.doubt:
            return one
        start, end = _place(one.statement)
        signs = anywhere + [s.reason for s in before if s.first <= start]
        signs += [s.reason for s in after if s.last >= end]
        signs += [sign.reason for sign in BEHIND if sign.pattern.match(own, end)]
        signs += [OTHERS] if _is_announced(own[max(0, start - _LABELLED) : start]) else []
        return replace(one, doubt=signs[0]) if signs else one

    return [weigh(one) for one in found]


def _seen(signs: Iterable[Sign], text: str) -> Iterator[_Seen]:
    for sign in signs:
        if spans := [match.span() for match in sign.pattern.finditer(text)]:
            yield _Seen(sign.reason, spans[0][1], spans[-1][0])


def _is_announced(before: str) -> bool:
    """Tell whether a label ahead of a statement in its line announces what is not the speaker's own word."""
    labels = [label[0].rstrip(" :-–—") for label in LABEL.finditer(before[before.rfind("\n") + 1 :])]
    return not all(_is_own(label) for label in labels)


def _is_own(label: str) -> bool:
    if INTRODUCES.fullmatch(label):
        return True
    return is_own_label(label) and OTHERS_LABEL.search(label) is None


def _place(statement: Statement) -> tuple[int, int]:
    """Return where the words stand that a statement was read from; of one kept whole, all of it."""
    return statement.read if statement.read[1] else (statement.start, statement.end)
