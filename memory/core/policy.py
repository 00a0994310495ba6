"""What happens to a proposal: written, asked about, or rejected. The policy is a table: the first row that fits."""

from dataclasses import dataclass
from typing import Literal

from memory.core.facts import Kind, Proposal, SaidBy
from memory.core.sensitivity import Sensitivity

Action = Literal["write", "ask", "reject"]
Mode = Literal["auto", "review", "interrupt", "off"]

SURE = 0.6
"""Confidence below which a reading is asked about."""


@dataclass(frozen=True)
class Decision:
    """What the policy decided and why, in words for the user."""

    action: Action
    reason: str


@dataclass(frozen=True)
class Row:
    """One row of the policy; a condition that is None fits every proposal."""

    decision: Decision
    modes: frozenset[Mode] | None = None
    sensitivity: Sensitivity | None = None
    said_by: SaidBy | None = None
    explicit: bool | None = None
    grounded: bool | None = None
    below: float | None = None
    """Confidence below this."""
    kinds: frozenset[Kind] | None = None
    slotted: bool | None = None
    """The proposal fills a profile slot."""


POLICY: tuple[Row, ...] = (
    Row(
        Decision("reject", "holds a secret (key, password, card or identity number): never stored"),
        sensitivity="secret",
    ),
    Row(Decision("write", "written by the operator"), said_by="operator"),
    Row(Decision("reject", "learning is off"), modes=frozenset({"off"})),
    Row(Decision("ask", "every fact waits for review"), modes=frozenset({"review"})),
    Row(Decision("ask", "the user's own words do not bear it"), grounded=False),
    Row(Decision("write", "the user asked for it"), explicit=True),
    Row(Decision("ask", "private: health, belief, sexuality, politics or another person"), sensitivity="sensitive"),
    Row(Decision("ask", "read with little certainty"), below=SURE),
    Row(Decision("write", "the user said so about themselves"), slotted=True),
    Row(
        Decision("write", "the user said so about themselves"),
        kinds=frozenset({"profile", "preference", "instruction"}),
    ),
    Row(Decision("ask", "not a profile fact, a preference or an instruction")),
)


def decide(proposal: Proposal, mode: Mode) -> Decision:
    """Return what to do with a proposal.

    Modes: `auto` and `interrupt` follow the table (`interrupt` also stops to ask about what is pending); `review`
    asks about everything; `off` learns nothing. A secret is rejected and the operator written in every mode.
    What a tool or the assistant says is written only if the user's own words bear it (`grounded`).
    """
    return next(row.decision for row in POLICY if _fits(row, proposal, mode))


def _fits(row: Row, proposal: Proposal, mode: Mode) -> bool:
    """Tell whether every condition of a row holds."""
    return (
        (row.modes is None or mode in row.modes)
        and row.sensitivity in {None, proposal["sensitivity"]}
        and row.said_by in {None, proposal["said_by"]}
        and row.explicit in {None, proposal["explicit"]}
        and row.grounded in {None, proposal["grounded"]}
        and (row.below is None or proposal["confidence"] < row.below)
        and (row.kinds is None or proposal["kind"] in row.kinds)
        and row.slotted in {None, proposal["slot"] is not None}
    )
