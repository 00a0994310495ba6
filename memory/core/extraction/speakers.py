"""Who speaks in a message: lines that begin with a label, and speech in quotation marks."""

import re
from collections.abc import Iterator
from itertools import islice

from memory.core.extraction.handed_text import keeps

_SPEECH_WORDS = 4
_SPEECH_HAN = 8
"""Words or characters that make speech of what stands in quotation marks."""
_LEAD_WINDOW = 48
"""Characters before it in which a request to keep it is looked for."""

_SPEAKER = re.compile(
    r"^[ \t]*(?:\[[^\]\n]{1,20}\][ \t]*)?([^\s:：,，。.!?！？][^\n:：,，。.!?！？]{0,24})[:：](?!//)[^\n]*",
    re.MULTILINE,
)
_NAME_LABEL = re.compile(
    r"(?:the |an? )?(?:(?![\u3400-\u9fff])[\w'’.-])+"
    r"|[A-Z][\w'’.-]*(?: (?:of|de|van|von|the|and|[A-Z(][\w'’.)-]*)){0,4}|(?!.*是)[\w·]{1,6}"
)
"""A label that may be who speaks where only one line has one; 招聘会的主要内容是招聘会 names nobody."""
_OWN_LABEL = re.compile(
    r"(?:.*\b(?:my|me|i|i'm|remember|remembers|note|notes|memo|fyi|btw|facts?|update|correction|context"
    r"|background|ps|p\.s|also|information|info|important|reminder|way|know|mind|forget|memory|intro"
    r"|introduction|hello|hi|future|now on|please|save|store|record|log|write|keep|put|add|things?|you|your|typo|oops"
    r"|edit|btw|problem|question|goal|task|details?|we|our|have|jot|file|next|later|nb|got|reference|number|plate"
    r"|size|type"
    r"|codes?|name|address|wi-?fi|password|phone|birthday|date|allerg(?:y|ies)|diet|city|hobby|hobbies|pets?|languages?"
    r"|age|location|profession|remembered|to-?do|plans?|agenda|schedule|menu|shopping|list|status|topic|budget|total"
    r"|results?|today|tomorrow|tonight|weekend|\w+day)\b.*|\d.*|[-*•].*"
    r"|.*[我记記忘注备備补補更以请請说說先存留录錄登号號码碼].*|.*(?:背景|情况|情況|介绍|介紹|问题|問題|需求|目标"
    r"|目標|如下|重要"
    r"|注意|计划|計劃|安排|日程|清单|清單|待办|待辦|预算|預算|时间|時間|地点|地點|今天|明天|周[一二三四五六日末]).*)",
    re.IGNORECASE,
)
_QUOTES = re.compile(
    r"“[^“”\n]{1,600}”|「[^「」\n]{1,600}」|『[^『』\n]{1,600}』|«[^«»\n]{1,600}»|\"[^\"\n]{1,600}\""
    r"|‘[^‘\n]{1,600}?’(?!\w)|(?<![\w'])'(?=\w)[^\n]{1,600}?(?<=[\w.!?,])'(?![\w'])"
)
_FIRST_PERSON = re.compile(r"\b(?:i|my|me|we|our)\b|[我咱]", re.IGNORECASE)
_KEEP_LEAD = re.compile(
    r"(?:remember|memori[sz]e|note|forget|mind|save|记住|記住|记下|記下|记一下|記一下|备注|備註|忘了|忘记|忘記"
    r"|记得|記得|[存记記](?:下来|下來|起来|起來|好|着)|保存)(?: that| this)?\s*[:：,，]?\s*$",
    re.IGNORECASE,
)
_KEEP_TAIL = re.compile(
    r"\s*(?:[这這][^，。\n]{0,4})?(?:添?加[到进進入]|[写寫][进進入到]|放[进進到]|[记記](?:住|下|一下|录|錄)|存|备注|備註"
    r"|保存)"
)
_HAN = re.compile("[\u3400-\u9fff]")


def speakers(text: str) -> Iterator[tuple[int, int]]:
    """Yield the lines of a message that begin with a label, where there are several: a talk of others."""
    lines = [line for line in _SPEAKER.finditer(text) if not is_own_label(line[1])]
    yield from (line.span() for line in lines if len(lines) > 1)


def labelled(text: str) -> Iterator[tuple[int, int]]:
    """Yield the line of a message that begins with a label that may be who speaks, where it is the only one."""
    lines = [line for line in _SPEAKER.finditer(text) if not is_own_label(line[1])]
    yield from (line.span() for line in lines if len(lines) == 1 and _NAME_LABEL.fullmatch(line[1]))


def lone_label(text: str) -> tuple[int, int] | None:
    """Return the line of a message with a label that may be who speaks, where no other line has a label at all."""
    alone = len(list(islice(_SPEAKER.finditer(text), 2))) == 1
    return next(labelled(text), None) if alone else None


def is_own_label(label: str) -> bool:
    """Tell whether what stands before a colon announces the user's own words: "about me", "my size", 备注."""
    return _OWN_LABEL.fullmatch(label) is not None or keeps(f"{label}:")


def speech(text: str) -> Iterator[tuple[int, int]]:
    """Yield what stands in quotation marks in a message and is speech, unless it is to be remembered."""
    for quoted in _QUOTES.finditer(text):
        before = text[max(0, quoted.start() - _LEAD_WINDOW) : quoted.start()]
        kept = _KEEP_LEAD.search(before) or _KEEP_TAIL.match(text, quoted.end())
        if _is_speech(quoted[0][1:-1]) and not kept:
            yield quoted.span()


def _is_speech(quoted: str) -> bool:
    """Tell speech from a name or a term in quotation marks."""
    if _FIRST_PERSON.search(quoted):
        return True
    return len(quoted.split()) >= _SPEECH_WORDS or len(_HAN.findall(quoted)) > _SPEECH_HAN
