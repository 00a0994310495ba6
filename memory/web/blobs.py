"""GET /v1/blobs/{hash}: an image or file that a transcript refers to."""

import base64

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from memory.service.access.identity import read_user
from memory.service.turn.blobs import user_blob
from memory.web.answers import not_found, with_errors
from memory.web.caller import caller_id
from memory.web.platform_store import platform_store

_SHOWN = frozenset({"image/png", "image/jpeg", "image/gif", "image/webp", "application/pdf", "audio/mpeg", "audio/wav"})
"""What a browser may show as it is; anything else is offered for download, since it may hold scripts."""
_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "Cache-Control": "private, no-cache",
}
_NOT_MODIFIED = 304


@with_errors
async def read_blob(request: Request) -> Response:
    """Answer with the bytes of one of the caller's own blobs; 404 for any other, whether or not someone has it."""
    store, name = await platform_store(), request.path_params["hash"]
    user = await read_user(store, caller_id(request))
    doc = await user_blob(store, user.root, name)
    if doc is None:
        return not_found()
    headers = {**_HEADERS, "ETag": f'"{name}"'}
    if request.headers.get("if-none-match") == headers["ETag"]:
        return Response(status_code=_NOT_MODIFIED, headers=headers)
    if doc["mime_type"] not in _SHOWN:
        headers["Content-Disposition"] = f'attachment; filename="{name[:12]}"'
    return Response(base64.b64decode(doc["base64"]), headers=headers, media_type=doc["mime_type"])


blob_routes = [Route("/v1/blobs/{hash}", read_blob, methods=["GET"])]
