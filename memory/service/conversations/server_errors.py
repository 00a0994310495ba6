"""What a server tells of failures, as errors of ours."""

import contextlib
from collections.abc import Iterator, Mapping
from typing import Any

import httpx

from memory.core.errors import HoldfastError, InputError, ModelError, OwnershipError, StorageError

_NOT_LET_IN = frozenset({401, 403})


class NotLetInError(HoldfastError):
    """The server does not know who asks, or they may not do this."""


class ServerError(HoldfastError):
    """The server cannot be reached, or failed without saying why."""


def run_error(told: Mapping[str, Any]) -> HoldfastError:
    """Return the error of a run as the class it was raised as, where that is one of ours."""
    name, message = str(told.get("error")), str(told.get("message"))
    if name == "InputError":
        field, _, rest = message.partition(": ")
        problem, _, remedy = rest.partition(". ")
        return InputError(field, problem, remedy)
    kinds = {kind.__name__: kind for kind in (ModelError, OwnershipError, StorageError)}
    return kinds[name](message) if name in kinds else ServerError(f"{name}: {message}")


@contextlib.contextmanager
def explained() -> Iterator[None]:
    """Turn what the HTTP client raises into errors of ours."""
    try:
        yield
    except httpx.HTTPStatusError as exc:
        raise _refusal(exc) from exc
    except httpx.RequestError as exc:
        problem = str(exc) or type(exc).__name__
        raise ServerError(f"The server{_address(exc)} cannot be reached: {problem}. Is it running?") from exc


def _address(exc: httpx.RequestError) -> str:
    """Return where a request went, without who logs in; "" where the error does not tell."""
    try:
        url = exc.request.url
    except RuntimeError:
        return ""
    return f" at {url.scheme}://{url.netloc.decode()}"


def _refusal(exc: httpx.HTTPStatusError) -> HoldfastError:
    body = getattr(exc, "body", None) or _json(exc.response)
    told = body.get("error") if isinstance(body, dict) else None
    if isinstance(told, dict) and told.get("code") in {"invalid_input", "not_found"} and told.get("field"):
        return run_error({"error": "InputError", "message": told["message"]})
    detail = told.get("message") if isinstance(told, dict) else _detail(body) or exc
    if exc.response.status_code in _NOT_LET_IN:
        return NotLetInError(f"The server did not let you in: {detail}")
    return ServerError(f"The server refused the request: {detail}")


def _detail(body: Any) -> Any:
    return body.get("detail") if isinstance(body, dict) else None


def _json(answer: httpx.Response) -> Any:
    try:
        return answer.json()
    except ValueError:
        return None
