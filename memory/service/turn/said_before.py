"""What was said right before a message in its conversation, as the rules of extraction look at it."""

from collections.abc import Sequence

from langchain_core.messages import BaseMessage

from memory.core.extraction.scenes import SCENE_MESSAGES
from memory.core.transcript.entries import text_of
from memory.service.turn.messages import to_message


def said_before(messages: Sequence[BaseMessage], message: str) -> tuple[list[str], str]:
    """Return what the user said before the message with an id, oldest first, and the assistant's that it answers.

    The latter is "" where it answers none.
    """
    talk = [m for m in messages if m.type in {"human", "ai"}]
    at = next((i for i, m in enumerate(talk) if str(m.id) == message), 0)
    earlier = [m for m in talk[:at] if m.type == "human"][-SCENE_MESSAGES:]
    asked = text_of(to_message(talk[at - 1])) if at and talk[at - 1].type == "ai" else ""
    return [text_of(to_message(m)) for m in earlier], asked
