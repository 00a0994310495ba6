from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory.core.errors import InputError
from memory.core.summary.summary_edits import (
    HELD_TOKENS,
    REMEMBERED,
    SummaryEdit,
    What,
    apply_edits,
    edited_exact,
    held_tokens,
    make_edit,
    wanted_by,
    with_edit,
    without_hold,
)
from memory.models.tokenizer import count_text

START = datetime(2026, 3, 1, tzinfo=UTC)
SUMMARY = """Earlier in this conversation (2026-03-01 to 2026-03-02):
- 2026-03-01 user: The deposit for flat A is 1,500 euros.
- 2026-03-01 user: The deposit for flat B is 1,500 euros.
- 2026-03-02 用户：小明住在广州。
- 2026-03-02 用戶：會議改到星期五。"""
HEADING, FLAT_A, FLAT_B, ZH, HANT = SUMMARY.splitlines()


def edit(what: What, number: int = 0, *, about: str = "", text: str = "") -> SummaryEdit:
    return make_edit(what, START + timedelta(minutes=number), about=about, text=text)


@pytest.mark.parametrize(
    ("wrong", "right"),
    [(FLAT_A, "The deposit for flat A is 1,200 euros."), (ZH, "小明住在深圳。"), (HANT, "會議改到星期四 in Room 5")],
)
def test_a_corrected_line_stands_as_the_user_wrote_it_where_the_wrong_one_stood(wrong: str, right: str):
    made = edit("replace", about=wrong, text=right)
    assert apply_edits(SUMMARY, [made]).splitlines() == [
        f"- {right}" if line == wrong else line for line in SUMMARY.splitlines()
    ]


@pytest.mark.parametrize(
    "copy",
    [
        FLAT_A,
        "- 2026-05-30 assistant: The deposit for flat A is 1,500 euros",
        "* Deposit for flat A: 1,500 euros.",
        "The deposit of the flat A: 1,500 euros",
    ],
)
def test_the_wrong_line_is_taken_out_of_a_later_summary_in_nearly_the_same_words_too(copy: str):
    made = edit("replace", about=FLAT_A, text="It is 1,200 euros.")
    assert apply_edits(f"Topics:\n{copy}\n{FLAT_B}", [made]) == f"Topics:\n- It is 1,200 euros.\n{FLAT_B}"


@pytest.mark.parametrize(
    ("gone", "other"),
    [
        (FLAT_A, FLAT_B),
        (FLAT_A, "- The deposit for flat A is 1,700 euros."),
        (FLAT_A, "- The deposit for flat A is not 1,500 euros."),
        (FLAT_A, "- The deposit for flat A is 1,500 euros, and Mia has paid it."),
        ("- Anna owes Bob the rent of May", "- Bob owes Anna the rent of May"),
        (ZH, "- 2026-03-02 用户：小红住在广州。"),
        ("- 小明欠小红三百元", "- 小红欠小明三百元"),
        (HANT, "- 會議改到星期五，地點是三號會議室。"),
    ],
)
def test_a_line_that_says_anything_else_is_no_copy(gone: str, other: str):
    for made in (edit("remove", about=gone), edit("pin", about=gone)):
        assert other in apply_edits(f"{gone}\n{other}", [made]).splitlines()


def test_a_removed_line_stays_out_in_either_script_and_nothing_stands_in_its_place():
    made = edit("remove", about=HANT)
    assert apply_edits(f"{ZH}\n- 2026-03-09 用户：会议改到星期五", [made]) == ZH


def test_a_pinned_and_an_added_line_stand_in_every_summary_first_where_it_lost_them():
    edits = [edit("pin", 1, about=ZH), edit("add", 2, text="Answer in English.")]
    assert apply_edits(f"Topics:\n{FLAT_A}", edits) == f"{ZH}\n- Answer in English.\nTopics:\n{FLAT_A}"
    assert apply_edits("", edits) == f"{ZH}\n- Answer in English."
    assert apply_edits(f"Topics:\n{ZH}\n{ZH}", edits).splitlines() == ["- Answer in English.", "Topics:", ZH]


def test_of_two_edits_about_one_line_the_later_counts():
    first = edit("replace", 1, about=FLAT_A, text="It is 1,200.")
    again = edit("replace", 2, about="- It is 1,200.", text="It is 1,300.")
    assert apply_edits(f"{FLAT_A}\n{ZH}", [again, first]) == f"- It is 1,300.\n{ZH}"
    back = edit("replace", 3, about="- It is 1,300.", text=FLAT_A)
    assert apply_edits(f"{FLAT_A}\n{ZH}", [first, again, back]) == f"{FLAT_A}\n{ZH}"
    removed = edit("remove", 4, about=FLAT_A)
    assert apply_edits(f"{FLAT_A}\n{ZH}", [first, again, back, removed]) == ZH


def test_the_exact_strings_of_a_line_that_was_taken_out_go_unless_another_line_holds_them():
    made = [edit("replace", about=FLAT_A, text="The deposit is AB-12.")]
    text = apply_edits(f"{FLAT_A}\n{FLAT_B}", made)
    assert edited_exact(["1,500 euros", "Flat A", "AB-12", "x@y.org"], text, made) == [
        "1,500 euros",
        "AB-12",
        "x@y.org",
    ]


def test_what_a_user_writes_is_kept_on_one_line_without_secrets():
    made = edit("add", text="  use\n the key\x00 sk-proj-Abc123Def456Ghi789Jkl012Mno345Pqr678Stu901 ")
    assert made["text"].startswith("- use the key ")
    assert "Abc123" not in made["text"]


@pytest.mark.parametrize(("text", "problem"), [(" \n", "text: is empty"), ("长" * 501, "text: is 501 characters")])
def test_a_line_that_is_empty_or_too_long_is_refused(text: str, problem: str):
    with pytest.raises(InputError, match=problem):
        edit("add", text=text)


def test_lines_that_must_stand_are_bounded_and_what_is_said_then_tells_what_to_do():
    rules = [edit("add", n, text=f"Rule {n}: 回答要简短，先说结论再说理由。") for n in range(100)]
    kept: list[SummaryEdit] = []
    while held_tokens([*kept, rules[len(kept)]], count_text) <= HELD_TOKENS:
        kept = with_edit(kept, rules[len(kept)], count_text)
    with pytest.raises(InputError, match=rf"tokens long\. They may take {HELD_TOKENS}: unpin one"):
        with_edit(kept, rules[len(kept)], count_text)
    assert 10 < len(kept) < 30
    assert with_edit(kept, edit("remove", 200, about=FLAT_A), count_text)


def test_of_the_lines_that_were_taken_out_only_the_newest_are_remembered():
    first = edit("replace", about=FLAT_A, text="It is 1,200.")
    removed = [edit("remove", number, about=f"- Line {number}") for number in range(1, REMEMBERED + 3)]
    assert with_edit([first, *removed[:-1]], removed[-1], count_text) == [first, *removed[2:]]


def test_an_edit_that_changes_nothing_any_more_is_not_kept():
    removed, back = edit("remove", 1, about=ZH), edit("add", 2, text=ZH)
    assert with_edit([removed], back, count_text) == [back]
    assert without_hold([back], ZH) == []


def test_a_line_that_is_unpinned_may_go_and_what_it_replaced_stays_out():
    edits = [edit("replace", 1, about=FLAT_A, text="It is 1,200."), edit("pin", 2, about=ZH)]
    after = without_hold(edits, "- It is 1,200.")
    assert apply_edits(f"- It is 1,200.\n{FLAT_A}", after).splitlines() == [ZH, "- It is 1,200."]
    assert apply_edits(FLAT_A, without_hold(after, ZH)) == ""
    with pytest.raises(InputError, match="neither pinned nor written"):
        without_hold(edits, FLAT_B)


_LINES = st.sampled_from([*SUMMARY.splitlines(), "", "- x", "x", "- Anna lives in Porto", "Anna, who lives in Porto."])


@st.composite
def _edits(draw: st.DrawFn) -> list[SummaryEdit]:
    made: list[SummaryEdit] = []
    for number in range(draw(st.integers(0, 6))):
        what = draw(st.sampled_from(["replace", "remove", "pin", "add"]))
        about, text = draw(_LINES.filter(bool)), draw(_LINES.filter(bool))
        made.append(edit(what, number, about="" if what == "add" else about, text=text))
    return made


@settings(max_examples=50)
@given(st.lists(_LINES).map("\n".join), _edits())
def test_applied_again_edits_change_nothing_and_what_must_stand_stands_once(text: str, edits: list[SummaryEdit]):
    after = apply_edits(text, edits)
    assert apply_edits(after, edits) == after
    wanted = wanted_by(edits)
    assert not {*after.splitlines()} & {*wanted.gone}
    assert all(after.splitlines().count(line) == 1 for line in wanted.held)
    kept: list[SummaryEdit] = []
    for one in edits:
        kept = with_edit(kept, one, count_text)
    assert apply_edits(text, kept) == after
