"""What makes two facts the same one: ids derived from content, so a retry or another spelling doubles nothing."""

import re
from collections.abc import Mapping
from typing import Any

from memory.core.facts.facts import Kind, Proposal
from memory.core.language.text import content_hash, normalise

_APOSTROPHES = str.maketrans("’‘ʼ＇", "''''")
_EDGES = re.compile(r"^[\W_]+|[^\w%)+#]+$")
_SPACED_HAN = re.compile(r"(?<=[\u3400-\u9fff]) | (?=[\u3400-\u9fff])")
_RETRACTION = "retraction"


def comparable(text: str) -> str:
    """Return the form in which two statements of one fact are equal.

    `text.normalise`, one kind of apostrophe, no punctuation at either end, no space beside a Han character.
    """
    plain = normalise(text).translate(_APOSTROPHES)
    return _SPACED_HAN.sub("", _EDGES.sub("", plain) or plain)


def proposal_id(kind: Kind, slot: str | None, content: str) -> str:
    """Return the content id of a fact: `content` is its value where it fills a slot, else its text."""
    return content_hash([kind, slot, comparable(content)])


def slot_id(kind: Kind, slot: str) -> str:
    """Return the id that stands for whatever a slot holds ("I quit my job")."""
    return content_hash([kind, slot, None])


def retraction_id(ended: str) -> str:
    """Return the id of the bare retraction of the content `ended`."""
    return content_hash([_RETRACTION, ended])


def is_retraction(fact: Mapping[str, Any]) -> bool:
    """Tell whether a fact only ends another; one that also has content of its own replaces it."""
    ended = fact.get("retracts")
    return ended is not None and fact["id"] == retraction_id(ended)


def assertion_key(fact: Proposal) -> str:
    """Return the store key of an assertion: the same fact said in another entry is another assertion of it."""
    return f"{fact['id']}-{content_hash(fact['source']['entry'])}"
