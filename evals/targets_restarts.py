"""One server that many cases share, and that is killed for all of them at once."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from evals.targets import Moment

Start = Callable[[], Awaitable[object]]


@dataclass
class _Waiting:
    """A case that cannot go on before the next kill."""

    moment: Moment | None
    start: Start | None
    """Begins a turn and returns when it has reached the moment; None: the case is between two turns."""
    over: asyncio.Event = field(default_factory=asyncio.Event)
    error: Exception | None = None


class Restarts:
    """Kills the server once every case that runs on it is waiting for that, or at an end."""

    def __init__(self, restart: Callable[[], Awaitable[None]], hold: Callable[[Moment | None], None]) -> None:
        """`restart` kills the server and starts it again; `hold` has the model stop at a moment, None: no more."""
        self._restart = restart
        self._hold = hold
        self._running = 0
        self._waiting: list[_Waiting] = []
        self._round: asyncio.Task[None] | None = None

    @asynccontextmanager
    async def case(self) -> AsyncIterator[None]:
        """Count a case as running, once no kill is under way."""
        while self._round and not self._round.done():
            await asyncio.wait([self._round])
        self._running += 1
        try:
            yield
        finally:
            self._running -= 1
            self._look()

    async def restart(self, moment: Moment | None = None, start: Start | None = None) -> None:
        """Wait for the kill, and for the server to be back. With `start`, the kill meets that turn at `moment`."""
        waiting = _Waiting(moment, start)
        self._waiting.append(waiting)
        self._look()
        await waiting.over.wait()
        if waiting.error:
            raise waiting.error

    def _look(self) -> None:
        all_wait = self._waiting and len(self._waiting) == self._running
        if all_wait and (self._round is None or self._round.done()):
            self._round = asyncio.create_task(self._kill(self._next_round()))

    def _next_round(self) -> list[_Waiting]:
        """Return who is served by the next kill: all between two turns, and those to be met at one moment."""
        moment = next((w.moment for w in self._waiting if w.moment), None)
        return [w for w in self._waiting if w.moment in {None, moment}]

    async def _kill(self, served: list[_Waiting]) -> None:
        error: Exception | None = None
        try:
            self._hold(next((w.moment for w in served if w.moment), None))
            await asyncio.gather(*(w.start() for w in served if w.start))
            await self._restart()
        except Exception as exc:  # noqa: BLE001  # every case that waits must learn of it
            error = exc
        finally:
            self._hold(None)
        self._waiting = [w for w in self._waiting if w not in served]
        for waiting in served:
            waiting.error = error
            waiting.over.set()
