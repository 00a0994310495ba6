"""What every model of the API has in common: requests are taken strictly, answers show what is documented."""

from typing import Annotated

from fastapi import Query
from pydantic import BaseModel, BeforeValidator, ConfigDict, field_validator

from memory.core.language.text import clean_value


class Answer(BaseModel):
    """What a route answers; what a document holds beyond it is not shown."""

    model_config = ConfigDict(use_attribute_docstrings=True)


class Body(BaseModel):
    """What a route takes: nothing of another type, and no unknown field."""

    model_config = ConfigDict(use_attribute_docstrings=True, extra="forbid", strict=True)

    @field_validator("*", mode="before")
    @classmethod
    def _storable(cls, value: object) -> object:
        """Refuse text that no store could hold, wherever it stands."""
        if clean_value(value) != value:
            raise ValueError("holds NUL, a lone surrogate, or a number that is none")
        return value


class ErrorTold(Answer):
    """What went wrong and what to do."""

    code: str
    """What kind of error it is, for programs."""
    field: str | None
    """Which part of the request was wrong; null: none was."""
    message: str
    """For people."""
    remedy: str | None
    """What to do, where it is known."""


class ErrorAnswer(Answer):
    """How every route tells an error."""

    error: ErrorTold


def _flag(told: object) -> bool:
    if told not in {"true", "false", True, False}:
        raise ValueError("send true or false")
    return told in {"true", True}


Flag = Annotated[bool, BeforeValidator(_flag), Query()]
"""A switch in the query: `true` or `false`, and nothing that is only like one of them."""


class Weighed(Answer):
    """What was found for a question, and how well it fits."""

    score: float
    """What the order is made by: the parts below, weighed."""
    relevance: float
    recency: float
    importance: float
    use: float
    parts: dict[str, float]
    """What relevance is made of, what is 0 left out."""
