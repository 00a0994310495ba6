"""Forgetting that lasts: what keeps a fact that was forgotten from returning.

A forget deletes the text of a fact from what is derived and leaves a tombstone, which holds none of it. The source
entries stay for people, with the quote masked in every view. The same fact in an old entry stays forgotten; said
anew after the forget it is a fact again. What a request to forget means: `forget_requests.py`.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeVar

from memory.core.facts.facts import TOMBSTONE_SCHEMA, Mask, Proposal, Tombstone, Trace
from memory.core.facts.grounding import find_quote
from memory.core.facts.likeness import likeness_hash
from memory.core.facts.slots import arity_of
from memory.core.language.text import is_chinese
from memory.core.language.times import moment

FORGOTTEN_EN = "[forgotten]"
FORGOTTEN_ZH = "[已忘记]"
FORGOTTEN_MARKS = (FORGOTTEN_EN, FORGOTTEN_ZH)
FactT = TypeVar("FactT", bound=Proposal)


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
