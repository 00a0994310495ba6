"""What code makes of a fact that a model found: a proposal the user's words bear, one that must wait, or nothing.

What the user's own words bear (`bearing.py`), or their answer together with its question (`answers.py`), goes to the
policy. What is doubtful waits, with the reason. What nobody said, or the user did not say in earnest, is refused.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from memory.core.extraction.answers import bears_answer
from memory.core.extraction.extraction import extract
from memory.core.extraction.own_words import own_words
from memory.core.facts.bearing import bears, clauses_around, is_negated
from memory.core.facts.facts import SELF, Proposal, Source
from memory.core.facts.grounding import find_quote, is_asserted, is_grounded, supports
from memory.core.facts.identity import comparable
from memory.core.facts.proposals import QUOTE_LIMIT, make_proposal
from memory.core.facts.slots import SLOTS, arity_of, cued_slots
from memory.core.facts.subjects import subject_of
from memory.core.language.clauses import clauses, fold, sentences
from memory.core.model_extraction.model_answers import Item
from memory.core.model_extraction.model_extraction import Line
from memory.core.model_extraction.statement_signs import LASTING, PASSING, SELF_FIRST, SPEAKS, THIS, in_other_language
from memory.core.privacy.secret_spans import REDACTED

CONFIDENCE, UNCERTAIN = 0.8, 0.5
"""Of what fills a slot or tells what lasts, and of all else, which the policy asks about."""
MADE_UP = "nothing of it stands in the user's message"
NOT_STATED = "the user did not state it: quoted, pasted, asked, supposed or in play"
TURNED_ROUND = "it says the contrary of the user's words, or says it of someone else"
NOT_SAID = "the user's own words do not say it"
NOT_OF_USER = "it does not speak of the user"
OF_THE_MOMENT = "it only tells what the user wants at the moment"
SECRET = "it told a secret"  # noqa: S105  # a reason
OTHER_LANGUAGE = "told in another language than the user's"
REFUSALS = frozenset({MADE_UP, NOT_STATED, TURNED_ROUND, NOT_SAID, NOT_OF_USER, OF_THE_MOMENT, SECRET, OTHER_LANGUAGE})
"""Why a fact is refused; what follows is why one waits."""
NOT_QUOTED = "the quote does not stand in the user's message"
OTHER_WORDS = "told in other words than the user's"
DENIAL = "it only says what is not so"


@dataclass(frozen=True)
class Judged:
    """What becomes of a fact that a model found."""

    proposal: Proposal
    refused: str = ""
    """Why it is not to be decided about at all; empty: the policy decides."""


def judge(
    items: Iterable[Item],
    lines: Sequence[Line],
    known: Iterable[Proposal],
    sources: Sequence[Source],
    zones: Sequence[str],
) -> list[Judged]:
    """Return what becomes of the facts found in `lines`, without those that are told already.

    `known`: what is stored or waits, of the entries of `lines` at least. `sources` and `zones` (IANA): of each line.
    """
    told = list(known)
    for line, source, zone in zip(lines, sources, zones, strict=True):
        told += extract(line.message, source=source, observed_at=line.entry["time"], time_zone=zone)
    found: list[Judged] = []
    for told_item in items:
        line, source = lines[told_item.number], sources[told_item.number]
        item = in_own_words(told_item)
        refused, doubt = _verdict(item, line)
        proposal = _proposal(item, line, source, zones[item.number], doubt or refused)
        if not _is_told(proposal, told):
            found.append(Judged(proposal, refused))
            told.append(proposal)
    return found


def in_own_words(item: Item) -> Item:
    """Return a fact in the user's own words where its quote is a statement of its own and the fact is not borne by it.

    A paraphrase or a translation of what the user said of themselves is worth less than what they said.
    """
    alike = in_other_language(item.text, item.quote) or (
        supports(item.text, item.quote) and comparable(item.text) != comparable(item.quote)
    )
    own = SELF_FIRST.match(fold(item.quote)) is not None and _is_single(item.quote)
    turned = is_negated(item.text) != is_negated(item.quote) or _is_of_another(item)
    return replace(item, text=item.quote, slot=None, value=None) if alike and own and not turned else item


def _verdict(item: Item, line: Line) -> tuple[str, str]:
    """Return why a fact is refused, and why it must wait; both empty: its words bear it."""
    if REDACTED in item.text or REDACTED in item.quote:
        return SECRET, ""
    if not is_grounded(item.quote, line.message):
        return ("", NOT_QUOTED) if supports(item.text, line.own) else (MADE_UP, "")
    if not is_asserted(item.quote, line.message):
        return NOT_STATED, ""
    if in_other_language(item.text, item.quote):
        return OTHER_LANGUAGE, ""
    if _is_of_another(item):
        return TURNED_ROUND, ""
    if _is_answer(item, line):
        return "", ""
    if not _is_borne(item, line):
        return _unborne(item, line)
    return _of_user(item, line), DENIAL if is_negated(item.text) and _slot(item, line)[0] is None else ""


def _of_user(item: Item, line: Line) -> str:
    """Return why a fact that is borne does not tell the user; empty: it does."""
    if item.kind == "instruction":
        return ""
    if not SELF_FIRST.match(fold(item.text)) or not _speaks_of_self(item, line):
        return NOT_OF_USER
    return OF_THE_MOMENT if PASSING.match(fold(item.text)) and item.kind != "goal" else ""


def _speaks_of_self(item: Item, line: Line) -> bool:
    """Tell whether a clause that a fact is quoted from names the user, or leaves out the user as its subject."""
    own = own_words(line.message)
    folded = fold(own)
    touched = [
        clause
        for sentence in sentences(folded)
        for clause in clauses(sentence)
        for start, end in find_quote(item.quote, own)
        if clause.start < end and start < clause.end
    ]
    return any(clause.subject or SPEAKS.search(clause.text) for clause in touched)


def _is_borne(item: Item, line: Line) -> bool:
    """Tell whether the words quoted bear the fact: they are the same, or `bearing.bears` says so."""
    same = comparable(item.text) == comparable(item.quote) and not _is_contrary(item, line)
    return same or bears(item.text, item.quote, line.message)


def _is_contrary(item: Item, line: Line) -> bool:
    """Tell whether only one of the fact and the clauses it is quoted from denies something."""
    own = own_words(line.message)
    around = [clauses_around(own, start, end) for start, end in find_quote(item.quote, own)]
    return all(is_negated(clause) != is_negated(item.text) for clause in around)


def _unborne(item: Item, line: Line) -> tuple[str, str]:
    if not supports(item.text, line.own):
        return NOT_SAID, ""
    return (TURNED_ROUND, "") if _is_contrary(item, line) else ("", OTHER_WORDS)


def _is_single(text: str) -> bool:
    """Tell whether a text is one statement."""
    return sum(len(clauses(sentence)) for sentence in sentences(fold(text))) == 1


def _confidence(item: Item, slot: str | None) -> float:
    """Return how sure a fact may be held: a model takes what is said in passing for what lasts."""
    text = fold(item.text)
    lasts = _is_single(item.text) and LASTING.search(text) is not None and not THIS.search(text)
    return CONFIDENCE if slot or lasts else UNCERTAIN


def _is_answer(item: Item, line: Line) -> bool:
    return bool(line.asked) and bears_answer(item.text, item.quote, line.message, line.asked)


def _is_of_another(item: Item) -> bool:
    """Tell whether the user's words are about someone else and the fact is not."""
    about = subject_of(item.quote)
    return about != SELF and comparable(about) not in comparable(item.text)


def _proposal(item: Item, line: Line, source: Source, zone: str, doubt: str) -> Proposal:
    slot, value = _slot(item, line)
    proposal = make_proposal(
        text=item.text,
        kind=item.kind,
        quote=line.message[:QUOTE_LIMIT] if doubt == NOT_QUOTED else item.quote,
        message=line.message,
        source=source,
        observed_at=line.entry["time"],
        said_by="tool",
        slot=slot,
        value=value,
        confidence=_confidence(item, slot),
        time_zone=zone,
        borne=not doubt,
    )
    return {**proposal, "reason": doubt} if doubt else proposal


def _slot(item: Item, line: Line) -> tuple[str | None, str | None]:
    """Return the slot a fact fills and its value: as the rules read its text, else as the model says if the words do.

    A slot of one value replaces what it held, so the fact's own words must name it, and its value must stand there.
    """
    read = [p for p in extract(item.text, source=_NOWHERE, observed_at=line.entry["time"]) if p["slot"] and p["value"]]
    if len(read) == 1 and "retracts" not in read[0]:
        return read[0]["slot"], read[0]["value"]
    if item.slot not in SLOTS or item.value is None or arity_of(item.slot) == "keyed":
        return None, None
    said = f"{item.quote}\n{line.asked}" if line.asked else item.quote
    named = item.slot in cued_slots(item.text) and comparable(item.value) in comparable(item.text)
    return (item.slot, item.value) if named and supports(item.value, said) else (None, None)


def _is_told(proposal: Proposal, known: Iterable[Proposal]) -> bool:
    """Tell whether what is known of the same message tells what a proposal does: its content, or its words."""
    same = [p for p in known if p["source"]["entry"] == proposal["source"]["entry"]]
    if any(p["id"] == proposal["id"] or (proposal["slot"] and _holds_same(p, proposal)) for p in same):
        return True
    words = [p for p in same if _overlap(p["quote"], proposal["quote"])]
    if arity_of(proposal["slot"]) == "one" and any(p["slot"] == proposal["slot"] for p in words):
        return True
    return bool(words) and supports(proposal["text"], "\n".join(p["text"] for p in words))


def _holds_same(known: Proposal, proposal: Proposal) -> bool:
    same_value = comparable(known["value"] or "") == comparable(proposal["value"] or "")
    return known["slot"] == proposal["slot"] and same_value


def _overlap(quote: str, other: str) -> bool:
    return is_grounded(quote, other) or is_grounded(other, quote)


_NOWHERE: Source = {"thread": "", "conversation": "", "message": "", "entry": ""}
