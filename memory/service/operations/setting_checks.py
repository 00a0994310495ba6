"""What `holdfast doctor` finds in the settings themselves, without reaching for anything."""

from collections.abc import Callable, Iterator
from importlib.metadata import PackageNotFoundError, requires, version

from packaging.requirements import Requirement

from memory.core.cron_schedule import check_schedule
from memory.core.errors import InputError
from memory.core.operations.contradictions import contradictions
from memory.core.operations.findings import Finding
from memory.core.operations.setting_names import unknown_settings
from memory.models.settings import read_model_settings
from memory.service.access.auth_settings import rate_limit, read_auth_settings, request_bytes
from memory.service.access.callers import check_access
from memory.service.settings.context import zone_of
from memory.service.settings.policy import current_policy
from memory.service.settings.settings import (
    active_facts,
    backup_hours,
    backups_kept,
    cron_schedule,
    set_values,
    time_zone,
)
from memory.service.settings.slots import use_slots

_DISTRIBUTION = "holdfast"
_READERS: tuple[Callable[[], object], ...] = (
    read_model_settings,
    active_facts,
    backup_hours,
    backups_kept,
    request_bytes,
    rate_limit,
    lambda: check_schedule(cron_schedule(), "HOLDFAST_CRON"),
    lambda: zone_of(time_zone(), "HOLDFAST_TIME_ZONE"),
)


async def check_settings() -> list[Finding]:
    """Find names nobody reads, values nobody takes, and what makes no sense together."""
    found = [*_unknown(), *_refused(), *(Finding("settings", "warn", *told) for told in contradictions(set_values()))]
    return found or [Finding("settings", "ok", f"{len(set_values())} are set, and each is known")]


async def check_policy() -> list[Finding]:
    """Find a policy or slots that cannot be read."""
    await current_policy()
    await use_slots()
    return [Finding("policy", "ok", "policy and profile slots can be read")]


async def check_log_in() -> list[Finding]:
    """Find who may log in. That an open server serves its own machine alone, it sees to itself."""
    await check_access()
    settings = read_auth_settings()
    if settings.local:
        return [Finding("auth", "ok", "nobody logs in: the server is for its own machine alone, and starts only there")]
    told = " and ".join(["tokens"] * bool(settings.tokens) + ["service keys"] * bool(settings.api_keys))
    if settings.tokens and (settings.tokens.jwks_url or "").startswith("http://"):
        remedy = "Use https://: who can answer in its place can be any user."
        return [Finding("auth", "warn", "HOLDFAST_JWT_JWKS_URL fetches keys in the open", remedy)]
    return [Finding("auth", "ok", f"users log in by {told}")]


async def check_versions() -> list[Finding]:
    """Find packages that are missing or of a version Holdfast does not take."""
    try:
        asked = requires(_DISTRIBUTION) or []
    except PackageNotFoundError:
        return [Finding("packages", "ok", "run from a checkout that is not installed: versions are not known")]
    wrong = [told for told in map(_wrong, map(Requirement, asked)) if told]
    remedy = "Install it anew: pip install --upgrade holdfast."
    return [Finding("packages", "fail", told, remedy) for told in wrong] or [
        Finding("packages", "ok", f"holdfast {version(_DISTRIBUTION)}, and what it needs is there")
    ]


def _wrong(needed: Requirement) -> str | None:
    if needed.marker and not needed.marker.evaluate({"extra": ""}):
        return None
    try:
        there = version(needed.name)
    except PackageNotFoundError:
        return f"{needed.name} is missing"
    fits = needed.specifier.contains(there, prereleases=True)
    return None if fits else f"{needed.name} is {there}, and must be {needed.specifier}"


def _unknown() -> Iterator[Finding]:
    for name, near in unknown_settings(set_values()).items():
        remedy = f"Write {near}." if near else "Take it out; .env.example lists all there are."
        yield Finding("settings", "warn", f"{name} is no setting: nothing reads it", remedy)


def _refused() -> Iterator[Finding]:
    for read in _READERS:
        try:
            read()
        except InputError as wrong:
            yield Finding("settings", "fail", f"{wrong.field} {wrong.problem}", wrong.remedy)
