"""Whether a conversation may be a play: a part was given out, and not to someone of use, or a play called for.

"You're a gruff innkeeper", "I'll be the customer", 你现在是我的女朋友 give out a part; "you are an expert in tax law",
你是专业的营养师, "you're an inspiration" give none, and who tells of an RPG calls for none (`inviting.py`). What is
said after it may be said by a character: it waits for the user.
"""

import re
from collections.abc import Sequence

from memory.core.extraction.casting_words import CAST, PLAYS
from memory.core.extraction.doubt_words import OLD_SPEECH
from memory.core.extraction.frame_words import CALLED_OFF
from memory.core.extraction.inviting import calls
from memory.core.extraction.scenes import SCENE_MESSAGES, read_ends
from memory.core.language.clauses import fold

_I = re.IGNORECASE
_STAGED = re.compile(r"(?<!\*)\*(?!\*)[a-z]+(?:s|ing)\b[^*\n]{1,120}\*(?!\*)|[(（][^()（）\n]{0,10}(?:地|着|了)[)）]")
"""The assistant acts: "*nods slowly*"."""
_IN_CHARACTER = re.compile(
    rf"{OLD_SPEECH}|\b(?:greetings|welcome),? (?:adventurer|travell?er|stranger|mortal|hero|warrior|captain)"
    r"|请报(?:上|一下)?(?:姓名|名|生辰)|打尖|吉祥|参见",
    _I,
)
"""It speaks as somebody of a story."""
_ASKED = 500
"""Characters of the assistant's message that are read for it."""


def may_be_played(earlier: Sequence[str], text: str, asked: str = "") -> bool:
    """Tell whether a message of the user's may be said by a character they play.

    `earlier`: the user's messages before it in the conversation, oldest first; `asked`: the assistant's message that
    it answers.
    """
    playing = False
    for said in (*earlier[-SCENE_MESSAGES:], text):
        ends = read_ends(said)
        playing = not CALLED_OFF.search(ends) and (playing or _casts(ends))
    return playing or _STAGED.search(asked) is not None or _IN_CHARACTER.search(fold(asked[:_ASKED])) is not None


def _casts(ends: str) -> bool:
    """Tell whether a part is given out in a folded text, or a play called for."""
    return CAST.search(ends) is not None or next(calls(ends, PLAYS), None) is not None
