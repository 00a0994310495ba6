"""Images and files as messages carry them."""

import base64
import hashlib
from typing import Any

PNG = b"\x89PNG\r\n\x1a\n"


def png(seed: str, size: int = 2_000) -> bytes:
    """Return bytes that begin like a PNG file, different for each seed."""
    return (PNG + hashlib.sha256(seed.encode()).digest() * (size // 32 + 1))[:size]


def encoded(data: bytes) -> str:
    """Return bytes as Base64."""
    return base64.b64encode(data).decode()


def digest(data: bytes) -> str:
    """Return the hash that names a blob."""
    return hashlib.sha256(data).hexdigest()


def image(data: bytes) -> dict[str, Any]:
    """Return LangChain's block of an image."""
    return {"type": "image", "base64": encoded(data), "mime_type": "image/png"}


def image_url(data: bytes) -> dict[str, Any]:
    """Return OpenAI's block of an image."""
    return {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{encoded(data)}", "detail": "low"}}


def text(words: str) -> dict[str, Any]:
    """Return a text block."""
    return {"type": "text", "text": words}
