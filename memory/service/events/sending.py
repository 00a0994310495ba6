"""Sends one message to one endpoint: to an address that was looked at, once, within bounds."""

import asyncio
import socket
from collections.abc import Awaitable, Callable, Iterable
from functools import lru_cache
from ssl import SSLContext

import httpcore

from memory.core.errors import HoldfastError
from memory.core.events.addresses import is_public
from memory.core.events.webhooks import Endpoint

SEND_SECONDS = 10.0
_ALL_SECONDS = 15.0
_GOOD, _OVER = 200, 300

Resolve = Callable[[str, int], Awaitable[list[str]]]
"""Returns the IP addresses of a host."""


class DeliveryError(HoldfastError):
    """A message was not taken. Says why, with no address and no secret."""


async def send(endpoint: Endpoint, headers: dict[str, str], body: bytes, resolve: Resolve) -> None:
    """Post a message. No redirect is followed, no proxy used, and of the answer only its status is read.

    Raises DeliveryError: it was not taken, in time or at all, or the host leads to a private address.
    """
    backend = _CheckedBackend(resolve, private=endpoint.allow_private)
    bounds = {"timeout": dict.fromkeys(("connect", "read", "write", "pool"), SEND_SECONDS)}
    told = list(headers.items())
    try:
        async with (
            asyncio.timeout(_ALL_SECONDS),
            httpcore.AsyncConnectionPool(ssl_context=tls(), network_backend=backend) as pool,
            pool.stream("POST", endpoint.url, headers=told, content=body, extensions=bounds) as answer,
        ):
            status = answer.status
    except DeliveryError:
        raise
    except (TimeoutError, httpcore.TimeoutException) as error:
        raise DeliveryError(f"it did not answer within {SEND_SECONDS:.0f} seconds") from error
    except Exception as error:  # noqa: BLE001  # whatever network, TLS or an answer raises; its text may tell the address
        raise DeliveryError(f"{type(error).__name__}: it could not be reached") from None
    if not _GOOD <= status < _OVER:
        raise DeliveryError(f"it answered {status}")


@lru_cache(maxsize=1)
def tls() -> SSLContext:
    """Return what certificates are checked by: the system's authorities and those of certifi. Blocks the first time."""
    return httpcore.default_ssl_context()


async def addresses_of(host: str, port: int) -> list[str]:
    """Return the IP addresses of a host, as the system resolves it. Raises OSError."""
    found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [str(where[4][0]) for where in found]


class _CheckedBackend(httpcore.AsyncNetworkBackend):
    """Connects to the very address that was looked at: a name that leads elsewhere a moment later changes nothing."""

    def __init__(self, resolve: Resolve, *, private: bool) -> None:
        self._resolve = resolve
        self._private = private
        self._inner = httpcore.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109  # httpcore's own interface
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        addresses = await self._resolve(host, port)
        if not addresses or (not self._private and not all(map(is_public, addresses))):
            raise DeliveryError("its host leads to no public address; allow_private allows others")
        return await self._inner.connect_tcp(addresses[0], port, timeout, local_address, socket_options)

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)
