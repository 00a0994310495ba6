"""Whether a conversation is in a scene: a role-play in which the user speaks as someone else, until it is called off.

Only what the user says opens a scene, and only where they take a role themselves or call for a play: "act as a
translator" and "my kids love role-play" open none.
"""

from collections.abc import Sequence

from memory.core.extraction.frame_words import CALLED_OFF, OPENS, SCENES
from memory.core.extraction.inviting import calls
from memory.core.language.clauses import fold
from memory.core.language.text import clean_text

SCENE_MESSAGES = 20
"""Messages of the user that a scene lasts, at most."""
_READ = 500
"""Characters at each end of a message that are read."""


def in_scene(earlier: Sequence[str], text: str) -> bool:
    """Tell whether the user says `text` within a scene that one of the messages before it opened.

    `earlier`: the user's messages before it in the conversation, oldest first.
    """
    playing = False
    for said in (*earlier[-SCENE_MESSAGES:], text):
        ends = read_ends(said)
        playing = not CALLED_OFF.search(ends) and (playing or (said is not text and _opens(ends)))
    return playing


def _opens(ends: str) -> bool:
    return OPENS.search(ends) is not None or next(calls(ends, SCENES), None) is not None


def read_ends(said: str) -> str:
    """Return the beginning and the end of a message, folded: what opens a scene or calls it off stands there."""
    return fold(clean_text(f"{said[:_READ]}\n{said[-_READ:]}" if len(said) > 2 * _READ else said))
