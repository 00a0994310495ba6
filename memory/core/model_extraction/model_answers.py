"""What a model answers that looks for facts: read as far as it can be, each fact checked on its own.

An answer that is cut off gives the facts that are whole; one wrong fact costs no other.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, cast, get_args

from memory.core.facts.facts import Kind
from memory.core.facts.proposals import QUOTE_LIMIT, SHORT_LIMIT, TEXT_LIMIT
from memory.core.language.text import clean_text, one_line

ITEMS_LIMIT = 60
"""Facts of one answer, at most."""
ANSWER_LIMIT = 60_000
"""Characters of an answer that are read."""
_SHOWN = 3
"""Problems of one answer that are told."""


@dataclass(frozen=True)
class Item:
    """A fact as the model tells it: well-formed, and nothing more."""

    number: int
    """Of the message it is said to stand in, from 0."""
    quote: str
    text: str
    kind: Kind
    slot: str | None = None
    value: str | None = None


@dataclass(frozen=True)
class Answer:
    """What can be used of an answer."""

    items: list[Item] = field(default_factory=list)
    problem: str = ""
    """What is wrong with it, in words for the model; it holds none of the answer's text."""


def read_answer(reply: str, messages: int) -> Answer:
    """Return the facts of an answer to a request with so many messages."""
    if not reply.strip():
        return Answer(problem="it is empty")
    values, problems = _values(reply[:ANSWER_LIMIT])
    items: list[Item] = []
    for place, value in enumerate(values[:ITEMS_LIMIT], start=1):
        try:
            items.append(_item(value, messages))
        except _WrongError as wrong:
            problems.append(f"fact {place}: {wrong}")
    if len(values) > ITEMS_LIMIT:
        problems.append(f"it has more than {ITEMS_LIMIT} facts")
    more = f"; and {len(problems) - _SHOWN} more" if len(problems) > _SHOWN else ""
    return Answer(list(dict.fromkeys(items)), "; ".join(problems[:_SHOWN]) + more)


class _WrongError(ValueError):
    """What is wrong with one fact."""


def _values(reply: str) -> tuple[list[Any], list[str]]:
    """Return the facts of an answer, unchecked, and what is wrong with the whole."""
    start = reply.find("{")
    try:
        found = json.loads(reply[start : reply.rfind("}") + 1]) if start >= 0 else None
    except ValueError:
        return list(_whole_objects(reply)), ["it is cut off or no JSON"]
    if isinstance(found, dict) and isinstance(found.get("facts"), list):
        return list(found["facts"]), []
    return [], ['it is no JSON object with a list "facts"']


def _whole_objects(reply: str) -> Iterator[Any]:
    """Yield the objects of a broken answer that are whole, one after the other, those within others apart."""
    decoder, at = json.JSONDecoder(), reply.find("[")
    while at >= 0 and (at := reply.find("{", at)) >= 0:
        try:
            value, at = decoder.raw_decode(reply, at)
        except ValueError:
            at += 1
        else:
            yield value


def _item(value: Any, messages: int) -> Item:
    if not isinstance(value, dict):
        raise _WrongError("it is no object")
    number = value.get("message")
    if isinstance(number, bool) or not isinstance(number, int) or not 1 <= number <= messages:
        raise _WrongError(f'"message" is no number from 1 to {messages}')
    kind = value.get("kind")
    if kind not in get_args(Kind):
        raise _WrongError(f'"kind" is none of {", ".join(get_args(Kind))}')
    quote, text = _text(value, "quote", QUOTE_LIMIT), _text(value, "text", TEXT_LIMIT)
    return Item(number - 1, quote, text, cast("Kind", kind), *_slot(value))


def _text(value: dict[str, Any], name: str, limit: int) -> str:
    text = value.get(name)
    if not isinstance(text, str) or not text.strip():
        raise _WrongError(f'"{name}" is no text')
    if len(text) > limit:
        raise _WrongError(f'"{name}" has more than {limit} characters')
    return one_line(clean_text(text), limit)


def _slot(value: dict[str, Any]) -> Sequence[str | None]:
    """Return slot and value, neither where one is missing: a fact is one without them too."""
    slot, content = value.get("slot"), value.get("value")
    if not (isinstance(slot, str) and isinstance(content, str)) or not content.strip() or len(content) > SHORT_LIMIT:
        return None, None
    return slot, one_line(clean_text(content), SHORT_LIMIT)
