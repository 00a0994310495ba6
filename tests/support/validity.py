"""What every provider demands of the messages of a request, the system message apart, as one strict check."""

from itertools import pairwise

from memory.core.transcript.entries import Message

ROLES = {"user", "assistant", "tool"}


def problems_of(messages: list[Message]) -> list[str]:
    """Return what is wrong with messages as they are sent: order of roles, pairs of calls and results, empty ones."""
    return [*_roles(messages), *_pairs(messages), *_contents(messages)]


def _roles(messages: list[Message]) -> list[str]:
    found = [f"role {m['role']}" for m in messages if m["role"] not in ROLES]
    if not messages or messages[0]["role"] != "user":
        found.append("the first message is not the user's")
    if messages and messages[-1]["role"] == "assistant":
        found.append("the last message is the assistant's")
    for before, after in pairwise(messages):
        if before["role"] == after["role"] != "tool":
            found.append(f"two messages of the {after['role']} in a row")
    return found


def _pairs(messages: list[Message]) -> list[str]:
    found: list[str] = []
    due: list[str] = []
    seen: set[str] = set()
    for message in messages:
        if message["role"] == "tool":
            expected = due.pop(0) if due else None
            if message.get("tool_call_id") != expected:
                found.append(f"result of {message.get('tool_call_id')} where {expected} is due")
            continue
        found += [f"no result of {call}" for call in due]
        due = [str(call["id"]) for call in message.get("tool_calls", [])]
        found += [f"call id {call} again" for call in due if call in seen]
        found += ["a call that is no JSON"] if message.get("invalid_tool_calls") else []
        seen |= set(due)
    return [*found, *(f"no result of {call}" for call in due)]


def _contents(messages: list[Message]) -> list[str]:
    found = []
    for message in messages:
        content = message["content"]
        blank = not content.strip() if isinstance(content, str) else not any(map(_says, content))
        if blank and not message.get("tool_calls"):
            found.append(f"{message['id']} is empty")
    return found


def _says(block: object) -> bool:
    if isinstance(block, str):
        return bool(block.strip())
    return isinstance(block, dict) and (block.get("type") != "text" or bool(str(block.get("text") or "").strip()))
