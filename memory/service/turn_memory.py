"""What a turn knows of its user: settings, current facts and what recall found, as the state's `turn` holds it."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from langgraph.store.base import BaseStore

from memory.core.current import CurrentFact
from memory.core.facts import Assertion
from memory.core.quoting import quoted
from memory.core.slots import SLOTS
from memory.core.text import is_chinese, one_line
from memory.service.context import Context, zone_of
from memory.service.fact_index import FACTS, Memory
from memory.service.recall import Recall, recall
from memory.service.settings import time_zone
from memory.storage.turn import TurnRead

_LINE_CHARS = 500
_NAME_CHARS = 60


@dataclass(frozen=True)
class Settings:
    """What holds in this turn: the context's choice, narrowed by the user's own settings."""

    memory: bool
    learn: bool
    past_conversations: bool
    approval: str
    time_zone: str


def settings_of(context: Context, stored: Mapping[str, Any]) -> Settings:
    """Return the turn's settings: a switch is on only where both the context and the user leave it on.

    Raises InputError: the time zone is no IANA name.
    """
    zone = str(stored.get("time_zone") or context.time_zone or time_zone())
    memory = context.memory and stored.get("memory") is not False
    return Settings(
        memory=memory,
        learn=context.learn and memory and stored.get("learn") is not False,
        past_conversations=context.past_conversations and memory and stored.get("past_conversations") is not False,
        approval=str(stored.get("approval") or context.approval),
        time_zone=zone_of(zone).key,
    )


async def recall_for_turn(
    store: BaseStore,
    root: str,
    thread: str,
    question: str,
    read: TurnRead,
    context: Context,
    settings: Settings,
    now: datetime,
) -> tuple[Memory, Recall]:
    """Return the user's facts and what was recalled of them and of past conversations."""
    memory = await FACTS.load(store, root, read.version)
    if not settings.memory:
        return memory, Recall([], [], [], 0.0)
    found = await recall(
        store,
        root,
        thread,
        question,
        now=now,
        memory=memory,
        want_passages=settings.past_conversations,
        deadline_ms=context.recall_deadline_ms,
        max_facts=context.recall_facts,
        max_passages=context.recall_passages,
    )
    return memory, found


def turn_lines(memory: Memory, read: TurnRead, found: Recall, settings: Settings) -> dict[str, Any]:
    """Return what enters the sections of the window: lines of profile, instructions, working memory, and recall."""
    spans = memory.current if settings.memory else []
    profile = [s for s in spans if s["fact"]["slot"] and s["fact"]["kind"] != "instruction"]
    orders = [span for span in spans if span["fact"]["kind"] == "instruction"]
    return {
        "profile": [profile_line(span) for span in profile],
        "instructions": [f"- {one_line(span['fact']['text'], _LINE_CHARS)}" for span in orders],
        "standing": [
            *(_reference("profile", span["fact"]) for span in profile),
            *(_reference("instruction", span["fact"]) for span in orders),
        ],
        "working": [f"- {key}: {_quote(str(item.get('value')))}" for key, item in read.working.items()],
        "facts": [asdict(fact) for fact in found.facts],
        "passages": [asdict(passage) for passage in found.passages],
    }


def _reference(kind: str, fact: Assertion) -> dict[str, str]:
    """Return what the context report tells of a fact that stands in every window."""
    source = fact["source"]
    told = {"type": kind, "id": fact["id"], "thread": source["thread"], "entry": source["entry"]}
    return told | {"observed_at": fact["observed_at"]}


def now_line(now: str, zone: str) -> str:
    """Return the user's local date and time as the window shows it."""
    return datetime.fromisoformat(now).astimezone(ZoneInfo(zone)).strftime(f"%Y-%m-%d %A %H:%M ({zone})")


def profile_line(span: CurrentFact) -> str:
    """Return a profile fact as a line: its slot's label in the language of the fact, the text, since when, by whom.

    The day is that on which it was first said, so that saying it again changes no line.
    """
    fact: Assertion = span["fact"]
    slot = SLOTS[str(fact["slot"])]
    label = slot.label_zh if is_chinese(fact["text"]) else slot.label_en
    return f"- {label}: {_quote(fact['text'])} [{span['since'][:10]}, {fact['said_by']}]"


def fact_lines(facts: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return recalled facts as lines: a quotation, its day, who said it."""
    return [f"{_quote(f['text'])} [{f['observed_at'][:10]}, {f['said_by']}]" for f in facts]


def passage_lines(passages: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return recalled passages as lines: the day, the conversation and who said it, then a quotation."""
    return [
        f"[{p['time'][:10]}, conversation {quoted(one_line(p['conversation'], _NAME_CHARS))}] {p['role']}: "
        f"{_quote(p['text'], 2 * _LINE_CHARS)}"
        for p in passages
    ]


def _quote(text: str, limit: int = _LINE_CHARS) -> str:
    return quoted(one_line(text, limit))
