"""What a user's words ask to forget, and which facts they mean by it: read by the rules that find facts."""

from collections.abc import Iterable, Sequence

from memory.core.asks.forget_asking import ALL, LAST, asked_to_forget
from memory.core.extraction.extraction import extract
from memory.core.extraction.own_words import own_sentences
from memory.core.facts.facts import Source
from memory.core.facts.likeness import likeness
from memory.core.facts.named import find_named, of_named_slots
from memory.core.forgetting.forgetting import FactT
from memory.core.language.text import clean_text
from memory.core.language.times import moment

EVERYTHING = "*"
"""What `forget_requests` returns for "forget everything"."""
LAST_TOLD = "^"
"""What it returns for "delete that from your memory": what was told last."""
_NOWHERE: Source = {"thread": "", "conversation": "", "message": "", "entry": ""}
_TRIM = ' \t,，。:："“”「」'


def forget_requests(text: str) -> list[str]:
    """Return what the user's own words in `text` ask to forget, as they said it.

    `EVERYTHING` stands for all, `LAST_TOLD` for what was told last.

    "Forget that I live in Lisbon" gives "I live in Lisbon", 忘掉我的生日 gives 我的生日. "Forget it", "don't forget",
    "I forget where …" and questions give nothing.
    """
    text = clean_text(text)
    asked = (asked_to_forget(sentence) for sentence in own_sentences(text))
    whole = {ALL: EVERYTHING, LAST: LAST_TOLD}
    return [whole.get(span) or text[slice(*span)].strip(_TRIM) for span in asked if span is not None]


def find_forgotten(request: str, facts: Iterable[FactT]) -> list[FactT]:
    """Return the facts a request means, in their order.

    Where the request names a slot ("my birthday"), the facts of that slot, narrowed by what else it says ("my
    daughter Anna"), and those it tells in other words; otherwise, or if that finds none, the facts that hold most of
    its words.
    """
    known = list(facts)
    if request == EVERYTHING:
        return known
    if request == LAST_TOLD:
        last = max(known, key=lambda fact: moment(fact["observed_at"]), default=None)
        return [fact for fact in known if last and fact["source"]["entry"] == last["source"]["entry"]]
    named = [*of_named_slots(request, known), *_told_again(request, known)]
    return [fact for fact in known if fact in named] if named else find_named(request, known)


def _told_again(request: str, facts: Sequence[FactT]) -> list[FactT]:
    """Return the facts that a request tells as a statement, in whatever words: "I have a peanut allergy"."""
    newest = max((fact["observed_at"] for fact in facts), default="")
    told = {likeness(read) for read in extract(request, source=_NOWHERE, observed_at=newest)}
    return [fact for fact in facts if likeness(fact) in told]
