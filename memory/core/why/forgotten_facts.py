"""What can be told of something forgotten: which tombstone a text is about, and its life, without its words."""

from collections.abc import Collection, Iterable, Mapping, Sequence

from memory.core.events.event_docs import Event
from memory.core.extraction.extraction import extract
from memory.core.facts.facts import Source, Tombstone
from memory.core.facts.named import OVERLAP
from memory.core.facts.slots import best_slots, names_whole, without_cues
from memory.core.forgetting.forget_requests import forget_requests
from memory.core.forgetting.forgetting import tombstones_of
from memory.core.forgetting.traces import find_traces
from memory.core.ids import parse_key_time
from memory.core.language.languages import Language
from memory.core.language.words import words
from memory.core.transcript.emptied import is_emptied
from memory.core.transcript.entries import Entry, text_of
from memory.core.why.fact_life import decisions, in_order
from memory.core.why.why_docs import Step, Where
from memory.core.why.why_words import step

_NOWHERE: Source = {"thread": "", "conversation": "", "message": "", "entry": ""}


def tombstones_about(
    about: str, tombstones: Sequence[Tombstone], sources: Mapping[str, Entry], key: str, now: str
) -> list[Tombstone]:
    """Return the tombstones of what a text is about.

    The text repeats its words, tells it in others, names its slot, or holds most of the words that it masks in its
    source entries. `sources`: those entries by key. `key`: the one that the hashes were made with. `now`: ISO time.
    """
    told = extract(about, source=_NOWHERE, observed_at=now)
    alike = {stone["content"] for fact in told for stone in tombstones_of(fact, tombstones, key)}
    asked = set(words(about))
    return [
        stone
        for stone in tombstones
        if stone["content"] in alike
        or find_traces(about, stone.get("traces", ()), key)
        or any(_holds(hidden, asked) for hidden in _hidden(stone, sources))
        or _names(about, stone, sources)
    ]


def forgotten_steps(
    language: Language,
    stone: Tombstone,
    sources: Mapping[str, Entry],
    conversations: Mapping[str, str],
    events: Sequence[Event],
) -> list[Step]:
    """Return the life of what a tombstone stands for, oldest first.

    `sources`: its entries by key. `conversations`: names by thread. `events`: all of the user's, in order.
    """
    own = [event for event in events if event["detail"].get("id") == stone["content"]]
    first = {str(event["detail"]["entry"]) for event in own if event["detail"].get("entry")}
    told = [(sources[name], not first or name in first) for name in stone["entries"] if name in sources]
    steps = [
        _told(language, stone, entry, conversations, first=begun)
        for entry, begun in told
        if begun or not is_emptied(entry)  # whether it repeated it or asked to forget it nobody knows any more
    ]
    steps += decisions(language, own)
    rejected = any(event["type"] == "proposal.rejected" for event in own)
    what = "forgotten_rejected" if rejected else "forgotten"
    steps.append(step(language, what, stone["forgotten_at"], fact=stone["content"]))
    return [*in_order(steps), step(language, "revivable", fact=stone["content"])]


def _told(language: Language, stone: Tombstone, entry: Entry, conversations: Mapping[str, str], *, first: bool) -> Step:
    what = "said_forgotten" if first else "repeated"
    if entry["role"] == "user" and forget_requests(text_of(entry)):
        what = "asked_to_forget"
    where: Where = {
        "thread": entry["thread"],
        "conversation": conversations.get(entry["thread"], entry["thread"]),
        "message": entry["id"],
        "entry": entry["key"],
    }
    return step(language, what, parse_key_time(entry["key"]).isoformat(), where, stone["content"])


def _names(about: str, stone: Tombstone, sources: Mapping[str, Entry]) -> bool:
    """Tell whether a text names the slot of what was forgotten, and nothing else or its value: "my peanut allergy"."""
    slot = stone["slot"]
    if slot is None or slot not in best_slots(about):
        return False
    value = set(words(without_cues(about, slot)))
    return names_whole(about, slot) or any(_holds(hidden, value) for hidden in _hidden(stone, sources))


def _hidden(stone: Tombstone, sources: Mapping[str, Entry]) -> Iterable[str]:
    """Yield what a tombstone masks; of a source in which it names no stretch, all."""
    masked = {mask["entry"] for mask in stone["masks"]}
    for mask in stone["masks"]:
        if mask["entry"] in sources:
            yield text_of(sources[mask["entry"]])[mask["start"] : mask["end"]]
    yield from (text_of(sources[name]) for name in stone["entries"] if name not in masked and name in sources)


def _holds(text: str, asked: Collection[str]) -> bool:
    return bool(asked) and len(set(words(text)) & set(asked)) >= OVERLAP * len(asked)
