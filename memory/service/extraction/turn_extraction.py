"""Looks for facts with a model before a turn ends (`extract="turn"`)."""

import logging
from collections.abc import Collection, Sequence
from datetime import UTC, datetime

from langgraph.store.base import BaseStore

from memory.core.errors import ModelError, StorageError
from memory.core.events.event_docs import make_event
from memory.core.facts.facts import Proposal
from memory.core.language.text import content_hash
from memory.core.model_extraction.model_extraction import BEFORE, Line, lines_of
from memory.core.model_extraction.model_facts import Judged, judge
from memory.core.recall.passages import Veil
from memory.core.transcript.entries import Place
from memory.core.window.adoption import PathStep
from memory.models.ask import Ask
from memory.models.settings import read_model_settings
from memory.service.extraction.model_asking import Asked, ask_for_facts, extractor
from memory.service.extraction.model_extraction import source_of
from memory.service.facts.remembering import fact_event
from memory.service.forgetting.veiling import trace_key, veil_for
from memory.storage.events import event_ops
from memory.storage.extraction import unread_op
from memory.storage.facts import list_pending, load_memory
from memory.storage.ops import write
from memory.storage.transcript_read import read_entries_at

NO_MODEL = "extract=turn: HOLDFAST_EXTRACT_MODEL names no model, so rules alone looked for facts"
_log = logging.getLogger(__name__)


async def find_in_turn(
    store: BaseStore,
    root: str,
    thread: str,
    conversation: str,
    path: Sequence[PathStep],
    messages: Collection[str],
    zone: str,
) -> tuple[list[Proposal], list[str]]:
    """Return what a model finds in messages of the user, and what went wrong, for the context report.

    `path`: the entries of the thread's messages, of which those with the ids `messages` are meant. What rules read in
    them is left out; what code refuses leaves an event. Never raises for a model or a store that fails: the thread is
    then left to consolidation.
    """
    ask = extractor(read_model_settings())
    if ask is None:
        return [], [NO_MODEL]
    try:
        memory = await load_memory(store, root)
        lines = await _lines(store, root, thread, path, messages, veil_for(root, memory.tombstones))
        if not lines:
            return [], []
        asked = await _asked(ask, lines, trace_key(root))
        sources = [source_of(line, thread, conversation) for line in lines]
        known = [*memory.assertions, *await list_pending(store, root)]
        judged = judge(asked.items, lines, known, sources, [zone] * len(lines))
        await _tell(store, root, thread, judged, asked.problem)
    except StorageError as error:
        _log.warning("looking for facts in %s: %s", thread, error)
        return [], [f"no facts by a model: {error}"]
    notes = [f"no facts by a model, or not all: {asked.problem}; consolidation looks again"] if asked.problem else []
    return [j.proposal for j in judged if not j.refused], notes


async def _lines(
    store: BaseStore, root: str, thread: str, path: Sequence[PathStep], messages: Collection[str], veil: Veil
) -> list[Line]:
    """Return the messages as a model is shown them, each with what it may answer."""
    first = next((place for place, step in enumerate(path) if step["id"] in messages), len(path))
    steps = path[max(0, first - BEFORE) :]
    places: list[Place] = [{"key": step["key"], "depth": step["depth"]} for step in steps]
    entries = await read_entries_at(store, root, thread, places)
    talk = [entries[place["key"]] for place in places if place["key"] in entries]
    return [line for entry, line in lines_of(talk, [], veil) if line and entry["id"] in messages]


async def _asked(ask: Ask, lines: Sequence[Line], secret: str) -> Asked:
    try:
        return await ask_for_facts(ask, lines, secret)
    except ModelError as error:
        return Asked(problem=str(error))


async def _tell(store: BaseStore, root: str, thread: str, judged: Sequence[Judged], problem: str) -> None:
    """Log what was refused and what failed, and leave a thread with failures to consolidation."""
    now = datetime.now(UTC)
    events = [fact_event("proposal.rejected", j.proposal, j.refused, now) for j in judged if j.refused]
    if problem:
        _log.warning("looking for facts in %s: %s", thread, problem)
        detail = {"thread": thread, "reason": problem}
        events.append(make_event("extraction.failed", now, detail, content_hash(detail)))
    unread = [unread_op(root, thread)] if problem else []
    await write(store, [*event_ops(root, events), *unread])
