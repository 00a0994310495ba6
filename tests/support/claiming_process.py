"""One of two server processes on one database: `python -m support.claiming_process` answers requests line by line.

A line is a list of requests in JSON, [method, path, body, headers], which are sent to the routes of the API at once;
the answers are printed as such a line, [status, body, ETag].
"""

import asyncio
import json
import sys
from typing import Any

import httpx
from langgraph.store.base import BaseStore
from support.platform import api

from memory.storage.opening import open_store
from memory.web import caller
from memory.web.facts import fact_routes
from memory.web.instructions import instruction_routes


async def main() -> None:
    """Answer until the input ends."""
    async with open_store() as store, api(fact_routes, instruction_routes) as http:

        async def platform_store() -> BaseStore:
            return store

        caller.platform_store = platform_store
        http.params = http.params.set("user_id", "ann")
        print("ready", flush=True)  # noqa: T201  # what the test waits for
        while line := await asyncio.to_thread(sys.stdin.readline):
            answers = await asyncio.gather(*(_answer(http, *request) for request in json.loads(line)))
            print(json.dumps(answers), flush=True)  # noqa: T201  # what the test reads


async def _answer(http: httpx.AsyncClient, method: str, path: str, body: Any, headers: dict[str, str]) -> Any:
    answer = await http.request(method, path, json=body, headers=headers)
    return answer.status_code, answer.json(), answer.headers.get("etag")


if __name__ == "__main__":
    asyncio.run(main())
