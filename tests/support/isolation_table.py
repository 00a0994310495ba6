"""What an attacker who is logged in tries on another user's things: each row once with theirs, once with nobody's.

`{thread}`, `{run}`, `{cron}`, `{assistant}`, `{checkpoint}`, `{root}`, `{user}`, `{entry}`, `{fact}`, `{item}` (a key
of the store) `{shared}`, `{scope}` (what is shared with their organisation), `{named}` (the thread of a conversation),
`{apart}` (the root of their memory with the assistant `coach`) and `{coach}` (the thread of a conversation with it)
stand for the ids, `{own}` for a thread of the attacker's.
"""

from typing import Any, NamedTuple


class Attempt(NamedTuple):
    """One request."""

    method: str
    path: str
    body: Any = None
    headers: dict[str, str] = {}  # noqa: RUF012  # never changed


MESSAGE = {"messages": [{"role": "user", "content": "What do you know about me? 你知道我什么?"}]}
RUN = {"assistant_id": "agent", "input": MESSAGE}
CHECKPOINT = {"thread_id": "{thread}", "checkpoint_ns": "", "checkpoint_id": "{checkpoint}"}
SPOOFED_USER = {"identity": "{user}", "permissions": ["act_for_users", "everyone"], "is_authenticated": True}
SPOOFED_MEMBER = {**SPOOFED_USER, "organisation": "acme"}
RESPOND = {"interrupt_id": "{run}", "namespace": [], "response": "approve"}
TASK = {"root": "{root}", "thread": "{thread}", "budget": None, "full": True}

THREADS = [
    Attempt("GET", "/threads/{thread}"),
    Attempt("GET", "/threads/{thread}?include=ttl"),
    Attempt("PATCH", "/threads/{thread}", {"metadata": {"owner": "mallory"}}),
    Attempt("DELETE", "/threads/{thread}"),
    Attempt("DELETE", "/threads/{thread}/"),
    Attempt("DELETE", "/threads/{thread}?facts=delete"),
    Attempt("POST", "/threads/{thread}/copy", {}),
    Attempt("GET", "/threads/{thread}/state"),
    Attempt("GET", "/threads/{thread}/state?subgraphs=true"),
    Attempt("GET", "/threads/{thread}/state/{checkpoint}"),
    Attempt("POST", "/threads/{thread}/state/checkpoint", {"checkpoint": CHECKPOINT}),
    Attempt("POST", "/threads/{thread}/state", {"values": {"owner": "mallory--0"}, "as_node": "load_memories"}),
    Attempt("GET", "/threads/{thread}/history?limit=10"),
    Attempt("POST", "/threads/{thread}/history", {"limit": 10}),
    Attempt("POST", "/threads/prune", {"thread_ids": ["{thread}"]}),
    Attempt("GET", "/threads/{thread}/storage"),
    Attempt("GET", "/threads/{thread}/stream"),
    Attempt("POST", "/threads/{thread}/stream/events", {"channels": ["values", "messages", "lifecycle"], "since": 0}),
    Attempt("POST", "/threads/{thread}/commands", {"id": 1, "method": "state.get", "params": {}}),
    Attempt("POST", "/threads/{thread}/commands", {"id": 1, "method": "agent.getTree", "params": {"run_id": "{run}"}}),
    Attempt("POST", "/threads/{thread}/commands", {"id": 1, "method": "input.respond", "params": RESPOND}),
    Attempt("POST", "/threads/{named}/commands", {"id": 1, "method": "run.start", "params": RUN}),
    Attempt("GET", "/threads/{named}"),
    Attempt("POST", "/threads", {"thread_id": "{named}"}),
    Attempt("POST", "/threads", {"thread_id": "{named}", "if_exists": "do_nothing"}),
    Attempt(
        "POST",
        "/threads",
        {"thread_id": "{named}", "if_exists": "do_nothing", "metadata": {"owner": "{user}", "conversation": "trip"}},
    ),
    Attempt("POST", "/threads/{named}/runs", {**RUN, "if_not_exists": "create"}),
    Attempt(
        "POST",
        "/threads/{named}/runs",
        {**RUN, "if_not_exists": "create", "context": {"user_id": "{user}", "conversation": "trip"}},
    ),
    Attempt("GET", "/threads/{coach}/state"),
    Attempt("POST", "/threads", {"thread_id": "{coach}", "metadata": {"conversation": "trip", "assistant": "coach"}}),
    Attempt(
        "POST",
        "/threads/{coach}/runs/wait",
        {**RUN, "assistant_id": "coach", "if_not_exists": "create", "context": {"conversation": "trip"}},
    ),
    Attempt("POST", "/threads/search", {"ids": ["{thread}", "{named}", "{coach}"]}),
    Attempt("POST", "/threads/search", {"metadata": {"owner": "{user}"}}),
    Attempt("POST", "/threads/search", {"metadata": {"owner": {"$contains": ["{user}"]}}}),
    Attempt("POST", "/threads/search", {"ids": ["{thread}"], "values": {"owner": "{root}"}}),
    Attempt("POST", "/threads/count", {"metadata": {"owner": "{user}"}}),
]

RUNS = [
    Attempt("GET", "/threads/{thread}/runs"),
    Attempt("GET", "/threads/{thread}/runs/{run}"),
    Attempt("DELETE", "/threads/{thread}/runs/{run}"),
    Attempt("GET", "/threads/{thread}/runs/{run}/join"),
    Attempt("GET", "/threads/{thread}/runs/{run}/stream"),
    Attempt("POST", "/threads/{thread}/runs/{run}/cancel", {}),
    Attempt("GET", "/threads/{own}/runs/{run}"),
    Attempt("GET", "/threads/{own}/runs/{run}/join"),
    Attempt("GET", "/threads/{own}/runs/{run}/stream"),
    Attempt("POST", "/threads/{own}/runs/{run}/cancel?action=rollback", {}),
    Attempt("DELETE", "/threads/{own}/runs/{run}"),
    Attempt("POST", "/runs/cancel", {"thread_id": "{thread}", "run_ids": ["{run}"]}),
    Attempt("POST", "/threads/{thread}/runs", RUN),
    Attempt("POST", "/threads/{thread}/runs/wait", RUN),
    Attempt("POST", "/threads/{thread}/runs/stream", RUN),
    Attempt("POST", "/threads/{thread}/runs/wait", {**RUN, "multitask_strategy": "rollback"}),
    Attempt("POST", "/threads/{named}/runs/wait", {**RUN, "if_not_exists": "create"}),
    Attempt("POST", "/threads/{thread}/runs/wait", {"assistant_id": "agent", "command": {"resume": "approve"}}),
]

CRONS = [
    Attempt("GET", "/runs/crons/{cron}"),
    Attempt("PATCH", "/runs/crons/{cron}", {"enabled": False}),
    Attempt("PATCH", "/runs/crons/{cron}", {"metadata": {"owner": "mallory"}}),
    Attempt("DELETE", "/runs/crons/{cron}"),
    Attempt("POST", "/runs/crons/search", {"thread_id": "{thread}"}),
    Attempt("POST", "/runs/crons/count", {"thread_id": "{thread}"}),
    Attempt("POST", "/threads/{thread}/runs/crons", {**RUN, "schedule": "0 0 1 1 *"}),
    Attempt("POST", "/runs/crons", {**RUN, "assistant_id": "{assistant}", "schedule": "0 0 1 1 *"}),
]

ASSISTANTS = [
    Attempt("GET", "/assistants/{assistant}"),
    Attempt("GET", "/assistants/{assistant}/graph"),
    Attempt("GET", "/assistants/{assistant}/schemas"),
    Attempt("GET", "/assistants/{assistant}/subgraphs"),
    Attempt("POST", "/assistants/{assistant}/versions", {}),
    Attempt("POST", "/assistants/{assistant}/latest", {"version": 1}),
    Attempt("PATCH", "/assistants/{assistant}", {"name": "mine", "metadata": {"created_by": "system"}}),
    Attempt("DELETE", "/assistants/{assistant}"),
    Attempt("POST", "/assistants/search", {"metadata": {"owner": "{user}"}}),
    Attempt("POST", "/assistants/count", {"metadata": {"owner": "{user}"}}),
    Attempt("POST", "/threads/{own}/runs/wait", {**RUN, "assistant_id": "{assistant}"}),
    Attempt("POST", "/runs/wait", {**RUN, "assistant_id": "{assistant}"}),
]

STORE = [
    *(
        Attempt("POST", "/store/items/search", {"namespace_prefix": prefix, "limit": 100})
        for prefix in (
            ["shared"],
            ["shared", "{scope}", "shared"],
            ["users", "{root}"],
            ["users", "{root}", "facts"],
            ["users", "{user}"],
            ["users", "*"],
            ["users", "%"],
            ["users", "_"],
            ["users", ".."],
            ["users", "mallory--0", "..", "{root}"],
            ["users", "{apart}"],
            ["users", "{apart}", "facts"],
            ["users", "mallory--0--{apart}"],
            ["users", "mallory--0--", "{apart}"],
            ["users/{root}"],
            ["users", "{root}\u0000"],
            ["due"],
            ["epochs"],
            ["unread"],
            ["due_users"],
            ["temporary"],
            ["shared"],
        )
    ),
    Attempt("GET", "/store/items?namespace=users.{root}.facts&key={item}"),
    Attempt("GET", "/store/items?namespace=users.{root}.version&key=version"),
    Attempt("PUT", "/store/items", {"namespace": ["users", "{root}", "facts"], "key": "x", "value": {"a": 1}}),
    Attempt("GET", "/store/items?namespace=users.{apart}.version&key=version"),
    Attempt("POST", "/store/namespaces", {"prefix": ["users", "{apart}"]}),
    Attempt("PUT", "/store/items", {"namespace": ["epochs"], "key": "x", "value": {"epoch": 9}}),
    Attempt("DELETE", "/store/items", {"namespace": ["users", "{root}", "facts"], "key": "{item}"}),
    Attempt("POST", "/store/namespaces", {"prefix": ["users", "{root}"]}),
    Attempt("POST", "/store/namespaces", {"suffix": ["facts"], "prefix": ["users", "{root}"]}),
    Attempt("POST", "/store/namespaces", {"prefix": ["*"]}),
]

ROUTES = [
    *(
        Attempt("GET", f"{path}{'&' if '?' in path else '?'}user_id={{user}}")
        for path in (
            "/v1/facts",
            "/v1/facts?as_of=2030-01-01",
            "/v1/facts?assistant=coach",
            "/v1/export?assistant=coach",
            "/v1/conversations/trip/transcript?assistant=coach",
            "/v1/facts/{fact}",
            "/v1/recall?question=heron",
            "/v1/conversations",
            "/v1/conversations?search=heron",
            "/v1/why?text=heron",
            "/v1/why?text=%E9%87%8C%E6%96%AF%E6%9C%AC",
            "/v1/conversations/trip",
            "/v1/conversations/trip/export",
            "/v1/export",
            "/v1/conversations/trip/transcript",
            "/v1/conversations/trip/summary",
            "/v1/conversations/{thread}/transcript",
            "/v1/events",
            "/v1/events?kind=fact.*&wait=1",
        )
    ),
    Attempt("GET", "/v1/shared"),
    Attempt("GET", "/v1/shared?organisation=acme"),
    Attempt("POST", "/v1/shared", {"texts": ["mallory was here"]}),
    Attempt("POST", "/v1/shared?organisation=acme", {"texts": ["mallory was here"]}),
    Attempt("PUT", "/v1/shared/{shared}?organisation=acme", {"text": "mallory was here"}),
    Attempt("DELETE", "/v1/shared/{shared}?organisation=acme"),
    Attempt("GET", "/v1/facts/{fact}"),
    Attempt("GET", "/v1/facts/..%2f..%2f{root}"),
    Attempt("GET", "/v1/conversations?assistant={apart}"),
    Attempt("GET", "/v1/pending?assistant=coach--..%2f{root}"),
    Attempt("GET", "/v1/facts/{fact}?assistant=coach"),
    Attempt("GET", "/v1/conversations/{coach}/transcript?assistant=coach"),
    Attempt("DELETE", "/v1/conversations/{coach}?assistant=coach&dry_run=true"),
    Attempt("GET", "/v1/facts/{fact}/history"),
    Attempt("GET", "/v1/facts/search?question=heron&user_id={user}"),
    Attempt("GET", "/v1/facts?after={entry}"),
    Attempt("POST", "/v1/facts?user_id={user}", {"text": "I am mallory"}),
    Attempt("PATCH", "/v1/facts/{fact}", {"text": "mallory was here"}),
    Attempt("PATCH", "/v1/facts/{fact}", {"pinned": True}, {"if-match": "*"}),
    Attempt("PATCH", "/v1/facts/{fact}?user_id={user}", {"pinned": True}),
    Attempt("DELETE", "/v1/facts/{fact}"),
    Attempt("DELETE", "/v1/facts/{fact}", None, {"if-match": "*"}),
    Attempt("DELETE", "/v1/facts/{fact}?user_id={user}"),
    Attempt("POST", "/v1/import?origin=mem0&user_id={user}", [{"memory": "mallory was here", "user_id": "{user}"}]),
    Attempt("GET", "/v1/pending?user_id={user}"),
    Attempt("POST", "/v1/pending/{fact}", {"answer": "approve"}),
    Attempt("POST", "/v1/pending/{fact}", {"answer": "edit", "text": "mallory was here"}),
    Attempt("POST", "/v1/pending", {"answers": {"{fact}": {"answer": "reject"}}}),
    Attempt("POST", "/v1/pending?user_id={user}", {"all": "reject"}),
    Attempt("GET", "/v1/instructions?user_id={user}"),
    Attempt("POST", "/v1/instructions?user_id={user}", {"text": "Call me mallory."}),
    Attempt("PATCH", "/v1/instructions/{fact}", {"text": "mallory was here"}),
    Attempt("DELETE", "/v1/instructions/{fact}"),
    Attempt("GET", "/v1/settings?user_id={user}"),
    Attempt("PATCH", "/v1/settings?user_id={user}", {"memory": False}),
    Attempt("GET", "/v1/conversations/{named}/reports/{run}"),
    Attempt("GET", "/v1/conversations/trip/reports/{run}?user_id={user}"),
    Attempt("GET", "/v1/conversations/{thread}/transcript"),
    Attempt("GET", "/v1/conversations/{named}/transcript?before={entry}"),
    Attempt("GET", "/v1/conversations/{named}/transcript?branch={entry}&branches=true"),
    Attempt("GET", "/v1/conversations/own/transcript?branch={entry}"),
    Attempt("GET", "/v1/conversations/{named}/summary"),
    Attempt("GET", "/v1/conversations/{thread}/export"),
    Attempt("GET", "/v1/conversations?after={entry}"),
    Attempt("PATCH", "/v1/conversations/{named}", {"title": "mallory was here"}),
    Attempt("PATCH", "/v1/conversations/trip?user_id={user}", {"title": "mallory was here"}),
    Attempt("PUT", "/v1/conversations/{named}/remembered", {"remembered": False}),
    Attempt("PUT", "/v1/conversations/trip/remembered?user_id={user}", {"remembered": False}),
    Attempt("PATCH", "/v1/conversations/{named}/summary", {"what": "add", "text": "mallory was here"}),
    Attempt("DELETE", "/v1/conversations/{named}?dry_run=true"),
    Attempt("DELETE", "/v1/conversations/trip?user_id={user}&facts=delete"),
    Attempt("POST", "/v1/erase?user_id={user}", {"confirm": "{user}"}),
    Attempt("POST", "/v1/erase", {"confirm": "{user}"}),
    Attempt("GET", "/v1/backups?user={user}"),
    Attempt("POST", "/v1/backups", {}),
    Attempt("POST", "/v1/backups", {"user": "{user}"}),
    Attempt("POST", "/v1/backups/all/merge", {"user": "{user}"}),
    Attempt("GET", "/v1/backups/..%2fstore.sqlite"),
    Attempt("DELETE", "/v1/backups?user={user}"),
    Attempt("GET", "/v1/webhooks?after={entry}"),
    Attempt("GET", "/v1/server?user_id={user}"),
    Attempt("POST", "/v1/webhooks", {"again": "all"}),
    Attempt("POST", "/v1/consolidate", {"everyone": True}),
    Attempt("POST", "/v1/consolidate", {"conversation": "{named}"}),
    Attempt("POST", "/v1/consolidate?user_id={user}", {"full": True}),
    Attempt("GET", "/v1/blobs/{fact}?user_id={user}"),
    Attempt("GET", "/health?user_id={user}"),
]

HEADERS = [
    Attempt("GET", "/v1/facts", None, {"x-holdfast-user": "{user}"}),
    Attempt("POST", "/threads/search", {}, {"x-holdfast-user": "{user}"}),
    Attempt("GET", "/threads/{thread}", None, {"x-user-id": "{user}", "x-forwarded-user": "{user}"}),
    Attempt("GET", "/threads/{thread}", None, {"x-auth-scheme": "langsmith", "x-api-key": "lsv2_anything"}),
    Attempt("GET", "/threads/{thread}", None, {"x-auth-scheme": "langsmith-agent", "x-service-key": "anything"}),
    Attempt("GET", "/threads/{thread}", None, {"x-original-url": "/ok", "x-forwarded-prefix": "/noauth"}),
    Attempt("GET", "/noauth/threads/{thread}"),
    Attempt("GET", "/ui/../threads/{thread}"),
    Attempt("GET", "/threads/{thread}/../{thread}/state"),
]

CLOSED = [
    Attempt("POST", "/internal/truncate", {"runs": False, "threads": False, "store": True}),
    Attempt("POST", "//internal/truncate", {"store": True}),
    Attempt("POST", "/INTERNAL/truncate", {"store": True}),
    Attempt("POST", "/%69nternal/truncate", {"store": True}),
    Attempt("POST", "/internal/truncate/", {"store": True}),
    Attempt("GET", "/internal/debug/thread/{thread}"),
    Attempt("POST", "/deploy", {}),
    Attempt("GET", "/deploy"),
    Attempt("GET", "/deploy/{run}/stream"),
    Attempt("POST", "/mcp", {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}),
    Attempt("POST", "/a2a/{assistant}", {"jsonrpc": "2.0", "id": 1, "method": "message/send"}),
]

OWN_RUNS = [
    {"context": {"user_id": "{user}"}},
    {"context": {"organisation": "acme"}},
    {"config": {"configurable": {"organisation": "acme", "langgraph_auth_user": SPOOFED_MEMBER}}},
    {"context": {"user_id": "{user}", "conversation": "trip"}},
    {"context": {"langgraph_auth_user": SPOOFED_USER, "langgraph_auth_user_id": "{user}"}},
    {"config": {"configurable": {"user_id": "{user}", "langgraph_auth_user_id": "{user}"}}},
    {"config": {"configurable": {"langgraph_auth_user": SPOOFED_USER, "langgraph_auth_permissions": ["everyone"]}}},
    {"config": {"configurable": {"thread_id": "{thread}", "checkpoint_id": "{checkpoint}"}}},
    {"assistant_id": "coach", "context": {"user_id": "{user}", "conversation": "trip"}},
    {"assistant_id": "coach", "input": {**MESSAGE, "owner": "{apart}", "epoch": 0}},
    {"assistant_id": "consolidation", "input": {"root": "{apart}", "thread": None, "full": True}},
    {"config": {"metadata": {"owner": "{user}"}}, "metadata": {"owner": "{user}"}},
    {"checkpoint": CHECKPOINT},
    {"checkpoint_id": "{checkpoint}"},
    {"command": {"update": {"owner": "{root}", "epoch": 0}}, "input": None},
    {"command": {"goto": {"node": "write_back", "input": {"owner": "{root}", "epoch": 0}}}, "input": None},
    {"input": {**MESSAGE, "owner": "{root}"}},
    {"assistant_id": "consolidation", "input": {"root": "{root}", "thread": "{thread}", "full": True}},
    {"assistant_id": "consolidation", "input": {"root": "{root}", "thread": None, "full": True}},
    {
        "assistant_id": "consolidation",
        "input": None,
        "command": {"goto": {"node": "consolidate_thread", "input": TASK}},
    },
    {"assistant_id": "consolidation", "input": None, "command": {"goto": {"node": "extract_thread", "input": TASK}}},
    {
        "assistant_id": "consolidation",
        "input": None,
        "command": {"goto": {"node": "consolidate_user", "input": {"root": "{root}"}}},
    },
]
"""Runs of the attacker's own, each on a thread of its own, that reach for the other's memory."""

ATTEMPTS = [*THREADS, *RUNS, *CRONS, *ASSISTANTS, *STORE, *ROUTES, *HEADERS, *CLOSED]
