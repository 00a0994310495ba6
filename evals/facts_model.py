"""Plays dialogues through rules and then, as consolidation does, through a model that looks for facts.

The model is a real one at an endpoint, or scripted: `careful` proposes just what the labels expect, in the words of the
message that holds it; `greedy` proposes whatever anyone says, in every wrong way, and shows what code lets through.
"""

import json
import re
import tempfile
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

from langgraph.store.base import BaseStore

from evals.facts_cases import FactCase, Item
from evals.facts_match import Score, score
from evals.facts_play import Outcome, by_rules, look, play, source_entry
from evals.facts_report import counted, summary
from memory.core.facts.slots import SLOTS
from memory.core.ids import user_root
from memory.core.model_extraction.model_facts import REFUSALS
from memory.core.transcript.entries import Entry, make_entry, place_of
from memory.core.transcript.transcript_docs import make_thread_record
from memory.models.ask import Ask
from memory.models.tokenizer import count_text
from memory.service.extraction.model_extraction import ExtractionReport, extract_thread
from memory.storage.events import list_events
from memory.storage.extraction import unread_op
from memory.storage.ops import write
from memory.storage.sqlite_store import open_sqlite_store
from memory.storage.transcript_write import append

THREAD = "facts"
AskFor = Callable[[FactCase], Ask]
"""Gives what answers for the model in a dialogue."""

_LINE = re.compile(r'^(\d+) (?:user|用户|用戶)[:：]\s?"(.*)"$', re.MULTILINE)
_SAID = re.compile(r'^(?:assistant|助手)[:：]\s?"(.*)"$', re.MULTILINE)
_ENDS = re.compile(r"(?<=[.!?。！？])\s*")


async def play_with_model(case: FactCase, store: BaseStore, ask: Ask) -> tuple[Outcome, ExtractionReport]:
    """Return what is known after a dialogue whose turns rules read and a model afterwards, and what the model did."""
    before, root = await play(case, store, by_rules), user_root(case.id, 0)
    entries = _entries(case)
    record = make_thread_record(THREAD, THREAD, case.at)
    await append(store, root, THREAD, entries, head=place_of(entries[-1]), record=record)
    await write(store, [unread_op(root, THREAD)])
    end = case.time_of(len(case.messages))
    report = await extract_thread(store, root, THREAD, clock=lambda: end, ask=ask, count=count_text)
    return await look(store, root, before.written), report


def _entries(case: FactCase) -> list[Entry]:
    """Return the dialogue as entries of a transcript, at the keys from which its facts are said to come."""
    entries: list[Entry] = []
    for number, message in enumerate(case.messages):
        name, parent = f"{case.id}-{number}", place_of(entries[-1]) if entries else None
        entry = make_entry(
            {"id": name, "role": message.role, "content": message.content}, THREAD, parent, case.time_of(number)
        )
        entry["key"], entry["terms"] = source_entry(case, number), {"time_zone": case.timezone}
        entries.append(entry)
    return entries


def careful(case: FactCase) -> Ask:
    """Return a model that finds what the labels expect, where a sentence or an answer with its question says it."""
    wanted = [item for item in [*case.expect.holds, *case.expect.asked] if not item.explicit]

    def facts(text: str) -> list[dict[str, object]]:
        found = [_told(item, int(number), line) for number, line in _LINE.findall(text) for item in wanted]
        return [fact for fact in found if fact]

    return _answering(facts)


def greedy(case: FactCase) -> Ask:
    """Return a model that takes everything for a fact: all sentences of all sides, and the example of its prompt."""
    others = [m.content for m in case.messages if m.role != "user"]

    def facts(text: str) -> list[dict[str, object]]:
        found = [_fact(1, "My name is Quim Zabala", "My name is Quim Zabala", "name", "Quim Zabala")]
        for number, line in _LINE.findall(text):
            found += [_fact(int(number), part, part) for part in _ENDS.split(line) if part]
            found += [_fact(int(number), part, f"I {part}") for part in _ENDS.split(line) if part]
            found += [_fact(int(number), line, said) for said in _SAID.findall(text)]
            found += [_fact(int(number), said, said) for said in others]
        return found

    return _answering(facts)


def _answering(facts: Callable[[str], list[dict[str, object]]]) -> Ask:
    async def answer(system: str, text: str) -> str:
        del system
        return json.dumps({"facts": facts(text)[:60]}, ensure_ascii=False)

    return answer


def _told(item: Item, number: int, line: str) -> dict[str, object] | None:
    """Return an expected item as a fact of a message, None when no sentence of it holds it."""
    parts = item.has or [value.rpartition(": ")[2] for value in (item.values or [])[:1]]
    whole = next((s for s in _ENDS.split(line) if all(p.casefold() in s.casefold() for p in parts)), None)
    if whole is None:
        return None
    slot = next((slot for slot in item.slots or [] if slot in SLOTS), None)
    quote = whole.strip(" .。!！")
    return _fact(number, quote, quote, slot, next(iter(item.values or []), None), item.kind or "preference")


def _fact(
    number: int, quote: str, text: str, slot: str | None = None, value: str | None = None, kind: str = "profile"
) -> dict[str, object]:
    return {"message": number, "quote": quote, "text": text, "kind": kind, "slot": slot, "value": value}


@dataclass(frozen=True)
class ModelRun:
    """How rules and a model did on some dialogues, and what became of what the model found."""

    scores: list[Score]
    became: Counter[str]
    """What the model proposed by what became of it: `written`, or why it waits or was refused."""
    notes: Counter[str]
    """What it did not do."""
    seconds: float
    """A dialogue, on average."""


async def run_model(cases: Sequence[FactCase], ask_for: AskFor) -> ModelRun:
    """Return how rules and a model do on dialogues; `ask_for` gives what answers for the model in each."""
    scores: list[Score] = []
    became: Counter[str] = Counter()
    notes: Counter[str] = Counter()
    began = perf_counter()
    with tempfile.TemporaryDirectory(prefix="holdfast-facts-") as folder:
        async with open_sqlite_store(Path(folder) / "store.db") as store:
            for case in cases:
                outcome, report = await play_with_model(case, store, ask_for(case))
                scores.append(score(case, outcome))
                notes.update(report["notes"])
                became.update(await _became(store, case, outcome))
    return ModelRun(scores, became, notes, (perf_counter() - began) / max(1, len(cases)))


async def _became(store: BaseStore, case: FactCase, outcome: Outcome) -> list[str]:
    """Return what became of each thing the model proposed in a dialogue."""
    refused = [e for e in await list_events(store, user_root(case.id, 0)) if e["type"] == "proposal.rejected"]
    by_model = [e for e in refused if e["detail"]["reason"] in REFUSALS]
    return [
        *("written" for fact in outcome.written if fact["said_by"] == "tool"),
        *(f"waits: {p.get('reason')}" for p in outcome.pending if p["said_by"] == "tool"),
        *(f"refused: {event['detail']['reason']}" for event in by_model),
    ]


def told(name: str, run: ModelRun) -> str:
    """Return how a run went, in lines."""
    lines = [
        summary(f"rules and {name}", counted(run.scores)),
        f"  {run.seconds:.1f} s a dialogue; the model's proposals:",
    ]
    lines += [f"  {count:5} {what}" for what, count in run.became.most_common()]
    lines += [f"  {count:5} {note}" for note, count in run.notes.most_common()]
    return "\n".join(lines)
