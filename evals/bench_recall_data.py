"""Public memory benchmarks in one form: what was said, in threads, and questions with the items that answer them.

Nothing here knows how recall works, and nothing else knows these files' fields.

- LoCoMo, `data/locomo10.json` of https://github.com/snap-research/locomo (CC BY-NC 4.0): two people talk in dated
  sessions. Questions of categories 1 to 4 that name evidence count; an image's caption belongs to its turn.
- LoCoMo-Plus, of https://github.com/xjtuleeyf/Locomo-Plus (made of LoCoMo): a remark is to bring back what was said
  months before in other words. The cues of all rows make one memory of one day, since none is dated; either turn of the
  right one is a hit.
- MemDaily, of https://github.com/nuster1128/MemSim: a day's messages in Chinese. Since a row has few, 300 messages of
  other rows, drawn with a fixed seed, are added to it.

Each file is told in halves: what was used for tuning (conversations and rows with even numbers) and what was not.
"""

import json
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

DISTRACTORS = 300
SEED = 7
_CATEGORIES = {1: "multi-hop", 2: "temporal", 3: "open-domain", 4: "single-hop"}
_START = datetime(2024, 1, 1, tzinfo=UTC)
_DAYS_LATER = 90
"""Days from there to the remarks."""


@dataclass(frozen=True)
class Said:
    """One message or turn."""

    id: str
    thread: str
    place: int
    role: str
    speaker: str
    time: datetime
    text: str


@dataclass(frozen=True)
class Ask:
    """A question and what answers it."""

    text: str
    answers: frozenset[str]
    category: str
    time: datetime
    tuned: bool
    """It is of the half that was used for tuning."""


@dataclass(frozen=True)
class Memory:
    """What one user said, and what is asked of it."""

    said: list[Said]
    asks: list[Ask] = field(default_factory=list)


def read_locomo(path: Path) -> Iterator[Memory]:
    """Yield each conversation of LoCoMo."""
    for number, sample in enumerate(_rows(path)):
        talk = sample["conversation"]
        said: list[Said] = []
        for session in sorted((k for k in talk if re.fullmatch(r"session_\d+", k)), key=lambda k: int(k[8:])):
            began = datetime.strptime(talk[f"{session}_date_time"], "%I:%M %p on %d %B, %Y").replace(tzinfo=UTC)
            said += [_turn(turn, session, place, began) for place, turn in enumerate(talk[session])]
        yield Memory(said, [ask for row in sample["qa"] if (ask := _asked(row, said, tuned=number % 2 == 0))])


def _turn(turn: dict[str, Any], session: str, place: int, began: datetime) -> Said:
    text = turn["text"] + (f" [{turn['blip_caption']}]" if turn.get("blip_caption") else "")
    time = began + timedelta(seconds=place)
    return Said(turn["dia_id"], session, place, "user", turn["speaker"], time, text)


def _asked(row: dict[str, Any], said: list[Said], *, tuned: bool) -> Ask | None:
    turns = [found for text in row["evidence"] for found in re.findall(r"D(\d+):(\d+)", text)]
    answers = frozenset(f"D{session}:{int(turn)}" for session, turn in turns)
    if row["category"] not in _CATEGORIES or not answers:
        return None
    return Ask(row["question"], answers, _CATEGORIES[row["category"]], said[-1].time + timedelta(days=1), tuned)


def read_locomo_plus(path: Path) -> Iterator[Memory]:
    """Yield the one memory of LoCoMo-Plus."""
    said: list[Said] = []
    asks: list[Ask] = []
    rows = _rows(path)
    for number, row in enumerate(rows):
        turns = re.findall(r"\b([AB]):\s*(.*?)\s*(?=\b[AB]:\s|\Z)", row["cue_dialogue"].replace("\\n", "\n"), re.DOTALL)
        for place, (speaker, text) in enumerate(turns):
            role = "user" if speaker == "A" else "assistant"
            said.append(Said(f"{number}/{place}", str(number), place, role, "", _START, text))
        answers = frozenset(f"{number}/{place}" for place in range(len(turns)))
        query = re.sub(r"^A:\s*", "", row["trigger_query"])
        asks.append(Ask(query, answers, row["relation_type"], _START + timedelta(days=_DAYS_LATER), number % 2 == 0))
    yield Memory(said, asks)


def read_memdaily(path: Path) -> Iterator[Memory]:
    """Yield each row of MemDaily among messages of other rows, in the order of their times."""
    rows = _rows(path)
    pool = [(number, message) for number, row in enumerate(rows) for message in row["message_list"]]
    for number, row in enumerate(rows):
        drawn = random.Random(SEED * len(rows) + number)  # noqa: S311  # a sample, no secret
        others = drawn.sample([pair for pair in pool if pair[0] != number], DISTRACTORS)
        said = [_message(of, message) for of, message in [*((number, m) for m in row["message_list"]), *others]]
        said.sort(key=lambda one: (one.time, one.id))
        asks = [_row_ask(number, row["set"], ask) for ask in row["question_list"] if ask["target_step_id"]]
        yield Memory(said, asks)


def _message(row: int, message: dict[str, Any]) -> Said:
    time = _daily_time(message["time"])
    return Said(f"{row}/{message['mid']}", str(row), message["mid"], "user", "", time, message["message"])


def _row_ask(number: int, name: str, ask: dict[str, Any]) -> Ask:
    answers = frozenset(f"{number}/{mid}" for mid in ask["target_step_id"])
    return Ask(ask["question"], answers, name.split("_")[1], _daily_time(ask["time"]), number % 2 == 0)


def _daily_time(text: str) -> datetime:
    year, month, day, hour, minute = (int(part) for part in re.findall(r"\d+", text)[:5])
    return datetime(year, month, day, hour, minute, tzinfo=UTC)


def _rows(path: Path) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))
    return rows
