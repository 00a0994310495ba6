"""A message cut into clauses with their place in it, and which of them the user really asserts."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from memory.core.text import simplified

CLAUSE_LIMIT = 500
"""Characters of a clause that are read; what follows in it is not."""
SENTENCE_LIMIT = 2_000
"""Characters of a sentence that are read."""

_HAN = "\u3400-\u9fff"
_FOLD: dict[int, int | str] = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
_FOLD |= {ord(c): "'" for c in "’‘ʼ"} | {0x3000: " ", 0xA0: " ", ord("﹐"): ","}
_BULLET = re.compile(r"\s*(?:[-*•·]|\d{1,2}[.)、])\s+")
_END = re.compile(r"[!?。…\n]+|;|\.(?=[\s\"')\]]|$)")
_ABBREVIATION = re.compile(
    r"(?:\b(?:dr|mr|mrs|ms|st|prof|sr|jr|vs|etc|no|approx|inc|ltd|e\.g|i\.e)|\b[a-z]|\.[a-z]|(?:^|\n)\s*\d{1,2})$",
    re.IGNORECASE,
)
_JOIN = r"(?:(?:and|but|so|also|then|because|though|although|while|since|plus)\s+)"
_OPENER = (
    r"(?:i|i'm|im|i've|i'll|now i|now i'm|now we|my|we|we're|our|please|remember|from now on|don't forget|also"
    r"|always|never|what|which|where|how|who|when|why|can|could|do|does|is|are|should|would|will|any|if|unless"
    r"|let|tell|give|ask)\b"
)
_GAPPED = r"(?:live|lives|work|like|love|hate|speak|have|prefer|enjoy|study|play|don't|moved|am allergic)\b"
_CUT = re.compile(
    rf",\s*{_JOIN}?(?={_OPENER})|\s+{_JOIN}(?={_OPENER})|\s+and\s+(?={_GAPPED})"
    rf"|\s+[-–—]+\s+|(?<=[{_HAN}]),\s*|,\s*(?=[{_HAN}])|\s*[()]\s*|(?<=[{_HAN}])\s+(?=(?:我|请|以后)|i\b)",
    re.IGNORECASE,
)
_SUBJECT_EN = re.compile(
    r"\W*(?:(?:hi|hello|and|but|so|also|well|now|btw|by the way)\W+)*(?:i|i'm|i've|im)\b", re.IGNORECASE
)
_SUBJECT_ZH = re.compile(r"\W*(?:[^\s,:]{0,8}:|其实|对了|你好|另外|还有|嗯|大家好|顺便说一下)?\W*我")
_SELF = re.compile(r"\W*(?:and |but |so )?(?:i|i'm|i've|i'll|im|my|we|our)\b|\W*(?:而且|但|还有)?我", re.IGNORECASE)
_DROPPED_EN = re.compile(_GAPPED, re.IGNORECASE)
_DROPPED_ZH = re.compile(
    r"(?:也|还|现在|目前|平时|从小)*(?:住在|今年\d|来自|对[^,]{1,20}过敏|喜欢|讨厌|不吃|不喝|不喜欢|养了"
    r"|有[一两]|会说|是一?[名个位]|在[^,]{1,20}(?:工作|上班)|(?:大|小)?(?:儿子|女儿|老婆|老公|妈妈|爸爸)叫"
    r"|搬到|叫|吃素|从事|热爱|正在)"
)
_QUESTION_EN = re.compile(
    r"\W*(?:(?:and|but|so|hey|hi|ok|okay|well|also)\W+)*(?:who|what|what's|where|where's|when|why|how|which"
    r"|whose|do|does|did|is|are|am|was|were|can|could|would|will|should|shall|may|has|have|isn't|aren't|don't"
    r"|doesn't|didn't|won't)\b(?! (?:not )?(?:forget|ever)\b)",
    re.IGNORECASE,
)
_QUESTION_ZH = re.compile(
    r"(?:吗|么|呢)\W*$|谁|什么|哪|几(?!乎|年前|个月前)|多少|怎么(?!也)|为何|是不是|有没有|能不能|会不会|对不对"
    r"|多大|是否"
)
_TAG = re.compile(
    r"\W*(?:right|correct|huh|no|yes|ok|okay|remember|eh|(?:do|don't|did|didn't|am|ain't|is|isn't|aren't|was|wasn't)"
    r"(?: (?:i|it|that|we))?(?: not)?|对吧?|对吗|是吗|是吧|对不对|是不是|好吗|吗|没错吧)\W*$",
    re.IGNORECASE,
)
_SUPPOSED = re.compile(
    r"\b(?:if|unless|suppose|supposing|imagine|assuming|assume|what if|in case|pretend|otherwise|hypothetically)\b"
    r"|如果|要是|假如|假设|万一|倘若|假装|就算|即使|除非",
    re.IGNORECASE,
)
_UNCERTAIN = re.compile(
    r"\b(?:would|wouldn't|could|might|maybe|perhaps|probably|possibly|wish|hope|hoping|thinking (?:of|about)"
    r"|considering|i think|i guess|not sure|as if|sort of wondering|should i|i'd)\b|也许|可能|大概|或许|说不定"
    r"|希望|恨不得|想搬|打算|考虑|好像|似乎|应该会|梦见|做梦|不确定|差点|本来",
    re.IGNORECASE,
)
_REPORTED = re.compile(
    r"\b(?:said|says|say|told (?:me|us|him|her|them)|tells|asked|asks|wrote|writes|claims?|claimed|thinks?"
    r"|thought|believes?|replied|quoting|quote|lyrics|the song|the character)\b|(?:他|她|们|人|妈|爸|友|板|事"
    r"|师|长|客户|电影|小说|歌|书|主角)[^我,]{0,6}(?:说|问|写|告诉|觉得|认为|以为|唱)",
    re.IGNORECASE,
)
_MY_OWN_REPORT = re.compile(
    r"\bi (?:said|say|told you|wrote|think|mean)\b|我(?:刚才|之前|刚刚)?(?:说过?|告诉过?你)", re.IGNORECASE
)


@dataclass(frozen=True)
class Clause:
    """A stretch of a message."""

    text: str
    """Folded (`fold`), of the length end - start."""
    start: int
    end: int
    subject: str
    """What the clause leaves out and the one before it says: "I ", 我, or nothing."""
    asserted: bool
    """Neither question nor supposition, nor what someone else said."""
    reported: bool
    """In what someone else said."""


@dataclass(frozen=True)
class Sentence:
    """A stretch of a message up to a full stop, question mark or line break."""

    text: str
    start: int
    end: int
    question: bool
    paragraph: int
    """Number of the paragraph it stands in; an empty line begins a new one."""


def fold(text: str) -> str:
    """Return `text` as the rules read it, of the same length: simplified, half-width, one kind of apostrophe."""
    plain = simplified(text)
    if len(plain) != len(text):
        plain = "".join(simplified(c)[:1] or c for c in text)
    return plain.translate(_FOLD)


def sentences(folded: str) -> Iterator[Sentence]:
    """Yield the sentences of a folded message in order, without their ends, blank ones left out."""
    start = paragraph = 0
    for end in _END.finditer(folded):
        if end[0] == "." and _ABBREVIATION.search(folded[max(start, end.start() - 12) : end.start()]):
            continue
        yield from _sentence(folded, start, end.start(), "?" in end[0], paragraph)
        paragraph += end[0].count("\n") > 1
        start = end.end()
    yield from _sentence(folded, start, len(folded), False, paragraph)


def _sentence(folded: str, start: int, end: int, question: bool, paragraph: int) -> Iterator[Sentence]:
    bullet = _BULLET.match(folded, start, end)
    start = bullet.end() if bullet else start
    end = min(end, start + SENTENCE_LIMIT)
    start, end = _trim(folded, start, end)
    if start < end:
        yield Sentence(folded[start:end], start, end, question, paragraph)


def _trim(text: str, start: int, end: int) -> tuple[int, int]:
    piece = text[start:end]
    return start + len(piece) - len(piece.lstrip()), start + len(piece.rstrip())


def clauses(sentence: Sentence) -> list[Clause]:
    """Return the clauses of a sentence, each with its implied subject and whether the user asserts it."""
    spans = _spans(sentence.text)
    texts = [sentence.text[start:end] for start, end in spans]
    doubtful = _questions(texts, sentence.question)
    found: list[Clause] = []
    subject, supposed, reported = "", False, False
    for (start, end), text, question in zip(spans, texts, doubtful, strict=True):
        supposed = supposed or bool(_SUPPOSED.search(text))
        reported = reported or _is_report(text)
        asserted = not (question or supposed or reported or _UNCERTAIN.search(text))
        implied = subject if _drops(text, subject) else ""
        found.append(Clause(text, sentence.start + start, sentence.start + end, implied, asserted, reported))
        subject = implied or _subject_of(text)
    return found


def _spans(text: str) -> list[tuple[int, int]]:
    edges = [0]
    for cut in _CUT.finditer(text):
        edges += [cut.start(), cut.end()]
    edges.append(len(text))
    pairs = (
        _trim(text, start, min(end, start + CLAUSE_LIMIT)) for start, end in zip(edges[::2], edges[1::2], strict=True)
    )
    return [(start, end) for start, end in pairs if start < end]


def _questions(texts: list[str], marked: bool) -> list[bool]:
    """Tell for each clause of a sentence whether it is a question; `marked`: the sentence ends with a mark."""
    asked = [bool(_QUESTION_EN.match(text) or _QUESTION_ZH.search(text)) for text in texts]
    if not texts:
        return asked
    if _TAG.fullmatch(texts[-1]) and (marked or _QUESTION_ZH.search(texts[-1])):
        return [True] * len(texts)
    return [*asked[:-1], asked[-1] or marked]


def begins_with_self(text: str) -> bool:
    """Tell whether a folded clause begins with the user: "I", "my", "we", 我."""
    return _SELF.match(text) is not None


def _is_report(text: str) -> bool:
    return bool(_REPORTED.search(text)) and not _MY_OWN_REPORT.search(text)


def _subject_of(text: str) -> str:
    if _SUBJECT_ZH.match(text):
        return "我"
    return "I " if _SUBJECT_EN.match(text) else ""


def _drops(text: str, subject: str) -> bool:
    dropped = _DROPPED_ZH if subject == "我" else _DROPPED_EN
    return bool(subject and dropped.match(text))
