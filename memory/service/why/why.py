"""Why something is remembered or not: what a text is about, followed through everything that is kept of a user."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime

from langgraph.store.base import BaseStore

from memory.core.errors import InputError
from memory.core.facts.facts import Proposal, Tombstone
from memory.core.forgetting.forget_requests import find_forgotten
from memory.core.language.languages import Language, language_of
from memory.core.transcript.entries import Entry
from memory.core.why.forgotten_facts import tombstones_about
from memory.core.why.why_docs import Trail, Why
from memory.core.why.why_words import found_told
from memory.service.access.identity import User
from memory.service.forgetting.veiling import trace_key
from memory.service.why.asking import Asking, read_asking
from memory.service.why.sayings import Passage, find_sayings
from memory.service.why.trails import TRAILS, fact_trail, facts_of, forgotten_trail, said_trails
from memory.storage.transcript_read import all_entries

TEXT_CHARS = 2_000
"""Characters of a text that is asked about, at most."""


async def why(
    store: BaseStore,
    user: User,
    text: str,
    now: datetime,
    *,
    language: Language | None = None,
    skip: Collection[str] = (),
) -> Why:
    """Return what became of what `text` is about: a statement, some words, or a question why it is known or forgotten.

    Told in `language`, by default the text's. `skip`: keys of entries that do not count, as the question itself. Raises
    InputError (no text, or too long) and what the store raises.
    """
    _check(text)
    asking = await read_asking(store, user, text, now, language or language_of(text))
    found = await find_sayings(asking)
    sources = await _sources(asking)
    known, stones = find_forgotten(asking.about, asking.facts), _stones(asking, sources)
    trails = await _trails(asking, known, _not_in(skip, found.passages), others=bool(stones))
    trails += [await forgotten_trail(asking, stone, sources) for stone in stones]
    if not trails:
        alike = [fact for fact in asking.facts if fact["id"] in found.facts_alike]
        trails = await _trails(asking, alike, _not_in(skip, found.passages_alike))
    return {
        "user_id": user.id,
        "text": text,
        "about": asking.about,
        "language": asking.language,
        "as_of": now.isoformat(),
        "told": found_told(asking.language, asking.about, anything=bool(trails)),
        "trails": trails,
        "degraded": found.degraded,
    }


def _check(text: str) -> None:
    if not text.strip():
        raise InputError("text", "is empty", "Send what is, or should be, remembered.")
    if len(text) > TEXT_CHARS:
        raise InputError("text", f"is {len(text)} characters long", f"Use at most {TEXT_CHARS}.")


async def _trails(
    asking: Asking, meant: Sequence[Proposal], passages: Sequence[Passage], *, others: bool = False
) -> list[Trail]:
    """Return the trails of facts that are meant, and of what else says it; `others`: more is told beside them."""
    facts = facts_of(asking, [fact["id"] for fact in sorted(meant, key=lambda fact: fact["observed_at"], reverse=True)])
    told = {said["source"]["entry"] for fact in facts for said in fact["said"]}
    known = frozenset(fact["id"] for fact in facts)
    return [
        *[await fact_trail(asking, fact) for fact in facts],
        *await said_trails(asking, _not_in(told, passages), known, others=others or bool(facts)),
    ]


def _not_in(entries: Collection[str], passages: Sequence[Passage]) -> list[Passage]:
    return [passage for passage in passages if passage["entry"] not in entries]


async def _sources(asking: Asking) -> dict[str, Entry]:
    """Return the source entries of everything forgotten, by key: their words tell which forget a text is about."""
    stones = asking.memory.tombstones
    wanted = {entry for stone in stones for entry in stone["entries"]}
    threads = dict.fromkeys(thread for stone in stones for thread in stone["threads"] if thread in asking.records)
    return {
        entry["key"]: entry
        for thread in threads
        async for entry in all_entries(asking.store, asking.user.root, thread)
        if entry["key"] in wanted
    }


def _stones(asking: Asking, sources: Mapping[str, Entry]) -> list[Tombstone]:
    key, now = trace_key(asking.user.root), asking.now.isoformat()
    found = tombstones_about(asking.about, asking.memory.tombstones, sources, key, now)
    return sorted(found, key=lambda stone: stone["forgotten_at"], reverse=True)[:TRAILS]
