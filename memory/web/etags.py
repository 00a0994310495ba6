"""ETags: what is read carries one; a change that names it (`If-Match`) is made of what was read, or not at all."""

import hashlib
from typing import Annotated

from fastapi import Header
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from memory.web.answers import StaleError
from memory.web.shapes import Answer

_LENGTH = 32
_NOT_MODIFIED = 304
IfMatch = Annotated[
    str | None,
    Header(description="The ETag of what you read: the change is made only if nothing was changed since."),
]


def etag_of(answer: Answer) -> str:
    """Return the strong ETag of an answer: equal answers have equal ones."""
    return f'"{hashlib.sha256(answer.model_dump_json(by_alias=True).encode()).hexdigest()[:_LENGTH]}"'


def tagged(request: Request, answer: Answer, status: int = 200) -> Response:
    """Return an answer with its ETag; without its body, if the caller has it already (`If-None-Match`)."""
    headers = {"ETag": etag_of(answer), "Cache-Control": "private, no-cache"}
    if request.method == "GET" and headers["ETag"] in _listed(request.headers.get("if-none-match", "")):
        return Response(status_code=_NOT_MODIFIED, headers=headers)
    return JSONResponse(answer.model_dump(mode="json", by_alias=True), status, headers)


def check_match(if_match: str | None, now: Answer) -> None:
    """Raise StaleError where a change names an ETag that what is to be changed no longer has."""
    if if_match is not None and if_match.strip() != "*" and etag_of(now) not in _listed(if_match):
        raise StaleError("It was changed since you read it.")


def _listed(header: str) -> list[str]:
    return [tag.strip() for tag in header.split(",")]
