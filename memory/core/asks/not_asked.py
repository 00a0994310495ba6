"""What is worded like a request to the assistant's memory and is none. Patterns read folded text.

A note for another place ("add a note to the profile page: …"), the wish of someone else ("my mum wants you to …"), and
advice to whoever hears it ("remember, every step matters").
"""

import re

from memory.core.language.nouns_en import CHILD, CHILDREN, OCCUPATIONS, PARTNER, PERSON
from memory.core.privacy.private_en import RELATIVE
from memory.core.privacy.private_zh import RELATIVE as RELATIVE_ZH

_I = re.IGNORECASE
_PLACE_EN = (
    r"(?:(?:web)?(?:page|site)s?|readme|changelog|docs?|documents?|documentation|wiki|tickets?|issues?|pull request"
    r"|code|repo(?:sitory)?|spreadsheet|sheet|table|slides?|deck|forms?|template|contract|order|invoice|report|essay"
    r"|letter|e-?mail|draft|article|post|blog|newsletter|menu|poster|script|(?:white)?board|fridge|door|wall|calendar|minutes|backlog|function|class|test|comments?"
    r"|(?:config(?:uration)?|settings?|log|text|csv|json|yaml|source|header|css|html|env|data) file|config(?:uration)?)"
)
_PLACE_ZH = (
    r"(?:[页頁]面?|网页|网站|首页|文档|代码|程序|函数|合同|订单|表格|表单|邮件|文章|报告|工单|幻灯片|ppt|wiki|readme|日历"
    r"|配置(?:文件)?|海报|菜单|简历|论文|文件)"
)
_ELSEWHERE = re.compile(
    r"\b(?:add|put|make|leave|write|jot|log|record|save|store|note|enter|include|insert|pin|place|stick|type|keep"
    r"|register)\b[^.:;?!]*?"
    r"\b(?:in|into|to|on|onto|under|at|inside|within)\s+(?:the|this|that|these|our|my|your|his|her|their|an?|each|every)\s+"
    rf"(?:[\w'-]+ ){{0,3}}?{_PLACE_EN}(?=\s*(?:$|[:,(–—-]|that\b|saying\b|which\b))"
    rf"|(?:在|往|到|向|给|进|入)[^,:我你]{{0,10}}?{_PLACE_ZH}(?:里面?|中|上|内)?(?:[^,:]{{0,6}}"
    r"(?:加|写|记|备注|添加|注明|标注|放|存|录)|\W*$)",
    _I,
)
_WISHES_EN = (
    r"(?: (?:also|really|just|always|still|only))?"
    r" (?:wants?|wanted|needs?|needed|asks?|asked|would like|expects?|expected|tells?|told|begs?|begged|hopes?|hoped"
    r"|wishes|wished|reminds?|reminded)(?: that| for)? (?:you|u)\b"
)
_ANOTHER_EN = (
    rf"(?:(?:my|our|the|his|her|their|your|a|an) (?:[\w-]+ ){{0,2}}?(?:{RELATIVE}|{PERSON}|{PARTNER}|{CHILDREN}|{CHILD}"
    rf"|{OCCUPATIONS}|guy|man|woman|girl|boy|people|team|client|customer|guests?)s?|he|she|they"
    r"|(?-i:(?!I\b|I'|My\b|We\b|Our\b|What|That|This|It\b|You)[A-Z][\w-]+))"
)
_WISHED = re.compile(
    rf"(?:^|[,;:.]\s*)(?:(?:so|and|but|also|hey|ok|okay|btw|well|oh)\W+)*{_ANOTHER_EN}{_WISHES_EN}"
    rf"|(?:^|[,:\s])(?:(?:我们?|他|她|咱们?)的?)?(?:{RELATIVE_ZH}|他们?|她们?|领导|客户|主管)"
    r"(?:都|也|还|又|总|老|一直|刚才?)*(?:想|希望|要求?|需要|提醒|吩咐|交代|嘱咐)+(?:让|请|叫)?[你您]",
    _I,
)
_DONE_ZH = re.compile(r"(?:给|帮|替|跟|和|把|将|去|来|要|带|买|回|打|交|做|别|不要)", _I)
_OF_ONE = re.compile(
    r"\b(?:i|i'\w+|my|me|we|we'\w+|our|us|mine|ours|two|three|four|five|six|seven|eight|nine|ten|twelve|noon|midnight"
    r"|tomorrow|tonight|today|week|month|year|weekends?|mornings?|evenings?|afternoons?"
    rf"|{RELATIVE}|{PERSON}|{PARTNER}|{CHILDREN}|{CHILD})\b|\d|(?<=\w )(?-i:[A-Z])\w",
    _I,
)
"""What says something of one person, place or time."""
_DOES_EN = r"(?:is|are|isn't|aren't|was|wasn't|can|can't|will|won't|has|have|matters?|counts?|helps?|wins|\w+s(?= \w))"
_OF_ALL_EN = re.compile(
    r"(?!(?:every|each|all|no|any|not)\w*\b.*\b(?:the|this|these|here)\b)(?:"
    rf"(?:every|each) [\w'-]+(?: [\w'-]+){{0,2}} (?:{_DOES_EN}\b|\w+s$)"
    rf"|(?:all|no one|nobody|everyone|everybody|anyone|anybody|nothing|everything|anything|not (?:all|every))"
    rf"(?: [\w'-]+){{0,3}} {_DOES_EN}\b)|it's (?:ok|okay|never|always|not|all) \w"
    r"|there(?:'s| is| are) (?:no|always|never) \w"
    r"|(?:always|never|don't|do not)\b(?!.*\b(?:the|this|that)\b).* \w"
    r"|no \w+,? no \w|no [\w ]{2,30} (?:is|are|can|will|comes|goes|lasts)\b"
    r"|(?:practi[cs]e|life|love|honesty|patience|knowledge|time|money|health|happiness|success|failure|perfection"
    r"|quality|consistency|communication|trust|(?:hard )?work|kindness|laughter|persistence|progress|less"
    r"|slow and steady|safety|beauty|silence|actions?|words?|things|mistakes|haste|confidence|context|change"
    r"|growth|discipline|attitude|hope|luck|fortune|truth|experience|teamwork|balance|clarity|simplicity"
    r"|small steps?|good things)"
    r" (?:is|are|isn't|aren't|can|can't|will|won't|has|have|take|make|come|speak|[a-z]{2,}s)\b \w",
    _I,
)
"""A statement of everyone and everything, or of a thing as such: "practice makes perfect"."""
_OF_ONE_ZH = re.compile(
    r"[我咱俺\d]|[二两三四五六七八九十]+(?:点|号|楼|层)|周[一二三四五六日末]|星期|礼拜|[今明]天|后天|下周", _I
)
_OF_ALL_ZH = re.compile(
    r"(?:每(?![天周月年晚早]|个?(?:周|星期|礼拜|月))|没有?人|人人|谁都|任何|凡事?|所有人|大家都|一切|世上|天下|万事)"
    r"|(?:人生|生活(?!费)|生命|成功|失败|努力|坚持|勤奋|耐心|细节|安全第一|健康|时间(?=就?是|不|像)|知识|机会(?=[是只总])"
    r"|态度|性格|习惯(?=决定|成)|质量|诚信|信任|学习(?=[是需])|做人|善良|熟能|欲速|有志|慢慢来|罗马)"
)
"""… and one of what everybody knows: 细节决定成败."""


def put_elsewhere(request: str) -> bool:
    """Tell whether a request is to put something in another place than the assistant's memory."""
    return _ELSEWHERE.search(request) is not None


def wished_by_another(request: str) -> bool:
    """Tell whether it is someone else than the speaker who wants the assistant to remember."""
    return _WISHED.search(request) is not None


def is_to_do(told: str) -> bool:
    """Tell whether what is to be remembered is something to be done: "to call her", 给她打电话."""
    return told.startswith("to ") or _DONE_ZH.match(told) is not None


def is_advice(told: str) -> bool:
    """Tell whether what stands behind "Remember, …" says something of everyone and of no one."""
    if re.search("[\u3400-\u9fff]", told):
        return _OF_ALL_ZH.match(told) is not None and _OF_ONE_ZH.search(told) is None
    return _OF_ONE.search(told) is None and _OF_ALL_EN.match(told) is not None
