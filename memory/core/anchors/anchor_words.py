"""The words by which exact strings are told, English and Chinese: parts of the patterns, in text that is folded."""

from itertools import pairwise

HAN = "\u3400-\u4dbf\u4e00-\u9fff"
HAN_DIGIT = "零一二两兩三四五六七八九壹贰貳叁肆伍陆陸柒捌玖"
HAN_NUM = f"[{HAN_DIGIT}十百千万萬亿億拾佰仟]{{1,16}}"
SCALE = r"(?:\s?(?:thousand|million|billion|bn|k|m)(?![A-Za-z])|[十百千]?[万萬亿億])"
MONEY_SCALE = r"(?:\s?(?:[Tt]housand|[Mm]illion|[Bb]illion|bn|[kKmMB])(?![A-Za-z])|[十百千]?[万萬亿億])"
MONTH = (
    "(?:January|February|March|April|May|June|July|August|September|October|November|December"
    "|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept|Sep|Oct|Nov|Dec)"
)
WEEKDAY = "(?:Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)"
MONEY_CODE = "(?:USD|EUR|GBP|JPY|CNY|RMB|HKD|TWD|NTD|SGD|AUD|CAD|CHF|KRW|INR)"
MONEY_SIGN = r"(?:US\$|HK\$|NT\$|A\$|C\$|[$€£¥₩₹])"
MONEY_WORD = "(?:dollars?|euros?|pounds?|yen|yuan|cents?|bucks)"
UNIT = (
    "(?:kg|g|mg|lbs?|oz|km|cm|mm|m|mi|ft|miles?|inch(?:es)?|feet|meters?|metres?|kilometers?|kilometres?|kilograms?"
    "|grams?|liters?|litres?|ml|l|kWh|kW|GHz|MHz|Hz|GB|MB|KB|TB|GiB|MiB|ms|seconds?|minutes?|mins?|hours?|hrs?|days?"
    "|nights?|weeks?|months?|years?|people|persons?|guests?|passengers?|bags?|pieces?|items?|tickets?|seats?|rooms?"
    "|pages?|points?|calories|kcal|tokens?|degrees?|°[CF]|mph|km/h|sqm|sqft)"
)
HAN_MONEY = (
    "(?:元|块钱?|塊錢?|圆|圓|人民币|人民幣|美元|美金|欧元|歐元|英镑|英鎊|日元|日圓|港币|港幣|港元"
    "|新台币|新臺幣|台币|臺幣)"
)
HAN_MEASURE = (
    "(?:公斤|千克|毫克|克|斤|公里|千米|厘米|公分|毫米|英里|米|吨|噸|毫升|升|平方米|平米|坪|亩|畝|度|摄氏度|小时|小時|分钟|分鐘"
    "|秒|天|晚|周|週|星期|个月|個月|年|岁|歲|人|位|名|张|張|件|份|间|間|层|層|页|頁|次|个|個|台|辆|輛|本|字|倍|折)"
)
# With a Chinese numeral these are mostly figures of speech (一个, 一次, 三人行), so only true measures count.
HAN_STRICT = (
    "(?:公斤|千克|毫克|斤|公里|千米|厘米|公分|毫米|英里|吨|噸|毫升|平方米|平米|坪|小时|小時|分钟|分鐘"
    "|个月|個月|岁|歲|折)"
)
PARTICLE = "我你您他她它们們在去到从從是的了和与與跟给給于於住有就读讀叫把被这這那个個家所间間位"
ORGANISATION = (
    "(?:公司|集团|集團|银行|銀行|大学|大學|学院|學院|学校|學校|中学|中學|小学|小學|医院|醫院|诊所|診所|酒店|饭店|飯店|宾馆|賓館"
    "|餐厅|餐廳|机场|機場|车站|車站|火车站|地铁站|出版社|研究所|事务所|事務所|基金会|基金會)"
)
SITE = r"[^\s<>\"'`|\\^{}\u3000-\u303f\uff00-\uffef" + HAN + "]"
FILE_TYPES = (
    "(?:py|js|ts|tsx|jsx|go|rs|java|kt|rb|php|c|h|cpp|cs|sh|sql|html|css|md|txt|rst|csv|tsv|json|jsonl|ya?ml|toml|ini|cfg|env"
    "|lock|log|xml|pdf|docx?|xlsx?|pptx?|png|jpe?g|gif|svg|webp|mp[34]|wav|zip|gz|tar|db|sqlite|parquet|ipynb|whl|exe|dmg)"
)
NAME_WORD = r"[A-ZÀ-ÖØ-Þ](?:[a-zÀ-ɏ]{1,30}|[A-Z]{1,11}|['’][A-Z][a-z]{1,30})(?:[-'’][A-Z][a-z]{1,30}|[A-Z][a-z]{1,30})?"
NUMBERED = (
    "(?:[Rr]oom|[Gg]ate|[Ss]eat|[Ff]light|[Bb]us|[Tt]rain|[Pp]latform|[Tt]erminal|[Aa]partment|[Aa]pt|[Uu]nit|[Ss]uite"
    "|[Ff]loor|[Tt]able|[Ll]ocker|[Cc]hapter|[Ss]ection|[Pp]age|[Rr]ow|[Cc]abin|[Nn]o\\.|[Nn]umber|[Ee]xtension|[Ee]xt)"
)
HAN_NUMBERED = (
    "(?:房间号?|房間號?|房号|房號|尾号|尾號|门牌号?|門牌號?|工号|工號|学号|學號|桌号|桌號|座位号?|座位號?|编号|編號|号码|號碼"
    "|登机口|登機口|航站楼|航站樓|站台|月台)"
)
STREET = (
    "(?:Street|St|Avenue|Ave|Road|Rd|Boulevard|Blvd|Lane|Ln|Drive|Dr|Court|Ct|Way|Place|Pl|Square|Sq|Terrace|Highway|Hwy"
    "|Parkway|Pkwy|Circle)"
)
SYSTEMS = (
    "Python",
    "iOS",
    "macOS",
    "Android",
    "Windows",
    "Ubuntu",
    "Node",
    "Java",
    "Go",
    "PHP",
    "Ruby",
    "Django",
    "CUDA",
)
"""What is told with a version behind it."""
DOMAIN_ENDS = "(?:com|org|net|edu|gov|io|ai|dev|app|info|cn|tw|hk|jp|uk|de|fr|eu)"
LUNAR = (
    "(?:(?:农历|農曆|阴历|陰曆)(?:[正腊臘冬一二三四五六七八九十]{1,2}月)(?:初[一二三四五六七八九十]|[一二三]?十[一二三四五六七八九]?|廿[一二三四五六七八九]?)"
    "|[正腊臘冬]月(?:初[一二三四五六七八九十]|[一二三]?十[一二三四五六七八九]?|廿[一二三四五六七八九]?))"
)
DAY_PARTS = "(?:凌晨|早上|早晨|上午|中午|下午|傍晚|晚上)"
PLATES = "京津沪滬渝冀豫云雲辽遼黑湘皖鲁魯新苏蘇浙赣贛鄂桂甘晋晉蒙陕陝吉闽閩贵貴粤粵青藏川宁寧琼瓊"


def _without(letters: str, among: tuple[tuple[int, int], ...]) -> str:
    """Return the inside of a character class: the ranges `among` without `letters`."""
    ranges = ""
    for low, high in among:
        edges = [low - 1, *sorted(ord(c) for c in set(letters) if low <= ord(c) <= high), high + 1]
        for before, after in pairwise(edges):
            ranges += f"{chr(before + 1)}-{chr(after - 1)}" if after - before > 1 else ""
    return ranges


NAMING = _without(PARTICLE, ((0x3400, 0x4DBF), (0x4E00, 0x9FFF)))
"""Chinese characters that a name may hold: inside of a character class."""
