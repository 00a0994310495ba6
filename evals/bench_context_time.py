"""Milliseconds to build a window from all messages of a thread, none of them counted before.

Of processor time: nothing here waits, and so it counts little what else the machine does meanwhile.
"""

import gc
import json
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from langchain_core.messages import AnyMessage, BaseMessage, trim_messages
from langchain_core.messages.utils import count_tokens_approximately

from evals.bench_context_texts import LANGUAGES, turn_of
from memory.core.defaults import DEFAULTS
from memory.core.transcript.entries import Message
from memory.core.window.window import Window, fit_window
from memory.core.window.window_cut import WindowCut
from memory.models.settings import ModelSettings
from memory.models.tokenizer import warm
from memory.service.turn.messages import to_langchain
from memory.service.turn.token_counts import TokenCounter, counter_for

SIZES = (10, 100, 1_000, 10_000)
ROUNDS = 5
"""The best of so many counts; each builds from messages of its own, so that nothing is known of them."""
LONG = 10_000
"""From so many messages on, fewer rounds: they take their time."""
ROOM = DEFAULTS.context_budget
ESTIMATED, EXACT = "anthropic:claude-sonnet-4-5", "openai:gpt-4o"
"""A model whose tokens are estimated, and one whose are counted."""


@dataclass(frozen=True)
class Times:
    """Milliseconds of processor time for one number of messages."""

    messages: int
    estimate: float
    """Tokens estimated, as for every model but OpenAI's."""
    exact: float
    """Tokens counted."""
    next_turn: float
    """Tokens estimated, of messages that were counted and cut before, as in every turn but a process's first."""
    langchain: float
    """`trim_messages` with `count_tokens_approximately`."""


def times(sizes: Sequence[int] = SIZES) -> list[Times]:
    """Return what building a window takes for each number of messages."""
    warm()
    estimated, exact = (counter_for(ModelSettings(name)) for name in (ESTIMATED, EXACT))
    return [_times(size, estimated, exact) for size in sizes]


def _times(size: int, estimated: TokenCounter, exact: TokenCounter) -> Times:
    rounds = range(2 if size >= LONG else ROUNDS)
    threads, others = ([thread_of(size, f"{talk} {number}") for number in rounds] for talk in ("estimate", "exact"))
    return Times(
        size,
        estimate=min(_timed(_fit, thread, estimated) for thread in threads),
        exact=min(_timed(_fit, thread, exact) for thread in others),
        next_turn=min(_timed(_fit, thread, estimated, _fit(thread, estimated).cut) for thread in threads),
        langchain=min(_timed(_trim, [to_langchain(message) for message in thread]) for thread in threads),
    )


def thread_of(size: int, talk: str) -> list[Message]:
    """Return `size` messages of about 150 tokens, English and Chinese in turn, tools in every other exchange or so."""
    messages: list[Message] = []
    number = 0
    while len(messages) < size:
        messages += _exchange(number, talk)
        number += 1
    return messages[:size]


def _exchange(number: int, talk: str) -> list[Message]:
    turn = turn_of(number, LANGUAGES[number % 2], talk=talk)
    more = turn_of(number + 1, LANGUAGES[number % 2], talk=talk)
    user: Message = {"id": f"u{number}", "role": "user", "content": f"{turn.user}\n{more.user}"}
    answer: Message = {"id": f"a{number}", "role": "assistant", "content": turn.assistant}
    if number % 4 < len(LANGUAGES):
        return [user, answer]
    call = f"call{number}"
    asked: Message = {"id": f"c{number}", "role": "assistant", "content": turn.assistant}
    asked["tool_calls"] = [{"id": call, "name": "look_up", "args": {"query": turn.user[:60], "limit": number % 9 + 1}}]
    found = json.dumps([{"text": more.assistant, "rank": number}], ensure_ascii=False)
    result: Message = {"id": f"r{number}", "role": "tool", "content": found, "tool_call_id": call}
    return [user, asked, result, answer]


def _fit(messages: list[Message], counter: TokenCounter, cut: WindowCut | None = None) -> Window:
    return fit_window(messages, ROOM, counter.message, counter.text, cut=cut)


def _trim(messages: list[AnyMessage]) -> list[BaseMessage]:
    return trim_messages(messages, max_tokens=ROOM, token_counter=count_tokens_approximately, start_on="human")


def _timed(build: Callable[..., object], *given: object) -> float:
    gc.disable()  # as `timeit` does
    try:
        start = time.process_time()
        build(*given)
        return (time.process_time() - start) * 1000
    finally:
        gc.enable()
