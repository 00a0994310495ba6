"""Who sends a request: the one place where a route's user is decided."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Query
from langgraph.store.base import BaseStore
from starlette.requests import Request

from memory.core.access.identities import EVERYONE, LOCAL_CALLER, OPERATE, PERMISSIONS, SHARED, spoken_for
from memory.core.ids import check_user_id
from memory.service.access import callers
from memory.service.access.auth_settings import read_auth_settings
from memory.service.access.identity import User, kept_apart, read_user
from memory.service.settings.settings import local_user
from memory.web.answers import NotPermittedError, UnauthenticatedError
from memory.web.platform_store import platform_store

_USER_ID = (
    "Whose memory is meant, where nobody has to log in, and from services that may act for users. "
    "Leave it out otherwise: you speak for yourself."
)

_ASSISTANT = (
    "The assistant whose memory is meant, by its id or its graph's name, where the server keeps that apart. "
    "Leave it out for the memory that assistants share."
)


@dataclass(frozen=True)
class Asked:
    """Whose request it is, and where their memory lies."""

    store: BaseStore
    user: User
    organisation: str | None
    """Whose shared knowledge they are shown, beside everyone's."""


async def asked_by(
    request: Request,
    user_id: Annotated[str | None, Query(description=_USER_ID)] = None,
    assistant: Annotated[str | None, Query(description=_ASSISTANT)] = None,
) -> Asked:
    """Return the user of a request in the memory it is about, and the store. Raises what `caller_id` raises."""
    named = caller_id(request, user_id)
    store = await platform_store()
    return Asked(store, await read_user(store, named, kept_apart(assistant)), organisation_of(request))


Caller = Annotated[Asked, Depends(asked_by)]
"""What a route that works on someone's memory takes."""


def caller_id(request: Request, named: str | None) -> str:
    """Return the user: the authenticated one, or whom the query's `user_id` (`named`) names where that counts.

    It counts where nobody has to say who they are, where without one it is the named local user, and from a caller
    who may act for others. Raises UnauthenticatedError: nobody is logged in.
    InputError: the `user_id` does not count, or is empty, too long or no text.
    """
    known = _known(request)
    if known is None:
        return check_user_id(spoken_for(local_user(), PERMISSIONS, named))
    return check_user_id(spoken_for(known.identity, known.permissions, named))


def reaches_everyone(request: Request) -> bool:
    """Tell whether the caller may have everyone's memory consolidated. Raises UnauthenticatedError."""
    known = _known(request)
    return known is None or EVERYONE in known.permissions


def organisation_of(request: Request) -> str | None:
    """Return the organisation the log-in names, None where it names none or nobody has to log in."""
    known = _known(request)
    return known.organisation if known else None


def writes_shared(request: Request, organisation: str | None) -> bool:
    """Tell whether the caller may write what is shared with an organisation, None: with everyone.

    One whose log-in names an organisation may write for that one alone. Raises UnauthenticatedError.
    """
    known = _known(request)
    return known is None or (SHARED in known.permissions and known.organisation in {None, organisation})


def log_in_of(request: Request) -> callers.Caller:
    """Return who logs in, and what they may; where nobody has to, the local user. Raises UnauthenticatedError."""
    return _known(request) or callers.Caller(local_user(), PERMISSIONS)


def _operates(request: Request) -> None:
    """Raise NotPermittedError where the caller does not run the server; UnauthenticatedError."""
    known = _known(request)
    if known is not None and OPERATE not in known.permissions:
        raise NotPermittedError(OPERATE, "Log in with a key or token that has `operate`.")


OPERATOR = Depends(_operates)
"""Among the dependencies of a route: it is for whoever runs the server."""


def _known(request: Request) -> callers.Caller | None:
    """Return who is logged in, None where nobody has to be."""
    user, granted = request.scope.get("user"), request.scope.get("auth")
    if user is not None and user.is_authenticated:
        if user.identity == LOCAL_CALLER:
            return None
        scopes = tuple(granted.scopes if granted else ())
        return callers.Caller(user.identity, scopes, getattr(user, "organisation", None))
    if not read_auth_settings().local:
        raise UnauthenticatedError("Log in first: this server does not take a user_id on trust.")
    return None
