"""The consolidation graph: folds what is due and looks for facts, in the background, by cron or on demand."""

from langgraph.graph import END, START, StateGraph

from memory_nodes.consolidate_thread import consolidate_thread
from memory_nodes.consolidation_state import ConsolidationInput, ConsolidationState
from memory_nodes.extract_thread import extract_thread
from memory_nodes.plan_consolidation import each_thread, plan_consolidation
from memory_nodes.report_consolidation import report_consolidation

THREADS_AT_ONCE = 4

builder = StateGraph(ConsolidationState, input_schema=ConsolidationInput)
builder.add_node(plan_consolidation)
builder.add_node(consolidate_thread)
builder.add_node(extract_thread)
builder.add_node(report_consolidation)

builder.add_edge(START, "plan_consolidation")
builder.add_conditional_edges(
    "plan_consolidation", each_thread, ["consolidate_thread", "extract_thread", "report_consolidation"]
)
builder.add_edge("consolidate_thread", "report_consolidation")
builder.add_edge("extract_thread", "report_consolidation")
builder.add_edge("report_consolidation", END)

graph = builder.compile(name="consolidation").with_config(max_concurrency=THREADS_AT_ONCE)
