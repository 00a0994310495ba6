"""Images and files of messages: taken out as blobs, told by reference, put back as they were.

A blob is named by the SHA-256 of its bytes. A block whose data was taken out keeps its type and says `blob`,
`mime_type` and `size`, an image's also `width` and `height`. If it was not LangChain's own form, `form` is the block
without its data and `at` where that goes, so that any block can be put back as it was.
"""

import base64
import hashlib
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeGuard

from memory.core.defaults import DEFAULTS
from memory.core.messages.media_forms import Block, Media, media_in, mime_type_of, missing_in, text_at, with_text
from memory.core.tokens.image_size import image_size
from memory.core.transcript.entries import Message

_HASH = re.compile(r"[0-9a-f]{64}")
_KEPT_IN = ("content", "artifact", "extra")
_TOLD = frozenset({"blob", "size", "width", "height"})
"""What a reference says of its blob beside the media type."""


@dataclass(frozen=True)
class Blob:
    """The bytes of one image or file."""

    hash: str
    """SHA-256 of the bytes, 64 hex digits."""
    mime_type: str
    size: int
    """Bytes, decoded."""
    base64: str
    """The bytes as standard Base64 on one line."""


def is_blob_hash(text: object) -> bool:
    """Tell whether `text` can name a blob."""
    return isinstance(text, str) and _HASH.fullmatch(text) is not None


def is_reference(block: object) -> bool:
    """Tell whether a block stands for an image or file that was taken out, by whoever made it."""
    if not isinstance(block, dict) or not is_blob_hash(block.get("blob")):
        return False
    size, at = block.get("size"), block.get("at")
    if not all(isinstance(block.get(k), str) for k in ("type", "mime_type")) or not isinstance(size, int) or size < 0:
        return False
    return "form" not in block or (_is_path(at) and text_at(block["form"], at) is not None)


def taken_out(message: Message) -> tuple[Message, dict[str, Blob]]:
    """Return `message` with references in place of its images and files, and these by hash; itself if it has none.

    Small ones stay. What is refused stays in a user's message, for `media_problem` to tell; in any other it becomes a
    line that says why.
    """
    taking = _Taking(refusing=message["role"] == "user")
    fields: dict[str, Any] = {k: v for k, v in message.items() if k in _KEPT_IN}
    changed = {k: changed_blocks(v, taking.change) for k, v in fields.items()}
    if all(changed[k] is fields[k] for k in fields):
        return message, {}
    return {**message, **changed}, taking.blobs  # type: ignore[typeddict-item]  # the same fields, other blocks


def all_taken_out(messages: Iterable[Message]) -> tuple[list[Message], dict[str, Blob]]:
    """Return messages as `taken_out` does, and the blobs of all of them by hash."""
    both = [taken_out(m) for m in messages]
    return [message for message, _ in both], {h: blob for _, blobs in both for h, blob in blobs.items()}


def media_problem(message: Message) -> tuple[str, str] | None:
    """Return what is wrong with a message's images and files after `taken_out`, and the remedy; None: nothing."""
    count = 0
    for place, block in _media_blocks(message["content"]):
        count += 1
        what = f"content block {place} ({block['type']})"
        if is_reference(block):
            if block["size"] > DEFAULTS.blob_bytes:
                return f"{what} is larger than {DEFAULTS.blob_bytes:,} bytes", "Send a smaller image or file."
        elif key := missing_in(block):
            return f"{what} has no {key}, or not as text", "Send its bytes in standard Base64, or an https address."
        elif (media := media_in(block)) and _decoded(media) is None:
            return f"{what} holds no valid Base64", "Send its bytes in standard Base64, or an https address."
    if count > DEFAULTS.message_media:
        return f"holds {count} images and files, more than {DEFAULTS.message_media}", "Send them in several messages."
    return None


def encoded_chars(content: str | list[Any]) -> int:
    """Return about how many characters a message's content has with its images and files encoded in it."""
    return len(str(content)) + sum(int(r["size"]) * 4 // 3 for r in references(content))


def references(value: Any) -> list[Block]:
    """Return the references in a JSON value, in order; repeated ones are repeated."""
    found: list[Block] = []

    def note(block: Block) -> Block | None:
        if not is_reference(block):
            return None
        found.append(block)
        return block

    changed_blocks(value, note)
    return found


def referenced_blobs(messages: Iterable[Mapping[str, Any]]) -> set[str]:
    """Return the hashes of all blobs that messages or entries refer to."""
    return {r["blob"] for m in messages for field in _KEPT_IN for r in references(m.get(field))}


def put_back(reference: Block, data: str) -> Block:
    """Return the block a reference was made from, with `data` (Base64) in its place."""
    if "form" in reference:
        form, at = reference["form"], reference["at"]
        return with_text(form, at, f"{text_at(form, at)}{data}")
    return {k: v for k, v in reference.items() if k not in _TOLD} | {"base64": data}


def with_mime_type(block: Block) -> Block | None:
    """Return a block of LangChain's own form with the media type it does not tell, None when there is none to add.

    A person may leave it out, and no model takes data without it.
    """
    inline = "base64" in block or block.get("source_type") == "base64"
    media = media_in(block) if inline and not isinstance(block.get("mime_type"), str) else None
    data = _decoded(media) if media else None
    return {**block, "mime_type": mime_type_of(block, media, data)} if media and data else None


def changed_blocks(value: Any, change: Callable[[Block], Any]) -> Any:
    """Return a JSON value with each object for which `change` returns anything but None replaced by that.

    What is replaced is not looked into. A value in which nothing changes is returned itself.
    """
    if isinstance(value, dict):
        new = change(value)
        if new is not None:
            return new
        parts = {k: changed_blocks(v, change) for k, v in value.items()}
        return parts if any(parts[k] is not value[k] for k in parts) else value
    if isinstance(value, list):
        items = [changed_blocks(v, change) for v in value]
        return items if any(a is not b for a, b in zip(items, value, strict=True)) else value
    return value


class _Taking:
    """Takes the images and files out of one message."""

    def __init__(self, *, refusing: bool) -> None:
        self.blobs: dict[str, Blob] = {}
        self._refusing = refusing
        self._count = 0

    def change(self, block: Block) -> Any:
        """Return what stands for a media block; None for any other."""
        if is_reference(block):
            return block
        if key := missing_in(block):
            return block if self._refusing else {"type": "text", "text": f"[{block['type']} left out: it has no {key}]"}
        media = media_in(block)
        if media is None:
            return None
        data = _decoded(media) if len(media.data) <= DEFAULTS.media_bytes else b""
        self._count += 1
        if (why := self._refused(data)) and not self._refusing:
            return {"type": "text", "text": f"[{block['type']} left out: {why}]"}
        if not data or len(data) <= DEFAULTS.inline_media_bytes:
            return block
        return self._referred(block, media, data)

    def _refused(self, data: bytes | None) -> str | None:
        if data is None:
            return "it holds no valid Base64"
        if not data or len(data) > DEFAULTS.blob_bytes:
            return f"it is larger than {DEFAULTS.blob_bytes:,} bytes"
        if self._count > DEFAULTS.message_media:
            return f"a message holds at most {DEFAULTS.message_media}"
        return None

    def _referred(self, block: Block, media: Media, data: bytes) -> Block:
        name, mime_type = hashlib.sha256(data).hexdigest(), mime_type_of(block, media, data)
        self.blobs[name] = Blob(name, mime_type, len(data), base64.b64encode(data).decode())
        told = {"type": block["type"], "blob": name, "mime_type": mime_type, "size": len(data), **_sides(data)}
        named = block.get("mime_type") == mime_type and block.keys().isdisjoint({*_TOLD, "form", "at"})
        if media.at == ["base64"] and named:
            return {k: v for k, v in block.items() if k != "base64"} | told
        return {**told, "form": with_text(block, media.at, media.before), "at": media.at}


def _sides(data: bytes) -> dict[str, int]:
    size = image_size(data)
    return {"width": size[0], "height": size[1]} if size else {}


def _is_path(at: object) -> TypeGuard[list[str]]:
    return isinstance(at, list) and len(at) > 0 and all(isinstance(key, str) for key in at)


def _decoded(media: Media) -> bytes | None:
    """Return the bytes, None when there are none or they are not standard Base64; white space in it is no fault."""
    if not media.is_base64:
        return None
    try:
        return base64.b64decode("".join(media.data.split()), validate=True) or None
    except ValueError:
        return None


def _media_blocks(content: str | list[Any]) -> Iterator[tuple[int, Block]]:
    """Yield references and blocks with data, or without what should hold it, each with its content block's number."""
    found: list[Block] = []

    def note(block: Block) -> Block | None:
        if not (is_reference(block) or missing_in(block) or media_in(block)):
            return None
        found.append(block)
        return block

    for place, block in enumerate(content if isinstance(content, list) else [], start=1):
        found.clear()
        changed_blocks(block, note)
        yield from ((place, each) for each in found)
