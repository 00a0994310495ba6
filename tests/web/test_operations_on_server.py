"""What an operator sees of the real server: metrics beside the platform's own, probes, and its one cron."""

from datetime import UTC, datetime, timedelta

import httpx
import pytest

from evals.dev_server import DevServer
from memory.client import HoldfastClient
from memory.service.operations.server_checks import check_cron

pytestmark = pytest.mark.server


def series(server: DevServer) -> dict[str, float]:
    told = httpx.get(f"{server.url}/metrics").raise_for_status().text
    pairs = (line.rpartition(" ") for line in told.splitlines() if line.startswith("holdfast_"))
    return {name: float(value) for name, _, value in pairs}


async def test_the_platforms_metrics_hold_ours_and_name_no_user(shared_server: DevServer):
    before = series(shared_server)
    async with HoldfastClient(shared_server.url) as client:
        async for _ in client.stream("metrics-小林", "度量", "!say 好"):
            pass
    after = series(shared_server)
    for name in ('holdfast_turns_total{ending="answered"}', "holdfast_first_token_seconds_count"):
        assert after[name] >= before[name] + 1
    assert "holdfast_due_oldest_seconds" in after
    assert not [name for name in after if "metrics-" in name or "度量" in name]


async def test_the_server_lives_can_answer_and_has_its_one_cron(shared_server: DevServer):
    async with shared_server.client() as client:
        assert await client.http.get("/health") == {"ok": True}
        assert (await client.http.get("/ready"))["ready"] is True
        now = datetime.now(UTC)
        (found,) = await check_cron(client, now)
        assert (found.state, "'0 3 * * *' in UTC, next at" in found.told) == ("ok", True)
        (late,) = await check_cron(client, now + timedelta(days=2))
        assert (late.state, "did not run at" in late.told) == ("fail", True)
    (none,) = await check_cron(None, now)
    assert none.state == "warn"
