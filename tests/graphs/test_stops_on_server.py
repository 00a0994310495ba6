"""Runs cancelled on the real server, by either action, in the reply and after a round of tools."""

import asyncio
from dataclasses import replace

import pytest
from support.directives import Body, by_rule
from support.openai_server import ScriptedModel
from support.replies import Reply
from support.talking import Talk

from evals.dev_server import DevServer
from memory.core import namespaces
from memory.core.ids import user_root

pytestmark = pytest.mark.server

CALLING = '!tools 2 calculator {"expression": "{i}+1"}'


def slow_after_tools(body: Body) -> Reply:
    """Rules, but the answer after a round of tools takes three seconds."""
    reply = by_rule(body)
    return replace(reply, token_ms=600) if body["messages"][-1]["role"] == "tool" else reply


async def test_a_run_cancelled_by_either_action_keeps_what_was_shown_and_the_thread_goes_on(
    shared_server: DevServer, scripted_model: ScriptedModel
):
    scripted_model.handler = slow_after_tools
    await asyncio.gather(
        *(
            check_cancelled(shared_server, text, action)
            for text in ("!slow 100 40", CALLING)
            for action in ("interrupt", "rollback")
        )
    )


async def check_cancelled(server: DevServer, text: str, action: str) -> None:
    async with server.client() as client:
        talk = await Talk.begin(client)
        assert await talk.say("!say 开始") == "开始"
        run = await talk.start(text)
        seen = await talk.until_streaming(run)  # of the round of tools, its results
        await asyncio.sleep(1)
        await client.runs.cancel(talk.thread, run, wait=True, action=action)  # type: ignore[arg-type]  # one of its two
        await talk.until_idle()
        assert await talk.say("!say next") == "next"
        namespace = namespaces.transcript(user_root(talk.user, 0), talk.thread, 0)
        found = await client.store.search_items(namespace[:-1], limit=100)
        entries = [item["value"] for item in found["items"]]
        assert sum(e["content"] == text for e in entries) == 1
        (stopped,) = (e for e in entries if e["mark"] == "stopped")
        assert stopped["content"].startswith("results:" if text == CALLING else seen)
        said = await talk.said()
        assert said[-2:] == [("user", "!say next"), ("assistant", "next")]
        assert [content for _, content in await talk.messages()] == [content for _, content in said]
        assert (text in [content for _, content in said]) == (action == "interrupt")
