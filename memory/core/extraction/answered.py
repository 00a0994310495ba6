"""What a short answer makes of the question before it: "Are you vegetarian?" – "Yes" says "I'm vegetarian".

The question must be the only one of the assistant's message and about the user; what comes out is a statement in the
first person, built of the words of both, which the rules then read like any other. An offer, a thank-you or an answer
that says something of its own make nothing.
"""

import re

from memory.core.extraction import answered_words as data
from memory.core.extraction.own_words import own_words
from memory.core.language.clauses import fold, sentences
from memory.core.language.text import clean_text, is_chinese

_ASKED_CHARS = 1_000
"""Characters at the end of the assistant's message that are read."""
_ANSWER_CHARS = 100
"""Characters of an answer."""
AGREED = re.compile("Let's |就")
"""How what was agreed to is told."""


def answered(text: str, asked: str) -> str | None:
    """Return what a user's message says together with the assistant's message that it answers; None: no more.

    The statement is in the first person, in the language of the question. `asked`: the readable text of the message
    right before.
    """
    said = fold(own_words(clean_text(text))).strip()
    first = next(sentences(said), None)
    before = fold(clean_text(asked)[-_ASKED_CHARS:])
    if first is None or first.question or len(said) > _ANSWER_CHARS:
        return None
    if match := next((m for form in data.AGREED_TO if (m := form.fullmatch(said))), None):
        return _agreed(match, before)
    questions = [s.text for s in sentences(before) if s.question]
    if len(questions) != 1:
        return None
    question = data.TAIL.sub("", questions[0])
    if data.YES.fullmatch(said):
        return None if data.OFFER.search(question) else _yes(question)
    return _told(question, data.TAIL.sub("", said).strip(" .,!。"))


def _yes(question: str) -> str | None:
    """Return what a yes to a question says."""
    for pattern, made in data.CLOSED:
        if (match := pattern.fullmatch(question)) and not re.search(r"\bor\b|还是", question):
            return _first_person(made.format(**match.groupdict()))
    return None


def _told(question: str, said: str) -> str | None:
    """Return what an answer of a word or two says; of two alternatives it must name one."""
    plain = (data.PLACED_ZH if is_chinese(said) else data.PLACED).sub("", said, count=1)
    if not plain or data.NO_ANSWER.match(plain):
        return None
    if either := data.EITHER.fullmatch(question):
        named = [
            name for name in (either["one"], either["two"]) if re.search(rf"\b{re.escape(name)}\b", said, re.IGNORECASE)
        ]
        return _yes(either["before"] + named[0]) if len(named) == 1 else None
    asked = data.ASKING_ZH.sub("", question)
    for pattern, made in data.OPEN:
        if (match := pattern.fullmatch(asked)) and data.LOOKS.get(made, data.ANYTHING).match(plain):
            return _first_person(made.format(said=plain, **match.groupdict()))
    return None


def _agreed(match: re.Match[str], before: str) -> str | None:
    """Return what agreeing to a proposal says: by its name, or by a pronoun where one thing was proposed."""
    name, verb = match["name"].strip(), match.groupdict().get("verb") or ""
    if data.IT.fullmatch(name):
        return _only_proposed(before)
    if len(name) == 1 or data.NO_NAME.match(name) or name.casefold() not in before.casefold():
        return None
    return (
        f"就{verb or '用'}{' ' * name[0].isascii()}{name}" if is_chinese(match[0]) else f"Let's {verb or 'use'} {name}"
    )


def _only_proposed(before: str) -> str | None:
    """Return that one uses what was proposed, where only one thing was."""
    names = {match["name"] or match["zh"] for match in data.PROPOSED.finditer(before)}
    longest = max(names, key=len, default="")
    if not longest or any(name not in longest for name in names) or re.search(r"\bor\b|还是|或", before):
        return None
    return f"就用 {longest}" if is_chinese(before) else f"Let's use {longest}"


def _first_person(text: str) -> str:
    text = re.sub(r"\byour\b", "my", text, flags=re.IGNORECASE)
    return re.sub(r"\byou\b", "me", text, flags=re.IGNORECASE)
