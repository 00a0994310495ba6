"""Whether what a user asks to be remembered, or plainly says of themselves, is kept whatever else the message says.

    python -m evals.facts_prose --locomo FILE --memdaily FILE

Each request and statement below stands before and after each real message of the public sets that `bench_recall_data`
reads (the Chinese ones in both scripts), and the rules read the whole. It is `kept`, `waits` for the user with a
reason, or is `missed`; `alone` tells of the same sentence without a message. A message that itself tells of the same
slot is left out of a row. The last line is the share kept, over all rows of a kind.
"""

import argparse
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from opencc import OpenCC

from evals.bench_recall_data import Memory, read_locomo, read_memdaily
from memory.core.extraction.extraction import extract
from memory.core.facts.facts import Proposal, Source
from memory.core.language.text import one_line

Language = Literal["en", "zh", "zh-Hant"]
Kind = Literal["explicit", "statement"]
Place = Literal["before", "after"]
KEPT, MISSED = "kept", "missed"
SHOWN = 12
"""Messages shown of each way in which a row fails, at most."""
_SHOWN_CHARS = 200
_CAPTION = re.compile(r" \[[^\[\]]*\]$")
"""What the reader of LoCoMo adds to a turn: nobody says it."""
_PLACES: tuple[Place, ...] = ("before", "after")
_SOURCE: Source = {"thread": "prose", "conversation": "prose", "message": "m", "entry": "e"}
_TIME = "2026-03-05T10:00:00+00:00"


@dataclass(frozen=True)
class Saying:
    """A sentence that stands beside every message."""

    language: Language
    kind: Kind
    text: str
    tells: str
    """Stands in the fact."""
    slot: str | None
    """The slot it fills, None: of the collection."""


SAYINGS = (
    Saying("en", "explicit", "Please remember that the spare key is under the blue pot.", "blue pot", None),
    Saying("en", "explicit", "Remember that I live in Lisbon.", "Lisbon", "home"),
    Saying("en", "statement", "I live in Lisbon.", "Lisbon", "home"),
    Saying("en", "statement", "I'm allergic to peanuts.", "peanuts", "allergy"),
    Saying("zh", "explicit", "请记住，备用钥匙在蓝色花盆下面。", "蓝色花盆", None),
    Saying("zh", "explicit", "记住我住在里斯本。", "里斯本", "home"),
    Saying("zh", "statement", "我住在里斯本。", "里斯本", "home"),
    Saying("zh", "statement", "我对花生过敏。", "花生", "allergy"),
    Saying("zh-Hant", "explicit", "請記住，備用鑰匙在藍色花盆下面。", "藍色花盆", None),
    Saying("zh-Hant", "explicit", "記住我住在里斯本。", "里斯本", "home"),
    Saying("zh-Hant", "statement", "我住在里斯本。", "里斯本", "home"),
    Saying("zh-Hant", "statement", "我對花生過敏。", "花生", "allergy"),
)


@dataclass
class Row:
    """What became of a saying at one place of each message."""

    saying: Saying
    place: Place
    alone: str
    """What becomes of the saying without a message."""
    ends: Counter[str] = field(default_factory=Counter)
    """How often it was kept or missed, or waited, by reason."""
    failed: dict[str, list[str]] = field(default_factory=dict)
    """Messages beside which it was not kept, by what became of it instead."""

    @property
    def messages(self) -> int:
        """How many messages it stood beside."""
        return self.ends.total()

    def share(self, end: str) -> float:
        """Return the share of the messages with which it ended so."""
        return self.ends[end] / max(1, self.messages)


def read_messages(locomo: Path | None, memdaily: Path | None, every: int = 1) -> dict[Language, list[str]]:
    """Return the different messages of the sets by language, one in `every`."""
    english, chinese = _said(read_locomo(locomo) if locomo else ()), _said(read_memdaily(memdaily) if memdaily else ())
    convert = OpenCC("s2t").convert
    return {"en": english[::every], "zh": chinese[::every], "zh-Hant": [convert(text) for text in chinese[::every]]}


def _said(memories: Iterable[Memory]) -> list[str]:
    return list(dict.fromkeys(_CAPTION.sub("", said.text).strip() for memory in memories for said in memory.said))


def measure(messages: dict[Language, list[str]], sayings: Sequence[Saying] = SAYINGS) -> list[Row]:
    """Return what becomes of each saying of a language that has messages, before and after each of them."""
    rows: list[Row] = []
    for language, texts in messages.items():
        own = [saying for saying in sayings if saying.language == language]
        told = [{proposal["slot"] for proposal in _read(text)} - {None} for text in texts] if own else []
        rows += [_row(saying, place, texts, told) for saying in own for place in _PLACES if texts]
    return rows


def _row(saying: Saying, place: Place, texts: Sequence[str], told: Sequence[set[str | None]]) -> Row:
    row = Row(saying, place, end_of(saying, saying.text))
    for text, slots in zip(texts, told, strict=True):
        if saying.slot in slots:
            continue
        end = end_of(saying, _beside(saying, place, text))
        row.ends[end] += 1
        if end != KEPT:
            row.failed.setdefault(end, []).append(text)
    return row


def _beside(saying: Saying, place: Place, text: str) -> str:
    first, second = (saying.text, text) if place == "before" else (text, saying.text)
    gap = "\n" if first[-1:].isalnum() else " " if saying.language == "en" else ""
    return f"{first}{gap}{second}"


def end_of(saying: Saying, text: str) -> str:
    """Return what becomes of a saying in a message: `KEPT`, `MISSED`, or why it waits."""
    found = [p for p in _read(text) if saying.tells in p["text"] and (p["explicit"] or saying.kind == "statement")]
    if not found:
        return MISSED
    return KEPT if any(proposal["grounded"] for proposal in found) else found[0]["reason"] or "not grounded"


def _read(text: str) -> list[Proposal]:
    return extract(text, source=_SOURCE, observed_at=_TIME)


def table(rows: Iterable[Row]) -> str:
    """Return the rows as a table, with the reasons why something waited below it."""
    lines = [f"{'':<9}{'':<11}{'saying':<8}{'messages':>9}{'kept':>9}{'waits':>9}{'missed':>9}  alone  the saying"]
    waits: Counter[str] = Counter()
    for row in rows:
        waits.update({end: count for end, count in row.ends.items() if end not in {KEPT, MISSED}})
        shares = (row.share(KEPT), 1 - row.share(KEPT) - row.share(MISSED), row.share(MISSED))
        told = "".join(f"{abs(share):>9.2%}" for share in shares)
        said = row.saying
        lines.append(
            f"{said.language:<9}{said.kind:<11}{row.place:<8}{row.messages:>9}{told}  {row.alone:<6} {said.text}"
        )
    return "\n".join([*lines, *(f"  waits {count} times: {reason}" for reason, count in waits.most_common())])


def failures(rows: Iterable[Row]) -> Iterator[str]:
    """Yield some of the messages beside which a saying was not kept."""
    for row in rows:
        for end, texts in row.failed.items():
            yield f"{row.saying.text} {row.place} the message: {end}, {len(texts)} times"
            yield from (f"    {one_line(text, _SHOWN_CHARS)}" for text in texts[:SHOWN])


def result_line(rows: Sequence[Row]) -> str:
    """Return the shares kept by kind, and how many messages there were."""
    kept = {kind: _share([row for row in rows if row.saying.kind == kind]) for kind in ("explicit", "statement")}
    most: dict[Language, int] = {}
    for row in rows:
        most[row.saying.language] = max(row.messages, most.get(row.saying.language, 0))
    figures = " ".join(f"{kind}={share:.4f}" for kind, share in kept.items())
    return f"RESULT facts_prose {figures} messages={sum(most.values())}"


def _share(rows: Sequence[Row]) -> float:
    return sum(row.ends[KEPT] for row in rows) / max(1, sum(row.messages for row in rows))


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure on the files that the command line names."""
    parser = argparse.ArgumentParser(prog="python -m evals.facts_prose", description=__doc__)
    parser.add_argument("--locomo", type=Path, help="English messages: LoCoMo's file")
    parser.add_argument("--memdaily", type=Path, help="Chinese messages: MemDaily's file")
    parser.add_argument("--every", type=int, default=1, help="one message in so many")
    parser.add_argument("-v", "--verbose", action="store_true", help="show some messages beside which it was not kept")
    args = parser.parse_args(arguments)
    if not (args.locomo or args.memdaily):
        parser.error("name a file: --locomo, --memdaily or both. evals/bench_recall_data.py says where they are found.")
    rows = measure(read_messages(args.locomo, args.memdaily, max(1, args.every)))
    if args.verbose:
        print(*failures(rows), sep="\n", end="\n\n")
    print(table(rows), result_line(rows), sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
