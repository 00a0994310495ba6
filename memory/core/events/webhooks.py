"""Webhooks: who is told of which events, and the signed message that tells it, in the form of Standard Webhooks.

https://github.com/standard-webhooks/standard-webhooks: three headers, HMAC-SHA256 over id, time and body.
"""

import base64
import binascii
import hashlib
import hmac
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypedDict
from urllib.parse import urlsplit

from memory.core.access.assistants import apart_assistant
from memory.core.errors import InputError
from memory.core.events.event_docs import Event
from memory.core.events.feed import wanted_kinds
from memory.core.ids import apart_of, decode_label, user_of
from memory.core.policy.rows import flag, refuse_missing, refuse_unknown, tables

RETRY_SECONDS = (5, 30, 120, 600, 3_600, 10_800, 21_600, 43_200)
"""Seconds to wait after each attempt that fails: about a day in all."""
BODY_BYTES = 65_536
"""Bytes of a message, at most; of a longer one the detail is left out."""
SECRET_PREFIX = "whsec_"  # noqa: S105  # of every secret, itself none
_SECRET_BYTES = range(24, 65)
_MOST_ENDPOINTS, _MOST_TRIES, _LONGEST_WAIT = 20, 20, 604_800
_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
_FORM = "memory/webhooks.example.toml"
_FIELDS = frozenset({"name", "url", "secret", "kinds", "allow_private", "retry_seconds"})


@dataclass(frozen=True)
class Endpoint:
    """Who is told."""

    name: str
    """What logs, commands and stored deliveries call it."""
    url: str = field(repr=False)
    """Not shown: a query may hold a token."""
    secret: bytes = field(repr=False)
    kinds: frozenset[str] | None = None
    """None: all."""
    allow_private: bool = False
    """It may be a private, loopback or link-local address, and speak plain HTTP."""
    retry_seconds: tuple[int, ...] = RETRY_SECONDS


class Message(TypedDict):
    """What an endpoint or a hook is told."""

    type: str
    timestamp: str
    """ISO time it happened, UTC."""
    data: dict[str, Any]
    """`id` of the event, `user_id` (None where only a hash of it is kept), `user` and the event's `detail`.

    `assistant`: the id of the one whose memory it is of, where that is kept apart, else None.
    """


def message_of(root: str, event: Event) -> Message:
    """Return the message that tells of an event of the user whose root it is."""
    user = user_of(root)
    data = {"id": event["id"], "user_id": decode_label(user), "user": user, "detail": event["detail"]}
    data |= {"assistant": apart_assistant(apart_of(root))}
    return {"type": event["type"], "timestamp": event["time"], "data": data}


def message_id(root: str, event_id: str) -> str:
    """Return the id of a message: the same in each attempt, of each event of each user another."""
    return "msg_" + hashlib.sha256(f"{root}/{event_id}".encode()).hexdigest()[:32]


def body_of(message: Message) -> bytes:
    """Return a message as it is sent."""
    body = _json(message)
    if len(body) <= BODY_BYTES:
        return body
    return _json({**message, "data": {**message["data"], "detail": {"left_out": f"{len(body)} bytes"}}})


def headers_of(secret: bytes, sent_id: str, at: int, body: bytes) -> dict[str, str]:
    """Return the headers of a message that is sent `at` a time in whole seconds since 1970."""
    signed = hmac.new(secret, f"{sent_id}.{at}.".encode() + body, hashlib.sha256).digest()
    return {
        "content-type": "application/json",
        "user-agent": "holdfast",
        "webhook-id": sent_id,
        "webhook-timestamp": str(at),
        "webhook-signature": "v1," + base64.b64encode(signed).decode(),
    }


def parse_endpoints(data: Mapping[str, Any], name: str) -> tuple[Endpoint, ...]:
    """Return the endpoints that a TOML file's table holds; `name` is what messages call that file.

    Raises InputError, which names the endpoint and its field and tells no secret.
    """
    rows = tables(data, "endpoint", name, _FORM)
    if len(rows) > _MOST_ENDPOINTS:
        raise InputError(name, f"holds {len(rows)} endpoints", f"Write at most {_MOST_ENDPOINTS}.")
    found: dict[str, Endpoint] = {}
    for number, row in enumerate(rows, start=1):
        place = f"{name}, endpoint {number}"
        endpoint = _endpoint(row, place)
        if endpoint.name in found:
            raise InputError(f"{place}: name", f"{endpoint.name!r} is taken", "Give each endpoint its own name.")
        found[endpoint.name] = endpoint
    return tuple(found.values())


def _endpoint(row: Mapping[str, Any], place: str) -> Endpoint:
    refuse_unknown(row, _FIELDS, place)
    refuse_missing(row, ("name", "url", "secret"), place, "Every endpoint has name, url and secret.")
    private = flag(row.get("allow_private", False), f"{place}: allow_private")
    return Endpoint(
        name=_name(row["name"], f"{place}: name"),
        url=_url(row["url"], f"{place}: url", private=private),
        secret=_secret(row["secret"], f"{place}: secret"),
        kinds=_kinds(row.get("kinds"), f"{place}: kinds"),
        allow_private=private,
        retry_seconds=_retries(row.get("retry_seconds"), f"{place}: retry_seconds"),
    )


def _name(value: Any, place: str) -> str:
    if not isinstance(value, str) or not _NAME.fullmatch(value):
        raise InputError(place, "is no name", "Use lower-case letters, digits and `-`, at most 40.")
    return value


def _url(value: Any, place: str, *, private: bool) -> str:
    schemes = ("https", "http") if private else ("https",)
    try:
        parts = urlsplit(value if isinstance(value, str) and value.isascii() and value.isprintable() else "")
        fits = parts.scheme in schemes and bool(parts.hostname) and parts.port != 0
    except ValueError:
        fits = False
    if not fits or parts.username is not None or parts.fragment or " " in value:
        raise InputError(place, "is no address that can be used", "Write https://host/path, without user or #.")
    return str(value)


def _secret(value: Any, place: str) -> bytes:
    try:
        told = value.removeprefix(SECRET_PREFIX) if isinstance(value, str) and value.startswith(SECRET_PREFIX) else ""
        secret = base64.b64decode(told, validate=True)
    except (binascii.Error, ValueError):
        secret = b""
    if len(secret) not in _SECRET_BYTES:
        remedy = f"Write {SECRET_PREFIX} and 24 to 64 random bytes in base64, as `openssl rand -base64 32` makes them."
        raise InputError(place, "is no secret that can be used", remedy)
    return secret


def _kinds(value: Any, place: str) -> frozenset[str] | None:
    if value is None:
        return None
    if not isinstance(value, list) or not value or not all(isinstance(kind, str) for kind in value):
        raise InputError(place, "is no list of kinds", 'Write some, as ["fact.*", "turn.degraded"], or leave it out.')
    return wanted_kinds(value, place)


def _retries(value: Any, place: str) -> tuple[int, ...]:
    if value is None:
        return RETRY_SECONDS
    listed = value if isinstance(value, list) and len(value) <= _MOST_TRIES else [None]
    if not all(type(one) is int and 0 <= one <= _LONGEST_WAIT for one in listed):
        remedy = f"Write at most {_MOST_TRIES} whole numbers, each a week or less."
        raise InputError(place, "is no list of seconds", remedy)
    return tuple(listed)


def _json(told: Mapping[str, Any]) -> bytes:
    return json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode()
