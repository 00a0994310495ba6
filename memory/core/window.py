"""Plans the context window: which messages the model sees, how shortened, within a token budget.

A pure function from inputs to a view; nothing stored is changed.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from memory.core.entries import Message
from memory.core.repair import exchanges, repaired
from memory.core.shorten import CountMessage, CountText, calls_shortened, shortened, without_reasoning

OLD_RESULT_TOKENS = 300
"""A tool result, or a call's arguments, of an earlier exchange keeps at most this once the window is over budget."""
NEW_RESULT_TOKENS = 1_000
"""A tool result, or a call's arguments, of the newest exchange keeps at least this while anything else can give."""


@dataclass(frozen=True)
class Window:
    """The messages of one model call, oldest first, and what was done to fit them."""

    messages: list[Message]
    tokens: int
    cut: list[str] = field(default_factory=list)


def fit_window(messages: Sequence[Message], budget: int, count: CountMessage, count_text: CountText) -> Window:
    """Return the newest exchanges of `messages` that fit `budget` tokens, valid for a provider.

    Layers, each only as far as needed: old bulky tool results and arguments are shortened, then the oldest whole
    exchanges are dropped, then the newest exchange (never dropped) is shortened itself. Media are never shortened: an
    exchange with more of them than fit stays over budget, and so does one with more calls than fit by their names.
    """
    view = repaired(messages)
    groups = exchanges(view)
    if _total(view, count) <= budget or not groups:
        return Window(view, _total(view, count))
    cut: list[str] = []
    older = [_without_bulk(g, OLD_RESULT_TOKENS, count_text, cut) for g in groups[:-1]]
    newest = fit_exchange(groups[-1], budget, count, count_text, cut)
    kept = _newest_that_fit(older, budget - _total(newest, count), count)
    if len(kept) < len(older):
        cut.append(f"window: {len(older) - len(kept)} of {len(groups)} exchanges before the newest are out of view")
    flat = [m for group in [*kept, newest] for m in group]
    return Window(flat, _total(flat, count), cut)


def fit_exchange(
    exchange: list[Message], budget: int, count: CountMessage, count_text: CountText, cut: list[str]
) -> list[Message]:
    """Return one exchange within `budget`: results shortened, then early tool rounds dropped, then texts shortened."""
    if _total(exchange, count) <= budget:
        return exchange
    results = max(1, sum(m["role"] == "tool" for m in exchange))
    exchange = _without_bulk(exchange, max(NEW_RESULT_TOKENS, budget // (2 * results)), count_text, cut)
    exchange = _without_early_rounds(exchange, budget, count, cut)
    return _texts_shortened(exchange, budget, count, count_text, cut)


def _without_bulk(group: list[Message], limit: int, count_text: CountText, cut: list[str]) -> list[Message]:
    view = [_bulk_shortened(m, limit, count_text) for m in group]
    changed = sum(a is not b for a, b in zip(group, view, strict=True))
    if changed:
        cut.append(f"tool calls and results: {changed} messages shortened to {limit} tokens each")
    return view


def _bulk_shortened(message: Message, limit: int, count_text: CountText) -> Message:
    if message["role"] == "tool":
        return shortened(message, limit, count_text)
    return calls_shortened(message, limit, count_text) if message["role"] == "assistant" else message


def _newest_that_fit(groups: list[list[Message]], room: int, count: CountMessage) -> list[list[Message]]:
    kept: list[list[Message]] = []
    for group in reversed(groups):
        room -= _total(group, count)
        if room < 0:
            break
        kept.append(group)
    return kept[::-1]


def _without_early_rounds(exchange: list[Message], budget: int, count: CountMessage, cut: list[str]) -> list[Message]:
    """Drop the oldest rounds (an assistant message with its results) of a long tool loop; keep the question."""
    asked = int(exchange[0]["role"] == "user")
    question, rounds = exchange[:asked], _rounds(exchange[asked:])
    dropped = 0
    while len(rounds) > 1 and _total(question, count) + sum(_total(r, count) for r in rounds) > budget:
        rounds = rounds[1:]
        dropped += 1
    if dropped:
        cut.append(f"tool loop: {dropped} early rounds of this exchange are out of view")
    return [*question, *(m for r in rounds for m in r)]


def _rounds(messages: Sequence[Message]) -> list[list[Message]]:
    rounds: list[list[Message]] = []
    for message in messages:
        if message["role"] == "assistant" or not rounds:
            rounds.append([])
        rounds[-1].append(message)
    return rounds


def _texts_shortened(
    exchange: list[Message], budget: int, count: CountMessage, count_text: CountText, cut: list[str]
) -> list[Message]:
    """Cut every text and argument that is longer to one common length, as great as the budget allows.

    Reasoning goes first. Short texts stay whole: the bulky ones make room.
    """
    if _total(exchange, count) <= budget:
        return exchange
    view = plain = [without_reasoning(m) for m in exchange]
    limit = max(budget, 1)
    while limit > 0 and _total(view, count) > budget:
        view = [calls_shortened(shortened(m, limit, count_text), limit, count_text) for m in plain]
        limit = limit * 3 // 4
    changed = sum(a is not b for a, b in zip(exchange, view, strict=True))
    cut.append(f"newest exchange: {changed} messages shortened, head and tail are shown")
    return view


def _total(messages: Sequence[Message], count: CountMessage) -> int:
    return sum(count(m) for m in messages)
