"""/v1/settings: what the caller sets for themselves; every turn honours it."""

from datetime import UTC, datetime

from starlette.requests import Request
from starlette.responses import Response

from memory.service.settings.own_settings import change_settings, own_settings
from memory.web.alone import alone
from memory.web.caller import Asked, Caller
from memory.web.etags import IfMatch, check_match, tagged
from memory.web.routing import api_router
from memory.web.shapes import Answer, Body

settings_routes = api_router("settings")


class SettingsAnswer(Answer):
    """A user's own settings; null: as the run or the operator chooses."""

    memory: bool | None
    """False: nothing remembered is used, and nothing is learned."""
    learn: bool | None
    """False: nothing is learned."""
    past_conversations: bool | None
    """False: only facts cross from one conversation to another."""
    approval: str | None
    """How facts are approved: `auto` (by policy), `review` (all wait), `interrupt` (the run stops to ask), `off`."""
    time_zone: str | None
    """IANA name."""
    language: str | None
    """In which answers are given: `en`, `zh-Hans`, `zh-Hant`; null: that of the message."""


class SettingsBody(Body):
    """What is to be set; null: no longer. What is left out stays."""

    memory: bool | None = None
    learn: bool | None = None
    past_conversations: bool | None = None
    approval: str | None = None
    time_zone: str | None = None
    language: str | None = None


@settings_routes.get("/v1/settings", response_model=SettingsAnswer)
async def read_settings(request: Request, caller: Caller) -> Response:
    """Answer the caller's own settings."""
    return tagged(request, await _settings(caller))


@settings_routes.patch("/v1/settings", response_model=SettingsAnswer)
async def set_settings(request: Request, caller: Caller, body: SettingsBody, if_match: IfMatch = None) -> Response:
    """Change the caller's own settings; answer with all of them."""
    changes = body.model_dump(exclude_unset=True)
    async with alone(caller.store, caller.user.root, "settings"):
        check_match(if_match, await _settings(caller))
        found = await change_settings(caller.store, caller.user.root, changes, now=datetime.now(UTC))
    return tagged(request, SettingsAnswer.model_validate(found))


async def _settings(caller: Asked) -> SettingsAnswer:
    return SettingsAnswer.model_validate(await own_settings(caller.store, caller.user.root, datetime.now(UTC)))
