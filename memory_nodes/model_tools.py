"""The tools the model may call, and their definitions as a provider sees them."""

from langchain_core.tools import BaseTool
from langchain_core.utils.function_calling import convert_to_openai_tool

from tools.calculator import calculator
from tools.correct_memory import correct_memory
from tools.current_time import current_time
from tools.explain_memory import explain_memory
from tools.forget_memory import forget_memory
from tools.list_memory import list_memory
from tools.open_earlier import open_earlier
from tools.propose_memory import propose_memory
from tools.search_memory import search_memory
from tools.search_transcript import search_transcript
from tools.task_state import task_state
from tools.unremember_conversation import unremember_conversation

_MEMORY: list[BaseTool] = [
    search_memory,
    list_memory,
    explain_memory,
    search_transcript,
    open_earlier,
    propose_memory,
    correct_memory,
    forget_memory,
    unremember_conversation,
    task_state,
]
TOOLS: list[BaseTool] = [*_MEMORY, current_time, calculator]
MEMORY_TOOLS = frozenset(tool.name for tool in _MEMORY)
"""Those that need the store."""
TOOL_SCHEMAS = [convert_to_openai_tool(tool) for tool in TOOLS]
