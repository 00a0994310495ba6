"""The tools the model may call, and their definitions as a provider sees them."""

from langchain_core.tools import BaseTool
from langchain_core.utils.function_calling import convert_to_openai_tool

from tools.calculator import calculator
from tools.current_time import current_time
from tools.forget_memory import forget_memory
from tools.open_earlier import open_earlier
from tools.propose_memory import propose_memory
from tools.search_memory import search_memory
from tools.search_transcript import search_transcript
from tools.task_state import task_state

TOOLS: list[BaseTool] = [
    search_memory,
    search_transcript,
    open_earlier,
    propose_memory,
    forget_memory,
    task_state,
    current_time,
    calculator,
]
MEMORY_TOOLS = frozenset(
    tool.name for tool in (search_memory, search_transcript, open_earlier, propose_memory, forget_memory, task_state)
)
"""Those that need the store."""
TOOL_SCHEMAS = [convert_to_openai_tool(tool) for tool in TOOLS]
