"""Who sends a request, by its headers: a user with a token, a service with a key, or anyone on a local server."""

import asyncio
import logging
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote_to_bytes

from memory.core.access.identities import ACT_FOR_USERS, LOCAL_CALLER, OPERATOR, PERMISSIONS, RESERVED, service_identity
from memory.core.errors import InputError
from memory.core.ids import check_user_id
from memory.service.access.api_keys import PREFIX, find_api_key, read_api_keys
from memory.service.access.auth_settings import AuthSettings, rate_limit, read_auth_settings, request_bytes
from memory.service.access.tokens import TokenError, check_token
from memory.service.conversations.server_file import is_operator_key
from memory.storage.location import data_dir

USER_HEADER = "x-holdfast-user"
"""Names the user a service acts for; percent-encoded UTF-8."""
KEY_HEADER = "x-api-key"
_BEARER = "bearer "
_SCOPE = "holdfast:"
"""How permissions begin in a token's `scope` or `permissions`."""
_log = logging.getLogger(__name__)


class LoginError(Exception):
    """Nobody who is known sends this request."""


class ForbiddenError(Exception):
    """Who sends it may not do this."""


@dataclass(frozen=True)
class Caller:
    """Who sends a request."""

    identity: str
    """The user it is for; of a service that names none, the service itself."""
    permissions: tuple[str, ...] = ()
    organisation: str | None = None
    """Whose shared knowledge the user is shown, beside everyone's."""


LOCAL = Caller(LOCAL_CALLER, PERMISSIONS)


async def caller_of(headers: Mapping[str, str], settings: AuthSettings) -> Caller:
    """Return who sends a request with these headers, whose names are in lower case.

    Raises LoginError, ForbiddenError: it names a user it may not act for.
    """
    if settings.local:
        return LOCAL
    return _acting(await _known(headers, settings), headers.get(USER_HEADER))


async def check_access() -> None:
    """Raise InputError where a setting of who may log in, or of how much they may send, is wrong."""
    request_bytes()
    rate_limit()
    settings = read_auth_settings()
    if settings.api_keys is not None:
        await asyncio.to_thread(read_api_keys, settings.api_keys)


async def _known(headers: Mapping[str, str], settings: AuthSettings) -> Caller:
    told = headers.get("authorization")
    if told is None:
        key = headers.get(KEY_HEADER)
        if key is None:
            raise LoginError("Log in: send `Authorization: Bearer` with a token or a key.")
        return await _service(key, settings)
    if not told.lower().startswith(_BEARER):
        raise LoginError("Authorization is not of the form `Bearer …`.")
    token = told[len(_BEARER) :].strip()
    return await (_service(token, settings) if token.startswith(PREFIX) else _user(token, settings))


async def _service(key: str, settings: AuthSettings) -> Caller:
    if await asyncio.to_thread(is_operator_key, data_dir(), key):
        return Caller(OPERATOR, PERMISSIONS)
    if settings.api_keys is None:
        raise LoginError("The key is not known.")
    try:
        keys = await asyncio.to_thread(read_api_keys, settings.api_keys)
    except InputError as wrong:
        _log.error("no key counts: %s", wrong)  # the trace tells no more
        raise LoginError("The key cannot be checked now.") from None
    found = find_api_key(keys, key)
    if found is None:
        raise LoginError("The key is not known.")
    return Caller(service_identity(found.name), found.permissions, found.organisation)


async def _user(token: str, settings: AuthSettings) -> Caller:
    if settings.tokens is None:
        raise LoginError("The token does not count: this server takes keys alone.")
    try:
        claims = await check_token(token, settings.tokens)
    except TokenError as wrong:
        raise LoginError(f"The token does not count: {wrong}.") from None
    organisation = _organisation(claims.get(settings.tokens.organisation_claim))
    return Caller(_user_id(claims[settings.tokens.user_claim]), _granted(claims), organisation)


def _user_id(value: object) -> str:
    """Return the id of a user, as a token or a header names it."""
    try:
        user = check_user_id(value)
    except InputError as wrong:
        raise LoginError(f"The user's id {wrong.problem}.") from None
    if user.startswith(RESERVED):
        raise LoginError(f"The user's id begins with {RESERVED}")
    return user


def _organisation(value: object) -> str | None:
    """Return the organisation a token names, None where it names none; some issuers then send an empty text."""
    try:
        return None if value in (None, "") else check_user_id(value, "organisation")
    except InputError as wrong:
        raise LoginError(f"The organisation {wrong.problem}.") from None


def _granted(claims: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the permissions a token carries, in `scope` (text) or `permissions` (a list)."""
    scope, listed = claims.get("scope"), claims.get("permissions")
    told = [*(scope.split() if isinstance(scope, str) else ()), *(listed if isinstance(listed, list) else ())]
    return tuple(one for one in PERMISSIONS if _SCOPE + one in told)


def _acting(caller: Caller, named: str | None) -> Caller:
    """Return the caller as the user it names; what it may do for others, that user may not."""
    if named is None:
        return caller
    if ACT_FOR_USERS not in caller.permissions:
        raise ForbiddenError("Only who may act for users names one.")
    try:  # bytes past ASCII reach us as Latin-1, whatever they were: another user's id, if they were taken
        user = _user_id(unquote_to_bytes(named.encode("ascii")).decode())
    except UnicodeError:
        raise LoginError("The user's id is not UTF-8, percent-encoded.") from None
    return Caller(user, organisation=caller.organisation)
