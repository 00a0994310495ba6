"""A local HTTP endpoint that plays the LangSmith service as far as the evals use it."""

import json
import threading
import time
from email.message import Message
from email.parser import BytesParser
from typing import Any, Self
from uuid import UUID, uuid4

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

NOW = "2026-03-01T12:00:00+00:00"


class LangSmithEndpoint:
    """The service, on a thread of its own: what it was given is in its attributes, by id."""

    def __init__(self) -> None:
        self.datasets: dict[str, dict[str, Any]] = {}
        self.examples: dict[str, dict[str, Any]] = {}
        self.created_examples: list[str] = []
        """Ids in the order in which they were created; one that came twice stands there twice."""
        self.updated_examples: list[str] = []
        self.sessions: dict[str, dict[str, Any]] = {}
        """Experiments."""
        self.runs: dict[str, dict[str, Any]] = {}
        self.feedback: list[dict[str, Any]] = []
        self.unknown: list[str] = []
        """Requests it has no answer to."""
        self._server = uvicorn.Server(uvicorn.Config(self._app(), port=0, log_config=None, lifespan="off", ws="none"))

    @property
    def url(self) -> str:
        """What the client takes as `api_url`."""
        return f"http://127.0.0.1:{self._server.servers[0].sockets[0].getsockname()[1]}"

    def __enter__(self) -> Self:
        self._thread = threading.Thread(target=self._server.run, daemon=True)
        self._thread.start()
        while not self._server.started:
            time.sleep(0.005)
        return self

    def __exit__(self, *_: object) -> None:
        self._server.should_exit = self._server.force_exit = True
        self._thread.join(timeout=10)

    def _app(self) -> Starlette:
        routes = [
            Route("/info", self._info),
            Route("/settings", self._settings),
            Route("/datasets", self._datasets, methods=["GET", "POST"]),
            Route("/examples", self._list_examples),
            Route("/v1/platform/datasets/{dataset}/examples", self._parted_examples, methods=["POST", "PATCH"]),
            Route("/sessions", self._sessions, methods=["GET", "POST"]),
            Route("/sessions/{id}", self._session, methods=["GET", "PATCH"]),
            Route("/runs/multipart", self._parted_runs, methods=["POST"]),
            Route("/{rest:path}", self._nothing, methods=["GET", "POST", "PATCH", "PUT", "DELETE"]),
        ]
        return Starlette(routes=routes)

    async def _nothing(self, request: Request) -> Response:
        self.unknown.append(f"{request.method} {request.url.path}?{request.url.query} {(await request.body())[:300]!r}")
        return JSONResponse({"detail": "not played"}, 404)

    async def _info(self, _: Request) -> Response:
        return JSONResponse({"version": "0.13.0", "instance_flags": {"dataset_examples_multipart_enabled": True}})

    async def _settings(self, _: Request) -> Response:
        return JSONResponse({"id": str(UUID(int=1)), "display_name": "test", "created_at": NOW})

    async def _datasets(self, request: Request) -> Response:
        if request.method == "POST":
            body = await request.json()
            made = {"id": str(uuid4()), "created_at": NOW, **body}
            self.datasets[made["id"]] = made
            return JSONResponse(made)
        name = request.query_params.get("name")
        return JSONResponse([d for d in self.datasets.values() if name in {None, d["name"]}])

    async def _list_examples(self, request: Request) -> Response:
        wanted, offset = request.query_params.get("dataset"), int(request.query_params.get("offset", 0))
        found = [e for e in self.examples.values() if e["dataset_id"] == wanted]
        return JSONResponse(found[offset : offset + int(request.query_params.get("limit", 100))])

    async def _parted_examples(self, request: Request) -> Response:
        parts = _parts(request.headers["content-type"], await request.body())
        for name, value in parts.items():
            example, _, field = name.partition(".")
            if field:
                self.examples[example][field] = value
            else:
                self._keep_example({**value, "id": example}, request.path_params["dataset"], request.method)
        ids = [name for name in parts if "." not in name]
        return JSONResponse({"count": len(ids), "example_ids": ids}, 201)

    def _keep_example(self, example: dict[str, Any], dataset: str | None, method: str) -> None:
        known = self.examples.get(example["id"], {"created_at": NOW, "dataset_id": dataset, "inputs": {}})
        self.examples[example["id"]] = {**known, **{k: v for k, v in example.items() if v is not None}}
        (self.created_examples if method == "POST" else self.updated_examples).append(example["id"])

    async def _sessions(self, request: Request) -> Response:
        if request.method == "POST":
            body = await request.json()
            made = {"id": str(uuid4()), "tenant_id": str(UUID(int=1)), "start_time": NOW, **body}
            self.sessions[made["id"]] = made
            return JSONResponse(made)
        name = request.query_params.get("name")
        return JSONResponse([s for s in self.sessions.values() if name in {None, s["name"]}])

    async def _session(self, request: Request) -> Response:
        session = self.sessions[request.path_params["id"]]
        if request.method == "PATCH":
            session |= {k: v for k, v in (await request.json()).items() if v is not None}
        return JSONResponse(session)

    async def _parted_runs(self, request: Request) -> Response:
        for name, value in _parts(request.headers["content-type"], await request.body()).items():
            kind, _, rest = name.partition(".")
            run, _, field = rest.partition(".")
            if kind == "feedback":
                self.feedback.append(value)
            else:
                self._keep_run(run, {field: value} if field else value)
        return JSONResponse({}, 202)

    def _keep_run(self, run: str, fields: dict[str, Any]) -> None:
        self.runs.setdefault(run, {}).update({k: v for k, v in fields.items() if v is not None})


def _parts(content_type: str, body: bytes) -> dict[str, Any]:
    """Return the JSON values of a multipart body by the names of its parts."""
    whole = BytesParser().parsebytes(f"Content-Type: {content_type}\r\n\r\n".encode() + body)
    return {str(part.get_param("name", header="content-disposition")): _value(part) for part in _listed(whole)}


def _listed(whole: Message) -> list[Message]:
    payload = whole.get_payload()
    return [part for part in payload if isinstance(part, Message)] if isinstance(payload, list) else []


def _value(part: Message) -> Any:
    payload = part.get_payload(decode=True)
    return json.loads(payload) if isinstance(payload, bytes) and payload else None
