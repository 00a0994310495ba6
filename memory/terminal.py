"""The terminal: lines in, text out, and Ctrl-C as something a program can answer."""

import asyncio
import contextlib
import re
import signal
import sys
from collections.abc import Coroutine, Iterator
from typing import Any, TextIO, TypeVar

from memory.core.errors import InputError

T = TypeVar("T")


class Interrupted(Exception):  # noqa: N818  # the user's wish, not an error
    """The user pressed Ctrl-C."""


class Terminal:
    """Standard input, output and error."""

    def __init__(self) -> None:
        self.interactive = sys.stdin.isatty()

    def write(self, text: str) -> None:
        """Print text of the reply, at once."""
        _print(sys.stdout, text)

    def tell(self, line: str) -> None:
        """Print a line that is no part of the reply, so that a pipe gets replies alone."""
        _print(sys.stderr, f"{line}\n")

    async def read_line(self, prompt: str) -> str | None:
        """Return the next line without its end, None at the end of the input; other work of the loop goes on.

        Raises Interrupted: the user pressed Ctrl-C. InputError: the line is not UTF-8.
        """
        if self.interactive:
            _print(sys.stderr, prompt)
        try:
            line = await self.interruptible(self._next_line())
        except UnicodeDecodeError:
            raise InputError("input", "it is not UTF-8", "Send UTF-8.") from None
        check_encoded("input", line)
        return line.removesuffix("\n") if line else None

    async def interruptible(self, work: Coroutine[Any, Any, T]) -> T:
        """Return what `work` returns.

        Raises Interrupted: the user pressed Ctrl-C and the work was cancelled, to its end.
        """
        task = asyncio.ensure_future(work)
        pressed = False

        def stop() -> None:
            nonlocal pressed
            pressed = True
            task.cancel()

        with _on_interrupt(stop):
            try:
                return await task
            except asyncio.CancelledError:
                if pressed:
                    raise Interrupted from None
                task.cancel()
                raise

    async def _next_line(self) -> str:
        if self.interactive and sys.platform != "win32":
            # Not in a thread: a thread that reads a terminal cannot be stopped, and the process would wait for it.
            await _readable(sys.stdin.fileno())
            return sys.stdin.readline()
        return await asyncio.to_thread(sys.stdin.readline)


def check_encoded(field: str, text: str) -> None:
    """Raise InputError where a text that the shell gave holds bytes that are not UTF-8."""
    if not text.isascii() and re.search("[\ud800-\udfff]", text):
        raise InputError(field, f"{text.encode('ascii', 'backslashreplace').decode()!r} is not UTF-8", "Send UTF-8.")


async def _readable(fileno: int) -> None:
    loop = asyncio.get_running_loop()
    ready = asyncio.Event()
    loop.add_reader(fileno, ready.set)
    try:
        await ready.wait()
    finally:
        loop.remove_reader(fileno)


@contextlib.contextmanager
def _on_interrupt(handler: Any) -> Iterator[None]:
    """Call `handler` on Ctrl-C, where the platform's loop can."""
    loop = asyncio.get_running_loop()
    before = signal.getsignal(signal.SIGINT)
    try:
        loop.add_signal_handler(signal.SIGINT, handler)
    except (NotImplementedError, RuntimeError):  # Windows, or a loop outside the main thread
        yield
        return
    try:
        yield
    finally:
        loop.remove_signal_handler(signal.SIGINT)
        signal.signal(signal.SIGINT, before)


def _print(stream: TextIO, text: str) -> None:
    # What the terminal's encoding lacks is shown as an escape, and never ends the conversation.
    encoding = stream.encoding or "utf-8"
    stream.write(text.encode(encoding, "backslashreplace").decode(encoding))
    stream.flush()
