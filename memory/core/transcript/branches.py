"""Branches of a thread: when a message is the same entry, what left the active path, and what forks beside it."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from memory.core.facts.current import living
from memory.core.facts.facts import Assertion, Proposal
from memory.core.ids import key_content, parse_key_time
from memory.core.language.text import content_hash
from memory.core.language.times import moment
from memory.core.transcript.entries import Entry, Message, Place, message_hash, place_of
from memory.core.window.adoption import AdoptedSummary, PathStep, as_summary

LEFT_PATH = "its source left the conversation's active path"
"""Why a fact that was approved waits for a decision again; one approved after that keeps the reason, and stays."""


@dataclass(frozen=True)
class Departure:
    """What leaves a user's facts with the messages that left the active path."""

    gone: list[Assertion]
    """Assertions that count no more."""
    pending: list[Proposal]
    """Those of them that wait for a decision now: the newest saying of each fact that holds no other way."""


@dataclass(frozen=True)
class Branch:
    """What goes on beside a path, from the entry in which it differs."""

    first: Entry
    tip: Place
    """The newest entry at which it, or one that forks off it, ends."""
    entries: int
    """How many entries it has, with those of what forks off it."""
    deepest: int
    """Depth of its deepest entry."""


@dataclass(frozen=True)
class Fork:
    """Where entries beside those of a path begin."""

    parent: str | None
    """Key of the entry they all follow, None where they begin the thread."""
    shown: str
    """Key of the one that is on the path."""
    others: list[Branch]
    """The others, the newest last."""


def said_at(message: Message, parent: Place | None, newest: Entry | None, now: datetime) -> datetime:
    """Return the time to stamp on the entry of `message` after `parent`; the same call again gives the same time.

    `newest` is the newest entry of this message id, if it has one. The same content after the same parent is that
    entry; other content was said now. The same content elsewhere is another entry: it keeps its time but for a
    fraction of a second that follows from the parent, since an entry's key tells neither branch nor parent.
    """
    if newest is None or key_content(newest["key"]) != message_hash(message):
        return now
    time = parse_key_time(newest["key"])
    if newest["parent"] == (parent["key"] if parent else None):
        return time
    return time + timedelta(microseconds=1 + int(content_hash(parent), 16) % 999_999)


def own_summary(path: Sequence[PathStep], held: object) -> AdoptedSummary | None:
    """Return the adopted summary a state holds, unless it covers an entry of a branch that the path has left."""
    adopted = as_summary(held)
    if adopted is None or covers(path, adopted["cursor"]):
        return adopted
    return None


def covers(path: Sequence[PathStep], cursor: Place) -> bool:
    """Tell whether the entry at `cursor` is on the branch of which `path` is the end."""
    return bool(path) and (cursor["depth"] < path[0]["depth"] or any(s["key"] == cursor["key"] for s in path))


def entries_past(path: Sequence[PathStep], cursor: Place | None) -> int:
    """Return how many entries of the branch lie past `cursor`: all of them if it is on another branch."""
    if not path:
        return 0
    return path[-1]["depth"] - (cursor["depth"] if cursor and covers(path, cursor) else -1)


def left_behind(gone: Iterable[Entry], path: Iterable[Place]) -> list[Entry]:
    """Return those of `gone`, the entries only the old branch has, whose message is not on the new `path` as well."""
    kept = {_message_of(place["key"]) for place in path}
    return [entry for entry in gone if _message_of(entry["key"]) not in kept]


def depart(
    assertions: Sequence[Assertion], waiting: Collection[str], thread: str, entries: Collection[str], now: str
) -> Departure:
    """Return what becomes of a user's facts when `entries` (keys) of `thread` leave its active path at `now` (ISO).

    What was said there counts no more, so a value it had ended holds again. A fact goes back to pending unless it
    holds by another saying or waits already (`waiting`: ids). One approved again after such a departure stays.
    """
    gone = [a for a in assertions if _said_in(a, thread, entries) and a.get("reason") != LEFT_PATH]
    if not gone:
        return Departure([], [])
    lost = {id(a) for a in gone}
    holding = {span["fact"]["id"] for span in living([a for a in assertions if id(a) not in lost], now)}
    newest = {a["id"]: a for a in sorted(gone, key=lambda a: moment(a["observed_at"]))}
    pending = [_proposal(a) for i, a in newest.items() if a["text"] and i not in holding and i not in waiting]
    return Departure(gone, pending)


def forks(shown: Sequence[Entry], entries: Iterable[Entry]) -> list[Fork]:
    """Return what begins beside the entries of `shown`, a stretch of one branch; `entries` holds all that is known."""
    children: dict[str | None, list[Entry]] = {}
    for entry in entries:
        children.setdefault(entry["parent"], []).append(entry)
    found = []
    for on_path in shown:
        beside = [e for e in children.get(on_path["parent"], ()) if e["key"] != on_path["key"]]
        if beside:
            others = sorted((_branch(e, children) for e in beside), key=lambda branch: branch.tip["key"])
            found.append(Fork(on_path["parent"], on_path["key"], others))
    return found


def _branch(first: Entry, children: Mapping[str | None, Sequence[Entry]]) -> Branch:
    members, at = [first], 0
    while at < len(members):
        members += children.get(members[at]["key"], ())
        at += 1
    tip = max((e for e in members if e["key"] not in children), key=lambda e: e["key"])
    return Branch(first, place_of(tip), len(members), max(e["depth"] for e in members))


def _message_of(key: str) -> str:
    """Return what an entry's key tells of its message: id and content, not the time."""
    return key.split("-", 1)[1]


def _said_in(fact: Assertion, thread: str, entries: Collection[str]) -> bool:
    return fact["source"]["thread"] == thread and fact["source"]["entry"] in entries


def _proposal(fact: Assertion) -> Proposal:
    proposal: Proposal = {k: v for k, v in fact.items() if k != "approved_at"}  # type: ignore[assignment]  # its base
    return {**proposal, "reason": LEFT_PATH}
