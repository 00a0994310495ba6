"""A context report as text for a terminal: sections with their bars, what was cut, what stood in it, what it cost.

Names and notes may hold anybody's words: none is read as markup, and control characters are shown as escapes.
"""

import shutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from memory.commands.printing import harmless
from memory.core.window.context_diff import ContextDiff, items_of, section_rows
from memory.service.turn.context_reports import Answer

PIPED_COLUMNS = 100
"""Width of what goes to no terminal, unless COLUMNS says otherwise."""
NARROW, WIDE = 46, 72
"""Columns from which on a section has a bar, and from which on also what it wanted and its bounds."""
_LONGEST_BAR, _SHORTEST_BAR = 32, 6
_STYLES = {"window": "green", "earlier": "green", "facts": "cyan", "passages": "cyan", "notice": "red"}
_USAGE = (("input_tokens", "tokens in"), ("output_tokens", "tokens out"))
_WORK = (("calls", "calls of the model"), ("store_ops", "operations of the store"))


@dataclass(frozen=True)
class Screen:
    """What the text is for."""

    columns: int
    colour: bool
    """A terminal that takes colours."""
    block: str
    """What bars are drawn with."""


def screen_of(*, terminal: bool, encoding: str | None) -> Screen:
    """Return the screen of this process; `encoding`: of its standard output."""
    columns = shutil.get_terminal_size((PIPED_COLUMNS, 24)).columns
    return Screen(columns, terminal, "█" if _can("█", encoding or "utf-8") else "#")


def context_text(title: str, answer: Answer, diff: ContextDiff | None, screen: Screen) -> str:
    """Return the window of an answer, with what changed since the one before if `diff` tells."""
    console = Console(
        width=screen.columns,
        force_terminal=screen.colour,
        highlight=False,
        markup=False,
        emoji=False,
        legacy_windows=False,
    )
    with console.capture() as captured:
        for part in _parts(title, answer, diff, screen):
            console.print(part)
    return "".join(f"{line.rstrip()}\n" for line in captured.get().split("\n")[:-1])


def _parts(title: str, answer: Answer, diff: ContextDiff | None, screen: Screen) -> Iterator[Text | Table]:
    report = answer.report
    yield Text(harmless(title), "bold")
    yield Text(f"answer of {harmless(answer.time[:19].replace('T', ' '))} UTC, {_what(report)}\n")
    yield _sections(report, diff, screen)
    yield from _listed("Cut", map(harmless, report.get("cut", ())))
    yield from _listed("Degraded", map(harmless, report.get("degraded", ())))
    yield from _listed("Items", map(_item, items_of(report)))
    if diff:
        yield from _listed("Items that came in", map(_item, diff["items_in"]))
        yield from _listed("Items that left", map(_item, diff["items_out"]))
        yield from _listed("Cut anew", map(harmless, diff["steps"]))
        yield Text(f"\n{_kept(diff)}")
    yield Text(f"\n{_cost(report)}")


def _what(report: Mapping[str, Any]) -> str:
    cursor = report.get("summary")
    covered = cursor.get("depth") if isinstance(cursor, Mapping) else None
    summary = f"a summary of the first {covered + 1:,} messages" if isinstance(covered, int) else "no summary"
    return f"model {harmless(report.get('model', 'unknown'))}, {summary}"


def _sections(report: Mapping[str, Any], diff: ContextDiff | None, screen: Screen) -> Table:
    rows, changes = section_rows(report), {c["name"]: c["now"] - c["before"] for c in diff["sections"]} if diff else {}
    known = {row["name"] for row in rows}
    budget, total = int(report.get("budget") or 0), sum(row["tokens"] for row in rows)
    table = _table(screen, total, budget, sum(changes.values()) if diff else None)
    scale = max(budget, total, 1)
    for row in rows:
        change = changes.get(row["name"], 0)
        if row["tokens"] or row["wanted"] or change:
            bounds = f"{row['floor']:,}-{row['ceiling']:,}" if row["ceiling"] else ""
            lines = f"{row['shown']:,} of {row['of']:,}" if row["of"] else ""
            more = [f"{row['wanted']:,}", bounds, lines]
            _add(table, screen, row["name"], row["tokens"], scale, change if diff else None, more)
    for name in changes.keys() - known:
        _add(table, screen, name, 0, scale, changes[name], ["", "", ""])
    return table


def _table(screen: Screen, total: int, budget: int, change: int | None) -> Table:
    table = Table(box=None, pad_edge=False, show_footer=True)
    table.add_column("section", "total", overflow="fold")
    table.add_column("tokens", f"{total:,}", justify="right")
    if change is not None:
        table.add_column("change", _signed(change), justify="right")
    table.add_column("share", f"{total / max(budget, total, 1):.1%}", justify="right")
    if screen.columns >= NARROW:
        table.add_column("", f"of {budget:,}" if budget else "", overflow="crop", no_wrap=True)
    if screen.columns >= WIDE:
        for name in ("wanted", "bounds", "shown"):
            table.add_column(name, justify="right", no_wrap=True)
    return table


def _add(
    table: Table, screen: Screen, name: str, tokens: int, scale: int, change: int | None, more: Sequence[str]
) -> None:
    """Add one section's row, with the cells that the screen has room for."""
    cells = [Text(harmless(name)), Text(f"{tokens:,}")]
    cells += [Text(_signed(change))] if change is not None else []
    cells.append(Text(f"{tokens / scale:.1%}"))
    if screen.columns >= NARROW:
        length = max(round(_bar_room(screen) * tokens / scale), int(tokens > 0))
        cells.append(Text(screen.block * length, _STYLES.get(name, "blue")))
    table.add_row(*cells, *(map(Text, more) if screen.columns >= WIDE else ()))


def _bar_room(screen: Screen) -> int:
    taken = 40 if screen.columns < WIDE else 68
    return min(_LONGEST_BAR, max(_SHORTEST_BAR, screen.columns - taken))


def _listed(heading: str, lines: Iterator[str]) -> Iterator[Text]:
    listed = [Text(f"- {line}", overflow="fold") for line in lines]
    if listed:
        yield Text(f"\n{heading}", "bold")
        yield from listed


def _item(item: Mapping[str, Any]) -> str:
    said = str(item.get("observed_at") or item.get("time") or "")[:10]
    score = f"score {item['score']:.2f}" if isinstance(item.get("score"), int | float) else None
    parts = (item.get("type"), item.get("id"), said, item.get("conversation"), score)
    return "  ".join(harmless(part) for part in parts if part)


def _kept(diff: ContextDiff) -> str:
    return (
        f"Messages: {diff['messages_in']} came in, {diff['messages_out']} left. Unchanged at the beginning: about "
        f"{diff['prefix_tokens']:,} tokens ({diff['prefix_share']:.0%})."
    )


def _cost(report: Mapping[str, Any]) -> str:
    usage = report.get("usage") or {}
    told = [f"{usage[k]:,} {what}" for k, what in _USAGE if isinstance(usage.get(k), int)]
    told += [f"{report[k]} {what}" for k, what in _WORK if k in report]
    times = (f"{harmless(name)} {ms:,.1f}" for name, ms in (report.get("ms") or {}).items())
    return f"Cost (as reported): {', '.join(told) or 'unknown'}\nMilliseconds: {', '.join(times) or 'unknown'}"


def _signed(change: int) -> str:
    return f"{change:+,}" if change else "="


def _can(sign: str, encoding: str) -> bool:
    try:
        sign.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True
