"""What a request to remember means that names nothing itself (`asks/pointing.py`): the words before it, or behind it.

Words are walked back piece by piece, over the sentences of the message: reasons, plans and talk are passed over, a
question, an order to do something else or a new subject ends the walk. One sentence is meant, of several things or of a
list as many as hold them; what is called by its kind ("the number") is in the nearest words that hold such a thing.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from memory.core.asks import pointing_words as data
from memory.core.asks.beside_words import INFORMS
from memory.core.asks.pointing import Piece, Pointing, is_silent, pieces, pointing, questions, tells_behind
from memory.core.asks.remember import part_of, requested
from memory.core.extraction.doubts import weighed
from memory.core.extraction.keeping import Found, remember
from memory.core.extraction.meant import REMARK
from memory.core.extraction.own_words import own_sentences
from memory.core.language.clauses import Sentence, begins_with_self
from memory.core.language.words import words


@dataclass(frozen=True)
class Pointed:
    """What a request means that points elsewhere."""

    told: list[tuple[int, Sentence]]
    """Which words, each with the number of the sentence that they stand in."""
    earlier: str
    """The message that they stand in, if it is the one before."""


_FARTHEST = 4
"""Sentences before a request that are looked through for what it names."""
_LONGEST_LIST = 12
"""Sentences of a list before a request, at most."""


def pointed(known: Sequence[Sentence], number: int, earlier: str) -> Pointed | None:
    """Return what a sentence asks to remember by pointing elsewhere; None: it does not, or to nothing that is said.

    `earlier`: the user's message before.
    """
    sentence = known[number]
    parts = pieces(sentence) if any(data.CHINESE.search(said.text) for said in known) else []
    asked = pointing(sentence, parts)
    if asked is None or (not asked.back and tells_behind(parts, asked.number) and requested(sentence)):
        return None
    behind = _behind(sentence, parts[asked.number + 1 :])
    announces = sentence.text[parts[asked.number].end - sentence.start :].lstrip().startswith(":")
    if announces and behind and requested(sentence):
        return None
    if told := list(_listed(known, number)) or ([] if announces else _said(known, number, parts, asked, earlier)):
        return Pointed(told, "")
    if behind and not asked.back:
        return Pointed([(number, behind)], "")
    asking = sentence.text[: parts[asked.number].end - sentence.start]
    if data.NEXT.search(asking) or sentence.text.endswith(":"):
        return Pointed([], "")
    return _elsewhere(asked, earlier) or (Pointed([(number, behind)], "") if behind else None)


def _said(
    known: Sequence[Sentence], number: int, parts: Sequence[Piece], asked: Pointing, earlier: str
) -> list[tuple[int, Sentence]]:
    """Return the words of the message that a request means; a mere remark before it means the message before."""
    told = told_before(known, number, parts[: asked.number], asked)
    return [] if earlier and _is_remark(told) else told


def _elsewhere(asked: Pointing, earlier: str) -> Pointed | None:
    """Return what a request means in the message before."""
    before = own_sentences(earlier) if earlier else []
    told = told_before(before, len(before) - 1, pieces(before[-1]), asked) if before else []
    return Pointed(told, earlier) if told else None


def of_pointed(meant: Pointed, known: Sequence[Sentence], number: int, text: str) -> Iterator[Found]:
    """Yield what a request means that points elsewhere; what stands in an earlier message is quoted by the request."""
    if not meant.earlier:
        for at, part in meant.told:
            yield from weighed(remember(part, text), known, at)
        return
    before, quote = own_sentences(meant.earlier), text[known[number].start : known[number].end]
    for at, part in meant.told:
        yield from (replace(one, quote=quote) for one in weighed(remember(part, meant.earlier), before, at))


def announced_by(earlier: str) -> bool:
    """Tell whether the user's message before only asks to remember what the next one says."""
    known = own_sentences(earlier)
    for number, sentence in enumerate(known):
        parts = pieces(sentence)
        asked = pointing(sentence, parts)
        if asked and data.NEXT.search(sentence.text) and number == len(known) - 1:
            return not told_before(known, number, [], asked) and not tells_behind(parts, asked.number)
    return False


def _is_remark(told: list[tuple[int, Sentence]]) -> bool:
    """Tell whether all that is told is a mere remark, so that a request means the message before it."""
    return all(len(words(part.text)) <= REMARK and not begins_with_self(part.text) for _, part in told)


def goes_on(sentence: Sentence) -> bool:
    """Tell whether a sentence is a further item of a list: 第二个：…."""
    return data.GOES_ON.match(sentence.text) is not None


def _listed(known: Sequence[Sentence], number: int) -> Iterator[tuple[int, Sentence]]:
    """Yield the items of the list that begins behind a request: 第一个：…。第二个：…."""
    for at in range(number + 1, len(known)):
        item = (data.FIRST if at == number + 1 else data.GOES_ON).match(known[at].text)
        if not item:
            return
        yield at, part_of(known[at], known[at].start + item.end(), known[at].end)


def _behind(sentence: Sentence, parts: Sequence[Piece]) -> Sentence | None:
    """Return what stands behind a request in its sentence, if it tells something."""
    told = [part for part in parts if not is_silent(part.text)]
    if not told or not any(INFORMS.search(part.text) for part in told) or questions(told[0].text):
        return None
    return part_of(sentence, told[0].start, told[-1].end)


def told_before(
    known: Sequence[Sentence], number: int, before: Sequence[Piece], asked: Pointing
) -> list[tuple[int, Sentence]]:
    """Return the words that a request means, which stands in sentence `number` behind the pieces `before`."""
    kind = next((holds for named, holds in data.KINDS if named.search(asked.about)), None)
    found: list[tuple[int, Sentence]] = []
    for at in range(number, max(-1, number - _LONGEST_LIST - 1), -1):
        if at < number - _FARTHEST and not found:
            break
        if found and (known[at].paragraph != known[at + 1].paragraph):
            break
        own = before if at == number else pieces(known[at])
        runs = _runs(known[at], own, question=known[at].question and at < number)
        if at < number and kind is None and known[at].question and not found:
            break
        fit = next((run for run in runs.told if _fits(run, kind, further=bool(found))), None)
        if fit:
            found.insert(0, (at, fit))
        if (
            (found and not _goes_further(found, asked.many))
            or runs.ends
            or (fit is None and runs.told and (found or kind is None))
        ):
            break
    return found


def _fits(run: Sentence, kind: re.Pattern[str] | None, *, further: bool) -> bool:
    """Tell whether words hold what is called so; `further`: words nearer to the request are meant as well."""
    return bool((kind is None or kind.search(run.text)) and (not further or INFORMS.search(run.text)))


def _goes_further(found: Sequence[tuple[int, Sentence]], many: int) -> bool:
    """Tell whether words still farther are meant, where so many things are; 2: as few as two."""
    told = sum(INFORMS.search(piece.text) is not None for _, part in found for piece in pieces(part))
    return many > data.TWO or told < many


@dataclass(frozen=True)
class _Runs:
    told: list[Sentence]
    """Runs of pieces that tell something, the last one first."""
    ends: bool
    """Something stands there before which nothing is meant."""


def _runs(sentence: Sentence, parts: Sequence[Piece], *, question: bool) -> _Runs:
    """Return the runs of pieces in a sentence that tell something, back from its end."""
    told: list[Sentence] = []
    run: list[Piece] = []

    def close() -> None:
        if run:
            told.append(part_of(sentence, run[-1].start, run[0].end))
            run.clear()

    for part in reversed(parts):
        turn = data.TURN.match(part.text)
        rest = (
            Piece(part.text[turn.end() :].lstrip(), part.end - len(part.text[turn.end() :].lstrip()), part.end)
            if turn
            else part
        )
        if _stops(part, question=question and part is parts[-1]):
            close()
            return _Runs(told, ends=bool(told))
        if is_silent(rest.text) or data.SUPPOSED.search(rest.text):
            close()
        else:
            run.append(rest)
        if turn:
            close()
            return _Runs(told, ends=True)
    close()
    return _Runs(told, ends=data.HEADING.fullmatch(sentence.text) is not None and bool(told))


def _stops(part: Piece, *, question: bool) -> bool:
    """Tell whether a piece asks or orders something, so that what stands before it belongs to that."""
    return question or questions(part.text) or data.ORDER.match(part.text) is not None
