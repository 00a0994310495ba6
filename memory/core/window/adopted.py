"""Whether the summary a thread has taken over may still be shown, and what taking over a newer one yields."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from memory.core.facts.facts import Tombstone
from memory.core.language.times import moment
from memory.core.summary.summary_docs import Summary
from memory.core.transcript.entries import Message
from memory.core.window.adoption import (
    AdoptedSummary,
    PathStep,
    has_gap,
    on_path,
    start_index,
    wants_summary,
    window_start,
)


def withheld(summary: AdoptedSummary | Summary | None, thread: str, tombstones: Iterable[Tombstone]) -> bool:
    """Tell whether something said in the thread was forgotten after the summary was made: it may hold it."""
    return summary is not None and any(
        thread in t["threads"] and moment(t["forgotten_at"]) >= moment(summary["time"]) for t in tombstones
    )


@dataclass(frozen=True)
class Forgotten:
    """What is known of a user's forgetting as a window is made."""

    thread: str
    tombstones: Sequence[Tombstone]
    unknown: bool = False
    """Something was forgotten, and now it is not known what."""
    newest: str | None = None
    """ISO time of the mailbox's summary, None without one. A later one was made by a clock that was set back since."""

    def hides(self, summary: AdoptedSummary | Summary | None) -> bool:
        """Tell whether a summary of the thread may hold what was forgotten."""
        ahead = bool(summary and self.newest and moment(summary["time"]) > moment(self.newest))
        return self.unknown or ahead or withheld(summary, self.thread, self.tombstones)


def next_summary(
    adopted: AdoptedSummary | None,
    mailbox: Summary | None,
    path: Sequence[PathStep],
    messages: Sequence[Message],
    sizes: Sequence[int],
    budget: int,
    *,
    stale: bool,
) -> AdoptedSummary | None:
    """Return the summary the thread goes on with: the mailbox's if the window wants one and it lies on this branch.

    `sizes`: tokens of each message. `stale`: the adopted one may hold what was forgotten, so a newer one replaces it.
    One that follows a change of the user's which the adopted one does not is taken over at once.
    """
    window = sum(sizes[start_index(path, adopted) :])
    wanted = stale or wants_summary(window, budget, has_gap(path, adopted))
    if mailbox is None or not (wanted or _is_edited(adopted, mailbox)):
        return adopted
    at = on_path(path, mailbox["cursor"])
    ahead = mailbox["cursor"]["depth"] - (adopted["cursor"]["depth"] if adopted else -1)
    if at is None or not (stale or ahead > 0 or (ahead == 0 and _is_edited(adopted, mailbox))):
        return adopted
    start = window_start(path, messages, at, sizes, budget) if wanted or not adopted else adopted.get("start")
    taken: AdoptedSummary = {
        "text": mailbox["text"],
        "exact": mailbox["exact"],
        "cursor": mailbox["cursor"],
        "time": mailbox["time"],
        "start": start,
    }
    if "short" in mailbox:
        taken["short"] = mailbox["short"]
    if "edited" in mailbox:
        taken["edited"] = mailbox["edited"]
    return taken


def _is_edited(adopted: AdoptedSummary | None, mailbox: Summary) -> bool:
    """Tell whether the mailbox's summary follows a change of the user's that the adopted one does not."""
    return adopted is not None and mailbox.get("edited", "") > adopted.get("edited", "")
