"""Which of what was told a naming means: "my birthday", "my daughter Anna", 我养的乌龟."""

import re
from collections.abc import Sequence
from typing import TypedDict, TypeVar

from memory.core.facts.identity import comparable
from memory.core.facts.slots import SLOTS, arity_of, best_slots, names_whole, without_cues
from memory.core.language.clauses import fold
from memory.core.language.words import words


class Telling(TypedDict):
    """What was told, as far as a naming is read against it; every fact is one."""

    text: str
    slot: str | None
    value: str | None
    quote: str


TellingT = TypeVar("TellingT", bound=Telling)
OVERLAP = 0.6
"""Share of a request's content words that a fact must hold to be meant."""

_IDLE = frozenset(
    words(
        "facts thing things information info details data old new former live name names named called number numbers"
        " 事情 信息 内容 资料 号码 名字"
    )
)
_HAS_ZH = re.compile(
    "^(?:关于)?我(?:们|家)?的?(?:[养有住吃喝玩学用开骑练]|喜欢|正在|在)*(?:的|了|过)?(?:[那这一][只条个件辆台部本])?|(?<=[车房兔鸽])子$"
)
_ALONE_ZH = r"(?:(?<!没)有|[养只条头匹]|我(?:们|家)*的?){han}(?:$|[名叫是\W])"
"""Where one character is a word of its own: 我养了一只狗叫豆豆, not 热狗."""
_DOUBLED_ZH = re.compile(r"^([狗猫兔鸟鱼])\1$")


def of_named_slots(name: str, told: Sequence[TellingT]) -> list[TellingT]:
    """Return what was told of the slots that a text names, narrowed by what else it says ("my daughter Anna")."""
    return [one for slot in best_slots(name) for one in _of_slot(name, slot, told)]


def find_named(name: str, told: Sequence[TellingT]) -> list[TellingT]:
    """Return what holds most of the words of a text; of someone's dog no taste in hot dogs."""
    asked, of_one = _asked(name), any(SLOTS[slot].kind == "relationship" for slot in best_slots(name))
    return [one for one in told if _holds(one, asked) and not (of_one and _is_taste(one))]


def _asked(request: str) -> set[str]:
    """Return the content words of a request, without the verb that joins a thing to the user: 我养乌龟."""
    return set(words(_DOUBLED_ZH.sub(r"\1", _HAS_ZH.sub("", fold(request))))) - _IDLE


def _of_slot(request: str, slot: str, facts: Sequence[TellingT]) -> list[TellingT]:
    """Return the facts of a slot that a request which names the slot means."""
    held = [fact for fact in facts if fact["slot"] == slot]
    bare = without_cues(request, slot)
    asked = _asked(bare if arity_of(slot) == "one" else request)
    if not asked or names_whole(request, slot):
        return held
    found = [fact for fact in held if _holds(fact, asked) or _names_value(fact, asked)]
    if found or SLOTS[slot].kind == "relationship":  # whose colleague is meant, the cue tells
        return found
    return [fact for fact in held if _holds(fact, _asked(bare))]


def _holds(fact: Telling, asked: set[str]) -> bool:
    """Tell whether a fact holds most of the words; a slot fact's quote may tell of other values too and is left out."""
    beside = fact["value"] if fact["slot"] else fact["quote"]
    told = set(words(f"{fact['text']} {beside or ''}"))
    held = [word for word in asked if word in told or _stands_alone(word, fact)]
    return bool(asked) and len(held) >= OVERLAP * len(asked)


def _stands_alone(word: str, fact: Telling) -> bool:
    """Tell whether a fact has a word of one Han character beside its value; longer ones are found by their pairs."""
    if len(word) > 1 or word.isascii():
        return False
    text = comparable(fact["text"]).replace(comparable(fact["value"] or "") or " ", " ")
    return re.search(_ALONE_ZH.format(han=word), text) is not None


def _names_value(fact: Telling, asked: set[str]) -> bool:
    named = set(words(fact["value"] or ""))
    return arity_of(fact["slot"]) == "one" and bool(named) and named <= asked


def _is_taste(one: Telling) -> bool:
    row = SLOTS.get(one["slot"]) if one["slot"] else None
    return row is not None and row.kind == "preference"
