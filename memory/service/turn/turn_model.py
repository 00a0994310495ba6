"""The chat model of a turn, with the settings it was made with."""

from dataclasses import replace

from langchain_core.language_models import BaseChatModel

from memory.models.chat import chat_model
from memory.models.settings import ModelSettings, read_model_settings
from memory.service.settings.context import Context


def turn_settings(context: Context) -> ModelSettings:
    """Return the process's model settings with what the run's context chooses instead."""
    settings = read_model_settings()
    return replace(
        settings,
        model=context.model or settings.model,
        fallback_model=context.fallback_model or settings.fallback_model,
    )


def turn_model(context: Context) -> BaseChatModel:
    """Return the model that answers.

    Raises ModelError: there is no such model, or its key is missing.
    """
    settings = turn_settings(context)
    return chat_model(settings.model, settings)
