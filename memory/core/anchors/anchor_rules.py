"""How a rule for exact strings is run: only where a match can begin, so that a scan takes little and linear time."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

Kind = Literal[
    "url",
    "email",
    "path",
    "quoted",
    "percentage",
    "amount",
    "date",
    "relative_date",
    "time",
    "phone",
    "version",
    "identifier",
    "field",
    "name",
]
"""`field`: a number of JSON with its key."""

Positions = dict[re.Pattern[str], list[int]]
"""Where each start was found in one text, so that rules share the search."""


@dataclass(frozen=True)
class Rule:
    """One kind of exact string, or one way to write it."""

    kind: Kind
    pattern: re.Pattern[str]
    """What a match looks like; every repetition in it is bounded."""
    starts: tuple[re.Pattern[str], ...] = ()
    """What every match begins with, in patterns that are found fast; empty: `pattern` is."""
    needs: re.Pattern[str] | None = None
    """What a text must hold to hold a match: most texts hold no address, and many no digit."""

    def matches(self, text: str, known: Positions) -> Iterator[re.Match[str]]:
        """Yield the matches in `text` from left to right, none in another; `known` grows by what is searched for."""
        if self.needs and not self._held(text, self.needs, known):
            return
        if not self.starts:
            yield from self.pattern.finditer(text)
            return
        end = 0
        for at in self._positions(text, known):
            if at >= end and (match := self.pattern.match(text, at)):
                end = match.end()
                yield match

    def _held(self, text: str, needs: re.Pattern[str], known: Positions) -> bool:
        if needs not in known:
            known[needs] = [match.start()] if (match := needs.search(text)) else []
        return bool(known[needs])

    def _positions(self, text: str, known: Positions) -> list[int]:
        for start in self.starts:
            if start not in known:
                known[start] = [match.start() for match in start.finditer(text)]
        if len(self.starts) == 1:
            return known[self.starts[0]]
        return sorted(position for start in self.starts for position in known[start])
