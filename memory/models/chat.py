"""The chat model by name, and what went wrong with it in words that name the setting to change."""

import asyncio
import random
import re
from collections import OrderedDict
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit
from weakref import WeakKeyDictionary

from langchain.chat_models import init_chat_model
from langchain_core.language_models import BaseChatModel

from memory.core.defaults import DEFAULTS
from memory.core.errors import ModelError
from memory.core.language.text import one_line
from memory.models.settings import OFFLINE, ModelSettings, read_model_settings

CACHED_MODELS = 16
_PAUSE = 0.5
"""Seconds before the first retry, about; each further one waits twice as long."""
_LONGEST_PAUSE = 10.0
_DETAIL_CHARS = 400
_NO_KEY = "no-key"  # local endpoints ask for none; without it the client would send them the key meant for OpenAI

_Key = tuple[str, ModelSettings]
_Cache = OrderedDict[_Key, BaseChatModel]
_no_loop: _Cache = OrderedDict()
_by_loop: WeakKeyDictionary[asyncio.AbstractEventLoop, _Cache] = WeakKeyDictionary()


def chat_model(name: str, settings: ModelSettings) -> BaseChatModel:
    """Return the chat model called `name`: "offline", a `provider:model`, or a model of the endpoint in `settings`.

    Kept for each event loop, name and settings, since a client's connections work in the loop that opened them only.

    Raises ModelError: no such provider, its package is not installed, or its key is not set.
    """
    models = _loop_models()
    key = (name, settings)
    if key not in models:
        models[key] = _make_model(name, settings)
        if len(models) > CACHED_MODELS:
            models.popitem(last=False)
    models.move_to_end(key)
    return models[key]


def load_packages() -> None:
    """Load what the settings' model needs, so that no turn waits for it. Blocks."""
    settings = read_model_settings()
    if settings.model == OFFLINE:
        import memory.models.offline  # noqa: F401, PLC0415  # see `_make_model`
    elif _speaks_openai(settings.model, settings):
        import langchain_openai  # noqa: F401, PLC0415  # see `_openai_model`


async def close_chat_models() -> None:
    """Close the connections of the running loop's models and forget them: at shutdown, or before a loop ends."""
    models = _loop_models()
    while models:
        _, model = models.popitem()
        if (connections := getattr(model, "http_async_client", None)) is not None:  # of those made by _openai_model
            await connections.aclose()


def context_window(model: BaseChatModel, settings: ModelSettings) -> int | None:
    """Return how many tokens the model takes at once, None where neither its profile nor a setting says.

    The less of both where both do: an endpoint may grant fewer than the model could take.
    """
    profile = (model.profile or {}).get("max_input_tokens")
    known = [limit for limit in (profile, settings.context_window) if isinstance(limit, int) and limit > 0]
    return min(known, default=None)


def explain_error(exc: BaseException, name: str, settings: ModelSettings | None = None) -> ModelError:
    """Return why the model called `name` failed and which setting mends it; never shows a key.

    `settings` are those the model was made with (None: today's).
    """
    if isinstance(exc, ModelError):
        return exc
    known = settings or read_model_settings()
    problem, remedy = _EXPLANATIONS[_kind(exc)]
    remedy = remedy.format(setting=known.named_by(name))
    if not known.fallback_model and name == known.model and _kind(exc) in _PASSING:
        remedy += " HOLDFAST_FALLBACK_MODEL names a model to answer in its place."
    told = problem.format(host=_host(known), seconds=f"{DEFAULTS.model_seconds:g}", detail=_detail(exc, known))
    kind = _kind(exc)
    return ModelError(
        f"Model {name!r} {told}. {remedy}",
        refused=kind in _REFUSING,
        passing=kind in _SOON_OVER,
        retry_after=_retry_after(exc),
    )


def retry_pause(attempt: int, error: ModelError) -> float:
    """Return the seconds to wait after the attempt numbered `attempt`, from 0, failed with `error`."""
    pause = _PAUSE * 2**attempt * random.uniform(0.75, 1.25)  # noqa: S311  # so that not all come back at once
    return min(error.retry_after or pause, _LONGEST_PAUSE)


def _loop_models() -> _Cache:
    try:
        loop = asyncio.get_running_loop()
    except RuntimeError:
        return _no_loop
    return _by_loop.setdefault(loop, OrderedDict())


def _make_model(name: str, settings: ModelSettings) -> BaseChatModel:
    if name == OFFLINE:
        from memory.models.offline import OfflineChatModel  # noqa: PLC0415  # its rules, a second for who asks no model

        return OfflineChatModel()
    try:
        return _real_model(name, settings)
    except ImportError as exc:
        raise ModelError(
            f"Model {name!r} needs a package that is missing: {exc}. Install it, or change {settings.named_by(name)}."
        ) from exc
    except Exception as exc:  # a provider's package may raise anything
        raise _construction_error(exc, name, settings) from exc


def _real_model(name: str, settings: ModelSettings) -> BaseChatModel:
    if _speaks_openai(name, settings):
        return _openai_model(name.removeprefix("openai:"), settings)
    model: BaseChatModel = init_chat_model(name, **_arguments(settings))
    return model


def _speaks_openai(name: str, settings: ModelSettings) -> bool:
    return name != OFFLINE and (settings.base_url is not None or name.startswith("openai:"))


def _openai_model(name: str, settings: ModelSettings) -> BaseChatModel:
    import openai  # noqa: PLC0415  # a fifth of the time a process takes to start, for those who use it alone
    from langchain_openai import ChatOpenAI  # noqa: PLC0415  # see above

    arguments = _arguments(settings)
    if settings.base_url:
        arguments |= {"base_url": settings.base_url, "api_key": settings.api_key or _NO_KEY}
    # Its own client: the library's default one is shared by all event loops of the process.
    client = openai.DefaultAsyncHttpxClient(timeout=DEFAULTS.model_seconds)
    return ChatOpenAI(
        model=name,
        stream_usage=True,
        stream_chunk_timeout=DEFAULTS.model_seconds,
        http_async_client=client,
        http_socket_options=(),
        **arguments,
    )


def _arguments(settings: ModelSettings) -> dict[str, Any]:
    # Replies are retried by who streams them, so that the context report can tell.
    arguments: dict[str, Any] = {"timeout": DEFAULTS.model_seconds, "max_retries": 0}
    return arguments | ({"api_key": settings.api_key} if settings.api_key else {})


def _construction_error(exc: Exception, name: str, settings: ModelSettings) -> ModelError:
    text = str(exc).casefold()
    if "unable to infer model provider" in text or "unsupported provider" in text:
        return ModelError(
            f"Model {name!r} names no known provider. Write {settings.named_by(name)} as provider:model, such as "
            "openai:gpt-4o-mini, or set HOLDFAST_BASE_URL to the OpenAI-compatible endpoint that has it."
        )
    if re.search(r"credential|api[ _-]?key|access[ _-]?key|token", text):
        return ModelError(
            f"Model {name!r} has no key. Set HOLDFAST_API_KEY, or the provider's own variable, such as OPENAI_API_KEY."
        )
    return explain_error(exc, name, settings)


_KEY = "Check HOLDFAST_API_KEY, or the provider's own variable, such as OPENAI_API_KEY."
_PASSING = frozenset({"rate", "server", "timeout", "connection", "broken"})
_SOON_OVER = _PASSING - {"timeout"}
_REFUSING = frozenset({"refused", "overflow"})
_EXPLANATIONS = {
    "key": ("was refused: {host} does not accept the key", _KEY),
    "permission": ("was refused: the key does not allow this at {host}", _KEY),
    "missing": ("was not found at {host}", "Check {setting} and HOLDFAST_BASE_URL (it mostly ends in /v1)."),
    "overflow": ("was sent more than it can read", "Lower the context budget, or set {setting} to a larger one."),
    "refused": ("refused the request: {detail}", "Check that {setting} takes such input and tools."),
    "rate": ("has reached its limit of requests at {host}", "Wait a little, or check the account's quota."),
    "server": ("failed at {host}: {detail}", "Try again."),
    "timeout": ("sent nothing for {seconds} seconds", "Try again, or check the server behind HOLDFAST_BASE_URL."),
    "connection": ("cannot be reached at {host}", "Check HOLDFAST_BASE_URL, the network and that the server runs."),
    "broken": ("broke off midway", "Try again, or check the server behind HOLDFAST_BASE_URL."),
    "other": ("failed: {detail}", "Check {setting} and HOLDFAST_BASE_URL."),
}
_KIND_BY_STATUS = {
    400: "refused",
    401: "key",
    403: "permission",
    404: "missing",
    408: "timeout",
    413: "overflow",
    422: "refused",
    429: "rate",
}
# Names, not classes: every provider's client has its own of the same name, and most are not installed.
_KIND_BY_CAUSE = {
    "ContextOverflowError": "overflow",
    "ModelTimeoutError": "timeout",
    "APITimeoutError": "timeout",
    "TimeoutException": "timeout",
    "TimeoutError": "timeout",
    "RemoteProtocolError": "broken",
    "ReadError": "broken",
}
_UNCONVERTED = frozenset({"ValueError", "KeyError", "NotImplementedError"})
"""What integrations raise, themselves and not as a parent class, at a message they cannot put into their own form."""
_KIND_BY_CLASS = {
    "ModelAuthenticationError": "key",
    "ModelPermissionDeniedError": "permission",
    "ModelNotFoundError": "missing",
    "ModelInvalidRequestError": "refused",
    "ModelRateLimitError": "rate",
    "ModelAPIError": "server",
    "ModelConnectionError": "connection",
    "APIConnectionError": "connection",
    "TransportError": "connection",
    "ConnectionError": "connection",
}


def _kind(exc: BaseException) -> str:
    """Return what a cause tells if it tells more than the status does, else the status, else the class."""
    causes = {c.__name__ for cause in _causes(exc) for c in type(cause).__mro__}
    if deeper := next((kind for name, kind in _KIND_BY_CAUSE.items() if name in causes), None):
        return deeper
    status = getattr(exc, "status_code", None)
    if isinstance(status, int):
        return _KIND_BY_STATUS.get(status) or ("server" if status >= 500 else "refused")  # noqa: PLR2004  # HTTP's
    if type(exc).__name__ in _UNCONVERTED:
        return "refused"
    return next((_KIND_BY_CLASS[c.__name__] for c in type(exc).__mro__ if c.__name__ in _KIND_BY_CLASS), "other")


def _retry_after(exc: BaseException) -> float | None:
    response = getattr(exc, "response", None)
    told = response.headers.get("retry-after") if response is not None else None
    return float(told) if told and told.replace(".", "", 1).isdigit() else None  # a date is not worth the trouble


def _causes(exc: BaseException | None) -> Iterator[BaseException]:
    while exc is not None:
        yield exc
        exc = exc.__cause__


_SECRETS = re.compile(
    r"\b(?:sk|pk|gsk|xai|lsv2|AIza|ghp|hf)[-_][\w*.-]{4,}|AIza[\w-]{8,}"
    r"|(?i:bearer\s+)\S+|(?i:(?:api[-_]?)?key(?:=|:\s*|\s+provided:\s*))\S+|(?<=://)[^/@\s]+(?=@)"
)


def _detail(exc: BaseException, settings: ModelSettings) -> str:
    text = f"{type(exc).__name__}: {exc}" if str(exc) else type(exc).__name__
    if settings.api_key:
        text = text.replace(settings.api_key.get_secret_value(), "…")
    return one_line(_SECRETS.sub("…", text), _DETAIL_CHARS).rstrip(".")


def _host(settings: ModelSettings) -> str:
    parts = urlsplit(settings.base_url or "")
    return parts.netloc.rpartition("@")[2] or "the provider"
