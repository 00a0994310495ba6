"""How the routes tell errors: always as `{"error": {"code", "field", "message", "remedy"}}`."""

import logging
from collections.abc import Mapping
from typing import Any

from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.responses import JSONResponse

from memory.core.errors import ChangedError, ErasedError, HoldfastError, InputError, NotFoundError, StorageError
from memory.core.language.text import clean_text

_UNREADABLE = 400
"""FastAPI's answer to a body that it cannot read at all."""
_NOT_FOUND = 404
_NOT_ALLOWED = 405
_INVALID = 422
_FAILED = 500
_TOLD = 300
"""Characters of a validation's own message that are told."""
_log = logging.getLogger(__name__)


class UnauthenticatedError(HoldfastError):
    """The server has authentication and the request brought none."""


class NotPermittedError(HoldfastError):
    """The log-in lacks a permission; whether there is anything to reach is not looked at."""

    def __init__(self, permission: str, remedy: str) -> None:
        super().__init__(f"{permission}: the log-in has no permission for this. {remedy}")
        self.field = permission
        self.remedy = remedy


class StaleError(HoldfastError):
    """The thing was changed since the caller read it."""

    field = "If-Match"
    remedy = "Read it again, and send its new ETag."


_OURS: tuple[tuple[type[HoldfastError], int, str], ...] = (
    (NotFoundError, 404, "not_found"),
    (InputError, 422, "invalid_input"),
    (ChangedError, 409, "changed"),
    (ErasedError, 409, "erased"),
    (StaleError, 412, "changed_meanwhile"),
    (UnauthenticatedError, 401, "unauthenticated"),
    (NotPermittedError, 403, "forbidden"),
    (StorageError, 503, "storage"),
    (HoldfastError, 500, "failed"),
)
"""The first that fits counts."""


def error(status: int, code: str, message: str, field: str | None = None, remedy: str | None = None) -> JSONResponse:
    """Return an error as every route sends it."""
    told = {"code": code, "field": field, "message": message, "remedy": remedy}
    # What is told may name a field as it was sent, which need not be text that can be sent back.
    cleaned = {name: None if text is None else clean_text(text) for name, text in told.items()}
    return JSONResponse({"error": cleaned}, status_code=status)


def not_found() -> JSONResponse:
    """Return the answer to an address that leads nowhere."""
    return error(_NOT_FOUND, "not_found", "There is nothing at this address.")


def not_allowed(methods: str) -> JSONResponse:
    """Return the answer to a method that an address does not take; `methods`: those it takes."""
    refused = error(_NOT_ALLOWED, "method_not_allowed", "This address takes other methods.", None, f"Use {methods}.")
    refused.headers["Allow"] = methods
    return refused


def answer_to(problem: Exception) -> JSONResponse:
    """Return how an error is told; one that is not ours is logged and tells nothing of itself."""
    if isinstance(problem, RequestValidationError):
        return _invalid(problem.errors()[0])
    for kind, status, code in _OURS:
        if isinstance(problem, kind):
            return error(status, code, str(problem), getattr(problem, "field", None), getattr(problem, "remedy", None))
    if _is_unreadable(problem):
        return error(_INVALID, "invalid_input", "body: cannot be read. Send JSON.", "body", "Send JSON.")
    _log.error("a route failed", exc_info=problem)
    return error(_FAILED, "internal", "The server could not do this.", remedy="Its log tells why.")


def _is_unreadable(problem: Exception) -> bool:
    """Tell whether a body could not be read, also as its sender left amid it: no fault of ours."""
    refused = isinstance(problem, HTTPException) and problem.status_code == _UNREADABLE
    return refused or isinstance(problem, ClientDisconnect)


def _invalid(found: Mapping[str, Any]) -> JSONResponse:
    """Return how a value is told that no model takes: never with the value itself."""
    where, *inside = (str(part) for part in found["loc"])
    field = inside[0] if inside and found["type"] != "json_invalid" else where
    problem = str(found["msg"])[:_TOLD]
    remedy = _REMEDIES.get(found["type"], "Correct it, or leave it out.")
    return error(_INVALID, "invalid_input", f"{field}: {problem}. {remedy}", field, remedy)


_REMEDIES = {
    "missing": "Send it.",
    "extra_forbidden": "Leave it out.",
    "json_invalid": "Send JSON.",
    "model_attributes_type": "Send a JSON object, with `Content-Type: application/json`.",
}
