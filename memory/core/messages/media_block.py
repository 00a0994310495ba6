"""Images and files in the one form that the converters of all providers take.

An image becomes OpenAI's `image_url`, which every LangChain integration reads; sound, video and files become
LangChain's own blocks. References (`core/blobs`) stay references.
"""

import base64
from collections.abc import Mapping
from typing import Any

from memory.core.language.text import one_line
from memory.core.messages.blobs import is_reference
from memory.core.messages.media_forms import (
    UNKNOWN,
    Block,
    Media,
    is_media,
    is_text_file,
    media_in,
    mime_type_of,
    name_of,
    text_at,
)

_NAME_CHARS = 100
_ADDRESS_CHARS = 400
_KINDS = ("audio", "video")
_ADDRESSES = (
    ("image_url", "url"),
    ("image_url",),
    ("audio_url", "url"),
    ("video_url", "url"),
    ("url",),
    ("source", "url"),
    ("file_url",),
    ("file_uri",),
)


def is_media_kind(block: Mapping[str, Any]) -> bool:
    """Tell whether a block is an image, sound, video or file, inline, by address or by reference."""
    return is_media(block) or is_reference(block)


def media_block(block: Block, *, fresh: bool = False) -> Block | str:
    """Return an image or file in the one form, or the text that stands for it.

    Text inside the block is that text. An image by address stays. Another file by address, or one that lies at one
    provider alone, stays as it was sent while it is `fresh`: whoever sent it knows which model reads it. Later it is
    told in a line, since most providers refuse it.
    """
    if is_reference(block):
        return _of_reference(block)
    if (inside := _text_inside(block)) is not None:
        return inside
    if media := media_in(block):
        return _inline(block, media)
    return _elsewhere(block, fresh=fresh)


def _elsewhere(block: Block, *, fresh: bool) -> Block | str:
    """Return what stands for an image or file that is not in its block."""
    address = next((url for place in _ADDRESSES if (url := text_at(block, place))), "")
    if _kind(block) == "image" and address.startswith(("http://", "https://")):
        return {"type": "image_url", "image_url": {"url": address, **_detail(block)}}
    if fresh:
        return block
    where = f" at {one_line(address, _ADDRESS_CHARS)}" if address else ""
    return f"[{_kind(block)}{_named(block)}{where}; not shown]"


def untold(block: Block) -> str:
    """Return the line that stands for an image or file that cannot be shown."""
    return f"[{_kind(block)}{_named(block)}; not shown]"


def _of_reference(block: Block) -> Block:
    told: Block = {k: block[k] for k in ("blob", "mime_type", "size", "width", "height") if k in block}
    kind = _kind(block)
    if kind == "image":
        url = f"data:{block['mime_type']};base64,"
        form = {"type": "image_url", "image_url": {"url": url, **_detail(block.get("form", block))}}
        return {"type": "image_url", **told, "form": form, "at": ["image_url", "url"]}
    return {"type": kind, **told, **_filename(block, block["mime_type"], block["blob"][:12])}


def _inline(block: Block, media: Media) -> Block | str:
    data = _bytes(media)
    if data is None:
        return untold(block)
    mime_type = mime_type_of(block, media, data)
    if is_text_file(mime_type):
        return f"{_title(block)}{data.decode('utf-8', 'replace')}"
    encoded, kind = base64.b64encode(data).decode(), _kind({**block, "mime_type": mime_type})
    if kind == "image":
        url = {"url": f"data:{mime_type};base64,{encoded}", **_detail(block)}
        return {"type": "image_url", "image_url": url}
    return {"type": kind, "base64": encoded, "mime_type": mime_type, **_filename(block, mime_type, kind)}


def _bytes(media: Media) -> bytes | None:
    if not media.is_base64:
        return None
    try:
        return base64.b64decode("".join(media.data.split()), validate=True) or None
    except ValueError:
        return None


def _text_inside(block: Block) -> str | None:
    """Return the words of a text file or document that stand in its block as they are."""
    source = block.get("source")
    if isinstance(source, dict) and source.get("type") == "text" and isinstance(source.get("data"), str):
        return f"{_title(block)}{source['data']}"
    if isinstance(source, dict) and isinstance(inner := source.get("content"), list):
        texts = [b["text"] for b in inner if isinstance(b, dict) and isinstance(b.get("text"), str)]
        return f"{_title(block)}{chr(10).join(texts)}"
    text = block.get("text", block.get("data") if block.get("source_type") == "text" else None)
    return f"{_title(block)}{text}" if isinstance(text, str) else None


def _kind(block: Mapping[str, Any]) -> str:
    """Return image, audio, video or file: by the media type, else by the block's own."""
    told = block.get("mime_type")
    named = (told if isinstance(told, str) and told != UNKNOWN else str(block.get("type"))).removeprefix("input_")
    if named.startswith("image"):
        return "image"
    return next((kind for kind in _KINDS if named.startswith(kind)), "file")


def _detail(block: Mapping[str, Any]) -> dict[str, str]:
    inner = block.get("image_url")
    detail = (inner.get("detail") if isinstance(inner, dict) else None) or block.get("detail")
    return {"detail": detail} if isinstance(detail, str) else {}


def _filename(block: Mapping[str, Any], mime_type: str, otherwise: str) -> dict[str, str]:
    """Return the name a provider wants of a file; none of sound and video."""
    if mime_type.startswith(_KINDS):
        return {}
    return {"filename": name_of(block) or f"{otherwise}.{mime_type.partition('/')[2].partition('+')[0]}"}


def _named(block: Mapping[str, Any]) -> str:
    name = name_of(block)
    return f' "{one_line(name, _NAME_CHARS)}"' if name else ""


def _title(block: Mapping[str, Any]) -> str:
    named = _named(block)
    return f"[file{named}]\n" if named else ""
