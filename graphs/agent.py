"""The agent graph: one turn of a conversation that remembers."""

from langgraph.graph import END, START, StateGraph

from memory_nodes.approve import approve
from memory_nodes.ask import ask
from memory_nodes.build_context import build_context
from memory_nodes.call_model import call_model, wants_tools
from memory_nodes.extract_facts import extract_facts
from memory_nodes.load_memories import load_memories, unless_answered
from memory_nodes.record_turn import record_turn
from memory_nodes.refuse import refuse
from memory_nodes.run_tools import run_tools
from memory_nodes.schedule_consolidation import schedule_consolidation, wants_decision
from memory_nodes.state import AgentInput, AgentOutput, AgentState, Context
from memory_nodes.write_back import write_back

builder = StateGraph(AgentState, context_schema=Context, input_schema=AgentInput, output_schema=AgentOutput)

builder.add_node(load_memories)
builder.add_node(refuse)
builder.add_node(build_context)
builder.add_node(call_model)
builder.add_node(run_tools)
builder.add_node(record_turn)
builder.add_node(extract_facts)
builder.add_node(approve)
builder.add_node(write_back)
builder.add_node(schedule_consolidation)
builder.add_node(ask)

builder.add_edge(START, "load_memories")
builder.add_conditional_edges(
    "load_memories", unless_answered, {"open": "build_context", "answered": "extract_facts", "refused": "refuse"}
)
builder.add_edge("refuse", END)
builder.add_edge("build_context", "call_model")
builder.add_conditional_edges("call_model", wants_tools, {"tools": "run_tools", "answered": "record_turn"})
builder.add_edge("run_tools", "call_model")
builder.add_edge("record_turn", "extract_facts")
builder.add_edge("extract_facts", "approve")
builder.add_edge("approve", "write_back")
builder.add_edge("write_back", "schedule_consolidation")
builder.add_conditional_edges("schedule_consolidation", wants_decision, {"ask": "ask", "done": END})
builder.add_edge("ask", END)

graph = builder.compile(name="agent")
