"""That the compaction benchmark sees what it is there to see: who waits, who loses, who reads twice."""

import asyncio
import re
from collections.abc import AsyncIterator
from typing import Any

import pytest

from evals.bench_compaction import PATIENCE, measure, result, row
from evals.bench_compaction_calls import spent_on
from evals.bench_compaction_house import holdfast
from evals.bench_compaction_measure import Left, measured
from evals.bench_compaction_model import Model, SummaryCall, Waiting, blocks_of, request_tokens, step_of, summarised
from evals.bench_compaction_peers import tuned
from evals.bench_compaction_script import SCRIPTS, script_of
from memory.core.language.text import is_chinese
from memory.core.summary.fold_requests import fold_request, merge_request
from memory.core.summary.summary_words import ENGLISH, SIMPLIFIED, TRADITIONAL, SummaryWords
from memory.local_runner import LocalRunner
from memory.service.consolidation.consolidation_start import finish_local
from memory.service.turn.reply_events import Event
from memory.service.turn.token_counts import EXACT_COUNTER

RESULT = re.compile(
    r"RESULT compaction blocked=\d+ fold_ratio=\d\.\d{3} recalibration_ratio=\d\.\d{3} approved_kept=\d\.\d{3} "
    r"planted_in_prompt=\d\.\d{3} planted_findable=\d\.\d{3} messages_kept=\d\.\d{3}"
)


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_script_tells_200_different_exact_strings_once_each_in_entries_of_about_200_tokens(name: str):
    script = script_of(name, 200)
    assert script == script_of(name, 200)
    texts = [text for turn in script.turns for text in turn.entries]
    whole = "\n".join(texts)
    assert [one.text for one in script.planted if whole.count(one.text) != 1] == []
    assert [one.question for one in script.planted if one.text in one.question] == []
    assert len({one.question for one in script.planted}) == len(script.planted) == 200
    assert sum(one.fact for one in script.planted) == 40
    assert is_chinese(whole) == (name == "chinese")
    said = [text for turn in script.turns for text in turn.entries if text != turn.calling]
    assert 185 <= sum(map(EXACT_COUNTER.text, said)) / len(said) <= 215


@pytest.mark.parametrize("words", [ENGLISH, SIMPLIFIED, TRADITIONAL])
def test_the_model_knows_each_request_for_a_summary_and_what_there_is_to_read(words: SummaryWords):
    for request, step, blocks in (
        (fold_request("User: 9 May.\n用户：好。", words, 300, "s"), "fold", ["User: 9 May.\n用户：好。"]),
        (merge_request(["one", "二"], words, 600, "s"), "merge", ["one", "二"]),
    ):
        body = {"messages": [{"content": request.system}, {"content": request.text}]}
        assert (step_of(body), blocks_of(body, step)) == (step, blocks)
    assert step_of({"messages": [{"content": "You are a helpful assistant."}]}) is None


def test_the_model_loses_all_but_first_sentences_and_of_these_what_it_has_no_room_for():
    block = (
        "[2031-05-09]\nUser: I sail on 9 May. The order is KB-77.\nAssistant: Noted. 助手：再说。\nTask:\nUser: Go on."
    )
    assert summarised([block], None) == ["I sail on 9 May.", "Noted.", "Go on."]
    assert summarised(["用户：五月九日出发。订单是KB-77。\n助手：好的。"], None) == ["五月九日出发。", "好的。"]
    lines = [f"Line {number} has five words." for number in range(40)]
    kept = summarised(["\n".join(lines)], 50)
    assert len(kept) == 10
    assert set(kept) < set(lines)


def test_a_request_is_counted_as_providers_count_it_and_not_as_json():
    called = {"id": "call-1", "type": "function", "function": {"name": "look_up", "arguments": '{"query": "x"}'}}
    body: dict[str, Any] = {"messages": [{"role": "assistant", "content": None, "tool_calls": [called]}]}
    message = {"role": "assistant", "content": "", "tool_calls": [{"name": "look_up", "args": {"query": "x"}}]}
    assert request_tokens(body) == EXACT_COUNTER.request("", [message], [])
    assert request_tokens({**body, "tools": [called]}) > request_tokens(body)


async def waits_for(summary: asyncio.Task[None], waiting: Waiting) -> None:
    await summary
    waiting.first_token()


async def test_a_turn_that_does_nothing_until_its_summary_is_there_is_seen_waiting_and_one_that_goes_on_is_not():
    waiting = Waiting(patience=0.05)
    waiting.sent(0)
    await waits_for(asyncio.create_task(waiting.hold(7.5)), waiting)
    waiting.ended()
    beside = asyncio.create_task(waiting.hold(3.0))
    waiting.sent(1)
    await asyncio.sleep(0.02)
    assert not beside.done()
    waiting.first_token()
    await beside
    assert waiting.blocked == {0: 7.5}


def call(step: str, *blocks: str, lines: tuple[str, ...] = ()) -> SummaryCall:
    return SummaryCall(step, list(blocks), list(lines), 100, 10, 1.0)


def test_what_is_read_for_the_first_time_is_told_from_what_is_read_again():
    first, second = call("fold", "a\nb", lines=("a",)), call("fold", "c\nd", lines=("c",))
    joined, again = call("merge", "a", "c", lines=("ac",)), call("merge", "a", "c", "e", lines=("ace",))
    third = call("fold", "e\nf", lines=("e",))
    folding = [first, second, joined, third, call("merge", "ac", "e", lines=("ac", "e"))]
    assert spent_on(folding).fold == 50
    assert spent_on([*folding, again]).anew == 10
    assert spent_on([*folding, call("fold", "c\nd", lines=("c",)), again]).anew == 20
    assert spent_on([first, first, second, joined]).fold == 40
    assert spent_on([call("read", "a\nb"), call("read", "a\nb")]).fold == 20


def test_lost_messages_and_lost_strings_are_seen():
    script = script_of("chinese", 10)
    said = [text for turn in script.turns for text in turn.entries]
    left = Left(said[:15], said[:4], [one is script.planted[9] for one in script.planted], checkpoints=1)
    with Model(1.0) as model:
        model.replies.append({"messages": [{"role": "user", "content": "\n".join(said[:4])}]})
        found = measured(script, model, left)
    assert (found.messages, found.messages_kept) == (15, 0.75)
    assert (found.approved_kept, found.planted_in_prompt, found.planted_findable) == (0.5, 0.2, 0.3)


async def test_a_conversation_with_langchains_middleware_waits_and_loses_and_the_tables_are_made_of_it():
    script = script_of("tools", 12)
    found = await measure(tuned, script, 0.1, budget=2_500)
    assert 0 < found.blocked <= found.calls
    assert found.waited > 1
    assert 0 < found.messages_kept < 1
    assert found.planted_in_prompt < 1
    assert RESULT.fullmatch(result([found, found]))
    assert row("x", found).split()[1] == str(found.blocked)


async def test_a_conversation_with_holdfast_never_waits_loses_nothing_and_reads_each_entry_about_once():
    script = script_of("tools", 12)
    found = await measure(holdfast, script, PATIENCE[True], budget=4_000)
    assert found.calls > 0
    assert (found.blocked, found.messages_kept, found.approved_kept) == (0, 1.0, 1.0)
    assert 0 < found.fold_ratio < 1.5


async def test_a_holdfast_that_waited_for_its_summaries_before_each_reply_is_seen_waiting(
    monkeypatch: pytest.MonkeyPatch,
):
    stream = LocalRunner.stream

    async def waiting(self: LocalRunner, *given: Any, **more: Any) -> AsyncIterator[Event]:
        await finish_local()
        async for event in stream(self, *given, **more):
            yield event

    monkeypatch.setattr(LocalRunner, "stream", waiting)
    found = await measure(holdfast, script_of("chinese", 10), 0.5, budget=4_000)
    assert found.blocked > 0
