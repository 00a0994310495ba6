"""A long talk with Holdfast's own graph, its requests to the model caught at the endpoint."""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from evals.bench_context_requests import Body, parts_of, tokens_of
from evals.bench_context_texts import fact_of, topics, turn_of
from evals.scripted_model import ScriptedModel
from evals.scripted_replies import Reply
from memory.local_runner import LocalRunner, open_local_runner
from memory.service.consolidation.consolidation_start import finish_local

MODEL = "gpt-4o"
"""A name whose tokens are counted exactly, so that the largest request can be held against the budget."""
BUDGET = 20_000
RECALL = {"recall_facts": 8, "recall_passages": 5, "recall_deadline_ms": 10_000}
"""Makes about 800 tokens a turn of these texts; the deadline is lifted so that a busy machine changes nothing."""
_USER = "bench"
_ASKS_SUMMARY = "<role>\nContext Extraction Assistant"


@dataclass(frozen=True)
class Said:
    """One turn as the graph sent it: what the other systems are given too."""

    user: str
    assistant: str
    recalled: str
    """The block that stands with the user's message and changes each turn."""


@dataclass(frozen=True)
class Talk:
    """The requests of one thread and what was said in it."""

    requests: list[Body]
    calls: int
    """Model calls in all."""
    said: list[Said]


class Endpoint(ScriptedModel):
    """Answers with the texts it is told, and reports the tokens a request really has."""

    def __init__(self) -> None:
        super().__init__(self._reply)
        self.text = self.summary = ""

    def _reply(self, body: Body) -> Reply:
        text = self.summary if asks_summary(body) else self.text
        return Reply(text, whole=True, usage=(tokens_of(parts_of(body)), tokens_of([text])))


def asks_summary(body: Body) -> bool:
    """Tell whether a request comes from LangChain's summarization."""
    return str(body["messages"][0]["content"]).startswith(_ASKS_SUMMARY)


async def talk(endpoint: Endpoint, folder: Path, language: str, turns: int) -> Talk:
    """Run a talk on files in `folder`; before it the user said things about its topics elsewhere."""
    settings = {"MODEL": MODEL, "BASE_URL": endpoint.base_url, "API_KEY": "bench", "DATA": str(folder)}
    unset = {"HOLDFAST_DATABASE_URI": "", "HOLDFAST_FALLBACK_MODEL": "", "HOLDFAST_CONTEXT_WINDOW": ""}
    with environment({f"HOLDFAST_{name}": value for name, value in settings.items()} | unset):
        async with open_local_runner() as runner:
            await _remember(endpoint, runner, language, min(turns, topics(language)))
            return await _talk(endpoint, runner, language, turns)


async def _remember(endpoint: Endpoint, runner: LocalRunner, language: str, count: int) -> None:
    for number in range(count):
        past = turn_of(number, language, talk="past")
        endpoint.text = past.assistant
        await _say(runner, f"past {number % 4}", f"{fact_of(number, language)}\n{past.user}")
    await finish_local()


async def _talk(endpoint: Endpoint, runner: LocalRunner, language: str, turns: int) -> Talk:
    requests: list[Body] = []
    said: list[Said] = []
    before = len(endpoint.requests)
    for number in range(turns):
        turn = turn_of(number, language)
        endpoint.text = turn.assistant
        at = len(endpoint.requests)
        await _say(runner, "now", turn.user)
        requests.append(endpoint.requests[at])
        await finish_local()
        newest = next(m["content"] for m in reversed(requests[-1]["messages"]) if m["role"] == "user")
        said.append(Said(turn.user, turn.assistant, newest.removeprefix(turn.user).strip()))
    return Talk(requests, len(endpoint.requests) - before, said)


async def _say(runner: LocalRunner, conversation: str, text: str) -> None:
    async for _ in runner.stream(_USER, conversation, text, context={"context_budget": BUDGET, **RECALL}):
        continue


@contextmanager
def environment(values: Mapping[str, str]) -> Iterator[None]:
    """Set variables of the environment, and put back what was there."""
    before = {name: os.environ.get(name) for name in values}
    os.environ.update(values)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value
