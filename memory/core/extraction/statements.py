"""What single clauses tell: facts about the user by the rules of both languages, and standing instructions."""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from memory.core.asks import standing_asks as data
from memory.core.asks.requests import ASKS_YOU
from memory.core.extraction import (
    rules_en,
    rules_en_events,
    rules_en_life,
    rules_en_numbers,
    rules_en_plans,
    rules_en_self,
    rules_en_tastes,
    rules_en_work,
    rules_zh,
    rules_zh_life,
    rules_zh_self,
    rules_zh_work,
    shapes_en,
    shapes_zh,
)
from memory.core.extraction.idle import idle, marks
from memory.core.extraction.rules import Reading, read_closed, read_without
from memory.core.extraction.slot_rules import chinese_rules, english_rules
from memory.core.facts.facts import Kind
from memory.core.facts.slots import SLOTS
from memory.core.language.clauses import CLAUSE_LIMIT, Clause, Sentence, begins_with_self

ENGLISH = (
    *rules_en.WHO,
    *rules_en_work.WORK,
    *rules_en_numbers.NUMBERS,
    *rules_en_life.LIFE,
    *rules_en_tastes.TASTES,
    *rules_en_plans.PLANS,
    *rules_en_self.SELF,
    *rules_en_events.EVENTS,
)
CHINESE = (*rules_zh.WHO, *rules_zh_work.WORK, *rules_zh_life.LIFE, *rules_zh_self.SELF)
_FILLERS = (shapes_en.FILLER, shapes_zh.FILLER)
_HAN = re.compile("[\u3400-\u9fff]")
_PARTICLES = re.compile("(?<=[\u3400-\u9fff])[嘛啦呀哈哦喔啊咯耶唷]{1,3}[!~。\\s]{0,3}$")
"""What ends a Chinese clause and says nothing: 我是护士嘛."""
_LETTER = re.compile("[^\\W\\d_\u3400-\u9fff]")


@dataclass(frozen=True)
class Statement:
    """A fact as it was read in a message."""

    text: str
    """The statement alone, as the user wrote it."""
    start: int
    """Where the words it was read from stand in the message, for the quote."""
    end: int
    kind: Kind
    slot: str | None = None
    value: str | None = None
    retracts: bool = False
    confidence: float = 0.9
    read: tuple[int, int] = (0, 0)
    """The stretch of the message that `text` covers."""


def statements(clause: Clause, message: str) -> list[Statement]:
    """Return what an asserted clause tells about the user; `message` is what its offsets point into."""
    text = clause.subject + clause.text
    readings = [reading for reading in _readings(text) if not _is_cut(reading, clause)]
    own = clause.subject + message[clause.start : clause.end]
    ends = [reading for reading in readings if reading.rule.retracts]
    slotted = [reading for reading in readings if reading.rule.slot]
    return [_statement(reading, clause, own) for reading in ends or slotted or readings]


def _readings(text: str) -> list[Reading]:
    """Return what the rules of both languages read in a folded clause; of a language it is not written in, nothing.

    A clause in which no slot is found is read again without its adverbs and points in time.
    """
    text = _PARTICLES.sub("", text)
    found = _read(text, marks(text))
    if any(reading.rule.slot for reading in found):
        return found
    start = max((lead.end() for filler in _FILLERS if (lead := filler.match(text))), default=0)
    time, adverbs = idle(text, start)
    again = _read(text, {*time, *adverbs}) if time or adverbs else []
    if not any(reading.rule.slot for reading in again):
        return found
    return [replace(reading, start=min(reading.start, time.start)) if time else reading for reading in again]


def _read(text: str, left_out: Collection[int]) -> list[Reading]:
    """Return what the rules of both languages read in a folded clause without the characters at some places."""
    found: list[Reading] = []
    if _LETTER.search(text):
        found += read_without(text, left_out, (*ENGLISH, *english_rules(SLOTS.added)), shapes_en.FILLER)
    if _HAN.search(text):
        found += read_closed(text, (*CHINESE, *chinese_rules(SLOTS.added)), shapes_zh.FILLER, left_out)
    return found


def _is_cut(reading: Reading, clause: Clause) -> bool:
    """Tell whether a reading goes on to the end of a clause of which the rest was left out."""
    return len(clause.text) >= CLAUSE_LIMIT - 1 and reading.end >= len(clause.subject + clause.text)


def _statement(reading: Reading, clause: Clause, own: str) -> Statement:
    """Return a reading in the user's own spelling; `own` is the clause with its implied subject."""
    shift = clause.start - len(clause.subject)
    value = own[slice(*reading.span)] if reading.span else None
    if value and reading.key:
        value = f"{reading.key.strip()}: {value}"
    return Statement(
        text=sentence_case(_told(reading, own)),
        start=clause.start,
        end=clause.end,
        kind=reading.rule.kind,
        slot=reading.rule.slot,
        value=value,
        retracts=reading.rule.retracts,
        confidence=reading.rule.confidence,
        read=(max(clause.start, shift + reading.start), shift + reading.end),
    )


def _told(reading: Reading, own: str) -> str:
    """Return the statement with the one value instead of the enumeration it stands in."""
    if reading.span is None or reading.whole is None:
        return own[reading.start : reading.end]
    before, after = own[reading.start : reading.whole[0]], own[reading.whole[1] : reading.end]
    return before + own[slice(*reading.span)] + after


def sentence_case(text: str) -> str:
    """Return `text` with a capital first letter, unless its first word is spelled in a way of its own."""
    first = text.split(" ", 1)[0]
    return text[:1].upper() + text[1:] if first.islower() else text


def instructions(sentence: Sentence, parts: Sequence[Clause], message: str) -> Iterator[Statement]:
    """Yield the standing instructions in a sentence: each runs on to the next clause about the user."""
    number, reaches = 0, _reaches(parts)
    while number < len(parts):
        last = _reach(sentence, parts, number, reaches[number])
        if last is None:
            number += 1
            continue
        start, end = parts[number].start, parts[last].end
        yield _instruction(sentence.text[start - sentence.start : end - sentence.start], start, end, message)
        number = last + 1


def _reaches(parts: Sequence[Clause]) -> list[int]:
    """Return for each clause the last one before the next about the user, within what is read of an instruction."""
    reaches: list[int] = []
    last = len(parts) - 1
    for number in range(len(parts) - 1, -1, -1):
        while last > number and parts[last].end - parts[number].start > CLAUSE_LIMIT:
            last -= 1
        reaches.append(last)
        if begins_with_self(parts[number].text):
            last = number - 1
    return reaches[::-1]


def _reach(sentence: Sentence, parts: Sequence[Clause], first: int, last: int) -> int | None:
    """Return the last clause of an instruction from clause `first` on, at most `last`; None if none begins there."""
    if parts[first].reported or (first and parts[first - 1].reported):
        return None
    if sentence.question and not ASKS_YOU.match(parts[first].text):
        return None
    for end in (last, first):
        if is_instruction(sentence.text[parts[first].start - sentence.start : parts[end].end - sentence.start]):
            return end
    return None


def is_instruction(text: str) -> bool:
    """Tell whether folded text is an instruction for all answers from now on."""
    english = data.INSTRUCTION_EN.fullmatch(text) and not data.NOT_INSTRUCTION_EN.match(text)
    chinese = data.INSTRUCTION_ZH.fullmatch(text) and not data.NOT_INSTRUCTION_ZH.match(text)
    return bool(english or chinese)


def _instruction(folded: str, start: int, end: int, message: str) -> Statement:
    text = sentence_case(message[start:end].strip(" ,，"))
    for slot, patterns in data.INSTRUCTED:
        if found := next((match for pattern in patterns if (match := pattern.search(folded))), None):
            value = message[start + found.start("value") : start + found.end("value")]
            return Statement(text, start, end, SLOTS[slot].kind, slot, value, confidence=0.95, read=(start, end))
    return Statement(text, start, end, "instruction", confidence=0.95, read=(start, end))
