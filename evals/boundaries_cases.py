"""The cases of the boundary evals: one JSON object a line in `evals/cases/<boundary>.jsonl`, checked as they are read.

A case is a short script: who says what in which conversation, and what must then hold. No code is needed to add one;
`evals/cases/README.md` shows how.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Literal, get_args

from pydantic import BaseModel, ConfigDict, Discriminator, Field, Tag, ValidationError

Boundary = Literal["same_thread", "restart", "new_thread", "other_user", "long_conversation", "changed"]
BOUNDARIES: tuple[Boundary, ...] = get_args(Boundary)
CASES = Path(__file__).parent / "cases"

Texts = Annotated[list[Annotated[str, Field(min_length=1)]], Field(min_length=1)]
Name = Annotated[str, Field(min_length=1)]


class CaseError(ValueError):
    """A line of a case file that is none: the text names file, line and field."""


class Part(BaseModel):
    """What all parts of a case share: unknown fields are errors, and nothing changes a case once it is read."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Passage(Part):
    """A passage of another conversation as the window must show it: dated, and with who said it where."""

    text: Name
    conversation: Name
    by: Literal["user", "assistant"] = "user"


class Expect(Part):
    """What must hold after a step; each field is graded by the function of its name in `evals/graders.py`."""

    in_window: Texts | None = None
    not_in_window: Texts | None = None
    in_facts: Texts | None = None
    not_in_facts: Texts | None = None
    in_summary: Texts | None = None
    in_messages: Texts | None = None
    not_in_messages: Texts | None = None
    in_passages: Annotated[list[Passage], Field(min_length=1)] | None = None
    reply_has: Texts | None = None
    reply_has_not: Texts | None = None
    refused: Literal[True] | None = None
    answered_once: Literal[True] | None = None
    in_transcript: Texts | None = None
    not_in_transcript: Texts | None = None
    in_history: Texts | None = None
    not_stored: Texts | None = None
    begun: bool | None = None


class ThreadOf(Part):
    """Someone's thread, named by its id instead of by the conversation's name."""

    thread_of: Name
    """The user whose thread it is."""
    conversation: Name = "main"
    direct: bool = False
    """Run on that thread itself, as any client of the API can, and not through a conversation of the speaker's."""


class Say(Part):
    """A user's message, answered before the next step."""

    say: Name
    user: Name = "ann"
    into: Name | ThreadOf = Field(default="main", alias="in")
    """The conversation."""
    name: Name | None = None
    """What a later step calls this message."""
    edit: Name | None = None
    """The message of that name gets these words: it is sent again under its id."""
    context: dict[str, Any] = {}
    """Fields of the runtime context (`memory/service/settings/context.py`), over the case's own."""
    killed: Literal["before_reply", "in_reply"] | None = None
    """The process is killed in this turn: while the model thinks, or once the first word was shown."""
    expect: Expect | None = None


class Chatter(Part):
    """So many turns of small talk in the case's language, about 500 tokens each."""

    chatter: Annotated[int, Field(ge=1, le=40)]
    user: Name = "ann"
    into: Name = Field(default="main", alias="in")


class Restart(Part):
    """The process is killed between two turns and started again on the same data."""

    restart: Literal[True]


class Consolidate(Part):
    """The background work of a conversation is run, and awaited."""

    consolidate: Name
    """The conversation."""
    user: Name = "ann"


class Read(Part):
    """A user looks a conversation up: whether it has begun, and its transcript."""

    read: Name | ThreadOf
    """The conversation."""
    user: Name = "ann"
    expect: Expect | None = None


_KINDS = ("say", "chatter", "restart", "consolidate", "read")


def _kind(step: Any) -> str:
    names = step if isinstance(step, dict) else step.__class__.model_fields
    return next((kind for kind in _KINDS if kind in names), "say")


Step = Annotated[
    Annotated[Say, Tag("say")]
    | Annotated[Chatter, Tag("chatter")]
    | Annotated[Restart, Tag("restart")]
    | Annotated[Consolidate, Tag("consolidate")]
    | Annotated[Read, Tag("read")],
    Discriminator(_kind),
]


class Case(Part):
    """One case."""

    id: Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]
    """Unique over all files; also the name of its example in LangSmith."""
    language: Literal["en", "zh", "zh-Hant", "mixed"]
    about: Name
    """What the case shows, in a sentence."""
    context: dict[str, Any] = {}
    """Fields of the runtime context that hold in every turn."""
    steps: Annotated[list[Step], Field(min_length=2)]


def parse_case(line: str, place: str) -> Case:
    """Return the case of a line; `place` is the file and line that an error names.

    Raises CaseError: no JSON object, an unknown, missing or wrong field, or a step that could not show anything.
    """
    try:
        case = Case.model_validate_json(line)
    except ValidationError as exc:
        raise CaseError("\n".join(f"{place}: {_told(dict(error))}" for error in exc.errors())) from exc
    if problem := next(_problems(case), None):
        raise CaseError(f"{place}: {problem}")
    return case


def load_cases(boundary: Boundary, folder: Path = CASES) -> list[Case]:
    """Return a boundary's cases, in the order of the file.

    Raises CaseError: as `parse_case`, or an id occurs twice.
    """
    path = folder / f"{boundary}.jsonl"
    cases: dict[str, Case] = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip():
            continue
        place = f"{path.name}, line {number}"
        case = parse_case(line, place)
        if case.id in cases:
            raise CaseError(f"{place}: id: {case.id!r} occurs twice. Give each case an id of its own.")
        cases[case.id] = case
    return list(cases.values())


def expectations(case: Case) -> list[dict[str, Any]]:
    """Return what must hold, by the number of the step: the reference outputs of the case's example."""
    looked = [(i, step.expect) for i, step in enumerate(case.steps) if isinstance(step, Say | Read)]
    return [{"step": i, **expect.model_dump(exclude_none=True)} for i, expect in looked if expect]


def script(case: Case) -> dict[str, Any]:
    """Return a case without what it expects: the inputs of its example. `Case` reads it back."""
    hidden = {"steps": {"__all__": {"expect"}}}
    shown: dict[str, Any] = json.loads(case.model_dump_json(by_alias=True, exclude_defaults=True, exclude=hidden))
    return shown


def _told(error: dict[str, Any]) -> str:
    place, parts = "", list(error["loc"])
    for number, part in enumerate(parts):
        if isinstance(part, int):
            place += f"[{part}]"
        elif not (part in _KINDS and number and isinstance(parts[number - 1], int) and parts[number + 1 :]):
            place += f".{part}" if place else str(part)
    message = f"{error['msg']}."
    if error["type"] == "extra_forbidden":
        message = "is no field here. evals/cases/README.md lists them."
    return f"{place or 'the line'}: {message}"


def _problems(case: Case) -> Iterator[str]:
    """Yield what is wrong with a case whose fields are all right."""
    named: set[str] = set()
    for number, step in enumerate(case.steps):
        if isinstance(step, Say):
            if step.edit and step.edit not in named:
                yield f"steps[{number}].edit: no earlier step has the name {step.edit!r}."
            named |= {step.name} if step.name else set()
            yield from (f"steps[{number}].expect.{problem}" for problem in _self_answered(step))
    if not expectations(case):
        yield "steps: no step expects anything."


def _self_answered(step: Say) -> Iterator[str]:
    """Yield what a step's own words settle: they are in the window, and are often quoted by the reply."""
    told = step.expect.model_dump(exclude_none=True) if step.expect else {}
    for field in ("in_window", "not_in_window", "reply_has", "reply_has_not", "not_stored"):
        own = [text for text in told.get(field, ()) if text in step.say]
        if own:
            yield f"{field}: {own[0]!r} stands in the step's own words, so it shows nothing."
