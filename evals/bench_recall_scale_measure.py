"""One process of the benchmark of recall at size: it fills a store, or measures recall in a filled one.

    python -m evals.bench_recall_scale_measure fill|measure ENTRIES

The store is where the settings say; `fill 0` writes the users beside. What was measured is printed as a line of JSON,
and every stage, as it ends, on the error stream.
"""

import asyncio
import gc
import json
import os
import sys
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from statistics import median, quantiles

from langgraph.store.base import BaseStore

from evals.bench_recall_scale_scan import FullScan
from evals.bench_recall_scale_talk import NOW, OTHERS, big, entry, fill, fill_others, label, question, sentence
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

WARM, WRITES, EMBEDDED = 300, 100, 512
"""Questions asked warm, entries written and asked for, texts whose vectors are timed."""
EXACT, EXACT_LARGE, LARGE = 30, 10, 50_000
"""Questions compared with a full scan, and over so many entries, where one takes seconds."""
LIMIT = 10
_DEADLINE_MS = 100.0
_PATIENT_MS = 3_600_000.0
_BEAT = 0.002  # seconds between two looks at the event loop
_ALIKE = 2e-4  # scores closer than this are equal: a cosine is rounded to four decimals
_PAGE = 1024 * 1024


@dataclass
class Measured:
    """What one size costs. Milliseconds, seconds and megabytes; `cpu`: processor time of the whole process."""

    entries: int = 0
    cold_ms: float = 0.0
    """The first question of a new process; it may go on without passages."""
    ready_s: float = 0.0
    """From there until passages are found."""
    compared_s: float = 0.0
    """From there until all have their vectors in memory."""
    compared_cpu_s: float = 0.0
    pause_ms: float = 0.0
    """The longest the event loop stood still meanwhile, as far as this process was at work: not for want of a core."""
    others_p95_ms: float = 0.0
    """What a turn's recall took other users meanwhile."""
    p50_ms: float = 0.0
    p95_ms: float = 0.0
    """Warm, as a turn waits for it."""
    cpu_ms: float = 0.0
    """Of a question, mean: what stays the same on a busy machine."""
    cpu_p95_ms: float = 0.0
    rss_mb: float = 0.0
    """What the process grew by."""
    writes_s: float = 0.0
    """Entries appended a second, each found by the next turn."""
    found: float = 0.0
    """Share of those that were among what was found."""
    exact: float = 0.0
    """Share of questions whose items are those of a full scan."""
    embeds_s: float = 0.0
    """Texts a second of processor time of which the model makes vectors."""
    degraded: list[str] = field(default_factory=list)
    """What turns told when warm."""


@contextmanager
def stage(count: int, name: str) -> Iterator[None]:
    """Tell on the error stream what a stage took when it ends."""
    start, used = time.perf_counter(), time.process_time()
    yield
    wall, cpu = time.perf_counter() - start, time.process_time() - used
    sys.stderr.write(f"    {count:>9,}  {name:<28} {wall:8.1f} s, processor {cpu:.1f} s\n")
    sys.stderr.flush()


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
    with stage(count, "embed"):
        await _embedded(found)
    await ask(store, user_root("user-0", 0), question(0))
    before = _rss_mb()
    with stage(count, "first questions, index made"):
        await _cold(store, found)
    gc.collect()
    found.rss_mb = _rss_mb() - before
    with stage(count, "warm questions"):
        await _warm(store, found)
    with stage(count, "write, ask at once"):
        await _written(store, found)
    with stage(count, "compare with a full scan"):
        found.exact = await _exact(store, count)
    return found


async def _embedded(found: Measured) -> None:
    """Load the model, which a process does once whatever is held, and note how fast it is."""
    if model := current_embedder():
        await embedding_of(model)
        used = time.process_time()
        await model.texts([sentence(number).text for number in range(EMBEDDED)])
        found.embeds_s = EMBEDDED / (time.process_time() - used)


async def _cold(store: BaseStore, found: Measured) -> None:
    root = big(found.entries)
    async with _others_turns(store) as others, _heartbeat() as gaps:
        start, used = time.perf_counter(), time.process_time()
        await ask(store, root, question(1))
        found.cold_ms = (time.perf_counter() - start) * 1000
        await ask(store, root, question(1), _PATIENT_MS)
        found.ready_s = time.perf_counter() - start
        look = CONVERSATIONS.look(store, root, await FACTS.load_newest(store, root, NOW), current_embedder())
        await look.settle()
        found.compared_s, found.compared_cpu_s = time.perf_counter() - start, time.process_time() - used
    found.pause_ms, found.others_p95_ms = max(gaps, default=0.0) * 1000, _p95(others)


async def _warm(store: BaseStore, found: Measured) -> None:
    took, cost = list[float](), list[float]()
    told: set[str] = set()
    for number in range(WARM):
        start, used = time.perf_counter(), time.process_time()
        answer = await ask(store, big(found.entries), question(number * 7919 % found.entries))
        took.append((time.perf_counter() - start) * 1000)
        cost.append((time.process_time() - used) * 1000)
        told.update(answer.degraded)
    found.cpu_ms, found.cpu_p95_ms = sum(cost) / WARM, _p95(cost)
    found.p50_ms, found.p95_ms, found.degraded = median(took), _p95(took), sorted(told)


async def _written(store: BaseStore, found: Measured) -> None:
    root, last = big(found.entries), None
    hits, start = 0, time.perf_counter()
    for n in range(WRITES):
        number = found.entries + n
        said = entry(sentence(number).text, number, "new", last)
        record = None if last else make_thread_record("new", "new", NOW)
        await append(store, root, "new", [said], head=place_of(said), record=record)
        asked = f"{sentence(number).asks} {label(number)}"  # of many, several sentences answer the question alone
        answer = await ask(store, root, asked, _PATIENT_MS)
        hits += any(one.entry == said["key"] for one in answer.passages)
        last = said
    found.writes_s, found.found = WRITES / (time.perf_counter() - start), hits / WRITES


async def _exact(store: BaseStore, count: int) -> float:
    root, asks = big(count), EXACT if count < LARGE else EXACT_LARGE
    model, memory = current_embedder(), await FACTS.load_newest(store, root, NOW)
    await CONVERSATIONS.look(store, root, memory, model).settle()
    scan = FullScan(*await _everything(store, root))
    same = 0
    for number in range(asks):
        look = CONVERSATIONS.look(store, root, memory, model)
        await look.settle()
        asked, _ = await asked_for(question(number * 6007 % count), NOW, memory, look, model, _PATIENT_MS)
        passages, _ = await passages_for(look, asked, LIMIT, _PATIENT_MS, memory.endings, lambda _: True)
        best = await asyncio.to_thread(scan.best, asked, LIMIT)
        same += _agree([(one.id, one.score) for one in passages], best)
    return same / asks


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


async def _everything(store: BaseStore, root: str) -> tuple[list[Entry], dict[str, Vector]]:
    entries = [upgrade_entry(i.value) for i in await list_items(store, ("users", root, "transcript"))]
    model = current_embedder()
    if model is None:
        return entries, {}
    embedding = await embedding_of(model)
    docs = {i.key: upgrade_vectors(i.value) for i in await list_items(store, ("users", root, "vectors"))}
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
    """Yield how many seconds late the event loop came back, each time, but for those in which the process had no core.

    Its processor time in that tick bounds what it can have been at work.
    """
    late: list[float] = []

    async def go_on() -> None:
        while True:
            start, used = time.perf_counter(), time.process_time()
            await asyncio.sleep(_BEAT)
            late.append(min(time.perf_counter() - start - _BEAT, time.process_time() - used))

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
        if work == "measure":
            print(json.dumps(asdict(await measure(store, count))))
            return
        with stage(count, "write" if count else f"write {OTHERS:,} users beside"):
            await (fill(store, count, current_embedder()) if count else fill_others(store))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2])))
