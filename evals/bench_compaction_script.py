"""The conversations of `bench_compaction`: the same every time, each turn telling one exact string that is asked later.

Entries have about 200 tokens. Every fifth string is told as something to remember, the others in passing, at any place
in what the user, the assistant or a tool says.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass

from evals.bench_compaction_words import (
    ANSWERS,
    CALLING,
    FIRST_NAMES,
    LAST_NAMES,
    MONTHS,
    QUESTIONS,
    REMEMBER,
    SAYINGS,
    TOPICS,
    Kind,
)

SCRIPTS = {"english": "en", "chinese": "zh", "tools": "en"}
"""Each script and its language; in `tools` every turn looks something up."""
FACT_EVERY = 5
_SENTENCES = {"en": 12, "zh": 10}
"""Of an entry."""


@dataclass(frozen=True)
class Planted:
    """An exact string, told once."""

    text: str
    kind: Kind
    question: str
    """Asks for it without telling it."""
    fact: bool
    """The user asks to remember it."""


@dataclass(frozen=True)
class Turn:
    """What is said in one turn."""

    user: str
    answer: str
    calling: str = ""
    """What the assistant says when it calls the tool, empty in a turn without a call."""
    query: str = ""
    result: str = ""
    """What the tool returns to `query`."""

    @property
    def entries(self) -> list[str]:
        """The texts of its messages, in their order."""
        return [self.user, *([self.calling, self.result] if self.calling else []), self.answer]


@dataclass(frozen=True)
class Script:
    """One conversation."""

    name: str
    turns: list[Turn]
    planted: list[Planted]
    """One a turn, in their order."""


def script_of(name: str, turns: int) -> Script:
    """Return a script of up to 200 turns."""
    language = SCRIPTS[name]
    dice = random.Random(f"compaction {name}")  # noqa: S311  # varies texts, no secret
    about = [(topic, saying) for topic in TOPICS[language] for saying in SAYINGS[language]]
    dice.shuffle(about)
    values = {kind: _values(kind, language, dice) for kind in ("date", "amount", "id", "name")}
    made: list[Turn] = []
    planted: list[Planted] = []
    for number, (topic, saying) in enumerate(about[:turns]):
        value = next(values[saying.kind])
        fact = number % FACT_EVERY == 0
        planted.append(Planted(value, saying.kind, saying.asked.format(topic=topic), fact))
        told = saying.told.format(topic=topic, value=value)
        made.append(_turn(topic, told, language, dice, number=number, fact=fact, tools=name == "tools"))
    return Script(name, made, planted)


def _turn(topic: str, told: str, language: str, dice: random.Random, *, number: int, fact: bool, tools: bool) -> Turn:
    if fact:
        told = REMEMBER[language].format(told=told[0].lower() + told[1:])
    place = "user" if fact else dice.choice(("user", "answer", "result") if tools else ("user", "answer"))

    def entry(name: str, sentences: tuple[str, ...]) -> str:
        count = _SENTENCES[language] - (name == place)
        lines = [text.format(topic=topic) for text in dice.sample(sentences, count)]
        if name == place:
            lines.insert(dice.randint(0, count), told)
        return (" " if language == "en" else "").join(line[0].upper() + line[1:] for line in lines)

    user, answer = entry("user", QUESTIONS[language]), entry("answer", ANSWERS[language])
    if not tools:
        return Turn(user, answer)
    query = f"{topic} {number}"
    return Turn(user, answer, CALLING[language].format(topic=topic), query, entry("result", ANSWERS[language]))


def _values(kind: Kind, language: str, dice: random.Random) -> Iterator[str]:
    """Yield exact strings of one kind, none of them part of another."""
    given: list[str] = []
    while True:
        value = _value(kind, language, dice)
        if not any(value in other or other in value for other in given):
            given.append(value)
            yield value


def _value(kind: Kind, language: str, dice: random.Random) -> str:
    chinese = language == "zh"
    if kind == "date":
        month, day = dice.randrange(len(MONTHS)), dice.randint(1, 28)
        return f"2031年{month + 1}月{day}日" if chinese else f"{day} {MONTHS[month]} 2031"
    if kind == "amount":
        amount = f"{dice.randint(1_200, 98_000) * 10:,}"
        return f"{amount}元" if chinese else f"{amount} euros"
    if kind == "id":
        return f"{dice.choice('HKRTWBDFG')}{dice.choice('BDFGHKMP')}-{dice.randint(10_000, 99_999)}"
    first, last = dice.choice(FIRST_NAMES[language]), dice.choice(LAST_NAMES[language])
    return f"{last}{first}" if chinese else f"{first} {last}"
