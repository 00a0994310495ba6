"""What the context window keeps, how much of a prompt stays the same, how far counts are off, what it takes to build.

    python -m evals.bench_context --data FILE
    python -m evals.bench_context --only prefix --turns 50

- retention: of argument values that later tool calls need, how many are still there at a quarter of the tokens
  (`bench_context_retention`). FILE holds real agent runs, such as `historical_trajectories/gpt-4o-airline.json` of
  https://github.com/sierra-research/tau-bench (MIT): a list of objects whose `messages` or `traj` are chat-completions
  messages. Without it this part is left out.
- prefix: how much of each request is an unchanged prefix of the one before, in a long talk with the whole graph
  (`bench_context_talk`), beside what is usual elsewhere (`bench_context_others`). `steps`: requests that changed more
  than the end of the one before.
- counting: estimated tokens against exact ones, by kind of text (`bench_counting`).
- time: milliseconds to build a window (`bench_context_time`).
"""

import argparse
import asyncio
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from pathlib import Path

from evals.bench_context_others import PLACES, WINDOW_MESSAGES, sliding_window, summarization
from evals.bench_context_requests import PrefixShare, prefix_share, tokens_of
from evals.bench_context_retention import SYSTEMS, read_runs, retained
from evals.bench_context_talk import BUDGET, Endpoint, Said, talk
from evals.bench_context_texts import LANGUAGES
from evals.bench_context_time import Times, times
from evals.bench_counting import count_errors, print_errors, worst
from memory.core.window.fences import read_fences

PARTS = ("retention", "prefix", "counting", "time")
TURNS = 200
NOT_RUN = "n/a"
OURS = "Holdfast"


@dataclass
class Result:
    """What the last line tells; `n/a`: the part was not run."""

    retention: str = NOT_RUN
    valid_pairs: str = NOT_RUN
    prefix_share: str = NOT_RUN
    count_error: str = NOT_RUN
    ms_1000: str = NOT_RUN

    def line(self) -> str:
        """Return the line."""
        return "RESULT context " + " ".join(f"{field.name}={getattr(self, field.name)}" for field in fields(self))


def run_retention(data: Path | None, result: Result) -> None:
    """Print what each system retains of the runs in `data`."""
    if data is None:
        print("left out: no --data (DATA=… with make) names a file of agent runs")
        return
    runs = read_runs(data)
    print(f"{len(runs)} runs, {sum(len(run.needed) for run in runs)} values")
    print(f"{'system':<52}{'retention':>10}{'valid pairs':>13}{'tokens':>8}{'over':>6}")
    for name, compact in SYSTEMS.items():
        kept = retained(runs, compact)
        print(f"{name:<52}{kept.retention:>10.1%}{kept.valid_pairs:>13.1%}{kept.tokens:>8.1%}{kept.over:>6}")
        if name == OURS:
            result.retention, result.valid_pairs = f"{kept.retention:.3f}", f"{kept.valid_pairs:.3f}"


def run_prefix(turns: int, languages: Sequence[str], result: Result) -> None:
    """Print the prefix shares of a talk in each language; the result is the lower one."""
    shares = [asyncio.run(_prefix(turns, language)) for language in languages]
    result.prefix_share = f"{min(shares):.3f}"


async def _prefix(turns: int, language: str) -> float:
    with tempfile.TemporaryDirectory() as folder, Endpoint() as endpoint:
        ours = await talk(endpoint, Path(folder), language, turns)
        tools = ours.requests[0]["tools"]
        talks = {OURS: ours}
        for place in PLACES:
            talks[f"last {WINDOW_MESSAGES} messages, {place}"] = sliding_window(ours.said, place, tools)
            made = await summarization(endpoint, ours.said, place, tools, language)
            talks[f"SummarizationMiddleware, {place}"] = made
    print(f"{language}: {turns} turns, budget {BUDGET:,}; {_means(ours.said)}")
    print(f"{'system':<62}{'prefix':>8}{'steps':>7}{'largest':>9}{'calls':>7}")
    return _show_shares({name: prefix_share(made.requests, made.calls) for name, made in talks.items()})


def _means(said: Sequence[Said]) -> str:
    """Return what a turn's texts take."""
    back = [tokens_of([read_fences(turn.recalled).get("earlier", "")]) for turn in said]
    recalled = sum(tokens_of([turn.recalled]) for turn in said) - sum(back)
    talked = sum(tokens_of([turn.user, turn.assistant]) for turn in said)
    means = [round(tokens / len(said)) for tokens in (talked, recalled, sum(back))]
    return "tokens a turn: {} said, {} recalled, {} brought back from before the window".format(*means)


def _show_shares(shares: dict[str, PrefixShare]) -> float:
    for name, found in shares.items():
        print(f"{name:<62}{found.share:>8.1%}{len(found.breaks):>7}{found.largest:>9,}{found.calls:>7}")
    for step in shares[OURS].breaks:
        print(f"  {OURS}'s step at request {step.number}: from {step.part} on; {step.share:.0%} stays")
    return shares[OURS].share


def run_counting(result: Result) -> None:
    """Print the error of estimated counts."""
    errors = count_errors()
    print_errors(errors)
    result.count_error = f"{worst(errors)[0]:.3f}"


def run_time(result: Result) -> None:
    """Print what building a window takes; the result is of tokens estimated, none of them known."""
    print("milliseconds of processor time, the best of some; in brackets for each 1,000 messages")
    names = [field.name for field in fields(Times) if field.name != "messages"]
    print(f"{'messages':>9}" + "".join(f"{name:>20}" for name in names))
    for row in times():
        cells = (f"{getattr(row, n):>10,.1f} ({getattr(row, n) / row.messages * 1000:>6,.1f})" for n in names)
        print(f"{row.messages:>9,}" + "".join(f"{cell:>20}" for cell in cells))
        if row.messages == 1_000:  # noqa: PLR2004  # the one the result names
            result.ms_1000 = f"{row.estimate:.1f}"


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the tables of all parts, or of those asked for, and the result line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, help="file of agent runs; without it retention is left out")
    parser.add_argument("--only", nargs="+", choices=PARTS, default=PARTS, help="run these parts alone")
    parser.add_argument("--turns", type=int, default=TURNS, help="of each talk")
    parser.add_argument("--languages", nargs="+", choices=LANGUAGES, default=LANGUAGES, help="of the talks")
    asked = parser.parse_args(arguments)
    result = Result()
    parts: dict[str, Callable[[], None]] = {
        "retention": lambda: run_retention(asked.data, result),
        "prefix": lambda: run_prefix(asked.turns, asked.languages, result),
        "counting": lambda: run_counting(result),
        "time": lambda: run_time(result),
    }
    for name in PARTS:
        if name in asked.only:
            start = time.perf_counter()
            print(f"{name}:")
            parts[name]()
            print(f"({time.perf_counter() - start:.0f} s)\n")
    print(result.line())


if __name__ == "__main__":
    main()
