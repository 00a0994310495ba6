"""How many argument values of later tool calls are still in a window cut to a quarter of its tokens.

Runs of an agent with tools, each cut at 70 % of its messages. What stands before, the system message apart, is
compacted to a quarter of its tokens; what the agent still called after the cut tells which values it needed. Counted
are the different values of each run: the texts and numbers in the calls' JSON arguments, however deep, which stood
before the cut word for word. Left out are true, false and null, and values of one character.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, cast

from langchain.agents.middleware import ClearToolUsesEdit
from langchain_core.messages import BaseMessage

from memory.core.messages.repair import call_ids
from memory.core.transcript.entries import Message, Role, text_of
from memory.core.window.window import fit_window
from memory.service.turn.messages import to_langchain, to_message
from memory.service.turn.token_counts import EXACT_COUNTER

CUT_AT = 0.7
"""Share of a run's messages, the system message included, that stand before the cut."""
KEPT = 0.25
"""Share of their tokens that the view may take."""
CLEARED = "[cleared]"
_EXACT = re.compile(r"[\w@#.+-]*\d[\w@#.:/+-]*|\b[A-Z]{2,}\b")
"""What a plain rule takes for an exact string: whatever holds a digit, and capitals."""


@dataclass(frozen=True)
class Run:
    """One agent run at its cut."""

    before: list[Message]
    """What was said, the system message apart."""
    needed: frozenset[str]
    """Values of later calls that stood there."""

    @property
    def room(self) -> int:
        """Tokens of the view."""
        return int(tokens_of(self.before) * KEPT)


@dataclass(frozen=True)
class View:
    """What a system makes of a run."""

    messages: list[Message]
    beside: str = ""
    """What it shows besides."""


@dataclass(frozen=True)
class Retained:
    """One system over all runs."""

    retention: float
    """Share of the needed values that its views hold."""
    valid_pairs: float
    """Share of calls and results that stand together as a provider demands."""
    tokens: float
    """Share of the tokens before the cut that the views take."""
    over: int
    """Runs whose view takes more than its room."""


Compact = Callable[[Run], View]


def read_runs(path: Path) -> list[Run]:
    """Return the runs of a file: a list of objects with `messages` (or `traj`) in the form of chat completions."""
    runs = json.loads(path.read_text(encoding="utf-8"))
    said = (run.get("messages") or run["traj"] for run in runs)
    return [run_of([_plain(number, message) for number, message in enumerate(messages)]) for messages in said]


def run_of(messages: Sequence[Message]) -> Run:
    """Return a run cut at its place."""
    at = int(len(messages) * CUT_AT)
    before = [m for m in messages[:at] if m["role"] != "system"]
    stood = seen_text(before)
    later = (value for m in messages[at:] for call in m.get("tool_calls", []) for value in scalars(call["args"]))
    return Run(before, frozenset(value for value in later if value in stood))


def scalars(value: Any) -> Iterator[str]:
    """Yield the texts and numbers in a JSON value as they would stand in it; no truth values, no single characters."""
    if isinstance(value, Mapping | list):
        for inner in value.values() if isinstance(value, Mapping) else value:
            yield from scalars(inner)
    elif isinstance(value, str | int | float) and not isinstance(value, bool):
        text = value.strip() if isinstance(value, str) else json.dumps(value)
        if len(text) > 1:
            yield text


def seen_text(messages: Sequence[Message]) -> str:
    """Return everything a model reads of messages: their texts and the arguments of their calls."""
    calls = (json.dumps(call["args"], ensure_ascii=False) for m in messages for call in m.get("tool_calls", []))
    return "\n".join([*map(text_of, messages), *calls])


def pairs(messages: Sequence[Message]) -> tuple[int, int]:
    """Return how many calls have their one result directly behind them, and how many calls and stray results there are.

    A result is stray when the messages directly before it make no such call, or had its result already.
    """
    valid = total = 0
    waiting: set[str] = set()
    for message in messages:
        if message["role"] == "tool":
            answered = message.get("tool_call_id", "") in waiting
            waiting.discard(message.get("tool_call_id", ""))
            valid, total = valid + answered, total + (not answered)
        else:
            waiting = set(call_ids(message))
            total += len(waiting)
    return valid, total


def tokens_of(messages: Sequence[Message]) -> int:
    """Return the tokens of messages by o200k_base."""
    return sum(map(EXACT_COUNTER.message, messages))


def ours(run: Run) -> View:
    """Return the window as a turn makes it."""
    window = fit_window(run.before, run.room, EXACT_COUNTER.message, EXACT_COUNTER.text)
    return View(window.messages, "\n".join([window.left_out, *window.earlier]))


def newest(run: Run, messages: Sequence[Message] | None = None) -> View:
    """Return the last messages that fit."""
    room, kept = run.room, list[Message]()
    for message in reversed(run.before if messages is None else messages):
        room -= EXACT_COUNTER.message(message)
        if room < 0:
            break
        kept.append(message)
    return View(kept[::-1])


def cleared(run: Run, *, keep: int = 0) -> View:
    """Return the messages as LangChain's context editing leaves them, their number untouched."""
    edited = [to_langchain(message) for message in run.before]
    edit = ClearToolUsesEdit(trigger=run.room, keep=keep, placeholder=CLEARED)
    edit.apply(edited, count_tokens=_count)
    return View([to_message(message) for message in edited])


def exact_lines(run: Run) -> View:
    """Return the messages with each tool result as a line of its own exact strings."""
    return View([{**m, "content": _line(text_of(m))} if m["role"] == "tool" else m for m in run.before])


def fitted(compact: Compact, run: Run) -> View:
    """Return the last messages of another view that fit."""
    return newest(run, compact(run).messages)


SYSTEMS: Mapping[str, Compact] = {
    "Holdfast": ours,
    "last messages that fit": newest,
    "LangChain ClearToolUsesEdit, then last that fit": partial(fitted, cleared),
    "a line of exact strings a result, then last that fit": partial(fitted, exact_lines),
    "LangChain ClearToolUsesEdit as it is (keep=3)": partial(cleared, keep=3),
    "a line of exact strings a result, all messages": exact_lines,
}


def retained(runs: Sequence[Run], compact: Compact) -> Retained:
    """Return how one system does over runs, averages over values, pairs and tokens."""
    held = needed = valid = total = taken = whole = over = 0
    for run in runs:
        view = compact(run)
        text = f"{view.beside}\n{seen_text(view.messages)}"
        held, needed = held + sum(value in text for value in run.needed), needed + len(run.needed)
        good, all_pairs = pairs(view.messages)
        valid, total = valid + good, total + all_pairs
        size = tokens_of(view.messages) + (EXACT_COUNTER.text(view.beside) if view.beside.strip() else 0)
        taken, whole, over = taken + size, whole + tokens_of(run.before), over + (size > run.room)
    return Retained(_share(held, needed), _share(valid, total), _share(taken, whole), over)


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 1.0


def _line(text: str) -> str:
    return f"{CLEARED} {' · '.join(dict.fromkeys(_EXACT.findall(text)))}"


def _count(messages: Sequence[BaseMessage]) -> int:
    return tokens_of([to_message(message) for message in messages])


def _plain(number: int, message: Mapping[str, Any]) -> Message:
    plain: Message = {"id": f"m{number}", "role": cast("Role", message["role"]), "content": message["content"] or ""}
    if message["role"] == "tool":
        plain |= {"tool_call_id": message["tool_call_id"], "name": message.get("name")}
    if calls := message.get("tool_calls"):
        plain["tool_calls"] = [{"id": call["id"], **_function(call["function"])} for call in calls]
    return plain


def _function(function: Mapping[str, str]) -> dict[str, Any]:
    try:
        args = json.loads(function["arguments"])
    except ValueError:  # a model may write anything
        args = {"arguments": function["arguments"]}
    return {"name": function["name"], "args": args}
