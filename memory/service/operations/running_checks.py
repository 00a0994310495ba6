"""What `holdfast doctor` finds at a running server: whether it is there, ready, lets in, and is as this command is."""

from collections.abc import Mapping
from typing import Any, TypeGuard

import httpx

from memory.core.operations.findings import Finding
from memory.core.operations.setting_names import differing_settings
from memory.service.operations.about_server import digests, own_version
from memory.service.settings.settings import set_values

_NOT_LET_IN = frozenset({401, 403})
_NOT_FOUND, _UNREADY = 404, 503
_ADDRESS_REMEDY = "Start it, or correct the address: HOLDFAST_SERVER or --server."
_TOKEN_REMEDY = "Set HOLDFAST_TOKEN to a token that counts there now, or to a service's key."  # noqa: S105  # no token
_OTHER_REMEDY = "Name the address of a Holdfast server itself, without a path behind it."
_VERSION_REMEDY = "Install the same version here and there, and restart the server."


async def check_running(http: httpx.AsyncClient) -> list[Finding]:
    """Find whether a server is there and ready, who logs in with what is set, and whether it is of this version."""
    try:
        there = await _found(http)
        return [there] if there.state == "fail" else [there, *await _ready(http), *await _log_in(http)]
    except httpx.RequestError as error:
        told = f"{http.base_url} cannot be reached: {str(error) or type(error).__name__}"
        return [Finding("server", "fail", told, _ADDRESS_REMEDY)]


def check_same_settings(told: Mapping[str, str], pid: int) -> list[Finding]:
    """Find settings that the server on the data folder started with and this command has not, or otherwise.

    `told`: their digests, as the server wrote them.
    """
    others = differing_settings(told, digests(set_values(), pid))
    if not others:
        return [Finding("same", "ok", "the server runs with the settings that this command has")]
    remedy = "Restart the server: it read its settings when it started; or run this command in its folder."
    return [Finding("same", "warn", f"the server has other values of {', '.join(others)}", remedy)]


async def _found(http: httpx.AsyncClient) -> Finding:
    answer = await http.get("/health")
    if _json(answer).get("ok") is True:
        return Finding("server", "ok", f"{http.base_url} answers")
    told = f"what answers at {http.base_url} is no Holdfast server: /health is {answer.status_code}"
    return Finding("server", "fail", told, _OTHER_REMEDY)


async def _ready(http: httpx.AsyncClient) -> list[Finding]:
    answer = await http.get("/ready")
    checks = _json(answer).get("checks")
    if answer.status_code not in {200, _UNREADY} or not _are_checks(checks):
        return [Finding("ready", "fail", f"/ready is {answer.status_code}", "See the server's log.")]
    bad = [one for one in checks if not one["ok"]]
    found = [
        Finding("ready", "fail", f"{one['check']} does not work there", f"{one['remedy']} The server's log tells more.")
        for one in bad
    ]
    return found or [Finding("ready", "ok", f"it can answer: {', '.join(one['check'] for one in checks)}")]


async def _log_in(http: httpx.AsyncClient) -> list[Finding]:
    answer = await http.get("/v1/server")
    told = _json(answer)
    if answer.status_code in _NOT_LET_IN:
        error = told.get("error")
        why = (error.get("message") if isinstance(error, dict) else error) or answer.status_code
        return [Finding("log-in", "fail", f"it did not let this command in: {why}", _TOKEN_REMEDY)]
    if answer.status_code == _NOT_FOUND:
        return [
            Finding("version", "warn", "it is of an older Holdfast, which does not tell its version", _VERSION_REMEDY)
        ]
    if not answer.is_success:
        return [Finding("log-in", "fail", f"/v1/server is {answer.status_code}", "See the server's log.")]
    if not {"identity", "permissions", "version"} <= told.keys():
        return [Finding("log-in", "fail", "/v1/server does not answer as a Holdfast server", _OTHER_REMEDY)]
    may = f", and may {', '.join(told['permissions'])}" if told["permissions"] else ""
    return [Finding("log-in", "ok", f"this command comes in as {told['identity']}{may}"), _version(told["version"])]


def _are_checks(told: Any) -> TypeGuard[list[dict[str, Any]]]:
    """Tell whether this is what `/ready` tells: a proxy in front may answer in its own way."""
    known = {"check", "ok", "remedy"}
    return isinstance(told, list) and all(isinstance(one, dict) and known <= one.keys() for one in told)


def _version(there: str | None) -> Finding:
    here = own_version()
    if here == there:
        return Finding("version", "ok", f"both are {here or 'checkouts that are not installed'}")
    told = f"the server is {there or 'a checkout'}, this command {here or 'a checkout'}"
    return Finding("version", "warn", told, _VERSION_REMEDY)


def _json(answer: httpx.Response) -> dict[str, Any]:
    try:
        told = answer.json()
    except ValueError:
        return {}
    return told if isinstance(told, dict) else {}
