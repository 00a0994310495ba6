"""What a user's words ask to forget, and which facts they mean by it: read by the rules that find facts."""

import re
from collections.abc import Iterable, Sequence

from memory.core.asks.forget_asking import ALL, LAST, asked_to_forget
from memory.core.extraction.extraction import extract
from memory.core.extraction.own_words import own_sentences
from memory.core.facts.facts import Proposal, Source
from memory.core.facts.identity import comparable
from memory.core.facts.likeness import likeness
from memory.core.facts.slots import SLOTS, arity_of, best_slots, names_whole, without_cues
from memory.core.forgetting.forgetting import FactT
from memory.core.language.clauses import fold
from memory.core.language.text import clean_text
from memory.core.language.times import moment
from memory.core.language.words import words

EVERYTHING = "*"
"""What `forget_requests` returns for "forget everything"."""
LAST_TOLD = "^"
"""What it returns for "delete that from your memory": what was told last."""
OVERLAP = 0.6
"""Share of a request's content words that a fact must hold to be meant."""

_IDLE = frozenset(
    words("facts thing things information info details data old new former live named called 事情 信息 内容 资料 号码")
)
_HAS_ZH = re.compile(
    "^(?:关于)?我(?:们|家)?的?(?:[养有住吃喝玩学用开骑练]|喜欢|正在|在)*(?:的|了|过)?(?:[那这一][只条个件辆台部本])?|(?<=[车房兔鸽])子$"
)
_ALONE_ZH = r"(?:(?<!没)有|[养只条头匹]|我(?:们|家)*的?){han}(?:$|[名叫是\W])"
"""Where one character is a word of its own: 我养了一只狗叫豆豆, not 热狗."""
_DOUBLED_ZH = re.compile(r"^([狗猫兔鸟鱼])\1$")
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
    named = [fact for slot in best_slots(request) for fact in _of_slot(request, slot, known)]
    named += _told_again(request, known)
    if named:
        return [fact for fact in known if fact in named]
    asked = _asked(request)
    return [fact for fact in known if _holds(fact, asked)]


def _told_again(request: str, facts: Sequence[FactT]) -> list[FactT]:
    """Return the facts that a request tells as a statement, in whatever words: "I have a peanut allergy"."""
    newest = max((fact["observed_at"] for fact in facts), default="")
    told = {likeness(read) for read in extract(request, source=_NOWHERE, observed_at=newest)}
    return [fact for fact in facts if likeness(fact) in told]


def _asked(request: str) -> set[str]:
    """Return the content words of a request, without the verb that joins a thing to the user: 我养乌龟."""
    return set(words(_DOUBLED_ZH.sub(r"\1", _HAS_ZH.sub("", fold(request))))) - _IDLE


def _of_slot(request: str, slot: str, facts: Sequence[FactT]) -> list[FactT]:
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


def _holds(fact: Proposal, asked: set[str]) -> bool:
    """Tell whether a fact holds most of the words; a slot fact's quote may tell of other values too and is left out."""
    beside = fact["value"] if fact["slot"] else fact["quote"]
    told = set(words(f"{fact['text']} {beside or ''}"))
    held = [word for word in asked if word in told or _stands_alone(word, fact)]
    return bool(asked) and len(held) >= OVERLAP * len(asked)


def _stands_alone(word: str, fact: Proposal) -> bool:
    """Tell whether a fact has a word of one Han character beside its value; longer ones are found by their pairs."""
    if len(word) > 1 or word.isascii():
        return False
    text = comparable(fact["text"]).replace(comparable(fact["value"] or "") or " ", " ")
    return re.search(_ALONE_ZH.format(han=word), text) is not None


def _names_value(fact: Proposal, asked: set[str]) -> bool:
    named = set(words(fact["value"] or ""))
    return arity_of(fact["slot"]) == "one" and bool(named) and named <= asked
