"""Why nothing is learned in a turn, as a tool tells it."""

from collections.abc import Mapping
from typing import Any

from memory.core.language.languages import Language, in_language

_TEMPORARY = ("This conversation is temporary: nothing was stored.", "这是临时对话，没有保存任何内容。")
_UNREMEMBERED = (
    "This conversation is not remembered, as asked: nothing was stored. Another conversation can do that.",
    "已按要求不记这段对话，没有保存任何内容。可以在别的对话里提出。",
)
_OFF = ("Learning is off: nothing was stored.", "本次对话不学习新内容，没有保存任何内容。")


def not_learned(turn: Mapping[str, Any], language: Language) -> str:
    """Return why a turn in which nothing is learned stored nothing."""
    if turn.get("temporary"):
        return in_language(language, *_TEMPORARY)
    return in_language(language, *(_UNREMEMBERED if turn.get("unremembered") else _OFF))
