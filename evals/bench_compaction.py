"""What compaction costs and what it loses, in long conversations: Holdfast beside what is usual elsewhere.

    python -m evals.bench_compaction --only chinese --turns 60

The same scripted conversations (`bench_compaction_script`) with the same scripted model, which counts its calls and its
time and summarises poorly (`bench_compaction_model`): Holdfast with a model that writes its summaries, LangChain's
`create_agent` with `SummarizationMiddleware`, and deepagents' version of it where that is installed. All have the same
budget, which is the others' trigger.

- blocked: turns whose first token waited for a summary, and how many seconds of the model they waited.
- fold: tokens read to fold entries over the tokens of these entries: 1 when each is read once and nothing else. Below
  it, entries were thrown away unread. anew: tokens read to make summaries anew, over the same.
- largest: tokens of the largest request for a reply.
- approved, planted: share of the exact strings in the last prompt, of those the user asked to remember and of all.
- search: share brought up by searching with a natural question; others have no search, there it is what still lies in
  their state. findable: in the last prompt or found.
- messages: those a user can still page through. MB: checkpoints, and for Holdfast the store with the transcript.

The last line holds Holdfast's worst figure of the scripts.
"""

import argparse
import asyncio
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from langchain_core.tools import BaseTool, tool

from evals.bench_compaction_house import holdfast
from evals.bench_compaction_measure import Measured, measured
from evals.bench_compaction_model import Model
from evals.bench_compaction_peers import Talk, peers
from evals.bench_compaction_script import SCRIPTS, Script, script_of

TURNS, BUDGET = 200, 8_000
OURS = "Holdfast"
PATIENCE = {True: 2.0, False: 0.2}
"""By whether the system is Holdfast, which does more before it asks for the reply."""
HEADINGS = (
    "blocked", "waited s", "calls", "tokens in", "fold", "anew", "largest", "approved", "planted", "search",
    "findable", "messages", "MB",
)  # fmt: skip


async def measure(talk: Talk, script: Script, patience: float, budget: int = BUDGET) -> Measured:
    """Return the figures of one system over one script."""
    with tempfile.TemporaryDirectory() as folder, Model(patience) as model:
        left = await talk(model, script, Path(folder), budget, look_up_in(script))
        return measured(script, model, left)


def look_up_in(script: Script) -> BaseTool:
    """Return the tool that the assistant of a script calls."""
    results = {turn.query: turn.result for turn in script.turns}

    @tool
    async def look_up(query: str) -> str:
        """Look something up in the records of the harbour."""
        return results[query]

    return look_up


def row(name: str, found: Measured) -> str:
    """Return one line of the table."""
    size = f"{found.checkpoints / 1e6:.2f}" + (f" + {found.store / 1e6:.2f}" if found.store else "")
    cells = (
        found.blocked, f"{found.waited:,.0f}", found.calls, f"{found.tokens:,}", f"{found.fold_ratio:.2f}",
        f"{found.recalibration_ratio:.2f}", f"{found.largest:,}", f"{found.approved_kept:.1%}",
        f"{found.planted_in_prompt:.1%}", f"{found.planted_searched:.1%}", f"{found.planted_findable:.1%}",
        found.messages, size,
    )  # fmt: skip
    return f"{name:<48}" + "".join(f"{cell:>10}" for cell in cells[:-1]) + f"{size:>14}"


def result(ours: Sequence[Measured]) -> str:
    """Return the last line: the worst of Holdfast's figures over the scripts."""
    return (
        f"RESULT compaction blocked={max(m.blocked for m in ours)} "
        f"fold_ratio={max(m.fold_ratio for m in ours):.3f} "
        f"recalibration_ratio={max(m.recalibration_ratio for m in ours):.3f} "
        f"approved_kept={min(m.approved_kept for m in ours):.3f} "
        f"planted_in_prompt={min(m.planted_in_prompt for m in ours):.3f} "
        f"planted_findable={min(m.planted_findable for m in ours):.3f} "
        f"messages_kept={min(m.messages_kept for m in ours):.3f}"
    )


def run(name: str, turns: int, systems: Mapping[str, Talk]) -> Measured:
    """Print the table of one script; return Holdfast's figures."""
    script = script_of(name, turns)
    entries = sum(len(turn.entries) for turn in script.turns)
    facts = sum(one.fact for one in script.planted)
    print(f"{name}: {turns} turns, {entries} messages, {len(script.planted)} strings planted, {facts} to be remembered")
    print(f"{'':<48}" + "".join(f"{heading:>10}" for heading in HEADINGS[:-1]) + f"{HEADINGS[-1]:>14}")
    found: dict[str, Measured] = {}
    for system, talk in systems.items():
        found[system] = asyncio.run(measure(talk, script, PATIENCE[system == OURS]))
        print(row(system, found[system]), flush=True)
    print(f"  of {facts} strings to be remembered, Holdfast approved {found[OURS].approved}")
    return found[OURS]


def main(arguments: Sequence[str] | None = None) -> None:
    """Print a table for each script, and the result line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", nargs="+", choices=SCRIPTS, default=list(SCRIPTS), help="run these scripts alone")
    parser.add_argument("--turns", type=int, default=TURNS, help="of each script, at most 200")
    asked = parser.parse_args(arguments)
    start = time.perf_counter()
    systems: dict[str, Talk] = {OURS: holdfast, **peers()}
    ours = [run(name, asked.turns, systems) for name in asked.only]
    print(f"({time.perf_counter() - start:.0f} s)\n")
    print(result(ours))


if __name__ == "__main__":
    main()
