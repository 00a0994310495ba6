"""What a turn of Holdfast costs over a bare `create_agent`: same server, same persistence, same scripted model.

Each turn sends a message and, at the last token of its answer, a second one on the same thread. Both systems take
turns, so that what else happens on the machine meets both. Times are those a client of the API sees.
"""

import argparse
import asyncio
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
from langgraph_sdk.client import LangGraphClient
from langgraph_sdk.schema import StreamMode

from evals.dev_server import PROJECT, DevServer, free_port

FIRST_TOKEN_MS, TOKENS, TOKEN_MS = 300, 50, 10
OURS, BARE = "agent", "bare"
CONTEXT: dict[str, dict[str, Any] | None] = {OURS: {"user_id": "bench"}, BARE: None}
STREAM_MODES: list[StreamMode] = ["messages-tuple", "custom"]
WARM_UP = 2
QUEUE_POLL = 0.5
"""Seconds between two looks of the development server at its queue: turns start at random points between them."""


@dataclass(frozen=True)
class Turn:
    """Seconds of one turn, as its client saw them."""

    first_token: float
    last_token: float
    run_end: float
    """The stream of the first message ends."""
    next_message: float
    """From sending the second message, at the first's last token, to its own first token."""


@dataclass
class Answer:
    """One streamed answer, filled while it comes; moments of `time.perf_counter`."""

    sent: float = 0.0
    first: float = 0.0
    last: float = 0.0
    end: float = 0.0
    tokens: int = 0
    report: dict[str, Any] = field(default_factory=dict)
    """What the graph told of the turn in custom events; empty for the bare agent."""


async def ask(client: LangGraphClient, system: str, thread: str, text: str, at_last: Callable[[], None]) -> Answer:
    """Send a message and return its answer; calls `at_last` at the last token, while the run goes on."""
    payload: dict[str, Any] = {"messages": [{"role": "user", "content": text, "id": str(uuid4())}]}
    answer = Answer(sent=time.perf_counter())
    async for part in client.runs.stream(
        thread,
        system,
        input=payload,
        context=CONTEXT[system],
        stream_mode=STREAM_MODES,
        multitask_strategy="enqueue",
    ):
        if part.event == "error":
            raise RuntimeError(f"{system}: {part.data}")
        if part.event == "custom":
            answer.report |= part.data.get("report") or part.data
        if part.event == "messages" and _is_token(part.data[0]):
            answer.last = time.perf_counter()
            answer.first = answer.first or answer.last
            answer.tokens += 1
            if answer.tokens == TOKENS:
                at_last()
    answer.end = time.perf_counter()
    if answer.tokens != TOKENS:
        raise RuntimeError(f"{system}: {answer.tokens} of {TOKENS} tokens came")
    return answer


def _is_token(message: dict[str, Any]) -> bool:
    return bool(message["type"] == "AIMessageChunk" and message["content"])


async def turn(client: LangGraphClient, system: str, thread: str, number: int) -> tuple[Turn, Answer]:
    """Run one turn: a message, and a second one at the last token of its answer."""
    second: list[asyncio.Task[Answer]] = []

    def send_second() -> None:
        text = f"Turn {number}: and what about tomorrow?"
        second.append(asyncio.create_task(ask(client, system, thread, text, at_last=lambda: None)))

    answer = await ask(client, system, thread, f"Turn {number}: how does the harbour look today?", send_second)
    follow_up = await second[0]
    times = Turn(
        first_token=answer.first - answer.sent,
        last_token=answer.last - answer.sent,
        run_end=answer.end - answer.sent,
        next_message=follow_up.first - follow_up.sent,
    )
    return times, answer


async def measure(server: DevServer, turns: int) -> dict[str, list[tuple[Turn, Answer]]]:
    """Return `turns` turns of each system on a running server."""
    async with server.client() as client:
        return await interleave(client, turns)


async def interleave(client: LangGraphClient, turns: int) -> dict[str, list[tuple[Turn, Answer]]]:
    """Return `turns` turns of each system, interleaved, each system on one thread."""
    threads = {system: (await client.threads.create(graph_id=system))["thread_id"] for system in (OURS, BARE)}
    done: dict[str, list[tuple[Turn, Answer]]] = {OURS: [], BARE: []}
    pause = random.Random(1)  # noqa: S311 - spreads the turns, no secret
    for number in range(WARM_UP + turns):
        for system in (OURS, BARE) if number % 2 else (BARE, OURS):
            await asyncio.sleep(pause.uniform(0, QUEUE_POLL))
            done[system].append(await turn(client, system, threads[system], number))
    return {system: results[WARM_UP:] for system, results in done.items()}


@contextmanager
def scripted_model() -> Iterator[str]:
    """Run the test tree's scripted model as a process; yields its base URL."""
    port = free_port()
    pace = ["--first-token-ms", str(FIRST_TOKEN_MS), "--tokens", str(TOKENS), "--token-ms", str(TOKEN_MS)]
    command = [sys.executable, "-m", "support.openai_server", "--port", str(port), *pace]
    process = subprocess.Popen(command, cwd=PROJECT / "tests")  # noqa: S603 - our own interpreter and arguments
    try:
        with httpx.Client(transport=httpx.HTTPTransport(retries=10)) as client:
            client.get(f"http://127.0.0.1:{port}/v1/models").raise_for_status()
        yield f"http://127.0.0.1:{port}/v1"
    finally:
        process.terminate()
        process.wait()


def p50(results: list[tuple[Turn, Answer]], name: str) -> float:
    """Return the median of one time over turns, in seconds."""
    return float(statistics.median(getattr(times, name) for times, _ in results))


def store_ops(results: list[tuple[Turn, Answer]]) -> int:
    """Return the median count of store operations a turn, from the context reports.

    Raises RuntimeError: the reports do not tell.
    """
    counts = [answer.report["store_ops"] for _, answer in results if "store_ops" in answer.report]
    if not counts:
        raise RuntimeError("no context report of the agent holds store_ops")
    return int(statistics.median(counts))


def show(results: dict[str, list[tuple[Turn, Answer]]]) -> None:
    """Print both systems' medians, their ratio, and the result line."""
    ratios = {}
    print(f"{'p50 of ' + str(len(results[OURS])) + ' turns':<18}{'Holdfast ms':>12}{'bare ms':>10}{'ratio':>8}")
    for name in (f.name for f in fields(Turn)):
        ours, bare = p50(results[OURS], name), p50(results[BARE], name)
        ratios[name] = ours / bare
        print(f"{name:<18}{ours * 1000:>12.0f}{bare * 1000:>10.0f}{ours / bare:>8.3f}")
    figures = " ".join(f"{name}={ratio:.3f}" for name, ratio in ratios.items())
    print(f"RESULT turn {figures} store_ops={store_ops(results[OURS])}")


def main() -> None:
    """Run the benchmark on a server of its own in a temporary folder."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, default=50)
    turns = parser.parse_args().turns
    with tempfile.TemporaryDirectory() as folder, scripted_model() as base_url:
        env = {"HOLDFAST_MODEL": "scripted", "HOLDFAST_BASE_URL": base_url, "HOLDFAST_API_KEY": "bench"}
        env |= {"OPENAI_BASE_URL": base_url, "OPENAI_API_KEY": "bench"}
        with DevServer(Path(folder), env=env, graphs={BARE: "evals.bare_agent:graph"}) as server:
            show(asyncio.run(measure(server, turns)))


if __name__ == "__main__":
    main()
