"""Text files of messages as the text that models read: no provider takes every kind of them as a file."""

from base64 import b64decode
from collections.abc import Iterable, Mapping
from typing import Any

from memory.core.defaults import DEFAULTS
from memory.core.language.text import one_line
from memory.core.messages.blobs import changed_blocks, is_reference, references
from memory.core.messages.media_forms import Block, is_text_file, name_of
from memory.core.transcript.entries import Message

TEXT_FILE_BYTES = 24_000
"""A larger text file is opened in parts by the model, not shown whole: about 8,000 tokens."""
_NAME_CHARS = 100


def newest_text_files(contents: Iterable[str | list[Any]], count: int = DEFAULTS.message_media) -> set[str]:
    """Return the hashes of the newest `count` text files that contents, oldest first, refer to and that may be shown.

    No more of them are ever shown whole.
    """
    found = [r for content in contents for r in references(content) if is_text_file(r["mime_type"])]
    return {r["blob"] for r in found[-count:] if r["size"] <= TEXT_FILE_BYTES}


def with_file_texts(message: Message, data: Mapping[str, str]) -> Message:
    """Return `message` with its text files as text, as far as `data` has their bytes (Base64, by hash)."""

    def change(block: Block) -> Block | None:
        if not is_reference(block) or block["blob"] not in data or not is_text_file(block["mime_type"]):
            return None
        return {"type": "text", "text": file_text(block, data[block["blob"]])}

    content = changed_blocks(message["content"], change)
    return message if content is message["content"] else {**message, "content": content}


def file_text(reference: Block, data: str) -> str:
    """Return a text file (`data`: Base64) under a line with its name, if it has one."""
    name, text = name_of(reference), b64decode(data).decode("utf-8", "replace")
    return f'[file "{one_line(name, _NAME_CHARS)}"]\n{text}' if name else text
