"""Paths of a thread with tool calls, written by hand or drawn by hypothesis."""

from datetime import UTC, datetime, timedelta
from typing import Any

from hypothesis import strategies as st

from memory.core.transcript.entries import Entry, Message, make_entry, place_of

START = datetime(2026, 11, 29, 8, tzinfo=UTC)


def user(text: str | list[Any]) -> Message:
    return {"id": "", "role": "user", "content": text}


def assistant(text: str, *calls: tuple[str, str, dict[str, Any]]) -> Message:
    """An answer; each call is its id, tool and arguments."""
    made = [{"id": call, "name": name, "args": args} for call, name, args in calls]
    return {"id": "", "role": "assistant", "content": text, "tool_calls": made}


def result(call: str, text: str, status: str = "success") -> Message:
    return {"id": "", "role": "tool", "content": text, "tool_call_id": call, "status": status}


def path_of(*messages: Message, parent: Entry | None = None, thread: str = "T", prefix: str = "m") -> list[Entry]:
    """The entries of messages, each after the one before, an hour apart."""
    path: list[Entry] = []
    for number, message in enumerate(messages):
        before = path[-1] if path else parent
        depth = before["depth"] + 1 if before else 0
        identified: Message = {**message, "id": f"{prefix}{number}"}
        place = place_of(before) if before else None
        path.append(make_entry(identified, thread, place, START + timedelta(hours=depth)))
    return path


SAYINGS = (
    "My flight CA1234 leaves on 2026-12-05 at 15:30.",
    "Please keep the budget under $1,500.",
    "thanks",
    "I would like a quiet room with a view of the sea, and no carpet if that can be arranged.",
    "我的订单号是 AB-778812，请在 12月5日 之前送到。",
    "預算是３．５萬元，請聯絡陳醫生。",
    "好的，谢谢",
    "",
    "Mixed 中文 and English: call +86 138 1234 5678 明天 please.",
    "x" * 700,
    "没有标点的很长的一句话" * 60,
)


@st.composite
def exchanges(draw: st.DrawFn) -> list[Message]:
    """A user's message, up to three calls with their results (some missing or late) and an answer."""
    said = [user(draw(st.sampled_from(SAYINGS)))]
    # Ids are short on purpose: some providers use them again and again.
    calls = draw(st.lists(st.sampled_from(["c1", "c2", "c3"]), unique=True, max_size=3))
    if calls:
        said.append(assistant("", *((call, "find_flights", {"to": "PEK", "order": f"O-{call}9"}) for call in calls)))
        answered = draw(st.permutations(calls))[: draw(st.integers(0, len(calls)))]
        said += [result(call, draw(st.sampled_from(SAYINGS))) for call in answered]
    said.append(assistant(draw(st.sampled_from(SAYINGS))))
    return said


@st.composite
def paths(draw: st.DrawFn, min_size: int = 0, max_size: int = 30) -> list[Entry]:
    """A whole path of exchanges; it may end anywhere, also between a call and its results."""
    said = [m for one in draw(st.lists(exchanges(), min_size=min_size, max_size=max_size)) for m in one]
    return path_of(*said[: max(len(said) - draw(st.integers(0, 2)), min_size)])


def parted_pairs(ranges: list[list[Entry]], path: list[Entry]) -> list[str]:
    """The calls whose result is not in their own range: what may never be."""
    where = {entry["key"]: number for number, part in enumerate(ranges) for entry in part}
    callers: dict[str, str] = {}
    parted: list[str] = []
    for entry in path:
        callers |= {call["id"]: entry["key"] for call in entry.get("tool_calls", [])}
        caller = callers.get(entry.get("tool_call_id", ""))
        if caller and where.get(caller) != where.get(entry["key"]):
            parted.append(entry["key"])
    return parted
