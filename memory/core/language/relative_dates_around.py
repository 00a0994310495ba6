"""What stands around a relative date: whether it means its days, or is part of a name, a file, a story or a habit.

"his last year at school", "lost 5 kg in a month", 毕业三年后, `tomorrow.io` and "a week ago Friday" name no day that
can be counted from the one on which they were said.
"""

import re
from dataclasses import dataclass

from memory.core.anchors.anchor_words import MONTH, WEEKDAY

_BEFORE_CHARS = 100
_AFTER_CHARS = 30
_PERIOD = r"(?i:last|this|next)\s(?i:weekend|week|month|year).*"
_ASCII = "[A-Za-z0-9].*"
_HAN = "[^A-Za-z0-9].*|[0-9]+[^a-z]+"
_NOTHING = re.compile("")


@dataclass(frozen=True)
class _Exception:
    """What a relative date is not, told by all three."""

    form: re.Pattern[str]
    """The whole of it."""
    before: re.Pattern[str]
    after: re.Pattern[str]
    """What it is followed by."""


def _where(form: str, before: str = "", after: str = "") -> _Exception:
    ends = re.compile(rf"(?:{before})\Z", re.ASCII) if before else _NOTHING
    return _Exception(re.compile(form, re.DOTALL), ends, re.compile(after))


_EXCEPTIONS = (
    _where(".*", after="[./_-][A-Za-z0-9]"),  # tomorrow.io, today-2.csv
    _where(_ASCII, before="[-=#$]"),
    _where(".*", before="="),
    _where(
        r"(?!(?i:yesterday|today|tomorrow)\b)[A-Za-z0-9].*", after=rf"\s(?:(?:on|of)\s)?{WEEKDAY}"
    ),  # a week ago Friday
    _where(".*(?i:before last|after next)", after=rf"\s(?:{WEEKDAY}|(?i:week|month|year))"),
    _where(_ASCII, before=r"\b(?i:days?|weeks?|months?|years?)\s(?i:before|after|from)\s"),
    _where(_ASCII, before=r"\b(?i:every|each|most|usually|always|often|normally|typically)\s"),
    _where(_PERIOD, before=r"\b(?i:my|your|his|her|its|our|their|whose)\s"),
    _where(r"(?i:last)\s.*", before=r"(?<!\bit)(?<!\bIt)(?<!\bthat)(?<!\bThat)['’]s\s"),
    _where(r"(?i:last|this|next)\s.*", after=r"\sof\s"),  # last week of June
    _where("(?:Today|Tonight|Tomorrow|Yesterday)", before=r"\b[A-Z][A-Za-z]+\s"),  # USA Today
    _where("(?:Today|Tonight|Tomorrow|Yesterday)", after=r"\s(?:[Ss]how(?!\s(?:me|us)\b)|Inc|Ltd|FM|Magazine)\b"),
    _where(rf"(?=.*[a-z]).*\s(?!{WEEKDAY}|{MONTH}|(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun))[A-Z].*"),  # The Day After Tomorrow
    _where("[明昨今]日", after="之|香|方舟|[黄黃]花|重[现現]|世界"),
    _where(_HAN, before="[每逢]|通常|一般|平[时時]|固定|[总總]是|[经經]常"),
)
_IN = re.compile(r"(?i:in)\s(?!.*(?i:time)\Z).*")
_COUNTED_ZH = re.compile("[0-9零一二两兩三四五六七八九十百]+.*[前后後]")
_CLAUSE_START = re.compile(
    r"(?:\A|[.!?;:,\n(\[—–•*。！？；：，、（-]|(?:\A|[\s,;])(?i:and|but|so))[ \t]*\Z",
)
# Particles and verbs behind which 三天后 is counted from now; behind any other it is counted from what they tell.
_FROM_NOW_ZH = (
    "[我你您他她它们們咱在是从從就和与與跟及或但而才将將要想都也还還再]|(?<![终終])[于於]|[我你他她它们們][会會]"
    "|大[概约約家]|可能|[应應][该該]|[预預][计計]|[计計][划劃]|打算|[准準][备備]|再[过過]|(?:等|推[迟遲]|改|延|延期|拖|直)到"
)
_OPENS_ZH = re.compile(rf"(?:\A|\n|[^\w\s)）]|(?:{_FROM_NOW_ZH}))[ \t]*\Z")
_CLAUSE = re.compile(r"[^.!?;\n。！？；]*\Z")
_NAME_ALONE = re.compile(r"(?:[A-Z][\w'’-]{0,30}\s){1,3}")
_LOOKS = re.compile(
    r"""
    (?P<ahead>\b(?:will|won['’]t|shall|going\sto|gonna|is|are|am|due|need|expires?|ends?|starts?|begins?|opens?|closes?
        |arrives?|retires?|turns?|graduates?|appointment|deadline|exam|interview|wedding|flight|gets?\smarried
        |(?:leaves?|returns?|fly|flies|moves?|travels?|comes?|goes?)(?:\sback)?(?:\sto)?
        |see\syou|meet(?:\sup|\syou)?|call\s(?:you|me)|remind|back|again|until
        |ha(?:ve|s)(?=\s(?:an?|my|our|his|her|their|another)\b))\b
        |(?:(?<=\bit)|(?<=that)|(?<=\bhe)|(?<=she)|(?<=\blet))['’]s\b|['’](?:ll|m|re)\b)
    |(?P<open>\b(?:to|can|could|may|might|would|should|first|second|third|best|worst|most|only|times?|twice|once|fastest
        |longest|highest|biggest|largest|greatest|was|were|did|had|has|have|been|done|got|went|made|lost
        |read|wrote|built|won|ran|sold|spent|grew|came|saw|took|gave|met|bought|broke|fell|rose|left|found|became|began
        |learnt|cut|put|\w{2,}ed|\d+)\b)
    """,
    re.VERBOSE | re.IGNORECASE | re.ASCII,  # so that 天is holds a word
)
"""What a clause says of its time: it looks ahead, or its days may be a duration."""


def means_its_days(plain: str, start: int, end: int) -> bool:
    """Tell whether the relative date at `start` to `end` of a folded text is counted from when it was said."""
    before, form = plain[max(0, start - _BEFORE_CHARS) : start], plain[start:end]
    after = plain[end : end + _AFTER_CHARS]
    if _IN.fullmatch(form) and not re.match(r"\stime\b", after):
        return _CLAUSE_START.search(before) is not None or _looks_ahead(before)
    if _COUNTED_ZH.fullmatch(form) and not _OPENS_ZH.search(before):
        return False
    return not any(e.form.fullmatch(form) and e.before.search(before) and e.after.match(after) for e in _EXCEPTIONS)


def _looks_ahead(before: str) -> bool:
    """Tell whether the clause that ends `before` is of the future, by the last of its words that tells."""
    if _NAME_ALONE.fullmatch(before):  # the value of a fact: "Berlin in two weeks"
        return True
    clause = _CLAUSE.search(before)
    told = [match.lastgroup for match in _LOOKS.finditer(clause[0] if clause else "")]
    return bool(told) and told[-1] == "ahead"
