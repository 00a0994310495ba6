from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.paths import assistant, path_of, paths, result, user

from memory.core.language.text import normalise
from memory.core.recall.passages import Veil
from memory.core.summary.leaves import fold_entries
from memory.core.summary.summary_docs import Leaf
from memory.core.transcript.entries import Entry, text_of
from memory.models.tokenizer import count_text

NOW = datetime(2026, 11, 30, tzinfo=UTC)


def leaf_of(path: list[Entry], veil: Veil | None = None, **limits: Any) -> Leaf:
    return fold_entries(path, veil or Veil(), count_text, now=NOW, **limits)


def masked(entry: Entry, text: str) -> Veil:
    start = text_of(entry).index(text)
    return Veil({entry["key"]: ((start, start + len(text)),)})


def test_a_leaf_is_dated_lines_with_who_said_what():
    leaf = leaf_of(path_of(user("I fly to Osaka on CA1234."), assistant("Noted. Your flight CA1234 is on time.")))
    assert leaf["text"].splitlines() == [
        "- 2026-11-29 user: I fly to Osaka on CA1234.",
        "- 2026-11-29 assistant: Noted. Your flight CA1234 is on time.",
    ]


def test_a_chinese_conversation_has_chinese_names_in_its_script():
    assert "用户: 我的订单是AB-7788。" in leaf_of(path_of(user("我的订单是AB-7788。")))["text"]
    assert "用戶: 我的訂單是AB-7788。" in leaf_of(path_of(user("我的訂單是AB-7788。")))["text"]


def test_the_range_and_its_exact_strings_are_told():
    path = path_of(user("请付￥３.５万到账户 6222020"), assistant("ok, by 2026-12-05 to Mia Li"))
    leaf = leaf_of(path)
    assert (leaf["first"]["key"], leaf["last"]["key"]) == (path[0]["key"], path[1]["key"])
    assert set(leaf["exact"]) == {"￥３.５万", "6222020", "2026-12-05", "Mia Li"}
    assert leaf["time"] == NOW.isoformat()


def test_a_tool_call_folds_with_its_result_into_one_line():
    path = path_of(
        user("Find a flight"),
        assistant("", ("c1", "find_flights", {"from": "SFO", "seats": 2})),
        result("c1", '{"flight": "HAT001", "price": 231}'),
        assistant("HAT001 it is."),
    )
    leaf = leaf_of(path)
    assert '- 2026-11-29 tool find_flights(from=SFO, seats=2) → {"flight": "HAT001", "price": 231}' in leaf["text"]
    assert "HAT001" in leaf["exact"]


def test_a_failed_call_says_so():
    path = path_of(assistant("", ("c1", "book", {})), result("c1", "no seats", status="error"))
    assert "book() → [error] no seats" in leaf_of(path)["text"]


def test_call_ids_used_again_keep_their_own_results():
    path = path_of(
        assistant("", ("c", "f", {"n": 1})), result("c", "one"), assistant("", ("c", "f", {"n": 2})), result("c", "two")
    )
    text = leaf_of(path)["text"]
    assert "f(n=1) → one" in text
    assert "f(n=2) → two" in text


def test_calls_about_the_memory_itself_are_left_out():
    path = path_of(assistant("", ("c1", "search_memory", {"query": "AB-1234"})), result("c1", "order AB-1234"))
    assert leaf_of(path)["text"] == ""
    assert leaf_of(path)["exact"] == []


def test_an_image_leaves_a_trace():
    assert "[image] my cat" in leaf_of(path_of(user([{"type": "image"}, {"type": "text", "text": "my cat"}])))["text"]


def test_the_users_words_and_exact_strings_come_before_chatter():
    path = path_of(
        *(
            m
            for i in range(10)
            for m in (user("thanks"), assistant(f"Some long and friendly answer without any point {i}."))
        ),
        user("My passport is E12345678."),
    )
    assert leaf_of(path, limit=30)["text"] == "- 2026-11-30 user: My passport is E12345678."


@pytest.mark.parametrize("text", ["x" * 200_000, "没有标点" * 50_000, "🙂" * 3_000, "word " * 40_000])
def test_an_over_long_message_still_leaves_something_within_the_limit(text: str):
    leaf = leaf_of(path_of(user(text)), limit=100)
    assert leaf["text"]
    assert count_text(leaf["text"]) <= 100


def test_an_empty_range_of_talk_makes_an_empty_leaf():
    leaf = leaf_of(path_of(user(""), assistant("")))
    assert (leaf["text"], leaf["exact"], leaf["dropped"], leaf["tokens"]) == ("", [], 0, 0)


def test_too_many_exact_strings_are_counted_and_the_users_own_kept():
    ids = " ".join(f"ID-{i:05d}" for i in range(2_000))
    path = path_of(user("my order AB-1234"), assistant("", ("c", "list", {})), result("c", ids))
    leaf = leaf_of(path, exact_limit=50)
    assert "AB-1234" in leaf["exact"]
    assert leaf["dropped"] == 2_001 - len(leaf["exact"])


@pytest.mark.parametrize("secret", ["PIN 4417-22", "密码是 4417-22"])
def test_what_was_forgotten_is_in_no_text_nor_where_others_repeat_it(secret: str):
    path = path_of(
        user(f"Hello there. My {secret} please."),
        assistant(f"I noted {secret}. Anything else?"),
        assistant("", ("c", "store", {"value": "4417-22"})),
        result("c", "saved 4417-22"),
        user("No, book the hotel."),
    )
    leaf = leaf_of(path, masked(path[0], secret))
    assert "4417" not in leaf["text"] + " ".join(leaf["exact"])
    assert "book the hotel" in leaf["text"]


def test_a_source_without_a_named_stretch_is_hidden_whole():
    path = path_of(user("I was born in Paris."), user("I like tea."))
    leaf = leaf_of(path, Veil(hidden=frozenset({path[0]["key"]})))
    assert "Paris" not in leaf["text"] + " ".join(leaf["exact"])
    assert "tea" in leaf["text"]


@settings(max_examples=40)
@given(paths(min_size=1, max_size=8), st.integers(60, 400), st.integers(0, 100))
def test_a_leaf_stays_within_its_limits(path: list[Entry], limit: int, exact_limit: int):
    leaf = leaf_of(path, limit=limit, exact_limit=exact_limit)
    assert count_text(leaf["text"]) <= limit
    assert sum(count_text(s) + 1 for s in leaf["exact"]) <= exact_limit
    assert leaf == leaf_of(path, limit=limit, exact_limit=exact_limit)


@settings(max_examples=40)
@given(paths(min_size=1, max_size=6), st.data())
def test_no_masked_stretch_appears_in_any_leaf(path: list[Entry], data: st.DataObject):
    entry = data.draw(st.sampled_from(path))
    length = len(text_of(entry))
    start = data.draw(st.integers(0, length))
    end = data.draw(st.integers(start, length))
    hidden = normalise(text_of(entry)[start:end])
    leaf = leaf_of(path, Veil({entry["key"]: ((start, end),)}), limit=2_000)
    if len(hidden) > 8:  # shorter ones ("please", a date's day) stand elsewhere by chance
        assert hidden not in normalise(leaf["text"])
        assert not any(hidden in normalise(exact) for exact in leaf["exact"])


@pytest.mark.parametrize(
    ("said", "line"),
    [
        ("I saw the dentist yesterday.", "- 2026-11-29 user: I saw the dentist yesterday (2026-11-28)."),
        ("我上周三去看了牙醫。", "- 2026-11-29 用戶: 我上周三(2026-11-18)去看了牙醫。"),
    ],
)
def test_a_relative_date_keeps_its_absolute_one_by_the_time_it_was_said(said: str, line: str):
    leaf = leaf_of(path_of(user(said)))
    assert leaf["text"] == line
    assert leaf["exact"] == []


def test_days_are_those_of_the_users_zone():
    leaf = leaf_of(path_of(user("明天见牙医。")), zone=ZoneInfo("Pacific/Kiritimati"))  # 14 hours ahead: 22:00 by then
    assert leaf["text"] == "- 2026-11-29 用户: 明天(2026-11-30)见牙医。"
    west = leaf_of(path_of(user("明天见牙医。")), zone=ZoneInfo("Pacific/Pago_Pago"))
    assert west["text"] == "- 2026-11-28 用户: 明天(2026-11-29)见牙医。"
