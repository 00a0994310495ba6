"""Runs functions in forked children of a warm process, so that a child begins in milliseconds.

The process that forks has one thread and no event loop: what a child needs of either, it opens itself.
"""

import json
import os
import selectors
import traceback
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, TypeVar

T = TypeVar("T")
Tell = Callable[[dict[str, Any]], None]
"""Passes a message from a child to its parent at once."""
Work = Callable[[Tell], None]


@dataclass(frozen=True)
class Ended:
    """How a child ended."""

    signal: int
    """The signal that killed it, 0 for none."""
    code: int
    """Its exit code, 1 after an exception."""
    told: list[dict[str, Any]] = field(default_factory=list)
    """What it passed on, in order."""


def in_child(work: Work) -> Ended:
    """Run `work` in a child and return how that ended."""
    pid, read = _fork(work)
    with os.fdopen(read, "rb") as pipe:
        data = pipe.read()
    return _ended(pid, data)


def each_in_child(items: Iterable[T], work: Callable[[T, Tell], None], at_once: int) -> Iterator[tuple[T, Ended]]:
    """Run `work` on each item in a child of its own, `at_once` at a time, and yield how each ended, as they end."""
    waiting = iter(items)
    with selectors.DefaultSelector() as selector:
        running = 0
        while True:
            while running < at_once and (item := next(waiting, None)) is not None:
                pid, read = _fork(_bound(work, item))
                selector.register(read, selectors.EVENT_READ, (item, pid, bytearray()))
                running += 1
            if not running:
                return
            for key, _ in selector.select():
                item, pid, data = key.data
                if part := os.read(key.fd, 65_536):
                    data.extend(part)
                    continue
                selector.unregister(key.fd)
                os.close(key.fd)
                running -= 1
                yield item, _ended(pid, bytes(data))


def _bound(work: Callable[[T, Tell], None], item: T) -> Work:
    return lambda tell: work(item, tell)


def _fork(work: Work) -> tuple[int, int]:
    """Return the id of a child that does `work`, and where to read what it tells."""
    read, write = os.pipe()
    pid = os.fork()
    if pid:
        os.close(write)
        return pid, read
    os.close(read)
    code = 1
    try:
        work(lambda message: _send(write, message))
        code = 0
    except BaseException:  # noqa: BLE001  # whatever it was, the parent is told, and the child ends here
        _send(write, {"error": traceback.format_exc()})
    finally:
        os._exit(code)


def _send(pipe: int, message: dict[str, Any]) -> None:
    data = json.dumps(message).encode() + b"\n"
    while data:
        data = data[os.write(pipe, data) :]


def _ended(pid: int, data: bytes) -> Ended:
    status = os.waitpid(pid, 0)[1]
    told = [json.loads(line) for line in data.splitlines()]
    killed = os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0
    return Ended(killed, os.WEXITSTATUS(status) if os.WIFEXITED(status) else 0, told)
