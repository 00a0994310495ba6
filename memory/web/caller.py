"""Who sends a request: the one place where a route's user is decided."""

from starlette.requests import Request

from memory.core.ids import check_user_id
from memory.service.settings import local_user
from memory.web.answers import UnauthenticatedError
from memory.web.platform_settings import has_auth


def caller_id(request: Request) -> str:
    """Return the authenticated user; without authentication the query's `user_id`, else the named local user.

    Raises UnauthenticatedError: the server has authentication and nobody is logged in.
    InputError: the id is empty, too long or no text.
    """
    user = request.scope.get("user")
    if user is not None and user.is_authenticated and has_auth():
        return check_user_id(user.identity, "identity")
    if has_auth():
        raise UnauthenticatedError("Log in first: this server does not take a user_id on trust.")
    named = request.query_params.get("user_id")
    return check_user_id(local_user() if named is None else named)
