"""schemathesis on the API of a real server, as a user who is logged in: `make fuzz-api`.

The tool is a program of its own beside the project: it needs another version of a package than the server does.
"""

import argparse
import secrets
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

import jwt

from evals.dev_server import DevServer

_HOURS = 6
_CHECKS = "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance"
_CONFIG = """\
[parameters]
"query.wait" = 0
"""
"""Nobody waits for events; the user is the one who is logged in."""


def main() -> int:
    """Run the tool; return its exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tool", required=True, help="the schemathesis command")
    parser.add_argument("--examples", type=int, default=100, help="requests of an operation, at most")
    asked = parser.parse_args()
    secret = secrets.token_hex(32)
    login = {"HOLDFAST_JWT_SECRET": secret, "HOLDFAST_JWT_ISSUER": "fuzz", "HOLDFAST_JWT_AUDIENCE": "holdfast"}
    with TemporaryDirectory() as folder:
        env = {**login, "HOLDFAST_RATE_LIMIT": "0", "HOLDFAST_EMBEDDINGS": "none"}
        server = DevServer(Path(folder), env=env).start()
        try:
            return subprocess.run(_command(asked, server, _token(secret), folder), check=False).returncode  # noqa: S603  # ours
        finally:
            server.kill()


def _command(asked: argparse.Namespace, server: DevServer, token: str, folder: str) -> list[str]:
    config = Path(folder) / "schemathesis.toml"
    config.write_text(_CONFIG)
    run = [asked.tool, "--config-file", str(config), "run", f"{server.url}/openapi.json"]
    return [
        *run,
        *("--include-path-regex", "^/v1/", "--header", f"Authorization: Bearer {token}"),
        *("--checks", _CHECKS, "--max-examples", str(asked.examples), "--generation-deterministic"),
    ]


def _token(secret: str) -> str:
    now = int(time.time())
    claims = {"sub": "fuzz", "iss": "fuzz", "aud": "holdfast", "iat": now, "exp": now + _HOURS * 3600}
    return jwt.encode(claims, secret, "HS256")


if __name__ == "__main__":
    sys.exit(main())
