"""Erasing: which documents a conversation holds, what becomes of the facts it told, and what a person is told of it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypedDict

from memory.core.facts.current import history, living
from memory.core.facts.facts import Assertion, Proposal
from memory.core.facts.identity import assertion_key
from memory.core.forgetting.retelling import ending
from memory.core.ids import encode_label
from memory.core.language.times import moment
from memory.core.namespaces import Namespace

FactsChoice = Literal["keep", "delete"]
FACTS_CHOICES: tuple[FactsChoice, ...] = ("keep", "delete")

_KIND = 2  # position of the kind in ("users", U, kind, …)


class FactLine(TypedDict):
    """A fact as a preview tells it."""

    id: str
    text: str
    quote: str
    observed_at: str
    """ISO time of the message."""


class FactsTold(TypedDict):
    """What a conversation told of the user."""

    only: list[FactLine]
    """Facts that hold now or are to, and have no other source: `facts=delete` erases them."""
    also: list[FactLine]
    """Facts that hold now or are to, and were told in another conversation too: they stay in any case."""
    pending: list[FactLine]
    """Proposals from it that wait for a decision: they go in any case."""


class Receipt(TypedDict):
    """What an erase did; it holds no text of what was erased."""

    what: Literal["user", "conversation"]
    user: str | None
    """Who was erased or whose conversation it was; None after a restart, when only a hash of it is known."""
    conversation: str | None
    epoch: int | None
    """The user's epoch from now on; None where it did not change."""
    started: str
    """ISO time, UTC."""
    finished: str
    runs_stopped: int
    threads: int
    """Thread records of the platform that were deleted; runs and crons of a thread go with it."""
    checkpoints: int
    """Threads whose checkpoints were deleted."""
    crons: int
    documents: dict[str, int]
    """Store documents that were deleted, by kind."""
    facts_kept: int
    """Facts that stay, their source marked erased."""
    passes: int
    """Sweeps until nothing was left."""
    late: int
    """What the sweeps after the first found: written by someone who had begun before."""
    compacted: list[str]
    """Files or tables in which no freed space holds old text any more."""
    out_of_reach: list[str]
    """What may still hold text and whose it is."""


@dataclass
class FactChange:
    """What becomes of the assertions a conversation told."""

    put: list[Assertion] = field(default_factory=list)
    """Assertions that take the place of one with the same key."""
    delete: list[str] = field(default_factory=list)
    """Keys of assertions that go."""

    @property
    def kept(self) -> int:
        """How many assertions with a text stay."""
        return sum(bool(assertion["text"]) for assertion in self.put)


def kind_of(namespace: Namespace) -> str:
    """Return the kind of a document, as a receipt counts it: `transcript`, `facts`, …, `due`."""
    return namespace[_KIND] if len(namespace) > _KIND else namespace[0]


def is_of_thread(namespace: Namespace, key: str, value: Mapping[str, Any], thread: str) -> bool:
    """Tell whether a document of a user belongs to a thread: by a label, by its key, or as told or changed in it.

    A namespace that is made later is covered as long as it names threads in one of these ways.
    """
    label = encode_label(thread)
    return label in {*namespace[_KIND + 1 :], key} or thread in {value.get("thread"), told_in(value), *_named(value)}


def told_in(value: Mapping[str, Any]) -> str | None:
    """Return the thread in which a fact was told or from which an event comes, None for any other document."""
    for part in (value.get("source"), value.get("detail")):
        if isinstance(part, Mapping) and isinstance(part.get("thread"), str):
            return str(part["thread"])
    return None


def _named(value: Mapping[str, Any]) -> list[str]:
    """Return the threads of the facts that an event is about."""
    detail = value.get("detail")
    return list(detail.get("threads", ())) if isinstance(detail, Mapping) else []


def facts_told(assertions: Sequence[Assertion], pending: Iterable[Proposal], thread: str, now: str) -> FactsTold:
    """Return what a thread told of the user: which facts hold because of it alone, which were told elsewhere too."""
    holding = [span["fact"]["id"] for span in living(assertions, now)]
    told: FactsTold = {"only": [], "also": [], "pending": [_line(p) for p in pending if is_told_in(p, thread)]}
    for fact_id in holding:
        sayings = [a for a in assertions if a["id"] == fact_id]
        here = [a for a in sayings if is_told_in(a, thread)]
        if here:
            told["only" if len(here) == len(sayings) else "also"].append(_line(here[-1]))
    return told


def facts_after(assertions: Sequence[Assertion], thread: str, choice: FactsChoice, now: str) -> FactChange:
    """Return what becomes of a user's assertions when the conversation on `thread` is erased.

    Keep: of each fact the newest saying stays, so that the same facts hold as before; if it was told in this thread,
    its source is marked erased and loses the conversation's name. Delete: every saying of this thread goes; what ended
    another fact leaves a retraction without text, so that no fact holds again that the user had taken back.
    """
    here = [a for a in assertions if is_told_in(a, thread)]
    change = FactChange(delete=[assertion_key(a) for a in here])
    stay = _newest(assertions, here) if choice == "keep" else _ends(assertions, here, now)
    change.put = [source_erased(a) for a in stay]
    kept = {assertion_key(a) for a in change.put}
    change.delete = [key for key in change.delete if key not in kept]
    return change


def source_erased(assertion: Assertion) -> Assertion:
    """Return a fact that stays without its conversation: the quote stays, the conversation's name goes."""
    source = assertion["source"]
    return {**assertion, "source": {**source, "conversation": "", "erased": True}}


def is_told_in(fact: Proposal, thread: str) -> bool:
    """Tell whether a fact comes from what a thread holds now; one kept from an erased conversation does not."""
    return fact["source"]["thread"] == thread and not fact["source"].get("erased")


def _newest(assertions: Sequence[Assertion], here: Sequence[Assertion]) -> list[Assertion]:
    """Return those of `here` after which the same fact was not told again."""
    newest: dict[str, Assertion] = {}
    for assertion in sorted(assertions, key=lambda a: (moment(a["observed_at"]), moment(a["approved_at"]))):
        newest[assertion["id"]] = assertion
    return [a for a in here if newest[a["id"]] is a]


def _ends(assertions: Sequence[Assertion], here: Sequence[Assertion], now: str) -> list[Assertion]:
    """Return the bare ends of facts told elsewhere that would hold again without `here`."""
    rest = [a for a in assertions if a not in here]
    held = {span["fact"]["id"] for span in living(assertions, now)}
    ended = {span["fact"]["id"]: span for span in history(assertions, now) if span["invalid_at"]}
    back = [span["fact"] for span in living(rest, now) if span["fact"]["id"] not in held]
    by = {moment(a["observed_at"]): a for a in here}
    ends = [(fact, ended.get(fact["id"])) for fact in back]  # one that never began was called off: None
    lost = [(fact, span) for fact, span in ends if span is None or span["resumes_at"] is None]
    told = [(fact, str(span["invalid_at"]) if span else now) for fact, span in lost]
    return [ending(fact, by.get(moment(at), here[-1]), at, now) for fact, at in told]


def _line(fact: Proposal) -> FactLine:
    return {"id": fact["id"], "text": fact["text"], "quote": fact["quote"], "observed_at": fact["observed_at"]}
