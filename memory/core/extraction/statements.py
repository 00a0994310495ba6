"""What single clauses tell: facts about the user by the rules of both languages, and standing instructions."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from memory.core.asks import standing_asks as data
from memory.core.asks.requests import ASKS_YOU
from memory.core.extraction import (
    rules_en,
    rules_en_life,
    rules_en_plans,
    rules_en_self,
    rules_zh,
    rules_zh_life,
    rules_zh_self,
    shapes_en,
    shapes_zh,
)
from memory.core.extraction.rules import Reading, read_clause, read_closed
from memory.core.extraction.slot_rules import chinese_rules, english_rules
from memory.core.facts.facts import Kind
from memory.core.facts.slots import SLOTS
from memory.core.language.clauses import Clause, Sentence, begins_with_self

ENGLISH = (*rules_en.WHO, *rules_en_life.LIFE, *rules_en_plans.PLANS, *rules_en_self.SELF)
CHINESE = (*rules_zh.WHO, *rules_zh_life.LIFE, *rules_zh_self.SELF)


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
    readings = [
        *read_clause(text, (*ENGLISH, *english_rules(SLOTS.added)), shapes_en.FILLER),
        *read_closed(text, (*CHINESE, *chinese_rules(SLOTS.added)), shapes_zh.FILLER),
    ]
    own = clause.subject + message[clause.start : clause.end]
    ends = [reading for reading in readings if reading.rule.retracts]
    slotted = [reading for reading in readings if reading.rule.slot]
    return [_statement(reading, clause, own) for reading in ends or slotted or readings]


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
    number = 0
    while number < len(parts):
        last = _reach(sentence, parts, number)
        if last is None:
            number += 1
            continue
        start, end = parts[number].start, parts[last].end
        yield _instruction(sentence.text[start - sentence.start : end - sentence.start], start, end, message)
        number = last + 1


def _reach(sentence: Sentence, parts: Sequence[Clause], first: int) -> int | None:
    """Return the last clause of an instruction that begins with clause `first`, None if none does."""
    if parts[first].reported or (first and parts[first - 1].reported):
        return None
    if sentence.question and not ASKS_YOU.match(parts[first].text):
        return None
    last = first
    while last + 1 < len(parts) and not begins_with_self(parts[last + 1].text):
        last += 1
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
