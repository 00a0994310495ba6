"""What a user's own words tell: requests to remember, statements about oneself, standing instructions.

The text of a fact is the user's own statement in the first person, language and script of the message, without the
greeting or request before it ("I live in Lisbon", 我住在里斯本): nothing is translated, nothing put in a third person.
Its quote is the whole clause as it stands in the message. Questions, suppositions, quoted or pasted text, code,
role-play and jokes yield nothing (`own_words.py`, `clauses.py`).
"""

import re
from collections.abc import Callable, Iterable, Sequence
from functools import partial

from memory.core.extraction.answered import AGREED, answered
from memory.core.extraction.casting import may_be_played
from memory.core.extraction.doubt_words import PLAYED
from memory.core.extraction.doubts import doubted
from memory.core.extraction.finding import asked_behind_label, asked_in_play, find
from memory.core.extraction.keeping import Found
from memory.core.extraction.scenes import in_scene
from memory.core.extraction.statements import Statement
from memory.core.facts.facts import Proposal, Source
from memory.core.facts.identity import comparable
from memory.core.facts.proposals import make_proposal
from memory.core.facts.slots import arity_of
from memory.core.facts.subjects import named
from memory.core.language.text import clean_text

PROPOSALS_LIMIT = 40
"""Proposals of one message, at most; how many of them may be kept, and what is told of the rest: `write_limits.py`."""
_BLANKS = re.compile(r"(?<=\S)[ \t]{2,}(?=\S)")


def extract(
    text: str,
    *,
    source: Source,
    observed_at: str,
    message_text: str | None = None,
    time_zone: str = "UTC",
    earlier: Sequence[str] = (),
    asked: str = "",
) -> list[Proposal]:
    """Return what the user's words tell, in their order, at most `PROPOSALS_LIMIT`, each fact once.

    `text` is what the user said in this turn; `message_text` the readable text of the message that the quotes must
    stand in, if it is not the same; `observed_at` the ISO time of the message, `time_zone` the
    user's (IANA), in which relative dates are resolved. `earlier`: the user's messages before it in the conversation,
    oldest first (one of them may have opened a role-play); `asked`: the assistant's message that it answers.
    Time grows linearly with the text.
    """
    text = _BLANKS.sub(" ", clean_text(text))
    scene = in_scene(earlier, text)
    message = text if message_text is None else message_text
    made = partial(make_proposal, message=message, source=source, observed_at=observed_at, time_zone=time_zone)
    said = () if scene else find(text, earlier, asked)
    read = doubted(_first(_once([*said, *asked_in_play(text, scene=scene), *asked_behind_label(text)])), text)
    found = [_proposal(fact, text, made) for fact in read]
    told = found or ([] if scene else _of_answer(text, asked, made))
    if told and may_be_played(earlier, text, asked):
        return [{**proposal, "grounded": False, "reason": PLAYED} for proposal in told]
    return told


def _of_answer(text: str, asked: str, made: Callable[..., Proposal]) -> list[Proposal]:
    """Return what a short answer tells together with the question before it; its quote is the answer."""
    told = answered(text, asked) if asked else None
    if told is None:
        return []
    quote = text.strip()
    read = [found.statement for found in _once(find(told)) if found.statement.slot]
    if not read and AGREED.match(told):
        return [made(text=told, kind="goal", quote=quote, confidence=0.8)]
    return [
        made(text=fact.text, kind=fact.kind, quote=quote, slot=fact.slot, value=fact.value, confidence=0.85)
        for fact in read
        if not fact.retracts
    ]


def _proposal(found: Found, text: str, made: Callable[..., Proposal]) -> Proposal:
    fact = found.statement
    proposal = made(
        text=fact.text,
        kind=fact.kind,
        quote=found.quote or text[fact.start : fact.end],
        slot=fact.slot,
        value=fact.value,
        explicit=found.explicit,
        retracts=fact.retracts,
        confidence=1.0 if found.explicit else fact.confidence,
        borne=not found.doubt,
    )
    return {**proposal, "reason": found.doubt} if found.doubt else proposal


def _once(found: Iterable[Found]) -> list[Found]:
    """Keep each fact once, an explicit reading before another, and of a one-valued slot the last value said."""
    kept: dict[tuple[str | None, str, bool], Found] = {}
    last: dict[str | None, tuple[str | None, str, bool]] = {}
    for fact in found:
        told = fact.statement
        key = (told.slot, comparable(named(told.slot, told.value or told.text, told.text)), told.retracts)
        if key not in kept or (fact.explicit and not kept[key].explicit):
            kept[key] = fact
        if arity_of(told.slot) == "one" and not told.retracts:
            last[told.slot] = key
    asked = [fact.statement for fact in kept.values() if fact.explicit]
    return [
        fact
        for key, fact in kept.items()
        if (key[2] or last.get(key[0], key) == key) and (fact.explicit or not _is_part(fact.statement, asked))
    ]


def _is_part(told: Statement, asked: Iterable[Statement]) -> bool:
    """Tell whether a statement of the collection stands within one that is to be remembered whole."""
    return told.slot is None and any(s.slot is None and s.start <= told.start and told.end <= s.end for s in asked)


def _first(found: list[Found]) -> list[Found]:
    """Return the most that one message may propose, in order; what was asked for goes before what was only said."""
    chosen = sorted(range(len(found)), key=lambda n: (not found[n].explicit, n))[:PROPOSALS_LIMIT]
    return [found[n] for n in sorted(chosen)]
