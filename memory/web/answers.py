"""JSON answers of the routes, errors included."""

from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from memory.core.errors import ChangedError, HoldfastError, InputError

Endpoint = Callable[[Request], Awaitable[Response]]
_UNAUTHENTICATED = 401
_NOT_FOUND = 404
_CHANGED = 409
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


async def json_object(request: Request, example: str) -> dict[str, Any]:
    """Return the body of a request. Raises InputError: it is no JSON object; the remedy shows `example`."""
    try:
        body = await request.json()
    except (ValueError, RecursionError) as exc:  # the latter: nested too deeply to be read
        raise InputError("body", "is no JSON", f"Send {example}.") from exc
    if not isinstance(body, dict):
        raise InputError("body", "is no JSON object", f"Send {example}.")
    return body


def with_errors(endpoint: Endpoint) -> Endpoint:
    """Return `endpoint` with our own errors as JSON; a fault of ours is left to the server, which logs it."""

    @wraps(endpoint)
    async def guarded(request: Request) -> Response:
        try:
            return await endpoint(request)
        except InputError as wrong:
            return error(_INVALID, "invalid_input", str(wrong), wrong.field, wrong.remedy)
        except ChangedError as changed:
            return error(_CHANGED, "changed", str(changed), changed.field, changed.remedy)
        except UnauthenticatedError as nobody:
            return error(_UNAUTHENTICATED, "unauthenticated", str(nobody))
        except HoldfastError as failed:
            return error(_FAILED, type(failed).__name__, str(failed))

    return guarded
