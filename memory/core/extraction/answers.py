"""A short answer read together with what it answers: "Are you vegetarian?" – "Yes", 你住在哪里？ – 里斯本.

The user's own words alone do not bear such a fact; question and answer together do, if nothing else was asked, if the
fact adds nothing to both, and if it speaks of the user. A thank-you is no answer, and an offer is no question about the
user: "Want the long version?" – "Sure".
"""

import re

from memory.core.extraction.own_words import own_words
from memory.core.facts.bearing import is_negated
from memory.core.facts.grounding import compared, exact_tokens, find_quote, is_asserted
from memory.core.language.clauses import Sentence, fold, sentences
from memory.core.language.text import clean_text, normalise, simplified
from memory.core.language.words import words

_ASKED_CHARS = 1_000
"""Characters at the end of the assistant's message that are read."""
_PROPOSED = 3
"""Sentences before an agreement ("let's use it") that may hold what is agreed to."""
_GLUE = frozenset(words("name called long old many much often year years kind type sort still currently exactly"))
"""Words of a question that its answer need not repeat."""

_YES = re.compile(
    r"\W*(?:(?:oh|well|hmm+|ah)\W+)?(?:yes|yeah|yep|yup|sure|correct|right|exactly|indeed|of course|absolutely"
    r"|definitely|i do|i am|i have|we do|we are|that's right|that is right)\b"
    r"(?:[\s,]*(?:i|we) (?:do|am|are|have))?[\s,.!]*"
    r"|\W*(?:是的?|是啊|对的?|對的?|没错|沒錯|嗯+|当然|當然|有的?|会的?|會的?|可以)[\s,，.。!！啊呀]*",
    re.IGNORECASE,
)
_AGREED = re.compile(
    r"\b(?:let'?s|let us|we(?:'ll| will| should| can)?|i(?:'ll| will)) (?:use|go with|take|do|choose|pick|stick with)\b"
    r"|\bgo with (?:it|that|this)\b|\buse (?:it|that|this)\b|就用|用它|用这个|选它|选这个|就选|就这个|就定|就这么定",
    re.IGNORECASE,
)
_OFFER = re.compile(
    r"\b(?:want|would you like|do you need|shall i|should i|can i|may i|let me|does (?:that|this|it)|is (?:that|this)"
    r"|is it|do you mean|anything else|make sense|ready)\b"
    r"|要我|需要我|要不要我|我来|帮您|帮你|想要我|还需要|还要|有帮助|明白|清楚|可以吗|好吗",
    re.IGNORECASE,
)
_OPEN = re.compile(r"\b(?:who|what|where|when|why|how|which|whose)\b|谁|什么|哪|几|多少|怎么|多大|为何", re.IGNORECASE)
_EITHER = re.compile(
    r"([\w'-]+) or (?:an? |the )?([\w'-]+)|([\u3400-\u9fff]{1,4})还是([\u3400-\u9fff]{1,4})", re.IGNORECASE
)
_ABOUT_YOU = re.compile(r"\b(?:you|your|we|our|us)\b|[你您咱]|我们", re.IGNORECASE)
_TO_YOU = re.compile(r"\b(?:you|your|yours|he|she|they|his|her|their)\b|[你您他她]", re.IGNORECASE)
_ASKS = re.compile(r"[?？]|(?:吗|嗎|呢)\W*$")


def bears_answer(text: str, quote: str, message: str, asked: str) -> bool:
    """Tell whether the answer `quote`, with which a user's `message` begins, bears `text` beside what it answers.

    `asked`: the readable text of the assistant's message right before. Every content word, number and name of the text
    must stand in the question or in the answer.
    """
    own = own_words(clean_text(message))
    if not (_begins(quote, own) and is_asserted(quote, message)) or _TO_YOU.search(simplified(text)):
        return False
    told = [sentence.text for sentence in sentences(fold(clean_text(asked)[-_ASKED_CHARS:]))]
    if _AGREED.search(fold(own)):
        return _is_agreed(text, quote, " ".join(told[-_PROPOSED:]))
    question = _only_question(asked)
    if question is None or _OFFER.search(question) or not _ABOUT_YOU.search(question):
        return False
    if _YES.fullmatch(fold(quote)):
        closed = not (_OPEN.search(question) or _EITHER.search(question))
        return closed and not is_negated(question) and not is_negated(text) and _tells(text, question, "")
    return is_negated(text) == is_negated(quote) and _tells(text, question, quote) and _chooses(text, question, quote)


def _begins(quote: str, own: str) -> bool:
    """Tell whether a quote stands in the first sentence of the user's own words."""
    first: Sentence | None = next(sentences(fold(own)), None)
    return first is not None and any(start < first.end for start, _ in find_quote(quote, own))


def _only_question(asked: str) -> str | None:
    """Return the one question of the assistant's message, folded; None where there is none, or more than one."""
    text = fold(clean_text(asked)[-_ASKED_CHARS:])
    found = [s.text for s in sentences(text) if s.question or _ASKS.search(s.text)]
    return found[0] if len(found) == 1 else None


def _is_agreed(text: str, quote: str, proposed: str) -> bool:
    """Tell whether a text tells what was proposed and agreed to, where only one thing was."""
    told = set(words(text))
    if is_negated(quote) != is_negated(text) or _EITHER.search(proposed):
        return False
    held = set(words(f"{proposed}\n{quote}"))
    return bool(told & set(words(proposed))) and told <= held and _exact(text, proposed, quote)


def _tells(text: str, question: str, quote: str) -> bool:
    """Tell whether a text holds all that the question says, and nothing that neither question nor answer says."""
    told, asked, said = set(words(text)), set(words(question)), set(words(quote))
    alternatives = {word for pair in _EITHER.findall(question) for part in pair for word in words(part)}
    wanted = asked - _GLUE - alternatives - _asking(question)
    return bool(told) and told <= asked | said | _GLUE and wanted <= told and _exact(text, question, quote)


def _asking(question: str) -> set[str]:
    """Return the words of a question that only ask."""
    return {word for found in _OPEN.finditer(question) for word in words(found[0])}


def _exact(text: str, asked: str, quote: str) -> bool:
    """Tell whether every number, name and address of a text stands in the question or the answer."""
    held = f" {compared(asked)[0]} {compared(quote)[0]} "
    return all(token in held for token in exact_tokens(text))


def _chooses(text: str, question: str, quote: str) -> bool:
    """Tell whether an answer says something of its own, and of two alternatives the text holds only what it says."""
    said, told = set(words(quote)), set(words(text))
    parts = [part for pair in _EITHER.findall(question) for part in pair if part]
    other = {word for part in parts for word in words(normalise(part))} - said
    return bool(said & told) and not (other & told)
