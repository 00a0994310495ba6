"""What is equal for facts that are the same one in other words.

Two facts are alike when they are about the same time and `plain_form` makes them equal: their text in the collection,
their value in a slot. That is an equality, so it does not matter in which order facts are compared, and it is strict:
what merely resembles (another child, number, name, date or person, a negation) is another fact.
"""

import hmac
import re
from functools import lru_cache

from memory.core.facts.fact_dates import fact_dates
from memory.core.facts.fact_times import zone_named
from memory.core.facts.facts import Proposal
from memory.core.facts.identity import comparable, is_retraction
from memory.core.facts.slots import SLOTS
from memory.core.facts.subjects import named
from memory.core.language.plain_form import plain_form
from memory.core.language.times import moment

_DATED = re.compile(r"\d{4}|\d[/.-]\d|月|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b", re.IGNORECASE)
_NO_DIGIT = re.compile("[^0-9]")
_NO_WORD = re.compile(r"[\W_]+")
_TASTES = frozenset({"likes", "dislikes", "avoids"})
_DONE_WITH_IT = re.compile(
    r"^(?:(?:[听喝吃](?=..)|[喝吃](?=[茶酒水奶辣甜酸咸肉鱼面饭糖])|看(?=(?:电影|动漫|动画片?|电视剧?|书|小说|漫画)$))"
    r"|(?:drink(?:ing)?|eat(?:ing)?|listen(?:ing)? to|watch(?:ing)? (?=(?:movies|anime|tv)$)"
    r"|read(?:ing)? (?=(?:books|novels|comics|manga)$)) ?)"
)
"""What people do with what they like, where naming it says no less: "drinking tea", 看电影."""
_SAME_TASTES = tuple(
    (re.compile(form), one)
    for form, one in (("^to ", ""), (r"\bfilm(?=s?\b)", "movie"), ("旅行", "旅游"), ("(?<=.)的$", ""))
)


def likeness(fact: Proposal) -> str:
    """Return a text that is the same for facts that are alike. A bare retraction is like itself alone."""
    if is_retraction(fact):
        return f"retraction|{fact['id']}"
    slot, value = fact["slot"], fact["value"]
    told = _form(fact["text"], fact["observed_at"], fact["time_zone"])
    if slot and value:
        told = named(slot, value_form(slot, value), fact["text"])
    order = slot is None and fact["kind"] == "instruction"
    return f"{slot}|{order}|{fact['valid_from']}|{fact['valid_until']}|{told}"


def value_form(slot: str, value: str) -> str:
    """Return what is equal for values of a slot that are the same one."""
    if slot in SLOTS and SLOTS[slot].kind == "relationship":
        return _NO_WORD.sub(" ", comparable(value)).strip()
    plain = comparable(value)
    form = plain_form(_taste(plain) if slot in _TASTES else plain)
    return form.key.removeprefix("a") if form.words[:1] == ("a",) else form.key


def _taste(plain: str) -> str:
    """Return what is liked, in comparable form, without what is done with it."""
    for form, one in _SAME_TASTES:
        plain = form.sub(one, plain)
    return _DONE_WITH_IT.sub("", plain, count=1)


def likeness_hash(fact: Proposal, key: str) -> str:
    """Return what a tombstone keeps of a likeness: a hash nobody can test words against without the process's `key`."""
    return hmac.digest(key.encode(), f"like {likeness(fact)}".encode(), "sha256").hex()[:32]


@lru_cache(maxsize=65_536)
def _form(text: str, observed_at: str, time_zone: str) -> str:
    return plain_form(_in_one_form(text, observed_at, time_zone)).key


def _in_one_form(text: str, observed_at: str, time_zone: str) -> str:
    """Return a statement with its dates in one form, the days they mean."""
    if not _DATED.search(text):
        return text
    told, at = "", 0
    for found in fact_dates(text, moment(observed_at).astimezone(zone_named(time_zone))):
        label = "" if found.dated else f" d{_NO_DIGIT.sub('', found.span.label())} "  # the brackets behind hold it
        told, at = told + text[at : found.start] + label, found.end
    return told + text[at:]
