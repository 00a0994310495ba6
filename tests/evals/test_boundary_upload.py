import asyncio
import contextlib
import json
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from langsmith import Client
from support.langsmith_endpoint import LangSmithEndpoint

from evals.boundaries import choose, main, run
from evals.boundaries_cases import Boundary, Case
from evals.boundaries_report import Result

Chosen = dict[Boundary, list[Case]]


@pytest.fixture
def service() -> Iterator[LangSmithEndpoint]:
    with LangSmithEndpoint() as endpoint:
        yield endpoint


@pytest.fixture
def reached(monkeypatch: pytest.MonkeyPatch) -> set[Any]:
    """Every address a connection was opened to."""
    addresses: set[Any] = set()
    connect = socket.socket.connect

    def watched(self: socket.socket, address: Any) -> None:
        addresses.add(address)
        connect(self, address)

    monkeypatch.setattr(socket.socket, "connect", watched)
    return addresses


def uploaded(service: LangSmithEndpoint, chosen: Chosen) -> list[Result]:
    client = Client(api_url=service.url, api_key="test")
    with contextlib.closing(client):
        return asyncio.run(run(chosen, ["process"], ["offline"], client, upload=True))


def chosen() -> Chosen:
    return {**choose(None, "same-locker-en"), **choose(None, "changed-home-zh")}


def test_datasets_examples_runs_and_feedback_arrive_and_nothing_goes_elsewhere(
    service: LangSmithEndpoint, reached: set[Any], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("LANGSMITH_TRACING", "true")
    results = uploaded(service, chosen())
    assert [result.failures for result in results] == [(), ()]
    assert {d["name"] for d in service.datasets.values()} == {
        "holdfast-boundaries-same_thread",
        "holdfast-boundaries-changed",
    }
    assert {e["inputs"]["id"] for e in service.examples.values()} == {"same-locker-en", "changed-home-zh"}
    runs = service.runs
    assert {run["reference_example_id"] for run in runs.values()} == set(service.examples)
    assert all(run["outputs"]["seen"][-1]["reply"] for run in runs.values())
    graded = {(runs[f["run_id"]]["inputs"]["id"], f["key"], f["score"]) for f in service.feedback}
    assert {("same-locker-en", "reply_has", True), ("changed-home-zh", "in_history", True)} <= graded
    assert len(service.sessions) == 2
    assert service.unknown == []
    assert {f"http://{host}:{port}" for host, port in reached} == {service.url}


def test_a_second_upload_creates_no_example_again_and_updates_what_changed(service: LangSmithEndpoint):
    first = chosen()
    uploaded(service, first)
    uploaded(service, first)
    assert (len(service.created_examples), service.updated_examples) == (2, [])
    (case,) = first["changed"]
    uploaded(service, {"changed": [case.model_copy(update={"about": "改了"})]})
    assert (len(service.created_examples), len(service.updated_examples)) == (2, 1)
    assert [e["inputs"]["about"] for e in service.examples.values() if e["inputs"]["id"] == case.id] == ["改了"]
    assert len(service.datasets) == 2


def test_without_a_key_the_upload_is_refused_before_anything_runs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.delenv("LANGSMITH_API_KEY", raising=False)
    assert main(["--upload", "--case", "same-locker-en"]) == 2
    assert "LANGSMITH_API_KEY is not set" in capsys.readouterr().err


def test_offline_nothing_is_sent_and_the_last_line_tells_the_result(
    reached: set[Any], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("LANGSMITH_API_KEY", "lsv2_not_to_be_used")
    monkeypatch.setenv("LANGSMITH_TRACING", "true")
    assert main(["--target", "process", "--model", "offline", "--case", "same-locker-en"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "RESULT boundaries same_thread=1.0 cases=1"
    assert reached == set()


def test_an_unknown_case_is_named(capsys: pytest.CaptureFixture[str]):
    assert main(["--case", "no-such-case"]) == 2
    assert "no case has the id 'no-such-case'" in capsys.readouterr().err


def test_a_failing_case_is_told_with_grader_and_window_and_fails_the_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
):
    wrong = {
        "id": "wrong",
        "language": "en",
        "about": "expects what was never said",
        "steps": [{"say": "Hello."}, {"say": "Where?", "expect": {"in_window": ["Lisbon"], "reply_has": ["里斯本"]}}],
    }
    (tmp_path / "changed.jsonl").write_text(json.dumps(wrong), encoding="utf-8")
    monkeypatch.setattr("evals.boundaries_cases.load_cases.__defaults__", (tmp_path,))
    arguments = ["--target", "process", "--model", "offline", "--boundary", "changed"]
    assert main(arguments) == 1
    told = capsys.readouterr().out
    assert "FAILED wrong (changed; process, offline model)" in told
    assert "in_window: step 1 ('Where?'), wanted ['Lisbon']" in told
    assert "message 'Hello.'" in told
    assert told.splitlines()[-1] == "RESULT boundaries changed=0.000 cases=1"
