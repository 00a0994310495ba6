"""Puts a window into the order every provider takes; the last pure step before it is sent.

What a message says is settled before (`repair`): here messages only move and merge.
"""

from collections.abc import Sequence
from typing import Any

from memory.core.messages.media_block import is_media_kind
from memory.core.messages.media_forms import Block
from memory.core.messages.repair import plain_answer
from memory.core.transcript.entries import Message

OPENING = "(The conversation goes on.)"
"""Stands first where a window begins with an answer: it must begin with the user."""
GO_ON = "(Please go on.)"
"""Stands last where nothing but an answer is left: a request that ends in one asks the model to write it on."""
MEDIA_FOLLOW = "(What these results show follows.)"
RETURNED_MEDIA = "Images and files that the tools above returned:"
"""Heads the message with the images and files of a round of results; they are a tool's, not the user's."""


def for_providers(messages: Sequence[Message]) -> list[Message]:
    """Return `messages` (`repair.repaired`, any order of roles) as every provider takes them.

    System messages go: ours is put before. Images and files of tool results move into a user message behind the round,
    since OpenAI's chat completions takes none in a result. Neighbours of one role are one message, under the id of the
    first; results stay apart. The user speaks first, and last unless results stand there. Idempotent; none gives none.
    """
    groups: list[list[Message]] = []
    for message in _with_media_behind([m for m in messages if m["role"] != "system"]):
        if groups and _is_one(groups[-1][-1], message):
            groups[-1].append(message)
        else:
            groups.append([message])
    view = [_merged(group) for group in groups]
    if view and view[0]["role"] != "user":
        view.insert(0, {"id": f"before-{view[0]['id']}", "role": "user", "content": OPENING})
    if view and view[-1]["role"] == "assistant":
        view.append({"id": f"after-{view[-1]['id']}", "role": "user", "content": GO_ON})
    return view


def _is_one(first: Message, second: Message) -> bool:
    if first["role"] != second["role"] or first["role"] == "tool":
        return False
    return not first.get("tool_calls")


def _merged(group: list[Message]) -> Message:
    """Return neighbours of one role as one message; only the last of several answers may have calls."""
    if len(group) == 1:
        return group[0]
    if group[0]["role"] == "assistant":
        group = [plain_answer(message) for message in group]
    one: Message = {**group[0], "content": _joined([message["content"] for message in group])}
    if calls := group[-1].get("tool_calls"):
        one["tool_calls"] = calls
    if len({message.get("name") for message in group}) > 1:
        one["name"] = None
    return one


def _joined(contents: list[str | list[Any]]) -> str | list[Any]:
    texts = [content for content in contents if isinstance(content, str)]
    if len(texts) == len(contents):
        return "\n\n".join(text for text in texts if text)
    return [block for content in contents for block in _blocks(content)]


def _blocks(content: str | list[Any]) -> list[Any]:
    return [{"type": "text", "text": content}] if isinstance(content, str) else content


def _with_media_behind(messages: Sequence[Message]) -> list[Message]:
    """Return the messages with the images and files of each round of results behind it."""
    view: list[Message] = []
    moved: list[Block] = []
    for place, message in enumerate(messages):
        if message["role"] != "tool" or isinstance(message["content"], str):
            view.append(message)
        else:
            text, media = _split(message, len(moved))
            view.append({**message, "content": text})
            moved += media
        if moved and (place + 1 == len(messages) or messages[place + 1]["role"] != "tool"):
            view += _shown_behind(view[-1]["id"], moved)
            moved = []
    return view


def _split(result: Message, before: int) -> tuple[str, list[Block]]:
    """Return a result's text, with a line in the place of each image or file, and these."""
    lines: list[str] = []
    media: list[Block] = []
    for block in result["content"]:
        if isinstance(block, dict) and is_media_kind(block):
            media.append(block)
            lines.append(f"[shown in the next user message, number {before + len(media)}]")
        else:
            lines.append(block if isinstance(block, str) else str(block.get("text", "")))
    return "\n".join(lines), media


def _shown_behind(last: str, media: list[Block]) -> list[Message]:
    """Return the message that shows `media`, and the answer that must stand between results and a user's message."""
    heading: Block = {"type": "text", "text": RETURNED_MEDIA}
    return [
        {"id": f"then-{last}", "role": "assistant", "content": MEDIA_FOLLOW},
        {"id": f"media-{last}", "role": "user", "content": [heading, *media]},
    ]
