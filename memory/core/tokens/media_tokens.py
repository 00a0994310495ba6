"""How many tokens an image or file takes, in the ways providers count them."""

import base64
from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil
from typing import Any, Literal

from memory.core.messages.blobs import is_reference
from memory.core.messages.media_forms import is_text_file, media_in
from memory.core.tokens.image_size import image_size

MEDIA_TOKENS = 765
"""An image whose size is not known, in any form: 1,024 x 1,024 pixels in high detail at OpenAI."""

_HEAD_CHARS = 1 << 16
"""Characters of Base64 in which an image's size stands, a multiple of four."""
_BYTES_PER_TOKEN = {"audio": 500, "video": 1_000}
"""Of compressed sound, about 32 tokens a second; of compressed pictures, about 260."""
_TEXT_BYTES_PER_TOKEN = 1.5
"""Of a text file that is not at hand: of numbers and JSON, the densest; prose takes less than half the tokens."""
_PAGES_BYTES_PER_TOKEN = 50
"""Of a PDF or an office file: 2,000 tokens for a page of 100 KB."""
_MOST_OF_A_FILE = 20_000


@dataclass(frozen=True)
class ImageForm:
    """How a provider turns an image into tokens."""

    kind: Literal["flat", "tiles", "patches", "area"] = "flat"
    """Flat; squares of 512 pixels; squares of 32 pixels; pixels by 750."""
    base: int = 85
    """Tokens of the image itself, in low detail all of them; of `tiles`."""
    each: float = 170
    """Tokens of a square, of `tiles` and `patches`."""


FLAT = ImageForm()


def media_tokens(block: Mapping[str, Any], form: ImageForm = FLAT) -> int:
    """Return the tokens of an image, audio, video or file block, or of a reference to one."""
    kind, size = _kind(block), _bytes(block)
    if kind != "image":
        return _file_tokens(kind, size)
    if form.kind == "tiles" and _detail(block) == "low":
        return form.base
    sides = _sides(block)
    return _image_tokens(*sides, form) if sides else max(MEDIA_TOKENS, form.base)


def _image_tokens(width: int, height: int, form: ImageForm) -> int:
    if form.kind == "tiles":
        width, height = _within(width, height, longest=2048, shortest=768)
        return round(form.base + form.each * ceil(width / 512) * ceil(height / 512))
    if form.kind == "patches":
        return ceil(min(1536, ceil(width / 32) * ceil(height / 32)) * form.each)
    if form.kind == "area":
        width, height = _within(width, height, longest=1568, shortest=1568)
        return min(1600, ceil(width * height / 750))
    return MEDIA_TOKENS


def _within(width: int, height: int, *, longest: int, shortest: int) -> tuple[int, int]:
    """Return the sides of an image made smaller, to scale, until its longer and its shorter side are within limits."""
    scale = min(1.0, longest / max(width, height), shortest / min(width, height))
    return ceil(width * scale), ceil(height * scale)


def _file_tokens(kind: str, size: int) -> int:
    if kind == "text":
        return ceil(size / _TEXT_BYTES_PER_TOKEN) + 1
    tokens = size // _BYTES_PER_TOKEN.get(kind, _PAGES_BYTES_PER_TOKEN)
    return min(_MOST_OF_A_FILE, max(MEDIA_TOKENS, tokens))


def _kind(block: Mapping[str, Any]) -> str:
    """Return what a block is by its media type, else by its own: image, audio, video, text or another."""
    told = block.get("mime_type") if isinstance(block.get("mime_type"), str) else None
    if told and is_text_file(told):
        return "text"
    kind = str(told or block.get("type", "")).removeprefix("input_").partition("/")[0]
    return kind.partition("_")[0].partition("-")[0]


def _detail(block: Mapping[str, Any]) -> Any:
    form = block.get("form", block)
    inner = form.get("image_url")
    return (inner.get("detail") if isinstance(inner, Mapping) else None) or form.get("detail")


def _bytes(block: Mapping[str, Any]) -> int:
    if is_reference(block):
        return int(block["size"])
    media = media_in(block)
    return len(media.data) * 3 // 4 if media else 0


def _sides(block: Mapping[str, Any]) -> tuple[int, int] | None:
    width, height = block.get("width"), block.get("height")
    if is_reference(block):
        known = isinstance(width, int) and isinstance(height, int) and width > 0 and height > 0
        return (int(str(width)), int(str(height))) if known else None
    media = media_in(block)
    if media is None or not media.is_base64:
        return None
    head = "".join(media.data[:_HEAD_CHARS].split())
    try:
        return image_size(base64.b64decode(head[: len(head) // 4 * 4]))
    except ValueError:
        return None
