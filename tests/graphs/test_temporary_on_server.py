"""A temporary conversation on the real server: kept apart while it lives, and gone when it is deleted."""

import pytest
from langgraph_sdk.errors import NotFoundError
from support.talking import Talk

from evals.dev_server import DevServer
from memory.core.ids import user_root
from memory.storage.listing import list_items
from memory.storage.opening import open_store
from memory.storage.temporary import list_temporary

pytestmark = pytest.mark.server


async def test_it_stays_temporary_for_a_later_run_without_the_flag_and_leaves_nothing(
    shared_server: DevServer, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("HOLDFAST_DATA", str(shared_server.data))
    async with shared_server.client() as client, open_store() as store:
        passing = await Talk.begin(client)
        root = user_root(passing.user, 0)
        await passing.say("I live in Lisbon.", temporary=True)
        await passing.say("我的猫叫旺财。")
        assert await passing.say("!seen 旺财") == "yes"
        assert (await passing.state())["report"]["temporary"] is True
        other = await Talk.begin(client, passing.user)
        assert await other.say("!seen 旺财") == "no"
        assert (root, passing.thread) in await list_temporary(store)
        await client.threads.delete(passing.thread)
        with pytest.raises(NotFoundError):
            await client.threads.get(passing.thread)
        assert (root, passing.thread) not in await list_temporary(store)
        assert passing.thread not in str([i.value for i in await list_items(store, ("users", root))])
