"""The scripted model of `evals.scripted_model`, in rule mode: what is not pushed is answered by `directives.by_rule`.

In a test: `with ScriptedModel() as model: model.push(Reply("hi"))`.
As a process: `python -m support.openai_server --port 9000 --first-token-ms 300 --tokens 50 --token-ms 10`.
"""

import argparse

import uvicorn
from support.directives import by_rule

from evals.scripted_model import Handler, server_config
from evals.scripted_model import ScriptedModel as Endpoint


class ScriptedModel(Endpoint):
    """The endpoint, on a thread of its own."""

    def __init__(self, handler: Handler = by_rule, api_key: str | None = None, name: str | None = None) -> None:
        super().__init__(handler, api_key, name)


def main() -> None:
    """Serve rule mode on a port until stopped."""
    parser = argparse.ArgumentParser(description="A scripted model that speaks the OpenAI protocol.")
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--first-token-ms", type=float, default=0)
    parser.add_argument("--tokens", type=int, default=None, help="length of a reply; without it replies echo")
    parser.add_argument("--token-ms", type=float, default=0)
    args = parser.parse_args()
    model = ScriptedModel(lambda body: by_rule(body, args.first_token_ms, args.token_ms, args.tokens))
    uvicorn.Server(server_config(model, args.port)).run()


if __name__ == "__main__":
    main()
