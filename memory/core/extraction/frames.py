"""Where a user is not in earnest: from which place on they play a part, suppose a world, or write for someone else.

Told by how one opens such a frame ("let's practise", "in our campaign", "thought experiment", 打个比方) or by how it
looks (stage directions). Only the beginning of a message is read.
"""

import re
from collections.abc import Iterator

from memory.core.extraction.frame_words import ACTED, DRAFT, FRAMED, OPENED, STAGED

EDGE = 1_000
"""Characters before an opening in which its sentence may begin."""
READ = 3_000
"""Characters at the beginning of a message in which a frame is looked for."""
_STOP = re.compile(r"[.!?。！？;；\n]")


def framed_from(text: str) -> int | None:
    """Return from where on a message is not said in earnest, as a character offset; None: it is."""
    starts = list(_starts(text[:READ]))
    return min(starts) if starts else None


def _starts(text: str) -> Iterator[int]:
    if STAGED.search(text):
        yield 0
    for pattern in (FRAMED, ACTED):
        if match := pattern.search(text):
            yield sentence_start(text, match.start())
    for pattern in (OPENED, DRAFT):
        if match := pattern.search(text):
            yield match.start()


def sentence_start(text: str, at: int) -> int:
    """Return where the sentence begins that holds a place of the text."""
    return max((match.end() for match in _STOP.finditer(text, max(0, at - EDGE), at)), default=max(0, at - EDGE))
