"""JSON answers of the routes, errors included."""

from collections.abc import Awaitable, Callable
from functools import wraps

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from memory.core.errors import HoldfastError, InputError

Endpoint = Callable[[Request], Awaitable[Response]]
_UNAUTHENTICATED = 401
_NOT_FOUND = 404
_INVALID = 422
_FAILED = 500


class UnauthenticatedError(HoldfastError):
    """The server has authentication and the request brought none."""


def error(status: int, code: str, message: str, field: str | None = None, remedy: str | None = None) -> JSONResponse:
    """Return an error as every route sends it."""
    told = {"code": code, "field": field, "message": message, "remedy": remedy}
    return JSONResponse({"error": told}, status_code=status)


def not_found() -> JSONResponse:
    """Return the answer to an address that leads nowhere."""
    return error(_NOT_FOUND, "not_found", "There is nothing at this address.")


def with_errors(endpoint: Endpoint) -> Endpoint:
    """Return `endpoint` with our own errors as JSON; a fault of ours is left to the server, which logs it."""

    @wraps(endpoint)
    async def guarded(request: Request) -> Response:
        try:
            return await endpoint(request)
        except InputError as wrong:
            return error(_INVALID, "invalid_input", str(wrong), wrong.field, wrong.remedy)
        except UnauthenticatedError as nobody:
            return error(_UNAUTHENTICATED, "unauthenticated", str(nobody))
        except HoldfastError as failed:
            return error(_FAILED, type(failed).__name__, str(failed))

    return guarded
