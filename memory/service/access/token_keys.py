"""The keys that tokens are signed with: one secret, or the public keys at an address."""

import asyncio
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass, field

import httpx
from jwt import PyJWK, PyJWKSet
from jwt.exceptions import PyJWTError

HMAC_ALGORITHMS = ("HS256", "HS384", "HS512")
PUBLIC_ALGORITHMS = (
    "RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA",
)  # fmt: skip
_FRESH_SECONDS = 600.0
_PAUSE_SECONDS = 30.0
"""Between two requests for the keys, however many tokens name unknown ones."""
_TIMEOUT = 5.0
_MOST_BYTES = 1024 * 1024
_SYMMETRIC = "oct"
_log = logging.getLogger(__name__)


class KeysUnavailableError(Exception):
    """The keys cannot be had now, and none are known."""


@dataclass
class PublicKeys:
    """The keys at an address, fetched when they are needed, are old, or a token names one that is not there."""

    url: str
    clock: Callable[[], float] = time.monotonic
    _keys: dict[str | None, PyJWK] = field(default_factory=dict)
    _fetched: float | None = None
    _tried: float | None = None
    _lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def find(self, kid: str | None) -> PyJWK | None:
        """Return the key of that id, None if there is none; a token without an id has the only key there is.

        Raises KeysUnavailableError.
        """
        if (kid is not None and kid not in self._keys) or self._is_old():
            async with self._lock:
                await self._refresh(kid)
        if self._fetched is None:
            raise KeysUnavailableError
        if kid is None:
            return next(iter(self._keys.values())) if len(self._keys) == 1 else None
        return self._keys.get(kid)

    def _is_old(self) -> bool:
        return self._fetched is None or self.clock() - self._fetched > _FRESH_SECONDS

    async def _refresh(self, kid: str | None) -> None:
        """Fetch the keys, unless another request just did; what fails leaves those that are known."""
        if kid in self._keys and not self._is_old():
            return
        if self._tried is not None and self.clock() - self._tried < _PAUSE_SECONDS:
            return
        self._tried = self.clock()
        try:
            self._keys = _usable(await _fetch(self.url))
            self._fetched = self._tried
        except (httpx.HTTPError, PyJWTError, ValueError) as exc:
            _log.error("the keys of tokens cannot be had (HOLDFAST_JWT_JWKS_URL): %s", type(exc).__name__)  # no trace


async def _fetch(url: str) -> PyJWKSet:
    async with (
        httpx.AsyncClient(timeout=_TIMEOUT, follow_redirects=False) as http,
        http.stream("GET", url) as answer,
    ):
        answer.raise_for_status()
        body = bytearray()
        async for part in answer.aiter_bytes():
            body += part
            if len(body) > _MOST_BYTES:
                raise ValueError("too long")
    return PyJWKSet.from_json(body.decode())


def _usable(found: PyJWKSet) -> dict[str | None, PyJWK]:
    """Return the public keys for signatures; a symmetric key at a public address is none."""
    signing = [key for key in found.keys if key.key_type != _SYMMETRIC and key.public_key_use in {None, "sig"}]
    return {key.key_id: key for key in signing if key.algorithm_name in PUBLIC_ALGORITHMS}
