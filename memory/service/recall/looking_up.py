"""Looking up what recall finds for a question, with every part of its score, for people."""

import asyncio
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any, Literal, TypedDict, get_args

from langgraph.store.base import BaseStore

from memory.core.errors import InputError
from memory.core.facts.current import standing
from memory.core.facts.facts import Assertion
from memory.core.language.times import moment
from memory.core.recall.ended import Endings
from memory.core.recall.passages import Passage
from memory.core.retention.archive import in_archive
from memory.core.shared.items import scopes_for
from memory.models.embeddings import Embedder
from memory.service.access.identity import User
from memory.service.conversations.conversations import check_conversation
from memory.service.facts.fact_index import FACTS, Memory
from memory.service.facts.fact_views import moment_named
from memory.service.recall.fact_vectors import start_filling
from memory.service.recall.meaning import current_embedder, words_alone
from memory.service.recall.passage_search import CONVERSATIONS, Look
from memory.service.recall.recall import asked_for, facts_for, passages_for, shared_for
from memory.service.recall.shared_search import SHARED, SharedLook
from memory.storage.facts import load_memory
from memory.storage.shared import shared_versions

Kind = Literal["fact", "archived", "shared", "passage"]
KINDS: tuple[Kind, ...] = get_args(Kind)
LIMIT = 10
"""Items of each kind that are looked up, unless told otherwise."""
SECONDS = 30.0
"""Seconds a look-up takes, at most: the first one may have to read all conversations and load the model."""


@dataclass(frozen=True)
class Filters:
    """What may be found; None: whatever there is."""

    as_of: str | None = None
    """ISO date or time: what was known then."""
    kind: str | None = None
    """One of `KINDS`."""
    thread: str | None = None
    """Name or thread id of the conversation it is from."""
    since: str | None = None
    """ISO date or time before which nothing was said."""
    until: str | None = None


class LookedUp(TypedDict):
    """What recall finds for a question."""

    user_id: str
    question: str
    as_of: str
    """ISO time."""
    items: list[dict[str, Any]]
    """The best of each kind first: `type`, then as in `recalled.RecalledFact` and `recalled.RecalledPassage`."""
    degraded: list[str]
    """What was left out, and why."""


@dataclass(frozen=True)
class _Known:
    facts: Mapping[Kind, list[Assertion]]
    endings: Endings


@dataclass(frozen=True)
class _Bounds:
    kind: str | None
    thread: str | None
    since: datetime | None
    until: datetime

    def allow(self, kind: Kind) -> bool:
        return self.kind in {None, kind}

    def fit(self, time: str, *places: str) -> bool:
        """Tell whether something said at `time` in a conversation with these names may be found."""
        said = moment(time)
        here = self.thread is None or self.thread in places
        return here and said <= self.until and (self.since is None or said >= self.since)


async def look_up(
    store: BaseStore,
    user: User,
    question: str,
    filters: Filters,
    now: datetime,
    limit: int = LIMIT,
    organisation: str | None = None,
) -> LookedUp:
    """Return what recall finds for `question` among what `filters` leave, at most `limit` of each kind.

    `organisation`: the user's, whose shared knowledge is found beside everyone's. Shared knowledge is of no
    conversation and of no time.
    Raises InputError: a filter is no date, kind or name of a conversation; and what the store raises of facts.
    """
    at, bounds = await _read(store, user, filters, now)
    memory, model = await FACTS.load_newest(store, user.root, now), current_embedder()
    look = CONVERSATIONS.look(store, user.root, memory, model)
    slow = await _settled(store, user.root, memory, look, model)
    common = await _shared_look(store, organisation, filters, model)
    asked, unready = await asked_for(question, at, memory, look, model, SECONDS, common)
    known = await _known(store, user.root, memory, filters, at)
    items: list[dict[str, Any]] = []
    for kind, facts in known.facts.items():
        fitting = [f for f in facts if _fits(bounds, kind, f)]
        items += [{"type": kind} | asdict(one) for one in facts_for(asked, memory.index, fitting, limit)]
    shared, late = await shared_for(common, asked, limit, SECONDS * 1000)
    items += [{"type": "shared"} | asdict(one) for one in shared]
    found, problem = await passages_for(look, asked, limit, SECONDS * 1000, known.endings, lambda p: _passes(bounds, p))
    items += [{"type": "passage"} | asdict(one) for one in found]
    told = [text for text in (slow, problem, unready, late, look.left_out(), words_alone()) if text]
    return {"user_id": user.id, "question": question, "as_of": at.isoformat(), "items": items, "degraded": told}


async def _shared_look(
    store: BaseStore, organisation: str | None, filters: Filters, model: Embedder | None
) -> SharedLook | None:
    """Return a look into shared knowledge with all its vectors made, None where the filters leave none of it."""
    narrowed = any((filters.as_of, filters.thread, filters.since, filters.until))
    if narrowed or filters.kind not in {None, "shared"}:
        return None
    look = SHARED.look(store, await shared_versions(store, scopes_for(organisation)))
    if look and model and not await look.settled(SECONDS * 1000):
        await look.filled(store, model, SECONDS)
    return look


def _fits(bounds: _Bounds, kind: Kind, fact: Assertion) -> bool:
    source = fact["source"]
    return bounds.allow(kind) and bounds.fit(fact["observed_at"], source["thread"], source["conversation"])


def _passes(bounds: _Bounds, passage: Passage) -> bool:
    return bounds.allow("passage") and bounds.fit(passage.time, passage.thread, passage.conversation)


async def _read(store: BaseStore, user: User, filters: Filters, now: datetime) -> tuple[datetime, _Bounds]:
    if filters.kind is not None and filters.kind not in KINDS:
        raise InputError("kind", f"{filters.kind!r} is none", f"Write one of {', '.join(KINDS)}.")
    if filters.thread is not None:
        check_conversation(filters.thread, "thread")
    at = await moment_named(store, user, filters.as_of, now) if filters.as_of else now
    since = await moment_named(store, user, filters.since, now, "since", end=False) if filters.since else None
    until = await moment_named(store, user, filters.until, now, "until") if filters.until else at
    # A clock that was wrong dates sayings ahead: without a bound of the user's own nothing is too new.
    newest = datetime.max.replace(tzinfo=now.tzinfo) if not (filters.until or filters.as_of) else min(until, at)
    return at, _Bounds(filters.kind, filters.thread, since, newest)


async def _known(store: BaseStore, root: str, memory: Memory, filters: Filters, at: datetime) -> _Known:
    """Return the facts in use and those in the archive, as they stood at `at` when the filters name a time."""
    if filters.as_of is None:
        return _Known({"fact": memory.facts, "archived": memory.archived}, memory.endings)
    stored, when = await load_memory(store, root), at.isoformat()
    aside = in_archive(stored.archive, stored.assertions, stored.remarks, when)
    stands = standing(stored.assertions, when)
    held = {span["fact"]["id"]: span["fact"] for span in (*stands.upcoming, *stands.current)}
    facts: Mapping[Kind, list[Assertion]] = {
        "fact": [fact for fact_id, fact in held.items() if fact_id not in aside],
        "archived": [fact for fact_id, fact in held.items() if fact_id in aside],
    }
    return _Known(facts, Endings(stands.ended, held.values()))


async def _settled(store: BaseStore, root: str, memory: Memory, look: Look, model: Embedder | None) -> str | None:
    """Wait until all has its vectors; return why it has not."""
    try:
        async with asyncio.timeout(SECONDS):
            await look.settle()
            if model and (facts := start_filling(store, root, memory, model)):
                await asyncio.shield(facts)
    except TimeoutError:
        return f"meaning: not all is compared within {SECONDS:g} s"
    except Exception as error:  # noqa: BLE001  # of the store or the model: what is ready is told all the same
        return f"meaning: {error}"
    return None
