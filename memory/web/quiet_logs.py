"""Keeps what users say out of the log: requests and errors quote it. Ids, kinds of errors and places stay.

With LOG_LEVEL=DEBUG the platform logs whole requests on lines of their own.
"""

import logging
import re
import traceback
from collections.abc import Iterator, MutableMapping
from typing import Any
from urllib.parse import parse_qsl

_PLAIN = ("memory.", "psycopg", "sqlite3.", "httpx.", "OSError", "Connection", "FileNotFound", "Permission", "Timeout")
"""How the names of errors begin whose first line tells of settings, files and hosts, not of what was sent."""
_LEFT_OUT = "… (left out: it may quote what was sent)"
_EVENT = re.compile(r"<class '(?P<kind>[\w.]+)'>\((?P<text>.*)", re.DOTALL)
_PLACE = re.compile(
    r"Traceback \(most recent call last\):$|  File \".*|\s*[\^~]+$|$|The above exception was the direct cause of .*:$"
    r"|During handling of the above exception, .*:$|During task with name '\w+' and id '[\w-]+'$"
)
_KIND = re.compile(r"[A-Za-z_][\w.]*")


def quieten_logs() -> None:
    """Let every line of this process that is written from now on go without what users say; twice changes nothing."""
    for handler in logging.getLogger().handlers:
        handler.addFilter(without_text)
    logging.getLogger("httpcore").setLevel(logging.INFO)  # its finer lines hold addresses and headers


def without_text(record: logging.LogRecord) -> bool:
    """Take what may be text of users out of a line; each is still written."""
    if isinstance(record.msg, MutableMapping):  # of the platform, whose formatter takes mappings
        record.msg.update(dict(_replaced(record.msg)))
    elif record.exc_info and record.exc_info[1]:
        trace = "".join(traceback.format_exception(record.exc_info[1]))
        record.exc_info, record.exc_text = None, None
        record.exception = "\n".join(_places(trace))  # an extra field, by the name the platform has for it
    return True


def _replaced(told: MutableMapping[str, Any]) -> Iterator[tuple[str, str]]:
    if query := told.get("query_string"):
        yield "query_string", "&".join(name for name, _ in parse_qsl(str(query), keep_blank_values=True))
    if told.get("error_detail"):
        yield "error_detail", _LEFT_OUT
    found = _EVENT.search(str(told.get("event")))
    if found and not found["kind"].startswith(_PLAIN):
        yield "event", f"{str(told['event'])[: found.start('text')]}{_LEFT_OUT}"
    if trace := told.get("exception"):
        yield "exception", "\n".join(_places(str(trace)))


def _places(trace: str) -> Iterator[str]:
    """Yield the lines of a traceback that say where and what kind; of a plain error its first line."""
    code, told = False, False
    for line in trace.splitlines():
        if code or _PLACE.fullmatch(line):
            told = told and not line.startswith("Traceback")
            yield line
        elif not told:
            kind, told = line.partition(": ")[0], True
            yield line if kind.startswith(_PLAIN) else kind if _KIND.fullmatch(kind) else _LEFT_OUT
        code = line.startswith('  File "')
