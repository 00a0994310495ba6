"""The OpenAPI tells how to log in, of the platform's routes as of ours, so that clients made from it do."""

import json
from pathlib import Path
from typing import Any

import httpx
import pytest

from evals.dev_server import DevServer
from memory.web.app import app
from memory.web.gate import OPEN

ROOT = Path(__file__).parents[2]
EITHER = [{"bearer": []}, {"key": []}]


def test_each_route_of_ours_takes_either_log_in_but_the_probes_which_take_none():
    for path, item in app.openapi()["paths"].items():
        for told in item.values():
            assert told.get("security", []) == ([] if path in OPEN else EITHER), path


@pytest.mark.parametrize("name", ["langgraph.json", "langgraph.local.json"])
def test_both_langgraph_files_tell_the_same_schemes_as_our_routes(name: str):
    told = json.loads((ROOT / name).read_text())["auth"]["openapi"]
    assert told["securitySchemes"] == app.openapi()["components"]["securitySchemes"]
    assert told["security"] == EITHER


@pytest.mark.server
async def test_the_served_document_tells_the_log_in_of_every_operation(shared_server: DevServer):
    async with httpx.AsyncClient(base_url=shared_server.url) as http:
        spec: Any = (await http.get("/openapi.json")).json()
    assert set(spec["components"]["securitySchemes"]) == {"bearer", "key"}
    free = {path for path, item in spec["paths"].items() for told in item.values() if effective(spec, told) != EITHER}
    assert free == {"/ok", "/info", "/metrics", "/docs", *OPEN}
    assert effective(spec, spec["paths"]["/threads/search"]["post"]) == EITHER
    assert effective(spec, spec["paths"]["/v1/facts"]["get"]) == EITHER


def effective(spec: dict[str, Any], operation: dict[str, Any]) -> list[Any]:
    """Return what an operation asks for: its own, else what all do."""
    found: list[Any] = operation.get("security", spec["security"])
    return found
