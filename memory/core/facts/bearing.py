"""Whether a user's words really bear what is made of them: nothing added, turned round, or taken from another's mouth.

Words may be left out, and the user may be called "the user"; what is worded otherwise is left to the user to confirm.
"""

import re

from memory.core.extraction.own_words import own_words
from memory.core.facts.grounding import find_quote, supports
from memory.core.language.clauses import clauses, fold, sentences
from memory.core.language.text import clean_text, normalise
from memory.core.language.words import words

_USER = re.compile(r"^(?:the )?(?:user|speaker)(?:'s|’s)\b|^(?:用户|使用者)的", re.IGNORECASE)
_USER_IS = re.compile(r"^(?:the )?(?:user|speaker) (?:is|was)\b", re.IGNORECASE)
_USER_DOES = re.compile(r"^(?:(?:the )?(?:user|speaker)|they)\b|^(?:用户|使用者)", re.IGNORECASE)
_NEGATION = re.compile(
    r"\b(?:not|no|never|none|nobody|nothing|neither|nor|without|hardly|barely|rarely|cannot|quit|stopped)\b|n['’]t\b"
    r"|不(?!过|但|仅|错|断|丹)|没(?!问题)|(?<![特差区级类性])别(?![人的墅名致])|未(?!来)|非(?![常洲])|无(?!锡|论|糖)",
    re.IGNORECASE,
)
_LIGHT = (
    r"(?:now|really|just|also|still|currently|actually|always|usually|often|mostly|mainly|recently|very|much|so|both|only"
    r"|do|am|'m|have|'ve|was|will|'ll|would|'d|been|being|to|a|an|the|not"
    r"|never|don't|doesn't|didn't|won't|can't|cannot|wouldn't|isn't|haven't)"
)
_HEADS = re.compile(rf"\b(?:i|we)\b[\w']*\s+(?:{_LIGHT}\s+)*(?P<head>[\w'-]+)")
_SELF = re.compile(r"\b(?:i|we)\b")
_SUBJECT = re.compile(r"(?:i|we)\b[\w']*\s*(?P<rest>.*)", re.DOTALL)
_LIGHT_ZH = re.compile(r"(?:也|都|还|现在|目前|一直|平时|其实|真的?|很|最|非常|特别|已经|就|是|在|的)")


def bears(text: str, quote: str, message: str) -> bool:
    """Tell whether `quote`, where it stands in `message`, bears `text`.

    All content words of the text stand in the quote, in its order; the text is negated if and only if the clause of
    the message that the quote is from is; and what the text says of "I" the quote says of "I", not of someone else.
    """
    text = _in_first_person(text)
    if not (supports(text, quote) and _in_order(words(text), words(quote))):
        return False
    own = own_words(clean_text(message))
    around = [clauses_around(own, start, end) for start, end in find_quote(quote, own)]
    return any(is_negated(text) == is_negated(clause) for clause in around) and _same_subject(text, quote)


def _in_first_person(text: str) -> str:
    text = _USER_IS.sub("I am", _USER.sub(lambda m: "我的" if m[0].endswith("的") else "my", text, count=1), count=1)
    return _USER_DOES.sub(lambda m: "I" if m[0].isascii() else "我", text, count=1)


def _in_order(told: list[str], said: list[str]) -> bool:
    """Tell whether the words of a text stand in a quote, in its order."""
    rest = iter(said)
    return all(word in rest for word in told)


def clauses_around(own: str, start: int, end: int) -> str:
    """Return the clauses that a stretch of a message touches."""
    folded = fold(own)
    touched = [
        clause.text
        for sentence in sentences(folded)
        if sentence.start < end and start < sentence.end
        for clause in clauses(sentence)
        if clause.start < end and start < clause.end
    ]
    return " ".join(touched)


def is_negated(text: str) -> bool:
    """Tell whether a text denies something."""
    return _NEGATION.search(normalise(text)) is not None


def _same_subject(text: str, quote: str) -> bool:
    """Tell whether what a text says of "I" stands right after an "I" of the quote, light words apart."""
    told, said = normalise(text).replace("’", "'"), normalise(quote).replace("’", "'")
    if told.startswith("我"):
        plain, rest = _LIGHT_ZH.sub("", said), _LIGHT_ZH.sub("", told)
        return rest[:3] in plain or not plain.count("我")
    if (subject := _SUBJECT.match(told)) is None or not (first := words(subject["rest"])[:1]):
        return True
    heads = _HEADS.finditer(said)
    return not _SELF.search(said) or any(words(head["head"])[:1] == first for head in heads)
