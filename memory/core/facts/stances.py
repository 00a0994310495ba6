"""What contradicts what outside the slots of one value: "I drink coffee every morning", "I no longer drink coffee".

Of two statements one of which denies what the other says, the one said later ends the earlier. A denial also ends what
says the same with a when, where or how behind it; it ends nothing that merely shares words with it.

What is denied to be done any longer ends that it was liked, too: "I don't drink coffee any more" after "I love
coffee", 我不喝咖啡了 after 我爱喝咖啡. A liking told after it ends nothing: what one gave up may still be liked.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from memory.core.facts.facts import Proposal
from memory.core.facts.slots import arity_of
from memory.core.language.plain_form import NEGATIONS, plain_form

_ENDS_SOMETHING = re.compile(
    r"n[’']t\b|\b(?:not|never|no|cannot|used to|stopped|quit|gave up|given up|now)\b|[不没沒戒]|放[弃棄]|[现現]在",
    re.IGNORECASE,
)
OVER = re.compile(
    r"\b(?:no longer|any ?more|any longer|stopped|quit|gave up|given up|used to)\b|[不没沒].*了\W*$|再也?不|不再|戒"
    r"|放[弃棄]",
    re.IGNORECASE,
)
"""What a denial of something that was so before holds."""
_NOW = re.compile(r"\bnow\b|[现現]在", re.IGNORECASE)
_LIKED = {"love": "like", "enjoy": "like"}
_LIKES: dict[str, tuple[tuple[str, ...], ...]] = {"i": (("like",),), "我": (("爱",), ("喜", "欢"), ("喜", "爱"))}
"""How who speaks says that they like something, word by word."""
_TAKES = frozenset({"drink", "eat", "smoke", "喝", "吃", "抽"})
"""What one likes is told with these and without: "I love coffee", "I love drinking coffee"."""
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
    unliked: frozenset[str] = frozenset()
    """What it ends beside, where it denies what was so before: likings of it, as they are said."""


def contradictions(facts: Sequence[Proposal]) -> list[tuple[int, int]]:
    """Return the places of contradicting facts, the later before the earlier; `facts` are in the order of telling."""
    if not any(_ENDS_SOMETHING.search(fact["text"]) for fact in facts):
        return []
    stances = [(place, stance) for place, fact in enumerate(facts) if (stance := stance_of(fact))]
    said: dict[str, list[tuple[int, Stance]]] = defaultdict(list)
    found: list[tuple[int, int]] = []
    for place, stance in stances:
        told = {*stance.says, stance.counted} - {""}
        known = {other for one in (*told, *stance.unliked) for other in said[one]}
        others = {at for at, other in known if ends(stance, other) or _counts_anew(stance, other)}
        found += [(place, at) for at in sorted(others)]
        for one in told:
            said[one].append((place, stance))
    return found


def stance_of(fact: Proposal) -> Stance | None:
    """Return what a fact of the collection, or of a slot that holds several values, says or denies."""
    if fact["slot"] is not None and arity_of(fact["slot"]) != "list":
        return None
    return stance_of_text(fact["text"], over=OVER.search(fact["quote"]) is not None)


@lru_cache(maxsize=65_536)
def stance_of_text(text: str, *, over: bool = False) -> Stance | None:
    """Return what a statement says or denies; None: it does both. `over`: a denial is of what was so before."""
    form = plain_form(text)
    said = [_LIKED.get(word, word) for word in form.words if word not in _IDLE]
    denials = [place for place, word in enumerate(said) if word in NEGATIONS]
    times = " ".join(form.times)
    if denials and denials[0] < _FAR:
        del said[denials[0]]
        unliked = frozenset(_likings(said)) if over else frozenset()
        return Stance(True, frozenset(_whole(said)), times, unliked=unliked) if len(denials) == 1 else None
    ways = [said, ["我", *said[2:]]] if said[:2] == ["我", "在"] else [said]  # 我在学日语, denied by 我不学日语了
    says = frozenset(told for way in ways for told in (*_whole(way), *_parts(way)))
    return Stance(denies=False, says=says, times=times, counted=_counted(said), now=_NOW.search(text) is not None)


def contradict(one: Stance, other: Stance) -> bool:
    """Tell whether one of two stances denies what the other says."""
    denial, said = (one, other) if one.denies else (other, one)
    return one.denies != other.denies and bool(one.says & other.says) and denial.times in {"", said.times}


def ends(later: Stance, earlier: Stance) -> bool:
    """Tell whether a stance ends one said before it: it contradicts it, or what was liked is done no longer."""
    unliked = not earlier.denies and bool(later.unliked & earlier.says) and later.times in {"", earlier.times}
    return unliked or contradict(later, earlier)


def _counts_anew(later: Stance, earlier: Stance) -> bool:
    """Tell whether a statement gives the number of another anew: "my desk is number 41 now"."""
    return later.now and later.counted != "" and later.counted == earlier.counted and later.says != earlier.says


def _counted(said: Sequence[str]) -> str:
    """Return a statement without its numbers; "" if it has none."""
    masked = " ".join("#" if word[0].isdigit() else word for word in said)
    return masked if "#" in masked and len(said) > _SHORTEST else ""


def _likings(said: Sequence[str]) -> Iterator[str]:
    """Yield how one says to like what is done: "i drink coffee" gives "i like drink coffee" and "i like coffee"."""
    for like in _LIKES.get(said[0] if said else "", ()):
        yield from _whole([said[0], *like, *said[1:]])
        if said[1:2] and said[1] in _TAKES and said[2:]:
            yield from _whole([said[0], *like, *said[2:]])


def _whole(said: Iterable[str]) -> list[str]:
    words = list(said)
    while words and words[-1] == "了":
        words.pop()
    return [" ".join(words)] if len(words) >= _SHORTEST else []


def _parts(said: Sequence[str]) -> list[str]:
    return [" ".join(said[:place]) for place, word in enumerate(said) if word in _LINKS and place >= _SHORTEST + 1]
