"""Secrets and private matters, in both languages."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.core.sensitivity import REDACTED, is_card_number, is_chinese_id, redact, secret_spans, sensitivity_of

SECRET = [
    "my password is hunter2",
    "The wifi password for home: Falcon99",
    "PIN is 4821",
    "my api key = abcdef123456",
    "sk-proj-abcdefghijklmnopqrstuvwxyz012345",
    "密钥在这：ghp_abcdefghijklmnopqrstuvwxyz0123456789",
    "token是AKIAIOSFODNN7EXAMPLE",
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U",
    "-----BEGIN RSA PRIVATE KEY-----",
    "postgres://bob:s3cret@db.example/app",
    "card 4111 1111 1111 1111",
    "我的卡号是6222021234567890128" if is_card_number("6222021234567890128") else "我的卡号是4111111111111111",
    "my ssn is 123-45-6789",
    "我的密码是 abc123",
    "我的銀行密碼：88888888",
    "验证码是 482913",
    "身份证号11010519491231002X",
]
PRIVATE = [
    "I have diabetes",
    "I was diagnosed with depression",
    "I'm a Buddhist",
    "I voted for the greens",
    "I'm gay",
    "My salary is 100k",
    "My sister's phone number is 555 1234",
    "my boss was arrested",
    "我有糖尿病",
    "我患有抑鬱症",
    "我信佛教",
    "我是党员",
    "我是同性恋",
    "我妹妹的生日是5月3号",
    "我老婆怀孕了",
]
NORMAL = [
    "I live in Lisbon",
    "I'm allergic to peanuts",
    "I'm vegetarian",
    "my phone number is +351 912 345 678",
    "order 1234567890123",
    "my password manager is Bitwarden",
    "I forgot my password",
    "I'm a therapist",
    "ticket 123-45-678",
    "我住在里斯本",
    "我对花生过敏",
    "我的手机号是13800138000",
    "我忘了密码",
    "",
]


@pytest.mark.parametrize("text", SECRET)
def test_a_secret_is_seen(text: str):
    assert sensitivity_of(text) == "secret"


@pytest.mark.parametrize("text", PRIVATE)
def test_a_private_matter_is_seen(text: str):
    assert sensitivity_of(text) == "sensitive"


@pytest.mark.parametrize("text", NORMAL)
def test_everything_else_is_normal(text: str):
    assert sensitivity_of(text) == "normal"


def test_a_secret_in_the_quote_alone_counts():
    assert sensitivity_of("The wifi is called Falcon", "Falcon, the password is hunter2") == "secret"


@pytest.mark.parametrize("text", SECRET)
def test_redaction_leaves_no_secret(text: str):
    assert REDACTED in redact(text)
    assert next(secret_spans(redact(text)), None) is None


@pytest.mark.parametrize("text", NORMAL)
def test_redaction_changes_nothing_else(text: str):
    assert redact(text) == text


@given(st.text(alphabet="0123456789", min_size=12, max_size=18), st.integers(0, 9), st.integers(1, 9))
def test_one_wrong_digit_is_no_card_number(stem: str, check: int, by: int):
    digits = f"4{stem}"[:18]
    valid = [f"{digits}{n}" for n in range(10) if is_card_number(f"{digits}{n}")]
    assert len(valid) == 1
    wrong = digits + str((int(valid[0][-1]) + by) % 10)
    assert not is_card_number(wrong)


def test_a_chinese_id_needs_a_date_and_its_check_digit():
    assert is_chinese_id("11010519491231002X")
    assert not is_chinese_id("110105194912310021")
    assert not is_chinese_id("110105194913310020")
