"""Relative dates in Chinese, simplified and traditional: how each form is written, and the days it means.

Weeks begin on Monday: 上周三 is the Wednesday of the week before, 下周日 the end of the next week, whatever the day.
"""

import re
from collections.abc import Callable
from datetime import date, timedelta

from memory.core.anchors.anchor_numbers import plain_number
from memory.core.language.relative_spans import Span, date_span, day_span, month_span, week_span, year_span

_DIGITS = "零一二两兩三四五六七八九"
_NUMBER = rf"(\d{{1,3}}|[{_DIGITS}十百]{{1,6}})"
_WEEK = "(?:周|週|星期|礼拜|禮拜)"
_WEEKDAYS = {c: i for i, c in enumerate("一二三四五六日")} | {"天": 6}
_SMALL = "[0-3]?\\d|三十一?|[一二]?十?[一二三四五六七八九]|[一二]?十"
_MONTH = r"(1[0-2]|0?[1-9]|十[一二]?|[一二三四五六七八九])月"
_DAY = rf"({_SMALL})[日号號]"
_DAY_STEPS = {"大前": -3, "前": -2, "昨": -1, "今": 0, "明": 1, "后": 2, "後": 2, "大后": 3, "大後": 3}
_YEAR_STEPS = {"大前": -3, "前": -2, "去": -1, "今": 0, "明": 1, "后": 2, "後": 2, "大后": 3, "大後": 3}
_STEP_SIGNS = {"上": -1, "下": 1, "这": 0, "這": 0, "本": 0}
_FORWARD = ("后", "後")

_Meaning = Callable[[re.Match[str], date], Span | None]


def _named_day(match: re.Match[str], day: date) -> Span | None:
    return day_span(day, _DAY_STEPS[match[1]])


def _week(match: re.Match[str], day: date) -> Span | None:
    week = week_span(day, _steps(match[1]))
    if week is None or match[2] is None:
        return week
    if match[2] == "末":
        return Span(week.last - timedelta(days=1), week.last)
    return day_span(week.first, _WEEKDAYS[match[2]])


def _month(match: re.Match[str], day: date) -> Span | None:
    month = month_span(day, _steps(match[1]))
    if month is None or match[2] is None:
        return month
    return date_span(month.first.year, month.first.month, int(plain_number(match[2])))


def _year(match: re.Match[str], day: date) -> Span | None:
    year = year_span(day, _YEAR_STEPS[match[1]])
    if year is None or match[2] is None:
        return year
    month = int(plain_number(match[2]))
    if match[3] is None:
        return month_span(year.first, month - 1)
    return date_span(year.first.year, month, int(plain_number(match[3])))


def _count(match: re.Match[str], day: date) -> Span | None:
    number = match[1]
    if re.search(f"[{_DIGITS}]{{2}}", number):
        return None  # 两三天前, 十五六天前: about so many
    value = plain_number(number)
    if not value.isdigit():
        return None
    steps = int(value) if match[3].endswith(_FORWARD) else -int(value)
    if match[2] == "天":
        return day_span(day, steps)
    if match[2] == "年":
        return year_span(day, steps)
    return month_span(day, steps) if match[2].endswith("月") else day_span(day, 7 * steps)


def _steps(prefix: str) -> int:
    return sum(_STEP_SIGNS.get(c, 0) for c in prefix)


_UP = "(?<![晚早以路网網线線身桌街船车車楼樓山海天地马馬加])上{1,3}"
_DOWN = "(?<![以底地桌楼樓山天当當剩留私乡鄉])下{1,3}"
_WHICH = f"({_UP}|{_DOWN}|[这這]|(?<!日)本)[个個]?"
_OF_WEEK = "(?:([二三四五六日末](?![个個])|一(?![个個样樣起直共定般些下])|天(?![气氣空])))?"
_PLAIN = "聪聰证證表声聲阐闡文光透发發分黎"  # …明 is a word of its own: 聪明, 文明
_EVENT = "(?:春节|春節|过年|過年|除夕|元宵|大年|年夜)"
FORMS: tuple[tuple[str, _Meaning], ...] = (
    (rf"([今昨]|(?<![{_PLAIN}])明)[天日早晚夜](?!(?<=[说說]明天)[气氣文]|头条|頭條)", _named_day),
    ("(大前|大后|大後|(?<![大目以之从從提空午天年月日])前)天(?![气氣空色])", _named_day),
    ("((?<![大以之今雨最午饭飯天年月日先])[后後])天(?![气氣空色性赋賦晴])", _named_day),
    (f"{_WHICH}{_WEEK}(?![围圍边邊年期岁歲密长長]){_OF_WEEK}", _week),
    (f"{_WHICH}月(?![球亮光饼餅经經薪票])(?:{_DAY}|[初底末]|[上中下]旬)?", _month),
    (
        (
            "((?<![过過失出])去|今|明|大前|大后|大後|(?<![大目以之从從当當提空生年])前|(?<![大以之今最年])[后後])年"
            f"(?![龄齡轻輕级級代间間货貨]|{_EVENT})(?:{_MONTH}(?:{_DAY}|[初底末]|[上中下]旬)?|年?[初底末])?"
        ),
        _year,
    ),
    (
        (
            rf"(?<![第几幾数數多半月\d.\-{_DIGITS}十百千万萬]){_NUMBER}(天|[个個]月|年|[个個]?{_WEEK})"
            "((?:以|之)?[前后後])(?!期|(?<=前)[后後])"
        ),
        _count,
    ),
)
"""Each form and what it means on a day."""

UNRESOLVED = (
    rf"(?<![每逢一二三四五六日上下这這本个個])(?<![周週例晨早][会會]){_WEEK}[一二三四五六日天末](?![天年期]|[周週例晨早][会會])",
    "[上下这這本][个個]?季度|[上下]半年",
    f"[去今明]年{_EVENT}",
)
"""Forms that tell a date, but not which one."""

START = re.compile(f"[今昨明前后後大上下这這本去周週星礼禮{_DIGITS}十百0-9](?<![0-9][0-9])")
"""What a form can begin with."""
