"""How far a branch's window has been cut, and the rounds of messages its marks lie between."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypedDict

from memory.core.entries import Message

Round = list[Message]
"""What is cut as one: a user message, or an assistant message with the results of its calls."""


class WindowCut(TypedDict):
    """How far a branch's window has been cut; moves in steps, so that the prompt's prefix stays the same between them.

    A mark is the id of a message; None, or one this branch does not know, counts for nothing.
    """

    since: str | None
    """Id of the message the summary lets the window begin with, None: all there is. Once it moves, it is cut anew."""
    cleared: str | None
    """Id of the first message whose tool results and arguments are shown whole."""
    shortened: str | None
    """Id of the first message whose text is shown whole."""
    start: str | None
    """Id of the first message shown; within an exchange the user message that opens it is shown as well."""
    strings: int
    """Tokens that the exact strings of what is left out may take."""


@dataclass(frozen=True)
class Marks:
    """The marks of a cut as indexes of rounds, 0 where nothing is cut."""

    cleared: int = 0
    shortened: int = 0
    start: int = 0
    strings: int = 0


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


def marks_of(cut: WindowCut | None, rounds: Sequence[Round], since: str | None) -> Marks:
    """Return where a cut lies in `rounds`; nowhere once the window begins elsewhere than `since` says."""
    if cut is None or cut["since"] != since:
        return Marks()
    at = {one[0]["id"]: index for index, one in enumerate(rounds)}
    marks = (cut["cleared"], cut["shortened"], cut["start"])
    cleared, shortened, start = (at.get(mark, 0) if mark else 0 for mark in marks)
    return Marks(cleared, shortened, start, cut["strings"])


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
    }
