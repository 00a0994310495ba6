"""What is to be delivered to whom: documents without text, from the outbox to the receiver or the dead letters."""

from collections.abc import Mapping, Sequence
from typing import NotRequired, TypedDict

from memory.core.events.event_docs import Event

OUTBOX_SCHEMA = 1


class Told(TypedDict):
    """One event in the outbox."""

    id: str
    type: str
    event: NotRequired[Event]
    """The event itself, where no log holds it."""


class OutboxDoc(TypedDict):
    """Events of one write that are to be delivered; keyed by when they were logged."""

    schema: int
    root: str
    events: list[Told]
    only: NotRequired[str]
    """The one receiver they are for: they are sent again."""


class Delivery(TypedDict):
    """One event on its way to one receiver."""

    schema: int
    receiver: str
    """An endpoint's name, or `hook:` and a hook's."""
    root: str
    told: Told
    tries: int
    """Attempts that failed."""
    due: int
    """Microseconds since 1970 (UTC) before which it is not tried."""
    failure: str
    """Why the last attempt failed, "" before the first."""


Waiting = dict[str, Delivery]
"""By key; of one receiver and user the keys are in the order in which events are to come."""


def fan_out(key: str, doc: OutboxDoc, receivers: Mapping[str, frozenset[str] | None]) -> Waiting:
    """Return the deliveries of an outbox document by key, the same each time.

    `receivers`: the kinds that each wants, None: all.
    """
    found: Waiting = {}
    for name, kinds in receivers.items():
        if doc.get("only", name) != name:
            continue
        for place, told in enumerate(doc["events"]):
            if kinds is None or told["type"] in kinds:
                at = f"{name}~{doc['root']}~{key}-{place:04d}"
                found[at] = {
                    "schema": OUTBOX_SCHEMA,
                    "receiver": name,
                    "root": doc["root"],
                    "told": told,
                    "tries": 0,
                    "due": 0,
                    "failure": "",
                }
    return found


def lines(waiting: Waiting) -> list[list[str]]:
    """Return the keys of deliveries in lines: each of one receiver and user, to be delivered one after the other."""
    found: dict[tuple[str, str], list[str]] = {}
    for key in sorted(waiting):
        found.setdefault((waiting[key]["receiver"], waiting[key]["root"]), []).append(key)
    return list(found.values())


def after_failure(delivery: Delivery, failure: str, now: int, retry_seconds: Sequence[int]) -> Delivery | None:
    """Return a delivery as it is tried again, None when it has been tried often enough.

    `now`: microseconds since 1970.
    """
    if delivery["tries"] >= len(retry_seconds):
        return None
    due = now + retry_seconds[delivery["tries"]] * 1_000_000
    return {**delivery, "tries": delivery["tries"] + 1, "due": due, "failure": failure}
