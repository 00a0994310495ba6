"""Requests to remember told by their grammar, where no pattern fits: a verb of keeping whose subject is the assistant.

"so uh can u keep it in mind that …", "…, don't let me forget", 想让你替我记：… Who else remembers ("I can't remember"),
what need not be kept and questions about what is known are none. A sentence is read a stretch at a time.
"""

import re
from collections.abc import Iterator

from memory.core.asks import addressed_words as data
from memory.core.asks import entrusting_words as entrusting
from memory.core.asks import open_words
from memory.core.asks.asking_words import asks_only, is_talk
from memory.core.asks.beside_words import SILENT, WHY

_STRETCH = re.compile(r"\s*[:;,()–—.!]+\s*|\s+-+>?\s+|\s+(?:so|but)\s+(?=\w)")
_HAN = re.compile("[\u3400-\u9fff]")
_NEAR = 40
"""Characters behind what the assistant is to know, in which it is seen to be of the user."""


def addressed(text: str) -> tuple[int, int] | None:
    """Return where in a folded sentence a request stands that is addressed to the assistant; None: there is none.

    It begins with its stretch, courtesies and all, and ends with its verb, its object and what links them to the rest.
    """
    if not any(known.search(text) for known in (data.ANY, open_words.OPEN_ANY, entrusting.ENTRUST_ANY)):
        return None
    return next((span for start, end in _stretches(text) if (span := _asked(text, start, end))), None)


def _asked(text: str, start: int, end: int) -> tuple[int, int] | None:
    """Return where a request stands in a stretch; None: there is none."""
    if lent := open_words.LENT_EN.search(text, start, end) or entrusting.STAYS_EN.search(text, start, end):
        return start, _linked(text, lent.end())
    for found in _acts(text, start, end, entrusting.ENTRUST_EN, data.KEEP_EN, open_words.OPEN_EN):
        if _asks_english(text[start : found.start()], found[0]):
            return _english_start(text, start, found.start()), _linked(text, found.end())
    for found in _acts(text, start, end, data.KEEP_ZH, open_words.OPEN_ZH) if _HAN.search(text) else ():
        if _asks_chinese(text[start : found.start()], text[found.end() : end], found[0]):
            return _chinese_start(text, start, found.start()), _linked(text, found.end())
    return None


def _acts(text: str, start: int, end: int, *forms: re.Pattern[str]) -> Iterator[re.Match[str]]:
    """Yield the acts of keeping in a stretch, those in words that are known first; to be told counts of one's own."""
    for form in forms:
        yield from form.finditer(text, start, end)
    for found in open_words.KNOWN.finditer(text, start, end):
        if open_words.OWN.search(text, found.end(), found.end() + _NEAR) or open_words.OWN.search(text, 0, start):
            yield found


def told_beside(text: str, span: tuple[int, int]) -> tuple[int, int] | None:
    """Return what stands beside a request in its sentence that is to be kept: behind it, else before it; or None.

    Beside a request that points back what only says why or when it is asked is none.
    """
    after, before = _substance(text, span[1], len(text)), _substance(text, 0, span[0])
    if text[: span[1]].rstrip().endswith((":", " that")) or not data.POINTS_BACK.search(text, *span):
        return after or before
    return next((told for told in (before, after) if told and not WHY.match(text, *told)), None)


def says_something(text: str) -> bool:
    """Tell whether a folded text says something, beside courtesies, laughter and what it is to be kept for."""
    return _substance(text, 0, len(text)) is not None


def _stretches(text: str) -> Iterator[tuple[int, int]]:
    edges = [0, *(edge for cut in _STRETCH.finditer(text) for edge in cut.span()), len(text)]
    for start, end in zip(edges[::2], edges[1::2], strict=True):
        if start < end:
            yield start, end


def _linked(text: str, end: int) -> int:
    """Return where a request ends together with its object and its link to what follows ("this for me: ")."""
    for form in (entrusting.REST_EN, data.LINK):
        link = form.match(text, end)
        end = link.end() if link else end
    return end


def _asks_english(before: str, verb: str) -> bool:
    """Tell by what stands before an English verb of keeping whether the assistant is asked to do it."""
    if data.TURNED_EN.search(verb):
        before = data.WHENEVER_EN.sub("", before)
    if data.REFUSED_EN.search(before) and not data.TURNED_EN.search(verb):
        return False
    if data.PASSIVE_EN.search(verb) and data.WANTED_EN.fullmatch(before):
        return True
    subjects = list(data.SUBJECT_EN.finditer(before))
    if not subjects:
        return data.LIGHT_EN.fullmatch(before) is not None
    if data.TOGETHER_EN.fullmatch(before):
        return True
    last = subjects[-1]
    if not data.YOU_EN.fullmatch(last[0]) or not data.LIGHT_EN.fullmatch(before[last.end() :]):
        return False
    return data.ASKED_OF_YOU_EN.search(before[: last.end()]) is None or data.MINDED_EN.search(before) is not None


def _asks_chinese(before: str, after: str, verb: str) -> bool:
    """Tell by what stands around a Chinese verb of keeping whether the assistant is asked to do it."""
    if data.OTHERS_ZH.search(before) or (data.REFUSED_ZH.search(before) and not data.TURNED_ZH.search(verb)):
        return False
    if data.POLITE_ZH.search(before):
        return True
    return not (data.KNOWN_ZH.match(after) or (verb.startswith("记得") and data.ASKED_ZH.search(after)))


def _english_start(text: str, start: int, at: int) -> int:
    """Return where an English request begins: of a stretch without a comma what stands before "can you" is told."""
    lead = data.CAN_YOU_EN.search(text, start, at)
    return lead.start() if lead and not data.LIGHT_EN.fullmatch(text, start, lead.start()) else start


def _chinese_start(text: str, start: int, at: int) -> int:
    """Return where a Chinese request begins: what stands before it, after 把 or alone, may be what is to be kept."""
    lead = data.LEAD_ZH.search(text, start, at)
    return lead.start() if lead else at


def _substance(text: str, start: int, end: int) -> tuple[int, int] | None:
    """Return a stretch of a text without what says nothing at both its ends; None: nothing is left."""
    parts = list(_clauses(text, start, end))
    while parts and _says_nothing(text[slice(*parts[-1])]):
        parts.pop()
    while parts and _says_nothing(text[slice(*parts[0])]):
        parts.pop(0)
    if not parts:
        return None
    first, last = parts[0][0], parts[-1][1]
    if lead := data.BA_ZH.match(text, first, last):
        first = lead.end()
    if tail := data.THIS_ZH.search(text, first, last):
        last = tail.start()
    return (first, last) if first < last else None


def _says_nothing(clause: str) -> bool:
    """Tell whether a clause holds nothing to be kept: courtesies, talk of the talk, another request."""
    silent = data.EMPTY.fullmatch(clause) or data.ORDER_EN.fullmatch(clause) or SILENT.fullmatch(clause)
    return silent is not None or is_talk(clause) or asks_only(clause)


def _clauses(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    at = start
    for cut in [*data.COMMA.finditer(text, start, end), None]:
        stop = cut.start() if cut else end
        piece = text[at:stop]
        if piece.strip():
            yield at + len(piece) - len(piece.lstrip()), at + len(piece.rstrip())
        at = cut.end() if cut else end
