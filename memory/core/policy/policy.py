"""What happens to a proposal: written, asked about, or rejected. The policy is a table: the first row that fits.

The table is data (`memory/policy.toml`, read by `policy_rows.py`); a few rows stand before it in every policy.
"""

from dataclasses import dataclass
from typing import Literal

from memory.core.facts.facts import Kind, Proposal, SaidBy
from memory.core.language.namings import only_names
from memory.core.privacy.sensitivity import Matter, Sensitivity, matters_of

Action = Literal["write", "ask", "reject"]
Mode = Literal["auto", "review", "interrupt", "off"]


@dataclass(frozen=True)
class Decision:
    """What the policy decided and why, in words for the user."""

    action: Action
    reason: str


@dataclass(frozen=True, kw_only=True)
class Row:
    """One row of a policy; a condition that is None fits every proposal."""

    decision: Decision
    modes: frozenset[Mode] | None = None
    kinds: frozenset[Kind] | None = None
    sensitivity: Sensitivity | None = None
    matters: frozenset[Matter] | None = None
    """It tells any of these private matters."""
    said_by: SaidBy | None = None
    explicit: bool | None = None
    grounded: bool | None = None
    slotted: bool | None = None
    """The proposal fills a profile slot."""
    named_only: bool | None = None
    """It names a thing and tells nothing of it ("my birthday")."""
    confidence_below: float | None = None


Policy = tuple[Row, ...]
"""The first row that fits decides."""

_BEFORE: Policy = (
    Row(
        decision=Decision("reject", "holds a secret (key, password, card or identity number): never stored"),
        sensitivity="secret",
    ),
    Row(decision=Decision("write", "written by the operator"), said_by="operator"),
    Row(decision=Decision("reject", "it names something and tells nothing of it"), named_only=True),
    Row(decision=Decision("reject", "learning is off"), modes=frozenset({"off"})),
    Row(decision=Decision("ask", "every fact waits for review"), modes=frozenset({"review"})),
    Row(decision=Decision("ask", "the user's own words do not bear it"), grounded=False),
)
_AFTER = Row(decision=Decision("ask", "no row of the policy fits"))


def decide(proposal: Proposal, mode: Mode, policy: Policy) -> Decision:
    """Return what to do with a proposal.

    Modes: `auto` and `interrupt` follow the policy (`interrupt` also stops to ask about what is pending); `review`
    asks about everything; `off` learns nothing. A secret is rejected and the operator written in every mode.
    What a tool or the assistant says is written only if the user's own words bear it (`grounded`).
    """
    return next(row.decision for row in (*_BEFORE, *policy, _AFTER) if _fits(row, proposal, mode))


def _fits(row: Row, proposal: Proposal, mode: Mode) -> bool:
    """Tell whether every condition of a row holds."""
    return (
        (row.modes is None or mode in row.modes)
        and (row.kinds is None or proposal["kind"] in row.kinds)
        and row.sensitivity in {None, proposal["sensitivity"]}
        and row.said_by in {None, proposal["said_by"]}
        and row.explicit in {None, proposal["explicit"]}
        and row.grounded in {None, proposal["grounded"]}
        and row.slotted in {None, proposal["slot"] is not None}
        and (row.named_only is None or row.named_only is _is_named_only(proposal))
        and (row.confidence_below is None or proposal["confidence"] < row.confidence_below)
        and (row.matters is None or not row.matters.isdisjoint(_matters(proposal)))
    )


def _is_named_only(proposal: Proposal) -> bool:
    return proposal["slot"] is None and only_names(proposal["text"])


def _matters(proposal: Proposal) -> frozenset[Matter]:
    return matters_of(proposal["text"], proposal["value"] or "", proposal["quote"])
