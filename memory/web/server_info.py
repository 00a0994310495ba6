"""GET /v1/server: what runs here, and as whom a request comes in; `holdfast doctor` asks it."""

from starlette.requests import Request

from memory.service.operations.about_server import own_version
from memory.web.caller import log_in_of
from memory.web.routing import api_router
from memory.web.shapes import Answer

server_routes = api_router("operations")


class ServerAnswer(Answer):
    """What runs here, and who asks."""

    version: str | None
    """Of Holdfast; null: a checkout that is not installed."""
    identity: str
    """The user the request is for; of a service that names none, the service itself."""
    permissions: list[str]
    """What it may do beyond its own memory (docs/security.md)."""


@server_routes.get("/v1/server")
async def read_server(request: Request) -> ServerAnswer:
    """Answer the server's version, and who the caller is to it."""
    caller = log_in_of(request)
    return ServerAnswer(version=own_version(), identity=caller.identity, permissions=list(caller.permissions))
