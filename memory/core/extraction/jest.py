"""What is said in jest: taken back as a joke, laughed at, or absurd. What may be one is asked about, not written."""

import re

_I = re.IGNORECASE
_WITHDRAWN = re.compile(
    r"(?<!not )(?<!no )(?<!n't )(?<!never )(?<!n’t )\b(?:kidding|joking)\b|\bjk\b|\bj/k\b|(?:^|\s)/s(?:\s|$)"
    r"|\b(?:being|i(?:'m|’m| am| was)|that(?:'s|’s| is| was)|just)(?: \w+)? sarcas(?:m|tic)\b"
    r"|(?:^|[.!?(*#/\n]\s{0,2})sarcasm\b"
    r"|\b(?:messing|pulling your leg|playing with you|teasing you|having you on|winding you up|taking the (?:mick"
    r"|piss))\b"
    r"|\b(?:that|it)(?:'s|’s| is| was) (?:just |only )?a joke\b(?! of\b)|\bas a joke\b"
    r"|\bapril fools?\b|\bjust trolling\b"
    r"|\b(?:ok(?:ay)?|but|and|now|no|alright|right),? seriously\b|\bjokes aside\b|\bin jest\b|\b(?:made"
    r"|making) (?:that|it|this|all of (?:that|it)|all that) up\b"
    r"|(?<!\w )(?:\b(?:so|and|ok|okay|now|but|hey|well) )?\bhere(?:'s|’s| is) a (?:joke|riddle)\b"
    r"|\bpunch ?line\b"
    r"|(?<![不没別别沒])(?:开|開)(?:了?[一個个]*)?玩笑|逗你|逗妳|骗你的|騙你的|說笑|说笑|闹着玩|鬧著玩|瞎说的|瞎說的"
    r"|胡说的|乱说的|亂說的|编的|编着玩|才怪|皮一下"
    r"|(?:^|[，。,!！个個])(?:段子|笑话|笑話)[:：]|玩笑话|玩笑話",
    _I,
)
_NOT_WITHDRAWN = re.compile(r"(?:不是|没有?|沒有?|别|別|不)[^，。]{0,3}(?:开玩笑|開玩笑|说笑|說笑|逗你|骗你)", _I)
LAUGHS = re.compile(
    r"(?<![a-z])(?:(?:a?ha){2,}h?|he(?:he)+|lo+l|lmf?ao+|rofl|lulz|xd+|teehee)(?![a-z])|(?<![a-z])qq(?![a-z]|号|群|邮"
    r"|音乐|空间|上|里|\s*[是:]?\s*\d)|\bobviously\b"
    r"|哈哈|嘿嘿|嘻嘻|呵呵|hhh|红红火火|2333|笑死|[:;]-?[pd](?!\w)|;-?\)|狗头|[😂🤣😜😝🤪😛😹😏🙃🙄😉😆😅🤡🤭😎]",
    _I,
)
"""Laughter and winks."""
_WINK = re.compile(
    r"[:;]-?[pP](?![\w/])|;-?\)|[😜😝🤪😛😏🙃🙄🤡]|狗头|\bobviously\b|\byeah,? right\b|\bof course,? because\b", _I
)
_ABSURD = re.compile(
    r"\b(?:on|from|to|own) (?:the )?(?:moon|mars|venus|jupiter|saturn|pluto|sun)\b"
    r"|\b(?:in|from) (?:hell|heaven|narnia|hogwarts|atlantis|mordor|the matrix|middle.?earth|gotham|wakanda|neverland"
    r"|outer space|el dorado"
    r"|my (?:own )?head|an? (?:haunted )?castle|a volcano|(?<=from )the future|the year \d{4})\b"
    r"|\b(?:i'?m|i am|name is|call me|i'?m called|named) (?:actually |really |secretly |basically |literally |the "
    r"|an? |your |his |her |king |queen |lord |lady |dr\.? "
    r"|captain |professor )*(?:king|queen|emperor|empress|pope|batman|superman|spider-?man|iron man|wolverine"
    r"|darth vader|gandalf|sherlock|james bond|bond|"
    r"harry potter|dumbledore|voldemort|dracula|santa(?: claus)?|zeus|thor|hulk|yoda|jesus(?: christ)?|god|goddess"
    r"|satan|the devil|alien|martian|robot|cyborg|vampire"
    r"|werewolf|zombie|ghost|wizard|witch|mermaid|unicorn|dragon|dinosaur|time travell?er|superhero|billionaire"
    r"|trillionaire"
    r"|immortal|potato|cat in disguise|morning glory|president of (?:the|earth)|chosen one|pirate|ninja|elvis"
    r"|napoleon|cleopatra|einstein|shakespeare|beyonc[eé]|elon musk|bill gates)\b"
    r"|\b(?:live|living|sleep|born|work|reside|house)\b[^,.]{0,12} (?:in|inside) (?:the|a) (?:freezer|fridge|sewers?"
    r"|swamp|cave|igloo|microwave|dishwasher|bin)\b|\bi(?:'m"
    r"| am) (?:actually |really |secretly |basically |just )*an? (?:penguin|cat|dog|horse|duck|goose|frog|bear|shark"
    r"|fish|cow|pig|monkey|lion|tiger|elephant|squirrel|raccoon|hamster|toaster|banana|tree|rock|ghost)\b"
    r"|\b(?:[2-9]\d\d|1[3-9]\d|\d{4,}) years old\b|\b(?:a|one|two|three|\w+) (?:thousand|million|billion) years\b"
    r"|\b(?:allergic to|live on|made of) (?:mondays?|cardio|commitment|effort|chores|homework|maths?|feelings"
    r"|small talk|mornings?|work|working|people|money|meetings?|adulting|exercise"
    r"|bullshit|stupid\w*|drama|vegetables lol|responsibility"
    r"|despair|sarcasm|vibes)\b|\b(?:butlers|unicorns?|dragons?)\b|\b(?:born"
    r"|since) (?:in )?(?:the year )?(?:1[0-8]\d\d|[1-9]\d\d)(?![\d,.])|\b(?:three|four|five|six|seven|eight|nine|ten"
    r"|eleven|twelve|\d+|dozens? of|hundreds? of|thousands? of|a million) (?:husbands|wives|heads|noses|tails|moons"
    r"|girlfriends|boyfriends|castles|yachts|ferraris|lamborghinis|islands|planets|private jets|lives|legs|arms)\b"
    r"|\b\d{3,} (?:children|kids|cats|dogs|wives|husbands|siblings)\b"
    r"|秦始皇|玉皇|外星人|神仙|孙悟空|超人(?!气)|蝙蝠侠|奥特曼|哈利波特|齐天大圣|天王老子|皇帝|女王|公主殿下|上帝"
    r"|吸血鬼|机器人$|首富|亿万富翁|全宇宙|全世界最|世界首富"
    r"|(?:月球|火星|月亮|太阳|银河系|海底|天上|龙宫|天宫)(?:上|里)?(?!店|路|公园|村|小区|大酒店)"
    r"|(?:[一二三四五六七八九几两]百|[一二三四五六七八九]千|[一二三四五六七八九]?万|[2-9]\d\d|\d{4,})(?:多)?岁"
    r"|外太空|飞船上|宇宙飞船|属(?:貔貅|猪八戒|凤凰|麒麟)|对(?:上班|工作|周一|早起|老板|学习|加班|贫穷|没钱)过敏"
    r"|(?:专业|professional|职业)\s?(?:摸鱼|躺平|吃货|睡觉|划水|干饭)",
    _I,
)

_TAKEN_BACK = re.compile(
    r"\W*(?:(?:but |and |well )?(?:only )?in my (?:dreams?|nightmares?|imagination|head|mind)|i wish|if only|or not|not"
    r"|as if|not really|said (?:no ?one|nobody) ever|or so i (?:say|like to think|tell (?:myself|everyone))"
    r"|yeah,? right"
    r"|literally|梦里的?|做梦的?|才怪|想得美|并没有|才没有|骗你的|不存在的|我(?:在)?做梦)\W*",
    _I,
)
"""What follows on a statement, and takes it back."""
_DREAMT = re.compile(r"\bin my (?:dreams?|nightmares?|imagination|head|mind)\b|在?梦里|做梦", _I)
_EARNEST = re.compile(r"\b(?:seriously|i mean it|no joke|for real)\b|说真的|认真的|不开玩笑", _I)


def is_withdrawn(text: str) -> bool:
    """Tell whether a message says of itself, or of what was said before it, that it was a joke."""
    return _WITHDRAWN.search(text) is not None and _NOT_WITHDRAWN.search(text) is None


def withdrawn_at(text: str) -> int:
    """Return where a message says of itself, or of what was said before it, that it was a joke; its end: nowhere."""
    found = _WITHDRAWN.search(text)
    return found.start() if found else len(text)


def may_be_jest(text: str) -> bool:
    """Tell whether a folded sentence is absurd, or said with a wink."""
    return any(sign.search(text) for sign in (_ABSURD, _WINK, _DREAMT))


def takes_back(text: str) -> bool:
    """Tell whether a folded sentence or clause does no more than take back what was said right before it."""
    return _TAKEN_BACK.fullmatch(text) is not None


def laughs(text: str) -> bool:
    """Tell whether someone laughs in a folded text: it may be a joke, or a mere habit."""
    return LAUGHS.search(text) is not None and _EARNEST.search(text) is None
