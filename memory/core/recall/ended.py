"""What a recalled passage tells that no longer holds: the transcript keeps a saying for ever, what it says may end.

What ended is told by the facts it was learned as. What ended by itself as an event did happen, and a value that comes
back when what took its place ends is not over: neither is marked.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from memory.core.facts.current import CurrentFact
from memory.core.facts.facts import Assertion
from memory.core.facts.identity import comparable
from memory.core.language.quoting import quoted
from memory.core.language.text import is_chinese, one_line
from memory.core.recall.passages import Passage

_CHARS = 200


@dataclass(frozen=True)
class Ended:
    """One thing a passage tells that no longer holds."""

    text: str
    """It, as the fact reads."""
    since: str
    """ISO time it ended."""
    instead: str | None
    """What holds in its place, None where nothing does."""


class Endings:
    """What ended of a user's facts at one moment, by the entry that says it."""

    def __init__(self, ended: Sequence[CurrentFact], holding: Iterable[Assertion]) -> None:
        """Take every fact that `ended` and those that hold or are to come, in the archive too."""
        self._ended = ended
        self._holding = list(holding)

    def of(self, passages: Iterable[Passage]) -> dict[str, list[Ended]]:
        """Return what no longer holds of what passages tell, by their ids, oldest first; none for the others."""
        found: dict[str, list[Passage]] = defaultdict(list)
        for passage in passages:
            found[passage.entry].append(passage)
        spans = [span for span in self._ended if any(source["entry"] in found for source in span["sources"])]
        if not spans:
            return {}
        held = {fact["id"]: fact["text"] for fact in self._holding}
        texts = {comparable(text) for text in held.values()}
        told: dict[str, list[Ended]] = defaultdict(list)
        for span in spans:
            if _is_over(span) and span["fact"]["id"] not in held and comparable(span["fact"]["text"]) not in texts:
                for passage in _telling(span, found):
                    told[passage.id].append(self._ending(span, held))
        return dict(told)

    def _ending(self, span: CurrentFact, held: Mapping[str, str]) -> Ended:
        """Return an ending with what holds at the end of the chain of what took the place."""
        followed = {one["fact"]["id"]: one["successor"] for one in self._ended}
        successor, seen = span["successor"], set[str]()
        while successor is not None and successor not in held and successor not in seen:
            seen.add(successor)
            successor = followed.get(successor)
        return Ended(span["fact"]["text"], str(span["invalid_at"]), held.get(successor) if successor else None)


def _is_over(span: CurrentFact) -> bool:
    by_itself = span["successor"] is None and span["fact"]["valid_until"] is not None
    return span["resumes_at"] is None and not (by_itself and span["fact"]["kind"] == "event")


def _telling(span: CurrentFact, found: Mapping[str, Sequence[Passage]]) -> Iterable[Passage]:
    """Return the passages in which a fact stands as it was said there: not where its words are masked."""
    quote = comparable(span["fact"]["quote"])
    entries = dict.fromkeys(source["entry"] for source in span["sources"])
    near = [passage for entry in entries for passage in found.get(entry, ())]
    return [passage for passage in near if quote and quote in comparable(passage.text)]


def ended_mark(text: str, ended: Sequence[Mapping[str, object]]) -> str:
    """Return what stands behind a passage of `text` of which something `ended` (`Ended`), "" where nothing did.

    It is English or Chinese as the passage is. What ended is named where the passage tells more than that.
    """
    whole = [one for one in ended if comparable(str(one["text"])) == comparable(text)]
    return "".join(_mark(text, one) for one in whole or ended)


def _mark(text: str, ended: Mapping[str, object]) -> str:
    what, day, instead = str(ended["text"]), str(ended["since"])[:10], ended["instead"]
    told = "" if comparable(what) == comparable(text) else _quote(what)
    if is_chinese(text):
        more = f"；如今：{_quote(str(instead))}" if instead else ""
        return f"（自{day}起不再成立{'：' if told else ''}{told}{more}）"
    more = f"; instead: {_quote(str(instead))}" if instead else ""
    return f" (no longer holds since {day}{': ' if told else ''}{told}{more})"


def _quote(text: str) -> str:
    return quoted(one_line(text, _CHARS))
