"""A message cut into clauses with their place in it, and which of them the user really asserts."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from memory.core.extraction.implied import BIT_EN, FRAGMENT, GAPPED, TRADE, Topic, is_about_another, subject_of
from memory.core.extraction.jest import LAUGHS
from memory.core.language.adjuncts import begins_as, of_another
from memory.core.language.cantonese import in_mandarin
from memory.core.language.joined_clauses import joined
from memory.core.language.text import simplified

CLAUSE_LIMIT = 500
"""Characters of a clause that are read; what follows in it is not."""
SENTENCE_LIMIT = 2_000
"""Characters of a sentence that are read."""

CLAUSES_LIMIT = 250
"""Clauses of a sentence that are told apart; what follows is read as one."""

_HAN = "\u3400-\u9fff"
_FOLD: dict[int, int | str] = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
_FOLD |= {ord("俺"): "我"}
_FOLD |= {ord(c): "'" for c in "’‘ʼ"} | {0x3000: " ", 0xA0: " ", ord("﹐"): ","}
_BULLET = re.compile(rf"\s*(?:(?:[-*•·]|\d{{1,2}}[.)、])\s+|\d{{1,2}}(?:[)、]|\.(?=[{_HAN}])))")
_FACES = r"[\U0001F600-\U0001F64F\U0001F910-\U0001F92F\U0001F970-\U0001F97A]+(?=\s)"
_ENDS = rf"(?:{_FACES}|(?<![A-Za-z0-9])[!?]|[!?](?![A-Za-z0-9])|[。…\n])+|;|\.(?=[\s\"')\]]|$)"
_END = re.compile(_ENDS)
_END_OR_NUMBER = re.compile(rf"{_ENDS}|(?<=[\s:;,。.])(?=\d[.)、]\s?[^\s\d])")
_NUMBERED = re.compile(r"(?:^|[\s:;,。])1[.)、]\s?[^\s\d][^\n]{1,200}?[\s;,。.]2[.)、]\s?[^\s\d]")
"""A list within a line: "two things: 1) … 2) …"."""
_ABBREVIATION = re.compile(
    r"(?:\b(?:dr|mr|mrs|ms|st|prof|sr|jr|vs|etc|no|approx|inc|ltd|e\.g|i\.e)|(?<!')\b[a-z]|\.[a-z]|(?:^"
    r"|\n)\s*\d{1,2})$",
    re.IGNORECASE,
)
_JOIN = r"(?:(?:and|but|so|also|then|because|though|although|while|since|plus)\s+)"
_OPENER = (
    r"(?:i|i'm|im|i've|i'll|now i|now i'm|now we|my|we|we're|our|please|remember|from now on|from here on"
    r"|going forward|in future|henceforth|these days|nowadays|don't forget|also"
    r"|always|never|what|which|where|how|who|when|why|can|could|do|does|is|are|should|would|will|any|if|unless"
    r"|let|tell|give|gimme|ask|call me|people call|everyone calls)\b"
)
_ASKING = (
    r"(?:please|pls|plz|remember|don'?t forget|note|(?:can|could|would|will) (?:you|u)|keep|save|also|btw|anyway|so)\b"
    r"|请|记[住得]|别忘|帮我|麻烦"
)
"""What begins a clause behind laughter that stands in the place of a full stop."""
_CUT = re.compile(
    rf",\s*{_JOIN}?(?={_OPENER})|(?:,\s*(?:and\s+)?|\s+and\s+)(?={FRAGMENT})|,\s*(?:and\s+)?(?={TRADE})|:\s+(?=(?:i"
    rf"|i'm|i've|my|we|name's)\b)|(?<!\bme)\s+{_JOIN}(?={_OPENER})|\s+(?:and|but)\s+(?={GAPPED}|(?:thinking|wondering"
    r"|looking|trying|hoping|planning|considering)\b)"
    r"|,\s*(?=(?:the|my) (?:tests?|doctor|results?|gp|scan|labs?) (?:say|says|said|showed?|confirmed)\b)"
    rf"|\s+(?!qq|obv)(?:{LAUGHS.pattern})[\s,.!~]+(?={_ASKING})"
    rf"|\s+[-–—]+\s+|(?<=[{_HAN}]),\s*|,\s*(?=[{_HAN}])|(?<!\d),(?=[^\s\d])|\s*[()]\s*|(?<=[{_HAN}])\s+(?=(?:我|请"
    r"|以后)|i\b)",
    re.IGNORECASE,
)
_INTRO = re.compile(
    r"\W*(?:(?:hi|hello|hey|ok|so|well|there|all|everyone|a|an|the|quick|short|brief|little|bit|of|some|my|just"
    r"|first)\b\W*)*"
    r"(?:about me|intro(?:duction)?|background|me in short|你好|您好|大家好|先?(?:来个)?(?:做个)?自我介绍(?:一下)?"
    r"|介绍一下(?:我?自己)?"
    r"|我的(?:情况|背景|基本情况))[^\w:]*:\s*"
    r"(?=(?!(?:i|my|we|our|im)\b)(?-i:[A-Z])[\w'-]+(?: (?-i:[A-Z])[\w'-]+){0,2}\s*,|(?!我)[\u3400-\u9fff]{2,4},)",
    re.IGNORECASE,
)
"""What announces that the speaker introduces themselves; then each comma parts."""
_COMMA = re.compile(r",\s*(?:and\s+)?")
_CONTACT = re.compile(r"(?:\S@\S{1,80}|\d{4})(?P<if>\s{1,4})(?=(?:if|in case)\b)", re.IGNORECASE)
"""An address or number that holds whatever the condition after it says."""
_SELF = re.compile(r"\W*+(?:and |but |so )?(?:i|i'm|i've|i'll|im|my|we|our)\b|\W*+(?:而且|但|还有)?我", re.IGNORECASE)
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
_CALL_ME = re.compile(
    r"\W*(?:(?:and|but|so|ok|okay|well|actually|please)\W+)*(?:can|could|would|will) you (?:please |just "
    r"|maybe )*call me"
    r" (?!back\b|later\b|when|if\b|at\b|on\b|in\b|to|an?\b|\d)|(?:你|您|以后|还是)*(?:能不能|可不可以|可以|能)"
    r"(?:改|就|还是|直接|以后)*(?:叫|称呼)我(?!什么|啥)",
    re.IGNORECASE,
)
"""A question that asks to be called by a name: "can you call me Bobby?"."""
_TAG = re.compile(
    r"\W*(?:right|correct|huh|no|yes|ok|okay|remember|eh|(?:do|don't|did|didn't|am|ain't|is|isn't|aren't|was|wasn't)"
    r"(?: (?:i|it|that|we))?(?: not)?|对吧?|对吗|是吗|是吧|对不对|是不是|好吗|吗|没错吧)\W*$",
    re.IGNORECASE,
)
_SUPPOSED = re.compile(
    r"^\W*(?:should|had|were) (?:i|we)\b|\b(?:let'?s|let us) (?:say|assume|imagine|pretend|suppose)\b|\b(?:if|unless"
    r"|suppose|supposing|imagine|assuming|assume|what if|in case(?! (?:that|this|it)(?:'s| is| can| may| might"
    r"| would|'ll)? (?:help|matter|relevant|useful|of (?:use|help)))|pretend|otherwise|hypothetically)\b"
    r"|如果|要是|假如|假设|万一|倘若|假装|就算|即使|除非|换作|换做|倘使|设若|哪天|赶明儿|等我[^,]{0,10}(?:以后|之后"
    r"|了)|打个?比方|比方说",
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
    r"|tells|asked|asks|wrote|writes|claims?|claimed|thinks?|(?<!second )thought|believes?|replied|according to"
    r"|puts it|sings"
    r"|sang|insists?|swears|joke[sd]|reckons?|texted|messaged|emailed|posted"
    r"|commented|mentioned|describes? me|quoting|(?<!\ba )(?<!\bthe )quote|lyrics|the song|the character)\b|(?:他|她|们"
    r"|人|妈|爸|友|板|事"
    r"|师|长|客户|电影|小说|歌|书|主角)[^我,]{0,6}(?:说|问|写|告诉|觉得|认为|以为|唱)",
    re.IGNORECASE,
)
_MY_OWN_REPORT = re.compile(
    r"\bcome to think of it\b|\bi(?:'ve| have| should(?:'ve| have))?(?: already| just| once| also| never"
    r"| only)* (?:said|say|told you"
    r"|wrote|think|mean|mentioned"
    r"|posted)\b|\byou(?:'ve|'d| have| had| never| didn't| just)* ask(?:ed)?\b|\byou(?:'ve|'d| have| had| never"
    r"| didn't| just)* ask(?:ed)?\b|我(?:刚才|之前|刚刚)?(?:说过?"
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
    plain = simplified(in_mandarin(text))
    if len(plain) != len(text):
        plain = "".join(simplified(c)[:1] or c for c in text)
    return plain.translate(_FOLD)


def sentences(folded: str) -> Iterator[Sentence]:
    """Yield the sentences of a folded message in order, without their ends, blank ones left out."""
    start = paragraph = 0
    for end in (_END_OR_NUMBER if _NUMBERED.search(folded) else _END).finditer(folded):
        if end[0] == "." and _ABBREVIATION.search(folded[max(start, end.start() - 12) : end.start()]):
            continue
        if not folded[start : end.start()].isspace():
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
    another = of_another(sentence.text)
    topic = Topic(subject, introduced=_INTRO.match(sentence.text) is not None)
    for (start, end), text, question in zip(spans, texts, doubtful, strict=True):
        supposed = supposed or bool(_SUPPOSED.search(text))
        reported = reported or _is_report(text)
        adjunct = another and begins_as(text)
        asserted = not (question or supposed or reported or adjunct or _UNCERTAIN.search(text))
        implied = topic.take(text)
        found.append(Clause(text, sentence.start + start, sentence.start + end, implied, asserted, reported))
    return found


def subject_after(parts: list[Clause], before: str = "") -> str:
    """Return what a sentence after these clauses may leave out: "I ", "I'm ", 我, or nothing.

    `before`: what the clauses themselves may leave out.
    """
    if parts and BIT_EN.fullmatch(parts[-1].text):
        return before
    if parts and is_about_another(parts[-1].text):
        return ""
    return parts[-1].subject or subject_of(parts[-1].text) if parts else ""


def _spans(text: str, *, question: bool) -> list[tuple[int, int]]:
    """Return where the clauses of a sentence stand; the last comma of a question may part a statement from it."""
    edges, cuts = [0], _CUT
    if intro := _INTRO.match(text):
        edges, cuts = [0, intro.end(), intro.end()], _COMMA
    for cut in islice(cuts.finditer(text, edges[-1]), CLAUSES_LIMIT):
        edges += [cut.start(), cut.end()]
    if question and (comma := text.rfind(", ", edges[-1])) > 0 and _SELF.match(text, edges[-1]):
        edges += [comma, comma + 2]
    if contact := _CONTACT.search(text, edges[-1]):
        edges += contact.span("if")
    edges.append(len(text))
    pairs = (
        _trim(text, start, min(end, start + CLAUSE_LIMIT)) for start, end in zip(edges[::2], edges[1::2], strict=True)
    )
    return joined(text, [(start, end) for start, end in pairs if start < end])


def _questions(texts: list[str], marked: bool) -> list[bool]:
    """Tell for each clause of a sentence whether it is a question; `marked`: the sentence ends with a mark."""
    asked = [asks(text) for text in texts]
    if not texts:
        return asked
    if _TAG.fullmatch(texts[-1]) and (marked or _QUESTION_ZH.search(texts[-1])):
        return [True] * len(texts)
    return [*asked[:-1], asked[-1] or (marked and not _CALL_ME.match(texts[-1]))]


def asks(text: str) -> bool:
    """Tell whether a clause is a question by its words; how one asks to be called is none."""
    asking = _QUESTION_EN.match(text) or _QUESTION_ZH.search(text)
    return asking is not None and not _CALL_ME.match(text)


def begins_with_self(text: str) -> bool:
    """Tell whether a folded clause begins with the user: "I", "my", "we", 我."""
    return _SELF.match(text) is not None


def _is_report(text: str) -> bool:
    return bool(_REPORTED.search(text)) and not _MY_OWN_REPORT.search(text)
