"""Keeps what users say out of the server's own log lines, which quote requests and errors; ids and places stay.

Ours hold no text by themselves. With LOG_LEVEL=DEBUG the platform logs whole requests on lines of their own.
"""

import logging
import re
from collections.abc import Iterator, MutableMapping
from typing import Any
from urllib.parse import parse_qsl

_LOGGERS = ("langgraph_api.server", "langgraph_api.worker")
"""Of requests, and of runs that fail."""
_OURS = "memory."
"""How the names of errors begin whose texts are made to be read."""
_LEFT_OUT = "… (left out: it may quote what was sent)"
_EVENT = re.compile(r"<class '(?P<kind>[\w.]+)'>\((?P<text>.*)", re.DOTALL)
_PLACE = re.compile(r"Traceback |  File \"|\s+[\^~]+$|The above exception|During (handling|task)|$")
_KIND = re.compile(r"(?P<kind>[A-Za-z_][\w.]*)(: |$)")


def quieten_logs() -> None:
    """Let the platform's lines about requests and runs go without what users say; done twice it changes nothing."""
    for name in _LOGGERS:
        logging.getLogger(name).addFilter(_without_text)


def _without_text(record: logging.LogRecord) -> bool:
    """Take text out of a line of the platform's, which is a mapping here; every line is logged."""
    if isinstance(record.msg, MutableMapping):
        record.msg.update(dict(_replaced(record.msg)))
    return True


def _replaced(told: MutableMapping[str, Any]) -> Iterator[tuple[str, str]]:
    if query := told.get("query_string"):
        yield "query_string", "&".join(name for name, _ in parse_qsl(str(query), keep_blank_values=True))
    if told.get("error_detail"):
        yield "error_detail", _LEFT_OUT
    found = _EVENT.search(str(told.get("event")))
    if found and not found["kind"].startswith(_OURS):
        yield "event", f"{str(told['event'])[: found.start('text')]}{_LEFT_OUT}"
    if trace := told.get("exception"):
        yield "exception", "\n".join(_places(str(trace)))


def _places(trace: str) -> Iterator[str]:
    """Yield the lines of a traceback that say where and what kind, and of errors of ours the text."""
    code = False
    for line in trace.splitlines():
        found = _KIND.match(line)
        if code or _PLACE.match(line):
            yield line
        elif found:
            yield line if found["kind"].startswith(_OURS) else found["kind"]
        code = line.startswith('  File "')
