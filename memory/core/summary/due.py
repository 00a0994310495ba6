"""When a thread's older entries are folded into its summary, and which of them."""

from bisect import bisect_right
from collections.abc import Callable, Sequence

from memory.core.defaults import DEFAULTS
from memory.core.messages.repair import call_ids
from memory.core.transcript.entries import Entry

CountEntry = Callable[[Entry], int]


def is_due(
    entries_past_cursor: int,
    window_tokens: int,
    budget: int,
    tail_entries: int = DEFAULTS.tail_entries,
    fold_entries: int = DEFAULTS.fold_entries,
) -> bool:
    """Tell from two numbers whether a thread needs consolidation; costs nothing, so a turn can end with it.

    `window_tokens`: what the window took of `budget`. It may say yes where the tail, shortened by its tokens, is
    known only to `fold_ranges`; one entry past the cursor is always the tail's.
    """
    before_tail = entries_past_cursor - tail_entries
    over = window_tokens > DEFAULTS.adopt_share * budget
    return before_tail >= fold_entries or (over and entries_past_cursor > 1)


def fold_ranges(
    path: Sequence[Entry],
    count_entry: CountEntry,
    budget: int,
    tail_entries: int = DEFAULTS.tail_entries,
    fold_entries: int = DEFAULTS.fold_entries,
) -> list[list[Entry]]:
    """Return what of `path` (the active path past the cursor) is to be folded, one leaf a range; none when not due.

    The ranges follow each other from the oldest entry on, about `fold_entries` long, all before the kept tail, and
    none ends between a tool call and its results. A range is due when `fold_entries` lie before the tail, or what is
    not folded yet takes over 90 % of `budget` tokens and anything does. Linear in the path.
    """
    tokens = [count_entry(entry) for entry in path]
    before = _tail_start(tokens, budget, tail_entries)
    ends = [end for end in whole_ends(path) if 0 < end <= before]
    ranges: list[list[Entry]] = []
    start, left = 0, sum(tokens)
    while before - start >= fold_entries or left > DEFAULTS.adopt_share * budget:
        at = bisect_right(ends, start)
        if at == len(ends):
            break
        end = ends[max(at, bisect_right(ends, start + fold_entries) - 1)]
        ranges.append(list(path[start:end]))
        left -= sum(tokens[start:end])
        start = end
    return ranges


def whole_ends(path: Sequence[Entry]) -> list[int]:
    """Return the lengths at which `path` can be cut without parting a tool call from its results.

    A call at the end of the path may still be waiting for its results.
    """
    reaches = _result_reaches(path)
    ends, reach = [0], 0
    for end in range(1, len(path) + 1):
        reach = max(reach, reaches.get(end - 1, 0))
        ends += [end] if reach < end else []
    return ends


def _result_reaches(path: Sequence[Entry]) -> dict[int, int]:
    """Return by position of a call the position of its last result, past the end while the last call waits for one."""
    called: dict[str, int] = {}
    reaches: dict[int, int] = {}
    waiting: set[str] = set()
    for i, entry in enumerate(path):
        if entry["role"] == "tool":
            waiting.discard(answered := entry.get("tool_call_id", ""))
            reaches |= {called[answered]: i} if answered in called else {}
        else:
            waiting = set(call_ids(entry))
            called |= dict.fromkeys(waiting, i)
    return reaches | ({called[waiting.pop()]: len(path)} if waiting else {})


def _tail_start(tokens: Sequence[int], budget: int, tail_entries: int) -> int:
    """Return where the kept tail begins: its entries fill at most half the budget, but it has at least one."""
    start, taken = len(tokens), 0
    for size in reversed(tokens[-tail_entries:]):
        taken += size
        if taken > budget / 2 and start < len(tokens):
            break
        start -= 1
    return start
