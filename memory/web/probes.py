"""GET /health and /ready, for whoever starts, restarts and sends traffic to servers; nobody logs in for them."""

from dataclasses import asdict

from starlette.responses import JSONResponse

from memory.service.operations.readiness import Readiness
from memory.web.log_in_schemes import OPEN
from memory.web.platform_store import platform_store
from memory.web.routing import api_router
from memory.web.shapes import Answer

probe_routes = api_router("operations", is_open=True)
_UNREADY = 503
_readiness = Readiness(platform_store)


class HealthAnswer(Answer):
    """The process is up."""

    ok: bool


class Checked(Answer):
    """What one check found."""

    check: str
    ok: bool
    ms: float
    """Milliseconds it took."""
    remedy: str
    """What to do; empty where nothing is wrong. The log tells what was found."""


class ReadyAnswer(Answer):
    """Whether the server can answer."""

    ready: bool
    checks: list[Checked]


@probe_routes.get("/health", openapi_extra=OPEN)
async def health() -> HealthAnswer:
    """Answer that the process is up; nothing else is looked at."""
    return HealthAnswer(ok=True)


@probe_routes.get(
    "/ready",
    response_model=ReadyAnswer,
    openapi_extra=OPEN,
    responses={_UNREADY: {"model": ReadyAnswer, "description": "It cannot."}},
)
async def ready() -> JSONResponse:
    """Answer whether the store can be read and written, the model is set up, and policy, slots and log-in are read."""
    looks = await _readiness.look()
    works = all(look.ok for look in looks)
    told = ReadyAnswer(ready=works, checks=[Checked(**asdict(look)) for look in looks])
    return JSONResponse(told.model_dump(), 200 if works else _UNREADY)
