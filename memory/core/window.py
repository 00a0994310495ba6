"""Plans the window of messages: which of them the model sees, how shortened, within its room.

A pure function from inputs to a view; nothing stored is changed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from memory.core.entries import Message, text_of
from memory.core.last_resort import made_to_fit
from memory.core.referred import referred_lines
from memory.core.repair import repaired
from memory.core.shares import EARLIER_CEILING
from memory.core.shorten import CountMessage, CountText
from memory.core.window_cut import Marks, WindowCut, asks, cut_at, marks_of, rounds_of
from memory.core.window_steps import next_step
from memory.core.window_view import Shown, View

FENCE_TOKENS = 32
"""What a fence takes, if no one counts it."""
_NOTHING: Mapping[str, str] = {}


@dataclass(frozen=True)
class Window:
    """The messages of one model call, oldest first, and what was done to fit them."""

    messages: list[Message]
    tokens: int
    """What they take, `left_out` and `earlier` with their fences included."""
    cut: WindowCut | None = None
    """How far it is cut; the next call goes on from there."""
    left_out: str = ""
    """What stands before the first message for those left out."""
    earlier: list[str] = field(default_factory=list)
    """Lines of what is out of view and the latest message refers to; they change with it, so they stand at the end."""
    earlier_tokens: int = 0
    """What those take, with their fence."""
    notes: list[str] = field(default_factory=list)
    """What was done, for the context report."""


def fit_window(
    messages: Sequence[Message],
    room: int,
    count: CountMessage,
    count_text: CountText,
    *,
    start: int = 0,
    cut: WindowCut | None = None,
    short: Mapping[str, str] = _NOTHING,
    days: Mapping[str, str] = _NOTHING,
    fence_tokens: int = FENCE_TOKENS,
) -> Window:
    """Return what the model is shown of `messages` (all of a state's) in `room` tokens, valid for a provider.

    While it fits as `cut` leaves it, nothing moves but its end. Else the cut goes a step on, by layers: old tool
    results and arguments are cleared to a line of their exact strings, old long texts shortened around theirs, the
    oldest exchanges left out but for one line; the newest exchange is never left out, at last its texts are cut to head
    and tail. Only media and the names of calls may exceed the room; then a note says so.

    `count`: tokens of a message as it is sent. `start`: index of the first message that no summary covers. `short`:
    stored short forms, and `days`: when a message was said, both by message id. `fence_tokens`: what a fence takes
    around `left_out` and around `earlier`.
    """
    since = messages[start]["id"] if 0 < start < len(messages) else None
    view = View(rounds_of(repaired(messages[start:])), count, count_text, short, fence_tokens)
    most = max(room, 0) * EARLIER_CEILING // 100
    refers = partial(_referred, view, messages[:start], days, most)
    marks = marks_of(cut, view.rounds, since)
    earlier = refers(marks)
    if view.exceeds(marks, room - earlier.tokens):
        marks = next_step(view, marks, room, room - most)
        earlier = refers(marks)
    shown, notes = _at_last(view, view.shown(marks), room - earlier.tokens)
    return Window(
        messages=shown.messages,
        tokens=shown.tokens + earlier.tokens,
        cut=cut_at(marks, view.rounds, since),
        left_out=shown.left_out,
        earlier=earlier.lines,
        earlier_tokens=earlier.tokens,
        notes=[*_notes(shown, sum(map(len, view.left(marks)))), *notes],
    )


@dataclass(frozen=True)
class _Earlier:
    lines: list[str]
    tokens: int


def _referred(view: View, covered: Sequence[Message], days: Mapping[str, str], limit: int, marks: Marks) -> _Earlier:
    """Return lines of what is out of view and the latest user message refers to; `covered` a summary stands for."""
    hidden = [*covered, *(m for one in view.left(marks) for m in one)]
    if not hidden or not view.rounds or not asks(view.rounds[view.newest]):
        return _Earlier([], 0)
    shown = [m for one in view.rounds[marks.start : view.newest] for m in one]
    latest = text_of(view.rounds[view.newest][0])
    lines = referred_lines(latest, hidden, shown, days, limit - view.fence_tokens, view.count_text)
    return _Earlier(lines, sum(view.count_text(line) + 1 for line in lines) + view.fence_tokens if lines else 0)


def _at_last(view: View, shown: Shown, limit: int) -> tuple[Shown, list[str]]:
    """Return the window within `limit`, whatever its texts are, and what was done."""
    if shown.tokens <= limit:
        return shown, []
    line = shown.tokens - view.tokens(shown.messages)
    messages = made_to_fit(shown.messages, limit - line, view.count, view.count_text)
    if line and view.tokens(messages) > limit - line:
        line, messages = 0, made_to_fit(shown.messages, limit, view.count, view.count_text)
    cut = sum(a is not b for a, b in zip(shown.messages, messages, strict=True))
    tokens = view.tokens(messages) + line
    notes = [f"newest exchange: {cut} messages shortened, head and tail are shown"] if cut else []
    if tokens > limit:
        notes.append("window: images, files or the names of calls alone exceed its room")
    return replace(shown, messages=messages, left_out=shown.left_out if line else "", tokens=tokens), notes


def _notes(shown: Shown, left: int) -> list[str]:
    told = {
        "tool calls and results: {} messages cleared to their exact strings": shown.cleared,
        "texts: {} messages shortened around their exact strings": shown.shortened,
        "window: {} older messages are out of view": left,
    }
    return [text.format(number) for text, number in told.items() if number]
