"""What `plain_form.py` knows of words: what adds nothing, what is spelled in several ways, what tells a time. Data.

Texts are normalised before they are compared: lower case, simplified characters, single spaces.
"""

import re

_DAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
_PART = r"(?:morning|afternoon|evening|night)"
_KIN = "妈|爸|母亲|父亲|哥|弟|姐|妹|儿子|女儿|孩子|老婆|妻子|太太|老公|丈夫|男友|女友|男朋友|女朋友|朋友|同事|老板|室友"

_MUSIC = "jazz|blues|rock|pop|folk|techno|soul|funk|reggae|classical|hip.?hop|rap|metal|punk|baroque|ambient|indie"
_MUSIC_ZH = "爵士|摇滚|民谣|嘻哈|说唱|蓝调|古典|流行|电子"
_DRUNK = "coffee|tea|alcohol|beer|wine|soda|cola|coke|milk|caffeine|energy drinks|soft drinks|juice"
_EATEN = "meat|red meat|sugar|sweets|bread|dairy|cheese|fish|chocolate|candy|fast food|junk food|gluten|carbs|pork|beef"
_GAVE_UP = r"\b(?:(?:have|has) )?(?:quit|given up|gave up|cut out) "
_DRUNK_ZH = "酒|啤酒|白酒|咖啡|奶茶|可乐|茶|绿茶|饮料|碳酸饮料|牛奶"
_EATEN_ZH = "糖|甜食|甜点|肉|红肉|零食|辣|夜宵|油炸食品|巧克力|面包|米饭"

Phrases = tuple[tuple[re.Pattern[str], str], ...]

PHRASES_EN: Phrases = tuple(
    (re.compile(pattern), plainer)
    for pattern, plainer in (
        (r"^(?:please )?(?:remember|note|know)(?: that|:)? (?!to\b)", ""),
        (r"\bcan't\b|\bcannot\b", "can not"),
        (r"\bwon't\b", "will not"),
        (r"n't\b", " not"),
        (r"(?:'ve| have|(?<=^i) have|'s| has) got(?! to\b)", " have"),
        (r"'ve\b", " have"),
        (r"'ll\b", " will"),
        (r"'(?:m|re|s)\b|(?<=s)'(?!\w)", ""),
        (r"'d\b", " would"),
        (r"\b(?:have|has) been (?=\w{2,}ing\b)", ""),
        (r"\bno longer\b", "nolonger"),
        (r"\bnot\b(.*)\b(?:anymore|any more|any longer)\b", r"nolonger\1"),
        (r"\b(?:(?:have|has) )?(?:stopped|quit|given up|gave up) (?=\w{2,}ing\b)", "nolonger "),
        (rf"{_GAVE_UP}(?=(?:{_DRUNK})\b)", "nolonger drink "),
        (rf"{_GAVE_UP}(?=(?:{_EATEN})\b)", "nolonger eat "),
        (rf"{_GAVE_UP}(?:cigarettes|tobacco|cigars)\b", "nolonger smoke"),
        (r"\bused to\b", "usedto"),
        (r"\b(?:each|every single)\b", "every"),
        (rf"\b(?:every |on )?({_DAY}) ({_PART})s\b", r"every \1 \2"),
        (rf"\b(?:on |every )?({_DAY})s\b", r"every \1"),
        (r"\b(?:on|at)(?: the)? weekends\b", "every weekend"),
        (r"\b(\d+):00(?= ?[ap]m\b)", r"\1"),
        (r"^(?:the |my )?(\w+(?: \w+){0,2}) of (?:the |my )?(\w+(?: \w+)?) (is|are|was|were)\b", r"\2 \1 \3"),
        (r"\bon (?=d\d{4})", ""),
        (rf"\b(?:like|love|enjoy)(s?) (?:to listen to |listening to )?(?=(?:{_MUSIC})\b)", r"like\1 "),
        (rf"\b({_MUSIC}) music\b", r"\1"),
    )
)
"""Applied one after the other, as are those of Chinese."""
PHRASES_ZH: Phrases = tuple(
    (re.compile(pattern), plainer)
    for pattern, plainer in (
        (r"^(?:请|帮我)?(?:记住|记得|记一下)[,:，：]?\s?", ""),
        (r"(?<=[\u3400-\u9fff]) | (?=[\u3400-\u9fff])", ""),
        (r"星期|礼拜", "周"),
        (r"周天", "周日"),
        (r"每(?:一?个|一(?=[周天年月]))", "每"),
        (r"每日", "每天"),
        (r"早晨|清晨", "早上"),
        (r"(每.*?)都会?", r"\1"),
        (r"^我是(不?[^的是]{1,12})的$", r"我\1"),
        (r"正在", "在"),
        (r"再也不|再也没|不再|放弃了?", " nolonger "),
        (r"不([^了不]+)了$", r" nolonger \1"),
        (r"把(.{1,6}?)给?戒掉?了?$", r"戒\1"),
        (r"戒掉?了?烟了?$", " nolonger 抽烟"),
        (rf"戒掉?了?({_DRUNK_ZH})了?$", r" nolonger 喝\1"),
        (rf"戒掉?了?({_EATEN_ZH})了?$", r" nolonger 吃\1"),
        (r"我的", ""),
        (r"[跟与]", "和"),
        (r"(?<![不还也就只都总老可但于若要])是(?!否|不是)", ""),
        (r"[啊呀哦啦呢嘛]$", ""),
        (rf"(?:喜欢|喜爱|热爱|爱)听?(?={_MUSIC_ZH})", "喜欢"),
        (rf"({_MUSIC_ZH})(?:音乐|乐(?!队|手|团|器|坛))", r"\1"),
    )
)
ASIDES = re.compile(
    r"\b(?:right now|at the moment|at present|these days|by the way|as of now)\b|[, ]+(?:too|as well)$"
    r"|现在|目前|如今|眼下|当前|其实|真的|已经|很|非常|特别"
)
"""What says nothing that makes a fact another."""
RELATIONS_ZH = re.compile(rf"我(?={_KIN})")
ADVERBS = frozenset("now currently presently nowadays actually really also still already just please btw".split())  # noqa: SIM905  # a word list is read as text
DROPPED = frozenset("the my am is are be do does that s".split())  # noqa: SIM905  # a word list is read as text
TIMES = re.compile(
    rf"\bevery (?:other |second |\d+ )?(?:{_DAY}|{_PART}|day|week|weekend|weekday|month|year|spring|summer|autumn"
    rf"|winter)(?: {_PART})?\b|\bon {_DAY}(?: {_PART})?\b|(?<![a-z0-9])d\d{{4,16}}(?!\d)|\b(?:always|usually|often"
    r"|sometimes|rarely|normally)\b"
    r"|每(?:隔)?(?:天|周[一二三四五六日末]?|月|年|晚|早)(?:早上|上午|中午|下午|晚上)?|(?<!每)周[一二三四五六日末]"
    r"|经常|总是|通常|有时候?"
)
TWO_CLAUSES = re.compile(
    r"\b(?:and|but|or|while|when|if|because|who|then|so|until|since)\b|[;；]|[而但]|如果|然后|因为|(?<=[\u3400-\u9fff])[,，]"
)
"""In such a statement a time belongs to where it stands."""
_SPELLED = """
    has=have an=a tyre=tire tyres=tires grey=gray mum=mom colour=color colours=colors favourite=favorite
    favourites=favorites flavour=flavor neighbour=neighbor neighbours=neighbors behaviour=behavior centre=center
    theatre=theater programme=program litre=liter litres=liters metre=meter metres=meters kilometre=kilometer
    kilometres=kilometers jewellery=jewelry licence=license children=child men=man women=woman wives=wife knives=knife
    one=1 two=2 three=3 four=4 five=5 six=6 seven=7 eight=8 nine=9 ten=10 eleven=11 twelve=12
"""
SPELLINGS: dict[str, str] = dict(pair.split("=") for pair in _SPELLED.split())
NO_PLURALS = frozenset("his this was its always yes plus does news series species james rocks metals souls".split())  # noqa: SIM905  # a word list is read as text
BASES_IN_E = frozenset(
    """
    mak tak us rid bik hik bak smok com writ prepar manag sav stor shar hop hir chang clos choos los typ wak hat
    schedul invit skat exercis organis organiz practis leas purchas dat updat translat meditat creat relocat commut
    car stat plac raci rac stag tim lik bor fir wir hous cours cycl handl settl juggl struggl shap pric ag gradu graduat
    decorat celebrat investigat negotiat operat investig renovat rat renat donat explor ignor requir retir
    """.split()  # noqa: SIM905  # a word list is read as text
)
"""Verbs whose "-ing" lost an "e", beside those in "-ving", "-cing" and "-uing"."""
