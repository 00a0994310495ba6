"""What is out of view but named by the user's latest message: its lines, with their neighbours."""

from collections import Counter
from collections.abc import Mapping, Sequence

from memory.core.anchors.anchors import RANKS, Anchor
from memory.core.anchors.clues import Clues
from memory.core.language.shorten import CountText
from memory.core.language.text import one_line
from memory.core.messages.repair import exchanges
from memory.core.transcript.entries import Message, text_of
from memory.core.window.told import exact_strings_in

MOST_TOKENS = 400
"""Tokens the lines take, at most."""
_MESSAGES = 240
"""The newest hidden messages, which are looked through: about what a thread's state holds at most."""
_EXCHANGES = 3
_LOOKS = 6
"""Exchanges that are read closely, the most likely first."""
_RARE = 3
"""What so many hidden exchanges hold, at most, may bring back two of them, and though it stands in the window too."""
_EXCERPT_CHARS = 240
_ROLES = {"user": "user", "assistant": "assistant", "tool": "tool result"}


def referred_lines(
    latest: str,
    hidden: Sequence[Message],
    shown: Sequence[Message],
    days: Mapping[str, str],
    limit: int,
    count: CountText,
) -> list[str]:
    """Return lines of the hidden exchanges that hold exact strings of `latest`, oldest first, in `limit` tokens.

    What shares most and rarest strings goes first, among equals the newest; its neighbours come with it if they fit.
    What many hold, a name as a rule, brings back the newest of them alone, and none if the window shows it anyway.
    `shown`: the messages of the window but the latest. `days`: when a message was said, by id.
    """
    wanted = exact_strings_in(latest)
    if not wanted or not hidden or limit <= 0:
        return []
    groups, limit = exchanges(hidden[-_MESSAGES:]), min(limit, MOST_TOKENS)
    kept: dict[int, list[str]] = {}
    for at in _likely(groups, shown, wanted)[:_LOOKS]:
        lines = _lines(groups[at], {a.normal for a in wanted}, days)
        for chosen in ([line for _, line in lines], [line for holds, line in lines if holds]):
            cost = sum(count(line) + 1 for line in chosen)
            if chosen and at not in kept and cost <= limit and len(kept) < _EXCHANGES:
                kept[at] = chosen
                limit -= cost
    return [line for at in sorted(kept) for line in kept[at]]


def _likely(groups: Sequence[Sequence[Message]], shown: Sequence[Message], wanted: Sequence[Anchor]) -> list[int]:
    """Return the indexes of exchanges that may hold what is wanted, the most telling first."""
    clues = Clues(wanted)
    hints = {at: found for at, group in enumerate(groups) if (found := _hints(group, clues))}
    spread = Counter(hint for found in hints.values() for hint in found)
    seen = _hints(shown, clues) if any(number > _RARE for number in spread.values()) else set()
    uses = {hint: 2 if number <= _RARE else int(hint not in seen) for hint, number in spread.items()}
    worth = {a.normal: RANKS[a.kind] / spread[a.normal] for a in wanted if a.normal in spread}
    likely: list[int] = []
    while left := {at: found for at, found in hints.items() if at not in likely and any(uses[h] for h in found)}:
        best = max(left, key=lambda at: (sum(worth.get(h, 0) for h in hints[at] if uses[h]), at))
        likely.append(best)
        uses |= {hint: max(0, uses[hint] - 1) for hint in hints[best]}
    return likely


def _hints(messages: Sequence[Message], clues: Clues) -> set[str]:
    return {hint for message in messages for hint in clues.in_text(text_of(message))}


def _lines(group: Sequence[Message], wanted: set[str], days: Mapping[str, str]) -> list[tuple[bool, str]]:
    """Return the lines of one exchange, and of each whether it holds a wanted string; none if no line does.

    They tell what was said, and of tool results those that hold one.
    """
    lines: list[tuple[bool, str]] = []
    for message in group:
        text = text_of(message)
        place = next((a.start for a in exact_strings_in(text) if a.normal in wanted), None)
        if text.strip() and (place is not None or message["role"] in {"user", "assistant"}):
            day = f"{days[message['id']]} " if message["id"] in days else ""
            role = _ROLES.get(message["role"], message["role"])
            lines.append((place is not None, f"- {day}{role}: {_excerpt(text, place)}"))
    return lines if any(holds for holds, _ in lines) else []


def _excerpt(text: str, place: int | None) -> str:
    """Return a text on one line; of a long one what stands around `place`."""
    if len(text) <= _EXCERPT_CHARS or place is None:
        return one_line(text, _EXCERPT_CHARS)
    first = max(0, place - _EXCERPT_CHARS // 2)
    return ("…" if first else "") + one_line(text[first:], _EXCERPT_CHARS)
