"""Whether what a statement says is hardly so: "I live in my bed", "I speak sarcasm", 我的爱好是呼吸.

Where the values of a slot are of a known kind (places, languages, allergens, trades), one of no such kind is unlikely;
so are names that everyone knows from elsewhere, and words with which people make fun of themselves.
"""

import re

from memory.core.extraction.known_values import ALLERGENS, FAMOUS, LANGUAGES, TRADES
from memory.core.extraction.statements import Statement
from memory.core.language.text import simplified

_I = re.IGNORECASE
_NO_PLACE = re.compile(
    r"(?:my|the|an?|his|her|our|your)\b(?!.*(?-i:[A-Z0-9]))(?!.*\b(?:town|city|village|country\w*|suburbs?"
    r"|suburbia|mountains?"
    r"|coast|seaside|woods|forest|north|south|east|west|area|region|states?|islands?|desert|hills|valley|cent(?:re|er)"
    r"|district|neighbou?rhood|outskirts|capital|dorms?|hostel|farm|sticks|uk|us|usa|netherlands)\b)"
    r"|(?:excel|word|outlook|zoom|teams|powerpoint|photoshop|notion|spreadsheets?|meetings?)$"
    r"|.*[^\W\d_](?<![山城村镇岛乡校街路家区海宿舍])[上里]面?$|.*(?:图书馆|办公室|公司|沙发|二次元|游戏|电脑"
    r"|被窝|床|梦|手机)",
    _I,
)
"""Where nobody lives or is from: no name of a place, and no kind of one."""
_LASTING = frozenset({"likes", "dislikes", "hobbies", "goals", "projects", "studies", "origin"})
"""Slots of what lasts: what is at hand right now fills none."""
_HERE = re.compile(
    r"(?:the|this|that|these|those) (?![A-Z])(?!(?:sea|ocean|mountains?|beach|outdoors?|countryside|rain|sun|snow|cold"
    r"|heat|city|woods|forest|desert|moon|night|dark|piano|guitar|violin|cello|flute|drums?|bass|sax\w*|trumpet|harp"
    r"|arts|theat(?:re|er)|cinema|movies|opera|gym|news|internet|classics|blues)\b)(?!\w+ of\b)(?!.*[A-Z])"
)
"""A thing both know, as in the text at hand: "the shorter version"."""
_AT_HAND = re.compile(
    r"\b(?:it|them|him|her|this|that)$|\b(?:today|tonight|right now|this (?:compiled?|done|working|fixed|to work))\b"
    r"|今天|今晚|这段|这个|那段",
    _I,
)
_NOT_DONE = re.compile(
    r"(?:breath|blink|exist|complain|procrastinat|overthink|overeat|oversleep|snor|sleep|napp|doomscroll|jumping to"
    r"|running"
    r" late|running (?:away|from)|avoiding|paying|doing nothing|nothing|being|crying|wasting|losing|regretting"
    r"|forgetting)"
    r"|呼吸|眨眼|翻身|躺|摸鱼|拖延|花钱|存款|存款变少|睡|吃饭|喝水|发呆|摆烂|活着|做梦|熬夜|加班|上班|挨骂|还[款贷钱]|后悔",
    _I,
)
"""What is nobody's pastime, or everyone's."""
_COMIC = re.compile(
    r"\b(?:procrastinat\w+|overthink\w*|sarcasm|sarcastic|nap(?:per|ping)?|napping|snooz\w+|laziness|slack(?:er|ing)"
    r"|couch potato|adulting|disappointment|bad decisions|poor life choices|denial|existential dread|despair|vibes"
    r"|chaos"
    r"|silly|nonsense|gibberish|profanity|memes?|pajamas|pyjamas|wifi|the internet|naps|hot mess|trainwreck|failure"
    r"|life coach to (?:my|a)|professional (?:overthinker|worrier|eater|sleeper|complainer|couch|snacker|bed|cat"
    r"|dog|nap))\b"
    r"|摸鱼|躺平|摆烂|废话|废物|废柴|吃货|家里蹲|带薪|睡觉官|吹牛|画饼|搬砖的|社畜|咸鱼|饭桶|米虫|啃老|无语|热搜|外卖盒|背锅"
    r"|甩锅|打酱油|加班狗|单身狗|首席(?![执技财运产营信安体设分]).{1,4}官|拉屎|抬杠|杠精|发呆|翻白眼|嘴炮|耍赖|吐槽",
    _I,
)
"""Words with which people make fun of themselves."""
_GERUND = re.compile(
    r".*\b(?:degree|phd|ph\.d\.|masters?|doctorate|major(?:ed)?|minor(?:ed)?|diploma|black belt"
    r"|gold medal) in (?!\w*(?:engineer"
    r"|nurs|account|market|comput|teach|programm|writ|act|danc|bank|design|build|counsel|film|print|plann|journal"
    r"|manufactur"
    r"|process|learn|swimm|box|wrestl|fenc|row|ski|shoot|tailor|paint|photo|train|bak|cook|brew|farm|min|publish"
    r"|advertis"
    r"|broadcast|weld|model)\w*ing\b)\w+ing\b",
    _I,
)
"""A degree in what nobody takes one in."""
_BLOOD = re.compile(r".*(?:blood type is (?!(?:a|b|ab|o)\b)|血型是(?!(?:[aboAB]|AB|RH)))", _I)
_EACH = {
    "language": LANGUAGES,
    "allergy": ALLERGENS,
    "occupation": TRADES,
}
"""Slots whose values are of a known kind."""


def is_unlikely(told: Statement) -> bool:
    """Tell whether what a statement says is hardly so."""
    value, text = simplified(told.value or ""), simplified(told.text)
    known = _EACH.get(told.slot or "")
    if told.retracts:
        return False
    if known is not None and value and known.search(value) is None:
        return True
    return (
        _COMIC.search(text) is not None
        or _BLOOD.match(text) is not None
        or _GERUND.match(text) is not None
        or _is_odd(told.slot, value)
    )


def _is_odd(slot: str | None, value: str) -> bool:
    """Tell whether a value is odd for its slot: "my bed" for a home, a liking for "the shorter version"."""
    if slot in {"home", "origin"}:
        return _NO_PLACE.match(value) is not None
    if slot in {"name", "called", "partner", "people", "work"} and FAMOUS.search(value):
        return True
    if slot in {"hobbies", "favourites"} and _NOT_DONE.match(value.partition(": ")[2] or value):
        return True
    return slot in _LASTING and (_HERE.match(value) is not None or _AT_HAND.search(value) is not None)
