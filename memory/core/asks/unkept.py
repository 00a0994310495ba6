"""Whether a user asks that what they say right now is not kept: "don't save this", 这个不用记."""

import re

_UNKEPT = re.compile(
    r"\b(?:(?:please )?(?:don'?t|do not|never)|no need to|(?:you )?(?:needn'?t|don'?t (?:have|need) to)"
    r"|without) (?:bother )?(?:to )?"
    r"(?:remember(?:ing)?|sav(?:e|ing)|stor(?:e|ing)|keep(?:ing)?|not(?:e|ing)(?: down)?|record(?:ing)?"
    r"|memori[sz](?:e|ing)|log(?:ging)?|writ(?:e|ing) down|(?:mak(?:e|ing)|tak(?:e|ing)) a (?:\w+ )?note of)"
    r" (?:this|that|it|any of (?:this|that|it)|what follows|these|anything)\b(?! (?:as|in|to|under|at|with) )"
    r"|\boff the record\b"
    r"|(?:这|那)?(?:个|些|条|件事|句话?|话)?(?:就)?(?:不用|不必|别|不要|无需|不需要|甭)(?:帮我|给我|替我)?(?:记(?:住"
    r"|下来?|录|着)?|存(?:下来?|储)?|保存)(?:下来|了|哈|哦|啊|吧)?(?=\W|$)"
    r"|(?:没有?|不是)(?:真)?(?:要|想|让|叫)你?(?:记|存|保存)(?:下来)?的?(?=意思|\W|$)|(?:别|不要|不用)真的?(?:记|存|保存)",
    re.IGNORECASE,
)


def asks_not_to_keep(folded: str) -> bool:
    """Tell whether a folded sentence asks that what is said beside it is not kept."""
    return _UNKEPT.search(folded) is not None
