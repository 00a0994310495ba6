"""Proves a restore by what it is for: everything is there, every conversation can be walked, facts are recalled."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from langgraph.store.base import BaseStore

from memory.core.facts.facts import Assertion
from memory.core.recall.search import Asked
from memory.service.backup.backup_differences import Wanted, differences
from memory.service.backup.backup_source import Source, Survey
from memory.service.facts.fact_index import FACTS, Memory
from memory.service.recall.recall import recall_facts
from memory.storage.backup_snapshot import Snapshot
from memory.storage.transcript_read import list_threads, page, read_head

_PAGE = 200
_SAMPLE = 5
_RECALLED = 8


@dataclass
class Proof:
    """What was tried, and what failed."""

    documents: int = 0
    """Of the backup, found in the store as they must be."""
    conversations: int = 0
    """Walked from the head to the first entry."""
    entries: int = 0
    facts: int = 0
    """That hold now."""
    recalled: int = 0
    """Of a sample of them, asked for by their own text."""
    problems: list[str] = field(default_factory=list)


async def prove(
    source: Source, found: Survey, snapshot: Snapshot, store: BaseStore, wanted: Wanted, now: datetime
) -> Proof:
    """Return what a restore left: all of the backup must be there, and be of use. `snapshot`: taken after it."""
    proof, roots = Proof(), list[str]()
    async for difference in differences(source, found, snapshot, wanted):
        namespace = difference.document.namespace
        if difference.document.key and namespace[1] not in roots[-1:]:
            roots.append(namespace[1])
        if difference.action in {"new", "changed", "gone"}:
            proof.problems.append(f"not as in the backup: {'/'.join(namespace[1:])} {difference.document.key}")
        proof.documents += difference.action == "same"
    for root in roots:
        await _walk(store, root, proof)
        await _recall(store, root, proof, now)
    return proof


async def _walk(store: BaseStore, root: str, proof: Proof) -> None:
    for record in await list_threads(store, root):
        head = await read_head(store, root, record["thread"])
        if head is None:
            continue
        shown = await page(store, root, record["thread"], limit=_PAGE)
        walked = len(shown.entries)
        while shown.next is not None and shown.entries:
            shown = await page(store, root, record["thread"], before=shown.next, limit=_PAGE)
            walked += len(shown.entries)
        proof.conversations += 1
        proof.entries += walked
        if walked != head["depth"] + 1:
            proof.problems.append(f"{record['thread']}: {walked} of {head['depth'] + 1} entries can be reached")


async def _recall(store: BaseStore, root: str, proof: Proof, now: datetime) -> None:
    memory = await FACTS.load_newest(store, root, now)
    proof.facts += len(memory.current)
    for fact in _sampled([span["fact"] for span in memory.current]):
        if _is_recalled(fact, memory, now):
            proof.recalled += 1
        else:
            proof.problems.append(f"fact {fact['id']} is not recalled by its own text")


def _is_recalled(fact: Assertion, memory: Memory, now: datetime) -> bool:
    found = recall_facts(Asked(fact["text"], now), memory=memory, limit=_RECALLED)
    return any(one.id == fact["id"] or one.text == fact["text"] for one in found)


def _sampled(facts: Sequence[Assertion]) -> Sequence[Assertion]:
    """Return up to `_SAMPLE` facts, spread over all."""
    step = max(1, -(-len(facts) // _SAMPLE))
    return facts[::step]
