"""Makes a message sequence valid for every provider, in the view only; what is stored stays as it was.

Here is what changes what a message says, so that it is counted as it is sent; `provider_form` moves and merges after.
"""

import re
from collections.abc import Sequence
from typing import Any

from memory.core.messages.content_blocks import answer_text, readable_content
from memory.core.messages.tool_calls import fit_calls
from memory.core.transcript.entries import Message

MISSING_RESULT = "No result: this call was stopped or failed before it finished."
EMPTY_MESSAGE = "(empty message)"
EMPTY_RESULT = "(no output)"
NO_ANSWER = "(No answer: this turn was stopped.)"
"""Stands between tool results and the user's next message: some providers refuse that order."""

_NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")


def repaired(messages: Sequence[Message]) -> list[Message]:
    """Return `messages` so that each tool call is followed by exactly one result, nothing is empty and all is readable.

    Results move behind their calls in the calls' order; orphans, duplicates and results before their call go; missing
    results are filled in; an id used anew takes the result after its new use, under a new id. Calls that were no JSON
    are ordinary calls that tell it. Contents become text, images and files (`content_blocks`). Only an answer with
    calls after the newest user message keeps its provider's own form: within a tool loop providers demand their
    reasoning back. System messages go (only ours lead), and so do assistant messages that say and call nothing.
    Idempotent and linear.
    """
    results = _first_results(messages)
    newest = max((i for i, m in enumerate(messages) if m["role"] == "user"), default=-1)
    used: set[str] = set()
    view: list[Message] = []
    for position, message in enumerate(messages):
        if message["role"] == "user":
            if view and view[-1]["role"] == "tool":
                view.append(_unanswered(view[-1]))
            view.append(_asked(message, fresh=position == newest))
        elif message["role"] == "assistant":
            view += _round(message, position, results, used, native=position > newest)
    return view


def call_ids(message: Message) -> list[str]:
    """Return the ids of all calls an assistant message makes, each once, broken ones included."""
    calls = [*message.get("tool_calls", []), *message.get("invalid_tool_calls", [])]
    return list(dict.fromkeys(str(c["id"]) for c in calls if c.get("id")))


def has_content(message: Message) -> bool:
    """Tell whether a message has any text or block a provider would accept."""
    if message["role"] == "assistant":
        return bool(answer_text(message).strip())
    content = readable_content(message["content"])
    return bool(content.strip()) if isinstance(content, str) else bool(content)


def plain_answer(message: Message) -> Message:
    """Return an assistant message as every provider takes it: its text and calls, nothing of its own provider's."""
    kept: dict[str, Any] = {k: v for k, v in message.items() if k != "extra"} | _fit_name(message)
    text = answer_text(message)
    return {**kept, "content": text if text.strip() else ""}  # type: ignore[typeddict-item]  # the same message


def exchanges(messages: Sequence[Message]) -> list[list[Message]]:
    """Return the messages grouped into exchanges: each begins with a user message (the first group may not)."""
    groups: list[list[Message]] = []
    for message in messages:
        if message["role"] == "user" or not groups:
            groups.append([])
        groups[-1].append(message)
    return groups


def _asked(message: Message, *, fresh: bool) -> Message:
    content = readable_content(message["content"], fresh=fresh)
    if not (content.strip() if isinstance(content, str) else content):
        content = EMPTY_MESSAGE
    name = _fit_name(message)
    if content == message["content"] and all(message.get(k) == v for k, v in name.items()):
        return message
    return {**message, "content": content, **name}  # type: ignore[typeddict-item]  # the same message


def _fit_name(message: Message) -> dict[str, None]:
    """Return what replaces a speaker's name that OpenAI refuses; nothing for a fit one and for none."""
    name = message.get("name")
    return {} if name is None or _NAME.fullmatch(name) else {"name": None}


def _round(
    message: Message, position: int, results: dict[tuple[int, str], Message], used: set[str], *, native: bool
) -> list[Message]:
    """Return an assistant message with the results of its calls behind it; nothing if it says and calls nothing."""
    fit = fit_calls(message, used)
    calls = [call for _, call in fit]
    if not (native and calls and _is_sound(message, calls)):
        message = _with_calls(plain_answer(message), calls)
        if not calls and not message["content"]:
            return []
    return [message, *(_result(results.get((position, of)), call) for of, call in fit)]


def _is_sound(message: Message, calls: list[dict[str, Any]]) -> bool:
    """Tell whether a message in its provider's own form has fit calls, a fit name and nothing that is no block."""
    if calls != message.get("tool_calls") or message.get("invalid_tool_calls") or _fit_name(message):
        return False
    content = message["content"]
    if isinstance(content, str):
        return not content or bool(content.strip())
    return all(isinstance(block, str | dict) for block in content)


def _with_calls(message: Message, calls: list[dict[str, Any]]) -> Message:
    if calls == message.get("tool_calls", []) and not message.get("invalid_tool_calls"):
        return message
    return {**message, "tool_calls": calls, "invalid_tool_calls": []}


def _result(found: Message | None, call: dict[str, Any]) -> Message:
    told: dict[str, Any] = {"tool_call_id": call["id"], "name": call["name"]}
    if found is None:
        missing = {"id": f"missing-{call['id']}", "role": "tool", "content": MISSING_RESULT, "status": "error"}
        return {**missing, **told}  # type: ignore[typeddict-item]  # a tool message
    content = readable_content(found["content"])
    if not (content.strip() if isinstance(content, str) else content):
        content = EMPTY_RESULT
    told["content"] = content
    return found if all(found.get(k) == v for k, v in told.items()) else {**found, **told}  # type: ignore[typeddict-item]  # the same message


def _unanswered(result: Message) -> Message:
    return {"id": f"unanswered-{result['id']}", "role": "assistant", "content": NO_ANSWER}


def _first_results(messages: Sequence[Message]) -> dict[tuple[int, str], Message]:
    """Return the first result of each call, by the position of the message that makes the call and the call's id."""
    callers: dict[str, int] = {}
    results: dict[tuple[int, str], Message] = {}
    for position, message in enumerate(messages):
        if message["role"] == "assistant":
            callers |= dict.fromkeys(call_ids(message), position)
        elif message["role"] == "tool" and (call := message.get("tool_call_id", "")) in callers:
            results.setdefault((callers[call], call), message)
    return results
