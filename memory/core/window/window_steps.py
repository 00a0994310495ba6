"""The next step of a window's cut: layer by layer, each only as far as needed."""

from collections.abc import Sequence
from dataclasses import replace

from memory.core.defaults import DEFAULTS
from memory.core.window.clearing import BULKY_TOKENS
from memory.core.window.window_cut import Marks, asks
from memory.core.window.window_view import View

LOW_WATER = 0.7
"""Share of the room in use after clearing and shortening were enough, so that the next step is many turns away."""
LOW_WATER_LEFT_OUT = 0.5
"""The same after exchanges were left out: what that takes away is more, so that it is done less often."""
STRINGS_SHARE = 0.15
"""Share of the room that exact strings of what is left out may take."""
STRINGS_LEAST = 600
"""Tokens they may take even of a room of which that is more, up to `STRINGS_MOST`."""
STRINGS_MOST = 0.65
"""Share of a small room they may take."""
STRINGS_SURE = 0.35
"""Share of the room they keep though the newest exchange must be cut for it."""
WHOLE_ROUNDS = 2
"""Newest rounds of a tool loop that are not cleared while anything older can give."""


def next_step(view: View, marks: Marks, room: int, limit: int) -> Marks:
    """Return marks under which the window takes 50 to 70 % of `room`, or as little as marks can make it.

    In this order: old tool results and arguments are cleared, old long texts shortened, the oldest exchanges left out,
    then early rounds of the newest exchange cleared and left out. Its question and last round stay. `limit`: tokens
    the window may take at most.
    """
    newest, last, low = view.newest, len(view.rounds) - 1, min(int(room * LOW_WATER), limit)
    strings = int(max(0, min(room * STRINGS_MOST, max(room * STRINGS_SHARE, STRINGS_LEAST))))
    marks = replace(marks, strings=strings, room=room, start=max(marks.start, _within_reach(view, limit)))
    marks = _moved(view, marks, "cleared", _bulky(view, marks, max(newest, last + 1 - WHOLE_ROUNDS)), low)
    marks = _moved(view, marks, "shortened", _long(view, marks), low)
    if view.at_most(marks) > low:
        marks = _left_out(view, marks, room, limit)
    if view.at_most(marks) > limit:
        marks = _moved(view, marks, "cleared", _bulky(view, marks, last), low)
        marks = _moved(view, marks, "start", range(max(marks.start, newest) + 1, last + 1), low)
    over = max(0, view.shown(marks).tokens - limit)
    return replace(marks, strings=max(int(room * STRINGS_SURE), strings - over)) if over else marks


def _left_out(view: View, marks: Marks, room: int, limit: int) -> Marks:
    """Return marks that leave out the oldest exchanges; a large newest one leaves half of the rest to older ones."""
    least = view.at_most(replace(marks, start=max(marks.start, view.newest)))
    openings = [i for i in range(marks.start + 1, view.newest + 1) if i == view.newest or asks(view.rounds[i])]
    return _moved(view, marks, "start", openings, max(int(room * LOW_WATER_LEFT_OUT), (least + limit) // 2))


def _within_reach(view: View, limit: int) -> int:
    """Return the index before which nothing fits in any form, so that a long history need not be counted."""
    reached = 0
    for index in range(len(view.rounds) - 1, -1, -1):
        reached += view.at_least(index)
        if reached > limit and index < view.newest:
            return next(i for i in range(index + 1, view.newest + 1) if i == view.newest or asks(view.rounds[i]))
    return 0


def _bulky(view: View, marks: Marks, end: int) -> list[int]:
    first = max(marks.start, marks.cleared)
    return [i + 1 for i in range(first, end) if not asks(view.rounds[i]) and view.size(i) > BULKY_TOKENS]


def _long(view: View, marks: Marks) -> list[int]:
    return [i + 1 for i in range(max(marks.start, marks.shortened), view.newest) if view.size(i) > DEFAULTS.long_tokens]


def _moved(view: View, marks: Marks, mark: str, places: Sequence[int], target: int) -> Marks:
    """Return `marks` with one of them at the first of `places` (ascending) where the window is down to `target`.

    At the last of them if it is nowhere; where it was if that is enough.
    """
    if not places or view.at_most(marks) <= target:
        return marks
    low, high = 0, len(places) - 1
    while low < high:
        middle = (low + high) // 2
        if view.at_most(replace(marks, **{mark: places[middle]})) > target:
            low = middle + 1
        else:
            high = middle
    return replace(marks, **{mark: places[low]})
