"""Images and files between a thread and the model: in the state and the transcript by reference, to the model whole."""

import logging
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from langchain_core.messages import AnyMessage, BaseMessage
from langgraph.store.base import BaseStore

from memory.core.errors import InputError, StorageError
from memory.core.messages.blobs import (
    Blob,
    changed_blocks,
    is_blob_hash,
    is_reference,
    put_back,
    referenced_blobs,
    taken_out,
    with_mime_type,
)
from memory.core.messages.file_texts import file_text, newest_text_files
from memory.core.messages.media_forms import Block, is_text_file
from memory.core.messages.media_view import media_line
from memory.core.window.fences import neutralise
from memory.service.turn.messages import to_message
from memory.storage.blobs import BlobDoc, read_blobs

MessageT = TypeVar("MessageT", bound=BaseMessage)
_ERASED = "it was erased"
_UNREADABLE = "it cannot be read now"
_log = logging.getLogger(__name__)


def as_referring(message: MessageT) -> MessageT:
    """Return a message as a state keeps it, with references to its images and files; itself if it holds none inline."""
    plain = to_message(message)
    referring, _ = taken_out(plain)
    if referring is plain:
        return message
    changed: dict[str, Any] = {"content": referring["content"]}
    if "artifact" in referring:
        changed["artifact"] = referring["artifact"]
    if "extra" in referring:
        changed["additional_kwargs"] = {**message.additional_kwargs, **referring["extra"]}
    return message.model_copy(update=changed)


async def read_text_files(store: BaseStore, root: str, messages: Sequence[AnyMessage]) -> dict[str, str]:
    """Return the newest text files that messages refer to, in Base64 by hash, to be counted as the text they are.

    Those the store does not give are left out: `with_media` tells of them.
    """
    wanted = newest_text_files([m.content for m in messages])
    try:
        found = await read_blobs(store, root, wanted) if wanted else {}
    except StorageError as error:
        _log.warning("the text files of a turn could not be read before its window was made: %s", error)
        return {}
    return {name: doc["base64"] for name, doc in found.items()}


async def with_media(
    store: BaseStore, root: str, messages: Sequence[AnyMessage], at_hand: Mapping[str, Blob]
) -> tuple[list[AnyMessage], list[str]]:
    """Return messages with the user's images and files in place of the references, and what is missing.

    `at_hand`: blobs that need not be read, by hash. What the user no longer has, or the store does not give now,
    becomes a line that says so.
    """
    wanted = referenced_blobs([{"content": m.content} for m in messages])
    data, problem = {name: at_hand[name].base64 for name in wanted & at_hand.keys()}, _ERASED
    if missing := wanted - data.keys():
        try:
            data |= {name: doc["base64"] for name, doc in (await read_blobs(store, root, missing)).items()}
        except StorageError as error:  # a turn goes on without its images
            _log.warning("the images and files of a turn were left out: %s", error)
            problem = _UNREADABLE
    absent = len(wanted - data.keys())
    degraded = [f"images and files: {absent} not shown, {problem}"] if absent else []
    return [_with(m, data, problem) for m in messages], degraded


async def user_blob(store: BaseStore, root: str, name: str) -> BlobDoc | None:
    """Return one of a user's blobs; None for one the user has not, whoever else may have it.

    Raises InputError: `name` is no hash.
    """
    if not is_blob_hash(name):
        raise InputError("hash", "is no SHA-256", "Send the 64 hex digits a reference names as blob.")
    return (await read_blobs(store, root, [name])).get(name)


def _with(message: AnyMessage, data: Mapping[str, str], problem: str) -> AnyMessage:
    def change(block: Block) -> Block | None:
        if not is_reference(block):
            return with_mime_type(block)
        if block["blob"] in data:
            if is_text_file(block["mime_type"]):
                return {"type": "text", "text": neutralise(file_text(block, data[block["blob"]]))}
            whole = put_back(block, data[block["blob"]])
            return with_mime_type(whole) or whole
        return {"type": "text", "text": media_line(block, problem)}

    content = changed_blocks(message.content, change)
    return message if content is message.content else message.model_copy(update={"content": content})
