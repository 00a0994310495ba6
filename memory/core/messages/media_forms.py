"""The forms in which messages carry images, audio and files inline: where in a block the data stands."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Block = dict[str, Any]

MEDIA_TYPES = frozenset(
    {
        "image", "image_url", "input_image", "image_generation_call",
        "audio", "audio_url", "input_audio",
        "video", "video_url",
        "file", "input_file", "document", "media", "text-plain",
    }
)  # fmt: skip
"""The types of content blocks that may carry data."""

_PLACES = (
    ("base64",),  # LangChain
    ("data",),  # LangChain before 1.0, Google, MCP
    ("url",),  # a data URL, as all further ones that end in url
    ("image_url", "url"),  # OpenAI, chat completions
    ("image_url",),  # OpenAI, responses
    ("audio_url", "url"),
    ("video_url", "url"),
    ("input_audio", "data"),
    ("file", "file_data"),
    ("file_data",),
    ("source", "data"),  # Anthropic
    ("result",),  # OpenAI, a generated image
)
_TYPES_WITH_RAW_DATA = frozenset({"image", "audio", "video", "media"})
_SOURCE_KEYS = {"base64": "data", "url": "url", "id": "id"}
"""Where the data stands, by what LangChain before 1.0 tells as `source_type`."""
_DATA_URL = re.compile(r"data:([^,;]{0,100})((?:;[^,;]{0,100}){0,5}?)(;base64)?,", re.IGNORECASE)
_MIME_TYPE = re.compile(r"[a-z0-9][\w.+-]{0,60}/[a-z0-9][\w.+-]{0,100}")
_MIME_FIELDS = ("mime_type", "media_type", "mimeType")
_SIGNATURES = (
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"GIF8", "image/gif"),
    (b"%PDF-", "application/pdf"),
    (b"OggS", "audio/ogg"),
    (b"ID3", "audio/mpeg"),
)
_RIFF = {b"WEBP": "image/webp", b"WAVE": "audio/wav"}
UNKNOWN = "application/octet-stream"
_NAME_FIELDS = ("filename", "name", "title")
_TEXT_FILES = re.compile(
    r"text/|application/(?:json|xml|yaml|x-yaml|toml|javascript|sql|x-ndjson)\b|.*\+(?:json|xml)\b"
)


@dataclass(frozen=True)
class Media:
    """Data found in a block."""

    at: list[str]
    """Keys that lead to it."""
    before: str
    """What precedes the data there: the head of a data URL, or nothing."""
    data: str
    """Base64, unless the data URL is in another encoding."""
    is_base64: bool


def is_media(block: Mapping[str, Any]) -> bool:
    """Tell whether a block is an image, audio or file by its type, wherever its data may be."""
    kind = block.get("type")
    return isinstance(kind, str) and kind in MEDIA_TYPES


def media_in(block: Mapping[str, Any]) -> Media | None:
    """Return the data a block carries inline; None for an address, for plain text and for any other block."""
    if not is_media(block):
        return None
    for place in _PLACES:
        text = text_at(block, place)
        if text is None:
            continue
        head = _DATA_URL.match(text)
        if head:
            return Media(list(place), head[0], text[head.end() :], bool(head[3]))
        if _is_raw(block, place):
            return Media(list(place), "", text, is_base64=True)
    return None


def missing_in(block: Mapping[str, Any]) -> str | None:
    """Return the key of its data that a block of LangChain's own form has not, or not as text; None for any other.

    Nobody can read such a block: a model fails at it, and would again in every turn that still shows it.
    """
    if not is_media(block):
        return None
    told = block.get("source_type")
    needed = [_SOURCE_KEYS[told]] if isinstance(told, str) and told in _SOURCE_KEYS else []
    needed += ["base64"] if "base64" in block else []
    return next((key for key in needed if not isinstance(block.get(key), str)), None)


def is_text_file(mime_type: str) -> bool:
    """Tell whether a file of this media type is read as text."""
    return _TEXT_FILES.match(mime_type.lower()) is not None and not mime_type.startswith("image/")


def name_of(block: Mapping[str, Any]) -> str | None:
    """Return the name of a file, as its block or the form of a reference tells it."""
    form = block.get("form", block)
    inner = [form.get(k) for k in ("file", "extras", "metadata")]
    holders = [form, *(holder for holder in inner if isinstance(holder, Mapping))]
    return next((h[f] for h in holders for f in _NAME_FIELDS if isinstance(h.get(f), str) and h[f].strip()), None)


def text_at(block: Any, place: Sequence[str]) -> str | None:
    """Return the text at the end of a path of keys, None if there is none."""
    for key in place:
        block = block.get(key) if isinstance(block, Mapping) else None
    return block if isinstance(block, str) else None


def with_text(block: Mapping[str, Any], place: Sequence[str], text: str) -> Block:
    """Return a copy of `block` with the text at the end of a path of keys replaced."""
    key, *deeper = place
    return {**block, key: with_text(block[key], deeper, text) if deeper else text}


def mime_type_of(block: Mapping[str, Any], media: Media, data: bytes) -> str:
    """Return the media type a block tells, else the one its data begins like, else `application/octet-stream`."""
    head = _DATA_URL.match(media.before)
    told = [head[1] if head else None, *(holder.get(f) for holder in _holders(block, media.at) for f in _MIME_FIELDS)]
    if media.at[0] == "input_audio":
        told.append(f"audio/{block['input_audio'].get('format')}")
    told.append(_signature(data))
    named = (t.lower() for t in told if isinstance(t, str))
    return next((t for t in named if _MIME_TYPE.fullmatch(t)), UNKNOWN)


def _is_raw(block: Mapping[str, Any], place: Sequence[str]) -> bool:
    """Tell whether what stands at `place` is data, though no data URL."""
    match place:
        case ("base64",) | ("input_audio", "data") | ("file", "file_data") | ("file_data",):
            return True
        case ("data",):
            return block.get("source_type") == "base64" or block["type"] in _TYPES_WITH_RAW_DATA
        case ("source", "data"):
            return bool(block["source"].get("type") == "base64")
        case ("result",):
            return bool(block["type"] == "image_generation_call")
        case _:
            return False


def _holders(block: Mapping[str, Any], place: Sequence[str]) -> list[Mapping[str, Any]]:
    inner = block.get(place[0])
    return [inner, block] if isinstance(inner, Mapping) else [block]


def _signature(data: bytes) -> str | None:
    if data[:4] == b"RIFF":
        return _RIFF.get(data[8:12])
    return next((mime for start, mime in _SIGNATURES if data.startswith(start)), None)
