"""What other products export: ChatGPT's conversations, mem0's memories. Whatever is not as expected is left out."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Literal

from memory.core.errors import InputError
from memory.core.language.text import clean_text
from memory.core.language.times import moment

# Tuples: what is looked up in them may be anything, also what has no hash.
_TEXTS = ("text", "multimodal_text")
_ROLES = ("user", "assistant")


@dataclass(frozen=True)
class ForeignMessage:
    """A message of a conversation."""

    id: str
    role: Literal["user", "assistant"]
    text: str
    time: datetime | None


@dataclass(frozen=True)
class ForeignConversation:
    """A conversation with its messages on the path that was shown last."""

    id: str
    title: str
    created: datetime | None
    messages: list[ForeignMessage]


@dataclass(frozen=True)
class ForeignMemory:
    """One memory."""

    id: str
    text: str
    user: str
    """Whom it is about where it comes from; "" when it does not say."""
    time: datetime | None


def chatgpt_conversation(item: Any) -> ForeignConversation | None:
    """Return a conversation of ChatGPT's `conversations.json`, None when the item is none or nothing was said in it.

    Only what user and assistant said as text is taken, on the way from its current message to the first.
    """
    mapping = item.get("mapping") if isinstance(item, dict) else None
    name = item.get("conversation_id") or item.get("id") if isinstance(item, dict) else None
    if not isinstance(mapping, dict) or not isinstance(name, str) or not name.strip():
        return None
    node, path = item.get("current_node"), dict[str, Any]()
    while isinstance(node, str) and node not in path and isinstance(mapping.get(node), dict):
        path[node] = mapping[node]
        node = mapping[node].get("parent")
    said = [_message(key, one.get("message")) for key, one in reversed(path.items())]
    messages = [message for message in said if message is not None]
    title = item.get("title")
    told = clean_text(title) if isinstance(title, str) else ""
    return ForeignConversation(clean_text(name), told, _time(item.get("create_time")), messages) if messages else None


def mem0_items(document: Any) -> list[Any]:
    """Return the items of an export of mem0: a list, or one under `results` or `memories`; else none."""
    listed = document.get("results", document.get("memories")) if isinstance(document, dict) else document
    return listed if isinstance(listed, list) else []


def mem0_memories_of_one(items: Iterable[Any], field: str = "items") -> list[ForeignMemory]:
    """Return the memories that items of mem0 are.

    Raises InputError, which names `field`: none is one, or they are of several users.
    """
    found = [memory for item in items if (memory := _memory(item))]
    users = {memory.user for memory in found} - {""}
    if not found:
        raise InputError(field, "holds no memories of mem0", "Send it as it was exported.")
    if len(users) > 1:
        raise InputError(field, f"holds memories of {len(users)} users", "Export those of one user.")
    return found


def _message(key: str, message: Any) -> ForeignMessage | None:
    if not isinstance(message, dict):
        return None
    author, content, hidden = message.get("author"), message.get("content"), message.get("metadata")
    role = author.get("role") if isinstance(author, dict) else None
    if role not in _ROLES or not isinstance(content, dict) or content.get("content_type") not in _TEXTS:
        return None
    if isinstance(hidden, dict) and hidden.get("is_visually_hidden_from_conversation"):
        return None
    parts = content.get("parts")
    texts = [part for part in parts if isinstance(part, str) and part.strip()] if isinstance(parts, list) else []
    if not texts or message.get("recipient", "all") != "all":
        return None
    name = message.get("id")
    told = name if isinstance(name, str) and name else key
    return ForeignMessage(clean_text(told), role, clean_text("\n".join(texts)), _time(message.get("create_time")))


def _memory(one: Any) -> ForeignMemory | None:
    if not isinstance(one, dict):
        return None
    text = one.get("memory") or one.get("text")
    if not isinstance(text, str) or not clean_text(text).strip():
        return None
    name, user = one.get("id"), one.get("user_id")
    at = _time(one.get("updated_at") or one.get("created_at"))
    told = clean_text(text).strip()
    return ForeignMemory(str(name) if name else told, told, str(user) if user else "", at)


def _time(value: Any) -> datetime | None:
    """Return a time told in seconds or as ISO text, None for anything else."""
    if isinstance(value, str):
        at = moment(value)
        return at if at.year > 1 else None
    try:
        return datetime.fromtimestamp(value, UTC) if isinstance(value, int | float) and value > 0 else None
    except (OverflowError, ValueError, OSError):
        return None
