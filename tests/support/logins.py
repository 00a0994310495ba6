"""Log-ins for tests: what lets a server check tokens, and tokens it takes."""

import time
from typing import Any

import jwt

SECRET = "a secret of tests, of more than 32 bytes"
ISSUER, AUDIENCE = "https://issuer.test", "holdfast"
LOGIN_ENV = {"HOLDFAST_JWT_SECRET": SECRET, "HOLDFAST_JWT_ISSUER": ISSUER, "HOLDFAST_JWT_AUDIENCE": AUDIENCE}


def claims_of(user: object, **more: Any) -> dict[str, Any]:
    """Return the claims of a token that counts for five minutes; a claim that is None is left out."""
    now = int(time.time())
    claims = {"sub": user, "iss": ISSUER, "aud": AUDIENCE, "iat": now, "exp": now + 300, **more}
    return {name: value for name, value in claims.items() if value is not None}


def token_of(user: object, **more: Any) -> str:
    """Return a token with those claims, signed with the secret."""
    return jwt.encode(claims_of(user, **more), SECRET, "HS256")


def bearer(user: object, **more: Any) -> dict[str, str]:
    """Return the header a user logs in with."""
    return {"Authorization": f"Bearer {token_of(user, **more)}"}
