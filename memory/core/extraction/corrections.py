"""Corrections of what was just said: "No, I meant Porto", "not Lisbon, Porto", 不对，是波尔图.

A correction is read against the facts it may be about: those of the user's message before it, those that hold the
value it names, or the one of the slot that it is a whole statement about ("I meant I live in Lyon"). It counts only
where it fits exactly one of them, and where the rules read the corrected statement as one about the same slot with the
new value; anything else says nothing.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from memory.core.extraction.endings import names_part
from memory.core.extraction.extraction import extract
from memory.core.facts.facts import Proposal, Source
from memory.core.facts.identity import comparable, is_retraction
from memory.core.facts.proposals import make_proposal
from memory.core.facts.slots import arity_of, label_of
from memory.core.language.clauses import Sentence

_LEAD = (
    r"(?:(?:no|nope|oh|oops|ah|sorry|wait|actually|correction|typo|scratch that|my (?:mistake|bad)|i misspoke)"
    r"[\s,:-]+)"
)
_MEANT = (
    r"(?:i (?:meant|mean)(?: to say)?|i should have said|(?:it|that) should (?:be|say|have been)),?\s"
    r"(?:that (?=(?:i|my|we|our)\b))?"
)
_ITS = r"(?:it's |it is |that's |but |i meant )?"
_VALUE = r"[\"']?(?P<new>[^,;?]{1,60}?)[\"']?"
_OLD = r"[\"']?(?P<old>[^,;?]{1,60}?)[\"']?"
_SORRY = r"(?:(?:oops|sorry|wait|correction|typo|scratch that|my (?:mistake|bad)|i misspoke)[\s,:-]+)"
_NAMED = r"(?P<new>(?-i:[A-Z0-9])[\w.'-]*(?: (?-i:[A-Z0-9])[\w.'-]*){0,3})"
_LEAD_ZH = (
    r"(?:(?:不不|不对|错了|哦|啊|抱歉|对不起|不好意思|我?(?:刚才)?(?:说|打|写)错了|更正(?:一下)?|口误|笔误)[,:\s]*)"
)
_MEANT_ZH = r"我(?:是说|想说的?是|说的是|的意思是)"
_VALUE_ZH = r"[\"“「]?(?P<new>[^,;?我你他她它们了吗呢吧这那怎哪谁]{1,30}?)[\"”」]?"
_OLD_ZH = r"[\"“「]?(?P<old>[^,;?]{1,30}?)[\"”」]?"
_DONE_ZH = "(?:已经|刚刚?|昨天|前天|上周|上个?月|最近|今天|现在|又)*"
_FORMS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"{_LEAD}*{_MEANT}{_VALUE}(?:,? (?:not|instead of|rather than) {_OLD})?",
        rf"{_LEAD}*(?:it's |it is |that's )?not {_OLD}[,;]\s?{_ITS}{_VALUE}",
        rf"{_LEAD}+{_ITS}{_VALUE}, not {_OLD}",
        (
            r"(?:(?:i|we)(?:'ve| have)? (?:just |recently |finally )*)?(?:left|swapped|traded|exchanged|ditched"
            r"|dropped)"
            rf" (?:my |the |our )?{_OLD}(?: in)? for (?:an? )?{_NAMED}(?: (?:(?:last|this|in|on) [\w ]{{2,20}}"
            rf"|yesterday|today|recently"
            r"|now))?"
        ),
        rf"(?:(?:i|we)(?:'ve| have)? (?:just |recently )*)?replaced (?:my |the |our )?{_OLD} with (?:an? )?{_NAMED}",
        (
            rf"(?:(?:i|we)(?:'m| am|'re| are)? )?(?:don't|do not|not|no longer|quit|left)(?: \w+)?(?: (?:for|at"
            rf"|in|with))? {_OLD}"
            rf"(?: any ?(?:more|longer))?,? (?:and |but |so )?(?:(?:now )?(?:i|we)(?:'m| am|'ve| have|'re"
            rf"| are)? )(?:now )?"
            rf"(?:(?:moved|switched|gone|working|living|work|live) )?(?:at|with|in|on|to|for) {_NAMED}(?: now"
            rf"| these days)?"
        ),
        rf"{_SORRY}+(?:it's |that's )?{_NAMED}",
        rf"\*{_NAMED}",
        (
            rf"我?(?:已经|刚|上周|上个月)?(?:离开|从){_OLD_ZH}(?:离职|离开|出来|辞职)?,?(?:去了?|到了?|换到了?"
            rf"|搬[到去]了?|转到了?){_VALUE_ZH}\s*了?"
        ),
        (
            rf"我?(?:已经|现在|早就|最近)*(?:不再|不)(?P<verb>用|吃|喝|学|玩|住|在|做|当|去){_OLD_ZH}了,"
            rf"(?:我|现在|就|已经|目前)*(?:改(?P=verb)?|换成?|(?P=verb)){_VALUE_ZH}"
        ),
        rf"我?把?{_OLD_ZH}{_DONE_ZH}(?:换|改)成了?{_VALUE_ZH}\s*了?",
        rf"我?把?{_OLD_ZH}{_DONE_ZH}(?:卖|扔|送人|丢|摔?坏|摔?碎|报废|没)掉?了,(?:我|又|就|然后|现在)*换了?(?:成|一?[辆部台个只款])?{_VALUE_ZH}\s*了?",
        rf"{_LEAD_ZH}*(?:并?不是){_OLD_ZH},\s?(?:而?是|应该是){_VALUE_ZH}",
        rf"{_LEAD_ZH}*(?:应该)?是{_VALUE_ZH},\s?(?:而?不是){_OLD_ZH}",
        rf"{_LEAD_ZH}+(?:{_MEANT_ZH}|应该是|是){_VALUE_ZH}",
        rf"{_LEAD_ZH}*{_MEANT_ZH}{_VALUE_ZH}",
        rf"{_LEAD_ZH}*{_MEANT_ZH},?(?P<new>我(?![\s,]*$)[^,;?吗呢]{{1,60}}?)(?:,(?:而?不是){_OLD_ZH})?",
    )
)
_STATEMENT = re.compile(r"(?:i|i[’'](?:m|ve|d|ll)|my|we|our)\s|我", re.IGNORECASE)
"""What is meant begins so where it is a whole statement: "I meant I live in Lyon"."""
_MY = re.compile(r"^(?:my |our |the |我们?的?|旧|老)+", re.IGNORECASE)
_DAY = re.compile(
    r"\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|today|tomorrow"
    r"|tonight|yesterday)(?:[a-z]*)\b|[今明后昨]天|[周月日]",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Correction:
    """What a user puts right."""

    new: str
    old: str | None
    """What it was called wrongly; None: it is not named."""
    quote: str
    """The user's own words, to the letter."""
    stated: bool = False
    """It is a whole statement, so that the slot it is about is known: "I meant I live in Lyon"."""


def correction_in(text: str, told: Iterable[Sentence]) -> Correction | None:
    """Return the first correction in a cleaned message; None: there is none.

    `told`: the sentences of the user's own words in it.
    """
    for sentence in told:
        found = next((match for form in _FORMS if (match := form.fullmatch(sentence.text))), None)
        if found and not sentence.question:
            new, old = (_said(text, sentence.start, found, name) for name in ("new", "old"))
            return Correction(new or "", old, text[sentence.start : sentence.end])
    return None


def corrected(
    correction: Correction,
    facts: Iterable[Proposal],
    *,
    before: str | None,
    message: str,
    source: Source,
    observed_at: str,
    time_zone: str = "UTC",
) -> list[Proposal]:
    """Return what a correction makes of the one of `facts` it fits, as a proposal that takes its place; else nothing.

    `facts` are those that hold or were just proposed, `before` is the id of the user's message before this one in the
    thread, `message` the readable text of this one. `observed_at` is ISO, `time_zone` the user's.
    """
    found: dict[str, tuple[Proposal, str, str]] = {}
    for fact in facts:
        value = _value_for(fact, correction)
        if value and _is_meant(fact, value, source["thread"], before) and (text := _put_right(fact, value)):
            found[fact["id"]] = fact, value.new, text
    if len(found) != 1:
        return []
    [(fact, new, text)] = found.values()
    key = _key(fact)
    proposal = make_proposal(
        text=text,
        kind=fact["kind"],
        quote=correction.quote,
        message=message,
        source=source,
        observed_at=observed_at,
        slot=fact["slot"],
        value=f"{key}: {new}" if key else new,
        explicit=fact["explicit"],
        confidence=fact["confidence"],
        time_zone=time_zone,
    )
    return [{**proposal, "retracts": fact["id"]}] if proposal["id"] != fact["id"] else []


def _said(text: str, start: int, match: re.Match[str], name: str) -> str | None:
    if match.groupdict().get(name) is None:
        return None
    return text[start + match.start(name) : start + match.end(name)].strip()


def _value_for(fact: Proposal, correction: Correction) -> Correction | None:
    """Return a correction with the value alone that it tells in a fact's slot; None: it is a statement of other things.

    "I meant I live in Lyon" tells "Lyon" of a home.
    """
    if not _STATEMENT.match(correction.new):
        return correction
    read = extract(correction.new, source=fact["source"], observed_at=fact["observed_at"])
    same = [p for p in read if p["slot"] and (p["slot"], _key(p)) == (fact["slot"], _key(fact))]
    sure = len(same) == 1 and same[0]["grounded"] and not is_retraction(same[0])
    return replace(correction, new=_held(same[0]), stated=True) if sure else None


def _is_meant(fact: Proposal, correction: Correction, thread: str, before: str | None) -> bool:
    """Tell whether a correction may be about a fact: it names what the fact holds, or follows on its message.

    A whole statement need not follow on it where the slot holds one value.
    """
    if is_retraction(fact):
        return False
    if correction.old is not None:
        return _names_old(correction.old, fact)
    told_before = (fact["source"]["thread"], fact["source"]["message"]) == (thread, before)
    if correction.stated:
        return told_before or arity_of(fact["slot"]) != "list"
    return fact["slot"] is not None and told_before and _is_written_like(correction.new, _held(fact))


def _names_old(old: str, fact: Proposal) -> bool:
    """Tell whether what is replaced is what a fact holds, by its name, a part of it, or what its slot is called."""
    if fact["slot"] is None:
        return old in fact["text"]
    labels = (label_of(fact["slot"], chinese=True), label_of(fact["slot"], chinese=False), fact["slot"])
    called = {comparable(label).replace("-", "") for label in (*labels, _key(fact)) if label}
    return comparable(_MY.sub("", old)).replace("-", "") in called or names_part(old, _held(fact))


def _is_written_like(new: str, old: str) -> bool:
    """Tell whether one value may stand for the other by its looks: a name, a word, a number, a day, a script."""
    return _looks(new) == _looks(old)


def _looks(value: str) -> tuple[bool, ...]:
    first = value[:1]
    return first.isupper(), first.isdigit(), first.isascii(), _DAY.search(value) is not None


def _put_right(fact: Proposal, correction: Correction) -> str | None:
    """Return a fact's text with the new value; None: it would not say the same of it."""
    old = _held(fact) if fact["slot"] else correction.old or ""
    if not old or fact["text"].count(old) != 1 or comparable(old) == comparable(correction.new):
        return None
    text = fact["text"].replace(old, correction.new)
    if fact["slot"] is None:
        return text
    return text if comparable(correction.new) in _values(text, fact) else None


def _values(text: str, fact: Proposal) -> Sequence[str]:
    """Return the values of the fact's slot that the rules read in `text`."""
    read = extract(text, source=fact["source"], observed_at=fact["observed_at"])
    return [comparable(_held(p)) for p in read if p["slot"] == fact["slot"] and not is_retraction(p)]


def _key(fact: Proposal) -> str:
    """Return the key of a keyed slot's value ("food" of "food: ramen"), else ""."""
    return (fact["value"] or "").rpartition(": ")[0]


def _held(fact: Proposal) -> str:
    """Return a slot's value, of a keyed one what stands behind the key."""
    value = fact["value"] or ""
    return value.partition(": ")[2] or value
