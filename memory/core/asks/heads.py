"""Heads that ask for what stands behind them to be kept, told by what they are made of: "the bit to keep is that …".

A head ends at a colon, at "that" or before the speaker ("To save us time, I …") and is made of words with which one
speaks of keeping, of the talk and of later, and of hardly any other. Who else remembers or is told makes none.
"""

import re

from memory.core.asks.asking_words import is_plain

_I = re.IGNORECASE
_LONGEST = 140
"""Characters of a head, at most."""
_UNKNOWN = 2
"""Words of a head, at most, that requests are not made of."""
_END = re.compile(
    r"(?P<colon>\s*:\s+(?=\S)|\s+[-–—]+\s+)"
    r"|(?P<that>(?<=\b(?:is|be))\s+that\s+"
    r"|\s+(?:the fact )?that\s+(?=(?:i|i'm|im|i've|i'd|i'll|my|we|we're|our|the|there|all|every|no)\b|[A-Z]))"
    r"|,\s+(?=(?:i|i'm|im|i've|my|we|we're|our)\b)",
    _I,
)
_WORD = re.compile(r"[^\W\d_][\w'-]*")
_KEPT = re.compile(
    r"\b(?:remember\w*|memor\w+|(?:please|pls) know|hold (?:on ?)?to"
    r"|(?:keep|hold|store|save|log|record|retain) th(?:is|ese)"
    r"|(?:stays?|sticks?) with (?:you|u)|you (?:\w+ )?(?:retain|keep)|lose sight|in your (?:head|brain)"
    r"|(?:bits?|parts?|pieces?|facts?|things?|ones?|points?) to (?:keep|hold|save|store|note)"
    r"|(?:that|it|this|these) (?:kept|noted|saved|stored|recorded|logged)|on (?:file|record)"
    r"|the (?:file|record) (?:shows?|says?|be)|(?:front|back) of your mind|permanent note|standing (?:fact|note|rule)"
    r"|take it as (?:read|given) from|for (?:you|u) to (?:know|have|keep)|take away|as permanent)\b"
    r"|(?:n't|\b(?:not|never))\b[\w' ]{0,24}?\b(?:forget|forgotten|forgetting|loo?se|lost|slip)\b",
    _I,
)
"""What is done to what stands behind it …"""
_LATER = re.compile(r"\b(?:next|again|future|later|every time|each time)\b", _I)
"""… or when it will be wanted, …"""
_FOR_GOOD = re.compile(
    r"\b(?:for (?:keeps|good|ever|life|later|next time)|archive|eternity|forever|permanently|from (?:now|today|here) on"
    r"|next time|later|future|again|beyond)\b",
    _I,
)
_KEEPING = re.compile(
    r"\b(?:keep\w*|hold|store|save|log|record|retain|note|pin|stash|lodge|archive|know|known|remember\w*|guard|take)\b",
    _I,
)
"""… or that it is kept, and for how long, …"""
_PURPOSE = re.compile(
    r"\W*(?:so (?:that )?(?:we|i|you)\b.*n't\b|so (?:that )?you(?:'re| are) aware|to save (?:us|you|me)\b"
    r"|for (?:context|reference|background|info) (?:in|for)\b)",
    _I,
)
_MEETING = re.compile(
    r"\W*(?:for|when(?:ever)?|next time)\b.*\b(?:we|you)(?:'re| are)? (?:next )?(?:talk|speak|chat|meet)(?:ing)?\b", _I
)
"""… so that nothing is said twice, or when speaker and assistant talk again."""
_OTHERS = re.compile(
    r"\b(?:he|she|they|his|her|their|him|who|whose|people|everyone|someone|siri|alexa|mum|mom|dad|boss|teacher|doctor"
    r"|wife|husband|friends?|readers?)\b"
    r"|\b(?:i|we) (?:remember|forg[eo]t|keep|note|save|store|recall)\w*"
    r"|\b(?:i|we) (?:can|could|do|did|don't|didn't|can't|couldn't|always|still|just|also|will|won't|never|often|keep"
    r"|kept|try|tried|had)\b(?! (?:have|need) to\b)"
    r"|\b(?:do|does|did|is|are|was|were|why|how|what|which|where|if|whether) (?:you|u)\b"
    r"(?! (?:must|mustn't|should|shouldn't|need|have to|ought))"
    r"|\bthings? to \w+ (?:in mind )?(?:when|about (?!me\b|us\b))"
    r"|\bthe (?:\w+ )?thing to (?:remember|keep)\b(?! about me)",
    _I,
)


def head_of(text: str) -> int:
    """Return the length of the head of a folded sentence that asks for what is behind it to be kept; 0: none."""
    for end in _END.finditer(text, 0, _LONGEST):
        if _asks(text[: end.start()], colon=end["colon"] is not None, that=end["that"] is not None):
            return end.end()
    return 0


def is_head(text: str) -> bool:
    """Tell whether a folded text, with or without its colon, is such a head as a whole."""
    return len(text) <= _LONGEST and _asks(text.rstrip(" :"), colon=True, that=False)


def _asks(head: str, *, colon: bool, that: bool) -> bool:
    """Tell whether a head asks for something to be kept; before a colon one word of those to "you" may be any."""
    unknown = sum(not is_plain(word) for word in _WORD.findall(head))
    if unknown > _UNKNOWN or _OTHERS.search(head):
        return False
    if colon and _FOR_GOOD.search(head) and _KEEPING.search(head):
        return True
    if unknown > colon:
        return False
    if _LATER.search(head) and (_PURPOSE.match(head) or (colon and _MEETING.match(head))):
        return not that
    return (colon or that) and _KEPT.search(head) is not None
