"""Which stretches of a message are the user's own words, said in earnest; the rest is blanked, offsets unchanged.

Blanked: code blocks, `>` lines, our fences and look-alikes of tool output, pasted mails and documents, transcripts of
others, quoted speech; everything after a call to role-play, and what is told of a story; everything
when the message says that it jokes.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Literal

from memory.core.extraction.frames import frames
from memory.core.extraction.handed_text import KEEPS, handed_end, handed_text, is_own_data
from memory.core.extraction.jest import is_withdrawn
from memory.core.extraction.order_words import POLITE, REWORD_EN, REWORD_ZH, START
from memory.core.extraction.speakers import labelled, speakers, speech
from memory.core.language.clauses import Sentence, fold, sentences
from memory.core.window.fences import TAGS

PASTE_LIMIT = 8_000
"""Characters past which a message is taken to hold a pasted document; then its first and last line count alone."""
EDGE = 1_000
"""Characters that the first and the last line of such a message may have to be read as the user's own."""
SENTENCES_LIMIT = 300
"""Sentences past which a message within `PASTE_LIMIT` is taken to hold a pasted list."""
Foreign = Literal["code", "quoted", "pasted", "played", "others", "labelled"]
"""Why words are not the user's own.

`played`: role-play or a draft for someone; `others`: several are named as who speaks; `labelled`: one may be.
"""

_FOREIGN_TAGS = frozenset(
    (
        *TAGS,
        *(
            "context",
            "document",
            "documents",
            "tool",
            "tool_result",
            "tool_call",
            "function",
            "function_results",
            "result",
        ),
        *(
            "system",
            "system-reminder",
            "assistant",
            "email",
            "mail",
            "webpage",
            "page",
            "article",
            "quote",
            "blockquote",
        ),
        *("untrusted", "data", "memories", "retrieved", "search_results", "code", "pre", "example"),
    )
)
_OPENING = re.compile(r"<\s*([a-z][\w-]{2,39})\b[^<>]{0,200}>", re.IGNORECASE)
_STYLES = frozenset(
    {"strong", "span", "mark", "small", "kbd", "sub", "sup", "del", "ins", "font", "details", "summary"}
)
"""Tags with which people style their own words."""
_UNKNOWN_TAGS = 32
"""Different tags, at most, of which an end is looked for though nothing says that they hold others' words."""
_CODE_FENCE = re.compile(r"^[ \t]{0,3}(```|~~~)", re.MULTILINE)
_QUOTED_LINE = re.compile(r"^[ \t]*(?:>|＞)[^\n]*", re.MULTILINE)
_JSON_LINE = re.compile(r"^[ \t]*[{\[][^\n]*[}\],][ \t]*$|^[ \t]*\"[^\"\n]{1,80}\"[ \t]*:[^\n]*", re.MULTILINE)

_CODE_LINE = re.compile(
    r"\b(?:INSERT INTO|SELECT\s.{1,80}\sFROM|UPDATE \w+ SET|DELETE FROM|CREATE TABLE)\b[^\n]*"
    r"|\b(?:(?:let|const|var) \w+ ?=|def \w+\(|(?:print|printf|return|console\.log) ?\(['\"`]|echo ['\"$])[^\n]*"
    r"|\b[\w.]{1,40} ?(?:=|:=|==|=>|\+=) ?['\"`\[{(][^\n]*|\b\w{1,40}\(['\"`][^\n]*"
)
"""Code without a fence around it, to the end of its line."""
_TO_THE_END = re.compile(
    r"^[ \t]*(?:<\|[a-z_]{2,20}\|>|-{2,} ?(?:original message|forwarded message|原始邮件|轉寄|转发)|(?:from|subject"
    r"|fwd?|re|发件人|寄件者"
    r"|寄件人|主题|主旨)[ \t]*[:：]|on [^\n]{4,120} wrote:|(?:system|assistant|ai|bot|tool|observation"
    r"|function|human|user|tool[ _](?:result|output)|search results?|系统|系統|助手|工具|工具结果|工具結果"
    r"|用户|用戶)[ \t]*[:：]|\[(?:system|tool|assistant|inst|系统|工具)[^\]\n]{0,40}\]"
    r"|dear (?!(?:assistant|ai|bot|friend|gpt|chatgpt|claude|computer)\b)[^\n,.]{1,40},|(?:尊敬的|亲爱的"
    r"|敬爱的)[^\n]{1,30}[:：,，][ \t]*$)",
    re.IGNORECASE | re.MULTILINE,
)
_MATERIAL = re.compile(
    rf"{START}{POLITE}(?:{REWORD_EN}|{REWORD_ZH}|correct\b(?!ion)|edit\b(?!\s*[:：])|improve|analy[sz]e"
    r"|classify|explain|review|reply to|respond to|fix|check|read|extract|here (?:is|are|'s)|here's"
    r"|this is (?:an?|the) (?:e-?mail|letter|article|text|document|note|message|transcript|log)|below is"
    r"|the following|修改|分析|回复这|回覆這|解释|解釋"
    r"|以下是|下面是|这是一(?:封|篇|段)|這是一(?:封|篇|段))(?:[^\n:：.!?。！？]{0,120}[:：](?!\d|//)"
    r"|[^\n:：.!?。！？]{0,60}\b(?:this|following|below|text|article|e-?mail|letter|paragraph"
    r"|sentence)\b[^\n:：]{0,30}\n|[^\n:：.!?。！？]{0,30}(?:下面|以下|这|這)[^\n:：]{0,20}\n)",
    re.IGNORECASE,
)
_VISIBLE = re.compile(r"[^\n]")


def own_words(text: str, *, left: Collection[Foreign] = ()) -> str:
    """Return `text` with all that is not the user's own earnest words blanked by spaces, of the same length.

    `left`: what is left in all the same. Takes time linear in the length of `text`.
    """
    if is_withdrawn(text[-EDGE:]) or is_withdrawn(text[:EDGE]):
        return _blank(text, 0, len(text))
    for why, stretches in _FOREIGN:
        text = text if why in left else _blank_all(text, stretches(text))
    return _edges(text)


def foreign_words(text: str) -> Iterator[tuple[Foreign, int, int]]:
    """Yield what `own_words` blanks of a message that is not taken back as a whole: why, and where it stands."""
    for why, stretches in _FOREIGN:
        found = list(stretches(text))
        yield from ((why, start, end) for start, end in found)
        text = _blank_all(text, found)
    kept = _edges(text)
    if kept != text:
        yield "pasted", 0, len(text)


def own_sentences(text: str, *, left: Collection[Foreign] = ()) -> list[Sentence]:
    """Return the sentences of the user's own words in a cleaned message, folded; `left`: as in `own_words`.

    Of a message of more than `SENTENCES_LIMIT` the first and the last count, so that its rules' work is bounded.
    """
    told = list(sentences(fold(own_words(text, left=left))))
    half = SENTENCES_LIMIT // 2
    return told if len(told) <= SENTENCES_LIMIT else [*told[:half], *told[-half:]]


def _edges(text: str) -> str:
    if len(text.strip()) <= PASTE_LIMIT:
        return text
    begin, end = len(text) - len(text.lstrip()), len(text.rstrip())
    head = max(begin, text.find("\n", begin, begin + EDGE))
    tail = text.rfind("\n", end - EDGE, end)
    return _blank(text, head, end if tail < 0 else max(head, tail))


def _blank(text: str, start: int, end: int) -> str:
    return text[:start] + _VISIBLE.sub(" ", text[start:end]) + text[end:]


def _blank_all(text: str, stretches: Iterable[tuple[int, int]]) -> str:
    pieces, at = [], 0
    for start, end in stretches:
        if end > at:
            pieces += [text[at : max(at, start)], _VISIBLE.sub(" ", text[max(at, start) : end])]
            at = end
    return "".join(pieces) + text[at:]


def _code_blocks(text: str) -> Iterator[tuple[int, int]]:
    opened: re.Match[str] | None = None
    for fence in _CODE_FENCE.finditer(text):
        if opened is None:
            opened = fence
        elif fence[1] == opened[1]:
            yield opened.start(), fence.end()
            opened = None
    if opened:
        yield opened.start(), len(text)


def _fences(text: str) -> Iterator[tuple[int, int]]:
    """Yield what stands between tags; of tags that are not known to hold others' words, where they are closed."""
    lower, at = text.lower(), 0
    unclosed = set(_STYLES)
    while opening := _OPENING.search(text, at):
        name, at = opening[1].lower(), opening.end()
        known = name in _FOREIGN_TAGS
        if not known and (name in unclosed or len(unclosed) > len(_STYLES) + _UNKNOWN_TAGS):
            continue
        closing = lower.find(f"</{name}", at)
        if closing < 0 and not known:
            unclosed.add(name)
            continue
        at = len(text) if closing < 0 else min(len(text), lower.find(">", closing) + 1 or len(text))
        yield opening.start(), at


def _lines(text: str) -> Iterator[tuple[int, int]]:
    yield from sorted(match.span() for pattern in (_QUOTED_LINE, _JSON_LINE) for match in pattern.finditer(text))


def _code_lines(text: str) -> Iterator[tuple[int, int]]:
    """Yield code without a fence; looked for once tags are gone, whose attributes look like code."""
    yield from (match.span() for match in _CODE_LINE.finditer(text))


def _framed(text: str) -> Iterator[tuple[int, int]]:
    yield from ((frame.start, frame.end) for frame in frames(text))


def _handed(text: str) -> Iterator[tuple[int, int]]:
    orders = (order for order in _MATERIAL.finditer(text) if not (KEEPS.search(order[0]) or is_own_data(order[0])))
    yield from sorted([*handed_text(text), *((order.end(), handed_end(text, order.end())) for order in orders)])


def _to_the_end(text: str) -> Iterator[tuple[int, int]]:
    if match := _TO_THE_END.search(text):
        yield match.start(), len(text)


_FOREIGN: tuple[tuple[Foreign, Callable[[str], Iterator[tuple[int, int]]]], ...] = (
    ("code", _code_blocks),
    ("quoted", _lines),
    ("pasted", _fences),
    ("code", _code_lines),
    ("played", _framed),
    ("pasted", _handed),
    ("pasted", _to_the_end),
    ("others", speakers),
    ("labelled", labelled),
    ("quoted", speech),
)
"""In the order in which they are blanked: each reads what the ones before it left."""
