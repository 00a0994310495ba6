from typing import Any

from memory.core.window.context_diff import context_diff, items_of, section_rows

OLD = {"tokens": {"system": 190, "tools": 600, "window": 80, "memory": 40}, "budget": 16_000, "total_tokens": 910}


def report(window: int = 100, messages: str = "abc", **more: Any) -> dict[str, Any]:
    rows = {"system": 190, "tools": 600, "framing": 16, "profile": 20, "summary": 0, "window": window, "facts": 30}
    sections = [
        {"name": n, "tokens": t, "wanted": t, "floor": 0, "ceiling": 0, "granted": t, "shown": 0, "of": 0}
        for n, t in rows.items()
    ]
    return {"sections": sections, "messages": list(messages), "cut": [], "summary": None, **more}


def fact(name: str) -> dict[str, Any]:
    return {"type": "fact", "id": name}


def test_a_report_without_sections_tells_them_from_its_tokens():
    assert [(row["name"], row["tokens"]) for row in section_rows(OLD)] == list(OLD["tokens"].items())  # type: ignore[attr-defined]  # a dict
    assert section_rows({}) == []
    assert context_diff(OLD, OLD)["prefix_tokens"] == 190 + 600


def test_each_section_of_both_windows_is_told_with_its_tokens():
    changes = context_diff(report(), OLD)["sections"]
    assert {c["name"]: (c["before"], c["now"]) for c in changes}["memory"] == (40, 0)
    assert {c["name"]: (c["before"], c["now"]) for c in changes}["window"] == (80, 100)


def test_items_that_came_and_went_are_told_standing_ones_too():
    standing = [{"type": "profile", "id": "lives"}]
    before, now = report(items=[fact("座位"), fact("b")]), report(items=[fact("b"), fact("c")], standing=standing)
    diff = context_diff(now, before)
    assert [item["id"] for item in diff["items_in"]] == ["lives", "c"]
    assert [item["id"] for item in diff["items_out"]] == ["座位"]
    assert items_of(now) == [*standing, fact("b"), fact("c")]


def test_a_window_that_only_grew_keeps_all_before_it():
    diff = context_diff(report(150, "abcde"), report(100, "abc"))
    assert diff["prefix_tokens"] == 190 + 600 + 16 + 20 + 100
    assert (diff["messages_in"], diff["messages_out"], diff["steps"]) == (2, 0, [])
    assert 0 < diff["prefix_share"] < 1


def test_a_window_that_was_cut_anew_keeps_what_stands_before_it():
    diff = context_diff(report(60, "cde", cut=["2 messages left out"]), report(100, "abcd"))
    assert diff["prefix_tokens"] == 190 + 600 + 16 + 20
    assert (diff["messages_in"], diff["messages_out"], diff["steps"]) == (1, 2, ["2 messages left out"])
    cleared = context_diff(report(60, "abcd", cut=["工具结果已清除"]), report(100, "abc"))
    assert cleared["prefix_tokens"] == 190 + 600 + 16 + 20


def test_the_prefix_ends_at_the_first_section_that_changed_though_its_tokens_may_not():
    profile = {"standing": [{"type": "profile", "id": "x"}]}
    assert context_diff(report(**profile), report())["prefix_tokens"] == 190 + 600 + 16
    assert context_diff(report(summary="k2"), report(summary="k1"))["prefix_tokens"] == 190 + 600 + 16 + 20
    assert context_diff(report(), OLD)["prefix_tokens"] == 790
