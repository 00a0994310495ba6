"""What becomes a fact and what does not, on labelled dialogues in English and Chinese.

`python -m evals.facts` plays every dialogue of `evals/fact_cases` through extraction by rules, policy and store, beside
a naive memory, and compares what is known after it with the labels (`facts_match.py` says how). Rules are tuned on one
half; the result is that of the other, of which nothing but figures is ever shown.
"""

import argparse
import asyncio
import logging
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from evals.facts_baseline import by_pronoun, write_all
from evals.facts_cases import HALVES, CaseError, FactCase, Half, half_files, ids_in, load_half
from evals.facts_graph import play_in_graph, sample
from evals.facts_match import Fits, Score, is_item, says_it, score
from evals.facts_model import AskFor, ModelRun, careful, greedy, run_model, told
from evals.facts_play import Decide, Extract, by_policy, by_rules, play
from evals.facts_report import counted, failures, reached, result_line, summary, table, waiting
from memory.models.chat import close_chat_models
from memory.models.settings import ModelSettings
from memory.service.extraction.model_asking import extractor
from memory.storage.sqlite_store import open_sqlite_store


@dataclass(frozen=True)
class Method:
    """A way to come from what users say to what is stored."""

    name: str
    extract: Extract
    decide: Decide = by_policy
    fits: Fits = is_item


RULES = Method("rules and policy", by_rules)
NAIVE = Method("naive (every sentence with I, my or 我)", by_pronoun, write_all, says_it)


async def run(cases: Sequence[FactCase], method: Method) -> list[Score]:
    """Return how a method does on each dialogue."""
    with tempfile.TemporaryDirectory(prefix="holdfast-facts-") as folder:
        async with open_sqlite_store(Path(folder) / "store.db") as store:
            return [score(case, await play(case, store, method.extract, method.decide), method.fits) for case in cases]


async def run_graph(cases: Sequence[FactCase]) -> list[Score]:
    """Return how the graph itself does on some dialogues."""
    with tempfile.TemporaryDirectory(prefix="holdfast-facts-") as folder:
        return [score(case, outcome) async for case, outcome in play_in_graph(cases, Path(folder))]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run what the command line asks for; return 0 when the figures are as good as they must be."""
    parser = argparse.ArgumentParser(prog="python -m evals.facts", description=__doc__)
    parser.add_argument("--failures", action="store_true", help="show what failed in the half that rules are tuned on")
    parser.add_argument("--graph", action="store_true", help="play a sample of both halves through the graph as well")
    parser.add_argument("--scripted", action="store_true", help="add scripted models: a careful and a greedy one")
    parser.add_argument("--model", help="add a real model: its name at --base-url, or provider:model")
    parser.add_argument("--base-url", help="an OpenAI-compatible endpoint, such as http://localhost:11434/v1")
    parser.add_argument("--sample", type=int, default=1, help="with --model: one dialogue in so many of each half")
    args = parser.parse_args(arguments)
    logging.basicConfig(level=logging.ERROR)
    try:
        halves: dict[Half, list[FactCase]] = {half: load_half(half) for half in HALVES}
    except CaseError as exc:
        print(exc, file=sys.stderr)
        return 2
    ours = {half: asyncio.run(run(cases, RULES)) for half, cases in halves.items()}
    _print(ours, halves, shown=args.failures)
    graph = counted(asyncio.run(run_graph(sample(halves)))) if args.graph else []
    if graph:
        print(summary(f"{RULES.name} in the graph, a sample", graph), end="\n\n")
    if args.scripted:
        _print_models(halves, {"a careful scripted model": careful, "a greedy scripted model": greedy})
    if args.model:
        ask = extractor(ModelSettings(base_url=args.base_url, extract_model=args.model))
        if ask is None:
            parser.error("--model: the offline model finds no facts. Name another one.")
        _print_models({half: cases[:: args.sample] for half, cases in halves.items()}, {args.model: lambda _: ask})
    print(result_line(counted(ours["held_out"])))
    return 0 if reached(counted(ours["held_out"])) else 1


def _print(ours: dict[Half, list[Score]], halves: dict[Half, list[FactCase]], *, shown: bool) -> None:
    for half, scores in ours.items():
        print(table(f"{RULES.name}, {half} half", counted(scores)), waiting(scores), sep="\n", end="\n\n")
    if shown:
        print(failures(ours["tuned"]), end="\n\n")
    for file in half_files("held_out"):
        ids = ids_in(file)
        own = [score for score in ours["held_out"] if score.case.id in ids]
        print(summary(f"{RULES.name}, {file.name}", counted(own)))
    for half, cases in halves.items():
        print(summary(f"{RULES.name}, {half} half", counted(ours[half])))
        print(summary(f"{NAIVE.name}, {half} half", counted(asyncio.run(run(cases, NAIVE)))))


def _print_models(halves: Mapping[Half, Sequence[FactCase]], models: Mapping[str, AskFor]) -> None:
    for name, ask_for in models.items():
        for half, cases in halves.items():
            print(told(f"{name}, {half} half", asyncio.run(_closing(cases, ask_for))), end="\n\n")


async def _closing(cases: Sequence[FactCase], ask_for: AskFor) -> ModelRun:
    try:
        return await run_model(cases, ask_for)
    finally:
        await close_chat_models()


if __name__ == "__main__":
    sys.exit(main())
