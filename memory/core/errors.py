"""Errors that tell a person which field was wrong and what to do."""


class HoldfastError(RuntimeError):
    """Base of every error Holdfast raises on purpose.

    A RuntimeError, since a LangGraph server hides the text of most other kinds from its clients.
    """


class InputError(HoldfastError, ValueError):
    """Bad input: names the field, what is wrong with it and the remedy."""

    def __init__(self, field: str, problem: str, remedy: str) -> None:
        super().__init__(f"{field}: {problem}. {remedy}")
        self.field = field
        self.problem = problem
        self.remedy = remedy


class NotFoundError(InputError):
    """What was named is not there, or not the caller's: which of both is never told."""


class ChangedError(HoldfastError):
    """What was to be changed is not there any more as it was seen: names it, what is wrong and the remedy."""

    def __init__(self, field: str, problem: str, remedy: str) -> None:
        super().__init__(f"{field}: {problem}. {remedy}")
        self.field = field
        self.remedy = remedy


class OwnershipError(HoldfastError, PermissionError):
    """A thread belongs to someone else; the text tells nothing about whom."""


class ModelError(HoldfastError):
    """The chat model could not answer: says why and which setting mends it."""

    def __init__(
        self, text: str, *, refused: bool = False, passing: bool = False, retry_after: float | None = None
    ) -> None:
        super().__init__(text)
        self.refused = refused
        """The model does not take what it was sent; asked for less it may answer."""
        self.passing = passing
        """Asked again a moment later it may answer."""
        self.retry_after = retry_after
        """Seconds the provider asks to wait, None when it does not say."""


class StorageError(HoldfastError):
    """The store or the transcript could not be read or written."""


class SchemaError(StorageError):
    """A stored document was written by a newer Holdfast than this one."""


class ErasedError(HoldfastError):
    """What was to be written belongs to a user or a conversation that was erased meanwhile; nothing was kept."""
