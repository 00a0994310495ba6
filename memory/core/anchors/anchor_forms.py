"""The normal form of each kind of exact string: equal for two spellings of one thing."""

import re
from functools import lru_cache

from memory.core.anchors.anchor_numbers import HAN_DIGITS, SCALES, folded, plain_number
from memory.core.anchors.anchor_rules import Kind
from memory.core.language.text import normalise

_MONTH_NAMES = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTHS = {m: i for i, m in enumerate(_MONTH_NAMES, start=1)}
_CURRENCIES = {
    "USD": "usd us$ $ dollar dollars bucks 美元 美金",
    "EUR": "eur € euro euros 欧元 歐元",
    "GBP": "gbp £ pound pounds 英镑 英鎊",
    "JPY": "jpy yen 日元 日圆 日圓",
    "CNY": "cny rmb ¥ yuan 元 块 块钱 圆 人民币",
    "HKD": "hkd hk$ 港币 港元",
    "TWD": "twd ntd nt$ 新台币 台币 新台幣",
}
_UNITS = {word: code for code, words in _CURRENCIES.items() for word in words.split()}
_UNITS |= {
    "公斤": "kg",
    "千克": "kg",
    "公里": "km",
    "千米": "km",
    "厘米": "cm",
    "公分": "cm",
    "毫米": "mm",
    "米": "m",
    "克": "g",
}
_UNITS |= {
    "小时": "hour",
    "分钟": "minute",
    "秒": "second",
    "天": "day",
    "周": "week",
    "星期": "week",
    "个月": "month",
    "年": "year",
}
_UNITS |= {
    "人": "person",
    "people": "person",
    "晚": "night",
    "hrs": "hour",
    "hr": "hour",
    "mins": "minute",
    "min": "minute",
}
_PLURAL = re.compile(r"(?<=[a-z]{3})s$")
_HAN_NUMBER = f"{''.join(HAN_DIGITS)}十拾百佰千仟万亿"
_SCALE_WORD = "|".join(s for s in SCALES if s.isascii())
_AMOUNT = re.compile(
    rf"(?P<sign>[^\d{_HAN_NUMBER}]*)"
    rf"(?P<number>[\d,.]+\s?(?:(?:{_SCALE_WORD})(?![a-z])|(?:[十百千万亿]{{1,2}}\d{{1,4}}){{1,3}}[十百千]?[万亿]?|[十百千]?[万亿])?|[{_HAN_NUMBER}]+)"
    r"\s?-?(?P<unit>.*)",
    re.DOTALL,
)
_TIME = re.compile(
    r"[^\d一二两三四五六七八九十]*(?P<hour>\d+|[一二两三四五六七八九十]+)[:点时]?钟?(?P<minute>\d+|半|[一三]刻|[一二三四五六七八九十]+分)?"
)
_GROUPS = re.compile(r"\d{3,4}(?:[ -]\d{1,4}){2,5}|[a-z]{2}\d{2}(?: [a-z0-9]{1,4}){2,8}")
_NOON = 12


@lru_cache(maxsize=10_000)
def normal_form(kind: Kind, text: str) -> str:
    """Return the form in which two spellings of the anchor `text` are equal.

    Amounts as number and unit (`￥3.5万` → `35000 CNY`), percentages as `35%`, dates as `2026-03-05` or `--03-05`,
    times as `15:30`, phones as digits, versions without `v`, identifiers without `#` and without gaps between groups of
    digits, fields as `key=3`; other kinds as `text.normalise` makes them.
    """
    plain = folded(text).strip()
    form = _FORMS.get(kind)
    return form(normalise(plain)) if form else normalise(plain)


def _amount(text: str) -> str:
    if match := re.fullmatch(r"(\d)(米|元|块|塊)(\d{1,2})", text):
        text = f"{match[1]}.{match[3]}{match[2]}"
    if match := re.fullmatch(r"€\s?(\d{1,3}(?:\.\d{3})+)(?:,(\d{2}))?", text):
        text = f"€{match[1].replace('.', '')}.{match[2] or 0}"
    match = _AMOUNT.fullmatch(text)
    if match is None:
        return text
    unit = (match["sign"] or match["unit"]).strip()
    unit = _UNITS.get(unit) or _UNITS.get(_PLURAL.sub("", unit)) or _PLURAL.sub("", unit)
    return f"{plain_number(match['number'])} {unit}".strip()


def _percentage(text: str) -> str:
    per_mille = "‰" in text or text.startswith("千分之")
    number = re.sub(r"%|‰|per ?cent|百分之|千分之", "", text).strip()
    whole, dot, part = number.partition("点")
    value = f"{plain_number(whole)}.{plain_number(part)}" if dot else plain_number(whole)
    return f"{value}{'‰' if per_mille else '%'}"


def _date(text: str) -> str:
    if match := re.match(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[t ](.+))?", text):
        return _iso(match[1], match[2], match[3]) + (f"T{match[4]}".upper() if match[4] else "")
    if match := re.fullmatch(
        r"(?:([^\W年月日号]{4})年)?(?:([^\W年月日号]{1,2})月份?)?(?:([^\W年月日号]{1,3})[日号]?)?", text
    ):
        return _iso(*(plain_number(g) if g else None for g in match.groups()))
    month = re.search(r"(?<![a-z])(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)", text)
    if month is None:
        return text
    year = re.search(r"\d{4}", text)
    day = re.search(
        r"(?<!\d)\d{1,2}(?!\d)", text.replace("st", " ").replace("nd", " ").replace("rd", " ").replace("th", " ")
    )
    return _iso(year and year[0], str(_MONTHS[month[1]]), day and day[0])


def _iso(year: str | None, month: str | None, day: str | None) -> str:
    parts = [p.zfill(2) for p in (month, day) if p]
    return "-".join([year or "-", *([""] if day and not month else []), *parts])


def _time(text: str) -> str:
    match = _TIME.match(text)
    if match is None:
        return text
    hour = int(plain_number(match["hour"]))
    after_noon = re.search(r"下午|傍晚|晚上|p\.?m", text) is not None
    hour = hour % _NOON + _NOON * after_noon if after_noon or re.search(r"a\.?m", text) else hour
    return f"{hour:02d}:{_minutes(match['minute'] or '0'):02d}"


def _minutes(text: str) -> int:
    named = {"半": 30, "一刻": 15, "三刻": 45}
    return named.get(text) or int(plain_number(text.removesuffix("分")))


def _phone(text: str) -> str:
    return ("+" if text.startswith("+") else "") + re.sub(r"\D", "", text)


def _version(text: str) -> str:
    return text.removeprefix("v")


def _identifier(text: str) -> str:
    text = text.removeprefix("#")
    return re.sub("[ -]", "", text) if _GROUPS.fullmatch(text) else text


def _field(text: str) -> str:
    key, _, number = text.rpartition(":")
    return f"{key.strip()[1:-1]}={number.strip()}"


_FORMS = {
    "amount": _amount,
    "percentage": _percentage,
    "date": _date,
    "time": _time,
    "phone": _phone,
    "version": _version,
    "identifier": _identifier,
    "field": _field,
}
