"""What chance makes of each route that the OpenAPI tells: never a fault, and every refusal in our form."""

import asyncio
import json
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from langgraph.store.memory import InMemoryStore
from support.platform import api, given_store

from memory.web import backup_routes, facts, summary, webhooks
from memory.web.app import ROUTERS, app

SERVER_NEEDED = {("post", "/v1/consolidate"), ("post", "/v1/erase"), ("delete", "/v1/conversations/{conversation}")}
"""`make fuzz-api` tries these too."""
NASTY = (
    "",
    " ",
    "..",
    "a/b",
    "%",
    "\x00",
    "旅行 🌊",
    "null",
    "-1",
    "1e400",
    "true",
    "2026-03-05",
    "9" * 40,
    "x" * 300,
    "*",
)
words = st.sampled_from(NASTY) | st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
scalars = st.none() | st.booleans() | st.integers() | st.floats() | words
anything = st.recursive(scalars, lambda inner: st.lists(inner, max_size=2) | st.dictionaries(words, inner, max_size=2))


def operations() -> Iterator[Any]:
    """Yield method, address, the names of parameters by place, and those of the body's fields."""
    spec = app.openapi()
    shapes = spec["components"]["schemas"]
    for path, item in spec["paths"].items():
        for method, told in item.items():
            if path.startswith("/v1/") and (method, path) not in SERVER_NEEDED:
                content = told.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
                shape = shapes.get(content.get("$ref", "").rpartition("/")[2], {})
                yield pytest.param(method, path, told.get("parameters", []), shape, id=f"{method} {path}")


def value(schema: dict[str, Any]) -> st.SearchStrategy[Any]:
    """Return what may be right, and what is not."""
    options = [*schema.get("enum", ()), *(v for one in schema.get("anyOf", ()) for v in one.get("enum", ()))]
    return st.sampled_from(options) | anything if options else anything


@pytest.fixture
def store(monkeypatch: pytest.MonkeyPatch) -> InMemoryStore:
    async def no_server(root: str, thread: str, *, on_server: bool) -> str:
        return "failed"

    for module in (facts, summary):
        monkeypatch.setattr(module, "start_consolidation", no_server)
    monkeypatch.setenv("HOLDFAST_EMBEDDINGS", "none")
    return given_store(monkeypatch, backup_routes, webhooks)


async def sent(method: str, path: str, **more: Any) -> httpx.Response:
    async with api(*ROUTERS) as http:
        return await http.request(method, f"http://test{path}", **more)


@pytest.mark.parametrize(("method", "path", "parameters", "shape"), list(operations()))
def test_no_request_brings_a_fault(method: str, path: str, parameters: Any, shape: Any, store: InMemoryStore):
    placed = {where: [p for p in parameters if p["in"] == where] for where in ("path", "query", "header")}
    drawn = st.fixed_dictionaries({p["name"]: words for p in placed["path"]})
    query = st.fixed_dictionaries({}, optional={p["name"]: words for p in placed["query"] if p["name"] != "wait"})
    fields = {name: value(told) for name, told in shape.get("properties", {}).items()}
    body = st.fixed_dictionaries({}, optional=fields) | anything
    header = st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=9)
    headers = st.fixed_dictionaries({}, optional={p["name"]: header for p in placed["header"]})

    with asyncio.Runner() as runner:

        @settings(max_examples=12, derandomize=True, suppress_health_check=list(HealthCheck))
        @given(drawn, query, body, headers)
        def check(names: dict[str, str], query: dict[str, str], body: Any, headers: dict[str, str]) -> None:
            address = path.format_map({name: quote(text, safe="").replace(".", "%2E") for name, text in names.items()})
            more = {"content": json.dumps(body)} if shape else {}
            told = {"content-type": "application/json", **headers}
            answer = runner.run(sent(method, address, params=query, headers=told, **more))
            assert answer.status_code < 500, answer.text
            if answer.status_code >= 400:
                assert set(answer.json()["error"]) == {"code", "field", "message", "remedy"}

        check()
