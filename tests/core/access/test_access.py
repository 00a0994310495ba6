"""Who may speak for whom, how much a caller may send, and what of the store is theirs."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.core.access.identities import ACT_FOR_USERS, LOCAL_CALLER, service_identity, spoken_for, whose
from memory.core.access.namespaces import within
from memory.core.access.rate import Bucket, take
from memory.core.errors import InputError

ROOT = "ann--0"
OWN = ("users", ROOT)


@pytest.mark.parametrize("named", [None, "ann"])
def test_a_user_speaks_for_themselves(named: str | None):
    assert spoken_for("ann", (), named) == "ann"


@pytest.mark.parametrize("named", ["bob", "Ann", "ann ", "", "аnn", "林"])
def test_a_user_speaks_for_nobody_else_and_learns_nothing_of_them(named: str):
    with pytest.raises(InputError) as refused:
        spoken_for("ann", ("everyone",), named)
    assert str(refused.value) == "user_id: is not who is logged in. Leave it out: you speak for yourself."


def test_who_may_act_for_users_speaks_for_whom_they_name():
    assert spoken_for("holdfast:service:bot", (ACT_FOR_USERS,), "小林") == "小林"


@pytest.mark.parametrize("named", ["holdfast:service:other", "holdfast:operator", "holdfast:local"])
def test_who_may_act_for_users_acts_for_no_other_service_nor_for_the_operator(named: str):
    with pytest.raises(InputError, match="user_id: begins with holdfast:"):
        spoken_for("holdfast:service:bot", (ACT_FOR_USERS,), named)
    assert spoken_for(named, (ACT_FOR_USERS,), named) == named


@pytest.mark.parametrize(
    ("identity", "named", "user"),
    [
        (None, None, None),
        (None, "ann", "ann"),
        (LOCAL_CALLER, "小林", "小林"),
        (LOCAL_CALLER, None, None),
        ("ann", "bob", "ann"),
        (service_identity("bot"), "bob", "bob"),
        (service_identity("bot"), None, "holdfast:service:bot"),
    ],
)
def test_a_kept_run_is_of_whom_it_spoke_for(identity: str | None, named: str | None, user: str | None):
    assert whose(identity, named) == user


@pytest.mark.parametrize(
    "asked",
    [
        ("users", "bob--0"),
        ("users", "ann--01"),
        ("users", "ann--0x", "facts"),
        ("users", "ann-"),
        ("users", "*"),
        ("users", "%"),
        ("users", "..", "bob--0"),
        ("Users", "ann--0"),
        ("due",),
        ("epochs",),
        ("users", "", "ann--0"),
    ],
)
def test_nothing_but_the_own_root_is_shown(asked: tuple[str, ...]):
    assert [within(ROOT, asked, widen=widen) for widen in (True, False)] == [None, None]


@pytest.mark.parametrize("asked", [None, [], ["users"], ["users", "ann--0"]])
def test_a_shorter_prefix_means_all_of_the_own(asked: list[str] | None):
    assert within(ROOT, asked, widen=True) == OWN
    assert within(ROOT, ["users"], widen=False) is None


@given(st.lists(st.text()))
def test_whatever_is_asked_for_what_is_read_lies_under_the_own_root(asked: list[str]):
    found = within(ROOT, asked, widen=True)
    assert found is None or found[: len(OWN)] == OWN


def test_a_caller_who_has_sent_all_they_may_waits_until_one_more_is_due():
    bucket = None
    for _ in range(60):
        bucket, wait = take(bucket, 100.0, 60)
        assert wait == 0
    bucket, wait = take(bucket, 100.0, 60)
    assert wait == pytest.approx(1.0)
    assert take(bucket, 100.5, 60)[1] == pytest.approx(0.5)
    assert take(bucket, 101.01, 60)[1] == 0


@given(st.lists(st.floats(0, 1e6), min_size=1), st.integers(1, 1000))
def test_nobody_ever_has_more_than_a_minutes_requests(times: list[float], most: int):
    bucket: Bucket | None = None
    for now in times:  # clocks that jump back included
        bucket, wait = take(bucket, now, most)
        assert 0 <= bucket.left <= most
        assert wait >= 0
