"""Forgetting that lasts: what a user asks to forget, which facts that is, and what keeps them from returning.

A forget deletes the text of a fact from what is derived and leaves a tombstone, which holds none of it. The source
entries stay for people, with the quote masked in every view. The same fact in an old entry stays forgotten; said
anew after the forget it is a fact again.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeVar

from memory.core.asks.forget_asking import ALL, LAST, asked_to_forget
from memory.core.extraction.extraction import extract
from memory.core.extraction.own_words import own_sentences
from memory.core.facts.facts import TOMBSTONE_SCHEMA, Mask, Proposal, Source, Tombstone, Trace
from memory.core.facts.grounding import find_quote
from memory.core.facts.likeness import likeness, likeness_hash
from memory.core.facts.slots import SLOTS, arity_of, best_slots, names_whole, without_cues
from memory.core.language.clauses import fold
from memory.core.language.text import clean_text, is_chinese
from memory.core.language.times import moment
from memory.core.language.words import words

FORGOTTEN_EN = "[forgotten]"
FORGOTTEN_ZH = "[已忘记]"
FORGOTTEN_MARKS = (FORGOTTEN_EN, FORGOTTEN_ZH)
EVERYTHING = "*"
"""What `forget_requests` returns for "forget everything"."""
LAST_TOLD = "^"
"""What it returns for "delete that from your memory": what was told last."""
OVERLAP = 0.6
"""Share of a request's content words that a fact must hold to be meant."""

_IDLE = frozenset(
    words("facts thing things information info details data old new former live named called 事情 信息 内容 资料")
)
_HAS_ZH = re.compile(
    "^(?:关于)?我(?:们|家)?的?(?:[养有住吃喝玩学用开骑练]|喜欢|正在|在)*(?:的|了|过)?(?:[那这一][只条个件辆台部本])?|(?<=[车房兔鸽])子$"
)
_NOWHERE: Source = {"thread": "", "conversation": "", "message": "", "entry": ""}
_TRIM = ' \t,，。:："“”「」'

FactT = TypeVar("FactT", bound=Proposal)


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


def make_tombstone(
    fact: Proposal,
    spans: Sequence[Mask],
    forgotten_at: str,
    threads: Iterable[str] = (),
    traces: Iterable[Trace] = (),
    alike: Iterable[str] = (),
) -> Tombstone:
    """Return what keeps `fact` from returning: its content id, its source entries, the stretches to mask; no text.

    `spans` may lie in any entry that tells the fact (`locate_masks`), also in the request to forget it; `threads` are
    the threads of those entries, beside the fact's own; `traces` find the fact's words in other entries, `alike`
    (`alike.likeness_hash`) the fact in other wordings.
    """
    entries = dict.fromkeys([fact["source"]["entry"], *(span["entry"] for span in spans)])
    return {
        "schema": TOMBSTONE_SCHEMA,
        "content": fact["id"],
        "slot": fact["slot"],
        "masks": list(spans),
        "entries": list(entries),
        "threads": list(dict.fromkeys([fact["source"]["thread"], *threads])),
        "traces": list(traces),
        "alike": list(dict.fromkeys(alike)),
        "forgotten_at": forgotten_at,
    }


def is_forgotten(proposal: Proposal, tombstones: Iterable[Tombstone], key: str) -> bool:
    """Tell whether a proposal only repeats what was forgotten, also in other words, and does not say it anew.

    Read from an old saying it does not; nor do words of the model's that the user's own do not bear. `key` is the one
    the tombstones' hashes were made with.
    """
    like = likeness_hash(proposal, key)
    return any(
        (_covers(stone, proposal) or like in stone.get("alike", ())) and not _says_anew(proposal, stone)
        for stone in tombstones
    )


def revived(proposal: Proposal, tombstones: Iterable[Tombstone], key: str) -> list[Tombstone]:
    """Return the tombstones of a fact that `proposal` says anew, in these words or others, after the forget."""
    return [stone for stone in tombstones_of(proposal, tombstones, key) if _says_anew(proposal, stone)]


def tombstones_of(proposal: Proposal, tombstones: Iterable[Tombstone], key: str) -> list[Tombstone]:
    """Return the tombstones of the fact that a proposal tells, in these words or others."""
    like = likeness_hash(proposal, key)
    return [t for t in tombstones if t["content"] == proposal["id"] or like in t.get("alike", ())]


def locate_masks(quote: str, entry_key: str, entry_text: str) -> list[Mask]:
    """Return every stretch of an entry's readable text (`entries.text_of`) that says `quote`, in any spelling."""
    return [{"entry": entry_key, "start": start, "end": end} for start, end in find_quote(quote, entry_text)]


def masks_of(tombstones: Iterable[Tombstone], entry_key: str) -> list[Mask]:
    """Return the masks that lie on one entry."""
    return [mask for tombstone in tombstones for mask in tombstone["masks"] if mask["entry"] == entry_key]


def mask_text(text: str, masks: Iterable[Mask], replacement: str | None = None) -> str:
    """Return an entry's readable text with each masked stretch replaced.

    `masks` are those of this entry; they may overlap or reach past the end. Without a `replacement` each stretch
    becomes `[forgotten]` or `[已忘记]`, by the language of the text.
    """
    shown = replacement or forgotten_mark(text)
    pieces, at = [], 0
    for start, end in _merged(masks, len(text)):
        pieces += [text[at:start], shown]
        at = end
    return "".join(pieces) + text[at:]


def forgotten_mark(text: str) -> str:
    """Return what stands for a forgotten stretch of `text`: `[forgotten]` or `[已忘记]`, by its language."""
    return FORGOTTEN_ZH if is_chinese(text) else FORGOTTEN_EN


def mask_content(content: str | list[Any], masks: Sequence[Mask], replacement: str | None = None) -> str | list[Any]:
    """Return a message's content with its masked stretches replaced; masks count in the text of `entries.text_of`.

    Blocks that hold no readable text stay as they are; nothing is changed in place.
    """
    if isinstance(content, str):
        return mask_text(content, masks, replacement)
    blocks, at = [], 0
    for block in content:
        text = _readable(block)
        blocks.append(_with_text(block, mask_text(text, _moved(masks, at), replacement)) if text else block)
        at += len(text) + 1 if text else 0
    return blocks


def _covers(tombstone: Tombstone, proposal: Proposal) -> bool:
    """Tell whether a tombstone is about this fact, or about the same slot of one value as another reading filled it."""
    if tombstone["content"] == proposal["id"]:
        return True
    same_slot = proposal["slot"] is not None and tombstone["slot"] == proposal["slot"]
    return same_slot and arity_of(proposal["slot"]) == "one" and proposal["source"]["entry"] in tombstone["entries"]


def _says_anew(proposal: Proposal, tombstone: Tombstone) -> bool:
    """Tell whether a user says in a new entry, after the forget, what was forgotten."""
    return not _is_old(tombstone, proposal) and (proposal["grounded"] or proposal["said_by"] != "tool")


def _is_old(tombstone: Tombstone, proposal: Proposal) -> bool:
    told_before = moment(proposal["observed_at"]) <= moment(tombstone["forgotten_at"])
    return told_before or proposal["source"]["entry"] in tombstone["entries"]


def _told_again(request: str, facts: Sequence[FactT]) -> list[FactT]:
    """Return the facts that a request tells as a statement, in whatever words: "I have a peanut allergy"."""
    newest = max((fact["observed_at"] for fact in facts), default="")
    told = {likeness(read) for read in extract(request, source=_NOWHERE, observed_at=newest)}
    return [fact for fact in facts if likeness(fact) in told]


def _asked(request: str) -> set[str]:
    """Return the content words of a request, without the verb that joins a thing to the user: 我养乌龟."""
    return set(words(_HAS_ZH.sub("", fold(request)))) - _IDLE


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
    return bool(asked) and len(asked & told) >= OVERLAP * len(asked)


def _names_value(fact: Proposal, asked: set[str]) -> bool:
    named = set(words(fact["value"] or ""))
    return arity_of(fact["slot"]) == "one" and bool(named) and named <= asked


def _readable(block: Any) -> str:
    text = block.get("text") if isinstance(block, dict) else block
    return text if isinstance(text, str) else ""


def _with_text(block: Any, text: str) -> Any:
    return {**block, "text": text} if isinstance(block, dict) else text


def _moved(masks: Iterable[Mask], by: int) -> list[Mask]:
    return [{"entry": mask["entry"], "start": mask["start"] - by, "end": mask["end"] - by} for mask in masks]


def _merged(masks: Iterable[Mask], length: int) -> Iterator[tuple[int, int]]:
    """Yield the stretches in order, without overlap, inside a text of `length` characters."""
    spans = sorted((max(0, mask["start"]), min(length, mask["end"])) for mask in masks)
    start, end = 0, 0
    for first, last in spans:
        if first >= last:
            continue
        if first > end or end == 0:
            if end:
                yield start, end
            start, end = first, last
        else:
            end = max(end, last)
    if end:
        yield start, end
