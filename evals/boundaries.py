"""The boundaries as evals: what is remembered where it must be, and nowhere else.

`python -m evals.boundaries` plays every case of `evals/cases` against the real server and in this process, with the
offline model and with the scripted one, through LangSmith's `aevaluate`; nothing leaves the machine without --upload.
"""

import argparse
import asyncio
import logging
import sys
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from pathlib import Path

from langsmith import Client

from evals.boundaries_cases import BOUNDARIES, Boundary, Case, CaseError, load_cases
from evals.boundaries_langsmith import UploadError, evaluate, offline_client, upload_client
from evals.boundaries_report import Result, all_passed, failures, result_line, table
from evals.targets import Target
from evals.targets_process import ProcessTarget
from evals.targets_server import ServerTarget

TARGETS = ("server", "process")
MODELS = ("offline", "scripted")
Chosen = Mapping[Boundary, Sequence[Case]]


async def run(
    chosen: Chosen, targets: Sequence[str], models: Sequence[str], client: Client, *, upload: bool
) -> list[Result]:
    """Return the results of the chosen cases, targets side by side; a process has its settings once, so its models
    follow each other.
    """
    with tempfile.TemporaryDirectory(prefix="holdfast-evals-") as folder:

        async def in_turn(target: str, its_models: Sequence[str]) -> list[Result]:
            found: list[Result] = []
            for model in its_models:
                async with _opened(target, model, Path(folder)) as opened:
                    found += await _against(opened, model, chosen, client, upload=upload)
            return found

        plans = [("process", models)] if "process" in targets else []
        plans += [("server", [model]) for model in models if "server" in targets]
        return [result for found in await asyncio.gather(*(in_turn(*plan) for plan in plans)) for result in found]


def _opened(target: str, model: str, folder: Path) -> AbstractAsyncContextManager[Target]:
    kind = ServerTarget if target == "server" else ProcessTarget
    return kind.open(folder / f"{target}-{model}", scripted=model == "scripted")


async def _against(target: Target, model: str, chosen: Chosen, client: Client, *, upload: bool) -> list[Result]:
    each = [evaluate(boundary, cases, target, model, client, upload=upload) for boundary, cases in chosen.items()]
    return [result for found in await asyncio.gather(*each) for result in found]


def choose(boundary: str | None, case: str | None) -> dict[Boundary, list[Case]]:
    """Return the cases of one boundary or of all, or one case alone.

    Raises CaseError: a case file is wrong, or no case has that id.
    """
    loaded = {b: load_cases(b) for b in BOUNDARIES if boundary in {None, b}}
    chosen = {b: [c for c in cases if case in {None, c.id}] for b, cases in loaded.items()}
    chosen = {b: cases for b, cases in chosen.items() if cases}
    if not chosen:
        raise CaseError(f"--case: no case has the id {case!r}. The ids stand in evals/cases.")
    return chosen


def main(arguments: Sequence[str] | None = None) -> int:
    """Run what the command line asks for; return 0 when every case passed."""
    parser = argparse.ArgumentParser(prog="python -m evals.boundaries", description=__doc__)
    parser.add_argument("--boundary", choices=BOUNDARIES)
    parser.add_argument("--target", choices=[*TARGETS, "both"], default="both")
    parser.add_argument("--model", choices=[*MODELS, "both"], default="both")
    parser.add_argument("--case", metavar="ID", help="one case alone")
    parser.add_argument("--upload", action="store_true", help="to LangSmith; LANGSMITH_API_KEY must be set")
    args = parser.parse_args(arguments)
    logging.basicConfig(level=logging.ERROR)
    targets = TARGETS if args.target == "both" else (args.target,)
    models = MODELS if args.model == "both" else (args.model,)
    try:
        client = upload_client() if args.upload else offline_client()
        chosen = choose(args.boundary, args.case)
    except (CaseError, UploadError) as exc:
        print(exc, file=sys.stderr)
        return 2
    results = asyncio.run(run(chosen, targets, models, client, upload=args.upload))
    print("\n".join(filter(None, [table(results), failures(results), result_line(results)])))
    return 0 if all_passed(results) else 1


if __name__ == "__main__":
    sys.exit(main())
