"""A message cut into clauses with their place in it, and which of them the user really asserts."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from memory.core.extraction.implied import BIT_EN, FRAGMENT, GAPPED, TRADE, Topic, subject_of
from memory.core.language.text import simplified

CLAUSE_LIMIT = 500
"""Characters of a clause that are read; what follows in it is not."""
SENTENCE_LIMIT = 2_000
"""Characters of a sentence that are read."""

_HAN = "\u3400-\u9fff"
_FOLD: dict[int, int | str] = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
_FOLD |= {ord(c): "'" for c in "’‘ʼ"} | {0x3000: " ", 0xA0: " ", ord("﹐"): ","}
_BULLET = re.compile(rf"\s*(?:(?:[-*•·]|\d{{1,2}}[.)、])\s+|\d{{1,2}}(?:[)、]|\.(?=[{_HAN}])))")
_ENDS = r"[!?。…\n]+|;|\.(?=[\s\"')\]]|$)"
_END = re.compile(_ENDS)
_END_OR_NUMBER = re.compile(rf"{_ENDS}|(?<=[\s:;,。.])(?=\d[.)、]\s?[^\s\d])")
_NUMBERED = re.compile(r"(?:^|[\s:;,。])1[.)、]\s?[^\s\d][^\n]{1,200}?[\s;,。.]2[.)、]\s?[^\s\d]")
"""A list within a line: "two things: 1) … 2) …"."""
_ABBREVIATION = re.compile(
    r"(?:\b(?:dr|mr|mrs|ms|st|prof|sr|jr|vs|etc|no|approx|inc|ltd|e\.g|i\.e)|\b[a-z]|\.[a-z]|(?:^|\n)\s*\d{1,2})$",
    re.IGNORECASE,
)
_JOIN = r"(?:(?:and|but|so|also|then|because|though|although|while|since|plus)\s+)"
_OPENER = (
    r"(?:i|i'm|im|i've|i'll|now i|now i'm|now we|my|we|we're|our|please|remember|from now on|don't forget|also"
    r"|always|never|what|which|where|how|who|when|why|can|could|do|does|is|are|should|would|will|any|if|unless"
    r"|let|tell|give|ask|call me|people call|everyone calls)\b"
)
_CUT = re.compile(
    rf",\s*{_JOIN}?(?={_OPENER})|(?:,\s*(?:and\s+)?|\s+and\s+)(?={FRAGMENT})|,\s*(?:and\s+)?(?={TRADE})|:\s+(?=(?:i"
    rf"|i'm|i've|my|we|name's)\b)|\s+{_JOIN}(?={_OPENER})|\s+(?:and|but)\s+(?={GAPPED})"
    r"|,\s*(?=(?:the|my) (?:tests?|doctor|results?|gp|scan|labs?) (?:say|says|said|showed?|confirmed)\b)"
    rf"|\s+[-–—]+\s+|(?<=[{_HAN}]),\s*|,\s*(?=[{_HAN}])|(?<!\d),(?=[^\s\d])|\s*[()]\s*|(?<=[{_HAN}])\s+(?=(?:我|请"
    r"|以后)|i\b)",
    re.IGNORECASE,
)
_CONTACT = re.compile(r"(?:\S@\S+|\d{4})(?P<if>\s+)(?=(?:if|in case)\b)", re.IGNORECASE)
"""An address or number that holds whatever the condition after it says."""
_SELF = re.compile(r"\W*(?:and |but |so )?(?:i|i'm|i've|i'll|im|my|we|our)\b|\W*(?:而且|但|还有)?我", re.IGNORECASE)
_HOLDER = re.compile(
    r"(?:有|养|生)[^,]{0,10}(?:孩子|小孩|娃|宝宝|儿子|女儿|儿女|双胞胎|龙凤胎|猫|狗|犬|兔子|仓鼠|鹦鹉|乌龟|宠物|柯基|金毛|布偶|泰迪|哈士奇)|^我(?:的|家)?(?:大"
    r"|小)?(?:儿子|女儿|孩子|宝宝|猫|狗)[^,]{0,10}$"
)
_NAMING = re.compile(
    r"(?:分别)?(?:[它牠]们?|他们?|她们?|老[大二三]|大的|小的|哥哥|姐姐|弟弟|妹妹|儿子|女儿|男孩|女孩|一[只个条]"
    r"|另一[只个条])?(?:分别)?(?:名字?)?(?:就)?叫(?!我)"
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
    r"|希望|恨不得|想搬|打算|考虑|好像|似乎|应该会|梦见|做梦|不确定|差点|本来|没有?[说讲]过|否认",
    re.IGNORECASE,
)
_REPORTED = re.compile(
    r"\b(?:said|says|say|tell(?:s|ing)? (?:people|every\w+|others)|told (?:me|us|him|her|them)"
    r"|tells|asked|asks|wrote|writes|claims?|claimed|thinks?|thought|believes?|replied|according to|puts it|sings"
    r"|sang|insists?|swears|joke[sd]|reckons?|texted|messaged|emailed|posted"
    r"|commented|mentioned|describes? me|quoting|quote|lyrics|the song|the character)\b|(?:他|她|们|人|妈|爸|友|板|事"
    r"|师|长|客户|电影|小说|歌|书|主角)[^我,]{0,6}(?:说|问|写|告诉|觉得|认为|以为|唱)",
    re.IGNORECASE,
)
_MY_OWN_REPORT = re.compile(
    r"\bi(?:'ve| have)? (?:said|say|told you|wrote|think|mean|mentioned|posted)\b|我(?:刚才|之前|刚刚)?(?:说过?"
    r"|告诉过?你)",
    re.IGNORECASE,
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
    for end in (_END_OR_NUMBER if _NUMBERED.search(folded) else _END).finditer(folded):
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


def clauses(sentence: Sentence, subject: str = "") -> list[Clause]:
    """Return the clauses of a sentence, each with its implied subject and whether the user asserts it.

    `subject`: what the sentence before was about (`subject_after`).
    """
    spans = _spans(sentence.text, question=sentence.question)
    texts = [sentence.text[start:end] for start, end in spans]
    doubtful = _questions(texts, sentence.question)
    found: list[Clause] = []
    supposed = reported = False
    topic = Topic(subject)
    for (start, end), text, question in zip(spans, texts, doubtful, strict=True):
        supposed = supposed or bool(_SUPPOSED.search(text))
        reported = reported or _is_report(text)
        asserted = not (question or supposed or reported or _UNCERTAIN.search(text))
        implied = topic.take(text)
        found.append(Clause(text, sentence.start + start, sentence.start + end, implied, asserted, reported))
    return found


def subject_after(parts: list[Clause], before: str = "") -> str:
    """Return what a sentence after these clauses may leave out: "I ", "I'm ", 我, or nothing.

    `before`: what the clauses themselves may leave out.
    """
    if parts and BIT_EN.fullmatch(parts[-1].text):
        return before
    return parts[-1].subject or subject_of(parts[-1].text) if parts else ""


def _spans(text: str, *, question: bool) -> list[tuple[int, int]]:
    """Return where the clauses of a sentence stand; the last comma of a question may part a statement from it."""
    edges = [0]
    for cut in _CUT.finditer(text):
        edges += [cut.start(), cut.end()]
    if question and (comma := text.rfind(", ", edges[-1])) > 0 and _SELF.match(text, edges[-1]):
        edges += [comma, comma + 2]
    if contact := _CONTACT.search(text, edges[-1]):
        edges += contact.span("if")
    edges.append(len(text))
    pairs = (
        _trim(text, start, min(end, start + CLAUSE_LIMIT)) for start, end in zip(edges[::2], edges[1::2], strict=True)
    )
    return _joined(text, [(start, end) for start, end in pairs if start < end])


def _joined(text: str, spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Put together what names children or animals and what they are: 我养了两只猫，叫咖啡跟拿铁."""
    found: list[tuple[int, int]] = []
    for start, end in spans:
        if found and _NAMING.match(text, start, end) and _HOLDER.search(text[found[-1][0] : found[-1][1]]):
            found[-1] = (found[-1][0], end)
        else:
            found.append((start, end))
    return found


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
