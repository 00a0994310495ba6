"""Runs checks: each in its time, and what one raises is a finding too."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from time import perf_counter

from memory.core.errors import HoldfastError, InputError
from memory.core.operations.findings import Finding
from memory.service.consolidation.single_flight import error_line

Check = Callable[[], Awaitable[list[Finding]]]


async def run_checks(checks: Mapping[str, Check], seconds: float) -> list[Finding]:
    """Return what the checks find, in their order; each has `seconds`."""
    found = [await _run(name, check, seconds) for name, check in checks.items()]
    return [finding for findings in found for finding in findings]


async def _run(name: str, check: Check, seconds: float) -> list[Finding]:
    begun = perf_counter()
    try:
        async with asyncio.timeout(seconds):
            findings = await check()
    except TimeoutError:
        findings = [Finding(name, "fail", f"no answer within {seconds:g} seconds", "Look at what it waits for.")]
    except InputError as wrong:
        findings = [Finding(name, "fail", f"{wrong.field} {wrong.problem}", wrong.remedy)]
    except HoldfastError as failed:
        told, _, remedy = str(failed).partition(". ")
        findings = [Finding(name, "fail", told, remedy)]
    except Exception as fault:  # noqa: BLE001  # whatever a driver or a provider's package raises, the others go on
        findings = [Finding(name, "fail", error_line(fault), "This is no fault Holdfast knows: see its text.")]
    ms = round((perf_counter() - begun) * 1000, 2)
    return [replace(finding, ms=ms) for finding in findings]
