"""When a fact is true: read in its words against the time they were said, in the user's zone."""

import time
from datetime import UTC, date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory.core.facts.fact_times import begins_at, dated, ends_at, times_of, without_date
from memory.core.facts.facts import Source
from memory.core.facts.proposals import make_proposal

THURSDAY = datetime(2026, 3, 5, 10, tzinfo=UTC)
EARLIEST, LATEST = (datetime(year, 1, 1) for year in (1990, 2090))  # noqa: DTZ001  # hypothesis adds the zone
SOURCE: Source = {"thread": "t", "conversation": "c", "message": "m", "entry": "e"}


def times(text: str, said: datetime = THURSDAY, slot: str | None = None) -> tuple[str | None, str | None]:
    found = times_of(text, said, slot, None)
    return found.valid_from, found.valid_until


def fact(text: str, at: str = "2026-03-05T10:00:00+00:00", zone: str = "UTC", **more: Any) -> Any:
    known = {"kind": "event", "quote": text, "message": text, "source": SOURCE, **more}
    return make_proposal(text=text, observed_at=at, time_zone=zone, **known)


@pytest.mark.parametrize(
    ("text", "begins"),
    [
        ("Tomorrow I move to Berlin", "2026-03-06"),
        ("I have an interview next Friday", "2026-03-13"),
        ("I see the dentist on Monday, remind me", "2026-03-09"),
        ("We got married three days ago", "2026-03-02"),
        ("My lease ends at the end of next month", "2026-04-30"),
        ("I've been a teacher since September 2020", "2020-09-01"),
        ("I've lived in Bremen since 2014", "2014-01-01"),
        ("From 1 June I work in Oslo", "2026-06-01"),
        ("我下周三要去做体检", "2026-03-11"),
        ("大后天我要交房租", "2026-03-08"),
        ("大後天我要交房租", "2026-03-08"),
        ("我上个月底辞职了", "2026-02-28"),
        ("我三天前开始戒烟", "2026-03-02"),
        ("我下個月一號開始在聯發科上班", "2026-04-01"),
        ("我从2020年9月起当老师", "2020-09-01"),
        ("记住我 next Friday 有个 interview", "2026-03-13"),
        ("My report is due next quarter", None),
        ("我下季度要交报告", None),
        ("My sister's birthday is June 8", None),
        ("My car insurance runs out on 2027-02-28", None),
        ("我妹妹的生日是6月8号", None),
        ("我們的紀念日是3月15號", None),
        ("我的护照2027年5月到期", None),
        ("I'm leaving Siemens and starting at a small startup called Nimbus in January", "2027-01-01"),
        ("I live in Lisbon", None),
    ],
)
def test_a_date_begins_a_fact(text: str, begins: str | None):
    assert times(text) == (begins, None)


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("I'm in Kyoto until 20 March", "2026-03-20"),
        ("Until Friday I'm in Rome", "2026-03-06"),
        ("I work at Acme until the end of the month", "2026-03-31"),
        ("我到三月二十號都在京都", "2026-03-20"),
        ("我在罗马待到下周三为止", "2026-03-11"),
        ("I lived in Rome until 2019", None),
        ("我在罗马住到2019年", None),
    ],
)
def test_a_date_after_until_ends_it_unless_it_was_past_already(text: str, ends: str | None):
    assert times(text) == (None, ends)


@pytest.mark.parametrize(
    ("zone", "at", "begins"),
    [
        ("America/New_York", "2026-03-05T23:30:00+00:00", "2026-03-06"),
        ("Asia/Shanghai", "2026-03-05T23:30:00+00:00", "2026-03-07"),
        ("Asia/Shanghai", "2026-03-05T15:59:00+00:00", "2026-03-06"),
        ("Europe/Berlin", "2028-02-28T12:00:00+00:00", "2028-02-29"),
        ("Europe/Berlin", "2026-01-31T12:00:00+00:00", "2026-02-01"),
        ("Europe/Berlin", "2026-03-28T23:30:00+00:00", "2026-03-30"),
    ],
)
def test_tomorrow_is_the_users_own_over_midnight_month_ends_leap_days_and_clock_changes(
    zone: str, at: str, begins: str
):
    assert [fact(text, at, zone)["valid_from"] for text in ("my exam is tomorrow", "我明天考试")] == [begins, begins]


def test_a_day_begins_and_ends_at_the_users_midnight_also_on_the_day_the_clocks_change():
    told = {"observed_at": "2026-03-01T00:00:00Z", "valid_from": "2026-03-29", "valid_until": "2026-03-29"}
    berlin = {**told, "time_zone": "Europe/Berlin"}
    ends = ends_at(berlin)
    assert begins_at(berlin) == datetime(2026, 3, 28, 23, tzinfo=UTC)
    assert ends == begins_at(berlin) + timedelta(hours=23)
    cairo = {**told, "valid_from": "2026-04-24", "time_zone": "Africa/Cairo"}  # that day has no midnight
    assert begins_at(cairo).astimezone(ZoneInfo("Africa/Cairo")).isoformat() == "2026-04-24T01:00:00+03:00"


def test_what_is_no_zone_or_no_time_counts_as_utc_and_as_nothing_told():
    assert begins_at({"observed_at": "2026-03-01T00:00:00Z", "valid_from": "2026-03-02", "time_zone": "Mars/Base"}) == (
        datetime(2026, 3, 2, tzinfo=UTC)
    )
    assert ends_at({"observed_at": "2026-03-01T00:00:00Z"}) is None


def test_a_slot_of_several_values_begins_only_where_since_or_from_says_so():
    assert times("My son turns five tomorrow", slot="children") == (None, None)
    assert times("I've owned a bike since 2014", slot="devices") == ("2014-01-01", None)
    assert times("My birthday is 3 May", slot="birthday") == (None, None)


def test_a_date_inside_a_value_is_part_of_it():
    found = times_of("My address is 4 July 2027 Street", THURSDAY, "address", "4 July 2027 Street")
    assert (found.valid_from, found.valid_until) == (None, None)


def test_the_text_keeps_the_words_with_the_day_beside_and_the_quote_keeps_them_alone():
    for text, told in (
        ("My exam is tomorrow", "My exam is tomorrow (2026-03-06)"),
        ("我明天考試", "我明天(2026-03-06)考試"),
    ):
        made = fact(text)
        assert (made["text"], made["quote"]) == (told, text)
        assert dated(told, THURSDAY).text == told


def test_a_fact_is_the_same_on_the_same_day_and_another_on_another_day():
    first, again = fact("My exam is tomorrow"), fact("my exam is tomorrow!", "2026-03-05T18:00:00+00:00")
    assert first["id"] == again["id"] == fact("My exam is today", "2026-03-06T08:00:00+00:00")["id"]
    assert first["id"] != fact("My exam is tomorrow", "2026-03-09T10:00:00+00:00")["id"]
    home = [fact(t, slot="home", value="Berlin")["id"] for t in ("I live in Berlin", "Tomorrow I move to Berlin")]
    assert home[0] == home[1]


def test_a_slots_value_loses_the_date_it_ends_with_unless_it_is_one():
    assert without_date("Berlin tomorrow", THURSDAY, "home") == "Berlin"
    assert without_date("上海 下个月", THURSDAY, "home") == "上海"
    assert without_date("tomorrow", THURSDAY, "birthday") == "tomorrow"
    assert fact("my birthday is tomorrow", slot="birthday", value="tomorrow")["value"] == "tomorrow (2026-03-06)"


def test_words_dated_before_keep_their_day_whenever_they_are_read_again():
    later = datetime(2026, 5, 1, tzinfo=UTC)
    assert times("Tomorrow (2026-03-06) I move to Bonn", later) == ("2026-03-06", None)
    assert times("我下个月(2026-04)搬到波恩", later) == ("2026-04-01", None)


@pytest.mark.parametrize(
    ("text", "subject"),
    [
        ("My sister's exam is tomorrow", "My sister"),
        ("Anna likes jazz", "Anna"),
        ("我媽媽喜歡爵士", "我媽媽"),
        ("I met my sister", "self"),
        ("The exam is tomorrow", "self"),
        ("我喜欢我妈妈做的菜", "self"),
    ],
)
def test_a_fact_of_the_collection_is_about_whom_it_begins_with(text: str, subject: str):
    assert fact(text)["subject"] == subject


def test_importance_is_kept_with_its_parts():
    made = fact("My exam is tomorrow")
    assert made["importance"] == pytest.approx(sum(made["importance_parts"].values()))
    assert "number" in made["importance_parts"]


EXPRESSIONS = [
    "tomorrow",
    "next Friday",
    "in three weeks",
    "since 2014",
    "until Friday",
    "下周三",
    "大后天",
    "上个月底",
]


@given(
    st.datetimes(timezones=st.just(UTC), min_value=EARLIEST, max_value=LATEST),
    st.sampled_from(["UTC", "Asia/Shanghai", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia"]),
    st.lists(st.sampled_from(EXPRESSIONS), min_size=1, max_size=3),
)
@settings(max_examples=80)
def test_whatever_is_said_and_when_the_days_are_days_and_reading_again_changes_nothing(
    at: datetime, zone: str, expressions: list[str]
):
    said = at.astimezone(ZoneInfo(zone))
    text = f"I will go {' '.join(expressions)}"
    once = dated(text, said).text
    assert dated(once, said).text == once
    for day in times(text, said):
        assert day is None or date.fromisoformat(day).isoformat() == day


@pytest.mark.parametrize("machine", ["Asia/Tokyo", "America/Los_Angeles"])
def test_the_machines_own_zone_changes_no_date(machine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = [fact(text, zone="Europe/Lisbon") for text in ("Tomorrow I move to Berlin", "我下周三搬到柏林")]
    monkeypatch.setenv("TZ", machine)
    time.tzset()
    try:
        found = [fact(text, zone="Europe/Lisbon") for text in ("Tomorrow I move to Berlin", "我下周三搬到柏林")]
    finally:
        monkeypatch.undo()
        time.tzset()
    assert found == expected
