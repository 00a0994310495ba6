"""Reads a policy from the data of its file (`memory/policy.toml` tells the form)."""

from collections.abc import Mapping
from typing import Any, cast, get_args

from memory.core.facts.facts import Kind, SaidBy
from memory.core.policy.policy import Action, Decision, Policy, Row
from memory.core.policy.rows import Reader, flag, line, one_of, refuse_missing, refuse_unknown, share, some_of, tables
from memory.core.privacy.sensitivity import Matter, Sensitivity

REASON_LIMIT = 200
"""Characters of a row's reason, at most."""


def parse_policy(data: Mapping[str, Any], name: str) -> Policy:
    """Return the policy that `data` holds, a TOML file's table; `name` is what messages call that file.

    Raises InputError, which names the row and its field.
    """
    rows = tables(data, "row", name, "memory/policy.toml")
    return tuple(_row(row, f"{name}, row {number}") for number, row in enumerate(rows, start=1))


def _row(row: Mapping[str, Any], place: str) -> Row:
    refuse_unknown(row, {"action", "reason", *_CONDITIONS}, place)
    refuse_missing(row, ("action", "reason"), place, "Every row has an action and a reason.")
    action = one_of(get_args(Action))(row["action"], f"{place}: action")
    reason = line(REASON_LIMIT)(row["reason"], f"{place}: reason")
    conditions: dict[str, Any] = {
        field: read(row[field], f"{place}: {field}") for field, read in _CONDITIONS.items() if field in row
    }
    return Row(decision=Decision(cast("Action", action), reason), **conditions)


_CONDITIONS: dict[str, Reader] = {
    "kinds": some_of(get_args(Kind)),
    "sensitivity": one_of(tuple(level for level in get_args(Sensitivity) if level != "secret")),
    "matters": some_of(get_args(Matter)),
    "explicit": flag,
    "slotted": flag,
    "said_by": one_of(tuple(who for who in get_args(SaidBy) if who != "operator")),
    "confidence_below": share,
}
