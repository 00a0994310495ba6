"""GET /v1/blobs/{hash}: an image or file that a transcript refers to."""

import base64
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from memory.service.turn.blobs import user_blob
from memory.web.answers import not_found
from memory.web.caller import Caller
from memory.web.routing import api_router

_SHOWN = frozenset({"image/png", "image/jpeg", "image/gif", "image/webp", "application/pdf", "audio/mpeg", "audio/wav"})
"""What a browser may show as it is; anything else is offered for download, since it may hold scripts."""
_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "Cache-Control": "private, no-cache",
}
_NOT_MODIFIED = 304
_BYTES: dict[int | str, dict[str, Any]] = {
    200: {"content": {"*/*": {"schema": {"type": "string", "format": "binary"}}}, "description": "The bytes."}
}

blob_routes = api_router("blobs")


@blob_routes.get("/v1/blobs/{hash}", response_class=Response, responses=_BYTES)
async def read_blob(request: Request, caller: Caller, hash: str) -> Response:  # noqa: A002  # as the address names it
    """Answer with the bytes of one of the caller's own blobs, named by their SHA-256; 404 for any other."""
    doc = await user_blob(caller.store, caller.user.root, hash)
    if doc is None:
        return not_found()
    headers = {**_HEADERS, "ETag": f'"{hash}"'}
    if request.headers.get("if-none-match") == headers["ETag"]:
        return Response(status_code=_NOT_MODIFIED, headers=headers)
    if doc["mime_type"] not in _SHOWN:
        headers["Content-Disposition"] = f'attachment; filename="{hash[:12]}"'
    return Response(base64.b64decode(doc["base64"]), headers=headers, media_type=doc["mime_type"])
