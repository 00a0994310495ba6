from hypothesis import given
from hypothesis import strategies as st

from memory.core.window.shares import SHARES, WINDOW_FLOOR, SectionPlan, plan_sections

TOKENS = st.integers(0, 30_000)
WANTED = st.dictionaries(st.sampled_from([*SHARES, "window"]), TOKENS)
FIXED = st.dictionaries(st.sampled_from(["system", "tools", "notice"]), st.integers(0, 1_500))
BUDGETS = st.integers(-5, 200_000)


def given_to(plan: SectionPlan) -> dict[str, int]:
    """Tokens by section; what is brought back from before the window is a part of the window."""
    return {name: grant.granted for name, grant in plan.grants.items() if name != "earlier"}


@given(BUDGETS, FIXED, WANTED)
def test_what_is_granted_is_the_whole_budget_and_never_more(budget: int, fixed: dict[str, int], wanted: dict[str, int]):
    plan = plan_sections(budget, fixed, wanted)
    assert sum(given_to(plan).values()) == max(budget, sum(fixed.values()))
    assert all(grant.granted >= 0 and grant.floor >= 0 for grant in plan.grants.values())
    assert plan.grants["earlier"].granted <= plan.grants["window"].granted


@given(BUDGETS, FIXED, WANTED)
def test_a_section_gets_at_most_what_it_wants_and_may_and_at_least_its_floor(
    budget: int, fixed: dict[str, int], wanted: dict[str, int]
):
    plan = plan_sections(budget, fixed, wanted)
    floors_fit = sum(fixed.values()) * 100 <= budget * (100 - WINDOW_FLOOR - sum(s.floor for s in SHARES.values()))
    for name in SHARES:
        grant = plan.grants[name]
        assert grant.granted <= min(grant.wanted, grant.ceiling)
        assert grant.granted >= min(grant.wanted, grant.floor) or not floors_fit
    assert plan.grants["window"].granted >= plan.grants["window"].floor or not floors_fit


@given(BUDGETS, st.integers(0, 3_000), FIXED, WANTED)
def test_more_budget_is_never_less_for_any_section(
    budget: int, more: int, fixed: dict[str, int], wanted: dict[str, int]
):
    small, large = (given_to(plan_sections(one, fixed, wanted)) for one in (budget, budget + more))
    assert all(large[name] >= small[name] for name in SHARES)
    assert large["window"] >= small["window"] - len(SHARES)  # each section's fraction of a token


@given(BUDGETS, FIXED, WANTED, st.sampled_from([*SHARES]), st.integers(1, 5_000))
def test_who_wants_more_gets_no_less_and_takes_only_from_the_window_and_those_behind(
    budget: int, fixed: dict[str, int], wanted: dict[str, int], name: str, more: int
):
    before = given_to(plan_sections(budget, fixed, wanted))
    after = given_to(plan_sections(budget, fixed, wanted | {name: wanted.get(name, 0) + more}))
    at = list(SHARES).index(name)
    assert after[name] >= before[name]
    assert all(after[other] == before[other] for other in list(SHARES)[:at])
    assert all(after[other] <= before[other] for other in list(SHARES)[at + 1 :])
    assert after["window"] <= before["window"] + len(SHARES)  # each section's fraction of a token


def test_the_ceilings_and_the_windows_floor_fit_together():
    assert sum(share.ceiling for share in SHARES.values()) <= 100 - WINDOW_FLOOR
    assert all(share.floor <= share.ceiling for share in SHARES.values())


def test_unused_room_goes_to_the_window():
    plan = plan_sections(10_000, {"system": 1_000}, {"profile": 200})
    assert (plan.grants["profile"].granted, plan.grants["window"].granted, plan.notes) == (200, 8_800, [])


def test_a_tight_budget_shrinks_the_last_sections_first_and_leaves_the_window_its_floor():
    plan = plan_sections(3_000, {"system": 900, "tools": 200}, dict.fromkeys(SHARES, 1_000))
    granted = given_to(plan)
    assert granted["instructions"] == plan.grants["instructions"].floor + 10  # all that is spare past the floors
    assert [granted[name] for name in SHARES if name != "instructions"] == [
        plan.grants[name].floor for name in SHARES if name != "instructions"
    ]
    assert granted["window"] == plan.grants["window"].floor == 1_200


def test_a_budget_smaller_than_the_fixed_part_gives_a_plan_and_a_note():
    plan = plan_sections(500, {"system": 600}, {"profile": 100})
    assert (plan.grants["profile"].granted, plan.grants["window"].granted) == (0, 0)
    assert plan.notes == ["budget: system text and tools alone take 600 of 500 tokens"]


def test_a_window_below_its_floor_is_told():
    (note,) = plan_sections(1_000, {"system": 700}, {}).notes
    assert note == "window: 300 tokens are left for it, less than the 400 it should have"
