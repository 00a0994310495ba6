"""Card, bank and identity numbers: by their check digits, or because they are said to be such.

Check digits are those of python-stdnum (payment cards, Chinese resident ids, IBAN, US social security numbers); it
has none for Taiwan and Hong Kong, so these two stand here.
"""

import re
from collections.abc import Iterator

from stdnum import iban, luhn
from stdnum.cn import ric
from stdnum.us import ssn

_ENOUGH_DIGITS = 5
"""Digits by which a thing said to be an identity number is one."""
_BEFORE = 40
"""Characters before a number that may tell that it is something else."""

_CARD = re.compile(r"(?<![A-Za-z0-9.-])\d(?:[ .-]?\d){12,18}(?![A-Za-z0-9-])")
_CARD_OF = re.compile(
    r"4(?:\d{12}|\d{15}|\d{18})|(?:5[1-5]|222[1-9]|22[3-9]\d|2[3-6]\d\d|27[01]\d|2720)\d+|3[47]\d{13}"
    r"|(?:6011|65\d\d|64[4-9]\d)\d{12}|62\d{13,17}|35(?:2[89]|[3-8]\d)\d{12}|3(?:0[0-5]|[68]\d)\d{11}"
)
"""Issuers and their lengths: Visa, Mastercard, American Express, Discover, UnionPay, JCB, Diners."""
_TWENTY_SERIES = 16
_RESIDENT = re.compile(r"(?<![A-Za-z0-9-])\d(?:[ -]?\d){16}[ -]?[\dXx](?![A-Za-z0-9-])")
_SOCIAL = re.compile(r"(?<![A-Za-z0-9-])\d{3}-\d{2}-\d{4}(?![A-Za-z0-9-])")
_TAIWAN = re.compile(r"(?<![A-Za-z0-9-])[A-Z][1289]\d{8}(?![A-Za-z0-9-])")
_HONG_KONG = re.compile(r"(?<![A-Za-z0-9-])[A-Z]{1,2}\d{6} ?\([0-9A]\)")
_IBAN = re.compile(r"(?<![A-Za-z0-9])[A-Z]{2}\d{2}(?:[ -]?[A-Z0-9]{1,4}){3,8}")

_OTHERWISE = re.compile(
    r"(?:\b(?:order|tracking|invoice|serial|imei|isbn|ean|upc|sku|ticket|reference|parcel|shipment|case|build|booking"
    r"|part|model|orcid|meid)(?: (?:number|no\.?|id|code))?|订单|快递|运单|(?:单|发票|编|序列|条形|条|书|流水|取件"
    r"|行李单|项目|货|批|型|票)(?:号码?|编号|码)+)[\s:#]*(?:is|was|是|为|:)?\s*$",
    re.IGNORECASE,
)
"""Before a number: what it is instead."""

_NUMBER = r"(?:[A-Z0-9](?:[ -]?[A-Z0-9]){5,19}|[A-Za-z]{0,2}\d{6,9}[A-Za-z]?)(?![A-Za-z0-9-])"
_IDENTITY = re.compile(
    r"(?:\b(?i:passport|driv(?:er'?s?|er’s|ing) licen[cs]e|national (?:id|insurance)|nino|identity card|id card"
    r"|residence permit|green card|aadhaar|cpf|cnpj|dni|nie|nif|tfn|tax (?:id|file)|medicare|ssn|social security"
    r"|(?<=my )social|hkid)(?i: (?:number|no\.?|nr\.?|card))*"
    r"|(?:身份证|身分证|护照|驾驶证|驾照|居住证|通行证|回乡证|台胞证|社保卡?|军官证)(?:号码|字号|号|编号)?)"
    rf"\s*(?i:is|are|[:=#]|是|为|係)?[\s:]*(?P<number>{_NUMBER})"
)
_ACCOUNT = re.compile(
    r"(?:\b(?:bank|checking|savings|current) account(?: (?:number|no\.?))?|(?:银行|开户行)[^。;\n]{0,20}?"
    r"(?:账号|帐号|账户|卡号?))\s*(?:is|[:=#]|是|为)?\s*(?P<number>\d(?:[ -]?\d){5,29})(?!\d)",
    re.IGNORECASE,
)


def numbered(plain: str) -> Iterator[tuple[int, int]]:
    """Yield where card, bank and identity numbers stand in a text as it is seen: offsets, end exclusive."""
    for pattern, is_valid in (
        (_CARD, is_card_number),
        (_RESIDENT, is_chinese_id),
        (_SOCIAL, ssn.is_valid),
        (_TAIWAN, is_taiwan_id),
        (_HONG_KONG, is_hong_kong_id),
    ):
        for match in pattern.finditer(plain):
            if is_valid(match[0]) and not _is_otherwise(plain, match.start()):
                yield match.span()
    for match in _IBAN.finditer(plain):
        if (length := _iban_length(match[0])) is not None:
            yield match.start(), match.start() + length
    yield from (m.span() for m in _IDENTITY.finditer(plain) if sum(map(str.isdigit, m["number"])) >= _ENOUGH_DIGITS)
    yield from (match.span() for match in _ACCOUNT.finditer(plain))


def is_card_number(text: str) -> bool:
    """Tell whether digits (spaces, dots and dashes allowed) are a payment card number: issuer, length, Luhn."""
    digits = re.sub(r"[ .-]", "", text)
    if not (digits.isascii() and digits.isdigit() and _CARD_OF.fullmatch(digits)):
        return False
    return (digits[0] not in "25" or len(digits) == _TWENTY_SERIES) and bool(luhn.is_valid(digits))


def is_chinese_id(text: str) -> bool:
    """Tell whether this is a Chinese resident id of 18 characters: a real birth date and the right check digit."""
    plain = re.sub(r"[ -]", "", text).upper()
    try:
        ric.get_birth_date(plain)
        return len(plain) == len("11010519491231002X") and ric.calc_check_digit(plain) == plain[-1]
    except ValueError:
        return False


def is_taiwan_id(text: str) -> bool:
    """Tell whether this is an identity or resident certificate number of Taiwan: a letter, nine digits, check digit."""
    code = "ABCDEFGHJKLMNPQRSTUVXYWZIO".index(text[0]) + 10
    weights = range(8, 0, -1)
    total = code // 10 + code % 10 * 9 + sum(int(d) * w for d, w in zip(text[1:9], weights, strict=True)) + int(text[9])
    return total % 10 == 0


def is_hong_kong_id(text: str) -> bool:
    """Tell whether this is a Hong Kong identity card number: letters, six digits, check digit in brackets."""
    stem, check = text.rstrip(")").split("(")
    values = [36 if c == " " else int(c, 36) for c in f"{stem.strip():>8}"] + [int(check, 36)]
    return sum(value * weight for value, weight in zip(values, range(9, 0, -1), strict=True)) % 11 == 0


def _iban_length(text: str) -> int | None:
    """Return how much of a text is an IBAN, which words after it may have joined; None: nothing."""
    ends = [m.end() for m in re.finditer(r"[A-Z0-9]+", text)]
    return next((end for end in reversed(ends) if iban.is_valid(text[:end])), None)


def _is_otherwise(plain: str, start: int) -> bool:
    return _OTHERWISE.search(plain, max(0, start - _BEFORE), start) is not None
