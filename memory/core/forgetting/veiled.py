"""What views show of an entry: its text or content without what was forgotten."""

from collections.abc import Iterable
from typing import Any

from memory.core.facts.facts import Proposal, Tombstone
from memory.core.forgetting.forgetting import forgotten_mark, is_forgotten, mask_content, mask_text
from memory.core.ids import parse_key_time
from memory.core.recall.passages import masks_at, veil_of
from memory.core.transcript.entries import Message, text_of


def veiled_text(text: str, entry_key: str, time: str, tombstones: Iterable[Tombstone], key: str) -> str:
    """Return an entry's readable text (`entries.text_of`) with what was forgotten masked; all of it where it is hidden.

    `time` is the entry's (ISO): what was forgotten before it stays. `key` is the one the traces were made with.
    """
    masked = veil_of(tombstones, key).masked(entry_key, time, text)
    return forgotten_mark(text) if masked is None else mask_text(text, masks_at(entry_key, masked))


def repeats_forgotten(proposal: Proposal, tombstones: Iterable[Tombstone], key: str) -> bool:
    """Tell whether a proposal brings back what was forgotten, as the same fact or in another reading of its words.

    What was said after the forget never does.
    """
    stones = list(tombstones)
    told = "\n".join([proposal["text"], proposal["value"] or ""])
    masked = veil_of(stones, key).masked("", proposal["observed_at"], told)
    return bool(masked) or is_forgotten(proposal, stones, key)


def veiled_content(
    content: str | list[Any], entry_key: str, time: str, tombstones: Iterable[Tombstone], key: str
) -> str | list[Any]:
    """Return a message's content as `veiled_text` returns its text; a hidden entry keeps none of its blocks."""
    text = text_of({"content": content})
    masked = veil_of(tombstones, key).masked(entry_key, time, text)
    return forgotten_mark(text) if masked is None else mask_content(content, masks_at(entry_key, masked))


def veiled_message(message: Message, entry_key: str, tombstones: Iterable[Tombstone], key: str) -> Message:
    """Return the message of an entry with what was forgotten masked, in its content and in the calls it makes."""
    stones, time = list(tombstones), parse_key_time(entry_key).isoformat()
    shown: Message = {**message, "content": veiled_content(message["content"], entry_key, time, stones, key)}
    if calls := message.get("tool_calls"):
        shown["tool_calls"] = [_veiled_call(call, time, stones, key) for call in calls]
    if broken := message.get("invalid_tool_calls"):
        shown["invalid_tool_calls"] = [_veiled_call(call, time, stones, key) for call in broken]
    return shown


def _veiled_call(call: dict[str, Any], time: str, tombstones: list[Tombstone], key: str) -> dict[str, Any]:
    return {**call, **{f: _veiled_json(call[f], time, tombstones, key) for f in ("args", "error") if f in call}}


def _veiled_json(value: Any, time: str, tombstones: list[Tombstone], key: str) -> Any:
    if isinstance(value, str):
        return veiled_text(value, "", time, tombstones, key)
    if isinstance(value, dict):
        both = ((_veiled_json(n, time, tombstones, key), part) for n, part in value.items())
        return {name: _veiled_json(part, time, tombstones, key) for name, part in both}
    return [_veiled_json(part, time, tombstones, key) for part in value] if isinstance(value, list) else value
