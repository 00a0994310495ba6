"""What the user said in the running turn, as tools may rely on it: the newest user message and its entry."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from langchain_core.messages import HumanMessage
from langchain_core.tools import ToolException

from memory.core.ids import parse_key_time
from memory.core.language.languages import Language
from memory.core.language.reply_language import reply_language
from memory.core.transcript.entries import Place, text_of
from memory.service.turn.messages import to_message
from memory.service.turn.said_before import said_before


@dataclass(frozen=True)
class TurnWords:
    """The newest message of the user."""

    message: str
    """Message id."""
    text: str
    """Readable text."""
    place: Place
    """Its entry."""
    before: tuple[list[str], str]
    """What the user said before it, oldest first, and the assistant's message that it answers."""
    language: Language
    """In which the user is answered: as they set it, else that of the message."""

    @property
    def time(self) -> str:
        """ISO time of its entry, UTC."""
        return parse_key_time(self.place["key"]).isoformat()


def turn_words(state: Mapping[str, Any]) -> TurnWords:
    """Return what the user said in the turn that `state` is in.

    Raises ToolException: there is no user message, or it has no entry in the transcript.
    """
    said = next((m for m in reversed(state["messages"]) if isinstance(m, HumanMessage)), None)
    step = next((step for step in reversed(state["path"]) if said is not None and step["id"] == said.id), None)
    if said is None or step is None:
        raise ToolException("This turn has no user message in the transcript, so there is nothing to go by.")
    text, chosen = text_of(to_message(said)), state["turn"].get("language")
    return TurnWords(
        step["id"],
        text,
        {"key": step["key"], "depth": step["depth"]},
        said_before(state["messages"], step["id"]),
        reply_language(chosen, text),
    )
