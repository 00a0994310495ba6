"""GET /v1/events: the caller's own log, read on."""

from datetime import UTC, datetime

import pytest
from support.platform import api, given_store

from memory.core.events.event_docs import make_event
from memory.core.ids import user_root
from memory.storage.events import log_event
from memory.web.events import event_routes

NOW = datetime(2026, 3, 1, 9, tzinfo=UTC)


async def test_a_log_is_read_on_by_its_own_user_alone(monkeypatch: pytest.MonkeyPatch):
    store = given_store(monkeypatch)
    for number, kind in enumerate(("fact.written", "task.set", "fact.forgotten")):
        await log_event(store, user_root("小林", 0), make_event(kind, NOW, {"id": str(number)}, str(number)))
    async with api(event_routes) as http:
        first = (await http.get("events", params={"user_id": "小林", "limit": 2})).json()
        rest = (await http.get("events", params={"user_id": "小林", "after": first["next"]})).json()
        assert [e["detail"]["id"] for e in (*first["events"], *rest["events"])] == ["0", "1", "2"]
        assert (first["more"], rest["more"], set(rest["events"][0])) == (True, False, {"id", "type", "time", "detail"})
        some = (await http.get("events", params={"user_id": "小林", "kind": ["task.*", "fact.written"]})).json()
        assert [e["type"] for e in some["events"]] == ["fact.written", "task.set"]
        assert (await http.get("events", params={"user_id": "林"})).json()["events"] == []


@pytest.mark.parametrize(("field", "value"), [("after", "一"), ("kind", "facts"), ("limit", "0"), ("wait", "31")])
async def test_what_cannot_be_asked_is_refused_by_its_field(monkeypatch: pytest.MonkeyPatch, field: str, value: str):
    given_store(monkeypatch)
    async with api(event_routes) as http:
        refused = await http.get("events", params={field: value})
    assert (refused.status_code, refused.json()["error"]["field"]) == (422, field)
