import json
import re
from pathlib import Path

import pytest
from support.histories import call, message

from evals.bench_context import main
from evals.bench_context_requests import Break, common_prefix, prefix_share
from evals.bench_context_retention import SYSTEMS, Run, View, pairs, read_runs, retained, run_of, scalars
from evals.bench_context_texts import LANGUAGES, fact_of, topics, turn_of
from evals.bench_context_time import thread_of, times
from memory.core.language.text import is_chinese
from memory.core.transcript.entries import Message
from memory.service.turn.token_counts import EXACT_COUNTER

RESULT = re.compile(
    r"RESULT context retention=(\S+) valid_pairs=(\S+) prefix_share=(\S+) count_error=(\S+) ms_1000=(\S+)"
)


def calling(message_id: str, *calls: str, **args: object) -> Message:
    return message(message_id, "assistant", tool_calls=[call(call_id, **args) for call_id in calls])


def result(call_id: str, content: str = "done") -> Message:
    return message(f"r-{call_id}", "tool", content, tool_call_id=call_id)


def test_values_are_the_texts_and_numbers_of_arguments_however_deep_and_nothing_trivial():
    args = {"to": "里斯本", "seats": ["12A", {"row": 12}], "n": 7, "price": 89.5, "yes": True, "none": None, "s": " x "}
    assert sorted(scalars(args)) == ["12", "12A", "89.5", "里斯本"]


def test_a_run_needs_the_values_of_later_calls_that_stood_before_its_cut_and_not_in_the_system_message():
    system = message("s", "system", "Policy ZZ-9")
    before = [message("1", "user", "订单 HF-4521"), calling("2", "a", code="KB-77"), result("a", "Mia Li")]
    later = [calling("3", "b", order="HF-4521", name="Mia Li", rule="ZZ-9", new="AA-1", again="KB-77"), result("b")]
    run = run_of([system, *before, *later])
    assert (run.before, run.needed) == (before, {"HF-4521", "Mia Li", "KB-77"})


def test_a_pair_counts_when_each_call_has_its_one_result_directly_behind():
    assert pairs([calling("1", "a", "b"), result("a"), result("b")]) == (2, 2)
    assert pairs([calling("1", "a", "b"), result("b"), message("2", "user", "?"), result("a")]) == (1, 3)
    assert pairs([result("a")]) == (0, 1)
    assert pairs([calling("1", "a"), result("a"), result("a")]) == (1, 2)
    assert pairs([calling("1", "a"), result("a"), calling("2", "a")]) == (1, 2)


def test_retention_is_averaged_over_values_and_a_view_over_its_room_is_counted():
    whole = [message("1", "user", "HF-4521 und 上海"), calling("2", "a", code="KB-77"), result("a", "word " * 50)]
    runs = [Run(whole, frozenset({"HF-4521", "上海", "KB-77"})), Run(whole, frozenset({"HF-4521"}))]
    found = retained(runs, lambda run: View(run.before[:1] if len(run.needed) > 1 else run.before, beside="KB"))
    assert (found.retention, found.over) == (3 / 4, 1)
    assert found.valid_pairs == 1.0


def test_every_system_but_those_that_say_so_stays_within_a_quarter_of_the_tokens(tmp_path: Path):
    runs = read_runs(agent_runs(tmp_path))
    found = {name: retained(runs, compact) for name, compact in SYSTEMS.items()}
    assert [found[name].over for name in list(SYSTEMS)[:4]] == [0, 0, 0, 0]
    assert found["Holdfast"].valid_pairs == 1.0
    assert found["Holdfast"].retention > found["last messages that fit"].retention


def request(*messages: tuple[str, str], tools: str = "look_up") -> dict[str, object]:
    return {"tools": [{"name": tools}], "messages": [{"role": role, "content": text} for role, text in messages]}


def test_the_prefix_ends_at_the_first_difference_and_counts_tokens():
    tokens, at = common_prefix(["tools", "user\none two three", "x"], ["tools", "user\none two four", "y"])
    assert at == 1
    assert tokens == EXACT_COUNTER.text("tools") + EXACT_COUNTER.text("user\none two ")


def test_a_request_that_only_goes_on_is_no_step_and_one_that_changes_earlier_is():
    first = request(("system", "s"), ("user", "你好\n\n昨天的事"))
    second = request(("system", "s"), ("user", "你好"), ("assistant", "好"), ("user", "然后呢\n\n今天的事"))
    third = request(("system", "other"), ("user", "然后呢\n\n明天的事"))
    found = prefix_share([first, second, third], 3)
    assert [(step.number, step.part) for step in found.breaks] == [(2, "system 0")]
    assert 0 < found.share < 1
    assert prefix_share([first, first], 2).share == 1.0
    tools = prefix_share([first, request(("system", "s"), tools="other")], 2).breaks
    assert [(type(step), step.part) for step in tools] == [(Break, "tools")]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_talk_is_the_same_every_time_each_turn_another_one_of_about_200_tokens(language: str):
    turns = [turn_of(number, language) for number in range(60)]
    assert turns == [turn_of(number, language) for number in range(60)]
    assert len({turn.user for turn in turns}) == len(turns)
    sizes = [EXACT_COUNTER.text(turn.user) + EXACT_COUNTER.text(turn.assistant) for turn in turns]
    assert 190 <= sum(sizes) / len(sizes) <= 220
    assert all(is_chinese(turn.user + turn.assistant) == (language == "zh") for turn in turns)
    assert len({fact_of(number, language) for number in range(topics(language))}) == topics(language)


def test_a_thread_for_the_times_has_whole_pairs_and_its_messages_have_about_150_tokens():
    thread = thread_of(200, "test")
    assert pairs(thread) == (33, 33)
    sizes = [EXACT_COUNTER.message(message) for message in thread]
    assert 130 <= sum(sizes) / len(sizes) <= 170
    (row,) = times([10])
    assert (row.messages, min(row.estimate, row.exact, row.next_turn, row.langchain) > 0) == (10, True)


def agent_runs(folder: Path) -> Path:
    """Two runs whose later calls need what an early result told."""
    found = json.dumps([{"flight": f"HAT{n:03}", "price": n * 7, "note": "window seat " * 20} for n in range(12)])
    messages = [
        {"role": "system", "content": "Be brief."},
        {"role": "user", "content": "订票，我的编号是 mia_li_3668。"},
        *(part for name in ("get_user", "search") for part in _called(name, {"user_id": "mia_li_3668"}, found)),
        {"role": "assistant", "content": "HAT003 fits. " + "It leaves early and has room for every bag. " * 6},
        {"role": "user", "content": "Good, take it."},
        *_called("book", {"flight": "HAT003", "user_id": "mia_li_3668"}, "booked"),
        {"role": "assistant", "content": "Done."},
    ]
    broken = [*messages[:-3], {**messages[-3], "tool_calls": [_call("book", "{no json")]}, *messages[-2:]]
    path = folder / "runs.json"
    path.write_text(json.dumps([{"messages": messages}, {"traj": broken}], ensure_ascii=False), encoding="utf-8")
    return path


def _call(name: str, arguments: str) -> dict[str, object]:
    return {"id": f"call_{name}", "type": "function", "function": {"name": name, "arguments": arguments}}


def _called(name: str, args: dict[str, str], told: str) -> list[dict[str, object]]:
    asked = {"role": "assistant", "content": None, "tool_calls": [_call(name, json.dumps(args))]}
    return [asked, {"role": "tool", "tool_call_id": f"call_{name}", "name": name, "content": told}]


def test_it_prints_tables_and_the_result_last_with_n_a_for_what_was_not_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    main(["--data", str(agent_runs(tmp_path)), "--only", "retention", "counting"])
    lines = capsys.readouterr().out.strip().splitlines()
    assert any(line.startswith("LangChain ClearToolUsesEdit") for line in lines)
    match = RESULT.fullmatch(lines[-1])
    assert match
    assert (match[2], match[3], match[5]) == ("1.000", "n/a", "n/a")
    assert float(match[4]) <= 0.1
    main(["--only", "retention"])
    told = capsys.readouterr().out
    assert "left out: no --data" in told
    assert RESULT.search(told)[1] == "n/a"  # type: ignore[index]  # the shape was matched above


def test_a_talk_with_the_whole_graph_has_a_prefix_share_beside_those_of_other_systems(
    capsys: pytest.CaptureFixture[str],
):
    main(["--only", "prefix", "--turns", "3", "--languages", "zh"])
    lines = capsys.readouterr().out.strip().splitlines()
    shares = {line[:62].strip(): float(line[62:70].strip("% ")) for line in lines if "%" in line}
    assert len(shares) == 5
    assert shares["Holdfast"] > shares["SummarizationMiddleware, recalled in the system message"]
    assert float(RESULT.fullmatch(lines[-1])[3]) == pytest.approx(shares["Holdfast"] / 100, abs=0.001)  # type: ignore[index]  # as above
