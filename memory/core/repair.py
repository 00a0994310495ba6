"""Makes a message sequence valid for every provider, in the view only; what is stored stays as it was."""

from collections.abc import Sequence

from memory.core.entries import Message

MISSING_RESULT = "No result: this call was stopped or failed before it finished."
EMPTY_MESSAGE = "(empty message)"


def repaired(messages: Sequence[Message]) -> list[Message]:
    """Return `messages` so that each tool call is followed by exactly one result, and nothing is empty.

    Results move behind their calls in the calls' order; orphans, duplicates and results before their call go; missing
    results are filled in; an id used anew takes the result after its new use. Assistant messages without content and
    calls go, and so do system messages (only ours lead). Idempotent.
    """
    results = _first_results(messages)
    view: list[Message] = []
    for position, message in enumerate(messages):
        if message["role"] == "user":
            view.append(message if has_content(message) else {**message, "content": EMPTY_MESSAGE})
        elif message["role"] == "assistant" and (has_content(message) or call_ids(message)):
            view.append(message)
            view.extend(results.get((position, c)) or _missing(c) for c in call_ids(message))
    return view


def call_ids(message: Message) -> list[str]:
    """Return the ids of all calls an assistant message makes, each once, broken ones included."""
    calls = [*message.get("tool_calls", []), *message.get("invalid_tool_calls", [])]
    return list(dict.fromkeys(str(c["id"]) for c in calls if c.get("id")))


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
