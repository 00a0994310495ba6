"""Finds what says a text in a user's conversations, by words and meaning, with what stood before it."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from memory.core.extraction.scenes import SCENE_MESSAGES
from memory.core.facts.named import OVERLAP
from memory.core.forgetting.veiled import veiled_text
from memory.core.language.words import words
from memory.core.transcript.entries import Entry, Place, text_of
from memory.core.why.unlearned import Saying
from memory.core.why.why_docs import Where
from memory.service.facts.fact_index import FACTS
from memory.service.forgetting.veiling import trace_key
from memory.service.recall.looking_up import SECONDS, Filters, look_up
from memory.service.recall.recall import recall_passages
from memory.service.settings.settings import kept_days
from memory.service.why.asking import Asking
from memory.storage.facts import StoredMemory
from memory.storage.transcript_read import lookup, read_entries_at, read_path

ALIKE = 0.55
"""Cosine from which something may say a text in quite other words, as in another language."""
CLOSED_THREADS = 3
"""Conversations that others do not recall, temporary or not remembered, that are looked through: the newest."""
_LIMIT = 10
_BEFORE = 4 * SCENE_MESSAGES


Passage = Mapping[str, Any]
"""One that was found (`recalled.RecalledPassage`)."""


@dataclass(frozen=True)
class Said:
    """An entry that says the text."""

    where: Where
    depth: int
    saying: Saying


@dataclass(frozen=True)
class Found:
    """What was found by words and meaning."""

    passages: list[Passage]
    """Those that hold most of its words (`recalled.RecalledPassage`), best first."""
    facts_alike: list[str]
    """Content ids of facts, in use or archived, that mean much the same: of use where no words do."""
    passages_alike: list[Passage]
    """The same of passages."""
    degraded: list[str]


async def find_sayings(asking: Asking) -> Found:
    """Return what says what is asked about; conversations that others do not recall are looked through too."""
    store, root, about, now = asking.store, asking.user.root, asking.about, asking.now
    looked = await look_up(store, asking.user, about, Filters(), now)
    items = [item for item in looked["items"] if item["type"] == "passage"]
    memory = await FACTS.load_newest(store, root, now)
    closed = [t for t, record in asking.records.items() if record.get("temporary") or t in asking.unremembered]
    for thread in closed[-CLOSED_THREADS:]:
        found, problem = await recall_passages(
            store,
            root,
            about,
            now=now,
            memory=memory,
            limit=_LIMIT,
            deadline_ms=SECONDS * 1000,
            wanted=lambda _: True,
            here=thread,
            only=True,
        )
        items += [vars(one) for one in found]
        looked["degraded"] += [problem] if problem else []
    if days := kept_days().transcript:
        looked["degraded"].append(f"transcript: what was said more than {days} days ago is no longer kept")
    return Found(
        [item for item in items if _says(item, set(words(about)))],
        [str(i["id"]) for i in looked["items"] if i["type"] != "passage" and _means(i)],
        [item for item in items if _means(item)],
        looked["degraded"],
    )


async def read_saying(asking: Asking, passage: Passage) -> Said | None:
    """Return the entry of a passage with what decided about learning from it; None: it is gone meanwhile."""
    store, root, memory = asking.store, asking.user.root, asking.memory
    thread, message = str(passage["thread"]), str(passage["message"])
    seen = (await lookup(store, root, thread, [message])).get(message)
    if seen is None:
        return None
    place: Place = {"key": str(passage["entry"]), "depth": seen.entry["depth"]}
    entry = (await read_entries_at(store, root, thread, [place])).get(place["key"])
    if entry is None:
        return None
    record = asking.records.get(thread)
    path = await read_path(store, root, thread, place, limit=_BEFORE)
    shown = [_shown(one, root, memory) for one in path]
    saying = Saying(
        text=shown[-1],
        role=entry["role"],
        at=entry["time"],
        temporary=bool(record and record.get("temporary")),
        unremembered=thread in asking.unremembered,
        terms=entry.get("terms", {}),
        earlier=[text for one, text in zip(path[:-1], shown, strict=False) if one["role"] == "user"],
        asked=shown[-2] if len(path) > 1 and path[-2]["role"] == "assistant" else "",
    )
    where: Where = {
        "thread": thread,
        "conversation": str(passage["conversation"]),
        "message": message,
        "entry": entry["key"],
    }
    return Said(where, entry["depth"], saying)


def _shown(entry: Entry, root: str, memory: StoredMemory) -> str:
    return veiled_text(text_of(entry), entry["key"], entry["time"], memory.tombstones, trace_key(root))


def _says(passage: Passage, asked: Collection[str]) -> bool:
    """Tell whether a passage holds most of the words."""
    return bool(asked) and len(set(words(str(passage["text"]))) & set(asked)) >= OVERLAP * len(asked)


def _means(item: Mapping[str, Any]) -> bool:
    return float(item["parts"].get("cosine", 0.0)) >= ALIKE
