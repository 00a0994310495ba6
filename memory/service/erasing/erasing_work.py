"""One erase at work: sweep after sweep until nothing is left, then the files are compacted and the mark is done."""

import asyncio
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

from memory.core import namespaces
from memory.core.errors import StorageError
from memory.core.forgetting.erase_docs import FactsChoice, Receipt
from memory.core.forgetting.erase_marks import MARK_SCHEMA, Mark, Phase
from memory.core.ids import consolidation_thread_id
from memory.service.erasing.erasing_conversation import delete_conversation
from memory.service.erasing.erasing_crons import delete_crons
from memory.service.erasing.erasing_reach import Gone, Reach
from memory.service.facts.fact_index import FACTS
from memory.service.recall.passage_search import CONVERSATIONS
from memory.storage.due import list_due
from memory.storage.erase_documents import delete_under, unlist_threads
from memory.storage.erase_marks import set_mark
from memory.storage.extraction import list_unread
from memory.storage.listing import list_items

_MOST_SWEEPS = 10
_LATE_SECONDS = 1.0  # how long a run that was cancelled may still be writing
OUT_OF_REACH = (
    "What the provider of a chat model keeps of the requests it answered.",
    "Traces in LangSmith, if LANGSMITH_TRACING was on.",
    "Exports and copies that were made before.",
)


@dataclass(frozen=True)
class Target:
    """What is erased."""

    keys: Sequence[str]
    """Keys of its marks; the first is this erase's own, others are of erases that were cut off."""
    roots: Sequence[str]
    """Roots of the user; none when, after a crash, nothing lies under them any more."""
    threads: frozenset[str]
    """Platform threads that are known to belong to it."""
    conversation: str | None = None
    """The thread, when one conversation is erased and not the user."""
    facts: FactsChoice | None = None


@dataclass
class Work:
    """One erase: what it found until now."""

    reach: Reach
    target: Target
    started: datetime = field(default_factory=lambda: datetime.now(UTC))
    threads: set[str] = field(default_factory=set)
    gone: Gone = field(default_factory=Gone)
    documents: Counter[str] = field(default_factory=Counter)
    stopped: int = 0
    crons: int = 0
    kept: int = 0
    sweeps: int = 0
    late: int = 0

    async def run(self) -> Receipt:
        """Erase, and return the receipt. Called again after it was cut off, it goes on.

        Raises StorageError: something keeps writing, or the files cannot be compacted; the mark stays.
        """
        self.threads |= self.target.threads
        await self._sweep_until_nothing_is_left()
        self._drop_caches()
        compacted = await self.reach.compact()
        left = self.reach.runs.left_to_server if self.threads else None
        await self._mark("server" if left else "done")
        outside = [*([left] if left else []), *compacted.out_of_reach, *self.reach.out_of_reach, *OUT_OF_REACH]
        return self._receipt(compacted.done, outside)

    async def _sweep_until_nothing_is_left(self) -> None:
        for number in range(1, _MOST_SWEEPS + 1):
            stopped, found = await self._sweep()
            self.sweeps, self.stopped = number, self.stopped + stopped
            self.late += found if number > 1 else 0
            if number > 1 and not stopped and not found:
                return
            if stopped:
                await asyncio.sleep(_LATE_SECONDS)
        raise StorageError("Something keeps writing into what is being erased. End it, then erase again.")

    async def _sweep(self) -> tuple[int, int]:
        """Delete what is there; return how many runs were stopped and how many things were found."""
        if self.target.conversation is None:
            self.threads |= await self._threads()
        await self._mark("running")
        stopped = await self.reach.runs.stop(self.threads)
        crons = await delete_crons(self.reach, self.target.keys) if self.target.conversation is None else 0
        gone = await self.reach.runs.delete(self.threads)
        documents = await self._delete_documents()
        self.gone = Gone(self.gone.threads + gone.threads, self.gone.checkpoints + gone.checkpoints)
        self.crons += crons
        self.documents += documents
        return stopped, gone.threads + gone.checkpoints + crons + documents.total()

    async def _threads(self) -> set[str]:
        """Return every thread of the roots, and those their consolidation runs on."""
        found = await self.reach.runs.owned(set(self.target.roots)) if self.target.roots else set()
        listed = [*await list_due(self.reach.store), *await list_unread(self.reach.store)]
        pairs = [pair for pair in dict.fromkeys(listed) if pair[0] in self.target.roots]
        for root in self.target.roots:
            records = await list_items(self.reach.store, namespaces.threads(root))
            pairs += [(root, str(record.value["thread"])) for record in records]
        everyone = consolidation_thread_id("", "")  # its last run may have told of these roots too
        return found | {thread for _, thread in pairs} | {consolidation_thread_id(*p) for p in pairs} | {everyone}

    async def _delete_documents(self) -> Counter[str]:
        store, target = self.reach.store, self.target
        if target.conversation is None or target.facts is None:
            gone = await unlist_threads(store, lambda root, _: root in target.roots)
            for root in target.roots:
                gone += await delete_under(store, namespaces.user(root))
            return gone
        gone = Counter()
        for root in target.roots:
            deleted, kept = await delete_conversation(store, root, target.conversation, target.facts, datetime.now(UTC))
            gone += deleted
            self.kept += kept
        return gone

    async def _mark(self, phase: Phase) -> None:
        left = [] if phase == "done" else self._in_order()
        mark: Mark = {
            "schema": MARK_SCHEMA,
            "phase": phase,
            "threads": left,
            "facts": self.target.facts,
            "at": datetime.now(UTC).isoformat(),
        }
        for key in self.target.keys:
            await set_mark(self.reach.store, key, mark)

    def _in_order(self) -> list[str]:
        """Return the threads, the conversation's own first: after a restart its mark is found by it."""
        return sorted(self.threads, key=lambda thread: (thread != self.target.conversation, thread))

    def _drop_caches(self) -> None:
        for root in self.target.roots:
            FACTS.drop(self.reach.store, root)
            CONVERSATIONS.drop(self.reach.store, root)

    def _receipt(self, compacted: list[str], out_of_reach: list[str]) -> Receipt:
        return {
            "what": "user" if self.target.conversation is None else "conversation",
            "user": None,
            "conversation": None,
            "epoch": None,
            "started": self.started.isoformat(),
            "finished": datetime.now(UTC).isoformat(),
            "runs_stopped": self.stopped,
            "threads": self.gone.threads,
            "checkpoints": self.gone.checkpoints,
            "crons": self.crons,
            "documents": dict(sorted((+self.documents).items())),
            "facts_kept": self.kept,
            "passes": self.sweeps,
            "late": self.late,
            "compacted": compacted,
            "out_of_reach": out_of_reach,
        }
