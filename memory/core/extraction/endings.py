"""Ends of facts told in other words than their own: "I gave up learning Spanish", "Alex and I broke up", 我不学日语了.

They are read against the facts that hold. What denies a statement word for word (`stances.py`) ends it; what tells the
end of a thing by name (a partner, a pet, a device, a project) ends the fact of its slot that has this name. Where no
fact fits, nothing is said.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from memory.core.facts.facts import Proposal, Source
from memory.core.facts.identity import is_retraction, retraction_id
from memory.core.facts.proposals import make_proposal
from memory.core.facts.stances import OVER, Stance, ends, stance_of_text
from memory.core.language.clauses import Clause, Sentence, clauses
from memory.core.language.plain_form import plain_form

_ASIDE = (
    r"(?:(?:well|so|and|but|oh|also|actually|btw|by the way|(?:good|bad|sad) news|sadly|unfortunately|update|fyi"
    r"|其实|对了|唉|哎|可惜|[好坏]消息)[\s,:]+)"
)
_LEAD = re.compile(rf"{_ASIDE}*(?:after|since) [\w ]{{3,30}}? (?=i\b)|{_ASIDE}+", re.IGNORECASE)
_OBJECT_FIRST_ZH = re.compile(
    "(?P<thing>[^,我不没]{1,10}),?我(?:已经|现在|早就|也|都)*(?P<denied>[不没][\u3400-\u9fff]{1,2})了"
)
_BARE_ZH = re.compile("[不没]|放弃|再也")
_NAME, _OTHER = "(?P<name>[^,;.!?]{1,40}?)", "(?P<other>[^,;.!?]{1,20})"
_MY = "(?:my |the |our )"
_HAVE = "(?:'ve| have| are)?(?: just| finally| recently)?"
_WHEN = (
    "(?: (?:yesterday|today|last \\w+|on \\w+|this \\w+|\\w+ \\w+ ago|now|recently|already|finally|in \\w+))?(?:, .*)?"
)
_DONE = "(?:已经|刚|昨天|上周|前几天|今天)?"
_I_HAVE = rf"(?:(?:i|we){_HAVE} )?"
_DONE_ZH = "(?:已经|刚刚?|昨天|前天|上周|上个?月|前几天|今天|今早|最近|终于|我|也|被)*"
_FELL = "(?:卖|扔|送人|送走|丢|坏|报废|淘汰|处理|捐|摔坏|换)掉?"
_NAMED: tuple[tuple[frozenset[str | None], re.Pattern[str]], ...] = tuple(
    (frozenset(slot if slot != "-" else None for slot in slots.split()), re.compile(pattern, re.IGNORECASE))
    for slots, pattern in (
        ("partner", rf"(?:i|we){_HAVE} (?:broke|broken|split) up with {_NAME}{_WHEN}"),
        (
            "partner",
            (
                rf"{_NAME} and i(?:{_HAVE} (?:broke up|broken up|split up|split|separated|divorced|got divorced)"
                rf"|(?: are|'re)"
                rf"(?:n't| not| no longer) (?:together|married|engaged|a couple|dating)(?: any ?more"
                rf"| any longer)?){_WHEN}"
            ),
        ),
        ("partner", rf"{_NAME} (?:left|dumped) me{_WHEN}|{_OTHER} is (?:my ex|out of my life)(?: now)?"),
        ("partner", f"我?[和跟与]{_NAME}{_DONE_ZH}(?:分手|离婚|分开|分|掰)了?"),
        ("pets", rf"{_MY}?(?:\w+ )?{_NAME} (?:has |just )?(?:died|passed away|passed|ran away){_WHEN}"),
        ("pets", rf"(?:i|we) (?:had to put {_NAME} (?:down|to sleep)|lost {_OTHER}){_WHEN}"),
        (
            "pets",
            f"(?:我家?的?)?{_NAME}{_DONE_ZH}(?:去世|过世|死|病死|走|走丢|没|不在|送人|离开我们?|[去回](?:当天使|喵星|汪星|天堂))了",
        ),
        (
            "devices -",
            (
                rf"{_I_HAVE}(?:sold|gave away|got rid of|scrapped|traded in|donated|returned|lost"
                rf"|broke) {_MY}{_NAME}{_WHEN}"
            ),
        ),
        ("devices -", f"我?把?(?:我的)?{_NAME}{_DONE_ZH}{_FELL}了|我{_DONE_ZH}卖了(?:我的)?{_OTHER}"),
        (
            "work",
            (
                rf"{_I_HAVE}(?:(?:was |got |been |were )(?:fired|laid off|let go|sacked|made redundant) (?:from|by|at)"
                rf"|quit|left"
                rf"|resigned from|handed in my notice at|retired from) (?:my job at |the )?{_NAME}{_WHEN}"
            ),
        ),
        (
            "work",
            f"我?{_DONE_ZH}从{_NAME}{_DONE_ZH}(?:离职|辞职|出来|走人|退休)了?|我?{_DONE_ZH}被{_OTHER}(?:裁|辞退|开除)了?",
        ),
        ("work", f"我?{_DONE_ZH}(?:辞[掉了]|离开)了?{_NAME}的?(?:工作|职位)?了?"),
        ("home", rf"{_I_HAVE}(?:moved (?:out of|away from)|left) {_NAME}(?: for good)(?:{_WHEN})"),
        (
            "projects goals",
            (
                rf"{_I_HAVE}(?:finished|completed|abandoned|dropped|gave up|given up|shelved|reached|achieved"
                r"|quit|stopped)"
                rf"(?: on| learning| studying)? {_MY}?{_NAME}{_WHEN}"
            ),
        ),
        (
            "projects goals hobbies likes",
            (
                rf"{_MY}?{_NAME} (?:is|has been) (?:off|finished|done|over|cancelled|canceled|dropped"
                rf"|shelved)(?: for me)?{_WHEN}"
            ),
        ),
        (
            "projects goals",
            f"我?的?{_NAME}{_DONE_ZH}(?:写完|做完|完成|放弃|取消|停|不[学做搞写考])了|我{_DONE_ZH}(?:写完|做完|完成|放弃|取消)了?{_OTHER}了?",
        ),
        ("goals", f"我(?:已经|决定)*放弃(?:学习?)?{_NAME}了"),
        ("hobbies", rf"{_I_HAVE}(?:quit|gave up|given up|stopped|dropped)(?: playing| doing)? {_NAME}{_WHEN}"),
        (
            "likes favourites",
            rf"i(?:'ve| have| am|'m)? (?:gone off|went off|over|sick of|tired of|done with) {_NAME}{_WHEN}",
        ),
        ("- work", rf"{_I_HAVE}(?:stepped down|withdrew|withdrawn|dropped out) (?:from|of) {_MY}?{_NAME}{_WHEN}"),
        ("-", rf"{_I_HAVE}(?:cancelled|canceled|ended|quit|dropped|terminated) {_MY}{_NAME}{_WHEN}"),
        (
            "-",
            f"我?把?(?:我的)?{_NAME}我?{_DONE_ZH}(?:取消|退|停|注销|cancel)掉?了|我{_DONE_ZH}(?:取消|退|注销|cancel)掉?了{_OTHER}",
        ),
    )
)
"""The slots whose things can end, and how one says so of a thing by its name."""


_IDLE = frozenset({"a", "the", "my", "our"})
_HAN = re.compile("[\u3400-\u9fff]")
_SHORTEST_PART = 2
"""Characters of a Chinese name that may stand for a whole one that holds it."""


@dataclass(frozen=True)
class Ending:
    """A clause that may tell the end of a fact."""

    quote: str
    """The user's own words, to the letter."""
    denial: Stance | None
    """What it denies to hold any longer."""
    names: tuple[tuple[frozenset[str | None], str], ...]
    """The things it tells the end of: the slots that may hold it (None: the collection), and its name."""


def endings_in(text: str, told: Iterable[Sentence]) -> list[Ending]:
    """Return what in a cleaned message may tell the end of a fact.

    `told`: the sentences of the user's own words in it.
    """
    stretches = (clause for sentence in told if not sentence.question for clause in _stretches(sentence))
    return [ending for clause in stretches if (ending := _ending(clause, text))]


def ended(
    endings: Iterable[Ending],
    facts: Iterable[Proposal],
    *,
    message: str,
    source: Source,
    observed_at: str,
    time_zone: str = "UTC",
) -> list[Proposal]:
    """Return bare retractions of those of `facts` that `endings` end.

    `message` is the readable text they stand in, `observed_at` ISO, `time_zone` the user's.
    """
    known = [fact for fact in facts if not is_retraction(fact)]
    pairs = [(ending.quote, fact) for ending in endings for fact in known if _ends(ending, fact)]
    return retractions(pairs, message=message, source=source, observed_at=observed_at, time_zone=time_zone)


def retractions(
    pairs: Iterable[tuple[str, Proposal]], *, message: str, source: Source, observed_at: str, time_zone: str
) -> list[Proposal]:
    """Return bare retractions of facts, each given with the words of `message` that end it; one a fact."""
    found: dict[str, Proposal] = {}
    for quote, fact in pairs:
        made = make_proposal(
            text=quote,
            kind=fact["kind"],
            quote=quote,
            message=message,
            source=source,
            observed_at=observed_at,
            slot=fact["slot"],
            value=fact["value"],
            retracts=True,
            explicit=fact["explicit"],
            time_zone=time_zone,
        )
        found[fact["id"]] = {**made, "id": retraction_id(fact["id"]), "retracts": fact["id"]}
    return list(found.values())


def _stretches(sentence: Sentence) -> list[Clause]:
    """Return what a sentence asserts: its clauses, and itself where it asserts them all ("Alex and I broke up")."""
    parts = clauses(sentence)
    asserted = [part for part in parts if part.asserted]
    if len(parts) > 1 and asserted == parts:
        asserted.append(replace(parts[0], text=sentence.text, start=sentence.start, end=sentence.end))
    return asserted


def _ending(clause: Clause, text: str) -> Ending | None:
    lead = _LEAD.match(clause.text)
    start = clause.start + (lead.end() if lead else 0)
    told, quote = clause.subject + clause.text[lead.end() if lead else 0 :], text[start : clause.end]
    if moved := _OBJECT_FIRST_ZH.fullmatch(told):  # 吉他我不学了
        told = f"我{moved['denied']}{moved['thing']}了"
    if _BARE_ZH.match(told):  # 不在台大读书了
        told = f"我{told}"
    whole = told.partition(",")[0] if told.isascii() else told
    stance = stance_of_text(whole, over=True) if OVER.search(whole) else None
    names = tuple(_names(told))
    denial = stance if stance and stance.denies else None
    return Ending(quote, denial, names) if denial or names else None


def _names(told: str) -> Iterator[tuple[frozenset[str | None], str]]:
    for slots, pattern in _NAMED:
        if match := pattern.fullmatch(told):
            name = match["name"] or match.groupdict().get("other") or ""
            yield slots, name


def _ends(ending: Ending, fact: Proposal) -> bool:
    """Tell whether an ending ends a fact: it denies what the fact says, or names what its slot holds."""
    stance = stance_of_text(fact["text"])
    if ending.denial and stance and ends(ending.denial, stance):
        return True
    held = fact["value"] or fact["text"]
    return any(fact["slot"] in slots and names_part(name, held) for slots, name in ending.names)


def names_part(name: str, held: str) -> bool:
    """Tell whether a name stands for what a fact holds: all of its words stand in it ("the Mazda", of a Mazda 2)."""
    if _HAN.search(name):
        plain = _bare(name)
        return len(plain) >= _SHORTEST_PART and plain in _bare(held)
    own = {word for word in plain_form(name).words if word not in _IDLE}
    return bool(own) and own <= set(plain_form(held).words)


def _bare(name: str) -> str:
    """Return a name in the form in which it is compared, without an article ("a novel")."""
    form = plain_form(name)
    return form.key.removeprefix("a") if form.words[:1] == ("a",) else form.key
