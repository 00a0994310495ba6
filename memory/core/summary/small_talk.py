"""Talk that says nothing a summary should hold: greetings, thanks, consent, and short remarks that name nothing."""

import re

from memory.core.anchors.anchors import unique_strings
from memory.core.extraction.finding import find
from memory.core.language.text import is_chinese
from memory.core.summary.summary_text import told_anchors
from memory.core.summary.summary_words import ENGLISH, SIMPLIFIED, TRADITIONAL

SMALL_TALK = re.compile(
    r"(?:(?:ok(?:ay)?|thanks?(?: you)?|thx|cheers|hi|hello|hey|bye|yes|yeah|sure|great|nice|cool|got it|good|fine"
    r"|好的?|谢谢你?|謝謝你?|多谢|多謝|你好|您好|嗯|是的|对的?|對的?|行|可以|再见|再見|明白|知道了|收到|不客气|不客氣|哈)\W*){1,6}",
    re.IGNORECASE,
)
_SAID = {
    role: tuple(f"{words.roles[role]}: " for words in (ENGLISH, SIMPLIFIED, TRADITIONAL))
    for role in ("user", "assistant")
}
_SHORT = {True: 30, False: 80}
"""Characters of a user's message that is no task yet, by whether it is Chinese; of an answer to it three times that."""
_DAY = re.compile(r"\[\d{4}-\d{2}-\d{2}\]")


def may_say_nothing(text: str) -> bool:
    """Tell whether the lines of a conversation (`reading.conversation_lines`) may hold nothing worth a note.

    So they may where nothing is named, numbered or dated, nobody used a tool, all messages are short, and no rule finds
    a fact in the user's. What a model makes of them counts then, an empty answer too.
    """
    lines = [line for line in text.splitlines() if not _DAY.fullmatch(line)]
    if not all(line.startswith((*_SAID["user"], *_SAID["assistant"])) for line in lines):
        return False
    idle = all(_is_idle(line.split(": ", 1)[1], own=line.startswith(_SAID["user"])) for line in lines)
    return idle and not unique_strings(told_anchors("\n".join(line.split(": ", 1)[1] for line in lines)))


def _is_idle(said: str, *, own: bool) -> bool:
    if SMALL_TALK.fullmatch(said):
        return True
    limit = _SHORT[is_chinese(said)]
    return len(said) <= limit and not any(find(said, "")) if own else len(said) <= 3 * limit
