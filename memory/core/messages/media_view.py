"""Which images and files the model is shown, and the line that stands for any other."""

from collections.abc import Mapping, Sequence

from memory.core.defaults import DEFAULTS
from memory.core.ids import parse_key_time
from memory.core.language.text import one_line
from memory.core.messages.blobs import changed_blocks, is_reference
from memory.core.messages.file_texts import TEXT_FILE_BYTES
from memory.core.messages.media_block import untold
from memory.core.messages.media_forms import Block, is_media, is_text_file, name_of
from memory.core.transcript.entries import Message

_NAME_CHARS = 100
_HASH_CHARS = 12
_KB = 1024


def with_newest_media(
    messages: Sequence[Message], keys: Mapping[str, str], *, count: int = DEFAULTS.message_media
) -> list[Message]:
    """Return `messages` with the newest `count` references of users and tools left, as far as their size allows.

    Any other becomes a line of text, and so does every one of the assistant's: providers take none back. With a `count`
    of 0 small ones and addresses become lines too: then the model takes none at all. `keys`: the entry key by message
    id, where there is one; it tells when the image was sent.
    """
    choice = _Choice(count)
    view = [choice.shown(m, _date(keys.get(m["id"]))) for m in reversed(messages)]
    return view[::-1]


def media_line(reference: Block, note: str) -> str:
    """Return the line that stands for an image or file: what it was, how large, and `note`."""
    mime_type = one_line(reference["mime_type"], _NAME_CHARS)
    size = f"{max(1, round(reference['size'] / _KB)):,} KB"
    blob = f"sha256 {reference['blob'][:_HASH_CHARS]}…"
    return f"[{_kind(reference)} {mime_type}{_name(reference)} {size}, {blob}; {note}]"


class _Choice:
    """Counts what is shown, newest first."""

    def __init__(self, count: int) -> None:
        self._none = count == 0
        self._left = count
        self._bytes = DEFAULTS.media_bytes * 3 // 4

    def shown(self, message: Message, note: str) -> Message:
        """Return a message with those of its references that may be shown."""

        def change(block: Block) -> Block | None:
            if not is_reference(block):
                return _as_text(untold(block)) if self._none and is_media(block) else None
            if self._may_show(message, block) and self._take(block["size"]):
                return block
            reopen = "" if self._none else f'; open_earlier("{block["blob"][:_HASH_CHARS]}") shows it'
            return _as_text(media_line(block, f"{note}{reopen}"))

        content = changed_blocks(message["content"], change)
        return message if content is message["content"] else {**message, "content": content}

    @staticmethod
    def _may_show(message: Message, reference: Block) -> bool:
        long_text = is_text_file(reference["mime_type"]) and reference["size"] > TEXT_FILE_BYTES
        return message["role"] != "assistant" and not long_text

    def _take(self, size: int) -> bool:
        if self._left <= 0 or size > self._bytes:
            self._left = 0  # nothing older either: what is shown changes at one end only
            return False
        self._left -= 1
        self._bytes -= size
        return True


def _as_text(line: str) -> Block:
    return {"type": "text", "text": line}


def _kind(block: Block) -> str:
    return one_line(block["type"], _NAME_CHARS).removeprefix("input_").removesuffix("_url")


def _name(reference: Block) -> str:
    name = name_of(reference)
    return f' "{one_line(name, _NAME_CHARS)}"' if name else ""


def _date(key: str | None) -> str:
    return f"sent {parse_key_time(key):%Y-%m-%d}" if key else "sent just now"
