import time
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from memory.core.language.relative_dates import SCAN_LIMIT, resolve, with_absolute_dates

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
        ("My exam is in two weeks.", "My exam is in two weeks (2026-12-14)."),
        ("In two days, I fly", "In two days (2026-12-02), I fly"),
        ("I'm going to be back in a month", "I'm going to be back in a month (2026-12)"),
        ("I need to leave in 3 days", "I need to leave in 3 days (2026-12-03)"),
        ("I have an interview in 3 days", "I have an interview in 3 days (2026-12-03)"),
        ("see you in two weeks' time", "see you in two weeks' time (2026-12-14)"),
        ("It's last week's news", "It's last week's (2026-11-23 to 2026-11-29) news"),
        ("my trip next week", "my trip next week (2026-12-07 to 2026-12-13)"),
        ("Mia came Yesterday. Today I rest", "Mia came Yesterday (2026-11-29). Today (2026-11-30) I rest"),
        ("See you tomorrow. Bye", "See you tomorrow (2026-12-01). Bye"),
        ("我们三年前认识，在三個月後見", "我们三年前(2023)认识，在三個月後(2027-02)見"),
        ("簽約了。三天後，我会两周后到", "簽約了。三天後(2026-12-03)，我会两周后(2026-12-14)到"),
        ("推遲到三天後", "推遲到三天後(2026-12-03)"),
        ("昨天今天都忙", "昨天(2026-11-29)今天(2026-11-30)都忙"),
        ("since last March", "since last March (2026-03)"),
        ("上周三周四都忙", "上周三(2026-11-25)周四都忙"),
        ("call me tomorrow Tuesday", "call me tomorrow (2026-12-01) Tuesday"),
        ("Let's talk in two weeks", "Let's talk in two weeks (2026-12-14)"),
        ("昨天、今天和明日", "昨天(2026-11-29)、今天(2026-11-30)和明日(2026-12-01)"),
        ("我明天给你发report.docx", "我明天(2026-12-01)给你发report.docx"),
        ("这周末和每周四", "这周末(2026-12-05 至 2026-12-06)和每周四"),
        ("> tomorrow\nyes, tomorrow", "> tomorrow\nyes, tomorrow (2026-12-01)"),
        ('5" long, he said yesterday', '5" long, he said yesterday (2026-11-29)'),
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
        # counted from another event
        "毕业三年后我结婚了，手术三天后可以出院，入职一周后要交材料，签约30天前通知我，服药两天后复诊",
        "畢業三年後結婚，手術三天後出院，簽約30天前通知，收到三天後付款，开会三天前发材料",
        "每隔三天后测一次，每三天后，倒数三天前，用了两周后坏了，签约 三天后",
        # durations
        "I lost 5 kg in a month. He finished the book in two days. We raised 3 million in a year",
        "She wants to learn it in a month; it is my best time in a year; what can I see in a day?",
        "her last week at Google, in his last year at school, my last month there, Mia's last week, last week of June",
        # two that belong together
        "a week ago Friday, two weeks ago on Tuesday, a year ago today, a week ago yesterday, today last year",
        "three days before yesterday, two days after tomorrow, the week after next month, next week Monday，上周周三",
        "去年的今天，去年今日，明年今天，上周的今天，两天前的前天，三年前的今天，兩週前的昨天，明天下个月，下個月前天",
        # names, files, code
        "tomorrow.io, tomorrow.md, today-2.csv, --since=yesterday, --yesterday, #today, today/tomorrow",
        "今天.docx 和 明天计划.xlsx，昨天報告_2.pdf，since=昨天",
        "USA Today said; Today show; The Day After Tomorrow; the Last Night film",
        "明日之星，明日香，明日方舟，昨日重现，昨日重現",
        "~~~\nx = tomorrow\n明天\n~~~",
        "> I will come tomorrow\n > 明天到\n> ok",
        f'He said "{"a long quote " * 12}I will come tomorrow."',
        f"他说：“{'很长的话' * 40}我明天到。”",
        f"他說：「{'很長的話' * 40}\n我明天到。」",
        # habits
        "每周四，每週四，逢周四，周会周四下午，周末休息，通常周四，on Thursdays, every Friday",
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
@example('yesterday"(a)"tomorrow"', MONDAY)
@example("明天下个月", MONDAY)
@example("明天is in two days", MONDAY)
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
    "unit",
    [
        "last ",
        "in one ",
        "三天",
        "上上",
        "明天下个月",
        "下个月前天",
        "yesterday ",
        "yesterday, ",
        "去年",
        "1 day ",
        "周一",
        '"\\',
        "1,",
        "一",
        "“「",
        "~~~ ",
        "\n> ",
        "is in two days ",
    ],
)
def test_time_grows_with_the_text_and_not_with_its_square(unit: str):
    def seconds(characters: int, day: int) -> float:
        text = unit * (characters // len(unit))
        begin = time.process_time()
        with_absolute_dates(text, MONDAY + timedelta(days=day))  # of another day: nothing is known of it
        return time.process_time() - begin

    small = min(seconds(2_000, day) for day in range(3))
    assert min(seconds(16_000, day) for day in range(2)) < small * 8 * 4


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("see you tomorrow, ", "see you tomorrow (2026-12-01), "),
        ("我明天去，", "我明天(2026-12-01)去，"),
        ("上週三到，", "上週三(2026-11-25)到，"),
    ],
)
def test_a_text_is_read_up_to_a_limit_and_no_date_is_told_by_half(said: str, told: str):
    for cut in range(0, len(said), 2):
        text = "x" * cut + " " + said * (SCAN_LIMIT * 2 // len(said))
        shown = with_absolute_dates(text, MONDAY)
        assert shown.endswith(text[SCAN_LIMIT:])
        assert shown.replace(told, said) == text
        assert shown.count(told) > (SCAN_LIMIT - 100) // len(said)


def test_a_long_text_that_is_shown_again_is_not_read_again():
    text = "we talk today, and tomorrow. 我昨天去了。" * 500

    def seconds() -> float:
        begin = time.process_time()
        with_absolute_dates("".join(text), MONDAY + timedelta(days=400))
        return time.process_time() - begin

    first = seconds()
    assert min(seconds() for _ in range(5)) < first / 5
