"""The rules by which exact strings are found, English and Chinese side by side.

Every repetition is bounded and every rule is tried at borders only, so a scan takes time linear in the text.
They read text folded by `anchor_numbers.folded`.
"""

import re

from memory.core.anchors.anchor_names_zh import HAN_NAME, HAN_NAME_STARTS
from memory.core.anchors.anchor_rules import Rule
from memory.core.anchors.anchor_words import (
    DAY_PARTS,
    DOMAIN_ENDS,
    FILE_TYPES,
    HAN_DIGIT,
    HAN_MEASURE,
    HAN_MONEY,
    HAN_NUM,
    HAN_NUMBERED,
    HAN_STRICT,
    LUNAR,
    MONEY_CODE,
    MONEY_SCALE,
    MONEY_SIGN,
    MONEY_WORD,
    MONTH,
    NAME_WORD,
    NAMING,
    NUMBERED,
    ORGANISATION,
    PLATES,
    SCALE,
    SITE,
    STREET,
    SYSTEMS,
    UNIT,
    WEEKDAY,
)
from memory.core.language import relative_dates_en as en
from memory.core.language import relative_dates_zh as zh

_HAS_HAN = re.compile("[㐀-䶿一-鿿]")
_HAS_DIGIT = re.compile("[0-9]")
_HAS_NUMBER = re.compile("[0-9㐀-䶿一-鿿]")
_HAS_SLASH = re.compile(r"[/\\]")
_HAS_AT = re.compile("@")
_HAS_DOT = re.compile(r"\.[A-Za-z]")
_DIGITS = re.compile("[0-9]++")
_HAN_NUMBERS = re.compile(f"[{HAN_DIGIT}十百千万萬亿億拾佰仟]++")
_CAPITALS = re.compile("[A-ZÀ-ÖØ-Þ](?<![A-Za-z0-9_@].)")
_CODES = re.compile(r"[A-Za-z0-9#](?<![A-Za-z0-9_#-].)(?:(?<=[0-9#])|(?=[A-Za-z-]{0,64}+[0-9_]))")
_NUMBERED_WORDS = re.compile(r"[A-Za-z](?<![A-Za-z0-9_#-].)(?=[a-z.]{1,9}+\s#?[0-9])")
_GROUP_STARTS = re.compile(r"[0-9A-Za-z](?<![\w-].)(?=[0-9A-Z]{3}[ -]|[0-9A-Fa-f]:)", re.ASCII)
_MONEY = re.compile("[$€£¥₩₹UEGJCRHTNSAKI](?<![A-Za-z][A-Z])")
_DOTTED = re.compile(r"[A-Za-z0-9_@+-](?<![\w/.~@-].)(?=[\w@+-]{0,100}+[./])", re.ASCII)
_RUNS = re.compile(f"[{NAMING}]{{3,}}+")
_NUM = r"(?<![\d.,])(?>\d{1,18}(?:,\d{3}){0,6}(?:\.\d{1,12})?)"
_PLAIN_NUM = r"\d{1,18}(?:,\d{3}){0,6}(?:\.\d{1,12})?"
_NO_HAN_NUMBER = f"(?<![{HAN_DIGIT}十百千万亿])"
_CLOCK = r"\d{1,2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?"
_YEAR = r"(?:1\d|2\d)\d\d"


def _rule(*alternatives: str, flags: re.RegexFlag = re.NOFLAG) -> re.Pattern[str]:
    return re.compile("|".join(alternatives), flags)


_URL = _rule(rf"(?:https?|ftp|wss?)://{SITE}{{1,2000}}", rf"www\.{SITE}{{3,2000}}", flags=re.IGNORECASE)
_ADDRESS_STARTS = re.compile(r"[hfwHFW](?<![A-Za-z0-9@.-].)(?=ttps?://|tp://|ss?://|ww\.|TTPS?://|TP://|WW\.)")
_DOMAIN = _rule(
    rf"(?:[A-Za-z0-9-]{{1,63}}\.){{1,4}}{DOMAIN_ENDS}(?![\w@-]|\.\w)(?::\d{{1,5}})?(?:/{SITE}{{0,2000}})?",
    flags=re.ASCII,
)
_EMAIL = _rule(r"[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,6}")
_EMAIL_STARTS = re.compile(r"[A-Za-z0-9._%+-](?<![A-Za-z0-9._%+-]{2})(?=[A-Za-z0-9._%+-]{0,63}+@)")
_PATH = _rule(
    r"(?<![\w/.~:-])(?:~|\.{1,2})?/(?:[\w.@+-]{1,100}/){1,30}[\w.@+-]{0,100}",
    r"(?<![\w/.~:-])(?:~|\.{1,2})/[\w.@+-]{1,100}",
    r"(?<![A-Za-z0-9])[A-Za-z]:\\(?:[\w.@+ -]{1,100}\\){0,30}[\w.@+-]{1,100}",
    flags=re.ASCII,
)
_PATH_STARTS = re.compile(r"[/~.](?<![\w/.~:-].)|[A-Za-z](?<![A-Za-z0-9].)(?=:\\)", re.ASCII)
_FILE = _rule(
    r"(?:[A-Za-z0-9_@+-][A-Za-z0-9_.@+-]{0,99}/){0,20}[A-Za-z0-9_+-]{1,64}(?:\.[A-Za-z0-9_+-]{1,32}){0,3}"
    rf"\.{FILE_TYPES}(?![\w/@-])",
    flags=re.ASCII,
)
_QUOTED = _rule(
    r'(?<![A-Za-z0-9])"(?![\s,:;}\])])((?:[^"\\\n]|\\.){1,120})(?<=\S)"(?P<key>\s?:)?',
    r"“([^“”\n]{1,120})”",
    r"「([^「」\n]{1,120})」",
    r"『([^『』\n]{1,120})』",
    r"《([^《》\n]{1,120})》",
    r"«([^«»\n]{1,120})»",
    r"`([^`\n]{1,120})`",
    r"(?<![A-Za-z0-9])'(?=\S)([^'\n]{1,80})(?<=\S)'(?![A-Za-z0-9])(\s?:)?",
)
_FIELD = _rule(
    r"""(["'])[^"'\n:]{1,40}\1\s?:\s?-?(?:\d{1,4}(?:\.\d{1,9})?|\d{5,9}\.\d{1,9})(?![\w.])""",
)
_FIELD_STARTS = re.compile(r"""["'](?=[^"'\n:]{1,40}+["']\s?:\s?[-0-9])""")
_PERCENTAGE = _rule(
    rf"{_NUM}\s?(?:%|‰|percent(?:age points?)?(?![a-z])|per cent(?![a-z]))",
    rf"(?:百分之|千分之)(?:{HAN_NUM}(?:点[{HAN_DIGIT}]{{1,8}})?|\d{{1,9}}(?:\.\d{{1,9}})?)",
)
_MONEY_AMOUNT = _rule(
    r"€\s?\d{1,3}(?:\.\d{3}){1,5}(?:,\d{2})?(?![\d.,])",
    rf"(?:{MONEY_SIGN}|(?<![A-Za-z]){MONEY_CODE})\s?{_PLAIN_NUM}{MONEY_SCALE}?元?",
)
_AMOUNT = _rule(
    rf"{_NUM}(?:{MONEY_SCALE}?\s?(?:{MONEY_CODE}|{MONEY_WORD})(?![A-Za-z])"
    rf"|(?:[十百千万萬亿億]{{1,2}}\d{{1,4}}){{1,3}}[十百千]?[万萬亿億]?(?:{HAN_MONEY}|{HAN_MEASURE})?"
    rf"|{SCALE}?\s?(?:{HAN_MONEY}(?:\d{{1,2}}(?!\d))?|米\d{{1,2}}(?!\d)|{HAN_MEASURE})"
    rf"|(?:\s?[kKmM](?=[\s-]))?[\s-]?{UNIT}(?![A-Za-z])"
    rf"|{SCALE})",
    rf"{_NO_HAN_NUMBER}{HAN_NUM}(?:{HAN_MONEY}|{HAN_STRICT})",
    rf"{_NO_HAN_NUMBER}(?!千万|千萬)[{HAN_DIGIT}十百千]{{1,8}}[万萬亿億](?!一)",
)
_DATE = _rule(
    rf"(?<![\d-]){_YEAR}-\d{{1,2}}-\d{{1,2}}(?:[T ]{_CLOCK})?(?![\d-])",
    rf"(?<![\d/.]){_YEAR}([/.])\d{{1,2}}\1\d{{1,2}}(?![\d/])",
    r"(?<![\d/.])\d{1,2}/\d{1,2}/(?:\d{4}|\d{2})(?![\d/])",
    r"(?<![\d/.])\d{1,2}\.\d{1,2}\.\d{4}(?![\d/])",
    r"(?:(?<=exp )|(?<=expiry )|(?<=expires )|(?<=有效期)|(?<=有效期:))(?:0[1-9]|1[0-2])/\d{2}(?:\d{2})?(?![\d/])",
    rf"(?:{WEEKDAY},?\s)?(?<![A-Za-z]){MONTH}\.?\s\d{{1,2}}(?:st|nd|rd|th)?(?![\d:])(?:,?\s{_YEAR}(?!\d))?",
    rf"(?<!\d)\d{{1,2}}(?:st|nd|rd|th)?\s(?:of\s)?{MONTH}(?![A-Za-z])(?:,?\s{_YEAR}(?!\d))?",
    rf"(?<![A-Za-z]){MONTH},?\s{_YEAR}(?!\d)",
    r"(?<![A-Za-z])Q[1-4]\s(?:of\s)?(?:19|20)\d\d(?!\d)",
    r"(?<!\d)\d{4}年(?:第?[一二三四1-4]季度|\d{1,2}月(?:\d{1,2}(?:[日号號]|(?!\d))|份)?)?",
    r"(?<!\d)\d{1,2}月(?:\d{1,2}(?:[日号號]|(?!\d))|份)?",
    r"(?<![\d.])(?:3[01]|[12]\d|[1-9])[号號日](?![楼樓线線门門房座院车車店厅廳码碼机機桌本元])",
    LUNAR,
    rf"(?:[{HAN_DIGIT}]{{4}}年)?[一二三四五六七八九十]{{1,2}}月(?:[一二三四五六七八九十]{{1,3}}[日号號]|份)",
)
_YEAR_ALONE = _rule(r"(?<![\w.,:/#-])(?:19|20)\d\d(?![\w,:/%-]|\.\d)", flags=re.ASCII)
_DATE_STARTS = re.compile(f"[0-9JFMASONDTWQ{HAN_DIGIT}十农農阴陰正腊臘冬](?<![0-9A-Za-z][0-9A-Za-z])")
_RELATIVE_EN = re.compile(f"(?:{'|'.join([*(form for form, _ in en.FORMS), *en.UNRESOLVED])})(?![A-Za-z0-9_])")
_RELATIVE_ZH = _rule(*(form for form, _ in zh.FORMS), *zh.UNRESOLVED)
_TIME = _rule(
    rf"{DAY_PARTS}?(?<![\d:.])(?:[01]?\d|2[0-4]):[0-5]\d(?::[0-5]\d)?(?:\s?[apAP]\.?[mM]\b\.?)?(?![\d:])",
    r"(?<![\d:.])(?:1[0-2]|0?[1-9])\s?(?:[apAP]\.?[mM]\b\.?|o['’]clock)",
    rf"{DAY_PARTS}?(?<![\d:.])(?:[01]?\d|2[0-4])[点點时時](?!间|間|候)(?:半|整|[0-5]?\d分|[一三]刻)?",
    rf"{DAY_PARTS}[一二两兩三四五六七八九十]{{1,3}}[点點](?:半|整|[一二三四五六七八九十]{{1,3}}分|[一三]刻)?",
    "(?<![一二两兩三四五六七八九十])(?:十[一二]?|[二两兩三四五六七八九])[点點](?:半|整|钟|鐘|[一三]刻)",
)
_TIME_STARTS = re.compile(f"[0-9凌早上中下傍晚{HAN_DIGIT}十](?<![0-9][0-9])")
_PHONE = _rule(
    r"(?<![\w+])\+\d{1,3}(?:[\s.-]?\(?\d{1,4}\)?){2,6}(?!\d)",
    r"(?<![\w-])1[3-9]\d[\s-]?\d{4}[\s-]?\d{4}(?![\w-])",
    r"(?<![\w-])\(?0\d{2,3}\)?[\s-]\d{7,8}(?:-\d{1,5})?(?![\w-])",
    r"(?<![\w-])\(?0\d{1,3}\)?[\s-]\d{3,4}[\s-]\d{3,4}(?![\w-])",
    r"(?<![\w-])\(?[2-9]\d{2}\)?[\s.-]\d{3}[.-]\d{4}(?![\w-])",
    r"(?<![\w-])400-?\d{3,4}-?\d{3,4}(?![\w-])",
    flags=re.ASCII,
)
_PHONE_STARTS = re.compile(r"[+(0-9](?<![0-9][0-9])")
_VERSION = _rule(
    r"(?<![\w.])v?\d{1,6}(?:\.\d{1,6}){2,4}(?:-?(?:alpha|beta|rc|dev|post|a|b)[.-]?\d{0,6})?(?![\w]|\.\d)",
    r"(?<![\w.])v\d{1,6}(?:\.\d{1,6}){0,4}(?![\w]|\.\d)",
    rf"(?:(?<=[Vv]ersion )|(?<=版本)|{'|'.join(f'(?<={name} )' for name in SYSTEMS)})\d{{1,6}}\.\d{{1,6}}",
    flags=re.ASCII,
)
_VERSION_STARTS = re.compile("[v0-9](?<![A-Za-z0-9_].)", re.ASCII)
_GROUPED = _rule(
    r"(?<![\w-])\d{4}(?:[ -]\d{4}){2,4}(?:[ -]\d{1,4})?(?![\w-])",
    r"(?<![\w-])[A-Z]{2}\d{2}(?: [A-Z0-9]{4}){2,7}(?: [A-Z0-9]{1,4})?(?![\w-])",
    r"(?<![\w:])(?:[0-9A-Fa-f]{2}:){5}[0-9A-Fa-f]{2}(?![\w:])",
    flags=re.ASCII,
)
_NUMBERED = _rule(rf"{NUMBERED}\s#?\d{{1,3}}(?![\w:%]|[.,]\d)")
_IDENTIFIER = _rule(
    r"(?<!\d\.)(?>[A-Za-z]{2,20}\d{1,4}(?:\.\d{1,4}){1,3})(?![A-Za-z0-9_])",
    r"""(?<!\d\.)(?>#?[A-Za-z0-9]{1,64}(?:[-_][A-Za-z0-9]{1,64}){0,12})(?![A-Za-z0-9_]|["']\s?:)""",
)
_HAN_IDENTIFIER = _rule(rf"[{PLATES}][A-Z][·•]?[A-Z0-9]{{5,6}}(?![A-Za-z0-9])", rf"{HAN_NUMBERED}:?\d{{1,3}}(?!\d)")
_STREET_ADDRESS = _rule(
    rf"(?<![\w.,-])\d{{1,5}}\s(?:[NSEW]\.?\s)?{NAME_WORD}(?:\s{NAME_WORD}){{0,3}}?\s{STREET}(?![A-Za-z])"
    r"(?:\.?,?\s(?:Apt|Suite|Unit)\.?\s#?\w{1,6})?"
)
_HAN_ADDRESS = _rule(
    rf"[{NAMING}]{{2,24}}?(?:路|街|大道|巷|胡同|弄|段)(?:\d{{1,5}}|{HAN_NUM})[号號弄](?:\d{{1,4}}[号號室楼樓层層栋棟]){{0,3}}",
    rf"[{NAMING}]{{2,3}}?[省市][{NAMING}]{{1,4}}?[市区區县縣镇鎮鄉乡]",
    rf"[{NAMING}]{{2,12}}?(?:{ORGANISATION}){{1,3}}",
)
_NAME = _rule(
    rf"{NAME_WORD}(?:\s(?:(?:of|de|du|da|di|del|des|dos|van|der|den|von|la|le|al|bin|bint)\s){{0,2}}{NAME_WORD}){{0,4}}"
    r"(?![A-Za-z0-9_])"
)
QUOTED = Rule("quoted", _QUOTED, (re.compile("[\"'“「『《«`]"),))
"""A quotation; its last group is what stands between the quotes, `key` or `repr_key` when it is the key of a field."""
URL = Rule("url", _URL, (_ADDRESS_STARTS,))
PATH = Rule("path", _PATH, (_PATH_STARTS,), _HAS_SLASH)
DATE = Rule("date", _DATE, (_DATE_STARTS,), _HAS_NUMBER)
NAME = Rule("name", _NAME, (_CAPITALS,))
"""Words in capitals: it takes a look at what stands around them to tell a name from the beginning of a sentence."""

RELATIVE_DATES = (
    Rule("relative_date", _RELATIVE_EN, (en.START,)),
    Rule("relative_date", _RELATIVE_ZH, (zh.START,), _HAS_HAN),
)

RULES: tuple[Rule, ...] = (
    URL,
    Rule("email", _EMAIL, (_EMAIL_STARTS,), _HAS_AT),
    Rule("name", _STREET_ADDRESS, (_DIGITS,), _HAS_DIGIT),
    DATE,
    PATH,
    Rule("path", _FILE, (_DOTTED,), _HAS_DOT),
    Rule("url", _DOMAIN, (_DOTTED,), _HAS_DOT),
    Rule("identifier", _GROUPED, (_GROUP_STARTS,), _HAS_DIGIT),
    Rule("phone", _PHONE, (_PHONE_STARTS,), _HAS_DIGIT),
    Rule("percentage", _PERCENTAGE, (_DIGITS, _HAN_NUMBERS), _HAS_NUMBER),
    *RELATIVE_DATES,
    Rule("time", _TIME, (_TIME_STARTS,), _HAS_NUMBER),
    Rule("version", _VERSION, (_VERSION_STARTS,), _HAS_DIGIT),
    Rule("field", _FIELD, (_FIELD_STARTS,), _HAS_DIGIT),
    Rule("amount", _MONEY_AMOUNT, (_MONEY,), _HAS_DIGIT),
    Rule("amount", _AMOUNT, (_DIGITS, _HAN_NUMBERS), _HAS_NUMBER),
    Rule("date", _YEAR_ALONE, (_DIGITS,), _HAS_DIGIT),
    Rule("identifier", _HAN_IDENTIFIER, (), _HAS_HAN),
    Rule("identifier", _NUMBERED, (_NUMBERED_WORDS,), _HAS_DIGIT),
    Rule("identifier", _IDENTIFIER, (_CODES,)),
    Rule("name", _HAN_ADDRESS, (_RUNS,), _HAS_HAN),
    NAME,
    Rule("name", HAN_NAME, HAN_NAME_STARTS, _HAS_HAN),
)
"""In order: what an earlier rule claims, a later one does not find again. Quoted strings may hold other anchors."""
