"""When a thread takes over a newer summary, and where its window then begins.

The window grows at its end and is cut in steps, so that the prompt's prefix stays the same for many turns.
"""

from collections.abc import Sequence
from types import NoneType
from typing import NotRequired, TypedDict, cast

from memory.core.defaults import DEFAULTS
from memory.core.messages.state_shapes import has_fields, is_text_map, is_texts
from memory.core.transcript.entries import Message, Place


class PathStep(Place):
    """A message of the state and its entry."""

    id: str
    """Message id."""


class AdoptedSummary(TypedDict):
    """What a thread's own state holds of its summary; a fork or an old checkpoint keeps its own."""

    text: str
    exact: list[str]
    cursor: Place
    """The last entry the summary covers."""
    time: str
    """When the summary was made."""
    start: NotRequired[str | None]
    """Id of the message the window begins with; None: all the state holds."""
    short: NotRequired[dict[str, str]]
    """Short forms of long messages that were made with the summary, by entry key."""
    edited: NotRequired[str]
    """Id of the newest change of the user's that it follows."""


def as_summary(value: object) -> AdoptedSummary | None:
    """Return the summary a state holds, None if it holds anything else."""
    if not has_fields(value, text=str, cursor=dict, time=str, start=(str, NoneType)):
        return None
    held = cast("AdoptedSummary", value)
    sound = is_texts(held.get("exact")) and has_fields(held["cursor"], key=str, depth=int)
    return held if sound and is_text_map(held.get("short", {})) and isinstance(held.get("edited", ""), str) else None


def start_index(path: Sequence[PathStep], adopted: AdoptedSummary | None) -> int:
    """Return the index in `path` at which the window begins."""
    start = adopted.get("start") if adopted else None
    return next((i for i, step in enumerate(path) if step["id"] == start), 0)


def on_path(path: Sequence[PathStep], cursor: Place) -> int | None:
    """Return the index of the cursor's entry in `path`, None if it lies on another branch or before the state."""
    return next((i for i, step in enumerate(path) if step["key"] == cursor["key"]), None)


def has_gap(path: Sequence[PathStep], adopted: AdoptedSummary | None) -> bool:
    """Tell whether entries before the state's first message are covered by no adopted summary."""
    covered = adopted["cursor"]["depth"] if adopted else -1
    return bool(path) and path[0]["depth"] > covered + 1


def wants_summary(window_tokens: int, budget: int, gap: bool) -> bool:
    """Tell whether the window is full enough (or has a gap) to take over a newer summary."""
    return gap or window_tokens > budget * DEFAULTS.adopt_share


def window_start(
    path: Sequence[PathStep], messages: Sequence[Message], cursor_index: int, sizes: Sequence[int], budget: int
) -> str:
    """Return the id of the first message of the cut window: about a third of `budget` tokens, from a user message.

    Nothing after the cursor is left out: what the summary does not cover stays in the window, with the user message
    it answers.
    """
    room = budget * DEFAULTS.window_share
    first = len(path) - 1
    for index in range(len(path) - 1, -1, -1):
        room -= sizes[index]
        if room < 0 and index <= cursor_index:
            break
        if messages[index]["role"] == "user" or index > cursor_index:
            first = index
    asked = (index for index in range(first, -1, -1) if messages[index]["role"] == "user")
    return path[next(asked, first)]["id"]
