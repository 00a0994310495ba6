"""Whether a conversation is in a scene: a role-play in which the user speaks as someone else, until it is called off.

Only what the user says opens a scene, and only where they take a role themselves; "act as a translator" opens none.
"""

import re
from collections.abc import Sequence

from memory.core.language.clauses import fold
from memory.core.language.text import clean_text

SCENE_MESSAGES = 20
"""Messages of the user that a scene lasts, at most."""
_READ = 500
"""Characters at each end of a message that are read."""
_I = re.IGNORECASE
_OPENS = re.compile(
    r"\brole-?\s?play|\b(?:let'?s|we) (?:play|act|pretend)\b"
    r"|\b(?:pretend|imagine|suppose|act as if|say)(?: that)? i(?:'m| am)\b|\bi(?:'ll| will)? (?:play|act as"
    r"|be playing)\b"
    r"|\byou(?:'re| are|'ll be| will be| be| play| act as)\b[^.?!\n]{1,60}\band i(?:'m| am|'ll be| will be| play)\b"
    r"|\bi(?:'m| am|'ll be| will be) (?:the|an?|your)\b[^.?!\n]{1,40}\b(?:and|,) you(?:'re| are|'ll be| will be| be"
    r"| play)\b"
    r"|角色扮演|我(?:来)?(?:扮演|演|当|扮)[^,。\n]{1,12}[,，]\s?你(?:来)?(?:扮演|演|当|扮)|你(?:来)?(?:扮演|演|当|扮)[^,。\n]{1,12}[,，]\s?我"
    r"(?:来)?(?:扮演|演|当|扮|是)|(?:假装|想象|假设)我是",
    _I,
)
_CLOSES = re.compile(
    r"\b(?:end|stop|finish|quit|leave|exit) (?:of )?(?:the |this |our )?(?:scene|role-?\s?play|game|play(?:ing)?"
    r"|pretending)\b"
    r"|\b(?:out of character|back to (?:reality|normal|real life)|in real life|scene over|for real now|stop pretending"
    r"|no more role|seriously now|jokes aside)\b|(?:结束|停止|退出|不玩|不演)[^,。\n]{0,4}(?:扮演|游戏|了|角色)"
    r"|(?:游戏|扮演|表演)(?:到此)?结束"
    r"|回到(?:现实|正题)"
    r"|说真的|出戏",
    _I,
)


def in_scene(earlier: Sequence[str], text: str) -> bool:
    """Tell whether the user says `text` within a scene that one of the messages before it opened.

    `earlier`: the user's messages before it in the conversation, oldest first.
    """
    playing = False
    for said in (*earlier[-SCENE_MESSAGES:], text):
        ends = fold(clean_text(f"{said[:_READ]}\n{said[-_READ:]}" if len(said) > 2 * _READ else said))
        playing = not _CLOSES.search(ends) and (playing or (said is not text and _OPENS.search(ends) is not None))
    return playing
