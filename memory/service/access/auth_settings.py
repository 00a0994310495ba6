"""What an operator sets about who may use a server; the one place that reads these variables."""

import os
from dataclasses import dataclass
from pathlib import Path

from memory.core.errors import InputError
from memory.service.settings.settings import whole_number

SECRET_BYTES = 32
"""Bytes a token secret has at least: as many as the shortest hash it keys."""
_LEEWAY = 30
_REQUEST_BYTES = 16 * 1024 * 1024
_RATE_LIMIT = 600


@dataclass(frozen=True)
class TokenSettings:
    """How the tokens (JWT) of users are checked."""

    jwks_url: str | None
    """Where the public keys lie; exactly one of this and `secret` is set."""
    secret: str | None
    """The shared secret of HMAC signatures."""
    issuer: str
    """Must be a token's `iss`."""
    audience: str
    """Must be in a token's `aud`."""
    user_claim: str
    """The claim that names the user."""
    organisation_claim: str
    """The claim that names the user's organisation; a token need not have it."""
    leeway: int
    """Seconds by which clocks may differ."""


@dataclass(frozen=True)
class AuthSettings:
    """Who is let in. Without tokens and keys the server is local: open, and on this machine alone."""

    tokens: TokenSettings | None
    api_keys: Path | None
    """The file of hashes of the keys of services."""

    @property
    def local(self) -> bool:
        """Tell whether nobody has to say who they are."""
        return self.tokens is None and self.api_keys is None


def read_auth_settings() -> AuthSettings:
    """Return who is let in: `HOLDFAST_JWT_…` and `HOLDFAST_API_KEYS`.

    Raises InputError: a setting is missing beside another, contradicts one, or is none.
    """
    keys = os.environ.get("HOLDFAST_API_KEYS")
    return AuthSettings(_tokens(), Path(keys).expanduser() if keys else None)


def _tokens() -> TokenSettings | None:
    jwks, secret = os.environ.get("HOLDFAST_JWT_JWKS_URL"), os.environ.get("HOLDFAST_JWT_SECRET")
    issuer, audience = os.environ.get("HOLDFAST_JWT_ISSUER"), os.environ.get("HOLDFAST_JWT_AUDIENCE")
    if not jwks and not secret:
        _refuse_alone("HOLDFAST_JWT_ISSUER", issuer)
        _refuse_alone("HOLDFAST_JWT_AUDIENCE", audience)
        return None
    _check_source(jwks, secret)
    if not issuer:
        raise InputError("HOLDFAST_JWT_ISSUER", "is missing", "Set who issues the tokens: their claim `iss`.")
    if not audience:
        raise InputError("HOLDFAST_JWT_AUDIENCE", "is missing", "Set whom they are for: a value of their claim `aud`.")
    claim = os.environ.get("HOLDFAST_JWT_USER_CLAIM") or "sub"
    leeway = whole_number("HOLDFAST_JWT_LEEWAY", os.environ.get("HOLDFAST_JWT_LEEWAY"), least=0)
    return TokenSettings(
        jwks or None,
        secret or None,
        issuer,
        audience,
        claim,
        os.environ.get("HOLDFAST_JWT_ORGANISATION_CLAIM") or "org_id",
        _LEEWAY if leeway is None else leeway,
    )


def _refuse_alone(setting: str, value: str | None) -> None:
    """Half a configuration must not leave a server open."""
    if value:
        raise InputError(setting, "is set without keys", "Set HOLDFAST_JWT_JWKS_URL or HOLDFAST_JWT_SECRET too.")


def _check_source(jwks: str | None, secret: str | None) -> None:
    if jwks and secret:
        raise InputError("HOLDFAST_JWT_SECRET", "is set beside HOLDFAST_JWT_JWKS_URL", "Set one of them.")
    if secret and len(secret.encode()) < SECRET_BYTES:
        remedy = f"Use at least {SECRET_BYTES} bytes, as of `openssl rand -base64 48`."
        raise InputError("HOLDFAST_JWT_SECRET", "is too short", remedy)
    if jwks and not jwks.startswith(("https://", "http://")):
        raise InputError(
            "HOLDFAST_JWT_JWKS_URL", "is no web address", "Write it like https://issuer.example/jwks.json."
        )


def cors_origins() -> list[str] | None:
    """Return whose pages may call the server from a browser: `HOLDFAST_CORS_ORIGINS`, None where it is not set.

    By default none, and of a local server Studio and the pages of this machine.
    """
    told = os.environ.get("HOLDFAST_CORS_ORIGINS")
    return None if told is None else [origin.strip() for origin in told.split(",") if origin.strip()]


def request_bytes() -> int:
    """Return the bytes a request's body may have: `HOLDFAST_REQUEST_BYTES`, by default 16 MiB.

    Raises InputError: it is no whole number from 1 up.
    """
    return whole_number("HOLDFAST_REQUEST_BYTES", os.environ.get("HOLDFAST_REQUEST_BYTES")) or _REQUEST_BYTES


def rate_limit() -> int:
    """Return how many requests a minute a user may send: `HOLDFAST_RATE_LIMIT`, by default 600; 0 for no limit.

    Raises InputError: it is no whole number.
    """
    told = whole_number("HOLDFAST_RATE_LIMIT", os.environ.get("HOLDFAST_RATE_LIMIT"), least=0)
    return _RATE_LIMIT if told is None else told
