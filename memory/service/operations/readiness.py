"""Whether this server can answer, by few and cheap checks: for who sends traffic to it, and does not log in."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from langgraph.store.base import BaseStore, GetOp

from memory.core.namespaces import EPOCHS
from memory.core.operations.findings import Finding
from memory.models.chat import chat_model
from memory.models.settings import read_model_settings
from memory.service.operations.checking import Check, run_checks
from memory.service.operations.setting_checks import check_log_in, check_policy
from memory.storage.ops import delete

_SECONDS = 5.0
_KEPT_SECONDS = 2.0
"""For which an answer holds: however often anyone asks, the store is asked no more often."""
_PROBE = "probe"
_REMEDIES = {
    "store": "Check where memory lies (HOLDFAST_DATA, HOLDFAST_DATABASE_URI) and that it can be written.",
    "model": "Check HOLDFAST_MODEL and what it needs.",
    "policy": "Check the files that HOLDFAST_POLICY and HOLDFAST_SLOTS name.",
    "auth": "Check the settings of the log-in.",
}
"""What is told to whoever asks; what was found, which may name hosts and folders, is for the log alone."""
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Look:
    """What one check found, as anyone may know it."""

    check: str
    ok: bool
    ms: float
    remedy: str
    """Empty where nothing is wrong."""


class Readiness:
    """The state of this process, looked at again when an answer is a few seconds old."""

    def __init__(
        self, open_store: Callable[[], Awaitable[BaseStore]], clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Take what opens the server's store. `clock`: seconds."""
        self._open_store = open_store
        self._clock = clock
        self._lock = asyncio.Lock()
        self._looks: list[Look] = []
        self._until = float("-inf")
        self._failing: set[str] = set()

    async def look(self) -> list[Look]:
        """Return what every check finds."""
        async with self._lock:
            if self._clock() >= self._until:
                checks: dict[str, Check] = {
                    "store": self._check_store,
                    "model": _check_model,
                    "policy": check_policy,
                    "auth": check_log_in,
                }
                findings = await run_checks(checks, _SECONDS)
                self._tell(findings)
                self._looks = [_look(finding) for finding in findings]
                self._until = self._clock() + _KEPT_SECONDS
            return self._looks

    async def _check_store(self) -> list[Finding]:
        """Find a store that cannot be read or written: it looks for a document that is not there, and deletes it."""
        store = await self._open_store()
        await store.abatch([GetOp(EPOCHS, _PROBE), delete(EPOCHS, _PROBE)])
        return [Finding("store", "ok", "it can be read and written")]

    def _tell(self, findings: list[Finding]) -> None:
        """Log what began to fail, once."""
        bad = {finding.check: finding.told for finding in findings if finding.state == "fail"}
        for check in bad.keys() - self._failing:
            _log.error("not ready: %s: %s", check, bad[check])
        self._failing = set(bad)


async def _check_model() -> list[Finding]:
    """Find a model that is not set up; nothing is sent to it."""
    settings = read_model_settings()
    chat_model(settings.model, settings)
    return [Finding("model", "ok", "it is set up")]


def _look(finding: Finding) -> Look:
    ok = finding.state != "fail"
    return Look(finding.check, ok, finding.ms, "" if ok else _REMEDIES[finding.check])
