"""Tokens (JWT) of users, checked."""

import asyncio
import logging
from collections.abc import Mapping
from typing import Any
from weakref import WeakKeyDictionary

import jwt
from jwt.exceptions import PyJWTError

from memory.service.access.auth_settings import TokenSettings
from memory.service.access.token_keys import HMAC_ALGORITHMS, PUBLIC_ALGORITHMS, KeysUnavailableError, PublicKeys

_MOST_CHARACTERS = 16_384
_KEYS: WeakKeyDictionary[asyncio.AbstractEventLoop, PublicKeys] = WeakKeyDictionary()
"""One a loop."""
_log = logging.getLogger(__name__)


class TokenError(Exception):
    """A token does not count; the text says why without showing it."""


async def check_token(token: str, settings: TokenSettings) -> Mapping[str, Any]:
    """Return the claims of a token whose signature, issuer, audience and times are right.

    Raises TokenError.
    """
    if len(token) > _MOST_CHARACTERS:
        raise TokenError("it is too long")
    try:
        key, algorithms = await _key(token, settings)
        claims: Mapping[str, Any] = jwt.decode(
            token,
            key,
            algorithms=algorithms,
            issuer=settings.issuer,
            audience=settings.audience,
            leeway=settings.leeway,
            options={"require": ["exp", "iss", "aud", settings.user_claim]},
        )
    except KeysUnavailableError:
        raise TokenError("its key cannot be had now") from None
    except (PyJWTError, ValueError, TypeError, OverflowError) as exc:
        _log.info("a token was refused: %s", type(exc).__name__)
        raise TokenError("it is not valid here, or no longer") from None
    return claims


async def _key(token: str, settings: TokenSettings) -> tuple[Any, list[str]]:
    """Return the key and the algorithms it may be used with: never what the token alone says."""
    if settings.secret is not None:
        return settings.secret, list(HMAC_ALGORITHMS)
    header = jwt.get_unverified_header(token)
    kid = header.get("kid")
    if kid is not None and not isinstance(kid, str):
        raise TokenError("it is not valid here, or no longer")
    key = await _public_keys(str(settings.jwks_url)).find(kid)
    if key is None or key.algorithm_name not in PUBLIC_ALGORITHMS:
        raise TokenError("its key is not known")
    return key, [key.algorithm_name]


def _public_keys(url: str) -> PublicKeys:
    loop = asyncio.get_running_loop()
    keys = _KEYS.get(loop)
    if keys is None or keys.url != url:
        keys = _KEYS[loop] = PublicKeys(url)
    return keys
