"""The message of a webhook, the operator's file, and which addresses are public."""

import json
import tomllib
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from memory.core.errors import InputError
from memory.core.events.addresses import is_public
from memory.core.events.event_docs import make_event
from memory.core.events.webhooks import BODY_BYTES, body_of, headers_of, message_id, message_of, parse_endpoints
from memory.core.ids import user_root

NOW = datetime(2026, 3, 1, 9, tzinfo=UTC)
GOOD = {"name": "crm", "url": "https://crm.example.com/in", "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"}


def test_a_message_is_signed_as_the_specification_signs_its_own_example():
    (endpoint,) = parse_endpoints({"endpoint": [GOOD]}, "file")
    headers = headers_of(endpoint.secret, "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, b'{"test": 2432232314}')
    assert headers["webhook-signature"] == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
    assert (headers["webhook-id"], headers["webhook-timestamp"]) == ("msg_p5jXN8AQM9LWM0D4loKWxJek", "1614265330")


@pytest.mark.parametrize(("user", "known"), [("小林", "小林"), ("a.b@example.org",) * 2, ("长" * 99, None)])
def test_a_message_names_the_user_as_far_as_that_is_known(user: str, known: str | None):
    event = make_event("fact.written", NOW, {"reason": "明确要求"}, "0")
    told = json.loads(body_of(message_of(user_root(user, 3), event)))
    assert (told["type"], told["timestamp"]) == ("fact.written", "2026-03-01T09:00:00+00:00")
    assert told["data"]["user_id"] == known
    assert (told["data"]["id"], told["data"]["detail"]) == (event["id"], {"reason": "明确要求"})
    assert message_id("a--0", event["id"]) != message_id("b--0", event["id"])


def test_a_message_is_never_larger_than_its_bound():
    event = make_event("fact.forgotten", NOW, {"entries": ["条目" * 20] * 5_000}, "0")
    body = body_of(message_of("u--0", event))
    assert len(body) < BODY_BYTES
    assert "left_out" in json.loads(body)["data"]["detail"]


@pytest.mark.parametrize(
    ("field", "change"),
    [
        ("name", {"name": "大"}),
        ("name", {"name": "a~b"}),
        ("url", {"url": "http://crm.example.com/"}),
        ("url", {"url": "https://user:pass@crm.example.com/"}),
        ("url", {"url": "https:///in"}),
        ("url", {"url": "https://crm.example.com:99999/"}),
        ("url", {"url": "file:///etc/passwd", "allow_private": True}),
        ("url", {"url": "https://crm.example.com/\r\nx: y"}),
        ("secret", {"secret": "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"}),
        ("secret", {"secret": "whsec_c2hvcnQ="}),
        ("kinds", {"kinds": ["fact.eaten"]}),
        ("kinds", {"kinds": []}),
        ("retry_seconds", {"retry_seconds": [-1]}),
        ("retry_seconds", {"retry_seconds": [True]}),
        ("allow_private", {"allow_private": "yes"}),
        ("colour", {"colour": "red"}),
    ],
)
def test_what_is_wrong_with_an_endpoint_is_told_by_its_field_and_without_its_secret(field: str, change: dict[str, Any]):
    with pytest.raises(InputError) as refused:
        parse_endpoints({"endpoint": [{**GOOD, **change}]}, "file")
    assert refused.value.field == f"file, endpoint 1: {field}"
    assert not any(str(value) in str(refused.value) for value in (change.get("secret", "MfKQ"), "user:pass"))


def test_two_endpoints_of_one_name_are_refused_and_no_text_shows_a_secret_or_an_address():
    with pytest.raises(InputError, match="'crm' is taken"):
        parse_endpoints({"endpoint": [GOOD, GOOD]}, "file")
    (endpoint,) = parse_endpoints({"endpoint": [GOOD]}, "file")
    assert (str(endpoint.secret) in repr(endpoint), "example.com" in repr(endpoint)) == (False, False)


def test_the_example_wants_only_a_secret_of_ones_own():
    data = tomllib.loads(Path("memory/webhooks.example.toml").read_text())
    with pytest.raises(InputError, match="endpoint 1: secret"):
        parse_endpoints(data, "file")
    data["endpoint"][0]["secret"] = GOOD["secret"]
    assert [endpoint.name for endpoint in parse_endpoints(data, "file")] == ["crm"]


@pytest.mark.parametrize("address", ["8.8.8.8", "2606:4700:4700::1111", "::ffff:8.8.8.8"])
def test_an_address_of_the_internet_is_public(address: str):
    assert is_public(address)


@pytest.mark.parametrize(
    "address",
    [
        *("127.0.0.1", "127.255.0.1", "0.0.0.0", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254"),  # noqa: S104  # what must be refused
        *("100.64.0.1", "192.0.2.1", "198.18.0.1", "224.0.0.1", "240.0.0.1", "255.255.255.255"),
        *("::", "::1", "fe80::1", "fe80::1%eth0", "fc00::1", "fd12::1", "ff02::1", "2001:db8::1"),
        *("::ffff:127.0.0.1", "::ffff:169.254.169.254", "::127.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::"),
    ],
)
def test_an_address_that_leads_inwards_is_not_public(address: str):
    assert not is_public(address)
