"""Whose pages may call the server from a browser; the platform's own answer to that is turned off."""

from starlette.middleware.cors import CORSMiddleware
from starlette.types import ASGIApp

from memory.service.access.auth_settings import cors_origins, read_auth_settings
from memory.web.local_only import LOCAL_PAGE, local_origins

_TOLD = ("content-location", "location", "etag", "retry-after", "x-pagination-total", "x-pagination-next")


def cors(app: ASGIApp) -> ASGIApp:
    """Return the server behind what tells browsers; tokens travel in a header, so no page sends one unasked."""
    local = read_auth_settings().local
    return CORSMiddleware(
        app,
        allow_origins=local_origins() if local else cors_origins() or (),
        allow_origin_regex=LOCAL_PAGE if local else None,
        allow_methods=["*"],
        allow_headers=["*"],
        allow_private_network=local,
        expose_headers=_TOLD,
    )
