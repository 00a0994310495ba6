"""The assistant's offer to remember, taken up by the user: "Shall I remember that?" – "Yes, do", 要我记住吗？ – 要.

An offer names what it would keep ("that you prefer mornings"), or means what the user said before it. A mere thank-you
takes up nothing.
"""

import re
from dataclasses import dataclass

from memory.core.language.clauses import fold, sentences
from memory.core.language.text import clean_text

_I = re.IGNORECASE
_READ = 1_000
"""Characters at the end of the assistant's message that are read."""
_KEEP = (
    r"(?:remember|note(?: down)?|save|store|keep|record|memori[sz]e|log|jot (?:\w+ )?down|write (?:\w+ )?down"
    r"|make (?:an? |yourself a )?note(?: of)?|take (?:a )?note(?: of)?|add|put)"
)
_OFFER = re.compile(
    rf"\b(?:shall|should|can|may|could|will) i (?:\w+ )?{_KEEP}\b|\b(?:want|like|prefer|need)(?: for)? me to"
    rf" (?:\w+ )?{_KEEP}\b|\b(?:ok(?:ay)?|alright|fine|help(?:ful)?) if i (?:\w+ )?{_KEEP}\b"
    r"|(?:[要想让]|需要|可以|能|是否|可否)[^,你您]{0,6}我?(?:[帮替给为][你您])?[^,你您]{0,4}"
    r"(?:记(?:住|下来?|一下|着|录)|保存|存(?:下来?|起来|档)|备注|留个?底)",
    _I,
)
_NAMES = re.compile(
    r"\W*(?:(?:down|this|it|too|as well|that)\W+)*(?P<told>you(?:r|'\w+)?\b.+)|(?P<zh>[你您][^,]{2,})", _I
)
"""What behind an offer says what would be kept."""
_TAIL = re.compile(
    r"(?:,? (?:for (?:next time|later|you|the future|future [\w ]+)|then|from now on|going forward|(?:next"
    r"|the next) time"
    r"|in (?:future|mind|memory)))+\W*$|(?:这[一件个]?[点事条]?)?[吗呢]?\W*$",
    _I,
)
_FIRST_PERSON = (
    (re.compile(r"^you(?:'re| are)\b", _I), "I'm"),
    (re.compile(r"^you(?=\b|')", _I), "I"),
    (re.compile(r"\byou(?:'re| are)\b", _I), "I'm"),
    (re.compile(r"\byourself\b", _I), "myself"),
    (re.compile(r"\byour\b", _I), "my"),
    (re.compile(r"\byou\b", _I), "me"),
    (re.compile("[你您]"), "我"),
)
_CLAUSE = re.compile(r"I\b|My\b.* (?:is|are|has|have|was|were|can|can't)\b|我的?[^\W\d_的]{2}")
"""What tells something; a thing merely named ("my preferences") is what was told of it before."""
_SURE_EN = (
    r"yes|yeah|yep|yup|yea|sure|absolutely|definitely|certainly|of course|by all means|go ahead|go for it|please do"
    r"|do(?: so| that| it)?|i'd (?:like|love|appreciate) that|that(?:'d| would) be (?:\w+ )?(?:great|good|nice"
    r"|helpful|useful|lovely|perfect)|why not|good idea|feel free"
)
_LIGHT_EN = r"please|pls|thanks|thank you|thx|ok(?:ay)?|great|perfect|cool|so|and|then|that's right|correct|do"
_SURE_ZH = r"要|需要|好|可以|行|嗯+|是|对|当然|没错|麻烦|拜托|记吧|存吧|请"
_LIGHT_ZH = r"的|了|啊|呀|喔|哦|吧|啦|哈|谢谢|多谢|辛苦|你|您|就"
_SURE = re.compile(rf"\W*(?:(?:{_LIGHT_EN})\b\W*)*+(?:{_SURE_EN})\b\W*|\W*(?:{_SURE_ZH}|(?:yes|sure)\b)", _I)
_YES = re.compile(
    rf"\W*(?:(?:(?:{_SURE_EN}|{_LIGHT_EN})\b)\W*)+|\W*(?:(?:{_SURE_ZH}|{_LIGHT_ZH}|ok|yes|sure)[\s,.!~]*)+", _I
)


@dataclass(frozen=True)
class Offer:
    """What the assistant offers to remember."""

    told: str
    """What it would keep, in the user's first person; "": what the user said before it."""


def offer_in(asked: str) -> Offer | None:
    """Return what the assistant's message `asked` offers to remember; None: it offers nothing of the kind."""
    for sentence in reversed(list(sentences(fold(clean_text(asked)[-_READ:])))):
        match = _OFFER.search(sentence.text) if sentence.question or sentence.text.endswith(("吗", "么")) else None
        if match:
            named = _NAMES.match(sentence.text, match.end())
            told = _first_person(_TAIL.sub("", named["told"] or named["zh"])) if named else ""
            return Offer(told if _CLAUSE.match(told) else "")
    return None


def lead_of_yes(folded: str) -> int:
    """Return the length of the yes with which a folded sentence begins: all of it where it says no more; 0: none."""
    if _YES.fullmatch(folded) and _SURE.match(folded):
        return len(folded)
    lead = _YES.match(folded)
    return lead.end() if lead and _SURE.match(folded) else 0


def _first_person(text: str) -> str:
    for pattern, mine in _FIRST_PERSON:
        text = pattern.sub(mine, text)
    return text[:1].upper() + text[1:]
