"""A model request of `create_agent` as memory plans and fills it."""

from dataclasses import replace
from typing import Any

from langchain.agents.middleware.types import ModelRequest
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import SystemMessage
from langchain_core.utils.function_calling import convert_to_openai_tool

from memory.core.window.section_texts import OPENING
from memory.models.chat import context_window
from memory.models.settings import read_model_settings
from memory_nodes.build_context import Asking
from memory_nodes.prompt import Prompt


def asking_of(request: ModelRequest[Any]) -> Asking:
    """Return the model a window is planned for, with the agent's own system text and tools."""
    settings = replace(read_model_settings(), model=_name_of(request.model))
    tools = [convert_to_openai_tool(tool) for tool in request.tools]
    return Asking(settings, context_window(request.model, settings), tools, request.system_prompt or OPENING)


def model_request(request: ModelRequest[Any], prompt: Prompt) -> ModelRequest[Any]:
    """Return the request with the messages of a prompt, the first of which is its system message."""
    system, *messages = prompt.messages
    return request.override(system_message=SystemMessage(system.content), messages=messages)


def _name_of(model: BaseChatModel) -> str:
    """Return the name a model is asked by, by which its tokens are counted; its class's where it has none."""
    named = getattr(model, "model_name", None) or getattr(model, "model", None)
    return str(named or type(model).__name__)
