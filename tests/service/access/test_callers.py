"""Who is let in, and every kind of token and key that is not."""

import asyncio
import base64
import hashlib
import json
import os
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import jwt
import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from support.logins import AUDIENCE, ISSUER, LOGIN_ENV, SECRET, claims_of, token_of

from memory.core.access.identities import OPERATOR, PERMISSIONS
from memory.core.errors import InputError
from memory.service.access.api_keys import new_api_key
from memory.service.access.auth_settings import AuthSettings, read_auth_settings
from memory.service.access.callers import LOCAL, Caller, ForbiddenError, LoginError, caller_of, check_access
from memory.service.access.token_keys import KeysUnavailableError, PublicKeys
from memory.service.conversations.server_file import LocalServer, write_server_file

RSA_KEY = rsa.generate_private_key(public_exponent=65537, key_size=2048)
EC_KEY = ec.generate_private_key(ec.SECP256R1())
OTHER_KEY = ec.generate_private_key(ec.SECP256R1())


@pytest.fixture(autouse=True)
def _bare(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (*LOGIN_ENV, "HOLDFAST_JWT_JWKS_URL", "HOLDFAST_API_KEYS", "HOLDFAST_JWT_USER_CLAIM"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def by_secret(monkeypatch: pytest.MonkeyPatch) -> AuthSettings:
    for name, value in LOGIN_ENV.items():
        monkeypatch.setenv(name, value)
    return read_auth_settings()


class Keys:
    """What stands at the address of public keys, and how often it was asked."""

    def __init__(self) -> None:
        self.url = ""
        self.asked = 0
        self.down = False
        self.held: list[dict[str, Any]] = []

    def handler(self) -> type[BaseHTTPRequestHandler]:
        keys = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                keys.asked += 1
                self.send_response(503 if keys.down else 200)
                self.end_headers()
                self.wfile.write(json.dumps({"keys": keys.held}).encode())

            def log_message(self, *_: object) -> None:
                """Print nothing."""

        return Handler


@pytest.fixture
def keys() -> Iterator[Keys]:
    held = Keys()
    held.held = [
        {**json.loads(jwt.algorithms.RSAAlgorithm.to_jwk(RSA_KEY.public_key())), "kid": "rsa", "use": "sig"},
        {**json.loads(jwt.algorithms.ECAlgorithm.to_jwk(EC_KEY.public_key())), "kid": "ec", "alg": "ES256"},
        {"kty": "oct", "k": base64.urlsafe_b64encode(SECRET.encode()).decode(), "kid": "oct", "alg": "HS256"},
        {**json.loads(jwt.algorithms.ECAlgorithm.to_jwk(OTHER_KEY.public_key())), "kid": "enc", "use": "enc"},
    ]
    with ThreadingHTTPServer(("127.0.0.1", 0), held.handler()) as server:
        held.url = f"http://127.0.0.1:{server.server_port}/keys"
        serving = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        serving.start()
        yield held
        server.shutdown()
        serving.join()


@pytest.fixture
def by_address(monkeypatch: pytest.MonkeyPatch, keys: Keys) -> AuthSettings:
    monkeypatch.setenv("HOLDFAST_JWT_JWKS_URL", keys.url)
    monkeypatch.setenv("HOLDFAST_JWT_ISSUER", ISSUER)
    monkeypatch.setenv("HOLDFAST_JWT_AUDIENCE", AUDIENCE)
    return read_auth_settings()


def bearing(token: str, **more: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token}", **more}


async def test_without_settings_everyone_is_the_local_caller():
    settings = read_auth_settings()
    assert settings.local
    assert await caller_of({"authorization": "Bearer nonsense"}, settings) == LOCAL


@pytest.mark.parametrize("user", ["ann", "小林@例子.cn", "auth0|5f7", "台灣 user", "x" * 256])
async def test_a_token_that_is_right_names_its_user_who_may_nothing_more(by_secret: AuthSettings, user: str):
    assert await caller_of(bearing(token_of(user)), by_secret) == Caller(user)


NOW = int(time.time())
WRONG_CLAIMS: dict[str, dict[str, Any]] = {
    "expired": {"exp": NOW - 60},
    "no expiry": {"exp": None},
    "expiry is text": {"exp": "tomorrow"},
    "not yet": {"nbf": NOW + 86_400},
    "issued later": {"iat": NOW + 86_400},
    "another issuer": {"iss": "https://evil.test"},
    "look-alike issuer": {"iss": ISSUER + "/"},
    "no issuer": {"iss": None},
    "another audience": {"aud": "other"},
    "no audience": {"aud": None},
    "audience in part": {"aud": "hold"},
    "no user": {"sub": None},
    "empty user": {"sub": ""},
    "blank user": {"sub": "  "},
    "user is a number": {"sub": 7},
    "user is a list": {"sub": ["ann"]},
    "user too long": {"sub": "x" * 257},
    "user with NUL": {"sub": "ann\0"},
    "user of ours": {"sub": "holdfast:local"},
    "service's name": {"sub": "holdfast:service:bot"},
}


@pytest.mark.parametrize("more", WRONG_CLAIMS.values(), ids=WRONG_CLAIMS.keys())
async def test_a_token_with_wrong_claims_lets_nobody_in_and_is_not_shown(by_secret: AuthSettings, more: dict[str, Any]):
    token = jwt.encode(claims_of("ann") | more if None not in more.values() else claims_of("ann", **more), SECRET)
    with pytest.raises(LoginError) as refused:
        await caller_of(bearing(token), by_secret)
    assert token not in str(refused.value)
    assert refused.value.__cause__ is None


@pytest.mark.parametrize(("told", "known"), [(None, None), ("", None), ("acme", "acme"), ("蓝鲸", "蓝鲸")])
async def test_a_token_names_an_organisation_or_none(by_secret: AuthSettings, told: str | None, known: str | None):
    assert await caller_of(bearing(token_of("ann", org_id=told)), by_secret) == Caller("ann", organisation=known)


@pytest.mark.parametrize("told", ["x" * 257, "a\0", 7, ["acme"]])
async def test_a_token_whose_organisation_is_none_lets_nobody_in(by_secret: AuthSettings, told: object):
    with pytest.raises(LoginError, match="organisation"):
        await caller_of(bearing(token_of("ann", org_id=told)), by_secret)


async def test_clocks_may_differ_by_the_leeway_and_no_more(by_secret: AuthSettings):
    now = int(time.time())
    assert await caller_of(bearing(token_of("ann", exp=now - 20, nbf=now + 20)), by_secret) == Caller("ann")
    with pytest.raises(LoginError):
        await caller_of(bearing(token_of("ann", exp=now - 40)), by_secret)


def part(value: Any) -> str:
    return base64.urlsafe_b64encode(json.dumps(value).encode()).rstrip(b"=").decode()


FORGED = {
    "unsigned": f"{part({'alg': 'none', 'typ': 'JWT'})}.{part(claims_of('ann'))}.",
    "unsigned in capitals": f"{part({'alg': 'NONE'})}.{part(claims_of('ann'))}.",
    "another secret": jwt.encode(claims_of("ann"), "another secret of more than 32 bytes!"),
    "signed by a key": jwt.encode(claims_of("ann"), EC_KEY, "ES256", headers={"kid": "ec"}),
    "cut": token_of("ann")[:-4],
    "other claims": ".".join([token_of("ann").split(".")[0], part(claims_of("bob")), token_of("ann").split(".")[2]]),
    "no token": "abc",
    "empty": "",
    "dots": "..",
    "too long": token_of("ann", pad="x" * 20_000),
    "not an object": jwt.api_jws.encode(b"[]", SECRET, "HS256"),
    "a critical header": jwt.encode(claims_of("ann"), SECRET, "HS256", headers={"crit": ["b64"], "b64": False}),
    "non-ASCII": "é.é.é",
    "a key that is none": "hf_0000",
}


@pytest.mark.parametrize("token", FORGED.values(), ids=FORGED.keys())
async def test_a_forged_token_lets_nobody_in(by_secret: AuthSettings, token: str):
    with pytest.raises(LoginError):
        await caller_of(bearing(token), by_secret)


@pytest.mark.parametrize("header", ["Basic YW5uOng=", "Token abc", "Bearer", "", f"bearer{token_of('ann')}"])
async def test_an_authorization_of_another_form_lets_nobody_in(by_secret: AuthSettings, header: str):
    with pytest.raises(LoginError):
        await caller_of({"authorization": header}, by_secret)
    with pytest.raises(LoginError):
        await caller_of({}, by_secret)


@pytest.mark.parametrize(("key", "algorithm", "kid"), [(RSA_KEY, "RS256", "rsa"), (EC_KEY, "ES256", "ec")])
async def test_a_token_signed_by_a_known_key_is_right(by_address: AuthSettings, key: Any, algorithm: str, kid: str):
    token = jwt.encode(claims_of("小林"), key, algorithm, headers={"kid": kid})
    assert await caller_of(bearing(token), by_address) == Caller("小林")


def _public_pem(key: Any) -> bytes:
    form = serialization.PublicFormat.SubjectPublicKeyInfo
    return bytes(key.public_key().public_bytes(serialization.Encoding.PEM, form))


def _hmac_over(claims: dict[str, Any], key: bytes, kid: str) -> str:
    """Sign as an attacker does, for whom no library refuses a public key as a secret."""
    hs256 = jwt.algorithms.HMACAlgorithm(jwt.algorithms.HMACAlgorithm.SHA256)
    signed = f"{part({'alg': 'HS256', 'kid': kid})}.{part(claims)}"
    return f"{signed}.{base64.urlsafe_b64encode(hs256.sign(signed.encode(), key)).rstrip(b'=').decode()}"


CONFUSED = {
    "public key as secret": _hmac_over(claims_of("ann"), _public_pem(RSA_KEY), "rsa"),
    "secret at the address": _hmac_over(claims_of("ann"), SECRET.encode(), "oct"),
    "another algorithm of the key": jwt.encode(claims_of("ann"), RSA_KEY, "PS256", headers={"kid": "rsa"}),
    "another key": jwt.encode(claims_of("ann"), OTHER_KEY, "ES256", headers={"kid": "ec"}),
    "a key for encryption": jwt.encode(claims_of("ann"), OTHER_KEY, "ES256", headers={"kid": "enc"}),
    "an unknown key": jwt.encode(claims_of("ann"), EC_KEY, "ES256", headers={"kid": "new"}),
    "no key named of several": jwt.encode(claims_of("ann"), EC_KEY, "ES256"),
    "its own key": jwt.encode(
        claims_of("ann"),
        OTHER_KEY,
        "ES256",
        headers={"jwk": json.loads(jwt.algorithms.ECAlgorithm.to_jwk(OTHER_KEY.public_key()))},
    ),
    "an address of its own": jwt.encode(
        claims_of("ann"), OTHER_KEY, "ES256", headers={"jku": "https://evil.test", "kid": "evil"}
    ),
    "a path as key": _hmac_over(claims_of("ann"), b"", "../../dev/null"),
    "unsigned": f"{part({'alg': 'none', 'kid': 'ec'})}.{part(claims_of('ann'))}.",
}


@pytest.mark.parametrize("token", CONFUSED.values(), ids=CONFUSED.keys())
async def test_a_token_never_chooses_how_it_is_checked(by_address: AuthSettings, token: str):
    with pytest.raises(LoginError):
        await caller_of(bearing(token), by_address)


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


async def test_keys_are_fetched_once_again_when_one_is_new_and_seldom_however_many_are_unknown(keys: Keys):
    clock = Clock()
    known = PublicKeys(keys.url, clock)
    found = await asyncio.gather(*(known.find("ec") for _ in range(5)))
    assert (keys.asked, all(found)) == (1, True)
    assert [await known.find(f"unknown {n}") for n in range(20)] == [None] * 20
    assert keys.asked == 1
    keys.held[1]["kid"] = "new"
    clock.now += 31
    assert await known.find("new")
    assert await known.find("ec") is None
    assert keys.asked == 2


async def test_keys_that_cannot_be_had_leave_the_known_ones_and_without_any_nobody_comes_in(keys: Keys):
    clock = Clock()
    known, never = PublicKeys(keys.url, clock), PublicKeys(keys.url, clock)
    assert await known.find("ec")
    keys.down = True
    clock.now += 3600
    assert await known.find("ec")
    with pytest.raises(KeysUnavailableError):
        await never.find("ec")


@pytest.fixture
def services(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, by_secret: AuthSettings) -> dict[str, str]:
    """Return the keys of two services, let in by a file beside the users' tokens."""
    bot, bot_lines = new_api_key("bot", ["act_for_users"])
    job, job_lines = new_api_key("job", ["everyone"])
    file = tmp_path / "keys.toml"
    file.write_text(bot_lines + job_lines)
    assert not {bot, job} & set(file.read_text().split('"'))
    monkeypatch.setenv("HOLDFAST_API_KEYS", str(file))
    return {"bot": bot, "job": job, "file": str(file)}


async def test_a_service_comes_in_by_its_key_in_either_header(services: dict[str, str]):
    expected = Caller("holdfast:service:bot", ("act_for_users",))
    settings = read_auth_settings()
    assert await caller_of({"x-api-key": services["bot"]}, settings) == expected
    assert await caller_of(bearing(services["bot"]), settings) == expected
    assert await caller_of(bearing(token_of("ann"), **{"x-api-key": services["bot"]}), settings) == Caller("ann")


@pytest.mark.parametrize(("sent", "user"), [("ann", "ann"), ("%E5%B0%8F%E6%9E%97", "小林"), ("a%25b", "a%b")])
async def test_a_service_that_may_acts_as_the_user_it_names_and_is_nothing_more(
    services: dict[str, str], sent: str, user: str
):
    found = await caller_of({"x-api-key": services["bot"], "x-holdfast-user": sent}, read_auth_settings())
    assert found == Caller(user)


@pytest.mark.parametrize("who", ["job", "ann"])
async def test_nobody_else_acts_for_a_user(services: dict[str, str], who: str):
    known = {"x-api-key": services[who]} if who in services else bearing(token_of(who))
    with pytest.raises(ForbiddenError):
        await caller_of({**known, "x-holdfast-user": "bob"}, read_auth_settings())


@pytest.mark.parametrize(
    "named", ["", " ", "holdfast:local", "%00", "%ff", "x" * 257, "é", "小林".encode().decode("latin-1")]
)
async def test_a_service_names_no_user_that_cannot_be(services: dict[str, str], named: str):
    with pytest.raises(LoginError):
        await caller_of({"x-api-key": services["bot"], "x-holdfast-user": named}, read_auth_settings())


async def test_a_token_may_carry_permissions(by_secret: AuthSettings):
    scoped = token_of("backend", scope="openid holdfast:act_for_users")
    assert (await caller_of(bearing(scoped), by_secret)).permissions == ("act_for_users",)
    listed = token_of("backend", permissions=["holdfast:everyone", "act_for_users", 7])
    assert (await caller_of(bearing(listed), by_secret)).permissions == ("everyone",)


async def test_a_key_taken_out_of_the_file_no_longer_counts(services: dict[str, str]):
    assert await _lets_in(services["job"])
    _rewrite(services["file"], hashlib.sha256(services["job"].encode()).hexdigest(), "0" * 64)
    assert not await _lets_in(services["job"])
    assert await _lets_in(services["bot"])


async def test_a_broken_file_lets_no_key_in_and_shows_nothing_of_it(services: dict[str, str]):
    _rewrite(services["file"], hashlib.sha256(services["bot"].encode()).hexdigest(), services["bot"])
    with pytest.raises(LoginError) as refused:
        await caller_of({"x-api-key": services["bot"]}, read_auth_settings())
    with pytest.raises(InputError) as wrong:
        await check_access()
    assert services["bot"] not in f"{refused.value} {wrong.value}"


async def _lets_in(key: str) -> bool:
    try:
        await caller_of({"x-api-key": key}, read_auth_settings())
    except LoginError:
        return False
    return True


def _rewrite(file: str, old: str, new: str) -> None:
    path = Path(file)
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


@pytest.mark.parametrize(
    ("rows", "field"),
    [
        ('keys = "none"', "HOLDFAST_API_KEYS"),
        ("[[key]]", "HOLDFAST_API_KEYS"),
        ('[[keys]]\nname = "a"\nkey = "hf_x"', "HOLDFAST_API_KEYS"),
        ('[[keys]]\nname = "A b"', "name"),
        ('[[keys]]\nname = "a"\nsha256 = "00"', "sha256"),
        (f'[[keys]]\nname = "a"\nsha256 = "{"0" * 64}"\npermissions = ["root"]', "permissions"),
        (f'[[keys]]\nname = "a"\nsha256 = "{"0" * 64}"\n' * 2, "HOLDFAST_API_KEYS"),
        ("[[", "HOLDFAST_API_KEYS"),
    ],
)
async def test_a_file_of_keys_that_is_none_stops_the_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rows: str, field: str
):
    file = tmp_path / "keys.toml"
    file.write_text(rows)
    monkeypatch.setenv("HOLDFAST_API_KEYS", str(file))
    with pytest.raises(InputError) as wrong:
        await check_access()
    assert wrong.value.field == field


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"HOLDFAST_JWT_ISSUER": ""}, "HOLDFAST_JWT_ISSUER"),
        ({"HOLDFAST_JWT_AUDIENCE": ""}, "HOLDFAST_JWT_AUDIENCE"),
        ({"HOLDFAST_JWT_SECRET": "short"}, "HOLDFAST_JWT_SECRET"),
        ({"HOLDFAST_JWT_SECRET": ""}, "HOLDFAST_JWT_ISSUER"),
        ({"HOLDFAST_JWT_JWKS_URL": "https://issuer.test/keys"}, "HOLDFAST_JWT_SECRET"),
        ({"HOLDFAST_JWT_SECRET": "", "HOLDFAST_JWT_JWKS_URL": "file:///etc/keys"}, "HOLDFAST_JWT_JWKS_URL"),
        ({"HOLDFAST_JWT_LEEWAY": "-1"}, "HOLDFAST_JWT_LEEWAY"),
        ({"HOLDFAST_API_KEYS": "/nowhere/keys.toml"}, "HOLDFAST_API_KEYS"),
        ({"HOLDFAST_RATE_LIMIT": "many"}, "HOLDFAST_RATE_LIMIT"),
        ({"HOLDFAST_REQUEST_BYTES": "0"}, "HOLDFAST_REQUEST_BYTES"),
    ],
)
async def test_half_a_configuration_opens_nothing(
    by_secret: AuthSettings, monkeypatch: pytest.MonkeyPatch, changed: dict[str, str], field: str
):
    for name, value in changed.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(InputError) as wrong:
        await check_access()
    assert wrong.value.field == field
    assert SECRET not in str(wrong.value)


async def test_the_command_line_of_the_servers_machine_may_act_for_users_by_the_key_in_the_servers_folder(
    by_secret: AuthSettings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("HOLDFAST_DATA", str(tmp_path))
    write_server_file(tmp_path, LocalServer("http://127.0.0.1:9", os.getpid(), "hf_own"))
    own = {"authorization": "Bearer hf_own"}
    assert await caller_of(own, by_secret) == Caller(OPERATOR, PERMISSIONS)
    assert await caller_of({**own, "x-holdfast-user": "%E5%B0%8F%E6%9E%97"}, by_secret) == Caller("小林")
    write_server_file(tmp_path, LocalServer("http://127.0.0.1:9", os.getpid()))
    for gone in ("Bearer hf_own", "Bearer hf_"):
        with pytest.raises(LoginError):
            await caller_of({"authorization": gone}, by_secret)
