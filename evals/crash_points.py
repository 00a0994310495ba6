"""One point of the crash sweep: a process is killed there, and others recover from that."""

import os
import shutil
import signal
from asyncio import run
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from evals.crash_fork import Ended, Tell, in_child
from evals.crash_house import Place, play
from evals.crash_recovery import recover
from evals.crash_scenarios import Scenario
from evals.crash_storage import Fuse


@dataclass(frozen=True)
class Point:
    """Where to kill: at a point of a scenario, and maybe at one of the recovery from that."""

    scenario: Scenario
    place: Place
    number: int
    """From 1; 0: nowhere."""
    again: int = 0
    """Point of the recovery, 0 for none."""

    @property
    def command(self) -> str:
        """What kills here once more."""
        again = f" --again {self.again}" if self.again else ""
        where = f"--scenario {self.scenario.name} --backend {self.place.backend}"
        return f"python -m evals.crash_sweep {where} --point {self.number}{again}"


def crash(point: Point, expected: dict[str, Any] | None, tell: Tell) -> None:
    """Kill a process at a point, recover in others, and tell what came of it.

    Tells `at` (the names of the points that killed), `problems`, `outcome` and `anew` (see `recover`), and `points`:
    how many there were, if none killed. `expected`: the outcome without a crash, None when there is none to compare.
    """
    user = f"{point.scenario.name}.{point.number}.{point.again}.{os.getpid()}"
    place = Place(point.place.backend, point.place.folder / user, point.place.uri)
    ended = [in_child(lambda told: _played(point, place, user, told))]
    for kill_at in (point.again or None, None):
        ended.append(_recovered(point, place, user, kill_at, ended))
        if not ended[-1].signal:
            break
    shutil.rmtree(place.folder, ignore_errors=True)
    told = _told(ended)
    kept: dict[str, Any] = {name: m[name] for m in told for name in ("points", "outcome", "anew") if name in m}
    tell({**kept, "at": [m["point"] for m in told if "point" in m], "problems": _problems(ended, expected)})


def _played(point: Point, place: Place, user: str, tell: Tell) -> None:
    place.enter()
    fuse = Fuse(point.number or None, lambda name: tell({"point": name}))
    run(play(point.scenario, user, fuse))
    tell({"points": fuse.passed})


def _recovered(point: Point, place: Place, user: str, kill_at: int | None, before: Sequence[Ended]) -> Ended:
    """Recover in a process that is killed at one of its points; what earlier ones saw acknowledged stays so."""
    acknowledged = [key for message in _told(before) for key in message.get("acknowledged", [])]

    def work(tell: Tell) -> None:
        place.enter()
        fuse = Fuse(kill_at, lambda name: tell({"point": name}))
        run(recover(point.scenario, user, fuse, tell, acknowledged))

    return in_child(work)


def _problems(ended: Sequence[Ended], expected: dict[str, Any] | None) -> list[str]:
    told = _told(ended)
    problems = [f"a process failed:\n{message['error']}" for message in told if "error" in message]
    problems += [f"signal {e.signal}" for e in ended if e.signal not in {0, signal.SIGKILL}]
    found = next((message for message in told if "violations" in message), None)
    if found is None:
        return problems or ["the recovery did not end"]
    outcome = found["outcome"]
    wanted = (expected or outcome).items()
    differs = [
        f"{name} is {outcome[name]}, without a crash {value}" for name, value in wanted if outcome[name] != value
    ]
    return [*problems, *found["violations"], *differs]


def _told(ended: Sequence[Ended]) -> list[dict[str, Any]]:
    return [message for one in ended for message in one.told]
