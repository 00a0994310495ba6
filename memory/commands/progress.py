"""Progress of long work, shown on standard error where that is a terminal, and gone when it is done."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import (
    BarColumn,
    DownloadColumn,
    Progress,
    ProgressColumn,
    SpinnerColumn,
    TextColumn,
    TimeElapsedColumn,
)


def bar(*columns: ProgressColumn) -> Progress:
    """Return a bar, with columns that tell how far the work is."""
    return _shown(TextColumn("{task.description}"), BarColumn(), *columns, TimeElapsedColumn())


def byte_bar() -> Progress:
    """Return a bar of bytes of a known number."""
    return bar(DownloadColumn())


@contextmanager
def waiting(what: str) -> Iterator[None]:
    """Show that work goes on of which nobody knows how long it takes."""
    with _shown(SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn()) as progress:
        progress.add_task(what, total=None)
        yield


def _shown(*columns: ProgressColumn) -> Progress:
    return Progress(*columns, console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty())
