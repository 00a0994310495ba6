"""What contradicts what outside the slots of one value: "I drink coffee every morning", "I no longer drink coffee".

Of two statements one of which denies what the other says, the one said later ends the earlier. A denial also ends what
says the same with a when, where or how behind it; it ends nothing that merely shares words with it.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from memory.core.facts.facts import Proposal
from memory.core.facts.slots import arity_of
from memory.core.language.plain_form import NEGATIONS, plain_form

_ENDS_SOMETHING = re.compile(
    r"n[’']t\b|\b(?:not|never|no|cannot|used to|stopped|quit|gave up|given up|now)\b|[不没沒戒]|放[弃棄]|[现現]在",
    re.IGNORECASE,
)
_NOW = re.compile(r"\bnow\b|[现現]在", re.IGNORECASE)
_LIKED = {"love": "like", "enjoy": "like"}
_IDLE = frozenset({"a", "again", "又"})
_FAR = 3
"""Words before which a denial is one of the whole statement: "I can not swim", "my sister no longer …"."""
_SHORTEST = 2
"""Words of the shortest statement that can be contradicted."""
_LINKS = frozenset(
    "at in on with for from before after during by about as without once twice when while because to into over".split()  # noqa: SIM905  # a word list is read as text
) | frozenset("在和到给从于对")


@dataclass(frozen=True)
class Stance:
    """What a statement says and whether it denies it."""

    denies: bool
    says: frozenset[str]
    """What would have to be denied, or is: the statement, and as far as each when, where or how in it."""
    times: str
    """When or how often; "": it is not told."""
    counted: str = ""
    """What it says without its numbers; "": it has none."""
    now: bool = False
    """It says that it holds now, as something else did before."""


def contradictions(facts: Sequence[Proposal]) -> list[tuple[int, int]]:
    """Return the places of contradicting facts, the later before the earlier; `facts` are in the order of telling."""
    if not any(_ENDS_SOMETHING.search(fact["text"]) for fact in facts):
        return []
    stances = [(place, stance) for place, fact in enumerate(facts) if (stance := stance_of(fact))]
    said: dict[str, list[tuple[int, Stance]]] = defaultdict(list)
    found: list[tuple[int, int]] = []
    for place, stance in stances:
        told = {*stance.says, stance.counted} - {""}
        known = {other for one in told for other in said[one]}
        others = {at for at, other in known if contradict(stance, other) or _counts_anew(stance, other)}
        found += [(place, at) for at in sorted(others)]
        for one in told:
            said[one].append((place, stance))
    return found


def stance_of(fact: Proposal) -> Stance | None:
    """Return what a fact of the collection, or of a slot that holds several values, says or denies."""
    return stance_of_text(fact["text"]) if fact["slot"] is None or arity_of(fact["slot"]) == "list" else None


@lru_cache(maxsize=65_536)
def stance_of_text(text: str) -> Stance | None:
    """Return what a statement says or denies; None: it does both."""
    form = plain_form(text)
    said = [_LIKED.get(word, word) for word in form.words if word not in _IDLE]
    denials = [place for place, word in enumerate(said) if word in NEGATIONS]
    times = " ".join(form.times)
    if denials and denials[0] < _FAR:
        del said[denials[0]]
        return Stance(denies=True, says=frozenset(_whole(said)), times=times) if len(denials) == 1 else None
    ways = [said, ["我", *said[2:]]] if said[:2] == ["我", "在"] else [said]  # 我在学日语, denied by 我不学日语了
    says = frozenset(told for way in ways for told in (*_whole(way), *_parts(way)))
    return Stance(denies=False, says=says, times=times, counted=_counted(said), now=_NOW.search(text) is not None)


def contradict(one: Stance, other: Stance) -> bool:
    """Tell whether one of two stances denies what the other says."""
    denial, said = (one, other) if one.denies else (other, one)
    return one.denies != other.denies and bool(one.says & other.says) and denial.times in {"", said.times}


def _counts_anew(later: Stance, earlier: Stance) -> bool:
    """Tell whether a statement gives the number of another anew: "my desk is number 41 now"."""
    return later.now and later.counted != "" and later.counted == earlier.counted and later.says != earlier.says


def _counted(said: Sequence[str]) -> str:
    """Return a statement without its numbers; "" if it has none."""
    masked = " ".join("#" if word[0].isdigit() else word for word in said)
    return masked if "#" in masked and len(said) > _SHORTEST else ""


def _whole(said: Iterable[str]) -> list[str]:
    words = list(said)
    while words and words[-1] == "了":
        words.pop()
    return [" ".join(words)] if len(words) >= _SHORTEST else []


def _parts(said: Sequence[str]) -> list[str]:
    return [" ".join(said[:place]) for place, word in enumerate(said) if word in _LINKS and place >= _SHORTEST + 1]
