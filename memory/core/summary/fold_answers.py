"""What a model answers that folds a conversation: taken only if it is what was asked for, without what it invents."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, get_args

from memory.core.language.shorten import CountText
from memory.core.language.text import clean_text, normalise, one_line
from memory.core.summary.fold_requests import Request
from memory.core.summary.fold_words import SECTION_OF, Section, in_language
from memory.core.summary.invented import Source, invented, without
from memory.core.summary.recalibration import normals
from memory.core.summary.small_talk import may_say_nothing
from memory.core.summary.summary_text import render_sections

_LINE_CHARS = 600
_COPIED_CHARS = 6
"""Characters of a line that says nothing where the request has it: small models give a field's description back."""
_MOST_INVENTED = 0.5
_FEW = 0.3
"""Share of the tokens it may take, half of those it is asked for, below which a merge has no need to drop anything."""
_MOST_LOST, _MANY_LOST = 0.5, 3
_STOCK = re.compile(
    r"\W*(?:sure|certainly|of course|absolutely|okay|here(?:'s| is| are)|below (?:is|are)"
    r"|i(?:'m| am) (?:sorry|unable|an? )"
    r"|i (?:can(?:no|')t|cannot|apologi[sz]e)|sorry|as an? (?:ai|language model)|let me know|feel free"
    r"|the (?:conversation|notes?|text) (?:is|are|was|were)? ?(?:empty|missing)"
    r"|好的|当然|當然|没问题|沒問題|以下是|下面是|这是|這是您|我(?:无法|無法|不能)|抱歉|很抱歉|对不起|對不起|作为一?个?(?:AI|人工智能)"
    r"|作為一?個?(?:AI|人工智慧)|请提供|請提供)(?![a-z])",
    re.IGNORECASE,
)
_HEADINGS = frozenset(heading.rstrip(":：") for heading in SECTION_OF)
_NOTHING = re.compile(
    r"\W*(?:none|nothing|n/?a|null|empty|no(?:thing)? (?:open|decisions?|questions?)[\w ]*"
    r"|没有|沒有|无|無|暂无|暫無|空)?\W*",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Answer:
    """What may be used of an answer."""

    text: str = ""
    """The notes as a summary holds them; empty when the answer is refused, or there is rightly nothing to note."""
    problem: str = ""
    """Why it is refused, in words for the model, empty when it is not; it holds none of the text."""
    invented: int = 0
    """Exact strings that nobody had said and that were taken out."""


def read_notes(reply: str, request: Request, count: CountText) -> Answer:
    """Return the notes that a model answered to `request`, or why they cannot be used."""
    if not reply.strip():
        return Answer(problem="it is empty")
    sections = _sections(reply, normalise(request.system))
    if sections is None:
        stock = _STOCK.match(reply.strip()) is not None
        return Answer(problem="it talks instead of noting" if stock else "it is cut off or not the JSON asked for")
    lines = [line for some in sections.values() for line in some]
    if problem := _problem(lines, reply, request):
        return Answer(problem=problem)
    return _checked(render_sections(sections, request.words), request, count)


def _sections(reply: str, asked: str) -> dict[Section, list[str]] | None:
    """Return the lines by section, each once, without those of the request, None when it is no object of lists."""
    start = reply.find("{")
    try:
        found: Any = json.loads(reply[start : reply.rfind("}") + 1]) if start >= 0 else None
    except ValueError:
        return None
    if not isinstance(found, dict) or not all(isinstance(found.get(name), list) for name in get_args(Section)):
        return None
    sections: dict[Section, list[str]] = {name: [] for name in get_args(Section)}
    known = set[str]()
    for name, lines in sections.items():
        for line in _lines(found[name]):
            plain = normalise(line)
            if plain not in known and not (len(plain) >= _COPIED_CHARS and plain.rstrip(".。") in asked):
                lines.append(line)
                known.add(plain)
    return sections


def _lines(values: list[Any]) -> Iterator[str]:
    for value in values:
        line = one_line(clean_text(value), _LINE_CHARS).lstrip("-*•· ") if isinstance(value, str) else ""
        if not _NOTHING.fullmatch(line) and line.rstrip(":： ") not in _HEADINGS:
            yield line


def _problem(lines: list[str], reply: str, request: Request) -> str:
    if request.mark in reply:
        return "it repeats the request"
    if not lines:
        nothing = request.step == "fold" and may_say_nothing(request.source)
        return "" if nothing else "it is empty, or repeats the request"
    if any(_STOCK.match(line) for line in lines):
        return "it talks instead of noting"
    if not in_language("\n".join(lines), request.words):
        return "it is in another language"
    return ""


def _drops_most(text: str, source: str) -> bool:
    """Tell whether a merge drops most of the exact strings of the notes it is of, and not only one or two."""
    told = normals([source])
    lost = told - normals([text])
    return len(lost) >= _MANY_LOST and len(lost) > _MOST_LOST * len(told)


def _checked(text: str, request: Request, count: CountText) -> Answer:
    """Return notes without what nobody said; they are refused when that is much, or they are too long."""
    tokens = count(text)
    if tokens > request.limit:
        return Answer(problem="it is too long")
    if request.step == "merge" and tokens < _FEW * request.limit and _drops_most(text, request.source):
        return Answer(problem="it leaves out most of the names, numbers and dates, though there is room")
    source = Source(request.source)
    new = invented(text, source)
    if not new:
        return Answer(text)
    told = {anchor.normal for anchor in invented(text, Source(""))}
    if len(new) > 1 and len({anchor.normal for anchor in new}) > _MOST_INVENTED * len(told):
        return Answer(problem="it holds names, numbers or dates that were not said")
    return Answer(without(text, new), invented=len(new))
