"""A server where nobody logs in is for its own machine alone."""

import re
from collections.abc import Sequence
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

from memory.core.errors import InputError
from memory.service.access.auth_settings import cors_origins, read_auth_settings
from memory.web.platform_settings import server_url

STUDIO = "https://smith.langchain.com"
LOCAL_PAGE = r"https?://(localhost|127\.0\.0\.1|\[::1\])(:\d+)?"
"""The origins of pages that this machine itself serves."""
_REMEDY = (
    "Set HOLDFAST_JWT_JWKS_URL or HOLDFAST_JWT_SECRET with issuer and audience, or HOLDFAST_API_KEYS, so that users "
    "log in; or start it with `holdfast serve` or `langgraph dev` on 127.0.0.1."
)


def check_local_only() -> None:
    """Raise InputError where a server is open and does not listen on this machine alone, or cannot know.

    `langgraph dev` tells its code where it listens; other servers do not, and listen everywhere.
    """
    if not read_auth_settings().local:
        return
    url = server_url()
    if url is None:
        raise InputError("auth", "is not set up, and this server may listen to other machines", _REMEDY)
    check_host(urlsplit(url).hostname or "")


def check_host(host: str) -> None:
    """Raise InputError where a server is open and would listen on `host`, which other machines reach."""
    if read_auth_settings().local and not _is_loopback(host):
        raise InputError("auth", f"is not set up, and this server listens on {host}", _REMEDY)


def is_own_host(server: Sequence[Any] | None, host: str | None) -> bool:
    """Tell whether a request came in on a loopback address and asks for this machine by name.

    By the name too: a page can let its own name lead to 127.0.0.1 and would be served as one of this machine.
    """
    came_in = str(server[0]) if server else ""
    named = urlsplit(f"//{host}").hostname if host else None
    return _is_loopback(came_in) and (named is None or _is_loopback(named))


def is_own_page(origin: str | None) -> bool:
    """Tell whether a browser's page may call a local server; requests without an origin come from no other page."""
    if origin is None:
        return True
    allowed = local_origins()
    return "*" in allowed or origin in allowed or re.fullmatch(LOCAL_PAGE, origin) is not None


def local_origins() -> list[str]:
    """Return which pages of other machines may call a local server."""
    told = cors_origins()
    return [STUDIO] if told is None else told


def _is_loopback(host: str) -> bool:
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False
