"""Erasing: what becomes of the facts that a conversation told, and what a person is told of it before."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from memory.core.facts.current import history, living
from memory.core.facts.facts import Assertion, Proposal
from memory.core.facts.identity import assertion_key
from memory.core.forgetting.erase_docs import FactLine, FactsChoice, FactsTold
from memory.core.forgetting.retelling import ending
from memory.core.language.times import moment


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
