"""The agent that `bench_turn` compares with: LangChain's own, nothing added."""

from langchain.agents import create_agent

# Made at import, as a LangGraph application without Holdfast would; the benchmark sets OPENAI_BASE_URL and _API_KEY.
graph = create_agent("openai:scripted")
