"""Makes a message sequence valid for every provider, in the view only; what is stored stays as it was."""

from collections.abc import Sequence

from memory.core.entries import Message

MISSING_RESULT = "No result: this call was stopped or failed before it finished."
EMPTY_MESSAGE = "(empty message)"


def repaired(messages: Sequence[Message]) -> list[Message]:
    """Return `messages` so that each tool call is followed by exactly one result, and nothing is empty.

    Results move behind their calls in the calls' order; orphans and duplicates go; missing results are filled in;
    assistant messages without content and calls go; system messages (only ours lead) go. Idempotent.
    """
    results = _first_results(messages)
    view: list[Message] = []
    for message in messages:
        if message["role"] == "user":
            view.append(message if has_content(message) else {**message, "content": EMPTY_MESSAGE})
        elif message["role"] == "assistant" and (has_content(message) or call_ids(message)):
            view.append(message)
            view.extend(results.get(c, _missing(c)) for c in call_ids(message))
    return view


def call_ids(message: Message) -> list[str]:
    """Return the ids of all calls an assistant message makes, broken ones included."""
    calls = [*message.get("tool_calls", []), *message.get("invalid_tool_calls", [])]
    return [str(c["id"]) for c in calls if c.get("id")]


def has_content(message: Message) -> bool:
    """Tell whether a message has any text or block a provider would accept."""
    content = message.get("content")
    if isinstance(content, str):
        return bool(content.strip())
    return any(_block_counts(b) for b in content or [])


def _block_counts(block: object) -> bool:
    if isinstance(block, str):
        return bool(block.strip())
    if isinstance(block, dict) and block.get("type") == "text":
        return bool(str(block.get("text") or "").strip())
    return isinstance(block, dict) and block.get("type") not in {"tool_use", "tool_call", "function_call"}


def _first_results(messages: Sequence[Message]) -> dict[str, Message]:
    results: dict[str, Message] = {}
    for message in messages:
        if message["role"] == "tool" and (call := message.get("tool_call_id")):
            results.setdefault(call, message)
    return results


def _missing(call: str) -> Message:
    return {
        "id": f"missing-{call}",
        "role": "tool",
        "content": MISSING_RESULT,
        "tool_call_id": call,
        "status": "error",
    }


def exchanges(messages: Sequence[Message]) -> list[list[Message]]:
    """Return the messages grouped into exchanges: each begins with a user message (the first group may not)."""
    groups: list[list[Message]] = []
    for message in messages:
        if message["role"] == "user" or not groups:
            groups.append([])
        groups[-1].append(message)
    return groups
