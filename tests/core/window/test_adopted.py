from typing import Any

from support.conversations import a_tombstone
from support.entries import conversation

from memory.core.facts.facts import Tombstone
from memory.core.summary.summary_docs import Summary
from memory.core.transcript.entries import place_of
from memory.core.window.adopted import Forgotten, next_summary, withheld
from memory.core.window.adoption import AdoptedSummary, PathStep

ENTRIES = conversation(20)
PATH: list[PathStep] = [{"id": e["id"], "key": e["key"], "depth": e["depth"]} for e in ENTRIES]
EARLY, LATE = "2026-03-01T00:00:00+00:00", "2026-04-01T00:00:00+00:00"


def mailbox(at: int, time: str = EARLY, **fields: Any) -> Summary:
    kept: Summary = {
        "schema": 2,
        "text": "- 用户去上海",
        "exact": ["CA1234"],
        "origins": {},
        "left_out": [],
        "cursor": place_of(ENTRIES[at]),
        "folds": 1,
        "turns": 1,
        "drift": 0.0,
        "repaired": 0.0,
        "by": "rules",
        "fallbacks": 0,
        "failed": 0,
        "time": time,
        "tokens": 9,
    }
    return kept | fields  # type: ignore[return-value]  # the same shape


def adopted(at: int) -> AdoptedSummary:
    return {"text": "- old", "exact": [], "cursor": place_of(ENTRIES[at]), "time": EARLY, "start": f"m{at + 1}"}


def choose(have: AdoptedSummary | None, box: Summary | None, size: int = 100, *, stale: bool = False):
    return next_summary(have, box, PATH, ENTRIES, [size] * 20, 1_000, stale=stale)


def test_a_full_window_takes_over_the_mailbox_and_begins_anew():
    chosen = choose(None, mailbox(15))
    assert chosen is not None
    assert chosen["start"] == "m16"
    assert (chosen["text"], chosen["exact"], chosen["cursor"]) == ("- 用户去上海", ["CA1234"], place_of(ENTRIES[15]))


def test_the_short_forms_of_long_messages_come_with_the_summary_they_were_made_with():
    chosen = choose(None, mailbox(15, short={"k": "去上海，航班 CA1234"}))
    assert chosen is not None
    assert chosen["short"] == {"k": "去上海，航班 CA1234"}
    assert "short" not in (choose(None, mailbox(15)) or {"short": ""})


def test_while_it_is_not_known_what_was_forgotten_every_summary_is_hidden():
    assert Forgotten("t", (), unknown=True).hides(mailbox(3, LATE))
    assert Forgotten("t", [tombstone("t")]).hides(adopted(3))
    assert not Forgotten("t", [tombstone("other")]).hides(adopted(3))
    assert not Forgotten("t", ()).hides(None)


def test_a_summary_taken_over_from_a_clock_that_was_set_back_since_is_hidden_until_the_newer_one_takes_its_place():
    known = Forgotten("t", (), newest=EARLY)
    assert known.hides({**adopted(3), "time": LATE})
    assert not known.hides({**adopted(3), "time": EARLY})
    assert not known.hides(mailbox(3, EARLY))


def test_a_window_with_room_keeps_what_it_has():
    assert choose(None, mailbox(15), size=1) is None
    assert choose(adopted(5), mailbox(15), size=1) == adopted(5)
    assert choose(adopted(5), None) == adopted(5)


def test_an_older_mailbox_or_one_of_another_branch_is_not_taken():
    assert choose(adopted(9), mailbox(9)) == adopted(9)
    assert choose(None, mailbox(9, cursor=place_of(conversation(9, prefix="branch")[-1]))) is None


def test_a_state_that_begins_after_a_gap_takes_the_mailbox_though_it_has_room():
    chosen = next_summary(None, mailbox(10), PATH[8:], ENTRIES[8:], [1] * 12, 1_000, stale=False)
    assert chosen is not None
    assert chosen["cursor"] == place_of(ENTRIES[10])


def test_what_may_hold_something_forgotten_is_replaced_though_the_window_has_room():
    chosen = choose(adopted(9), mailbox(9, LATE), size=1, stale=True)
    assert chosen is not None
    assert chosen["time"] == LATE


def tombstone(thread: str) -> Tombstone:
    return {**a_tombstone("c", "e"), "threads": [thread]}  # forgotten on 10 March


def test_a_summary_made_before_something_of_its_thread_was_forgotten_is_withheld():
    assert withheld(mailbox(3, EARLY), "t", [tombstone("t")])
    assert not withheld(mailbox(3, LATE), "t", [tombstone("t")])
    assert not withheld(mailbox(3, EARLY), "t", [tombstone("other")])
    assert not withheld(None, "t", [tombstone("t")])


def test_a_change_of_the_users_is_taken_over_at_once_and_leaves_the_window_where_it_began():
    before: AdoptedSummary = {**adopted(15), "edited": "1"}
    chosen = choose(before, mailbox(15, edited="2"), size=1)
    assert chosen is not None
    assert (chosen["text"], chosen["start"], chosen.get("edited")) == ("- 用户去上海", before["start"], "2")
    assert choose(before, mailbox(15, edited="1"), size=1) is before
    assert choose(before, mailbox(10, edited="2"), size=1) is before
