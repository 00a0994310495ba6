"""What a model is asked that folds a conversation: to note what a stretch of it says, to merge notes into one."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, get_args

from memory.core.summary.fold_words import Section, fold_words
from memory.core.summary.summary_words import ENGLISH, SummaryWords
from memory.core.window.fences import fence, mark_of

ASKED_SHARE = 0.6
"""Share of the tokens of a text that the model is asked for: models are poor at counting."""
_WORDS_A_TOKEN = {True: 0.7, False: 0.9}
"""By whether it is English; Chinese words are characters."""


@dataclass(frozen=True)
class Request:
    """One question to a model that writes summaries."""

    step: Literal["fold", "merge"]
    """`fold` asks for the notes of a stretch, `merge` to make notes into one."""
    system: str
    """The fixed part."""
    text: str
    """What is to be read, fenced."""
    source: str
    """What the answer is checked against: what is to be read, bare."""
    words: SummaryWords
    """Of the language it is to answer in."""
    limit: int
    """Tokens of the notes, at most."""
    mark: str

    def again(self, problem: str) -> str:
        """Return the system text once more, with what was wrong with the last answer."""
        return f"{self.system}\n{self.words.refused.format(problem=problem)}" if problem else self.system


def fold_request(text: str, words: SummaryWords, limit: int, secret: str) -> Request:
    """Return the request for the notes of a stretch of a conversation, of at most `limit` tokens.

    `secret` makes the fence's mark, which nothing said can guess.
    """
    mark = mark_of(secret, text)
    system = fold_words(words).fold.format(words=_asked(words, limit), mark=mark)
    return Request("fold", system, fence("earlier", mark, text), text, words, limit, mark)


def merge_request(texts: Sequence[str], words: SummaryWords, limit: int, secret: str) -> Request:
    """Return the request to merge notes, the oldest first, into notes of at most `limit` tokens."""
    source = "\n".join(texts)
    mark = mark_of(secret, source)
    system = fold_words(words).merge.format(words=_asked(words, limit), mark=mark)
    blocks = "\n".join(fence("summary", mark, text) for text in texts)
    return Request("merge", system, blocks, source, words, limit, mark)


def notes_schema() -> dict[str, Any]:
    """Return the JSON schema of an answer, as structured output takes it: every field required, no other one."""
    names = get_args(Section)
    lines = {"type": "array", "items": {"type": "string"}}
    return {
        "title": "notes",
        "description": "Notes of a conversation.",
        "type": "object",
        "properties": dict.fromkeys(names, lines),
        "required": list(names),
        "additionalProperties": False,
    }


def _asked(words: SummaryWords, limit: int) -> int:
    return int(limit * ASKED_SHARE * _WORDS_A_TOKEN[words is ENGLISH]) // 10 * 10
