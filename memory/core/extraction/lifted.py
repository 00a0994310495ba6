"""Standing instructions that a user lifts: "you can suggest meat again", "stop answering in German", 不用再简短回答了.

They are read against the instructions that hold: one ends if it has what is lifted among its words. Where none has,
nothing is said.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from memory.core.facts.facts import Proposal
from memory.core.facts.identity import is_retraction
from memory.core.language.clauses import Sentence
from memory.core.language.words import words

_I = re.IGNORECASE
_LEAD = r"\W*(?:(?:ok(?:ay)?|actually|hey|hi|please|also|well|so|and|from now on|now|btw|oh|thanks)[\s,]+)*+"
_LIFTED = tuple(
    re.compile(pattern, _I)
    for pattern in (
        (
            rf"{_LEAD}(?:you (?:can|may|could|are allowed to|'re allowed to)|feel free to|it(?:'s| is) (?:ok|okay|fine"
            r"|alright)"
            r"(?: for you)? to|go ahead and|go back to|start) (?P<what>.+?) (?:again|now|after all|once more)\W*"
        ),
        (
            rf"{_LEAD}(?:you (?:don't|do not|needn't|no longer) (?:need to|have to|must)|no need to|you needn't"
            r"|no longer) (?P<what>.+?)"
            r"(?: any ?more| any longer| now| from now on)?\W*"
        ),
        (
            rf"{_LEAD}(?:you can )?(?:stop|quit|cease) (?P<what>\w+ing .+?)(?: (?:from )?now| any ?more"
            r"| please)?(?:,.*)?\W*"
        ),
        rf"{_LEAD}(?:don't|do not) (?P<what>.+?) any ?(?:more|longer)\W*",
        r"(?:请|你|以后|现在)*(?:不用|不必|不需要|无需|别|不要)(?:再|继续)+(?P<what>.+?)(?:了|啦|吧)?(?:,.*)?\W*",
        r"(?:请|你|以后|现在|又|也)*(?:可以|能)(?:再|重新|继续|又)*(?P<what>.+?)了\W*",
        r"(?:恢复|回到|改回)(?P<what>.+?)(?:吧|了)?\W*",
    )
)
_IDLE = frozenset(
    words("answers answer reply replies respond write use using please always never every any more 回答 回复 以后 用来")
)
_IDLE_ZH = re.compile("回答|回复|说话|写")
_SHARE = 0.6
"""Share of the words of what is lifted that an instruction must hold."""


@dataclass(frozen=True)
class Lifting:
    """What a user lifts."""

    quote: str
    """The user's own words, to the letter."""
    about: frozenset[str]
    """The content words of what is lifted."""


def liftings_in(text: str, told: Iterable[Sentence]) -> list[Lifting]:
    """Return what in a cleaned message may lift a standing instruction.

    `told`: the sentences of the user's own words in it.
    """
    found = []
    for sentence in told:
        match = next((m for form in _LIFTED if (m := form.fullmatch(sentence.text))), None)
        about = frozenset(words(_IDLE_ZH.sub(" ", match["what"]))) if match and not sentence.question else frozenset()
        if about:
            found.append(Lifting(text[sentence.start : sentence.end], about))
    return found


def lifted(liftings: Iterable[Lifting], facts: Iterable[Proposal]) -> list[tuple[Lifting, Proposal]]:
    """Return the standing instructions among `facts` that are lifted, each with what lifts it."""
    known = [f for f in facts if (f["kind"] == "instruction" or f["slot"] == "reply_language") and not is_retraction(f)]
    return [(one, fact) for one in liftings for fact in known if _is_about(one, fact)]


def _is_about(one: Lifting, fact: Proposal) -> bool:
    wanted, told = (one.about - _IDLE) or one.about, set(words(fact["text"]))
    return one.quote != fact["quote"] and len(wanted & told) >= _SHARE * len(wanted)
