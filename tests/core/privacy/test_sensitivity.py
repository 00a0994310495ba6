"""Secrets and private matters, in both languages and however they are written."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.private_table import COMMON, COMMON_HELD_OUT, PRIVATE, PRIVATE_HELD_OUT
from support.secret_table import MISSED, PLAIN, PLAIN_HELD_OUT, SECRETS, SECRETS_HELD_OUT

from memory.core.facts.facts import Source
from memory.core.facts.proposals import make_proposal
from memory.core.privacy.secret_numbers import is_card_number, is_chinese_id, is_hong_kong_id, is_taiwan_id
from memory.core.privacy.secret_spans import REDACTED, has_secret, redact, secret_spans
from memory.core.privacy.sensitivity import matters_of, sensitivity_of

SOURCE: Source = {"thread": "t", "conversation": "c", "message": "m", "entry": "e"}


@pytest.mark.parametrize("text", [*SECRETS, *SECRETS_HELD_OUT])
def test_a_secret_is_seen_and_redacted_whole(text: str):
    assert sensitivity_of(text) == "secret"
    assert REDACTED in redact(text)
    assert not has_secret(redact(text))


@pytest.mark.parametrize("text", [*PLAIN, *PLAIN_HELD_OUT])
def test_what_only_looks_like_a_secret_is_none(text: str):
    assert list(secret_spans(text)) == []
    assert redact(text) == text


@pytest.mark.xfail(strict=True, reason="no rule finds them")
@pytest.mark.parametrize("text", MISSED)
def test_what_no_rule_finds_is_told_here(text: str):
    assert has_secret(text)


@pytest.mark.parametrize(("matter", "text"), [(matter, text) for matter, texts in PRIVATE.items() for text in texts])
def test_a_private_matter_is_seen_for_what_it_is(matter: str, text: str):
    assert sensitivity_of(text) == "sensitive"
    assert matter in matters_of(text)


@pytest.mark.parametrize("text", PRIVATE_HELD_OUT)
def test_a_private_matter_is_seen(text: str):
    assert sensitivity_of(text) == "sensitive"


@pytest.mark.parametrize("text", [*COMMON, *COMMON_HELD_OUT])
def test_the_mere_subject_of_talk_is_no_private_matter(text: str):
    assert sensitivity_of(text) == "normal"


def test_what_is_about_someone_else_is_data_about_other_people_too():
    assert matters_of("My mother has diabetes") == matters_of("我妈妈有糖尿病") == {"health", "other_people"}
    assert matters_of("I have diabetes") == matters_of("我有糖尿病") == {"health"}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("recovery phrase legal winner thank year wave sausage worth useful legal winner thank yellow", "secret"),
        ("支付密码我设成了 884422", "secret"),
        ("the router login is admin / hunter2", "secret"),
        ("我有 ADHD", "sensitive"),
        ("I have 乙肝", "sensitive"),
        ("The recovery phrase must be kept in a safe place", "normal"),
        ("my login is slow / broken", "normal"),
    ],
)
def test_what_is_said_without_a_colon_or_in_two_languages_is_seen(text: str, told: str):
    assert sensitivity_of(text) == told


def test_a_secret_in_the_quote_alone_counts():
    assert sensitivity_of("The wifi is called Falcon", "Falcon, the password is hunter2") == "secret"


@pytest.mark.parametrize("text", ["hunter2", "my password is hunter2", "The wifi is hunter2"])
def test_of_a_proposal_that_holds_a_secret_nothing_of_it_is_left(text: str):
    quote = "the wifi password is hunter2"
    made = make_proposal(text=text, kind="profile", quote=quote, message=quote, source=SOURCE, observed_at="2026-03-05")
    assert made["sensitivity"] == "secret"
    assert "hunter2" not in str(made)


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("my password is hunter2, and I like jazz", "my [redacted], and I like jazz"),
        ("我的密码是 abc123，我喜欢爵士乐", "我的[redacted]，我喜欢爵士乐"),
        ("pay with ４１１１\u200b １１１１ １１１１ １１１１ please", "pay with [redacted] please"),
        ("-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----\nbye", "[redacted]\nbye"),
        ("-----BEGIN PRIVATE KEY-----\nMIIE", "[redacted]"),
    ],
)
def test_redaction_takes_the_secret_and_nothing_else(text: str, left: str):
    assert redact(text) == left


@pytest.mark.parametrize("text", ["4111 1111 1111 1111", "my password is hunter2", "密码是 hunter2", "A123456789"])
@pytest.mark.parametrize("hidden", ["\u200b", "\u2060", "\u202e", "\u00ad", "\ufe0f"])
def test_invisible_characters_hide_no_secret(text: str, hidden: str):
    assert has_secret(hidden.join(text))


@pytest.mark.parametrize("text", ["my password is hunter2", "sk-proj-aB3dE5fG7hJ9kL1mN2pQ4rS6", "4111111111111111"])
def test_full_width_writing_hides_no_secret(text: str):
    wide = re.sub(r"[!-~]", lambda m: chr(ord(m[0]) + 0xFEE0), text)
    assert has_secret(wide)
    assert redact(wide) in {REDACTED, "ｍｙ " + REDACTED}


@settings(max_examples=50)
@given(st.text(max_size=100))
def test_any_text_can_be_redacted_once_and_for_all(text: str):
    assert redact(redact(text)) == redact(text)


@settings(max_examples=60)
@given(
    st.sampled_from(SECRETS_HELD_OUT),
    st.text(alphabet=" .。\n今天jazz", max_size=60),
    st.text(max_size=3).map(str.strip),
)
def test_a_secret_is_seen_whatever_stands_around_it(secret: str, before: str, after: str):
    assert has_secret(f"{before}\n{secret}\n{after}")


@pytest.mark.parametrize(
    "hostile",
    [
        "password ",
        "a@b:",
        "1 ",
        "my ",
        "密码",
        "密码是",
        "eyJ",
        "sk-",
        "I have a ",
        "i am ",
        "-----BEGIN ",
        "://a:",
        "GB82 ",
    ],
)
def test_a_long_hostile_text_is_read_in_linear_time(hostile: str):
    sensitivity_of(hostile * (4_000 // len(hostile)))


@given(st.text(alphabet="0123456789", min_size=14, max_size=14), st.integers(1, 9))
def test_one_wrong_digit_is_no_card_number(stem: str, by: int):
    (right,) = (n for n in range(10) if is_card_number(f"4{stem}{n}"))
    assert not is_card_number(f"4{stem}{(right + by) % 10}")


def test_a_chinese_id_needs_a_date_and_its_check_digit():
    assert is_chinese_id("11010519491231002X")
    assert not is_chinese_id("110105194912310021")
    assert not is_chinese_id("110105194913310020")


@pytest.mark.parametrize(
    ("check", "right"),
    [(is_taiwan_id, "A123456789"), (is_taiwan_id, "F220314576"), (is_hong_kong_id, "A123456(3)")],
)
def test_ids_of_taiwan_and_hong_kong_need_their_check_digit(check: object, right: str):
    assert callable(check)
    found = [n for n in "0123456789" if check(re.sub(r"\d(?=\)?$)", n, right))]
    assert found == [right.rstrip(")")[-1]]
