"""Scopes of shared knowledge are nobody's memory and never each other's; an item is its text."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.core.errors import InputError
from memory.core.ids import user_root
from memory.core.shared.items import EVERYONE_SCOPE, TEXT_CHARS, make_item, scope_of, scopes_for, whose_scope

NOW = datetime(2026, 3, 5, tzinfo=UTC)
names = st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\0"), min_size=1, max_size=40).filter(
    str.strip
)


@given(names, names)
def test_every_organisation_has_a_scope_of_its_own_that_is_no_users_root_and_not_everyones(one: str, other: str):
    assert (scope_of(one) == scope_of(other)) == (one == other)
    assert scope_of(one) not in {EVERYONE_SCOPE, user_root(one, 0), user_root(other, 0)}
    assert scopes_for(one) == [scope_of(one), EVERYONE_SCOPE]


def test_whose_a_scope_is_can_be_told():
    assert [whose_scope(s) for s in (EVERYONE_SCOPE, scope_of("acme"), scope_of("阿克梅"))] == [
        "everyone",
        "acme",
        "阿克梅",
    ]
    assert scopes_for(None) == [EVERYONE_SCOPE]


def test_the_same_text_is_the_same_item_whenever_it_is_written():
    later = datetime(2026, 4, 1, tzinfo=UTC)
    assert make_item(" 办公室九点开门。 ", NOW)["id"] == make_item("办公室九点开门。", later)["id"]
    assert make_item("The office opens at 9.", NOW)["id"] != make_item("The office opens at 10.", NOW)["id"]


@pytest.mark.parametrize("text", ["", "  \n", "字" * (TEXT_CHARS + 1), "a\0b"])
def test_what_cannot_be_an_item_is_refused(text: str):
    with pytest.raises(InputError, match="text"):
        make_item(text, NOW)


@pytest.mark.parametrize("organisation", ["", " ", "x" * 257, "a\0b"])
def test_what_cannot_be_an_organisation_is_refused(organisation: str):
    with pytest.raises(InputError, match="organisation"):
        scope_of(organisation)
