"""The plain ranking that the benchmark of recall at size compares with, and that recall finds what it finds."""

import json
import random
from datetime import datetime

import pytest
from langgraph.store.memory import InMemoryStore
from support.meanings import TopicEmbedder

from evals import bench_recall_scale as scale
from evals.bench_recall_scale_measure import Measured
from evals.bench_recall_scale_scan import FullScan
from evals.bench_recall_scale_talk import NOW, big, entry, question, sentence, threads
from memory.core.recall.passages import Veil
from memory.core.recall.ranking import LEAST_COSINE
from memory.core.recall.search import Asked
from memory.core.recall.vector_docs import make_vectors, vectors_in
from memory.core.recall.vectors import Vector
from memory.core.transcript.entries import Entry, place_of, text_of
from memory.core.transcript.transcript_docs import make_thread_record
from memory.service.recall.passage_index import PassageIndex
from memory.service.recall.passage_loader import refresh
from memory.storage.transcript_write import append

BIG = big(0)
ASKED = (
    "Who found the cat's tent in Lisbon last week?",
    "When did I tell you about the dog and the soup? And which apartment was it in 2020?",
    "你建议我什么时候把台灯卖掉？",
    "What was said on 3 January 2020 about the 晚饭 in 上海?",
    "nothing of the kind",
)


async def held(count: int, step: int) -> tuple[PassageIndex, list[Entry], dict[str, Vector]]:
    """Return an index brought up to date after every `step` entries, what was said, and vectors of most of it."""
    store, index, said, vectors = InMemoryStore(), PassageIndex(), list[Entry](), dict[str, Vector]()
    model, dice = TopicEmbedder(), random.Random(count)  # noqa: S311  # sentences, not secrets
    index.use_embedding(model.embedding)
    for number in range(count):
        topic = dice.choice(["", " for the dog", "，晚饭以后", " before we moved", " and soup"])
        last = said[-1] if number % 90 else None
        text = " ".join(sentence(number + n).text for n in range(1 if number % 9 else 8)) + topic
        one = entry(text, number, f"t{number // 90}", last)
        said.append(one)
        record = None if last else make_thread_record(one["thread"], one["thread"], NOW)
        await append(store, BIG, one["thread"], [one], head=place_of(one), record=record)
        if not number % step:
            await refresh(index, store, BIG, Veil())
    await refresh(index, store, BIG, Veil())
    _, made = await model.texts([text_of(one) for one in said])
    for one, vector in zip(said, made, strict=True):
        stored = vectors_in(make_vectors(model.embedding, {"it": vector}), model.embedding)["it"]
        if stored is not None and dice.random() < 0.9:
            vectors[one["key"]] = stored
            index.take_vectors(model.embedding, {f"{one['thread']}/{one['key']}": (text_of(one), stored)})
    return index, said, vectors


@pytest.mark.parametrize("with_meaning", [True, False])
async def test_the_index_finds_what_a_plain_ranking_of_all_entries_finds(*, with_meaning: bool):
    index, said, vectors = await held(400, 37)
    scan = FullScan(said, vectors if with_meaning else {})
    for text in (*ASKED, *(question(number * 13) for number in range(15))):
        _, vector = await TopicEmbedder().question(text)
        asked = Asked(text, NOW, vector=vector if with_meaning else None, least_cosine=LEAST_COSINE)
        found = index.search(asked, 10, Veil(), lambda _: True)
        best = scan.best(asked, 10)
        assert [one.scored.score for one in found] == pytest.approx([score for _, score in best], abs=1e-6), text
        assert {one.passage.id for one in found if one.scored.score > best[-1][1] + 1e-6} <= {i for i, _ in best}


def test_the_sentences_of_the_benchmark_are_their_own_and_always_the_same():
    said = [text_of(one) for thread in threads(500) for one in thread]
    assert len(set(said)) == 500
    assert said == [sentence(number).text for number in range(500)]
    assert datetime.fromisoformat(next(threads(1))[0]["time"]) < NOW


def test_the_result_tells_the_size_next_to_the_target_and_the_worst_exactness(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    def measured(work: str, size: int, settings: dict[str, str]) -> str:
        return json.dumps(
            vars(Measured(size, p95_ms=size / 1000, exact=0.5 if size == 200 else 1.0, degraded=["late"]))
        )

    monkeypatch.setattr(scale, "_run", measured)
    scale.main(["--stores", "sqlite", "--sizes", "200,30000"])
    told = capsys.readouterr().out.splitlines()
    assert told[-1] == "RESULT recall_scale sqlite_p95_ms@30000=30.0 sqlite_cpu_ms=0.0 exact=0.500"
    assert sum("late" in line for line in told) == 2
