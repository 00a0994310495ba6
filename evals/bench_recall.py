"""How well recall finds what was said, beside what is usual elsewhere, on public sets and with one configuration.

    python -m evals.bench_recall --locomo FILE --memdaily FILE --locomo-plus FILE

The sets and how they are scored are told in `bench_recall_data`. `recall@k` is the share of a question's answers among
the first k items; `hit@10`: any of them is. Whatever was tuned was tuned on one half of each file; the other half is
told beside it. The last line is over the whole files.
"""

import argparse
import time
import tracemalloc
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from statistics import median

from evals.bench_recall_data import Memory, read_locomo, read_locomo_plus, read_memdaily
from evals.bench_recall_scores import ALL, TUNED, UNTUNED, Score, Scores, score
from evals.bench_recall_systems import OURS, WORDS_ALONE, System, Vectors, build, systems, texts_of
from memory.core.errors import ModelError
from memory.core.recall.items import Item, prepare
from memory.models.embeddings import embedder
from memory.models.settings import read_model_settings

NOT_RUN = "n/a"
_READERS: dict[str, Callable[[Path], Iterator[Memory]]] = {
    "locomo": read_locomo,
    "locomo_plus": read_locomo_plus,
    "memdaily": read_memdaily,
}
_HITS = frozenset({"locomo_plus"})
"""Sets whose result is the share of questions with a hit."""


def run(memories: Sequence[Memory], compared: dict[str, System]) -> dict[str, Scores]:
    """Return what each system reaches."""
    found = {name: Scores() for name in compared}
    for memory in memories:
        for name, system in compared.items():
            rank = system(memory)
            for ask in memory.asks:
                start = time.perf_counter()
                ranking = rank(ask)
                took = (time.perf_counter() - start) * 1000
                half = TUNED if ask.tuned else UNTUNED
                found[name].add(score(ranking, ask.answers), (ALL, half, ask.category), took)
    return found


def show(name: str, found: dict[str, Scores]) -> None:
    """Print a set's tables."""
    print(f"{'':<46}{'recall@5':>9}{'@10':>7}{'@20':>7}{'hit@10':>8}{'MRR':>7}{'ms':>8}")
    for system, scores in found.items():
        for group, mean in scores.means().items():
            if group == ALL:
                print(f"{system:<46}{_row(mean)}{scores.ms_p50():>8.2f}")
            elif system == OURS or (group == UNTUNED and OURS not in found):
                print(f"  {group:<44}{_row(mean)}")
    print(f"({name})\n")


def _row(mean: Score) -> str:
    return f"{mean.recall_5:>9.3f}{mean.recall_10:>7.3f}{mean.recall_20:>7.3f}{mean.hit_10:>8.3f}{mean.mrr:>7.3f}"


def show_costs(memory: Memory, vectors: Vectors | None) -> None:
    """Print what an index of a memory takes."""
    start = time.perf_counter()
    for said in memory.said:
        prepare(Item(said.id, "passage", ""), said.text)
    prepared = time.perf_counter()
    build(memory, vectors)
    built = time.perf_counter()
    tracemalloc.start()
    index = build(memory, vectors)
    held = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    each = len(index)
    print(
        f"index of {each:,} items: words {(prepared - start) / each * 1e6:,.0f} µs and adding "
        f"{(built - prepared) / each * 1e6:,.0f} µs an item, {held / each / 1024:,.1f} KB an item\n"
    )


def open_vectors() -> Vectors | None:
    """Return the vectors HOLDFAST_EMBEDDINGS names, None, told in a line, where there are none."""
    try:
        found = embedder(read_model_settings())
    except ModelError as error:
        print(error)
        return None
    return Vectors(found) if found else None


def result(found: dict[str, dict[str, Scores]], ours: str, half: str) -> str:
    """Return the figures of all sets in a line."""
    told = []
    for name in _READERS:
        mean = found[name][ours].means().get(half) if name in found else None
        value = NOT_RUN if mean is None else f"{mean.hit_10 if name in _HITS else mean.recall_10:.4f}"
        told.append(f"{name}={value}")
    times = [ms for systems_of in found.values() for ms in systems_of[ours].milliseconds]
    return f"{' '.join(told)} ms_p50={median(times):.2f}" if times else " ".join(told)


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the tables of the sets that are named, and the result line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in _READERS:
        parser.add_argument(f"--{name.replace('_', '-')}", type=Path, help="its file; without it the set is left out")
    asked = vars(parser.parse_args(arguments))
    vectors = open_vectors()
    ours = OURS if vectors else WORDS_ALONE
    found: dict[str, dict[str, Scores]] = {}
    for name, read in _READERS.items():
        if asked[name] is None:
            continue
        memories = list(read(asked[name]))
        if vectors:
            start = time.perf_counter()
            count = vectors.make(texts_of(memories))
            print(
                f"{name}: {count:,} texts embedded, {(time.perf_counter() - start) / max(count, 1) * 1000:.2f} ms each"
            )
        found[name] = run(memories, systems(vectors))
        show(name, found[name])
        show_costs(max(memories, key=lambda memory: len(memory.said)), vectors)
    for half in (TUNED, UNTUNED):
        print(f"{half}: {result(found, ours, half)}")
    print(f"RESULT recall {result(found, ours, ALL)}")


if __name__ == "__main__":
    main()
