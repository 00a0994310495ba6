"""Plans the window of messages: which of them the model sees, how shortened, within its room.

A pure function from inputs to a view; nothing stored is changed.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from memory.core.language.shorten import CountMessage, CountText
from memory.core.messages.repair import repaired
from memory.core.transcript.entries import Message, text_of
from memory.core.window.last_resort import made_to_fit, results_together
from memory.core.window.referred import referred_lines
from memory.core.window.shares import EARLIER_CEILING
from memory.core.window.window_cut import Marks, Round, WindowCut, asks, cut_at, marks_of, opening, rounds_of
from memory.core.window.window_steps import next_step
from memory.core.window.window_view import Shown, View

FENCE_TOKENS = 32
"""What a fence takes, if no one counts it."""
QUESTION_SHARE = 0.6
"""Share of the room that the question of a tool loop may take beside a loop that fills the rest."""
_CUT_NOTE = "messages of the newest exchange cut to head and tail: {}"
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
    since: str | None = None,
    before: int = 0,
    cut: WindowCut | None = None,
    short: Mapping[str, str] = _NOTHING,
    days: Mapping[str, str] = _NOTHING,
    fence_tokens: int = FENCE_TOKENS,
    settle: Callable[[Message], Message] | None = None,
) -> Window:
    """Return what the model is shown of `messages` (all of a state's) in `room` tokens, valid for a provider.

    While it fits as `cut` leaves it, nothing moves but its end. Else the cut goes a step on, by layers: old tool
    results and arguments are cleared to a line of their exact strings, old long texts shortened around theirs, the
    oldest exchanges left out but for one line; the newest exchange is never left out, at last its texts are cut to head
    and tail. Only media, calls and the frames of results may exceed the room; then a note says so.

    `count`: tokens of a message as it is sent. `start`: index of the first message that no summary covers, `since`:
    what names that summary, `before`: how many messages the thread has before `start`, those that left the state too.
    `short`: stored short forms, and `days`: when a message was said, both by message id. `fence_tokens`: what a fence
    takes around `left_out` and around `earlier`. `settle`: the last change of what a valid message says, before it is
    counted.
    """
    valid = repaired(messages[start:])
    rounds = rounds_of([settle(m) for m in valid] if settle else valid)
    rounds, notes = _question_cut(rounds, room, count, count_text)
    view = View(rounds, count, count_text, short, fence_tokens, before)
    refers = partial(_referred, view, messages[:start], days, _most_earlier(room))
    marks, earlier = _cut_on(view, marks_of(cut, view.rounds, since, room), room, refers)
    shown, last_notes = _at_last(view, view.shown(marks), room - earlier.tokens)
    return Window(
        messages=shown.messages,
        tokens=shown.tokens + earlier.tokens,
        cut=cut_at(marks, view.rounds, since),
        left_out=shown.left_out,
        earlier=earlier.lines,
        earlier_tokens=earlier.tokens,
        notes=[*_notes(shown, sum(map(len, view.left(marks)))), *dict.fromkeys([*notes, *last_notes])],
    )


@dataclass(frozen=True)
class _Earlier:
    lines: list[str]
    tokens: int


def _most_earlier(room: int) -> int:
    """Return the tokens that what comes back from out of view may take."""
    return max(room, 0) * EARLIER_CEILING // 100


def _cut_on(view: View, marks: Marks, room: int, refers: Callable[[Marks], _Earlier]) -> tuple[Marks, _Earlier]:
    """Return the marks, a step further on if the window does not fit as they leave it, and what comes back then."""
    earlier = refers(marks)
    if not view.exceeds(marks, room - earlier.tokens):
        return marks, earlier
    marks = next_step(view, marks, room, room - _most_earlier(room))
    return marks, refers(marks)


def _question_cut(
    rounds: list[Round], room: int, count: CountMessage, count_text: CountText
) -> tuple[list[Round], list[str]]:
    """Return the rounds with the newest question cut if its tool loop no longer fits beside it, and what was done.

    It then stays that way for the rest of the loop, and leaves half of the room to it: cut only as far as each round
    demands, it would be another text in each, and no prompt cache would hold.
    """
    at = opening(rounds, len(rounds) - 1)
    if not rounds[at + 1 :] or not asks(rounds[at]):
        return rounds, []
    size = sum(map(count, rounds[at]))
    if size <= room * QUESTION_SHARE or size + sum(count(m) for one in rounds[at + 1 :] for m in one) <= room:
        return rounds, []
    question = made_to_fit(rounds[at], room // 2, count, count_text)
    return [*rounds[:at], question, *rounds[at + 1 :]], [_CUT_NOTE.format(len(question))]


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
    if view.tokens(messages) > limit - line:  # many results: what stands around each takes more than they say
        messages = made_to_fit(results_together(shown.messages), limit - line, view.count, view.count_text)
    cut = sum(a is not b for a, b in zip(shown.messages, messages, strict=True))
    tokens = view.tokens(messages) + line
    notes = [_CUT_NOTE.format(cut)] if cut else []
    if tokens > limit:
        notes.append("window: images, files, calls and the frames of results exceed its room")
    return replace(shown, messages=messages, left_out=shown.left_out if line else "", tokens=tokens), notes


def _notes(shown: Shown, left: int) -> list[str]:
    told = {
        "tool calls and results cleared to their exact strings: {}": shown.cleared,
        "texts shortened around their exact strings: {}": shown.shortened,
        "older messages out of view: {}": left,
    }
    return [text.format(number) for text, number in told.items() if number]
