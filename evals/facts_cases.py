"""The labelled dialogues of the facts eval: one JSON object a line in the files of `evals/fact_cases`.

A case is a dialogue and what must be known after it; `evals/fact_cases/README.md` says what each field means. The two
halves have about the same make-up: rules are tuned on one, and the other tells how well they do on what they never saw.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Annotated, Literal, get_args
from zoneinfo import available_timezones

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field, ValidationError, field_validator

from memory.core.facts.facts import Kind
from memory.core.facts.slots import SLOTS

Half = Literal["tuned", "held_out"]
HALVES: tuple[Half, ...] = get_args(Half)
CASES = Path(__file__).parent / "fact_cases"

Class = Literal[
    "explicit",
    "statement",
    "many_facts",
    "consent",
    "change",
    "retraction",
    "forget",
    "time",
    "duplicate",
    "instruction",
    "sensitive",
    "other_people",
    "secret",
    "assistant_said",
    "tool_result",
    "pasted",
    "code",
    "third_party",
    "role_play",
    "hypothetical",
    "joke",
    "negation",
    "question",
    "injection",
    "chatter",
    "small_talk",
]
CLASSES: tuple[Class, ...] = get_args(Class)
TRAPS: frozenset[Class] = frozenset(
    {
        "assistant_said",
        "tool_result",
        "pasted",
        "code",
        "third_party",
        "role_play",
        "hypothetical",
        "joke",
        "negation",
        "question",
        "injection",
        "secret",
        "consent",
    }
)
"""Classes in which what is written and not expected is no mere noise, but what nobody said about the user."""
Need = Literal["answers", "valid_time", "list_change", "similarity", "scene"]
NEEDS: dict[Need, str] = {
    "answers": "a short answer read together with the question it answers",
    "valid_time": "dates from which and until which a fact holds, from relative words and the user's time zone",
    "list_change": "the end of a fact told in other words than its own, also of the collection",
    "similarity": "the same fact told in other words kept once",
    "scene": "a role-play that goes on over messages",
}
"""What a case may wait for; such cases are counted apart until it is there."""
_FIRST = datetime.fromisoformat("2026-03-05T10:00:00+00:00")
Texts = Annotated[list[Annotated[str, Field(min_length=1)]], Field(min_length=1)]


class CaseError(ValueError):
    """A line of a case file that is none: the text names file, line and field."""


class Part(BaseModel):
    """What all parts share: unknown fields are errors, and nothing changes a case once it is read."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Message(Part):
    """One message; a tool's is a result that the model got in that turn."""

    role: Literal["user", "assistant", "tool"]
    content: Annotated[str, Field(min_length=1)]


class Item(Part):
    """A fact to be expected: by slot and value, or by what its text holds."""

    slots: Annotated[list[str | None], Field(min_length=1)] | None = None
    """Slots that will do; null: none, with the value in the text."""
    values: Texts | None = None
    """Values that will do, compared as the product compares (case, width, script, punctuation at the ends)."""
    has: Texts | None = None
    """All must stand in the text or the value."""
    kind: Kind | None = None
    explicit: bool = False
    """The user asked for it to be remembered."""
    either: bool = False
    """Held or asked about: both are right."""
    since: str | None = Field(default=None, alias="from")
    """The day it begins to hold, in the user's time zone; a month or a year where no day is said."""
    until: str | None = None
    """The day it ends, as `from`."""

    @field_validator("slots")
    @classmethod
    def _known(cls, slots: list[str | None] | None) -> list[str | None] | None:
        unknown = [slot for slot in slots or [] if slot is not None and slot not in SLOTS]
        if unknown:
            raise ValueError(f"no slot is called {unknown[0]!r}")
        return slots


class Expect(Part):
    """What must be known after the dialogue. What is in no list must not be there."""

    holds: list[Item] = []
    """Facts that hold at the end."""
    asked: list[Item] = []
    """Proposals that wait for the user, and are not written."""
    ended: list[Item] = []
    """Facts that were written and do not hold any more: replaced, taken back or forgotten."""
    may: list[Item] = []
    """Facts that may be written or asked about, and need not: counted neither way."""
    may_ask: list[Item] = []
    """Proposals that may wait, and must not be written."""
    never: list[str] = []
    """No written fact holds any of these."""
    unstored: list[str] = []
    """No document of the user holds any of these at the end, the transcript apart."""


class FactCase(Part):
    """One dialogue."""

    id: Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]
    """Unique over all files."""
    group: Class = Field(alias="class")
    language: Literal["en", "zh", "zh-Hant", "mixed"]
    at: AwareDatetime = _FIRST
    """When the first message is sent; each later one a minute after the one before."""
    timezone: str = "UTC"
    """The user's."""
    messages: Annotated[list[Message], Field(min_length=1)]
    expect: Expect = Expect()
    needs: list[Need] = []
    """What the product cannot do yet and the case waits for (`NEEDS`)."""

    @field_validator("timezone")
    @classmethod
    def _zone(cls, name: str) -> str:
        if name not in available_timezones():
            raise ValueError(f"no time zone is called {name!r}")
        return name

    def time_of(self, number: int) -> datetime:
        """Return when a message is sent, by its number."""
        return self.at + timedelta(minutes=number)


def parse_case(line: str, place: str) -> FactCase:
    """Return the case of a line; `place` is the file and line that an error names.

    Raises CaseError: no JSON object, an unknown, missing or wrong field, or an expectation that says nothing.
    """
    try:
        case = FactCase.model_validate_json(line)
    except ValidationError as exc:
        told = (f"{place}: {'.'.join(map(str, error['loc'])) or 'the line'}: {error['msg']}" for error in exc.errors())
        raise CaseError("\n".join(told)) from exc
    if problem := next(_problems(case), None):
        raise CaseError(f"{place}: {problem}")
    return case


def load_half(half: Half, folder: Path = CASES) -> list[FactCase]:
    """Return the cases of one half: of all files whose names begin with it, in the order of the names.

    Raises CaseError: as `parse_case`, an id occurs twice, or the half has no file.
    """
    cases: dict[str, FactCase] = {}
    for file in half_files(half, folder):
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            case = parse_case(line, f"{file.name}, line {number}")
            if case.id in cases:
                raise CaseError(f"{file.name}, line {number}: id: {case.id!r} occurs twice. Give each case its own.")
            cases[case.id] = case
    return list(cases.values())


def half_files(half: Half, folder: Path = CASES) -> list[Path]:
    """Return the files of one half, in the order of their names. Raises CaseError: there is none."""
    files = sorted(folder.glob(f"{half}*.jsonl"))
    if not files:
        raise CaseError(f"{folder}: no file is called {half}*.jsonl. Put the cases of this half there.")
    return files


def ids_in(file: Path) -> set[str]:
    """Return the ids of the cases in a file that `load_half` has read."""
    return {parse_case(line, file.name).id for line in file.read_text(encoding="utf-8").splitlines()}


def _problems(case: FactCase) -> Iterator[str]:
    """Yield what is wrong with a case whose fields are all right."""
    expect = case.expect
    for name in ("holds", "asked", "ended", "may", "may_ask"):
        for number, item in enumerate(getattr(expect, name)):
            if (item.slots is None) != (item.values is None) or (item.slots is None) == (item.has is None):
                yield f"expect.{name}[{number}]: give slots and values, or has. evals/fact_cases/README.md explains."
    if not any(message.role == "user" for message in case.messages):
        yield "messages: the user says nothing."
    said = "\n".join(message.content for message in case.messages)
    for text in [*expect.never, *expect.unstored]:
        if text not in said:
            yield f"expect.never: nobody says {text!r} in this dialogue."
