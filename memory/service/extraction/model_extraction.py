"""Looks for facts with a model in what users said, in consolidation, past a cursor of its own."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypedDict, cast

from langgraph.store.base import BaseStore

from memory.core.defaults import DEFAULTS
from memory.core.errors import ModelError
from memory.core.events.event_docs import Event, EventKind, make_event
from memory.core.facts.facts import Proposal, Source
from memory.core.facts.proposals import said_last
from memory.core.forgetting.veiled import repeats_forgotten
from memory.core.language.shorten import CountText
from memory.core.language.text import content_hash
from memory.core.model_extraction.extraction_docs import Extraction, Failed
from memory.core.model_extraction.model_extraction import Batch, Line, batches
from memory.core.model_extraction.model_facts import Judged, judge
from memory.core.policy.policy import Mode
from memory.core.recall.passages import Veil
from memory.core.transcript.entries import Place, place_of
from memory.models.ask import Ask
from memory.service.extraction.model_asking import Asked, ask_for_facts
from memory.service.extraction.unread_entries import failed_on_path, is_on_path, unread_path
from memory.service.facts.deciding import decide_all
from memory.service.facts.remembering import Written, write_decided
from memory.service.forgetting.veiling import trace_key, veil_for
from memory.service.settings.settings import time_zone
from memory.storage.events import event_ops, log_event
from memory.storage.extraction import clear_unread, extraction_op, is_unread, read_extraction
from memory.storage.facts import StoredMemory, list_pending, load_memory
from memory.storage.transcript_read import read_head, read_thread
from memory.storage.turn import read_settings
from memory.storage.unremembered import is_unremembered


class ExtractionReport(TypedDict):
    """What looking for facts in one thread did."""

    thread: str
    messages: int
    """Messages of the user that were read."""
    written: int
    """New facts."""
    asked: int
    """New proposals that wait."""
    refused: int
    """What the model found and code or policy refused."""
    failed: int
    """Messages that the next run tries again."""
    notes: list[str]
    """What a model did not do, and why; none of the text."""


@dataclass
class _Run:
    """One run over a thread."""

    store: BaseStore
    root: str
    thread: str
    conversation: str
    ask: Ask
    count: CountText
    clock: Callable[[], datetime]
    settings: dict[str, Any]
    """The user's own."""
    report: ExtractionReport
    calls: int = 0

    @property
    def spent(self) -> bool:
        """Whether this run has made the requests that it may."""
        return self.calls >= DEFAULTS.extract_calls

    def note(self, text: str) -> None:
        """Note what went wrong, for the report."""
        self.report["notes"].append(f"looking for facts: {text}")


def empty_extraction(thread: str) -> ExtractionReport:
    """Return the report of a thread in which nothing was looked for."""
    return {"thread": thread, "messages": 0, "written": 0, "asked": 0, "refused": 0, "failed": 0, "notes": []}


async def extract_thread(
    store: BaseStore, root: str, thread: str, *, clock: Callable[[], datetime], ask: Ask, count: CountText
) -> ExtractionReport:
    """Look for facts in an unread thread's entries past the cursor, and take the thread off the list of unread ones.

    Facts and cursor are written together, so a crash loses and doubles nothing. The thread stays listed while anything
    is left: a model that cannot be reached, messages that failed, more than one run may ask. Raises StorageError,
    SchemaError and what the store raises.
    """
    report = empty_extraction(thread)
    if not await is_unread(store, root, thread):
        return report
    record, settings = await read_thread(store, root, thread), await read_settings(store, root, clock())
    if settings.get("learn") is False or settings.get("memory") is False:
        return report
    name = record["conversation"] if record else thread
    run = _Run(store, root, thread, name, ask, count, clock, settings, report)
    try:
        while not (record and record.get("temporary")) and not await is_unremembered(store, root, thread):
            head = await read_head(store, root, thread)
            if head is not None and not await _read_on(run, head):
                return report
            await clear_unread(store, root, thread)
            if head == await read_head(store, root, thread):  # whoever listed the thread meanwhile had moved it before
                return report
        await clear_unread(store, root, thread)
    except ModelError as error:
        run.note(str(error))
        detail = {"thread": thread, "reason": str(error)}
        await log_event(store, root, make_event("extraction.failed", clock(), detail, content_hash(detail)))
    return report


async def _read_on(run: _Run, head: Place) -> bool:
    """Read what failed before, then what lies past the cursor; tell whether nothing is left."""
    state = await read_extraction(run.store, run.root, run.thread)
    if not run.report["messages"]:
        for line in await _failed(run, state, head):
            if run.spent or (after := await _one(run, state, Batch([line], place_of(line.entry)), moves=False)) is None:
                return False
            state = after
    before, path = await unread_path(run.store, run.root, run.thread, state["cursor"], head)
    for batch in batches(path, before, await _veil(run), run.count):
        if run.spent or (after := await _one(run, state, batch)) is None:
            return False
        state = after
    return not await _failed(run, state, head)


async def _one(run: _Run, state: Extraction, batch: Batch, *, moves: bool = True) -> Extraction | None:
    """Ask about one batch and write what comes of it; return where extraction stands then, None when overtaken.

    `moves`: the cursor goes to the end of the batch. Only one run moves it: what another moved, or what is no longer
    on the active path, is left to it.
    """
    asked = Asked()
    if batch.lines:
        asked = await ask_for_facts(run.ask, batch.lines, trace_key(run.root))
    run.calls += asked.calls
    if await read_extraction(run.store, run.root, run.thread) != state:
        return None
    if await is_unremembered(run.store, run.root, run.thread):
        return None
    if not await is_on_path(run.store, run.root, run.thread, batch.last):
        return None
    after, events = _after(run, state, batch.lines, asked.problem)
    after = {**after, "cursor": batch.last} if moves else after
    await _learn(run, batch.lines, asked, after, events)
    run.report["messages"] += len(batch.lines)
    run.report["failed"] = len(after["failed"])
    return after


def _after(run: _Run, state: Extraction, lines: Sequence[Line], problem: str) -> tuple[Extraction, list[Event]]:
    """Return what is still to be tried after asking about some messages, and the events of what failed."""
    failed = dict(state["failed"])
    events: list[Event] = []
    for line in lines:
        key, before = line.entry["key"], failed.pop(line.entry["key"], None)
        if not problem:
            continue
        runs = (before["runs"] if before else 0) + 1
        left = runs >= DEFAULTS.extract_runs
        detail = {"thread": run.thread, "entry": key, "runs": runs, "reason": problem}
        kind: EventKind = "extraction.left" if left else "extraction.failed"
        events.append(make_event(kind, run.clock(), detail, content_hash([kind, detail])))
        if not left:
            failed[key] = Failed(depth=line.entry["depth"], runs=runs)
    if problem:
        run.note(f"{len(lines)} messages: {problem}")
    return {**state, "failed": failed}, events


async def _learn(run: _Run, lines: Sequence[Line], asked: Asked, after: Extraction, events: Sequence[Event]) -> None:
    """Decide about what was found and write it, together with the cursor."""
    memory = await load_memory(run.store, run.root)
    known = [*memory.assertions, *await list_pending(run.store, run.root)] if asked.items else []
    sources = [source_of(line, run.thread, run.conversation) for line in lines]
    zones = [_zone(run, line) for line in lines]
    judged = judge(asked.items, lines, known, sources, zones)
    now = run.clock()
    decided = await _decided(run, judged, lines, memory, now)
    refused = [(j.proposal, j.refused) for j in judged if j.refused]
    refused += [(p, p["reason"]) for p, action in decided if action == "reject"]
    done: Written = await write_decided(
        run.store,
        run.root,
        write=[p for p, action in decided if action == "write"],
        ask=[p for p, action in decided if action == "ask"],
        reject=refused,
        assertions=memory.assertions,
        tombstones=memory.tombstones,
        now=now,
        beside=[extraction_op(run.root, run.thread, after), *event_ops(run.root, events)],
    )
    run.report["written"] += len(done.written)
    run.report["asked"] += len(done.pending)
    run.report["refused"] += len(refused)


async def _decided(
    run: _Run, judged: Sequence[Judged], lines: Sequence[Line], memory: StoredMemory, now: datetime
) -> list[tuple[Proposal, str]]:
    """Return what the policy and the limits decide, each message under the terms it was said on."""
    proposals = said_last([j.proposal for j in judged if not j.refused], memory.assertions, now)
    fresh = [p for p in proposals if not repeats_forgotten(p, memory.tombstones, trace_key(run.root))]
    modes = {line.entry["key"]: _mode(run, line) for line in lines}
    found: list[tuple[Proposal, str]] = []
    for mode in dict.fromkeys(modes.values()):
        own = [p for p in fresh if modes[p["source"]["entry"]] == mode]
        found += await decide_all(run.store, run.root, own, mode=mode, assertions=memory.assertions, now=now)
    return found


def source_of(line: Line, thread: str, conversation: str) -> Source:
    """Return where a message's facts were said."""
    entry = line.entry
    return {"thread": thread, "conversation": conversation, "message": entry["id"], "entry": entry["key"]}


def _mode(run: _Run, line: Line) -> Mode:
    told = line.entry.get("terms", {}).get("approval")
    return cast("Mode", str(run.settings.get("approval") or told or "auto"))


def _zone(run: _Run, line: Line) -> str:
    told = line.entry.get("terms", {}).get("time_zone")
    return str(told or run.settings.get("time_zone") or time_zone())


async def _failed(run: _Run, state: Extraction, head: Place) -> list[Line]:
    if not state["failed"]:
        return []
    return await failed_on_path(run.store, run.root, run.thread, state["failed"], head, await _veil(run))


async def _veil(run: _Run) -> Veil:
    return veil_for(run.root, (await load_memory(run.store, run.root)).tombstones)
