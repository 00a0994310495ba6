"""The boundary evals as LangSmith runs them: examples, evaluators, and the service when results are uploaded."""

import asyncio
import os
import warnings
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid5

from langsmith import Client, aevaluate, tracing_context
from langsmith.schemas import Dataset, Example

from evals.boundaries_cases import Boundary, Case, expectations, script
from evals.boundaries_play import play
from evals.boundaries_report import Failure, Result
from evals.graders import ALWAYS, GRADERS, Grader
from evals.targets import Observation, Target

DATASET = "holdfast-boundaries-{}"
_OFFLINE = UUID("5b2f5c0e-6f0d-4c53-9a37-7f1c1f0f4a11")
"""Stands for a dataset when nothing is uploaded."""
_SHOWN_CHARS = 160


class UploadError(ValueError):
    """Results cannot be uploaded: the text says what is missing."""


def offline_client() -> Client:
    """Return a client that talks to nobody."""
    return Client(api_url="http://127.0.0.1:9", api_key="offline", auto_batch_tracing=False, info={})


def upload_client() -> Client:
    """Return a client of the service at LANGSMITH_ENDPOINT, LangSmith's own by default.

    Raises UploadError: LANGSMITH_API_KEY is not set.
    """
    key = os.environ.get("LANGSMITH_API_KEY")
    if not key:
        raise UploadError("LANGSMITH_API_KEY is not set. Set it to upload, or leave out --upload (UPLOAD=1).")
    return Client(api_key=key)


async def evaluate(
    boundary: Boundary, cases: Sequence[Case], target: Target, model: str, client: Client, *, upload: bool
) -> list[Result]:
    """Run a boundary's cases against a target, all at once as far as the target lets them, and grade them.

    With `upload` the dataset is brought up to date first, and runs and feedback go to the service.
    """
    warnings.filterwarnings("ignore", message="'upload_runs' parameter is in beta")  # what keeps the results here
    examples = _uploaded(client, boundary, cases) if upload else _examples(cases, _OFFLINE)

    async def holdfast(inputs: dict[str, Any]) -> dict[str, Any]:
        with tracing_context(enabled=False):  # the case is the run; the graph's own steps are not sent anywhere
            return {"seen": await play(Case.model_validate(inputs), target)}

    rows = await aevaluate(
        holdfast,
        data=examples,
        evaluators=[grade],
        client=client,
        max_concurrency=None,
        upload_results=upload,
        disable_evaluator_tracing=True,
        experiment_prefix=f"{boundary}-{target.name}-{model}",
        metadata={"boundary": boundary, "target": target.name, "model": model},
    )
    results = [_result(boundary, target.name, model, dict(row)) async for row in rows]
    if upload:
        await asyncio.to_thread(client.flush)
    return results


def grade(outputs: dict[str, Any], reference_outputs: dict[str, Any]) -> dict[str, Any]:
    """Return one boolean score for each grader that has something to say, with what it saw when it says no."""
    by_step = {told["step"]: told for told in reference_outputs["expect"]}
    scores: dict[str, list[str]] = {}
    for seen in outputs["seen"]:
        for name, grader, expected in _asked(seen, by_step.get(seen["step"], {})):
            scores.setdefault(name, [])
            if not grader(seen, expected):
                scores[name].append(why(name, seen, expected))
    return {"results": [{"key": name, "score": not no, "comment": "\n".join(no)} for name, no in scores.items()]}


def _asked(seen: Observation, told: dict[str, Any]) -> list[tuple[str, Grader, Any]]:
    always = ALWAYS if seen["asked"] and "refused" not in told else {}
    return [
        *((name, grader, True) for name, grader in always.items()),
        *((name, GRADERS[name], expected) for name, expected in told.items() if name != "step"),
    ]


def why(name: str, seen: Observation, expected: Any) -> str:
    """Return what a grader that said no was asked and what it saw."""
    window = [f"{told['part']} {told['text']!r:.{_SHOWN_CHARS}}" for told in seen["told"]]
    told = f"step {seen['step']} ({seen['asked']!r:.{_SHOWN_CHARS}}), wanted {expected!r}; "
    if name in {"in_transcript", "not_in_transcript", "begun"}:
        return told + f"transcript: {[entry['text'][:_SHOWN_CHARS] for entry in seen['transcript']]}"
    if name == "not_stored":
        held = [d for d in seen["stored"] if any(text in d for text in expected)]
        return told + f"stored: {held}"
    answer = f"reply {seen['reply']!r}" + (f", error {seen['error']!r}" if seen["error"] else "")
    counts = f"tokens {seen['tokens']} of {seen['report'].get('budget')}" if seen["report"] else "no report"
    degraded = "".join(f"degraded: {line}; " for line in seen["report"].get("degraded", ()))
    return told + f"{answer}; {counts}; {degraded}the window: {'; '.join(window) or 'nothing'}"


def _result(boundary: Boundary, target: str, model: str, row: dict[str, Any]) -> Result:
    run, case = row["run"], str(row["example"].inputs["id"])
    scores = row["evaluation_results"]["results"]
    if run.error or not scores:
        return Result(boundary, case, target, model, (Failure("played", run.error or "nothing was graded"),))
    failed = [Failure(score.key, score.comment or "") for score in scores if not score.score]
    return Result(boundary, case, target, model, tuple(failed))


def _examples(cases: Sequence[Case], dataset: UUID) -> list[Example]:
    """Return the examples of cases; their ids follow from dataset and case, so that each is uploaded once."""
    now = datetime.now(UTC)
    return [
        Example(
            id=uuid5(dataset, case.id),
            dataset_id=dataset,
            created_at=now,
            inputs=script(case),
            outputs={"expect": expectations(case)},
        )
        for case in cases
    ]


def _uploaded(client: Client, boundary: Boundary, cases: Sequence[Case]) -> list[Example]:
    """Create the dataset or bring it up to date, and return its examples of these cases."""
    dataset = _dataset(client, boundary)
    wanted = _examples(cases, dataset.id)
    known = {example.id: example for example in client.list_examples(dataset_id=dataset.id)}
    new = [example for example in wanted if example.id not in known]
    changed = [
        e for e in wanted if e.id in known and (known[e.id].inputs, known[e.id].outputs) != (e.inputs, e.outputs)
    ]
    if new:
        client.create_examples(dataset_id=dataset.id, examples=[_created(example) for example in new])
    if changed:
        client.update_examples(dataset_id=dataset.id, updates=[_fields(example) for example in changed])
    return [known.get(example.id, example).model_copy(update=_fields(example)) for example in wanted]


def _dataset(client: Client, boundary: Boundary) -> Dataset:
    name = DATASET.format(boundary)
    if client.has_dataset(dataset_name=name):
        known: Dataset = client.read_dataset(dataset_name=name)
        return known
    made: Dataset = client.create_dataset(name, description=f"Holdfast's memory at the boundary {boundary!r}.")
    return made


def _fields(example: Example) -> dict[str, Any]:
    return {"id": example.id, "inputs": example.inputs, "outputs": example.outputs}


def _created(example: Example) -> dict[str, Any]:
    return {"id": example.id, "inputs": example.inputs, "reference_outputs": example.outputs}
