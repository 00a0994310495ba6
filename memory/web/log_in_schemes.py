"""How one logs in, as the OpenAPI tells it, so that clients made from it send it; `auth.py` and the gate do the work.

`auth.openapi` of both langgraph files tells the same of the platform's routes.
"""

from typing import Any

from fastapi import Security
from fastapi.security import APIKeyHeader, HTTPBearer

from memory.service.access.callers import KEY_HEADER

_ABOUT_BEARER = "A user's token, or a service's key. A service names the user it acts for in X-Holdfast-User."
_ABOUT_KEY = "A service's key. It names the user it acts for in X-Holdfast-User."

_bearer = HTTPBearer(scheme_name="bearer", bearerFormat="JWT", description=_ABOUT_BEARER, auto_error=False)
_key = APIKeyHeader(name=KEY_HEADER, scheme_name="key", description=_ABOUT_KEY, auto_error=False)

LOG_IN = (Security(_bearer), Security(_key))
"""Dependencies of every route that is not open to everyone: either of them logs in; they refuse nothing."""
OPEN: dict[str, Any] = {"security": []}
"""What the OpenAPI tells beside a route that is open: else what the platform's document asks of all holds for it."""
