"""The server a command works through, and how it logs in there."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import quote

import httpx
from langgraph_sdk import get_client
from langgraph_sdk.client import LangGraphClient

from memory.commands.place import Place
from memory.commands.server_settings import act_for, named_server, token
from memory.core.errors import InputError
from memory.service.access.api_keys import PREFIX
from memory.service.access.callers import USER_HEADER
from memory.service.conversations.server_file import read_server_file
from memory.service.settings.settings import local_user
from memory.storage.location import data_dir

_OK_SECONDS = 2.0
_LAST_PORT = 65_535


@dataclass(frozen=True)
class Server:
    """A server, and what logs in there."""

    url: str
    token: str | None = field(default=None, repr=False)
    """A user's token or a service's key; None: nobody logs in."""
    default_user: str | None = None
    """Who is meant when nobody is named; None: whoever the token is of."""
    pid: int | None = None
    """Its process, of one on the data folder of this machine."""
    settings: Mapping[str, str] = field(default_factory=dict, repr=False)
    """Of such a one, digests of the settings it runs with."""

    @property
    def is_of_a_service(self) -> bool:
        """Tell whether what logs in is a service's key, which has no memory of its own."""
        return (self.token or "").startswith(PREFIX)

    def user(self, place: Place) -> str | None:
        """Return the user a command names there. Raises InputError: a service's key must name one."""
        user = self.default_user if place.user is None else place.user
        if user is None and self.is_of_a_service:
            raise InputError("--user", "is missing: the key is a service's", "Name the user, or set HOLDFAST_ACT_FOR.")
        return user

    def headers(self, user: str | None) -> Mapping[str, str]:
        """Return what logs in, for a user it names: the request then is that user's and nothing more."""
        if self.token is None:
            return {}
        named = user is not None and (self.is_of_a_service or user == act_for())
        acting = {USER_HEADER: quote(user or "", safe="", errors="surrogatepass")} if named else {}
        return {"Authorization": f"Bearer {self.token}", **acting}

    def sdk(self, user: str | None) -> LangGraphClient:
        """Return a client of the platform's routes in the name of a user, to be closed by the caller."""
        return get_client(url=self.url, api_key=None, headers=dict(self.headers(user)))


async def server_of(place: Place) -> Server | None:
    """Return the server that is named, else the one on the data folder if it answers; None: work on the store itself.

    That is so too where a database is named.
    """
    server = await known_server(place)
    return server if server is None or server.pid is None or await answers(server) else None


async def known_server(place: Place) -> Server | None:
    """Return the same, whether it answers or not."""
    if place.database_uri is not None:
        return None
    if named := far_server():
        return named
    found = await asyncio.to_thread(read_server_file, data_dir())
    if found is None:
        return None
    return Server(found.url, found.key or None, local_user() if found.key else None, found.pid, found.settings)


def far_server() -> Server | None:
    """Return the server that is named by its address. Raises InputError: the address, or the token for it, is none."""
    url, known = named_server(), token()
    if url is None:
        return None
    if not _is_address(url):
        raise InputError("HOLDFAST_SERVER", "is no web address", "Write it like https://memory.example.")
    if known is not None and not (known.isascii() and known.isprintable()):
        raise InputError("HOLDFAST_TOKEN", "holds characters that no token has", "Set it as it was given out.")
    return Server(url, known, act_for())


def _is_address(url: str) -> bool:
    try:
        told = httpx.URL(url)
    except httpx.InvalidURL:
        return False
    sound = told.port is None or 0 < told.port <= _LAST_PORT
    return told.scheme in {"http", "https"} and bool(told.host) and sound


async def answers(server: Server) -> bool:
    """Tell whether a server answers."""
    try:
        async with httpx.AsyncClient(timeout=_OK_SECONDS) as http:
            return (await http.get(f"{server.url}/ok")).is_success
    except httpx.HTTPError:
        return False


def check_no_server(uri: str | None) -> None:
    """Raise InputError where a server is named, for what works on files or a database alone."""
    if uri is None and named_server():
        raise InputError(
            "HOLDFAST_SERVER",
            "is set, and this works on files or a database alone",
            "Unset it, or name the database with --database-uri.",
        )
