"""An HTTP endpoint that speaks OpenAI's embeddings protocol, with the vectors of `support.meanings`."""

import base64
import json
import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import numpy as np
from support.meanings import TopicEmbedder

Spoil = Callable[[str, list[float]], list[float]]


class EmbeddingsEndpoint:
    """Answers as many dimensions as `size` says; `spoil` may change a vector, `status` refuses."""

    def __init__(self) -> None:
        self.size = 8
        self.status = 200
        self.spoil: Spoil = lambda _, vector: vector
        self.requests: list[dict[str, Any]] = []
        self.url = ""

    def seen(self, model: str) -> list[str]:
        """Return the texts a model was asked for."""
        return [text for body in self.requests if body["model"] == model for text in inputs(body)]

    def answer(self, body: dict[str, Any]) -> dict[str, Any]:
        """Return the response to a request."""
        plain = body.get("encoding_format") == "float"
        vectors = [self.spoil(text, self._vector(text)) for text in inputs(body)]
        data = [
            {"object": "embedding", "index": i, "embedding": v if plain else packed(v)} for i, v in enumerate(vectors)
        ]
        usage = {"prompt_tokens": 1, "total_tokens": 1}
        return {"object": "list", "data": data, "model": body["model"], "usage": usage}

    def _vector(self, text: str) -> list[float]:
        found = TopicEmbedder(size=self.size).vector(text)
        return [0.0] * self.size if found is None else [float(value) * 3 for value in found]


def inputs(body: dict[str, Any]) -> list[str]:
    """Return the texts of a request; tokens instead of texts are refused, as most other servers do."""
    texts = body["input"] if isinstance(body["input"], list) else [body["input"]]
    assert all(isinstance(text, str) for text in texts), "tokens were sent"
    return texts


def packed(vector: list[float]) -> str:
    """Return a vector as OpenAI packs it."""
    return base64.b64encode(np.array(vector, np.float32).tobytes()).decode()


def nan_at_first(vector: list[float]) -> list[float]:
    """Return a vector with one value that is no number."""
    return [math.nan, *vector[1:]]


@contextmanager
def serving_embeddings() -> Iterator[EmbeddingsEndpoint]:
    """Yield an endpoint that is served until the end."""
    endpoint = EmbeddingsEndpoint()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["content-length"])))
            endpoint.requests.append(body)
            told = endpoint.answer(body) if endpoint.status == 200 else {"error": {"message": "refused"}}
            sent = json.dumps(told).encode()
            self.send_response(endpoint.status)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(sent)))
            self.end_headers()
            self.wfile.write(sent)

        def log_message(self, *_: object) -> None:
            """Tell nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    endpoint.url = f"http://127.0.0.1:{server.server_address[1]}/v1"
    yield endpoint
    server.shutdown()
    server.server_close()
    thread.join()
