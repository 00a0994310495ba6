"""The documented rules of OpenAI's two APIs over the requests LangChain makes: what breaks one is told."""

import json
import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

ID_CHARS = 40
NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")
CHAT_KEYS = {
    "system": {"role", "content"},
    "user": {"role", "content", "name"},
    "assistant": {"role", "content", "name", "tool_calls"},
    "tool": {"role", "content", "tool_call_id"},
}
CHAT_PARTS = {"text": {"text"}, "image_url": {"image_url"}, "file": {"file"}, "input_audio": {"input_audio"}}
RESPONSES_PARTS = {
    "input_text": {"text"},
    "input_image": {"image_url", "detail"},
    "input_file": {"file_data", "filename", "file_id"},
}


def chat_problems(messages: list[dict[str, Any]]) -> list[str]:
    """Return what is wrong with the messages of a chat completions request."""
    return [*_chat_shapes(messages), *_chat_pairs(messages), *_order([m["role"] for m in messages])]


def responses_problems(items: list[dict[str, Any]]) -> list[str]:
    """Return what is wrong with the input of a Responses request."""
    found: list[str] = []
    due: list[str] = []
    seen: set[str] = set()
    for item in items:
        if item["type"] == "function_call":
            found += _call_problems(item["call_id"], item["name"], item["arguments"])
            found += [f"call id {item['call_id']} twice"] if item["call_id"] in seen else []
            seen.add(item["call_id"])
            due.append(item["call_id"])
        elif item["type"] == "function_call_output":
            if not due or due.pop(0) != item["call_id"]:
                found.append(f"output of {item['call_id']} out of place")
            found += [] if isinstance(item["output"], str) and item["output"].strip() else ["an output that is no text"]
        else:
            found += [f"{due} without outputs"] if due else []
            found += _item_problems(item)
    return [*found, *([f"{due} without outputs"] if due else [])]


def _item_problems(item: dict[str, Any]) -> Iterator[str]:
    if item["type"] != "message":
        yield f"an item of type {item['type']}"
        return
    content = item["content"]
    if isinstance(content, str):
        yield from [] if content.strip() else ["an empty message"]
        return
    for part in content:
        if item["role"] == "assistant":
            if part["type"] != "output_text" or not part["text"].strip() or "id" in item:
                yield f"an answer's part {part}"
        elif part["type"] not in RESPONSES_PARTS or not part.keys() - {"type"} <= RESPONSES_PARTS[part["type"]]:
            yield f"a part {part['type']} with {sorted(part)}"
    if not content:
        yield "an empty message"


def _chat_shapes(messages: list[dict[str, Any]]) -> Iterator[str]:
    for message in messages:
        role, content = message["role"], message.get("content")
        if extra := message.keys() - CHAT_KEYS[role]:
            yield f"{role} has {extra}"
        if (name := message.get("name")) is not None and not NAME.fullmatch(name):
            yield f"the name {name!r}"
        if role == "assistant" and message.get("tool_calls") and content is None:
            continue
        if isinstance(content, str):
            yield from [] if content.strip() else [f"an empty {role} message"]
        elif role != "user" or not content:
            yield f"{role} content {content!r}"
        else:
            yield from (problem for part in content for problem in _part_problems(part))


def _part_problems(part: dict[str, Any]) -> Iterator[str]:
    kind = part.get("type", "?")
    if kind not in CHAT_PARTS or part.keys() - {"type"} != CHAT_PARTS[kind]:
        yield f"a part {part}"
    elif kind == "text" and not part["text"].strip():
        yield "an empty text part"
    elif kind == "image_url" and not re.match(r"https?://|data:image/[a-z+]+;base64,", part["image_url"]["url"]):
        yield f"an image at {part['image_url']['url'][:30]}"
    elif kind == "file" and part["file"].keys() != {"file_data", "filename"}:
        yield f"a file with {sorted(part['file'])}"


def _chat_pairs(messages: list[dict[str, Any]]) -> Iterator[str]:
    due: list[str] = []
    seen: set[str] = set()
    for message in messages:
        if message["role"] == "tool":
            if not due or due.pop(0) != message["tool_call_id"]:
                yield f"result of {message['tool_call_id']} out of place"
            continue
        if due:
            yield f"{due} without results"
        due = [call["id"] for call in message.get("tool_calls", [])]
        yield from (f"call id {i} twice" for i in due if i in seen)
        seen.update(due)
        for call in message.get("tool_calls", []):
            yield from _call_problems(call["id"], call["function"]["name"], call["function"]["arguments"])
    if due:
        yield f"{due} without results"


def _call_problems(call_id: str, name: str, arguments: str) -> Iterator[str]:
    if not call_id or len(call_id) > ID_CHARS or not re.fullmatch(r"[\w-]+", call_id, re.ASCII):
        yield f"call id {call_id!r}"
    if not NAME.fullmatch(name):
        yield f"function name {name!r}"
    if not isinstance(json.loads(arguments), dict):
        yield f"arguments {arguments!r}"


def _order(roles: list[str]) -> Iterator[str]:
    if "system" in roles[1:]:
        yield "system is not first"
    spoken = roles[1:] if roles[:1] == ["system"] else roles
    if spoken and (spoken[0] != "user" or spoken[-1] not in {"user", "tool"}):
        yield f"begins with {spoken[0]}, ends with {spoken[-1]}"
    yield from (f"{a} after {a}" for a, b in pairwise(spoken) if a == b != "tool")
