"""Searching what tools returned in one conversation; what people said is found by `passage_search`."""

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from langgraph.store.base import BaseStore

from memory.core.facts.facts import Tombstone
from memory.core.recall.ranking import LEAST_COSINE
from memory.core.recall.search import Asked
from memory.core.transcript.entries import Entry, Role, place_of
from memory.core.window.adoption import PathStep
from memory.service.consolidation.single_flight import error_line
from memory.service.forgetting.veiling import veil_for
from memory.service.recall.passage_index import PassageIndex
from memory.service.recall.ready_passages import Prepared, prepare
from memory.storage.transcript_read import read_path

ENTRIES = 1_000
"""Newest entries of the conversation that are read for tool results, at most."""
PASSAGES = 2_000
"""Passages of tool results that are searched, at most, the newest first."""
SEARCHES = frozenset({"search_transcript", "search_memory", "open_earlier"})
"""Tools whose results only repeat what is found where it stands."""
_RESULTS: tuple[Role, ...] = ("tool",)
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class FoundResult:
    """A stretch of a tool's result."""

    message: str
    """Id of its message, which `open_earlier` takes."""
    tool: str
    """Name of the tool, empty if it is not known."""
    time: str
    """ISO time of its entry, UTC."""
    text: str
    """Masked where it was forgotten."""


async def search_results(
    store: BaseStore,
    root: str,
    thread: str,
    question: str,
    *,
    path: Sequence[PathStep],
    tombstones: Sequence[Tombstone],
    now: datetime,
    limit: int,
    deadline_ms: float,
) -> tuple[list[FoundResult], str | None]:
    """Return what fits `question` best in the tool results of `thread`, the best first, and why none could be read.

    `path`: the entries of the state's messages; those before them are searched too. Never raises but on cancellation.
    """
    try:
        async with asyncio.timeout(deadline_ms / 1000):
            entries = await read_path(store, root, thread, path[-1], limit=ENTRIES) if path else []
            return await asyncio.to_thread(_found, entries, question, root, tombstones, now, limit), None
    except TimeoutError:
        return [], f"tool results: not read within {deadline_ms:g} ms"
    except Exception as error:  # noqa: BLE001  # stores raise their drivers' own; what was said is told all the same
        _log.warning("tool results of a search were left out: %s", error_line(error))
        return [], f"tool results: {error_line(error)}"


def _found(
    entries: Sequence[Entry], question: str, root: str, tombstones: Sequence[Tombstone], now: datetime, limit: int
) -> list[FoundResult]:
    veil, results = veil_for(root, tombstones), {e["key"]: e for e in entries if _is_result(e)}
    ready: list[Prepared] = []
    held = 0
    for entry in reversed(results.values()):
        if held >= PASSAGES:
            break
        ready += prepare([entry], "", veil, roles=_RESULTS)
        held += len(ready[-1].passages)
    if not ready:
        return []
    index, thread = PassageIndex(), entries[-1]["thread"]
    index.keep([thread], veil)
    index.extend(thread, place_of(entries[-1]), None, ready[::-1])
    asked = Asked(question, now, least_cosine=LEAST_COSINE)
    found = [one.passage for one in index.search(asked, limit, veil, lambda _: True)]
    return [FoundResult(p.message, results[p.entry].get("name") or "", p.time, p.text) for p in found]


def _is_result(entry: Entry) -> bool:
    return entry["role"] == "tool" and entry.get("name") not in SEARCHES
