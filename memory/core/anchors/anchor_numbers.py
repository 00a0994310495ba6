"""Numbers as people write them, in digits and in Chinese, and the one form in which they are equal."""

import re
from decimal import Decimal, InvalidOperation

# One character for one, so that offsets in the folded text are the original's; Chinese punctuation stays.
_WIDE = str.maketrans({chr(0xFF01 + i): chr(0x21 + i) for i in range(94) if chr(0x21 + i) not in "!(),;?"})
_FOLD = _WIDE | str.maketrans({"￥": "¥", "￡": "£", "　": " ", "\u00a0": " ", "〇": "零"})

HAN_DIGITS = {
    c: i
    for i, pair in enumerate(("零", "一壹", "二两兩贰貳", "三叁", "四肆", "五伍", "六陆陸", "七柒", "八捌", "九玖"))
    for c in pair
}
_HAN_TENS = {"十": 10, "拾": 10, "百": 100, "佰": 100, "千": 1000, "仟": 1000}
_HAN_SCALES = {"万": 10**4, "萬": 10**4, "亿": 10**8, "億": 10**8}
SCALES = (
    _HAN_TENS
    | _HAN_SCALES
    | {"thousand": 10**3, "million": 10**6, "billion": 10**9, "k": 10**3, "m": 10**6, "b": 10**9, "bn": 10**9}
)
_WIDE_COMMA = re.compile(r"(?<=\d)，(?=\d{3}(?!\d))")
_NUMBER = re.compile(r"(?P<digits>[\d,]*\d(?:\.\d+)?)?\s*(?P<rest>.*)", re.DOTALL)


def folded(text: str) -> str:
    """Return `text` with full-width letters, digits and signs as ASCII; as long as `text`, character by character."""
    return _WIDE_COMMA.sub(",", text.translate(_FOLD))


def plain_number(text: str) -> str:
    """Return a number as plain digits: `1,234.50` → `1234.5`, `3.5万` → `35000`, `三百五十` → `350`.

    Text that is no number comes back as it is.
    """
    match = _NUMBER.fullmatch(text.strip())
    if match is None or (match["digits"] is None and not match["rest"]):
        return text
    value = _scaled(match["digits"], match["rest"]) if match["digits"] else _han_number(match["rest"])
    return text if value is None else f"{value.normalize():f}"


def _scaled(digits: str, scales: str) -> Decimal | None:
    try:
        value = Decimal(digits.replace(",", ""))
    except InvalidOperation:
        return None
    if any(c.isdigit() for c in scales):
        return _mixed_number(digits + scales)
    for scale in [scales.lower()] if scales.isascii() else scales:
        if scale:
            if scale not in SCALES:
                return None
            value *= SCALES[scale]
    return value


def _mixed_number(text: str) -> Decimal | None:
    """Return a number of digits and scales: `1亿2千万`, and `3万5`, where a last digit counts for the scale below."""
    total, scale = Decimal(0), 1
    for number, scales in re.findall(r"([\d,.]+)([^\d]*)", text):
        last, scale = scale, 1
        for c in scales:
            if c not in SCALES:
                return None
            scale *= SCALES[c]
        total += Decimal(number.replace(",", "")) * (scale if scales or len(number) > 1 else last // 10)
    return total


def _han_number(text: str) -> Decimal | None:
    if all(c in HAN_DIGITS for c in text):
        return Decimal("".join(str(HAN_DIGITS[c]) for c in text))
    total, section, digit = 0, 0, 0
    for c in text:
        if c in HAN_DIGITS:
            digit = HAN_DIGITS[c]
        elif c in _HAN_TENS:
            section, digit = section + (digit or 1) * _HAN_TENS[c], 0
        elif c in _HAN_SCALES:
            total, section, digit = (total + section + digit) * _HAN_SCALES[c], 0, 0
        else:
            return None
    return Decimal(total + section + digit)
