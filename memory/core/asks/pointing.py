"""Requests to remember that name nothing themselves, in Chinese and mixed writing: 这组数你先替我收着.

A request is a clause of its own, told by its grammar (`pointing_words.py`): who is asked, a verb of keeping, a place
that is the assistant's. It means what stands before it, or behind it where nothing does.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from memory.core.asks import pointing_words as data
from memory.core.asks.addressed import says_something
from memory.core.asks.beside_words import INFORMS
from memory.core.language.clauses import Sentence, asks, clauses

_CUT = re.compile(rf"(?:,(?!\d{{3}}\b)|:(?!\d|//)|[;()~—])+|(?<=[{data.HAN}])[^\w\s“”「」]*\s+(?=[{data.HAN}])")
_EDGE = re.compile(r"^[^\w“「(]+|[^\w”」)]+$")
_BEGINS = re.compile("(?=[这那你您请麻帮替给])")
_OTHERS = re.compile("[让叫要说请问喊我他她们和跟把被想会能得在给帮]$")
_LONGEST = 60
"""Characters of a clause that may be a request."""


@dataclass(frozen=True)
class Piece:
    """A stretch of a sentence between commas."""

    text: str
    start: int
    end: int
    """Where it stands in the message."""


@dataclass(frozen=True)
class Pointing:
    """A request that points to what is to be remembered."""

    number: int
    """Of its piece in the sentence."""
    back: bool
    """It names what it points to, which stands before it."""
    many: int
    """To how many things it points: 1, 2, or more."""
    about: str
    """How it calls what it points to: 号码; or nothing."""


def pieces(sentence: Sentence) -> list[Piece]:
    """Return the stretches of a folded sentence between commas, colons and spaces that part Chinese clauses."""
    edges = [0, *(edge for cut in _CUT.finditer(sentence.text) for edge in cut.span()), len(sentence.text)]
    found: list[Piece] = []
    for start, end in zip(edges[::2], edges[1::2], strict=True):
        text = sentence.text[start:end]
        if text.strip():
            first = sentence.start + start + len(text) - len(text.lstrip())
            found += _parted(Piece(text.strip(), first, first + len(text.strip())))
    return found


def _parted(piece: Piece) -> Iterator[Piece]:
    """Yield a piece, parted where a request stands behind what it tells: 基准成绩4分05 这个数你得留存."""
    for begin in _BEGINS.finditer(piece.text, 1) if len(piece.text) <= _LONGEST else ():
        lead, rest = piece.text[: begin.start()].rstrip(), _EDGE.sub("", piece.text[begin.start() :])
        tells = re.search(r"\d", lead) or (len(lead) > 1 and lead.startswith("你"))
        if tells and not _OTHERS.search(lead) and (found := data.REQUEST.fullmatch(rest)) and _is_addressed(found, ""):
            yield Piece(lead, piece.start, piece.start + len(lead))
            yield Piece(piece.text[begin.start() :], piece.start + begin.start(), piece.end)
            return
    yield piece


def pointing(sentence: Sentence, parts: Sequence[Piece]) -> Pointing | None:
    """Return the request of a sentence that points to what is to be remembered; None: there is none."""
    found = [one for number in range(len(parts)) if (one := _request(sentence, parts, number))]
    return next((one for one in found if one.back), found[0] if found else None)


def is_silent(text: str) -> bool:
    """Tell whether a piece holds nothing to be kept: a reason, a plan, a word to the assistant."""
    text = _EDGE.sub("", text)
    if not says_something(text):
        return data.TELLS.match(text) is None
    return any(form.fullmatch(text) for form in (data.SILENT, data.NOT_AGAIN, data.ANSWERS)) or _only_asks(text)


def questions(text: str) -> bool:
    """Tell whether a piece is a question by its words."""
    return asks(data.SOME.sub("", text)) or data.WHAT.search(text) is not None


def tells_behind(parts: Sequence[Piece], number: int) -> bool:
    """Tell whether what stands behind a request says more than for when it is made."""
    for part in parts[number + 1 :]:
        if data.TURN.match(part.text) or data.ORDER.match(part.text) or questions(part.text):
            return False
        plain = data.FOR_LATER.fullmatch(part.text) or is_silent(part.text)
        if not plain and INFORMS.search(part.text):
            return True
    return False


def _only_asks(text: str) -> bool:
    """Tell whether a piece is a request as a whole."""
    if len(text) > _LONGEST or not (found := data.REQUEST.fullmatch(text)):
        return False
    return _is_addressed(found, "")


def _request(sentence: Sentence, parts: Sequence[Piece], number: int) -> Pointing | None:
    text = _EDGE.sub("", parts[number].text)
    asked = _asks(parts, number, text, sentence.text) if text and len(text) <= _LONGEST else None
    return asked if asked and not _is_told(sentence, parts, number) else None


def _asks(parts: Sequence[Piece], number: int, text: str, sentence: str) -> Pointing | None:
    if answer := _answers(parts, number) or data.RECALLS.fullmatch(text):
        recalled = (answer.groupdict().get("recalled") or "").strip()
        return Pointing(number, bool(recalled), 1, recalled)
    if data.NOT_AGAIN.fullmatch(text):
        return Pointing(number, False, 1, "")
    found = data.REQUEST.fullmatch(text)
    if not found or not _is_addressed(found, sentence):
        return None
    groups = found.groupdict()
    about = next((groups[name].strip() for name in ("behind", "held", "recalled", "object") if groups[name]), "")
    pointed = " ".join(groups[name] or "" for name in ("behind", "held", "recalled", "object"))
    many = data.TWO if data.PAIR.search(pointed) else 1
    return Pointing(number, bool(about), data.TWO + 1 if data.MANY.search(pointed) else many, about)


def _answers(parts: Sequence[Piece], number: int) -> re.Match[str] | None:
    """Return what tells the assistant to have an answer the next time it is asked."""
    found = data.ANSWERS.fullmatch(parts[number].text)
    if not found:
        return None
    before = parts[number - 1].text if number else ""
    asked = data.ASKED_AGAIN.fullmatch(before) or data.ASKED_AGAIN.match(parts[number].text)
    return found if asked else None


def _is_addressed(found: re.Match[str], sentence: str) -> bool:
    """Tell whether the assistant is asked, and not someone else or nobody."""
    groups = found.groupdict()
    lead = f"{groups['asked']} {groups['object']} {groups['who']}"
    asked, pointed = data.YOU.search(found[0]) or data.POLITE.search(lead), bool(groups["object"].strip())
    if found[0].endswith(("吗", "么", "没")) and not data.POLITE.search(lead):
        return False
    if groups["lent"]:
        return (
            any(known.search(groups["object"]) for known, _ in data.KINDS)
            or data.SILENT_WORN.search(sentence) is not None
        )
    if groups["default"] or groups["be"] or groups["renew"] or groups["latin"]:
        return True
    if groups["faint"] or groups["clear"]:
        return bool(asked or pointed or data.LATIN.search(groups["faint"] or ""))
    if groups["state"]:
        return asked is not None or "记性" in groups["state"]
    return bool(asked or pointed)


def _is_told(sentence: Sentence, parts: Sequence[Piece], number: int) -> bool:
    """Tell whether a piece is said by someone else."""
    if data.POLITE.search(parts[number].text) or not number:
        return False
    before = Sentence(
        sentence.text[: parts[number].start - sentence.start], sentence.start, parts[number].start, False, 0
    )
    return any(clause.reported for clause in clauses(before)[-1:])
