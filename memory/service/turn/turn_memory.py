"""What a turn knows of its user: settings, current facts and what recall found, as the state's `turn` holds it."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from langgraph.store.base import BaseStore

from memory.core.facts.current import CurrentFact
from memory.core.facts.facts import Assertion
from memory.core.facts.slots import label_of
from memory.core.language.quoting import quoted
from memory.core.language.text import is_chinese, one_line
from memory.core.recall.ended import ended_mark
from memory.core.shared.items import EVERYONE
from memory.core.transcript.entries import Terms
from memory.core.working import task_lines
from memory.service.facts.fact_index import FACTS, NO_FACTS, Memory
from memory.service.recall.recall import Recall, recall
from memory.service.settings.context import Context, zone_of
from memory.service.settings.settings import time_zone
from memory.storage.turn import TurnRead

_PASSAGE_CHARS = 1_000
_AROUND_CHARS = 300
_NAME_CHARS = 60


@dataclass(frozen=True)
class Settings:
    """What holds in this turn: the context's choice, narrowed by the user's own settings."""

    memory: bool
    learn: bool
    past_conversations: bool
    approval: str
    time_zone: str
    temporary: bool = False
    language: str | None = None
    """In which answers are given (`reply_language.LANGUAGES`); None: that of the message."""
    unremembered: bool = False


def settings_of(
    context: Context, stored: Mapping[str, Any], *, temporary: bool = False, unremembered: bool = False
) -> Settings:
    """Return the turn's settings: a switch is on only where both the context and the user leave it on.

    In a temporary conversation none is; in one that is not remembered nothing is learned.
    Raises InputError: the time zone is no IANA name.
    """
    zone = str(stored.get("time_zone") or context.time_zone or time_zone())
    memory = context.memory and stored.get("memory") is not False and not temporary
    return Settings(
        memory=memory,
        learn=context.learn and memory and stored.get("learn") is not False and not unremembered,
        past_conversations=context.past_conversations and memory and stored.get("past_conversations") is not False,
        approval=str(stored.get("approval") or context.approval),
        time_zone=zone_of(zone).key,
        temporary=temporary,
        language=stored.get("language"),
        unremembered=unremembered,
    )


def terms_of(settings: Settings, context: Context) -> Terms:
    """Return what of a turn's settings its messages keep: what is not the default, for what reads them later."""
    terms: Terms = {}
    if not settings.learn or context.extract == "off":
        terms["learn"] = False
    if settings.approval != Context.approval:
        terms["approval"] = settings.approval
    if settings.time_zone != time_zone():
        terms["time_zone"] = settings.time_zone
    if context.extract == "turn":
        terms["extract"] = "turn"
    return terms


async def recall_for_turn(
    store: BaseStore,
    root: str,
    thread: str,
    question: str,
    read: TurnRead,
    context: Context,
    settings: Settings,
    now: datetime,
    in_view: Collection[str] | None,
) -> tuple[Memory, Recall]:
    """Return the user's facts and what was recalled of them, of what was said before, and of what is shared.

    What is shared is no memory of the user's: it is recalled where memory is off too.
    """
    memory, on = await FACTS.load(store, root, read.version, now), settings.memory
    found = await recall(
        store,
        root,
        thread,
        question,
        now=now.astimezone(ZoneInfo(settings.time_zone)),
        memory=memory if on else NO_FACTS,
        others=settings.past_conversations,
        in_view=in_view if on else None,
        deadline_ms=context.recall_deadline_ms,
        max_facts=context.recall_facts,
        max_passages=context.recall_passages,
        shared=read.shared,
    )
    return memory, found


def turn_lines(memory: Memory, read: TurnRead, found: Recall, settings: Settings) -> dict[str, Any]:
    """Return what enters the sections of the window: lines of profile, instructions, working memory, and recall."""
    spans = memory.current if settings.memory else []
    coming = memory.upcoming if settings.memory else []
    profile = [s for s in (*spans, *coming) if s["fact"]["slot"] and s["fact"]["kind"] != "instruction"]
    orders = [span for span in spans if span["fact"]["kind"] == "instruction"]
    return {
        "profile": [profile_line(span) for span in profile],
        "instructions": [f"- {_whole(span['fact']['text'])}" for span in orders],
        "standing": [
            *(_reference("profile", span["fact"]) for span in profile),
            *(_reference("instruction", span["fact"]) for span in orders),
        ],
        "working": task_lines(read.working),
        "facts": [asdict(fact) for fact in found.facts],
        "passages": [asdict(passage) for passage in found.passages],
        "shared": [asdict(item) for item in found.shared],
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

    The day is that on which it was first said, so that saying it again changes no line. One that is yet to begin or
    ends by itself says when.
    """
    fact: Assertion = span["fact"]
    label = label_of(str(fact["slot"]), chinese=is_chinese(fact["text"]))
    return f"- {label}{_times(span)}: {_quote(fact['text'])} [{span['since'][:10]}, {fact['said_by']}]"


def _times(span: CurrentFact) -> str:
    """Return from and until when a fact of the profile holds, as its label tells it; a past beginning is not told."""
    fact, chinese = span["fact"], is_chinese(span["fact"]["text"])
    begins = fact["valid_from"] if span["holds_from"] != span["since"] else None
    told = [(begins, "from", "自"), (fact["valid_until"], "until", "至")]
    words = [f"{zh}{day[:10]}" if chinese else f"{en} {day[:10]}" for day, en, zh in told if day]
    return f" ({', '.join(words)})" if words else ""


def fact_lines(facts: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return recalled facts as lines: a quotation, its day, who said it."""
    return [f"{_quote(f['text'])} [{f['observed_at'][:10]}, {f['said_by']}]" for f in facts]


def shared_lines(items: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return shared knowledge as lines: a quotation, its day, for whom it was written."""
    return [f"{_quote(one['text'])} [{one['added'][:10]}, for {_readers(one['whose'])}]" for one in items]


def _readers(whose: str) -> str:
    return EVERYONE if whose == EVERYONE else "the user's organisation"


def passage_lines(passages: Sequence[Mapping[str, Any]], here: str) -> list[str]:
    """Return recalled passages as lines: the day, the conversation and who said it, a quotation, what of it ended and
    what was said around.

    `here`: name of the conversation they are recalled in.
    """
    return [
        f"[{p['time'][:10]}, {_where(p['conversation'], here)}] {p['role']}: "
        f"{_quote(p['text'], _PASSAGE_CHARS)}{ended_mark(p['text'], p.get('ended', ()))}{_around(p)}"
        for p in passages
    ]


def _around(passage: Mapping[str, Any]) -> str:
    """Return what was said right before and after a passage, shortened."""
    near = [(when, passage[when]) for when in ("before", "after") if passage.get(when)]
    told = [f"{when}, {one['role']}: {_quote(one['text'], _AROUND_CHARS)}" for when, one in near]
    return f" ({'; '.join(told)})" if told else ""


def _where(conversation: str, here: str) -> str:
    if conversation == here:
        return "earlier in this conversation"
    return f"conversation {quoted(one_line(conversation, _NAME_CHARS))}"


def _quote(text: str, limit: int | None = None) -> str:
    return quoted(_whole(text) if limit is None else one_line(text, limit))


def _whole(text: str) -> str:
    """Return a fact's text on one line; it was held to its limit when it was written."""
    return one_line(text, len(text))
