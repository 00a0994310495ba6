"""What must hold after a crash and a client's retries, checked on what is stored."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from evals.crash_scenarios import EXACT
from memory.core.defaults import DEFAULTS
from memory.core.facts.facts import Assertion, Proposal
from memory.core.messages.incoming import is_final
from memory.core.messages.repair import call_ids
from memory.core.summary.due import fold_ranges
from memory.core.summary.leaf_path import covered, leaves_on_path
from memory.core.summary.summary_docs import Leaf, Summary
from memory.core.transcript.entries import Entry, chain, text_of
from memory.models.tokenizer import count_message


@dataclass(frozen=True)
class Remains:
    """What storage holds of a conversation."""

    path: list[Entry]
    """The active path."""
    entries: list[Entry]
    """Of every branch."""
    state: list[str]
    """Ids of the messages in the thread's state."""
    state_path: list[str]
    """Keys of the entries the state knows."""
    facts: list[Assertion]
    pending: list[Proposal]
    leaves: list[Leaf]
    summary: Summary | None
    due: bool
    """The thread has its due mark."""

    def outcome(self) -> dict[str, Any]:
        """Return what a crash must not change, as JSON."""
        return {
            # A tool that ran twice may tell so.
            "said": [[e["role"], text_of(e) if e["role"] != "tool" else ""] for e in self.path],
            "facts": sorted(f["text"] for f in self.facts),
            "pending": sorted(p["text"] for p in self.pending),
            "leaves": sorted([leaf["first"]["depth"], leaf["last"]["depth"]] for leaf in self.leaves),
            "cursor": self.summary["cursor"]["depth"] if self.summary else None,
        }


def is_due(remains: Remains) -> bool:
    """Tell whether consolidation has something to fold."""
    return bool(_ranges(remains))


def violations(remains: Remains, acknowledged: Iterable[str]) -> list[str]:
    """Return what does not hold, in words; `acknowledged`: keys of the entries that existed when a process died."""
    keys = [e["key"] for e in remains.path]
    lost = [f"a message that had its entry is off the path: {key}" for key in acknowledged if key not in keys]
    doubled = [f"said twice: {i}" for i, n in Counter(e["id"] for e in remains.path).items() if n > 1]
    texts = Counter(text_of(e) for e in remains.path if e["role"] == "user")
    doubled += [f"asked twice: {text}" for text, n in texts.items() if n > 1]
    return [
        *lost,
        *doubled,
        *_state(remains),
        *_answers(remains.path),
        *_tools(remains),
        *_facts(remains),
        *_summary(remains),
    ]


def _state(remains: Remains) -> list[str]:
    """The thread's state holds the end of the path, message for entry."""
    end = remains.path[len(remains.path) - len(remains.state) :]
    wrong = [] if remains.state == [e["id"] for e in end] else ["the state's messages are not those of the path"]
    return wrong + (
        [] if remains.state_path == [e["key"] for e in end] else ["the state's path is not the transcript's"]
    )


def _answers(path: Sequence[Entry]) -> list[str]:
    """Each user message of a path is answered once."""
    wrong: list[str] = []
    asked = [i for i, e in enumerate(path) if e["role"] == "user"]
    for at, until in pairwise([*asked, len(path)]):
        answers = sum(is_final(e) for e in path[at:until])
        wrong += [f"{answers} answers to {text_of(path[at])!r}"] if answers != 1 else []
    return wrong


def _tools(remains: Remains) -> list[str]:
    """Each call of the path has one result after it; each result of any branch has its call before it."""
    calls = Counter(call for e in remains.path for call in call_ids(e))
    results = Counter(e["tool_call_id"] for e in remains.path if e["role"] == "tool")
    wrong = [] if calls == results else [f"calls {sorted(calls)} have the results {sorted(results)}"]
    for entry in remains.entries:
        if entry["role"] == "tool":
            before = chain(remains.entries, entry["key"])
            if not any(entry["tool_call_id"] in call_ids(e) for e in before):
                wrong.append(f"an orphan tool message: {entry['key']}")
    return wrong


def _facts(remains: Remains) -> list[str]:
    known = Counter(f["text"] for f in [*remains.facts, *remains.pending])
    return [f"a fact is there {n} times: {text}" for text, n in known.items() if n > 1]


def _summary(remains: Remains) -> list[str]:
    """The cursor lies on the path, the leaves tile the path up to it, and nothing more is due."""
    wrong = ["something is still due"] if is_due(remains) else []
    wrong += ["the due mark was left behind"] if remains.due and not wrong else []
    if remains.summary is None:
        return [*wrong, "leaves without a summary"] if remains.leaves else wrong
    cursor = remains.summary["cursor"]
    tiles = leaves_on_path(remains.path, remains.leaves)
    if all(e["key"] != cursor["key"] for e in remains.path):
        wrong.append("the cursor is not on the path")
    if sum(map(covered, tiles)) != cursor["depth"] + 1 or len(tiles) != len(remains.leaves):
        wrong.append("the leaves do not cover exactly what lies up to the cursor")
    missing = [exact for exact in EXACT if exact not in remains.summary["exact"]]
    return [*wrong, *(f"the summary lost {exact}" for exact in missing)]


def _ranges(remains: Remains) -> list[list[Entry]]:
    after = remains.summary["cursor"]["depth"] if remains.summary else -1
    past = [e for e in remains.path if e["depth"] > after]
    return fold_ranges(past, count_message, DEFAULTS.context_budget)
