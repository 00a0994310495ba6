"""Signs, in English and Chinese, that a statement is the user's own, that it lasts, and in what language it is told."""

import re

from memory.core.language.text import is_chinese, simplified

PASSING = re.compile(
    r"(?:i|we)(?:'m| am| are)? (?:need|want|would like|'d like|have a question|am asking|asking|looking for|trying to"
    r"|wondering|wonder)\b|(?:我|我们)(?:现在)?(?:想要?[问知请]|需要|想请|有个问题|要你|想知道|正在找)",
    re.IGNORECASE,
)
SELF_FIRST = re.compile(
    r"\W*(?:(?:and|but|so|also|actually|now|well)\W+)*(?:i|i'm|i've|i'd|i'll|im|my|we|we're|we've|our|let's|let us)\b"
    r"|\W*(?:其实|而且|但|现在|平时|目前)*(?:我|咱|本人)",
    re.IGNORECASE,
)
SPEAKS = re.compile(r"\b(?:i|i'm|i've|i'd|i'll|im|my|me|we|we're|our|us|let's)\b|我|咱|本人", re.IGNORECASE)
LASTING = re.compile(
    r"\b(?:like|love|enjoy|prefer|hate|dislike|avoid|collect|own|speak|play|drive|ride|train|study|teach|work|live|use"
    r"|drink|eat|cook|sing|paint|volunteer|run|wear|have (?:an?|one|two|three|four|no)|am an?|'m an?|born|raised"
    r"|grew up|married|allergic|member|fan of|favou?rite|always|usually|often|never|every|each|since"
    r"|most|mornings?|evenings?|weekends?|(?:mon|tues|wednes|thurs|fri|satur|sun)days?)\b"
    r"(?! (?:it|that|this|you|these|those)\b)"
    r"|喜欢|热爱|爱[吃喝看听打玩]|偏爱|讨厌|不吃|不喝|收集|会[说讲弹]|常|每|一直|从来|从小|平时|习惯|住|养|开着|[骑开坐].{0,4}(?:上班|通勤)"
    r"|是一?[名个位]|毕业|出生|长大|过敏|信[佛教仰]|周[一二三四五六日末]|(?<!现)在.{1,12}(?:工作|上班|上学|读|教|当)",
    re.IGNORECASE,
)
THIS = re.compile(r"[这那]个|这样|这版|这种|第[一二三四五六七八九十\d]+[版列行个页]")
"""What belongs to the task at hand."""
_NAME_WORDS = 2
_LATIN = re.compile(r"[^\W\d_]+")


def in_other_language(text: str, quote: str) -> bool:
    """Tell whether a text is in another language than its quote, or writes its characters in the other script."""
    if is_chinese(text) != is_chinese(quote) and not _is_name(quote, text):
        return True
    plain, own = simplified(quote), set(quote)
    return any(c not in own and simplified(c) in plain and not c.isascii() for c in text)


def _is_name(quote: str, text: str) -> bool:
    """Tell whether a quote is but a number or a name that stands in the text: "Vue 3" is of no language."""
    return len(_LATIN.findall(quote)) <= _NAME_WORDS and quote.strip(" .!").casefold() in text.casefold()
