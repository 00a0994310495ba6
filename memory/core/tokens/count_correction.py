"""How far off our count of a model's tokens is, learned from what its provider says a request took.

Pure: the old ratio and one observation give the new ratio.
"""

LEAST, MOST = 0.5, 2.0
"""Bounds of the ratio."""
LEARNT = 0.3
"""Share of the difference that one request corrects: a lasting error is halved by two."""
STEP = 0.25
"""A request moves the ratio as if it were off by this share at most: one odd request does little."""
SMALLEST = 500
"""Tokens of text below which a request tells more of the format around it than of the text."""


def corrected(ratio: float, *, counted: int, reported: int, media: int = 0) -> float:
    """Return by what to multiply a count from now on.

    `counted`: what a request was counted as with `ratio`; `reported`: its input tokens as the provider says, those read
    from its cache included; `media`: how many of `counted` are images and files, which are not corrected and taken to
    be right. What cannot be is passed over: a request reported at less than half, as servers do that leave out what
    they had cached, a request of little text, and one whose images outweigh its text.
    """
    text, told = counted - media, reported - media
    if text < SMALLEST or media > text or told < LEAST * text / max(ratio, LEAST):
        return ratio
    observed = min(max(told / text, 1 - STEP), 1 + STEP)
    return min(MOST, max(LEAST, ratio * (1 + LEARNT * (observed - 1))))
