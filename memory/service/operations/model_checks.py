"""What `holdfast doctor` finds about the models: named rightly, reachable, and with `--live` that they answer."""

import asyncio
from urllib.parse import urlsplit

from memory.core.errors import ModelError
from memory.core.operations.findings import Finding
from memory.models.chat import chat_model, explain_error
from memory.models.embeddings import embedder
from memory.models.settings import NO_EMBEDDINGS, OFFLINE, ModelSettings, read_model_settings

_PORTS = {"http": 80, "https": 443}
_ASKED = "Say ok."


async def check_models(*, live: bool) -> list[Finding]:
    """Find models that cannot be made, an endpoint that cannot be reached and, `live`, a model that gives no token."""
    settings = read_model_settings()
    if settings.base_url and settings.model != OFFLINE:
        await _reach(settings.base_url)
    await _try(settings.model, settings, live=live)
    others = {settings.fallback_model, settings.shorten_model, settings.summary_model, settings.extract_model}
    found = [await _other(name, settings, live=live) for name in sorted(filter(None, others - {settings.model}))]
    return [_told(settings, live=live), *found]


async def check_embeddings(*, live: bool) -> list[Finding]:
    """Find whether recall can compare meanings; without, it goes by words, which is no failure."""
    settings = read_model_settings()
    try:
        model = embedder(settings)
        if model and live:
            await model.question(_ASKED)
    except ModelError as error:
        told, _, remedy = str(error).partition(". ")
        return [Finding("embeddings", "warn", told, remedy)]
    if settings.embeddings == NO_EMBEDDINGS:
        return [Finding("embeddings", "ok", "none: recall goes by words alone")]
    return [Finding("embeddings", "ok", f"{settings.embeddings!r} compares meanings")]


def _told(settings: ModelSettings, *, live: bool) -> Finding:
    if settings.model == OFFLINE:
        told = "the offline model answers, by rules: it is for a first look, not for users"
        return Finding("model", "ok", told, "Set HOLDFAST_MODEL when users come.")
    how = "gave a token" if live else "is set up; with --live it is asked for a token"
    return Finding("model", "ok", f"{settings.model!r} {how}")


async def _other(name: str, settings: ModelSettings, *, live: bool) -> Finding:
    try:
        await _try(name, settings, live=live)
    except ModelError as error:
        told, _, remedy = str(error).partition(". ")
        return Finding("model", "warn", told, remedy)
    return Finding("model", "ok", f"{name!r} is set up too")


async def _try(name: str, settings: ModelSettings, *, live: bool) -> None:
    """Make a model and, `live`, let it say a token. Raises ModelError."""
    model = chat_model(name, settings)
    if not live or name == OFFLINE:
        return
    try:
        await model.ainvoke(_ASKED, max_tokens=1)
    except Exception as exc:  # whatever a provider's client raises
        raise explain_error(exc, name, settings) from exc


async def _reach(url: str) -> None:
    """Raise ModelError if nothing listens at an address."""
    parts = urlsplit(url)
    try:
        _, writer = await asyncio.open_connection(parts.hostname, parts.port or _PORTS[parts.scheme.lower()])
    except (OSError, ValueError) as error:
        raise ModelError(
            f"HOLDFAST_BASE_URL cannot be reached: {error}. Start the server there, or correct the address."
        ) from error
    writer.close()
