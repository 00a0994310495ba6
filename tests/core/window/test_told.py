from memory.core.window.told import Source, Told, exact_strings_in
from memory.models.tokenizer import count_text


def test_each_exact_string_is_told_once_over_all_lines_in_any_spelling():
    told = Told()
    first = told.line([Source("订单 AB-12345，金额 3.5万元。")], 100, count_text)
    assert first == "AB-12345 · 3.5万元"
    assert told.line([Source("AB-12345 costs 35000元, see CD-99887")], 100, count_text) == "CD-99887"


def test_what_cannot_be_guessed_again_and_what_was_said_goes_first_when_space_is_short():
    sources = [
        Source('{"a": "ZX-10001", "b": "ZX-10002", "c": "ZX-10003", "url": "https://example.org/very/long/path"}'),
        Source("I mean ZX-10002", said=True),
    ]
    assert Told().line(sources, 6, count_text) == "ZX-10002"
    assert "ZX-10003" in Told().line(sources, 20, count_text)
    assert "https" not in Told().line(sources, 20, count_text)


def test_a_line_never_takes_more_than_its_limit():
    text = " ".join(f"RF-{n:05} on 2026-01-{n % 28 + 1:02} by Mia Chen，{n}万元" for n in range(300))
    for limit in (-5, 0, 3, 40, 700):
        assert count_text(Told().line([Source(text)], limit, count_text)) <= max(limit, 0)


def test_a_relative_date_is_told_by_no_line_and_each_thing_where_it_stands_first():
    found = exact_strings_in("last Wednesday: AB-12345 … 上周三 AB-12345")
    assert [(a.text, a.start) for a in found] == [("AB-12345", 16)]
