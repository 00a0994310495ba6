"""Finds which lines of the context answer a question: by shared words, profile slots and who it is about."""

import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from memory.core.facts.slots import SLOTS, best_slots, cued_slots, without_cues
from memory.core.language.text import is_chinese, normalise
from memory.core.language.words import words
from memory.models.offline_context import Line
from memory.models.offline_intents import is_order, statement
from memory.models.offline_questions import asks_for_last, asks_what_you_said, is_question, sentences

ENOUGH = 0.5
"""Share of the question's content that a line must cover to count as its answer."""
ANSWERS = 3
"""Lines that are told at once when they fit equally and stand in the same list of facts."""
_WHOLE = 300
_QUESTION_CHARS = 2_000
_SLOT_WEIGHT = 1.5
"""What a profile slot that the question names counts, against the mean of its content words."""
_RANKS = {
    "now": 5,
    "profile": 4,
    "facts": 4,
    "turns": 3,
    "earlier": 2,
    "working": 2,
    "summary": 2,
    "left_out": 1,
    "shared": 1,
    "passages": 1,
}

_GENERIC = frozenset(
    words(
        "tell know remember recall say said told mention mentioned ask asked talk talked thing things please anything "
        "go going happen take place time date day leave start begin again exactly called currently now today "
        "名字 记得 知道 说过 提到 讲过 聊过 东西 事情 现在 今天 时间 日期 到底 具体"
    )
) | frozenset("对到给会有说从用做去来上下里号天次个要让想提讲聊还记")

_SUBJECTS = {
    "mother": ("mother mom mum", "妈妈 母亲 我妈"),
    "father": ("father dad", "爸爸 父亲 我爸"),
    "sister": ("sister", "姐姐 妹妹"),
    "brother": ("brother", "哥哥 弟弟"),
    "wife": ("wife", "妻子 老婆 太太"),
    "husband": ("husband", "丈夫 老公"),
    "partner": ("partner girlfriend boyfriend fiance fiancee", "女朋友 男朋友 对象 女友 男友"),
    "son": ("son", "儿子"),
    "daughter": ("daughter", "女儿"),
    "friend": ("friend", "朋友"),
    "boss": ("boss manager", "老板 经理 上司"),
    "colleague": ("colleague coworker", "同事"),
    "doctor": ("doctor", "医生"),
    "teacher": ("teacher", "老师"),
    "dog": ("dog puppy", "狗"),
    "cat": ("cat kitten", "猫"),
}
_SUBJECT_STEMS = {stem: name for name, (english, _) in _SUBJECTS.items() for stem in words(english)}
_SUBJECT_HAN = {han: name for name, (_, chinese) in _SUBJECTS.items() for han in chinese.split()}
_SOMEONES = re.compile(
    rf"(?:my|our) (?:\w+ )?(?:{'|'.join(' '.join(e for e, _ in _SUBJECTS.values()).split())})\b"
    rf"|我们?的?(?:{'|'.join(h.removeprefix('我') for h in _SUBJECT_HAN)})"
)


@dataclass(frozen=True)
class _Seen:
    """What a text is about."""

    plain: str
    """The text, normalised."""
    words: frozenset[str]
    slots: frozenset[str]
    subjects: frozenset[str]
    chinese: bool
    others: bool
    """It begins with someone of the user's ("my sister …"): its name or home is not the user's own."""


def find_lines(question: str, lines: Sequence[Line]) -> list[Line]:
    """Return the lines that answer a question, each as it is to be quoted; none if nothing does.

    The best fit, then what is closest (the message itself, profile and facts, turns, notes, other conversations),
    then the newest; several only from the same list of facts, said the same day. What no longer holds answers only
    where nothing else does, and says so. Takes time linear in the context.
    """
    speaker = "assistant" if asks_what_you_said(question) else "user"
    if asks_for_last(question):
        said = [ln for ln in lines if ln.where == "turns" and ln.by == speaker]
        return said[-1:]
    asked, content = _asked(question[:_QUESTION_CHARS])
    if not (content or asked.slots):
        return []
    candidates = [(c, _seen_line(c)) for c in _candidates(lines, speaker)]
    weights = _weights(content, [seen for _, seen in candidates])
    scored = (_judged(c, seen, partial(_score, asked, weights)) for c, seen in candidates)
    ranked = sorted(
        ((score, _RANKS[c.where], c.date, n, c) for n, (score, c) in enumerate(scored)),
        key=lambda r: r[:4],
        reverse=True,
    )
    fitting = [(score, line) for score, _, _, _, line in ranked if score >= ENOUGH]
    holding = [(score, line) for score, line in fitting if not line.ended]
    return _best(holding or fitting)


def _judged(line: Line, seen: _Seen, score: Callable[[_Seen], float]) -> tuple[float, Line]:
    """Return how well a line fits, with the line: what ended of it in its place, where that says as much."""
    own = score(seen)
    if not line.ended:
        return own, line
    fit, end = max(
        ((score(_seen(end.text, cued_slots(end.text))), end) for end in line.ended), key=lambda pair: pair[0]
    )
    return (fit, replace(line, text=end.text, ended=(end,))) if fit >= own else (own, replace(line, ended=()))


def _best(ranked: Sequence[tuple[float, Line]]) -> list[Line]:
    if not ranked:
        return []
    score, first = ranked[0]
    if first.where not in {"profile", "facts"}:
        return [first]
    equal = [ln for s, ln in ranked if s == score and ln.date == first.date and ln.where in {"profile", "facts"}]
    return list({normalise(ln.text): ln for ln in reversed(equal)}.values())[::-1][:ANSWERS]


def _candidates(lines: Iterable[Line], speaker: str) -> Iterable[Line]:
    for line in lines:
        if line.by not in {speaker, "app"} or (speaker == "assistant" and line.by == "app"):
            continue
        for text in _statements(line.text):
            yield replace(line, text=text)


def _statements(text: str) -> list[str]:
    """Return what a text states: whole if it is short, else sentence by sentence; no questions and orders."""
    if is_order(text):
        return []
    parts = [s for s in sentences(text) if not is_question(s)]
    if sum(map(len, parts)) <= _WHOLE:
        parts = [" ".join(parts)] if not is_chinese(text) else ["".join(parts)]
    return [stated for part in parts if (stated := statement(part))]


def _asked(question: str) -> tuple[_Seen, frozenset[str]]:
    """Return what a question is about and its content words, those of slot cues apart."""
    own = [s for s in cued_slots(question) if SLOTS[s].kind != "relationship"]
    slots = frozenset([*best_slots(question), *own[:1]])  # the longest cue tells: "my phone number", not "my phone"
    if _seen(question, ()).subjects:
        slots -= {"name"}  # "我的狗叫什么名字": the dog's, not the user's own
    rest = question
    for slot in _own_slots(slots):
        rest = without_cues(rest, slot)
    content = frozenset(words(rest)) - _GENERIC
    if not content and any(SLOTS[s].arity == "keyed" for s in slots):  # "my car": the cue holds the key
        content = frozenset(words(question)) - _GENERIC
    return _seen(question, slots), content


def _seen_line(line: Line) -> _Seen:
    label = line.label.casefold()
    labelled = {s.name for s in SLOTS.values() if label and label in {s.name, s.label_en.casefold(), s.label_zh}}
    return _seen(f"{line.label} {line.text}".strip(), labelled.union(cued_slots(line.text)))


def _seen(text: str, slots: Iterable[str]) -> _Seen:
    found, plain = frozenset(words(text)), normalise(text)
    subjects = {_SUBJECT_STEMS[w] for w in found if w in _SUBJECT_STEMS}
    subjects |= {name for han, name in _SUBJECT_HAN.items() if han in plain}
    others = bool(_SOMEONES.match(plain))
    return _Seen(plain, found, frozenset(slots), frozenset(subjects), is_chinese(text), others)


def _holds(seen: _Seen, word: str) -> bool:
    """Tell whether a line holds a word; a single Han character may stand inside a pair."""
    return word in seen.words or (len(word) == 1 and not word.isascii() and word in seen.plain)


def _weights(content: Iterable[str], seen: Sequence[_Seen]) -> dict[str, float]:
    """Return what each content word of the question counts: the rarer in the context, the more."""
    return {w: math.log(2 + len(seen) / max(1, sum(_holds(s, w) for s in seen))) for w in content}


def _score(asked: _Seen, weights: Mapping[str, float], seen: _Seen) -> float:
    """Return the share of the question's words and slots that a line covers, 0 if it is about someone else."""
    if not asked.subjects <= seen.subjects or (seen.others and not asked.subjects):
        return 0.0
    own = _own_slots(asked.slots)
    shared = own & seen.slots
    if not weights:
        return 1.0 if shared or asked.slots & seen.slots else 0.0
    covered = sum(weight for word, weight in weights.items() if _holds(seen, word))
    if not covered:
        return ENOUGH if _tells_alone(shared, asked.chinese != seen.chinese) else 0.0
    total = sum(weights.values())
    slot = _SLOT_WEIGHT * total / len(weights) if own else 0.0
    return round((covered + (slot if shared else 0.0)) / (total + slot), 3)


def _own_slots(slots: Iterable[str]) -> set[str]:
    """Return the slots that are told by the slot alone; people and pets need the word that names them."""
    return {s for s in slots if SLOTS[s].kind != "relationship"}


def _tells_alone(shared: Iterable[str], translated: bool) -> bool:
    """Tell whether a shared slot answers although no word does: it has one value, or is a list in another language."""
    return any(SLOTS[s].arity == "one" or (translated and SLOTS[s].arity == "list") for s in shared)
