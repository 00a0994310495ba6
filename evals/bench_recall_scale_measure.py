"""One process of the benchmark of recall at size: it fills a store, or measures recall in a filled one.

    python -m evals.bench_recall_scale_measure fill|measure ENTRIES

The store is where the settings say. What was measured is printed as a line of JSON.
"""

import asyncio
import gc
import json
import os
import sys
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from statistics import median, quantiles

from langgraph.store.base import BaseStore

from evals.bench_recall_scale_scan import FullScan
from evals.bench_recall_scale_talk import BIG, NOW, OTHERS, entry, fill, question, sentence
from memory.core.ids import user_root
from memory.core.recall.vector_docs import vectors_in
from memory.core.recall.vectors import Vector
from memory.core.transcript.entries import Entry, place_of, upgrade_entry
from memory.core.transcript.transcript_docs import make_thread_record
from memory.service.facts.fact_index import FACTS
from memory.service.recall.meaning import current_embedder, embedding_of
from memory.service.recall.passage_search import CONVERSATIONS
from memory.service.recall.recall import Recall, asked_for, passages_for, recall
from memory.storage.listing import list_items
from memory.storage.opening import open_store
from memory.storage.transcript_write import append
from memory.storage.vectors import upgrade_vectors

WARM, WRITES, EXACT = 300, 100, 30
"""Questions asked warm, entries written and asked for, questions compared with a full scan."""
LIMIT = 10
_DEADLINE_MS = 100.0
_PATIENT_MS = 3_600_000.0
_BEAT = 0.002  # seconds between two looks at the event loop
_ALIKE = 2e-4  # scores closer than this are equal: a cosine is rounded to four decimals
_PAGE = 1024 * 1024


@dataclass
class Measured:
    """What one size costs. Milliseconds, seconds and megabytes."""

    entries: int = 0
    cold_ms: float = 0.0
    """The first question of a new process; it may go on without passages."""
    ready_s: float = 0.0
    """From there until passages are found."""
    compared_s: float = 0.0
    """From there until all have their vectors in memory."""
    pause_ms: float = 0.0
    """The longest the event loop stood still meanwhile."""
    others_p95_ms: float = 0.0
    """What a turn's recall took other users meanwhile."""
    p50_ms: float = 0.0
    p95_ms: float = 0.0
    """Warm, as a turn waits for it."""
    cpu_ms: float = 0.0
    """Processor time of a question, mean: what stays the same on a busy machine."""
    rss_mb: float = 0.0
    """What the process grew by."""
    writes_s: float = 0.0
    """Entries appended a second, each found by the next turn."""
    found: float = 0.0
    """Share of those that were among what was found."""
    exact: float = 0.0
    """Share of questions whose items are those of a full scan."""
    degraded: list[str] = field(default_factory=list)
    """What turns told when warm."""
    filled_s: float = 0.0
    """How long it took to write it all before."""


async def ask(store: BaseStore, root: str, text: str, deadline_ms: float = _DEADLINE_MS) -> Recall:
    """Recall as a turn does, in a thread of its own."""
    memory = await FACTS.load_newest(store, root, NOW)
    return await recall(
        store,
        root,
        "here",
        text,
        now=NOW,
        memory=memory,
        others=True,
        in_view=None,
        deadline_ms=deadline_ms,
        max_facts=8,
        max_passages=LIMIT,
    )


async def measure(store: BaseStore, count: int) -> Measured:
    """Return what recall costs a user with `count` entries."""
    found = Measured(count)
    if model := current_embedder():
        await embedding_of(model)  # the model itself is loaded once a process, whatever is held
    await ask(store, user_root("user-0", 0), question(0))
    before = _rss_mb()
    await _cold(store, found)
    gc.collect()
    found.rss_mb = _rss_mb() - before
    await _warm(store, found)
    await _written(store, found)
    found.exact = await _exact(store, count)
    return found


async def _cold(store: BaseStore, found: Measured) -> None:
    async with _others_turns(store) as others, _heartbeat() as gaps:
        start = time.perf_counter()
        await ask(store, BIG, question(1))
        found.cold_ms = (time.perf_counter() - start) * 1000
        await ask(store, BIG, question(1), _PATIENT_MS)
        found.ready_s = time.perf_counter() - start
        look = CONVERSATIONS.look(store, BIG, await FACTS.load_newest(store, BIG, NOW), current_embedder())
        await look.settle()
        found.compared_s = time.perf_counter() - start
    found.pause_ms, found.others_p95_ms = max(gaps, default=0.0) * 1000, _p95(others)


async def _warm(store: BaseStore, found: Measured) -> None:
    took: list[float] = []
    told: set[str] = set()
    used = time.process_time()
    for number in range(WARM):
        start = time.perf_counter()
        answer = await ask(store, BIG, question(number * 7919 % found.entries))
        took.append((time.perf_counter() - start) * 1000)
        told.update(answer.degraded)
    found.cpu_ms = (time.process_time() - used) / WARM * 1000
    found.p50_ms, found.p95_ms, found.degraded = median(took), _p95(took), sorted(told)


async def _written(store: BaseStore, found: Measured) -> None:
    last: Entry | None = None
    hits, start = 0, time.perf_counter()
    for n in range(WRITES):
        number = found.entries + n
        said = entry(sentence(number).text, number, "new", last)
        record = None if last else make_thread_record("new", "new", NOW)
        await append(store, BIG, "new", [said], head=place_of(said), record=record)
        answer = await ask(store, BIG, sentence(number).asks, _PATIENT_MS)
        hits += any(one.entry == said["key"] for one in answer.passages)
        last = said
    found.writes_s, found.found = WRITES / (time.perf_counter() - start), hits / WRITES


async def _exact(store: BaseStore, count: int) -> float:
    model, memory = current_embedder(), await FACTS.load_newest(store, BIG, NOW)
    await CONVERSATIONS.look(store, BIG, memory, model).settle()
    scan = FullScan(*await _everything(store))
    same = 0
    for number in range(EXACT):
        look = CONVERSATIONS.look(store, BIG, memory, model)
        await look.settle()
        asked, _ = await asked_for(question(number * 6007 % count), NOW, memory, look, model, _PATIENT_MS)
        passages, _ = await passages_for(look, asked, LIMIT, _PATIENT_MS, lambda _: True)
        best = await asyncio.to_thread(scan.best, asked, LIMIT)
        same += _agree([(one.id, one.score) for one in passages], best)
    return same / EXACT


def _agree(ours: Sequence[tuple[str, float]], best: Sequence[tuple[str, float]]) -> bool:
    """Tell whether two rankings are one, but for the order of what is equal."""
    if len(ours) != len(best):
        return False
    scores = dict(best)
    least = best[-1][1] if best else 0.0
    return all(
        abs(mine - theirs) < _ALIKE and abs(scores.get(one, least) - mine) < _ALIKE
        for (one, mine), (_, theirs) in zip(ours, best, strict=True)
    )


async def _everything(store: BaseStore) -> tuple[list[Entry], dict[str, Vector]]:
    entries = [upgrade_entry(i.value) for i in await list_items(store, ("users", BIG, "transcript"))]
    model = current_embedder()
    if model is None:
        return entries, {}
    embedding = await embedding_of(model)
    docs = {i.key: upgrade_vectors(i.value) for i in await list_items(store, ("users", BIG, "vectors"))}
    vectors = {key: list(vectors_in(doc, embedding).values()) for key, doc in docs.items()}
    return entries, {key: found[0] for key, found in vectors.items() if found and found[0] is not None}


@asynccontextmanager
async def _others_turns(store: BaseStore) -> AsyncIterator[list[float]]:
    """Let other users recall, one after the other, and yield how many milliseconds each took."""
    took: list[float] = []

    async def go_on() -> None:
        number = 0
        while True:
            number += 1
            start = time.perf_counter()
            await ask(store, user_root(f"user-{number % OTHERS}", 0), question(number % 20))
            took.append((time.perf_counter() - start) * 1000)
            await asyncio.sleep(0.05)

    async with _beside(asyncio.create_task(go_on())):
        yield took


@asynccontextmanager
async def _heartbeat() -> AsyncIterator[list[float]]:
    """Yield how many seconds late the event loop came back, each time."""
    late: list[float] = []

    async def go_on() -> None:
        while True:
            start = time.perf_counter()
            await asyncio.sleep(_BEAT)
            late.append(time.perf_counter() - start - _BEAT)

    async with _beside(asyncio.create_task(go_on())):
        yield late


@asynccontextmanager
async def _beside(task: asyncio.Task[None]) -> AsyncIterator[None]:
    try:
        yield
    finally:
        task.cancel()
        await asyncio.wait({task})
        if not task.cancelled():
            task.result()  # it only ends when it fails


def _p95(values: Sequence[float]) -> float:
    return quantiles(values, n=20)[-1] if len(values) > 1 else max(values, default=0.0)


def _rss_mb() -> float:
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / _PAGE


async def main(work: str, count: int) -> None:
    """Do one part of the work in the store that is set."""
    async with open_store() as store:
        if work == "fill":
            await fill(store, count, current_embedder())
        else:
            print(json.dumps(asdict(await measure(store, count))))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2])))
