import time
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.core.relative_dates import resolve, with_absolute_dates

SHANGHAI = ZoneInfo("Asia/Shanghai")
MONDAY = datetime(2026, 11, 30, 10, tzinfo=SHANGHAI)


def days(expression: str, said: datetime = MONDAY) -> str | None:
    span = resolve(expression, said)
    return span.label() if span else None


@pytest.mark.parametrize(
    ("expression", "meant"),
    [
        ("yesterday", "2026-11-29"),
        ("Tomorrow morning", "2026-12-01"),
        ("today's", "2026-11-30"),
        ("last night", "2026-11-29"),
        ("the day before yesterday", "2026-11-28"),
        ("day after tomorrow", "2026-12-02"),
        ("last Wednesday", "2026-11-25"),
        ("last Monday", "2026-11-23"),
        ("this Friday", "2026-12-04"),
        ("this coming Monday", "2026-12-07"),
        ("next Monday", "2026-12-07"),
        ("Wednesday of next week", "2026-12-09"),
        ("Tuesday last week", "2026-11-24"),
        ("last week", "2026-11-23 to 2026-11-29"),
        ("this weekend", "2026-12-05 to 2026-12-06"),
        ("last month", "2026-10"),
        ("next month", "2026-12"),
        ("last year", "2025"),
        ("the week before last", "2026-11-16 to 2026-11-22"),
        ("the month after next", "2027-01"),
        ("last March", "2026-03"),
        ("in three days", "2026-12-03"),
        ("in 2 weeks", "2026-12-14"),
        ("two weeks ago", "2026-11-16"),
        ("a month ago", "2026-10"),
        ("3 years ago", "2023"),
        ("10 days from now", "2026-12-10"),
        ("昨天", "2026-11-29"),
        ("大後天", "2026-12-03"),
        ("大前天", "2026-11-27"),
        ("明早", "2026-12-01"),
        ("上周三", "2026-11-25"),
        ("上上周五", "2026-11-20"),
        ("下下周一", "2026-12-14"),
        ("這個禮拜天", "2026-12-06"),
        ("下个星期三", "2026-12-09"),
        ("上周末", "2026-11-28 to 2026-11-29"),
        ("本周", "2026-11-30 to 2026-12-06"),
        ("上个月底", "2026-10"),
        ("上个月１５号", "2026-10-15"),
        ("下下個月", "2027-01"),
        ("去年", "2025"),
        ("去年3月", "2025-03"),
        ("去年十二月二十五日", "2025-12-25"),
        ("前年", "2024"),
        ("三天后", "2026-12-03"),
        ("兩週前", "2026-11-16"),
        ("十五天以后", "2026-12-15"),
        ("三个月之前", "2026-08"),
        ("两年前", "2024"),
    ],
)
def test_a_relative_date_means_days_counted_from_the_day_it_was_said(expression: str, meant: str):
    assert days(expression) == meant


@pytest.mark.parametrize(
    "expression",
    [
        "next Friday",
        "next weekend",
        "on Friday",
        "last quarter",
        "a few days ago",
        "three days later",
        "next March",
        "周三",
        "上半年",
        "本季度",
        "今年春节",
        "两三天前",
        "半年前",
        "上个月31号",  # October has one, September has not: said in October below
        "去年2月29日",
        "9999 years ago",
        "三百年",
        "",
        "Mia",
    ],
)
def test_what_people_read_in_two_ways_or_what_is_no_day_means_nothing(expression: str):
    assert days(expression, datetime(2026, 10, 12, tzinfo=UTC)) is None  # a Monday


@pytest.mark.parametrize(
    ("said", "expression", "meant"),
    [
        ("2026-12-31T23:59", "tomorrow", "2027-01-01"),
        ("2027-01-01T00:01", "yesterday", "2026-12-31"),
        ("2027-01-01T00:01", "last month", "2026-12"),
        ("2027-01-01T00:01", "上周日", "2026-12-27"),
        ("2028-02-28T12:00", "tomorrow", "2028-02-29"),
        ("2028-02-29T12:00", "去年", "2027"),
        ("2026-03-31T09:00", "a month ago", "2026-02"),
        ("2026-12-06T09:00", "下周一", "2026-12-07"),
        ("2026-12-06T09:00", "last Sunday", "2026-11-29"),
        ("2026-12-04T09:00", "this Friday", "2026-12-04"),
        ("2026-12-04T09:00", "next Friday", "2026-12-11"),
    ],
)
def test_midnight_month_ends_leap_days_and_years_are_counted_right(said: str, expression: str, meant: str):
    assert days(expression, datetime.fromisoformat(said).replace(tzinfo=SHANGHAI)) == meant


def test_the_day_is_the_one_of_the_users_zone():
    said = datetime(2026, 11, 29, 23, tzinfo=UTC)
    assert days("today", said) == "2026-11-29"
    assert days("今天", said.astimezone(SHANGHAI)) == "2026-11-30"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("We met last Wednesday.", "We met last Wednesday (2026-11-25)."),
        ("yesterday's call", "yesterday's (2026-11-29) call"),
        ("我上周三去的，三天后回来", "我上周三(2026-11-25)去的，三天后(2026-12-03)回来"),
        ("上個月底回台北", "上個月底(2026-10)回台北"),
        ("下周三个人去", "下周(2026-12-07 至 2026-12-13)三个人去"),
        ("他说明天给我last Friday的report", "他说明天(2026-12-01)给我last Friday (2026-11-27)的report"),
        ("TODAY and Tomorrow", "TODAY (2026-11-30) and Tomorrow (2026-12-01)"),
    ],
)
def test_the_absolute_date_stands_behind_the_relative_one(text: str, told: str):
    assert with_absolute_dates(text, MONDAY) == told


@pytest.mark.parametrize(
    "text",
    [
        "see https://news.example.com/today/last-week and /var/log/today/a.log",
        'she said "see you tomorrow"',
        "《明天会更好》和“昨天”",
        "`yesterday` and\n```\nlast week\n```",
        "last Wednesday (Nov 25), tomorrow, December 1st",
        "上周三（11月25日）去的，明天（十二月一日）",
        "over the last month we did it in three days, finished in two weeks",
        "5 years of experience; 2-3 days ago; two or three days ago",
        "这件事说明天气很好，聪明天生，文明年代，目前天气，过去年代，以上周期，路上周围",
        "12月3日前交，2026年前，三天前后，第三天后，十几天前",
        "周三开会，上半年，去年春节，I may go in May",
        "",
    ],
)
def test_addresses_quotations_code_dated_and_doubtful_words_stay_as_they_are(text: str):
    assert with_absolute_dates(text, MONDAY) == text


_PARTS = """
last Wednesday|in two days|Tomorrow|上周三|去年3月|三天后|(|（|)| |，|, |“|”|"|the |一|天|号|2026-11-25|Nov 25
|a month ago|下个月|明天|'s|`|https://a.b/|5
"""
PARTS = st.sampled_from(_PARTS.strip().replace("\n|", "|").split("|"))


@given(
    st.lists(PARTS, max_size=14).map("".join) | st.text(max_size=80),
    st.datetimes(timezones=st.just(UTC)),
)
def test_once_is_enough_and_nothing_that_was_said_goes(text: str, said: datetime):
    told = with_absolute_dates(text, said)
    assert with_absolute_dates(told, said) == told
    rest = iter(told)
    assert all(c in rest for c in text)  # all of it, in its order


@given(st.dates(date(2000, 1, 1), date(2100, 1, 1)), st.sampled_from(range(7)))
def test_a_weekday_of_last_this_and_next_week_lies_in_that_week(day: date, weekday: int):
    said = datetime(day.year, day.month, day.day, tzinfo=UTC)
    name = "一二三四五六日"[weekday]
    for prefix, weeks in (("上上", -2), ("上", -1), ("这", 0), ("下", 1), ("下下", 2)):
        span = resolve(f"{prefix}周{name}", said)
        monday = day - timedelta(days=day.weekday()) + timedelta(weeks=weeks)
        assert span is not None
        assert span.first == span.last == monday + timedelta(days=weekday)


@pytest.mark.parametrize(
    "unit", ["last ", "in one ", "三天", "上上", "明天下个月", "yesterday ", "去年", "1 day ", "周一"]
)
def test_time_grows_with_the_text_and_not_with_its_square(unit: str):
    def seconds(characters: int) -> float:
        text = unit * (characters // len(unit))
        begin = time.process_time()
        with_absolute_dates(text, MONDAY)
        return time.process_time() - begin

    small = min(seconds(2_000) for _ in range(3))
    assert min(seconds(16_000) for _ in range(2)) < small * 8 * 4
