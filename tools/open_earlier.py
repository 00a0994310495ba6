"""The tool that opens again what the window cleared, shortened or left out."""

import base64
import re
from typing import Annotated, Any

from langchain.tools import ToolRuntime
from langchain_core.messages import HumanMessage, ToolMessage
from langchain_core.tools import tool

from memory.core.errors import StorageError
from memory.core.facts.facts import Tombstone
from memory.core.forgetting.veiled import veiled_text
from memory.core.language.pages import pages
from memory.core.language.text import is_chinese, one_line
from memory.core.messages.media_block import media_block
from memory.core.messages.media_forms import is_text_file
from memory.core.tokens.image_size import image_size
from memory.core.transcript.emptied import is_emptied
from memory.core.window.fences import neutralise
from memory.models.tokenizer import count_text
from memory.service.access.identity import thread_of, turn_user
from memory.service.facts.fact_index import FACTS
from memory.service.forgetting.veiling import trace_key, veil_for
from memory.service.turn.earlier import read_earlier, read_thread_blobs, whole_text
from memory.storage.blobs import BlobDoc

PART_TOKENS = 2_000
"""Tokens of one part of a long text, about."""
_HASH = re.compile(r"(?:sha256[:\s]*)?([0-9a-f]{12,64})…?")
_REFERENCE_CHARS = 300


@tool
async def open_earlier(
    reference: Annotated[str, "As the line tells that stands for it: a message's id, or the hash of an image or file."],
    runtime: ToolRuntime[Any, dict[str, Any]],
    part: Annotated[int, "Which part of a long text, from 1."] = 1,
) -> str | ToolMessage:
    """Open again, whole, what the conversation shows shortened: an earlier message or tool result, an image or file.

    Returns its text, a long one in parts, or shows the image or file.
    """
    if runtime.store is None:
        raise StorageError("open_earlier: the graph runs without a store, so there is no transcript to open")
    root, thread = turn_user(runtime, runtime.state).root, thread_of(runtime)
    tombstones = (await FACTS.load_newest(runtime.store, root)).tombstones
    asked, chinese = reference.strip(" \t\n\"'`“”[]()"), _in_chinese(runtime.state)
    if named := _HASH.fullmatch(asked.lower()):
        found = await read_thread_blobs(runtime.store, root, thread, named[1], veil_for(root, tombstones).hidden)
        if len(found) > 1:
            return _ambiguous(asked, chinese=chinese)
        for name, doc in found.items():
            return _blob(name, doc, part, str(runtime.tool_call_id), tombstones, trace_key(root), chinese=chinese)
    for name in dict.fromkeys([reference, asked]):  # an id may itself have brackets or quotes around it
        entry = await read_earlier(runtime.store, root, thread, name, runtime.state["path"], tombstones)
        if entry and is_emptied(entry):
            return _not_kept(name, chinese=chinese)
        if entry:
            by, key = entry.get("name") or entry["role"], trace_key(root)
            text = veiled_text(whole_text(entry), "", entry["time"], tombstones, key)  # files and blocks in it too
            return _part(text, f"{by}, {entry['time'][:10]}", name, part, chinese=chinese)
    return _unknown(asked, chinese=chinese)


def _in_chinese(state: dict[str, Any]) -> bool:
    """Tell whether the user asked in Chinese just now."""
    asking = next((m for m in reversed(state["messages"]) if isinstance(m, HumanMessage)), None)
    return asking is not None and is_chinese(asking.text)


def _blob(
    name: str, doc: BlobDoc, part: int, call: str, tombstones: list[Tombstone], key: str, *, chinese: bool
) -> str | ToolMessage:
    """Return a text file's part without what was forgotten, or a message that shows the image or file by reference."""
    data = base64.b64decode(doc["base64"])
    if is_text_file(doc["mime_type"]):
        text = veiled_text(data.decode("utf-8", "replace"), "", doc["created"], tombstones, key)
        return _part(text, doc["mime_type"], name[:12], part, chinese=chinese)
    told = {"blob": name, "mime_type": doc["mime_type"], "size": doc["size"]}
    sides = image_size(data)
    told |= {"width": sides[0], "height": sides[1]} if sides else {}
    shown = media_block({"type": "file", **told})
    heading = f"重新打开：{name[:12]}" if chinese else f"Opened again: {name[:12]}"
    return ToolMessage([{"type": "text", "text": heading}, shown], tool_call_id=call, name="open_earlier")


def _part(text: str, label: str, reference: str, part: int, *, chinese: bool) -> str:
    found = pages(neutralise(text), PART_TOKENS, count_text)
    if not 1 <= part <= len(found):
        if chinese:
            return f"没有第 {part} 部分：{reference} 共有 {len(found)} 部分。"
        return f"There is no part {part}: {reference} has {len(found)}. Parts are counted from 1."
    label = one_line(neutralise(label), _REFERENCE_CHARS)
    heading = f"[{label}，第 {part}/{len(found)} 部分]" if chinese else f"[{label}, part {part} of {len(found)}]"
    body = f"{heading}\n{found[part - 1]}"
    if part == len(found):
        return body
    call = f'open_earlier("{reference}", part={part + 1})'
    return f"{body}\n[{'后面还有' if chinese else 'goes on'}: {call}]"


def _not_kept(reference: str, *, chinese: bool) -> str:
    named = neutralise(one_line(reference, _REFERENCE_CHARS))
    return f"“{named}”的内容已不再保留。" if chinese else f'What "{named}" said is no longer kept.'


def _unknown(reference: str, *, chinese: bool) -> str:
    named = neutralise(one_line(reference, _REFERENCE_CHARS))
    if chinese:
        return (
            f"本次对话中没有可以打开的“{named}”：它不属于本次对话，或已被删除或忘记。"
            "请原样使用方括号中给出的编号，或用 search_transcript 按内容查找。"
        )
    return (
        f'Nothing in this conversation can be opened as "{named}": it is not of this conversation, or it was erased or '
        "forgotten. Copy the reference exactly from the line that tells it, or look for the words with "
        "search_transcript."
    )


def _ambiguous(reference: str, *, chinese: bool) -> str:
    if chinese:
        return f"有多个图片或文件以“{reference}”开头：请给出更多位。"
    return f"Several images or files begin with {reference}: give more of its digits."
