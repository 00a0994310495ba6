"""The consolidation graph: folds what is due, looks for facts, looks them over; in the background or by cron."""

from langgraph.graph import END, START, StateGraph

from memory_nodes.consolidate_thread import consolidate_thread
from memory_nodes.consolidate_user import consolidate_user
from memory_nodes.consolidation_state import ConsolidationInput, ConsolidationState
from memory_nodes.extract_thread import extract_thread
from memory_nodes.plan_consolidation import each_thread, plan_consolidation
from memory_nodes.plan_users import each_user, plan_users
from memory_nodes.report_consolidation import report_consolidation
from memory_nodes.start_waiting import start_waiting

THREADS_AT_ONCE = 4

builder = StateGraph(ConsolidationState, input_schema=ConsolidationInput)
builder.add_node(plan_consolidation)
builder.add_node(consolidate_thread)
builder.add_node(extract_thread)
builder.add_node(plan_users)
builder.add_node(consolidate_user)
builder.add_node(report_consolidation)
builder.add_node(start_waiting)

builder.add_edge(START, "plan_consolidation")
builder.add_conditional_edges("plan_consolidation", each_thread, ["consolidate_thread", "extract_thread", "plan_users"])
builder.add_edge("consolidate_thread", "plan_users")
builder.add_edge("extract_thread", "plan_users")
builder.add_conditional_edges("plan_users", each_user, ["consolidate_user", "report_consolidation"])
builder.add_edge("consolidate_user", "report_consolidation")
builder.add_edge("report_consolidation", "start_waiting")
builder.add_edge("start_waiting", END)

graph = builder.compile(name="consolidation").with_config(max_concurrency=THREADS_AT_ONCE)
