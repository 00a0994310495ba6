"""Why a saying made no fact: the rules read it again with what stood around it, in the order in which they decide."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from memory.core.asks.forget_asking import asked_to_forget
from memory.core.asks.unkept import asks_not_to_keep
from memory.core.extraction.extraction import extract
from memory.core.extraction.jest import is_withdrawn
from memory.core.extraction.own_words import EDGE, Foreign, foreign_words, own_sentences, own_words
from memory.core.extraction.scenes import in_scene
from memory.core.facts.bearing import is_negated
from memory.core.facts.facts import Source
from memory.core.language.clauses import Clause, Sentence, asks, clauses
from memory.core.language.words import words
from memory.core.privacy.secret_spans import has_secret
from memory.core.transcript.entries import Terms

_NOWHERE: Source = {"thread": "", "conversation": "", "message": "", "entry": ""}


@dataclass(frozen=True)
class Saying:
    """A message, with what decided then about learning from it."""

    text: str
    """Its readable text; what was forgotten is masked in it."""
    role: str
    at: str
    """ISO time."""
    temporary: bool = False
    """Its conversation is temporary."""
    unremembered: bool = False
    """The user asked that its conversation is not remembered."""
    terms: Terms = field(default_factory=Terms)
    """What its run chose (`entries.Terms`)."""
    earlier: Sequence[str] = ()
    """The user's messages before it, oldest first."""
    asked: str = ""
    """The assistant's message that it answers."""


def why_unlearned(said: Saying, about: str) -> str:
    """Return why no fact was made of what a saying tells of `about`: one of `why_words.REASONS`."""
    if said.role != "user":
        return "by_assistant"
    if said.temporary:
        return "temporary"
    if said.unremembered:
        return "unremembered"
    if said.terms.get("learn") is False or said.terms.get("approval") == "off":
        return "learn_off"
    if has_secret(said.text):
        return "secret"
    if in_scene(said.earlier, said.text):
        return "played"
    if is_withdrawn(said.text[-EDGE:]) or is_withdrawn(said.text[:EDGE]):
        return "jest"
    asked = set(words(about))
    return _foreign(said.text, asked) or _own(said, asked)


def _foreign(text: str, asked: Collection[str]) -> Foreign | None:
    """Return why the stretch that tells it is not the user's own words, None where those tell it as well."""
    own = _shared(own_words(text), asked)
    told = [(why, _shared(text[start:end], asked)) for why, start, end in foreign_words(text)]
    best = max(told, key=lambda one: one[1], default=None)
    return best[0] if best and best[1] > own else None


def _own(said: Saying, asked: Collection[str]) -> str:
    known = own_sentences(said.text)
    if any(asks_not_to_keep(sentence.text) for sentence in known):
        return "unkept"
    telling = max(known, key=lambda sentence: _shared(sentence.text, asked), default=None)
    if telling is None:
        return "no_rule"
    if asked_to_forget(telling) is not None:
        return "forget_request"
    read = extract(said.text, source=_NOWHERE, observed_at=said.at, earlier=said.earlier, asked=said.asked)
    if any(_shared(f"{fact['text']} {fact['quote']}", asked) for fact in read):
        return "lost"
    return _of_clause(telling, max(clauses(telling), key=lambda clause: _shared(clause.text, asked)))


def _of_clause(sentence: Sentence, telling: Clause) -> str:
    """Return why the clause that tells it asserts nothing, or that no rule reads it."""
    if telling.reported:
        return "reported"
    if sentence.question or asks(telling.text):
        return "question"
    if not telling.asserted:
        return "supposed"
    return "negated" if is_negated(telling.text) else "no_rule"


def _shared(text: str, asked: Collection[str]) -> int:
    return len(set(words(text)) & set(asked))
