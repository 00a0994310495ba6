"""How much of each request to a model is an unchanged prefix of the request before it: what a provider can cache."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from memory.service.turn.token_counts import EXACT_COUNTER

Body = dict[str, Any]
"""Of a chat-completions request."""


@dataclass(frozen=True)
class Break:
    """A request that left the prefix before the newest message of the one before: a step of the window, or worse."""

    number: int
    """Of the request, from 0."""
    part: str
    """Where the first difference is: `tools`, or the role and place of a message."""
    share: float
    """Of the request's tokens that are still the prefix."""


@dataclass(frozen=True)
class PrefixShare:
    """Of the requests of one thread, in their order, the first one apart."""

    share: float
    """Tokens that are an unchanged prefix, of all."""
    breaks: list[Break]
    largest: int
    """Tokens of the largest request."""
    calls: int
    """Model calls in all, those that summarise included."""


def parts_of(body: Body) -> list[str]:
    """Return a request as the texts it is made of, in the order in which providers read them: tools first."""
    tools = json.dumps(body.get("tools", []), ensure_ascii=False, sort_keys=True)
    return [tools, *(_text_of(message) for message in body["messages"])]


def prefix_share(bodies: Sequence[Body], calls: int) -> PrefixShare:
    """Return how much of the requests after the first is a prefix of the one before; tokens by o200k_base."""
    requests = [parts_of(body) for body in bodies]
    kept = total = 0
    breaks: list[Break] = []
    for number in range(1, len(requests)):
        before, now = requests[number - 1], requests[number]
        same, at = common_prefix(before, now)
        size = tokens_of(now)
        kept, total = kept + same, total + size
        if at < len(before) - 1:
            part = "tools" if at == 0 else f"{bodies[number]['messages'][at - 1]['role']} {at - 1}"
            breaks.append(Break(number, part, same / size))
    return PrefixShare(kept / total if total else 0.0, breaks, max(map(tokens_of, requests), default=0), calls)


def common_prefix(before: Sequence[str], now: Sequence[str]) -> tuple[int, int]:
    """Return how many tokens of `now` begin `before` too, and the index of the first part that differs."""
    tokens = 0
    for at, (old, new) in enumerate(zip(before, now, strict=False)):
        if old != new:
            return tokens + EXACT_COUNTER.text(new[: _same(old, new)]), at
        tokens += EXACT_COUNTER.text(new)
    return tokens, min(len(before), len(now))


def _same(old: str, new: str) -> int:
    """Return how many characters of two texts are the same from the beginning on."""
    shorter = min(len(old), len(new))
    return next((i for i in range(shorter) if old[i] != new[i]), shorter)


def tokens_of(parts: Sequence[str]) -> int:
    """Return the tokens of a request."""
    return sum(map(EXACT_COUNTER.text, parts))


def _text_of(message: Body) -> str:
    content = message.get("content") or ""
    text = content if isinstance(content, str) else json.dumps(content, ensure_ascii=False)
    calls = message.get("tool_calls")
    return f"{message['role']}\n{text}" + (json.dumps(calls, ensure_ascii=False) if calls else "")
