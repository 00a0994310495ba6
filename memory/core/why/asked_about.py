"""What a question about memory is about: "Why did you forget that I live in Lisbon?" is about "I live in Lisbon"."""

import re

from memory.core.language.clauses import fold
from memory.core.language.text import clean_text

_TRIM = " \t\n,，。.:：;；!！?？\"'“”「」『』"
_POLITE = r"(?:(?:so|but|and|hey|hi|ok|okay|well|please|tell me|can you (?:tell|explain)(?: to)? me|explain)[ ,]+)*"
_HOW_COME = r"(?:why|how come|how is it|on what grounds)"
_MIND = (
    r"(?:forg[eo]t(?:ten)?|remember(?:ed)?|know|knew|known|think|thought|believed?|said|say|assumed?|claim(?:ed)?|stored?"
    r"|saved?|kept|keep|learn(?:ed|t)?|recall(?:ed)?|lost|lose|have)"
)
_EN = re.compile(
    rf"\W*{_POLITE}{_HOW_COME}\s+(?:(?:do|did|does|don't|didn't|doesn't|have|haven't|would|wouldn't|won't|can't|couldn't"
    rf"|are|were)\s+)?you\s+(?:(?:do|did|don't|didn't|not|never|still|always|keep|just|have|haven't|no longer"
    rf"|can't)\s+)*"
    rf"{_MIND}\b(?:ing\b)?(?:\s+about)?(?:\s+the fact)?(?:\s+that)?\s+(?=\S)"
    rf"|\W*{_POLITE}(?:how|where|when|from where)\s+(?:do|did|would)\s+you\s+(?:know|learn|get|hear|find out)"
    r"(?:\s+from)?(?:\s+about)?(?:\s+the idea)?(?:\s+that)?\s+(?=\S)",
    re.IGNORECASE,
)
_WHY_ZH = "(?:为什么|为啥|为何|怎么|凭什么|哪里|从哪里?|从哪儿)"
_MIND_ZH = "(?:忘[记掉了]?|记得|记住|记着|记|知道|觉得|认为|以为|说|保存|存|晓得|得知|听说|想)"
_ZH = re.compile(
    rf"\W*(?:那|请问|可是|但是?|告诉我|解释一下)?[,，]?(?:[你您]{_WHY_ZH}|{_WHY_ZH}[你您])(?:会|要|还|就|一直|总是?|老是?"
    rf"|没有?|不|又|都|能)*(?:(?:关于)?(?P<ba>[把将].+?))?{_MIND_ZH}(?:[过了的掉]|有关|关于)*(?P<rest>.*)",
    re.DOTALL,
)
_TAIL_ZH = re.compile(r"(?:这件?事|的?(?:呢|吗|啊|呀|吧|了吗|了呢|的))+$")


def asks_why(text: str) -> bool:
    """Tell whether a text asks why something is known, thought or forgotten."""
    folded = fold(clean_text(text).strip(_TRIM))
    return _EN.match(folded) is not None or _ZH.match(folded) is not None


def asked_about(text: str) -> str:
    """Return what a question asks about, in its own words; any other text as it is, without marks at its ends."""
    text = clean_text(text).strip(_TRIM)
    folded = fold(text)
    if match := _EN.match(folded):
        return text[match.end() :].strip(_TRIM) or text
    if match := _ZH.match(folded):
        start, end = match.span("rest")
        end -= len(match["rest"]) - len(_TAIL_ZH.sub("", match["rest"]))
        if match["ba"] and not text[start:end].strip(_TRIM):
            start, end = match.start("ba") + 1, match.end("ba")
        return text[start:end].strip(_TRIM) or text
    return text
