"""Another user's things, tried as an attacker with a log-in of their own, on the real server."""

import asyncio
import json
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import NAMESPACE_URL, uuid4, uuid5

import httpx
import pytest
from langgraph_sdk import get_client
from support.isolation_table import ATTEMPTS, MESSAGE, OWN_RUNS, Attempt
from support.logins import LOGIN_ENV, SECRET, bearer
from support.server import StartServer

from evals.dev_server import DevServer
from memory.client import HoldfastClient
from memory.core.access.assistants import apart_label
from memory.core.ids import thread_id_for, user_root
from memory.core.shared.items import scope_of
from memory.service.access.api_keys import new_api_key
from memory.service.operations.server_checks import check_cron

pytestmark = pytest.mark.server

ALICE, MALLORY = "alice", "mallory"
TOLD = "Remember that my locker opens with heron-4471. 我住在里斯本。"
SHARED = "Members of acme know you from acme: heron-shared. 你是 acme 的成员。"
COACH = apart_label("coach", ["coach"])
TEXTS = ("heron", "里斯本")
"""What Alice told, and no answer to the attacker may hold."""
_UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_FINE = {200, 201, 202, 204}
_AT_ONCE = 8


@dataclass
class House:
    """A server with log-in, and clients of those who use it."""

    server: DevServer
    alice: httpx.AsyncClient
    mallory: httpx.AsyncClient
    bot: httpx.AsyncClient
    ids: dict[str, str]


async def test_nothing_of_another_users_is_returned_changed_or_told_to_exist(start_server: StartServer, tmp_path: Path):
    key, lines = new_api_key("bot", ["act_for_users", "shared"])
    (tmp_path / "keys.toml").write_text(lines)  # before anything else runs
    env = {**LOGIN_ENV, "HOLDFAST_API_KEYS": str(tmp_path / "keys.toml"), "HOLDFAST_RATE_LIMIT": "0"}
    server = start_server({**env, "HOLDFAST_APART": "coach"}, graphs={"coach": "graphs.agent:graph"})
    async with _house(server, key) as house:
        before = await _seen_by_alice(house)
        assert "heron-4471" in str(before)
        leaks = [*await _tried(house), *await _own_runs(house)]
        after = await _seen_by_alice(house)
        assert leaks == []
        assert [(path, seen, before[path]) for path, seen in after.items() if seen != before[path]] == []
        await _allowed_things_work(house)
        await _open_things_answer(house)
    log = server.log.read_text()
    assert [secret for secret in (key, SECRET, bearer(ALICE)["Authorization"][:60]) if secret in log] == []


async def _open_things_answer(house: House) -> None:
    """Who sends traffic to servers does not log in, and whoever does not log in gets nothing else."""
    async with house.server.client() as stranger:
        (found,) = await check_cron(stranger, datetime.now(UTC))
        assert (found.state, "does not tell of its crons" in found.told) == ("warn", True)
    async with httpx.AsyncClient(base_url=house.server.url) as nobody:
        assert (await nobody.get("/health")).json() == {"ok": True}
        told = await nobody.get("/ready?user_id=alice", headers={"authorization": "Bearer of nothing"})
        assert (told.status_code, told.json()["ready"], "alice" in told.text) == (200, True, False)
        others = ("/v1/facts", "/ready%2f..%2fv1%2ffacts", "/ready/", "/store/items?key=x", "/threads/x")
        assert not {(await nobody.get(path)).status_code for path in others} - {401, 403, 404}


@asynccontextmanager
async def _house(server: DevServer, key: str) -> AsyncIterator[House]:
    alice, mallory, bot = (
        httpx.AsyncClient(base_url=server.url, headers=headers, timeout=30)
        for headers in (bearer(ALICE, org_id="acme"), bearer(MALLORY, org_id="evil"), {"x-api-key": key})
    )
    async with alice, mallory, bot:
        house = House(server, alice, mallory, bot, {})
        await _settle(house)
        yield house


async def _settle(house: House) -> None:
    """Let Alice tell something, and give both a thread, a cron and an assistant."""
    sdk = get_client(url=house.server.url, api_key=None, headers=bearer(ALICE, org_id="acme"))
    async with sdk, HoldfastClient(sdk) as client, HoldfastClient(sdk, "coach") as apart:
        [_ async for _ in client.stream(None, "trip", TOLD)]
        [_ async for _ in apart.stream(None, "trip", TOLD)]
    told = await _made(house.bot, "/v1/shared?organisation=acme", {"texts": [SHARED]})
    alice, named = house.alice, thread_id_for(ALICE, 0, "trip")
    thread = (await _made(alice, "/threads", {}))["thread_id"]
    await _made(alice, f"/threads/{thread}/runs/wait", {"assistant_id": "agent", "input": MESSAGE})
    [run, *_] = (await alice.get(f"/threads/{thread}/runs")).json()
    state = (await alice.get(f"/threads/{thread}/state")).json()
    [entry, *_] = (await alice.get("/v1/conversations/trip/transcript")).json()["entries"]
    [fact, *_] = (await alice.get("/v1/facts")).json()["facts"]
    own_facts = {"namespace_prefix": ["users", user_root(ALICE, 0), "facts"]}
    [item, *_] = (await _made(alice, "/store/items/search", own_facts))["items"]
    own = (await _made(house.mallory, "/threads", {}))["thread_id"]
    house.ids = {
        "thread": thread,
        "named": named,
        "run": run["run_id"],
        "checkpoint": state["checkpoint"]["checkpoint_id"],
        "cron": (await _made(alice, f"/threads/{thread}/runs/crons", _cron()))["cron_id"],
        "assistant": (await _made(alice, "/assistants", {"graph_id": "agent"}))["assistant_id"],
        "root": user_root(ALICE, 0),
        "apart": user_root(ALICE, 0, COACH),
        "coach": thread_id_for(ALICE, 0, "trip", COACH),
        "user": ALICE,
        "entry": f"0.{entry['key']}",
        "fact": fact["id"],
        "item": item["key"],
        "own": own,
        "shared": told["ids"][0],
        "scope": scope_of("acme"),
    }


def _cron() -> dict[str, Any]:
    return {"assistant_id": "agent", "schedule": "0 0 1 1 *", "input": MESSAGE}


async def _made(client: httpx.AsyncClient, path: str, body: Any) -> Any:
    answer = await client.post(path, json=body)
    assert answer.status_code in _FINE, answer.text
    return answer.json()


def _nobodys(ids: dict[str, str]) -> dict[str, str]:
    """Return ids of the same kinds that stand for nothing."""
    named, coach = (str(uuid5(NAMESPACE_URL, str(uuid4()))) for _ in range(2))
    fresh = {name: str(uuid4()) for name in ("thread", "run", "checkpoint", "cron", "assistant")}
    nobody = f"nobody{uuid4().hex[:6]}"
    kept = {name: ids[name][:-4] + "0000" for name in ("entry", "fact", "item", "shared")}
    return {
        **ids,
        **fresh,
        **kept,
        "named": named,
        "coach": coach,
        "root": f"{nobody}--0",
        "apart": f"{nobody}--0--{COACH}",
        "user": nobody,
    }


async def _tried(house: House) -> list[str]:
    """Return what an attempt brought that it must not."""
    gate = asyncio.Semaphore(_AT_ONCE)

    async def one(attempt: Attempt) -> list[str]:
        async with gate:
            theirs, nobodys = [await _sent(house, attempt, ids) for ids in (house.ids, _nobodys(house.ids))]
        leaked = [text for text in TEXTS if text in theirs[1]]
        wrong = [f"{attempt}: leaks {leaked}: {theirs}"] if leaked else []
        return wrong + ([f"{attempt}: tells: {theirs} or {nobodys}"] if theirs != nobodys else [])

    return [wrong for found in await asyncio.gather(*map(one, ATTEMPTS)) for wrong in found]


async def _sent(house: House, attempt: Attempt, ids: dict[str, str]) -> tuple[int, str]:
    """Return status and text of an answer, with the ids that were sent taken out."""
    headers = {name: _filled(value, ids) for name, value in attempt.headers.items()}
    body = None if attempt.body is None else _filled(attempt.body, ids)
    path = _filled(attempt.path, ids)
    answer = await house.mallory.request(attempt.method, path, json=body, headers=headers)
    text = answer.text
    for name, value in sorted(ids.items(), key=lambda item: -len(item[1])):
        text = text.replace(value, f"<{name}>")
    return answer.status_code, _UUID.sub("<one of its own>", text)


def _filled(value: Any, ids: dict[str, str]) -> Any:
    text = json.dumps(value, ensure_ascii=False)
    for name, known in ids.items():
        text = text.replace("{" + name + "}", known)
    return json.loads(text)


async def _own_runs(house: House) -> list[str]:
    async def one(run: dict[str, Any]) -> list[str]:
        thread = (await _made(house.mallory, "/threads", {}))["thread_id"]
        asked = {"assistant_id": "agent", "input": MESSAGE, **_filled(run, house.ids)}
        answer = await house.mallory.post(f"/threads/{thread}/runs/wait", json=asked)
        state = await house.mallory.get(f"/threads/{thread}/state")
        return [f"{run}: {text}: {answer.text[:300]}" for text in TEXTS if text in answer.text + state.text]

    return [wrong for found in await asyncio.gather(*map(one, OWN_RUNS)) for wrong in found]


async def _seen_by_alice(house: House) -> dict[str, str]:
    """Return everything of Alice's that can be seen, by where, in a form that can be compared."""
    ids = house.ids
    reads = [
        house.alice.get(path)
        for path in (
            f"/threads/{ids['thread']}",
            f"/threads/{ids['named']}",
            f"/threads/{ids['thread']}/state",
            f"/threads/{ids['named']}/state",
            f"/threads/{ids['coach']}/state",
            f"/threads/{ids['thread']}/runs",
            f"/runs/crons/{ids['cron']}",
            f"/assistants/{ids['assistant']}",
            "/v1/facts",
            "/v1/facts?assistant=coach",
            "/v1/conversations/trip/transcript",
            "/v1/recall?question=heron&kind=shared",
        )
    ]
    searches = [
        house.alice.post(path, json=body)
        for path, body in (
            ("/threads/search", {"limit": 100}),
            ("/runs/crons/search", {}),
            ("/assistants/search", {}),
            ("/store/items/search", {"namespace_prefix": ["users", ids["apart"]], "limit": 1000}),
            ("/store/items/search", {"namespace_prefix": [], "limit": 1000}),
        )
    ]
    answers = await asyncio.gather(*reads, *searches)
    assert [answer.status_code for answer in answers] == [200] * len(answers)
    assert len(answers[-1].json()["items"]) > 10
    return {
        f"{number} {answer.request.url}": json.dumps(_sorted(answer.json()), ensure_ascii=False)
        for number, answer in enumerate(answers)
    }


def _sorted(value: Any) -> Any:
    """Return a list in an order of its own; times at which things were asked for are left out."""
    if isinstance(value, list):
        return sorted((_sorted(one) for one in value), key=lambda one: json.dumps(one, sort_keys=True))
    if isinstance(value, dict):
        return {name: _sorted(one) for name, one in sorted(value.items()) if name != "as_of"}
    return value


async def _allowed_things_work(house: House) -> None:
    """What is closed to others is open to its owner and to who acts for them; unknown callers get nothing."""
    for_alice = {"x-holdfast-user": ALICE}
    assert "heron-4471" in (await house.bot.get("/v1/facts", headers=for_alice)).text
    assert "heron" not in (await house.bot.get("/v1/facts")).text
    assert (await house.bot.get(f"/threads/{house.ids['named']}", headers=for_alice)).status_code == 200
    asked = {"assistant_id": "agent", "input": MESSAGE, "context": {"user_id": ALICE}}
    assert "里斯本" in (await house.bot.post("/runs/wait", json=asked)).text
    of_acme = (await house.alice.post("/runs/wait", json={"assistant_id": "agent", "input": MESSAGE})).json()
    assert house.ids["shared"] in [item["id"] for item in of_acme["report"]["items"]]
    assert house.ids["shared"] in (await house.bot.get("/v1/shared?organisation=acme")).text
    asked_of_acme = "/v1/recall?question=members of acme&organisation=acme&kind=shared"
    assert [len((await who.get(asked_of_acme)).json()["items"]) for who in (house.alice, house.mallory)] == [1, 0]
    listed = (await house.mallory.post("/assistants/search", json={})).json()
    assert sorted(one["graph_id"] for one in listed) == ["agent", "coach", "consolidation"]
    consolidated = await _made(house.alice, "/v1/consolidate", {"full": True})
    joined = await house.alice.get(f"/threads/{consolidated['thread_id']}/runs/{consolidated['run_id']}/join")
    assert joined.json()["report"]["users"] == 1
    async with httpx.AsyncClient(base_url=house.server.url) as nobody:
        for method, path in (("GET", "/v1/facts"), ("POST", "/threads/search"), ("POST", "/store/items/search")):
            assert (await nobody.request(method, path, json={})).status_code == 401
        assert (await nobody.get("/ok")).status_code == 200
        preflight = {"Origin": "https://evil.test", "Access-Control-Request-Method": "POST"}
        assert "access-control-allow-origin" not in (await nobody.options("/threads", headers=preflight)).headers
        page = await house.alice.get("/v1/facts", headers={"Origin": "https://evil.test"})
        assert "access-control-allow-origin" not in page.headers
