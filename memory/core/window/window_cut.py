"""How far a branch's window has been cut, and the rounds of messages its marks lie between."""

from collections.abc import Sequence
from dataclasses import dataclass
from types import NoneType
from typing import NotRequired, TypedDict, cast

from memory.core.messages.state_shapes import has_fields
from memory.core.transcript.entries import Message
from memory.core.window.adoption import AdoptedSummary, PathStep, as_summary

ROOMIER = 1.5
"""Times the room it was cut for from which on a window is cut anew; recall alone never changes it that much."""
Round = list[Message]
"""What is cut as one: a user message, or an assistant message with the results of its calls."""


class WindowCut(TypedDict):
    """How far a branch's window has been cut; moves in steps, so that the prompt's prefix stays the same between them.

    A mark is the id of a message; None, or one this branch does not know, counts for nothing.
    """

    since: str | None
    """Key of the entry the summary in front covers last, None without one. With another one it is cut anew."""
    cleared: str | None
    """Id of the first message whose tool results and arguments are shown whole."""
    shortened: str | None
    """Id of the first message whose text is shown whole."""
    start: str | None
    """Id of the first message shown; within an exchange the user message that opens it is shown as well."""
    strings: int
    """Tokens that the exact strings of what is left out may take."""
    room: NotRequired[int]
    """Tokens the window had when it was cut; with much more it is cut anew, so that what fits again is shown again."""


@dataclass(frozen=True)
class Marks:
    """The marks of a cut as indexes of rounds, 0 where nothing is cut."""

    cleared: int = 0
    shortened: int = 0
    start: int = 0
    strings: int = 0
    room: int = 0


def as_cut(value: object) -> WindowCut | None:
    """Return the cut a state holds, None if it holds anything else."""
    mark = (str, NoneType)
    if not has_fields(value, since=mark, cleared=mark, shortened=mark, start=mark, strings=int, room=(int, NoneType)):
        return None
    return cast("WindowCut", value)


def rounds_of(messages: Sequence[Message]) -> list[Round]:
    """Return repaired messages in rounds, oldest first."""
    rounds: list[Round] = []
    for message in messages:
        if message["role"] != "tool" or not rounds:
            rounds.append([])
        rounds[-1].append(message)
    return rounds


def asks(one: Round) -> bool:
    """Tell whether a round is a user message, which opens an exchange."""
    return one[0]["role"] == "user"


def opening(rounds: Sequence[Round], index: int) -> int:
    """Return the index of the round that opens the exchange of the round at `index`."""
    return next((i for i in range(index, -1, -1) if asks(rounds[i])), 0)


def marks_of(cut: WindowCut | None, rounds: Sequence[Round], since: str | None, room: int) -> Marks:
    """Return where a cut lies in `rounds`; nowhere once the window begins elsewhere, or has far more `room` than then.

    `since`: which summary stands in front (`WindowCut.since`).
    """
    cut = as_cut(cut)
    if cut is None or cut["since"] != since or room > ROOMIER * (then := cut.get("room", room)):
        return Marks()
    at = {one[0]["id"]: index for index, one in enumerate(rounds)}
    marks = (cut["cleared"], cut["shortened"], cut["start"])
    cleared, shortened, start = (at.get(mark, 0) if mark else 0 for mark in marks)
    return Marks(cleared, shortened, start, cut["strings"], then)


def entries_in_view(path: Sequence[PathStep], adopted: AdoptedSummary | None, cut: WindowCut | None) -> set[str] | None:
    """Return the entry keys that a thread's next window begins with as it stands; None: of all the thread has.

    Its summary and its cut tell where it begins; `path`: the entries of the state's messages.
    """
    adopted, cut = as_summary(adopted), as_cut(cut)
    begins = {adopted.get("start") if adopted else None, cut["start"] if cut else None}
    start = max((i for i, step in enumerate(path) if step["id"] in begins), default=0)
    whole = start == 0 and not (path and path[0]["depth"])
    return None if whole else {step["key"] for step in path[start:]}


def cut_at(marks: Marks, rounds: Sequence[Round], since: str | None) -> WindowCut | None:
    """Return the cut that `marks` tell of, None if nothing is cut."""
    if not (marks.cleared or marks.shortened or marks.start):
        return None

    def mark(index: int) -> str | None:
        return rounds[index][0]["id"] if index else None

    return {
        "since": since,
        "cleared": mark(marks.cleared),
        "shortened": mark(marks.shortened),
        "start": mark(marks.start),
        "strings": marks.strings,
        "room": marks.room,
    }
