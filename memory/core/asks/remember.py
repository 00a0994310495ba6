"""Which part of what a user says they ask to be remembered."""

import re
from collections.abc import Iterator

from memory.core.asks import beside_words as around
from memory.core.asks import open_words
from memory.core.asks import requests as data
from memory.core.asks import requests_en as english
from memory.core.asks import requests_zh as chinese
from memory.core.asks.addressed import addressed, says_something, told_beside
from memory.core.asks.addressed_words import ANY, ORDER_EN, POINTS_BACK
from memory.core.asks.asking_words import asking_lead, asks_only
from memory.core.asks.heads import head_of
from memory.core.asks.not_asked import is_advice, is_to_do, put_elsewhere, wished_by_another
from memory.core.asks.request_forms import CONTENT, CONTENT_BEFORE, QUESTIONABLE, read_forms
from memory.core.extraction.statements import is_instruction
from memory.core.language.clauses import SENTENCE_LIMIT, Clause, Sentence, asks, clauses
from memory.core.language.words import words

_SPEAKS_OF_SELF = re.compile(r"(?:i|i'm|i've|we|my|our)\b", re.IGNORECASE)
_STRETCH = re.compile(r"\s*[:;,()–—]+\s*|\s+-+>?\s+|\s+(?:so|and|but)\s+")
_KEEPING = re.compile(rf"{ANY.pattern}|jot|safe|slip|lost|lose|tuck|bank|\bput\b|hand|小本本", re.IGNORECASE)
"""Without one of these a sentence asks for nothing to be kept, in whatever words."""
_FEWEST_POINTED = 2
"""Content words, at least, of what stands before a request and is kept as it stands."""
_SHORTEST_TOLD = 4
"""Characters of the least that is kept by its words alone, …"""
_SHORTEST_TOLD_ZH = 3
"""… and of the least in Chinese."""


def requested(sentence: Sentence) -> tuple[int, int] | None:
    """Return where in the message the part of a sentence stands that is to be remembered, None if none is."""
    if _is_short(sentence.text):
        return None
    if turn := around.TURN_WITHIN.search(sentence.text):
        told = requested(part_of(sentence, sentence.start, sentence.start + turn.start()))
        if told:
            return told
    sentence = _without_reason(sentence)
    span = next((span for span in _readings(sentence) if span and _is_said(sentence, span)), None)
    return _telling(sentence, span) if span else None


def _telling(sentence: Sentence, span: tuple[int, int]) -> tuple[int, int]:
    """Return what stands before a request in place of a mere plan behind it: "it is F28, note it, I'll go now"."""
    request = addressed(sentence.text)
    start = span[0] - sentence.start
    if (
        not request
        or start < request[1]
        or _SPEAKS_OF_SELF.match(sentence.text, start)
        or sentence.text[:start].rstrip().endswith((":", "that", "是"))
    ):
        return span
    before = told_beside(sentence.text[: request[0]], (request[0], request[0]))
    behind = sentence.text[start : span[1] - sentence.start]
    if not before or around.INFORMS.search(behind) or not around.INFORMS.search(sentence.text, *before):
        return span
    return _kept(sentence, *before) or _whole(sentence, *before) or span


def _readings(sentence: Sentence) -> Iterator[tuple[int, int] | None]:
    """Yield what a sentence may ask to remember, the surest reading first."""
    yield from (read_forms(CONTENT, sentence, start) for start in _heads(sentence))
    yield read_forms(CONTENT_BEFORE, sentence, 0)
    yield _by_words(sentence)
    yield _by_grammar(sentence)
    yield _by_label(sentence)
    yield _by_head(sentence)


def _is_said(sentence: Sentence, span: tuple[int, int]) -> bool:
    """Tell whether what may be to be remembered says something of its own, and not for a case that may never come."""
    told = sentence.text[span[0] - sentence.start : span[1] - sentence.start]
    before = sentence.text[: span[0] - sentence.start]
    supposed = data.SUPPOSED.match(sentence.text) is not None and told.startswith("to ")
    behind = sentence.text[span[1] - sentence.start :]
    reason = words(behind) and around.WHY.match(told)
    advises = before.rstrip().endswith(",") and is_advice(told) and not is_instruction(told)
    return (
        len(told) > 1
        and says_something(told)
        and behind.strip() != ":"
        and not (supposed or reason or advises or put_elsewhere(_request(sentence, span)))
        and not (is_to_do(told) and wished_by_another(before))
        and not _only_asks(told)
        and not chinese.NOT_CONTENT_ZH.match(data.TAIL_QUESTION_ZH.sub("", told))
    )


def _request(sentence: Sentence, span: tuple[int, int]) -> str:
    """Return what of a sentence is no part of what may be to be remembered, nor a head of that: "in the ticket: …"."""
    told = sentence.text[span[0] - sentence.start : span[1] - sentence.start]
    head = told[: told.index(":")] if ":" in told else ""
    return f"{sentence.text[: span[0] - sentence.start]}{head}: {sentence.text[span[1] - sentence.start :]}"


def _only_asks(text: str) -> bool:
    """Tell whether a folded text asks for something to be kept and says nothing beside."""
    request = addressed(text)
    return request is not None and told_beside(text, request) is None


def _by_grammar(sentence: Sentence) -> tuple[int, int] | None:
    """Return what a sentence asks the assistant to remember, told by the grammar of its request."""
    request = addressed(sentence.text)
    beside = request and told_beside(sentence.text, request)
    if not request or not beside or _is_no_request(sentence, request[1]):
        return None
    named = around.VALUE_OF.match(sentence.text, *beside) and open_words.NAMED.search(sentence.text, *request)
    named = named or open_words.ENTERS.search(sentence.text, *request)
    if named:
        return sentence.start + named.start(), sentence.start + beside[1]
    lead = sentence.text[slice(*request)].rstrip()
    plain = not sentence.question or beside[0] < request[1] or lead.endswith(("that", ":"))
    own = QUESTIONABLE.match(sentence.text, *beside) or data.PLEASE_ZH.search(lead)
    if not (plain or own):
        return None
    return _kept(sentence, *beside) or (_whole(sentence, *beside) if beside[1] <= request[0] else None)


def _whole(sentence: Sentence, start: int, end: int) -> tuple[int, int] | None:
    """Return what a request points back to, kept as it stands: it is clear what is meant, however it is worded."""
    told = sentence.text[start:end].strip(" ,;:-–—(")
    if len(words(told)) < _FEWEST_POINTED or ORDER_EN.match(told) or asks(told):
        return None
    at = sentence.text.index(told, start)
    return sentence.start + at, sentence.start + at + len(told)


def _by_label(sentence: Sentence) -> tuple[int, int] | None:
    """Return what stands behind the head of a sentence that announces it as worth keeping."""
    label = around.LABEL.match(sentence.text) or around.LABEL_OPEN.match(sentence.text)
    if not label or sentence.question or around.NO_LABEL.search(label[0]):
        return None
    return _kept(sentence, label.end(), len(sentence.text))


def _by_head(sentence: Sentence) -> tuple[int, int] | None:
    """Return what stands behind a head that asks for it to be kept, by the words that it is made of."""
    if sentence.question:
        return None
    heads = ((start, head_of(sentence.text[start:])) for start in _heads(sentence))
    found = next((start + length for start, length in heads if length), None)
    return _kept(sentence, found, len(sentence.text)) if found else None


def _by_words(sentence: Sentence) -> tuple[int, int] | None:
    """Return what a sentence asks to remember in words that no pattern knows: beside a stretch that only asks."""
    text = sentence.text
    if not _KEEPING.search(text) or _is_no_request(sentence):
        return None
    edges = [0, *(edge for cut in _STRETCH.finditer(text) for edge in cut.span()), len(text)]
    spans = [(start, end) for start, end in zip(edges[::2], edges[1::2], strict=True) if text[start:end].strip()]
    asking = next((n for n, (start, end) in enumerate(spans) if asks_only(text[start:end])), None)
    if asking is None:
        lead = asking_lead(text)
        if not lead or (sentence.question and not QUESTIONABLE.match(text[lead:].lstrip())):
            return None
        return _kept(sentence, lead, len(text))
    if asking + 1 < len(spans) and not _is_reason(text, spans[asking], spans[asking + 1][0]):
        return _kept(sentence, spans[asking + 1][0], len(text))
    return _kept(sentence, 0, spans[asking - 1][1]) if asking else None


def _is_reason(text: str, asking: tuple[int, int], behind: int) -> bool:
    """Tell whether what stands behind a request that points back only says why or when it is asked."""
    points_back = POINTS_BACK.search(text, *asking) is not None and not text[asking[1] : behind].strip(" ,;(")
    return points_back and around.WHY.match(text, behind) is not None


def _kept(sentence: Sentence, start: int, end: int) -> tuple[int, int] | None:
    """Return a stretch of a sentence as what is to be remembered, if it says something of its own."""
    told = data.TAG_EN.sub("", sentence.text[start:end].strip(" \t,:;-–—>()"))
    firm = sentence.text[:start].rstrip().endswith((":", " that"))
    refused = english.NOT_FIRM_EN if firm else english.NOT_CONTENT_EN
    refuse = (ORDER_EN, refused, english.TASK_EN, chinese.NOT_CONTENT_ZH, chinese.TASK_ZH)
    first = data.TAIL_QUESTION_ZH.sub("", told.partition(",")[0])
    asking = data.QUESTION_WORD_ZH.search(first) and ":" not in sentence.text[:start]
    if asking or _is_short(told) or any(form.match(told) for form in refuse):
        return None
    at = sentence.text.index(told, start)
    return sentence.start + at, sentence.start + at + len(told)


def _is_short(text: str) -> bool:
    """Tell whether a text is too short to tell anything; three Han characters may."""
    return len(text) < (_SHORTEST_TOLD if text.isascii() else _SHORTEST_TOLD_ZH)


def _is_no_request(sentence: Sentence, until: int = SENTENCE_LIMIT) -> bool:
    """Tell whether a sentence asks a question, or reports before `until`, and so asks for nothing to be kept."""
    polite = any(form.search(sentence.text) for form in (data.MAY_YOU, data.TAG_EN, data.TAIL_QUESTION_ZH))
    turned = around.CONCLUDES.search(sentence.text, 0, until)
    first = sentence.start + (turned.end() if turned else 0)
    before = part_of(sentence, first, max(first, min(sentence.end, sentence.start + until)))
    return (sentence.question and not polite) or any(clause.reported for clause in clauses(before))


def is_bare_request(sentence: Sentence) -> bool:
    """Tell whether a sentence only asks to remember another one ("Please remember this:")."""
    sentence = _without_reason(sentence)
    if english.ASKS_ALONE_EN.fullmatch(sentence.text) or chinese.ASKS_ALONE_ZH.fullmatch(sentence.text):
        return True
    request = addressed(sentence.text)
    if request is None:
        return _KEEPING.search(sentence.text) is not None and asks_only(sentence.text) and not _is_no_request(sentence)
    if _is_no_request(sentence, request[1]):
        return False
    return _says_only_that(sentence.text, request) and requested(sentence) is None


def _says_only_that(text: str, request: tuple[int, int]) -> bool:
    """Tell whether beside a request nothing is told, or but another request; what a colon ends is told behind it."""
    told = told_beside(text, request)
    return told is None or text.rstrip().endswith(":") or _only_asks(text[slice(*told)])


def _without_reason(sentence: Sentence) -> Sentence:
    """Return a request without the clause at its end that says why: "…, or I forget it"."""
    reason = None if sentence.question else data.REASON.search(sentence.text)
    return part_of(sentence, sentence.start, sentence.start + reason.start()) if reason else sentence


def without_asides(sentence: Sentence) -> Sentence:
    """Return what is to be remembered without the clauses around it that say nothing, only ask, or say why."""
    parts = clauses(sentence)
    first, told = 0, len(parts)
    while told > 1 and (data.ASIDE.match(parts[told - 1].text) or asks_only(parts[told - 1].text)):
        told -= 1
    while first + 1 < told and not says_something(parts[first].text):
        first += 1
    return part_of(sentence, parts[first].start, parts[told - 1].end) if told - first < len(parts) else sentence


def part_of(sentence: Sentence, start: int, end: int) -> Sentence:
    """Return the stretch of a sentence between two offsets of the message as a sentence that asks nothing."""
    text = sentence.text[start - sentence.start : end - sentence.start]
    return Sentence(text, start, end, question=False, paragraph=sentence.paragraph)


def _heads(sentence: Sentence) -> Iterator[int]:
    """Yield where in a sentence a request may begin: at each clause that is not in someone else's mouth.

    Behind what someone is said to have said, the user asks politely for something of their own.
    """
    before: Clause | None = None
    for clause in clauses(sentence):
        turns = before and around.ASKS_OF_ONES_OWN.match(clause.text) and not around.SAYS.search(before.text)
        if before is None or not before.reported or turns:
            yield clause.start - sentence.start
        before = clause
