"""What the crash sweep plays: conversations, histories to fold, and what must be known or gone afterwards."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from langgraph.store.base import BaseStore

from evals.crash_model import Line
from memory.core.transcript.entries import Entry, Message, make_entry, place_of
from memory.core.transcript.transcript_docs import make_thread_record
from memory.storage.due import mark_due
from memory.storage.transcript_write import append

START = datetime(2026, 3, 1, 9, tzinfo=UTC)
CONVERSATION = "trip"


@dataclass(frozen=True)
class Scenario:
    """One thing a process may be killed at."""

    name: str
    lines: tuple[Line, ...] = ()
    """Sent one after the other in one conversation."""
    known: tuple[str, ...] = ()
    """What the next turn must be shown, in this conversation and in a new one."""
    forgotten: tuple[str, ...] = ()
    """What no later turn may be shown."""
    ask: str = ""
    """The next turn's question; empty: there is none."""
    history: int = 0
    """Entries the transcript holds before, of which no checkpoint knows; four an exchange."""
    consolidates: bool = False
    """Consolidation runs after the messages."""
    late: float = 0.0
    """Seconds by which every write of a checkpoint lags behind."""

    @property
    def sent(self) -> list[tuple[str, str]]:
        """Id and text of each message."""
        return [(f"{self.name}-{number}", line.text) for number, line in enumerate(self.lines)]


def _call(name: str, **args: Any) -> tuple[str, dict[str, Any]]:
    return name, args


def _proposal(text: str) -> tuple[str, dict[str, Any]]:
    return _call("propose_memory", text=text, quote=text)


ENGLISH = Line(
    "Remember that my flight is CA1234. I live in Lisbon. What is 17 * 3?",
    "It is 51, and I noted your flight.",
    (
        (_call("calculator", expression="17 * 3"), _proposal("I live in Lisbon")),
        (_call("calculator", expression="51"),),
    ),
)
CHINESE = Line(
    "记住我的航班是MU5100。我住在里斯本。帮我算 17 * 3。",
    "等于 51，航班已经记下。",
    ((_call("calculator", expression="17 * 3"), _proposal("我住在里斯本")), (_call("calculator", expression="51"),)),
)
TRADITIONAL = Line(
    "記住我的車牌是 AB-7788。I am allergic to peanuts, 請記住。",
    "記住了。",
    ((_proposal("I am allergic to peanuts"),),),
)
CHAT = (
    Line("Good morning! 早上好！", "Good morning, how can I help?"),
    Line("I moved to Porto last week.", "Porto is lovely."),
    Line("謝謝，就這樣。", "不客氣。"),
)
FORGETS = (
    Line("Remember that I live in Lisbon. Remember that my flight is CA1234.", "Noted."),
    Line("Forget that I live in Lisbon.", "Done.", ((_call("forget_memory", what="I live in Lisbon"),),)),
)
FORGETS_ZH = (
    Line("记住我住在里斯本。记住我的航班是MU5100。", "记住了。"),
    Line("忘记我住在里斯本。", "好的。", ((_call("forget_memory", what="我住在里斯本"),),)),
)

_ONE = (
    Scenario("turn-en", (ENGLISH,), ("CA1234", "Lisbon"), ask="What is my flight and where do I live?"),
    Scenario("turn-zh", (CHINESE,), ("MU5100", "里斯本"), ask="我的航班是哪个？我住在哪里？"),
    Scenario(
        "turns", (ENGLISH, *CHAT, TRADITIONAL), ("CA1234", "Porto", "7788"), ask="我的車牌? What is my flight? City?"
    ),
    Scenario("forget-en", FORGETS, ("CA1234",), ("Lisbon",), ask="What is my flight? Which city?"),
    Scenario("forget-zh", FORGETS_ZH, ("MU5100",), ("里斯本",), ask="我的航班是哪个？城市？"),
)
_FOLDS = (
    Scenario("consolidation", history=76, consolidates=True),
    Scenario(
        "due", (CHINESE,), ("MU5100",), ask="我的航班是哪个？", history=56, consolidates=True
    ),  # the turn makes the thread due; its state was lost before
)
_LATE = tuple(replace(s, name=f"{s.name}-late", late=0.05) for s in (*_ONE[:2], _ONE[3]))
SCENARIOS: dict[str, Scenario] = {s.name: s for s in (*_ONE, *_LATE, *_FOLDS)}
PLANTED = ("CA1234", "MU5100", "Lisbon", "里斯本", "Porto", "7788")
EXACT = ("HB-20417", "2026-04-18", "¥3,500")
"""Exact strings in the oldest entries of a history: every summary must keep them."""


def history(count: int, thread: str) -> list[Entry]:
    """Return a conversation of `count` entries, English and Chinese, now and then with a tool round."""
    entries: list[Entry] = []
    for number, message in enumerate(_messages(count)):
        parent = place_of(entries[-1]) if entries else None
        entries.append(make_entry(message, thread, parent, START + timedelta(minutes=number)))
    return entries


def _messages(count: int) -> Sequence[Message]:
    messages: list[Message] = []
    while len(messages) < count:
        number = len(messages)
        ask, call = f"Booking {EXACT[0]} on {EXACT[1]}, please: step {number}.", f"call-{number}"
        messages += [
            {"id": f"u{number}", "role": "user", "content": ask if number % 8 else f"第{number}步：预算是{EXACT[2]}。"},
            {
                "id": f"c{number}",
                "role": "assistant",
                "content": "",
                "tool_calls": [{"id": call, "name": "calculator", "args": {"expression": f"{number} + 1"}}],
            },
            {
                "id": f"r{number}",
                "role": "tool",
                "content": str(number + 1),
                "tool_call_id": call,
                "name": "calculator",
            },
            {"id": f"a{number}", "role": "assistant", "content": f"Step {number} is done. 第{number}步完成。"},
        ]
    return messages


async def write_history(store: BaseStore, root: str, thread: str, scenario: Scenario) -> None:
    """Write the scenario's history, and mark the thread due if nothing but consolidation follows."""
    if not scenario.history:
        return
    entries = history(scenario.history, thread)
    record = make_thread_record(thread, CONVERSATION, START)
    await append(store, root, thread, entries, head=place_of(entries[-1]), record=record)
    if not scenario.lines:
        await mark_due(store, root, thread)
