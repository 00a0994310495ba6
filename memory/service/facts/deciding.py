"""Deciding on proposals: said before or new, by the policy, within the limits; all decide through here."""

import logging
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from datetime import datetime

from langgraph.store.base import BaseStore

from memory.core.facts.alike import ENDS, SAME, joined
from memory.core.facts.current import living
from memory.core.facts.facts import Assertion, Proposal
from memory.core.facts.identity import is_retraction
from memory.core.language.times import moment
from memory.core.policy.policy import Action, Decision, Mode, Policy, decide
from memory.core.policy.write_limits import used, within_limits
from memory.service.settings.policy import current_policy
from memory.storage.facts import list_pending

_log = logging.getLogger(__name__)


async def decide_all(
    store: BaseStore,
    root: str,
    proposals: Sequence[Proposal],
    *,
    mode: Mode,
    assertions: Sequence[Assertion],
    now: datetime,
) -> list[tuple[Proposal, Action]]:
    """Return proposals, each with its reason, and what is done with them.

    What says again, in whatever words, a fact that holds or waits becomes a saying of it: it has that fact's id, and
    of one that holds it is written without a question. `assertions`: all of the user's. Raises InputError (a policy
    that cannot be read) and what the store raises.
    """
    if not proposals:
        return []
    policy, waiting = await current_policy(), await list_pending(store, root)
    last = max([now, *(moment(proposal["observed_at"]) for proposal in proposals)])
    held = [span["fact"] for span in living(assertions, last.isoformat())]
    known = {fact["id"] for fact in held}
    decided = [(p, _decision(p, mode, policy, known)) for p in joined(proposals, held, waiting)]
    limited = within_limits(decided, used(assertions, waiting, now))
    for reason in {d.reason for (_, before), (_, d) in zip(decided, limited, strict=True) if before != d}:
        _log.warning("a limit of memory writes is reached: %s", reason)
    return [({**proposal, "reason": _reason(proposal, decision)}, decision.action) for proposal, decision in limited]


def _decision(proposal: Proposal, mode: Mode, policy: Policy, known: AbstractSet[str]) -> Decision:
    """Return what the policy decides; what the user approved before and says again, or ends, is not asked about."""
    decision = decide(proposal, mode, policy)
    if decision.action != "ask" or not proposal["grounded"]:
        return decision
    if proposal["id"] in known:
        return Decision("write", SAME)
    ends = mode != "review" and is_retraction(proposal) and proposal.get("retracts") in known
    return Decision("write", ENDS) if ends else decision


def _reason(proposal: Proposal, decision: Decision) -> str:
    """Return why a decision was taken; of what is not grounded the proposal itself may tell it best."""
    own = proposal.get("reason") if decision.action == "ask" and not proposal["grounded"] else None
    return own or decision.reason
