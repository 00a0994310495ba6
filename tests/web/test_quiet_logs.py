"""What the platform logs of requests and failed runs, without what users said."""

import logging
import sys
from typing import Any

import pytest

from memory.core.errors import InputError
from memory.web.quiet_logs import quieten_logs, without_text

SAID = "my quokka 我的榴莲"


def logged(name: str, told: dict[str, Any]) -> dict[str, Any]:
    """What is left of a line, as the platform's formatter gets it."""
    lines: list[dict[str, Any]] = []

    class Keep(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            lines.append(record.msg)  # type: ignore[arg-type]  # as structlog passes it

    logger, keep = logging.getLogger(name), Keep()
    keep.addFilter(without_text)
    logger.addHandler(keep)
    try:
        logger.error(told)
    finally:
        logger.removeHandler(keep)
    return lines[0]


def test_a_request_is_logged_by_its_path_and_the_names_of_what_it_asks():
    told = {"event": "GET /v1/recall 200", "query_string": f"user_id=ann&question={SAID}&empty=", "status": 200}
    assert logged("langgraph_api.server", told) == {**told, "query_string": "user_id&question&empty"}


def test_why_a_request_was_refused_is_not_quoted():
    assert SAID not in str(logged("langgraph_api.server", {"event": "POST", "error_detail": f"{SAID!r} is no object"}))


TRACE = f"""Traceback (most recent call last):
  File "a.py", line 5, in load
    raise ValueError(text)
    ^^^^^^^^^^^^^^
ValueError: {SAID}
  {SAID}
{SAID}
For more: {SAID}
Allergies: {SAID}

The above exception was the direct cause of the following exception:

Traceback (most recent call last):
  File "b.py", line 6, in run
    check(field)
pydantic_core.ValidationError: 2 errors, input_value={SAID!r}
During task with name 'load_memories' and id 'x'"""


@pytest.mark.parametrize("how", ["Run encountered an error in graph: ", "Background run failed. Exception: "])
def test_a_run_that_fails_is_logged_with_the_kind_of_error_and_its_places_alone(how: str):
    line = logged("langgraph_api.worker", {"event": f"{how}<class 'ValueError'>({SAID}\n{SAID})", "exception": TRACE})
    assert SAID not in str(line)
    assert line["event"].startswith(f"{how}<class 'ValueError'>(")
    for kept in ('  File "a.py", line 5', "    raise ValueError(text)", "ValueError", "pydantic_core.ValidationError"):
        assert kept in line["exception"].splitlines() or kept in line["exception"]
    assert "For more" not in line["exception"]
    assert "Allergies" not in line["exception"]
    assert "During task with name 'load_memories'" in line["exception"]


def test_an_error_of_ours_is_told_whole():
    error = InputError("time_zone", "is none", "Write it like Europe/Lisbon.")
    told = {"event": f"Run encountered: {type(error)}({error})", "exception": f"memory.core.errors.InputError: {error}"}
    assert logged("langgraph_api.worker", dict(told)) == told


def test_a_fault_of_our_own_code_is_logged_without_what_it_quotes():
    record = logging.LogRecord("memory.web.answers", logging.ERROR, "", 1, "a route failed", (), None)
    try:
        int(SAID)
    except ValueError:
        record.exc_info = sys.exc_info()
    assert without_text(record)
    line = logging.Formatter().format(record) + str(record.__dict__["exception"])
    assert SAID not in line
    assert "test_quiet_logs.py" in line
    assert line.endswith("ValueError")


def test_why_a_file_or_a_database_failed_is_told_and_the_data_it_quotes_is_not():
    trace = f"psycopg.OperationalError: connection refused\nCONTEXT: JSON data, line 1: {SAID}"
    assert logged("any", {"event": "failed", "exception": trace})["exception"] == trace.splitlines()[0]


def test_every_line_of_the_process_is_looked_at(monkeypatch: pytest.MonkeyPatch):
    handler = logging.NullHandler()
    monkeypatch.setattr(logging.getLogger(), "handlers", [handler])
    quieten_logs()
    quieten_logs()
    assert handler.filters == [without_text]
