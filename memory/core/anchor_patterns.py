"""The rules by which exact strings are found, one pattern a kind, English and Chinese side by side.

Every repetition is bounded and every pattern starts at a border, so a scan takes time linear in the text.
They read text folded by `anchor_numbers.folded`.
"""

import re
from typing import Literal

Kind = Literal[
    "url",
    "email",
    "path",
    "quoted",
    "percentage",
    "amount",
    "date",
    "relative_date",
    "time",
    "phone",
    "version",
    "identifier",
    "name",
]

_NUM = r"(?<![\d.,])\d{1,18}(?:,\d{3}){0,6}(?:\.\d{1,12})?"
_HAN = "\u3400-\u4dbf\u4e00-\u9fff"
_HAN_DIGIT = "零一二两兩三四五六七八九壹贰貳叁肆伍陆陸柒捌玖"
_HAN_NUM = f"[{_HAN_DIGIT}十百千万萬亿億拾佰仟]{{1,16}}"
_SCALE = r"(?:\s?(?:thousand|million|billion|bn|k|m)(?![A-Za-z])|[十百千]?[万萬亿億])"
_MONTH = (
    "(?:January|February|March|April|May|June|July|August|September|October|November|December"
    "|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept|Sep|Oct|Nov|Dec)"
)
_WEEKDAY = "(?:Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)"
_MONEY_CODE = "(?:USD|EUR|GBP|JPY|CNY|RMB|HKD|TWD|NTD|SGD|AUD|CAD|CHF|KRW|INR)"
_MONEY_SIGN = r"(?:US\$|HK\$|NT\$|A\$|C\$|[$€£¥₩₹])"
_MONEY_WORD = "(?:dollars?|euros?|pounds?|yen|yuan|cents?|bucks)"
_UNIT = (
    "(?:kg|g|mg|lbs?|oz|km|cm|mm|m|mi|ft|miles?|inch(?:es)?|feet|meters?|metres?|kilometers?|kilometres?|kilograms?"
    "|grams?|liters?|litres?|ml|l|kWh|kW|GHz|MHz|Hz|GB|MB|KB|TB|GiB|MiB|ms|seconds?|minutes?|mins?|hours?|hrs?|days?"
    "|nights?|weeks?|months?|years?|people|persons?|guests?|passengers?|bags?|pieces?|items?|tickets?|seats?|rooms?"
    "|pages?|points?|calories|kcal|tokens?|degrees?|°[CF]|mph|km/h|sqm|sqft)"
)
_HAN_MONEY = (
    "(?:元|块钱?|塊錢?|圆|圓|人民币|人民幣|美元|美金|欧元|歐元|英镑|英鎊|日元|日圓|港币|港幣|港元"
    "|新台币|新臺幣|台币|臺幣)"
)
_HAN_MEASURE = (
    "(?:公斤|千克|毫克|克|斤|公里|千米|厘米|公分|毫米|英里|米|吨|噸|毫升|升|平方米|平米|坪|亩|畝|度|摄氏度|小时|小時|分钟|分鐘"
    "|秒|天|晚|周|週|星期|个月|個月|年|岁|歲|人|位|名|张|張|件|份|间|間|层|層|页|頁|次|个|個|台|辆|輛|本|字|倍|折)"
)
# With a Chinese numeral these are mostly figures of speech (一个, 一次, 三人行), so only true measures count.
_HAN_STRICT = (
    "(?:公斤|千克|毫克|斤|公里|千米|厘米|公分|毫米|英里|吨|噸|毫升|平方米|平米|坪|小时|小時|分钟|分鐘"
    "|个月|個月|岁|歲|折)"
)
_HAN_TITLE = "(?:先生|女士|小姐|太太|老师|老師|医生|醫生|大夫|经理|經理|教授|博士|主任|律师|律師)"
_SURNAME = (
    "(?:欧阳|歐陽|司马|司馬|上官|诸葛|諸葛|[赵趙钱錢孙孫李周吴吳郑鄭王冯馮陈陳褚卫衛蒋蔣沈韩韓杨楊朱秦许許何吕呂张張孔曹严嚴"
    "华華金魏陶姜谢謝邹鄒苏蘇潘葛范彭鲁魯韦韋马馬方任袁柳史唐薛雷贺賀倪汤湯罗羅郝毕畢安常傅齐齊康余顾顧孟黄黃萧蕭尹姚邵汪毛"
    "戴宋庞龐熊纪紀项項祝董梁杜蓝藍季贾賈江郭梅林徐邱高夏蔡田胡霍万萬卢盧丁邓鄧洪包石崔龚龔程裴陆陸翁段侯武刘劉龙龍叶葉黎白"
    "赖賴乔喬温溫庄莊阎閻连連习習艾向古易廖耿匡文寇欧歐师師聂聶曾关關涂游谭譚])"
)
_PARTICLE = "我你您他她它们們在去到从從是的了和与與跟给給于於住有就读讀叫把被这這那个個家所间間位"
_ORGANISATION = (
    "(?:公司|集团|集團|银行|銀行|大学|大學|学院|學院|学校|學校|中学|中學|小学|小學|医院|醫院|诊所|診所|酒店|饭店|飯店|宾馆|賓館"
    "|餐厅|餐廳|机场|機場|车站|車站|火车站|地铁站|出版社|研究所|事务所|事務所|基金会|基金會)"
)
_SITE = r"[^\s<>\"'`|\\^{}\u3000-\u303f\uff00-\uffef" + _HAN + "]"
_FILE_TYPES = (
    "(?:py|js|ts|tsx|jsx|go|rs|java|kt|rb|php|c|h|cpp|cs|sh|sql|html|css|md|txt|rst|csv|tsv|json|jsonl|ya?ml|toml|ini|cfg|env"
    "|lock|log|xml|pdf|docx?|xlsx?|pptx?|png|jpe?g|gif|svg|webp|mp[34]|wav|zip|gz|tar|db|sqlite|parquet|ipynb|whl|exe|dmg)"
)
_NAME_WORD = r"[A-Z](?:[a-zÀ-ɏ]{1,30}|[A-Z]{1,11}|['’][A-Z][a-z]{1,30})(?:[-'’][A-Z][a-z]{1,30}|[A-Z][a-z]{1,30})?"


def _rule(*alternatives: str, first: str = "", flags: re.RegexFlag = re.NOFLAG) -> re.Pattern[str]:
    """Return one pattern of several; `first`: the characters a match can begin with, which saves most of the time."""
    guard = f"(?=[{first}])" if first else ""
    return re.compile(f"{guard}(?:{'|'.join(alternatives)})", flags)


URL = _rule(
    rf"(?<![A-Za-z])(?:https?|ftp|wss?)://{_SITE}{{1,2000}}",
    rf"(?<![A-Za-z0-9@.-])www\.{_SITE}{{3,2000}}",
    first="hfwHFW",
)
EMAIL = _rule(r"(?<![A-Za-z0-9._%+-])[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,6}")
PATH = _rule(
    r"(?<![\w/.~:-])(?:~|\.{1,2})?/(?:[\w.@+-]{1,100}/){1,30}[\w.@+-]{0,100}",
    r"(?<![\w/.~:-])(?:~|\.{1,2})/[\w.@+-]{1,100}",
    r"(?<![A-Za-z0-9])[A-Za-z]:\\(?:[\w.@+ -]{1,100}\\){0,30}[\w.@+-]{1,100}",
    rf"(?<![\w/.~@-])(?:[A-Za-z0-9_@+-][A-Za-z0-9_.@+-]{{0,99}}/){{0,20}}[A-Za-z0-9_+-]{{1,64}}(?:\.[A-Za-z0-9_+-]{{1,32}}){{0,3}}"
    rf"\.{_FILE_TYPES}(?![\w/@-])",
    flags=re.ASCII,
)
QUOTED = _rule(
    r'(?<!\w)"(?=\S)[^"\n]{1,120}(?<=\S)"(?!\s?:)',
    r"“[^“”\n]{1,120}”",
    r"「[^「」\n]{1,120}」",
    r"『[^『』\n]{1,120}』",
    r"《[^《》\n]{1,120}》",
    r"«[^«»\n]{1,120}»",
    r"`[^`\n]{1,120}`",
    r"(?<![A-Za-z0-9])'(?=\S)[^'\n]{1,80}(?<=\S)'(?![A-Za-z0-9])",
)
PERCENTAGE = _rule(
    rf"{_NUM}\s?(?:%|‰|percent(?![a-z])|per cent(?![a-z]))",
    rf"(?:百分之|千分之)(?:{_HAN_NUM}(?:点[{_HAN_DIGIT}]{{1,8}})?|\d{{1,9}}(?:\.\d{{1,9}})?)",
    first=r"\d百千",
)
AMOUNT = _rule(
    rf"{_MONEY_SIGN}\s?\d{{1,18}}(?:,\d{{3}}){{0,6}}(?:\.\d{{1,12}})?{_SCALE}?",
    rf"(?<![A-Za-z]){_MONEY_CODE}\s?\d{{1,18}}(?:,\d{{3}}){{0,6}}(?:\.\d{{1,12}})?{_SCALE}?",
    rf"{_NUM}{_SCALE}?\s?(?:{_MONEY_CODE}|{_MONEY_WORD})(?![A-Za-z])",
    rf"{_NUM}{_SCALE}?\s?(?:{_HAN_MONEY}|{_HAN_MEASURE})",
    rf"(?<![{_HAN_DIGIT}十百千万亿]){_HAN_NUM}(?:{_HAN_MONEY}|{_HAN_STRICT})",
    rf"{_NUM}[\s-]?{_UNIT}(?![A-Za-z])",
    rf"{_NUM}{_SCALE}",
    rf"(?<![{_HAN_DIGIT}十百千万亿])[{_HAN_DIGIT}十百千]{{1,8}}[万萬亿億](?!一)",
    first=rf"\dA-Z$€£¥₩₹{_HAN_DIGIT}十百千万萬亿億拾佰仟",
)
_CLOCK = r"\d{1,2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?"
DATE = _rule(
    rf"(?<![\d-])(?:1\d|2\d)\d\d-\d{{1,2}}-\d{{1,2}}(?:[T ]{_CLOCK})?(?![\d-])",
    r"(?<![\d/.])(?:1\d|2\d)\d\d([/.])\d{1,2}\1\d{1,2}(?![\d/])",
    r"(?<![\d/.])\d{1,2}/\d{1,2}/(?:\d{4}|\d{2})(?![\d/])",
    r"(?<![\d/.])\d{1,2}\.\d{1,2}\.\d{4}(?![\d/])",
    rf"(?:{_WEEKDAY},?\s)?(?<![A-Za-z]){_MONTH}\.?\s\d{{1,2}}(?:st|nd|rd|th)?(?![\d:])(?:,?\s(?:1\d|2\d)\d\d(?!\d))?",
    rf"(?<!\d)\d{{1,2}}(?:st|nd|rd|th)?\s(?:of\s)?{_MONTH}(?![A-Za-z])(?:,?\s(?:1\d|2\d)\d\d(?!\d))?",
    rf"(?<![A-Za-z]){_MONTH},?\s(?:1\d|2\d)\d\d(?!\d)",
    r"(?<!\d)\d{4}年(?:\d{1,2}月(?:\d{1,2}[日号號]?)?)?(?!\d)",
    r"(?<!\d)\d{1,2}月\d{1,2}[日号號]?(?!\d)",
    rf"(?:[{_HAN_DIGIT}]{{4}}年)?[一二三四五六七八九十]{{1,2}}月[一二三四五六七八九十]{{1,3}}[日号號]",
    first=rf"\dA-Z{_HAN_DIGIT}十",
)
RELATIVE_DATE = _rule(
    rf"(?<![A-Za-z])(?:last|next|this|coming)\s(?:week(?:end)?|month|year|quarter|(?-i:{_WEEKDAY}|{_MONTH}))(?![A-Za-z])",
    r"(?<![A-Za-z])(?:the day (?:before yesterday|after tomorrow)|yesterday|tomorrow|today|tonight)(?![A-Za-z])",
    rf"(?<![A-Za-z])on\s(?-i:{_WEEKDAY})(?![A-Za-z])",
    r"(?<![A-Za-z])(?:\d{1,4}|an?|one|two|three|four|five|six|ten)\s(?:day|week|month|year)s?"
    r"\s(?:ago|from now|later)(?![A-Za-z])",
    "(?:[上下这這本]{1,2}个?個?)?(?:周|週|星期|礼拜|禮拜)[一二三四五六日天末]",
    "[上下这這本]个?個?(?:周|週|星期|月|季度)|[去今明后後前]年|[昨今明前后後]天|大[前后後]天|[上下]半年",
    rf"(?:\d{{1,4}}|{_HAN_NUM})(?:天|周|週|个月|個月|年)(?:之)?[前后後]",
    first=rf"lntcydoaLNTCYDOAftsFTS\d上下这這本周週星礼禮去今明后後前昨大{_HAN_DIGIT}十百千万萬亿億拾佰仟",
    flags=re.IGNORECASE,
)
TIME = _rule(
    r"(?<![\d:.])(?:[01]?\d|2[0-4]):[0-5]\d(?::[0-5]\d)?(?:\s?[ap]\.?m\b\.?)?(?![\d:])",
    r"(?<![\d:.])(?:1[0-2]|0?[1-9])\s?[ap]\.?m\b\.?",
    r"(?:凌晨|早上|上午|中午|下午|傍晚|晚上)?(?<![\d:.])(?:[01]?\d|2[0-4])[点點时時](?!间|間|候)(?:半|整|[0-5]?\d分|[一三]刻)?",
    "(?:凌晨|早上|上午|中午|下午|傍晚|晚上)[一二两兩三四五六七八九十]{1,3}[点點](?:半|整|[一二三四五六七八九十]{1,3}分|[一三]刻)?",
    "(?<![一二两兩三四五六七八九十])(?:十[一二]?|[二两兩三四五六七八九])[点點](?:半|整|钟|鐘|[一三]刻)",
    first=rf"\d凌早上中下傍晚{_HAN_DIGIT}十",
    flags=re.IGNORECASE,
)
PHONE = _rule(
    r"(?<![\w+])\+\d{1,3}(?:[\s.-]?\(?\d{1,4}\)?){2,6}(?!\d)",
    r"(?<![\w-])1[3-9]\d[\s-]?\d{4}[\s-]?\d{4}(?![\w-])",
    r"(?<![\w-])\(?0\d{2,3}\)?[\s-]\d{7,8}(?:-\d{1,5})?(?![\w-])",
    r"(?<![\w-])\(?[2-9]\d{2}\)?[\s.-]\d{3}[.-]\d{4}(?![\w-])",
    r"(?<![\w-])400-?\d{3,4}-?\d{3,4}(?![\w-])",
    first=r"+(\d",
    flags=re.ASCII,
)
VERSION = _rule(
    r"(?<![\w.])v?\d{1,6}(?:\.\d{1,6}){2,4}(?:-?(?:alpha|beta|rc|dev|post|a|b)[.-]?\d{0,6})?(?![\w]|\.\d)",
    r"(?<![\w.])v\d{1,6}(?:\.\d{1,6}){0,4}(?![\w]|\.\d)",
    r"(?:(?<=[Vv]ersion )|(?<=版本))\d{1,6}\.\d{1,6}",
    first=r"v\d",
    flags=re.ASCII,
)
IDENTIFIER = _rule(
    r"(?<!\d\.)(?<![A-Za-z0-9_#-])#?[A-Za-z0-9]{1,64}(?:[-_][A-Za-z0-9]{1,64}){0,12}(?![A-Za-z0-9_])",
)
NAME = _rule(
    rf"(?<![A-Za-z0-9_@]){_NAME_WORD}(?:\s(?:(?:of|de|du|da|di|del|des|dos|van|der|den|von|la|le|al|bin|bint)\s){{0,2}}{_NAME_WORD}){{0,4}}(?![A-Za-z0-9_])",
    rf"{_SURNAME}[{_HAN}]{{0,2}}?{_HAN_TITLE}",
    rf"(?:(?<=我叫)|(?<=名叫)|(?<=名字是)|(?<=名字叫)|(?<=姓名)|(?<=姓名:)|(?<=联系人)|(?<=乘客)|(?<=同事)|(?<=朋友)|(?<=太太)|(?<=先生))"
    rf"{_SURNAME}(?:(?![{_PARTICLE}])[{_HAN}]){{1,2}}",
    rf"(?:(?![{_PARTICLE}])[{_HAN}]){{2,10}}?{_ORGANISATION}",
    first=rf"A-Z{_HAN}",
)

RULES: tuple[tuple[Kind, re.Pattern[str]], ...] = (
    ("url", URL),
    ("email", EMAIL),
    ("date", DATE),
    ("path", PATH),
    ("phone", PHONE),
    ("percentage", PERCENTAGE),
    ("relative_date", RELATIVE_DATE),
    ("time", TIME),
    ("version", VERSION),
    ("amount", AMOUNT),
    ("identifier", IDENTIFIER),
    ("name", NAME),
)
"""In order: what an earlier rule claims, a later one does not find again. Quoted strings may hold other anchors."""
