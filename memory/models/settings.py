"""The one place where the environment's settings of chat models are read."""

import os
from collections.abc import Mapping
from dataclasses import dataclass

from pydantic import SecretStr

from memory.core.errors import InputError

OFFLINE = "offline"
NO_EMBEDDINGS = "none"


@dataclass(frozen=True)
class ModelSettings:
    """How chat models are reached."""

    model: str = OFFLINE
    """HOLDFAST_MODEL: "offline", a `provider:model`, or with a base URL the endpoint's own model name."""
    base_url: str | None = None
    """HOLDFAST_BASE_URL: an OpenAI-compatible endpoint, such as `http://localhost:11434/v1`."""
    api_key: SecretStr | None = None
    """HOLDFAST_API_KEY: sent to that endpoint or provider; without it a provider's own variable counts."""
    fallback_model: str | None = None
    """HOLDFAST_FALLBACK_MODEL: answers when the model fails before its first token; written like `model`."""
    shorten_model: str | None = None
    """HOLDFAST_SHORTEN_MODEL: shortens long messages in consolidation; written like `model`, none by default."""
    summary_model: str | None = None
    """HOLDFAST_SUMMARY_MODEL: summarises conversations in consolidation; written like `model`, which it may be too;
    none by default, then rules choose what a summary holds."""
    extract_model: str | None = None
    """HOLDFAST_EXTRACT_MODEL: looks for facts in what users said; written like `model`, which it may be too; none by
    default, then rules alone do."""
    embeddings: str = OFFLINE
    """HOLDFAST_EMBEDDINGS: by what recall compares meanings: "offline", a `provider:model` LangChain has embeddings of,
    or "none" for words alone."""
    context_window: int | None = None
    """HOLDFAST_CONTEXT_WINDOW: tokens the model reads and writes at once, where LangChain does not know them or the
    endpoint grants fewer."""

    def named_by(self, model: str) -> str:
        """Return the setting that names `model`: HOLDFAST_MODEL where it does, or where none does."""
        others = ("fallback_model", "shorten_model", "summary_model", "extract_model", "embeddings")
        named = [field for field in others if model != self.model and model == getattr(self, field)]
        return f"HOLDFAST_{named[0].upper()}" if named else "HOLDFAST_MODEL"


def read_model_settings(env: Mapping[str, str] | None = None) -> ModelSettings:
    """Return the settings as they stand now in `env` (None: the process's environment); blank means unset.

    Raises InputError: the base URL is no http address, the context window no number.
    """
    source = os.environ if env is None else env
    key = _value(source, "HOLDFAST_API_KEY")
    return ModelSettings(
        model=_value(source, "HOLDFAST_MODEL") or OFFLINE,
        base_url=_base_url(_value(source, "HOLDFAST_BASE_URL")),
        api_key=SecretStr(key) if key else None,
        fallback_model=_value(source, "HOLDFAST_FALLBACK_MODEL"),
        shorten_model=_value(source, "HOLDFAST_SHORTEN_MODEL"),
        summary_model=_value(source, "HOLDFAST_SUMMARY_MODEL"),
        extract_model=_value(source, "HOLDFAST_EXTRACT_MODEL"),
        embeddings=_value(source, "HOLDFAST_EMBEDDINGS") or OFFLINE,
        context_window=_tokens(_value(source, "HOLDFAST_CONTEXT_WINDOW")),
    )


def _value(env: Mapping[str, str], name: str) -> str | None:
    return env.get(name, "").strip() or None


def _base_url(url: str | None) -> str | None:
    if url and not url.lower().startswith(("http://", "https://")):
        raise InputError("HOLDFAST_BASE_URL", "is no http address", "Write it like http://localhost:11434/v1.")
    return url


def _tokens(text: str | None) -> int | None:
    if text is None:
        return None
    if not text.isascii() or not text.isdigit() or int(text) == 0:
        raise InputError("HOLDFAST_CONTEXT_WINDOW", f"{text!r} is no number of tokens", "Write it like 32768.")
    return int(text)
