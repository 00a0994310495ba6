"""A bounded soak: many users talk with a real server for some minutes, and its memory and open files must stay flat.

    python -m evals.soak --minutes 3

New users come all the time, tell facts, ask in a second conversation and delete both; some talk long enough for
consolidation to run beside the turns. `langgraph dev` itself keeps runs in memory, so a server with the bare agent
(`evals/bare_agent.py`) takes the same load first, for as long, and what we grow by is the difference. After a third of
the time as warm-up, flat means: at most 10 MB more per 1,000 turns than the bare agent, and at most 8 more open files
and sockets than at the warm-up's end. Caches of users' facts and passages may fill up to their bounds meanwhile.
"""

import argparse
import asyncio
import sys
import tempfile
import time
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from typing import Any
from uuid import uuid4

from langgraph_sdk.client import LangGraphClient

from evals.bench_turn import BARE, OURS
from evals.dev_server import DevServer
from evals.scripted_model import ScriptedModel
from evals.scripted_replies import Reply
from evals.soak_samples import Growth, Sample, growth, look

WORKERS = 10
LONG = 2
"""Workers whose users talk long."""
SHORT_TURNS, LONG_TURNS = 2, 45
TOKENS = 30
"""Of each reply."""
SAMPLE_SECONDS = 2.0
FLAT_MB, FLAT_FDS = 10.0, 8.0
SAID = (
    "Remember that my booking is HB-20417. I live in Lisbon.",
    "记住我的航班是MU5100。我住在里斯本。",
    "What is my booking? 我的航班是哪个？",
    "Tell me about the harbour, please, and about the weather there in spring.",
)


@dataclass
class Soak:
    """The load on one server and what is seen of it."""

    server: DevServer
    system: str
    """The graph that is asked."""
    until: float
    """Moment of `time.monotonic` at which no new conversation begins."""
    turns: int = 0
    samples: list[Sample] = field(default_factory=list)
    _deleting: asyncio.Lock = field(default_factory=asyncio.Lock)  # the server fails when threads are deleted at once

    async def run(self) -> Growth:
        """Put the load on and return what grew."""
        async with self.server.client() as client, asyncio.TaskGroup() as tasks:
            tasks.create_task(self._watch())
            for number in range(WORKERS):
                tasks.create_task(self._talk(client, LONG_TURNS if number < LONG else SHORT_TURNS))
        return growth(self.samples)

    async def _watch(self) -> None:
        while time.monotonic() < self.until:
            self.samples.append(await asyncio.to_thread(look, self.server.pid or 0, self.turns))
            await asyncio.sleep(SAMPLE_SECONDS)

    async def _talk(self, client: LangGraphClient, turns: int) -> None:
        """Be one user after another, each with two conversations that are deleted in the end."""
        while time.monotonic() < self.until:
            user = f"user {uuid4().hex}"
            threads = [await self._converse(client, user, turns), await self._converse(client, user, 1)]
            async with self._deleting:
                for thread in threads:
                    await client.threads.delete(thread)

    async def _converse(self, client: LangGraphClient, user: str, turns: int) -> str:
        name, thread = uuid4().hex, None
        if self.system == OURS:
            told = await client.http.get(f"/v1/conversations/{name}", params={"user_id": user})
            thread = str(told["thread_id"])
        made = await client.threads.create(thread_id=thread, graph_id=self.system, if_exists="do_nothing")
        for text, _ in zip(cycle(SAID), range(turns), strict=False):
            if time.monotonic() > self.until:
                break
            await self._turn(client, made["thread_id"], text, {"user_id": user, "conversation": name})
        return made["thread_id"]

    async def _turn(self, client: LangGraphClient, thread: str, text: str, context: dict[str, Any]) -> None:
        sent: dict[str, Any] = {"messages": [{"role": "user", "content": text, "id": uuid4().hex}]}
        told: dict[str, Any] | None = context if self.system == OURS else None
        async for part in client.runs.stream(
            thread,
            self.system,
            input=sent,
            context=told,
            stream_mode="messages-tuple",
            multitask_strategy="enqueue",
        ):
            if part.event == "error":
                raise RuntimeError(f"{self.system}: {part.data}")
        self.turns += 1


def soak(system: str, base_url: str, minutes: float) -> Growth:
    """Soak a server of its own with one system and return what grew; prints what was seen.

    Raises RuntimeError: a turn failed, or no consolidation ran.
    """
    env = {"HOLDFAST_MODEL": "scripted", "HOLDFAST_BASE_URL": base_url, "HOLDFAST_API_KEY": "soak"}
    env |= {"OPENAI_BASE_URL": base_url, "OPENAI_API_KEY": "soak"}
    with (
        tempfile.TemporaryDirectory() as folder,
        DevServer(Path(folder), env=env, graphs={BARE: "evals.bare_agent:graph"}) as server,
    ):
        load = Soak(server, system, time.monotonic() + 60 * minutes)
        grown = asyncio.run(load.run())
        consolidated = server.log.read_text(errors="replace").count("consolidated 1 threads")
    first, last = load.samples[0], load.samples[-1]
    seen = f"{first.rss_mb:.0f} to {last.rss_mb:.0f} MB, {first.fds} to {last.fds} open files"
    print(f"{system}: {load.turns} turns, {consolidated} consolidations, {seen}", flush=True)
    if system == OURS and not consolidated:
        raise RuntimeError("no consolidation ran: soak for longer")
    return grown


def main() -> int:
    """Soak the bare agent and Holdfast, and return 1 if Holdfast was not flat."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=3.0, help="of each of the two systems")
    minutes = parser.parse_args().minutes
    with ScriptedModel(lambda _: Reply.of_tokens(TOKENS)) as model:
        bare, ours = (soak(system, model.base_url, minutes) for system in (BARE, OURS))
    memory, fds = ours.rss_mb_per_1000_turns - bare.rss_mb_per_1000_turns, ours.fds
    for name, seen in (("bare agent", bare), ("Holdfast", ours)):
        print(f"{name:<12}{seen.rss_mb_per_1000_turns:>8.1f} MB per 1,000 turns{seen.fds:>8.1f} open files")
    print(f"RESULT soak turns={ours.turns} rss_growth_mb_per_1000_turns={memory:.1f} fds_growth={fds:.1f}")
    return int(memory > FLAT_MB or fds > FLAT_FDS)


if __name__ == "__main__":
    sys.exit(main())
