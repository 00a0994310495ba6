"""What a message takes back as a joke: what it names, else what it says itself, else all of the message before it.

"I said I live in Lyon as a joke" names one statement, "I'm the king, just kidding" is about itself, "that was a joke"
and 逗你玩呢 mean the message before. A message that does more than that takes back nothing.
"""

import re
from collections.abc import Sequence

from memory.core.extraction.jest import is_withdrawn, withdrawn_at
from memory.core.language.clauses import Sentence, begins_with_self, clauses, fold, sentences
from memory.core.language.words import words

_LONGEST = 200
"""Characters of the longest message that takes back something said before it as a joke."""
_WHAT = r"(?P<what>.+?)"
_JOKE = r"(?:(?:just |only |all |really )*(?:a |one big )?joke|in jest)"
_JOKED_ZH = (
    r"(?:那句话?|这句话?|的话|这件?事|的事)?(?:是|只是|都是|不过是|那是|其实是|在|跟你|和你|的|,|\s)*"
    r"(?:开玩笑|玩笑|逗你|骗你|说笑|瞎说|胡说|乱说|闹着玩|编的|joking|a? ?joke|kidding)[^,]{0,6}"
)
_LATELY_ZH = r"(?:刚才|刚刚|刚|之前|前面)*"
_NAMED = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        (
            rf".*?\bi (?:just |only )?(?:said|told you|claimed|wrote)(?: that)? {_WHAT},? (?:just |only )?"
            r"(?:as a joke|in jest|jokingly|for (?:fun|a laugh))\b.*"
        ),
        (
            r".*?\b(?:i(?:'m| am| was)|just|only) (?:just |only )?(?:joking|kidding) "
            rf"(?:about|when i (?:said|told you|wrote)(?: that)?) {_WHAT}"
        ),
        rf".*?\b(?:the (?:bit|part|thing|story) about|what i (?:said|told you) about) {_WHAT} was {_JOKE}\b.*",
        rf".*?\bit was {_JOKE} (?:that|about) {_WHAT}",
        rf".*?\bi made up (?:the (?:bit|part|thing|story) about |that (?=i\b)){_WHAT}",
        rf"(?:.*?[,\s])?我{_LATELY_ZH}(?:跟你|和你)?(?:说|讲|告诉你)的?{_WHAT}{_JOKED_ZH}",
        rf"(?:.*?[,\s])?(?:关于|有关){_WHAT}{_JOKED_ZH}",
    )
)
_WHOLE = re.compile(
    r"\W*(?:that|this|it|so|those|these|them|all|of|everything|anything|both|stuff|things|(?:the )?(?:last|previous)"
    r" (?:bit|part|thing|message|one)|you|with you|around|earlier|before|的|了|过|话|这些?|那些?|它|都|这个|那个|上面"
    r"|刚才|\s)+\W*",
    re.IGNORECASE,
)
"""What names nothing of its own."""
_ANOTHERS = re.compile(
    r"\b(?:he|she|they|you|u)(?:'re|'s| are| is| was| were| must be)?(?: just| only)?"
    r" (?:kidding|joking|messing|teasing)"
    r"|(?<![跟和对同给])[他她你您](?:们)?[^,我]{0,6}(?:开|说|逗|骗|瞎)[^,]{0,3}(?:玩笑|笑|我|说)",
    re.IGNORECASE,
)
"""Someone else jests."""
_DENIES = re.compile(r"\b(?:not|never|no)\b|n't\b|不|没", re.IGNORECASE)


def taken_back(text: str) -> str | None:
    """Return what of the talk before it a cleaned message takes back as a joke; "": all of the message before it.

    None: it takes back nothing, or only what it says itself.
    """
    if len(text) > _LONGEST:
        return None
    told = list(sentences(fold(text)))
    if any(is_withdrawn(one.text) and (one.question or _ANOTHERS.search(one.text)) for one in told):
        return None
    for sentence in told:
        found = next((match for form in _NAMED if (match := form.fullmatch(sentence.text))), None)
        if found and not _WHOLE.fullmatch(found["what"]):
            return found["what"].strip(" ,\"'“”「」")
    return None if not is_withdrawn(text) or _is_its_own(text, told) else ""


def _is_its_own(text: str, told: Sequence[Sentence]) -> bool:
    """Tell whether a message says something of the speaker before it takes it back."""
    before = withdrawn_at(text)
    said = (clause for sentence in told for clause in clauses(sentence) if clause.end <= before)
    return any(begins_with_self(c.text) and words(c.text) and not _DENIES.search(c.text) for c in said)
