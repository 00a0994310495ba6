"""A real receiver of webhooks: keeps what it is sent, answers as it is told."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass
class Receiver:
    """What a receiver got, and what it answers."""

    url: str = ""
    got: list[tuple[dict[str, str], bytes]] = field(default_factory=list)
    """Headers, in lower case, and body."""
    answers: list[int] = field(default_factory=list)
    """Statuses of the next answers, then 204."""
    paths: list[str] = field(default_factory=list)


@contextmanager
def receiving() -> Iterator[Receiver]:
    """Run a receiver on a free port of this machine."""
    receiver = Receiver()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            receiver.paths.append(self.path)
            receiver.got.append(({k.lower(): v for k, v in self.headers.items()}, body))
            self.send_response(receiver.answers.pop(0) if receiver.answers else 204)
            self.send_header("location", "/elsewhere")
            self.end_headers()

        def log_message(self, *args: Any) -> None:
            """Stay silent."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    receiver.url = f"http://127.0.0.1:{server.server_port}/hook?token=t0ken"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield receiver
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
