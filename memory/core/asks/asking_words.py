"""Requests to remember told by their words alone, where no pattern of `requests_en.py` or `requests_zh.py` fits.

A stretch that holds a word of keeping and beside it nothing but words that requests are made of ("just so you
remember", "that's something to remember", 记到小本本上) is a request, however it is built.
"""

import re

_I = re.IGNORECASE
_KEEP = re.compile(
    r"remember(?:ed|ing)?|rember|remeber|memori[sz](?:e|ed|ing)|memory|mind|record|file|forget|lose|note|noted"
    r"|noting|save|safely"
    r"|store|saved|stored|jot|log|safe|hold|hang|tuck|stash|retain|keep|kept|rmbr?|lost|slip",
    _I,
)
_WORDS = re.compile(
    r"please|pls|plz|kindly|just|so|also|and|oh|ok|okay|hey|hi|hello|thanks|thank|you|u|ya|your|you'll|i|i'd"
    r"|i'll|i'm|i've|we|need|want|like|love|hope|wish|would|could|can|will|might|may|should|must|to|for|of|in|on|at"
    r"|be|is|it's|it|that's|that|this|these|those|them|here|here's|there|there's|something|thing|things|fact"
    r"|facts|point|points|info|information|detail|details|note|notes|noted|noting|one|two|few|a|an|the|some"
    r"|small|quick|little|important|new|key|more|another|other|last|final|worth|worthwhile|following|now|later"
    r"|next|time|times|future|reference|record|records|file|memory|mind|somewhere|safe|safely|handy|permanently"
    r"|forever|always|never|don't|dont|do|not|forget|lose|make|sure|telling|tell|asking|ask|me|about|possible"
    r"|update|really|very|much|appreciate|great|good|nice|helpful|glad|grateful|let|let's|have|had|keep|hold"
    r"|onto|hang|remember|remembered|remembering|rember|remeber|memorise|memorize|memorised|memorized|save|saved"
    r"|store|stored|jot|down|log|put|add|write|take|both|all|too|well|as|way|by|btw|if|with|up|away|useful|know"
    r"|long-term|permanent|head|heads|hand|hands|brain|back|track|lost|slip|tuck|pop|stick|stash|pin|drop|got|get"
    r"|gets|between|across|our|my|chat|chats|talk|talks|conversation|conversations|session|sessions|bank|safekeeping"
    r"|first|before|after|again|going|won't|doesn't|we'll|it'll|bear|kindly|right|there|retain|memorising|memorizing"
    r"|rmbr|rmb|remembr|rememebr|rememeber|remmember|logged|recorded|kept|store|storing|saving|keeping|case|useful"
    r"|trust|rely|relying|count|counting|relevant|handy|when|whenever|while|any|every|at|hand|dear|favour|favor|please",
    _I,
)
"""Words that requests are made of."""
_TALK = re.compile(
    r"say|said|told|mention|mentioned|remind|reminding|share|sharing|come|coming|check|checking|quiz|repeat"
    r"|repeating|hear"
    r"|listen|question|questions|again|soon|later|tomorrow|minutes?|hours?|days?|weeks?|months?|years?|in|from|today"
    r"|am|was|been|but|what|already|often|hope|start|begin|go|try|see|use|come|bring|brought|up|trust|trusting"
    r"|counting",
    _I,
)
"""Words with which one speaks of the talk itself."""
_HEAD = re.compile(
    r"us|forward|into|meantime|first|second|third|loose|forgotten|rest|life|typed|wrong|meant|bits?|parts?|pieces?"
    r"|front|sight|stays?|sticks?|show|shows|read|assume|granted|given|standing|conversation"
    r"|everything|anything|nothing|all|out|said|told|through|aware|was|were|being|bear|lock|locked|speak|speaking|each"
    r"|until|which|than|only|must|mustn't|mustnt|kindness|favors|worth|sake|clear|clarity|consider|treat|count|mark"
    r"|wherever|whatever|don't|didn't|can't|cannot|shouldn't|wouldn't|having|sure|got|you've|i've|we've|go|going|part"
    r"|who|save|avoid|doubt|confusion|round|time's|day|days|today|deep|firmly|carefully",
    _I,
)
"""Further words of which a head is made that asks for what stands behind it to be kept."""
_ADDRESSED = re.compile(
    r"^\W*(?:it|this|that|here|there)(?:'s| is)\b|\b(?:you|u|ya|your|you'll|say|tell|ask|asking|telling|mention"
    r"|talk|chat|remind\w*)\b",
    _I,
)
_LINKS = re.compile(
    r"that|this|it|for|me|please|pls|down|of|the|fact|in|your|memory|mind|notes|too|also|later|now|well",
    _I,
)
"""What may stand between a request and what is to be kept."""
_SUBJECT = re.compile(r"(?:this|that|it|these|those) (?:is|are|was|has|needs?|should|must)\b", _I)
"""Such a word begins what is to be kept."""
_WORD = re.compile(r"[A-Za-z][\w'-]*|\S")
_SPEAKER = re.compile(
    r"\b(?:i|we|they|he|she|it|who|people)(?:'ll|'d)? (?:(?:can|could|do|did|don't|didn't|always|still|just|also"
    r"|will|won't"
    r"|never|can't|often|hardly|have|had|would|should|must|need to|want to|have to|to) ){0,3}(?:remember|forget"
    r"|lose|note"
    r"|save|store|record|memori[sz]e|mind|keep|log|hold|jot)"
    r"|\b(?:know|knew|think|guess|see|saw|hear|heard|assume|notice) (?:that )?(?:you|u) (?:can |could |do "
    r"|always |already )?"
    r"(?:remember|save|store|keep|note|record|hold|log)"
    r"|\b(?:don't|do not|never|not|dont) (?:have to |need to |want (?:you|u) to )?(?:remember|save|store|note|keep"
    r"|mind|log"
    r"|record|memori[sz]e|hold)\b|\b(?:no need|needn't|not necessary|no point|instead of|rather than) (?:to "
    r"|for you to )?\w+|\b(?:never mind|do you mind|in your mind|the file|a file)\b",
    _I,
)
"""Where these stand, someone remembers, or nothing is to be kept."""
_TURNED = re.compile(
    r"(?:\b(?:dont|never|not|no)|n't)(?: \w+){0,2} (?:forget|lose|(?:get|be) (?:lost|forgotten)|slip)\b", _I
)
_ENCOURAGES = re.compile(
    r"\bkeep (?:(?:it|this|that|them|things|the \w+(?: \w+)?) (?:up|coming|going|real|simple)|going|on|up|at it|calm)\b"
    r"|\b(?:hang|hold) (?:in|on)\b(?! ?to\b)",
    _I,
)
"""Praise and a little patience: "keep it up", "hang in there", "hold on a second"."""
_LOSING = {"forget", "lose", "lost", "slip"}
_THIS = re.compile(
    r"\b(?:this|that|it|these|those|them|the following|something|facts?|things?|info\w*|you|memory)\b", _I
)
_STRONG = re.compile(r"remember|memor|rember|remeber|mind|noted|on (?:record|file)", _I)

_KEPT = re.compile(
    r"\b(?:hang|hold) on ?to (?:this|that|it)\b|\bhave (?:this|that|it|these) (?:on|at|to) hand\b"
    r"|\bput (?:this|that|it|these) (?:in|into|on|with|under) (?:them|there|it|your|the)\b|\bkeep (?:it|this"
    r"|that|these)\b.*\b(?:for me|safe|somewhere|handy"
    r"|later)\b",
    _I,
)

_ZH_KEEP = (
    r"(?:记(?![者账录忆得起载叙述])|记住|记下|记得|记录(?!仪)|记忆"
    r"|备注|备忘|存(?!在|款|储|活|钱)|保存|小本本|留底|留个底|留个记录|存档)"
)
_ZH_PLAIN = (
    r"请|麻烦|拜托|劳驾|帮|替|给|我|你|您|先|都|也|要|得|可|能|会|一定|千万|务必|好好|永远|一直|以后|下次|今后|到时候?"
    r"|这|那|个|条|件|点|些"
    r"|事情?儿?|信息|内容|东西|重要的?|很|非常|比较|一下|下来|下|住|了|哦|喔|啊|哈|呀|呢|吧|吗|嘛|的|把|将|到|在|进"
    r"|里|上|心"
    r"|您?的?记忆|资料|档案"
    r"|下面|以下|档|一|两|几|二|三|说|跟|告诉|好|别忘|不要忘|拿|敲黑板"
    r"|remember|keep in mind|note|save|please|pls|对了|另外|还有|谢谢|多谢|辛苦"
)
_ZH_ASKS = re.compile(rf"(?:{_ZH_KEEP}|{_ZH_PLAIN}|[\s,!:~])+", _I)
_ZH_HOLDS = re.compile(rf"{_ZH_KEEP}|别忘|不要忘|remember|keep in mind", _I)
_ZH_NOT = re.compile(
    r"(?<![帮替给让])我(?:还|都|也|会|能)?(?:记|不)"
    r"|(?:不用|不要|别|不必|没|不)(?:再)?(?:记|存|保)|记得(?:我|你)?吗|吗\W*$|[你您](?:还|都)?记得(?!我)\W*$"
)

_ZH_TALK = re.compile(
    rf"(?:{_ZH_KEEP}|{_ZH_PLAIN}|讲|提醒|听|句|话|有|想|再|还|会|问|交代|叮嘱|必要|觉得|个|聊|回头|过几天|[\s,!:~])+",
    _I,
)
_ZH_ADDRESSED = re.compile("[你您说讲问]|告诉|提醒|交代|叮嘱")

_REMEMBER = re.compile(r"remember|rember|remeber|rmbr?|memori[sz]e")
_YOU = re.compile(r"\byou\b", _I)
_HAN = re.compile("[\u3400-\u9fff]")


def asks_only(text: str) -> bool:
    """Tell whether a folded stretch is nothing but a request to remember something else."""
    if _ZH_ASKS.fullmatch(text) and _HAN.search(text):
        return _ZH_HOLDS.search(text) is not None and _ZH_NOT.search(text) is None
    tokens = [token for token in _WORD.findall(text) if token[0].isalpha()]
    if not tokens or not all(_WORDS.fullmatch(token) for token in tokens):
        return False
    if _SPEAKER.search(text) or _ENCOURAGES.search(text):
        return False
    return _keeps(tokens, text) and (_STRONG.search(text) is not None or _THIS.search(text) is not None)


def is_plain(word: str) -> bool:
    """Tell whether an English word is one of those with which one asks, or speaks of the talk itself."""
    return any(form.fullmatch(word) for form in (_WORDS, _TALK, _HEAD))


def is_talk(text: str) -> bool:
    """Tell whether a folded stretch only speaks of the talk itself: "I'll ask you about this again in a few weeks"."""
    if _HAN.search(text):
        return _ZH_TALK.fullmatch(text) is not None and _ZH_ADDRESSED.search(text) is not None
    tokens = [token for token in _WORD.findall(text) if token.isalnum() or token[0].isalpha()]
    plain = all(_WORDS.fullmatch(token) or _TALK.fullmatch(token) for token in tokens)
    return bool(tokens) and plain and _ADDRESSED.search(text) is not None


def asking_lead(text: str) -> int:
    """Return the length of the request that a folded sentence begins with; 0: none.

    What is to be kept stands right behind it.
    """
    kept = 0
    for token in _WORD.finditer(text):
        word = token[0].lower()
        if kept:
            if not _LINKS.fullmatch(word) or _SUBJECT.match(text, token.start()):
                break
            kept = token.end()
        elif word[0].isalpha() and not _WORDS.fullmatch(word):
            return 0
        elif _REMEMBER.match(word):
            kept = token.end()
    lead = text[:kept]
    return kept if kept and _YOU.search(lead) and not _SPEAKER.search(lead) else 0


def _keeps(tokens: list[str], text: str) -> bool:
    """Tell whether one of the words is of keeping; "forget" and "lose" are if denied."""
    found = {token.lower() for token in tokens if _KEEP.fullmatch(token)}
    if _KEPT.search(text):
        return True
    return bool(found - _LOSING) or (bool(found) and _TURNED.search(text) is not None)
