"""What lies where in the store. `root` is U (`ids.user_root`), `thread` a thread id.

Everything of one user lies under `("users", U)`, so one prefix isolates and erases. What an operator
shares lies under `("shared", scope)`.
"""

from memory.core.ids import encode_label

Namespace = tuple[str, ...]

EPOCHS: Namespace = ("epochs",)
DUE: Namespace = ("due",)
DUE_USERS: Namespace = ("due_users",)
"""By root, the users whose facts changed since they were last looked over, or are to be at some time; no text."""
TEMPORARY: Namespace = ("temporary",)
"""By user and thread, the temporary conversations, so that those which ended are found; no text."""
UNREAD: Namespace = ("unread",)
"""By user and thread, the threads with entries in which a model has yet to look for facts; no text."""
ERASURES: Namespace = ("erasures",)
"""By a keyed hash of a user's root or of a conversation: what is being erased, or was; no text."""
OUTBOX: Namespace = ("outbox",)
"""By time, events that are yet to be taken up for delivery; no text."""
DELIVERIES: Namespace = ("deliveries",)
"""By receiver, user and time, events on their way; no text."""
DEAD_LETTERS: Namespace = ("dead_letters",)
"""By the same, what no attempt could deliver; no text."""
CLAIMS: Namespace = ("claims",)
"""Under a keyed hash of a thing, the processes that wait to do it alone, and the one that does; no text."""
LEASES: Namespace = ("leases",)
"""By name, which process does some work, and until when."""
VERSION_KEY = "version"
CURSOR_KEY = "cursor"


def user(root: str) -> Namespace:
    """Everything of one user."""
    return ("users", root)


def shared(scope: str) -> Namespace:
    """What an operator wrote for everyone or an organisation (`items.SharedItem`), by id. `scope`: `items.scope_of`."""
    return ("shared", scope, "shared")


def shared_version(scope: str) -> Namespace:
    """One value under `VERSION_KEY`, changed by every write of that."""
    return ("shared", scope, "version")


def shared_vectors(scope: str) -> Namespace:
    """The vectors of that (`vector_docs.Vectors`), by id."""
    return ("shared", scope, "shared_vectors")


def facts(root: str) -> Namespace:
    """Approved assertions, by `identity.assertion_key`."""
    return ("users", root, "facts")


def pending(root: str) -> Namespace:
    """Proposals that wait for a decision, by proposal id."""
    return ("users", root, "pending")


def settings(root: str) -> Namespace:
    """The user's own settings, one `{"value": …}` a key."""
    return ("users", root, "settings")


def tombstones(root: str) -> Namespace:
    """What was forgotten, by content hash."""
    return ("users", root, "tombstones")


def archive(root: str) -> Namespace:
    """Which facts were set aside or came back (`archive.ArchiveMark`), by fact and time."""
    return ("users", root, "archive")


def remarks(root: str) -> Namespace:
    """What was decided about facts beside their content (`facts.Remark`), by fact and time."""
    return ("users", root, "remarks")


def usage(root: str) -> Namespace:
    """How often facts were of use in each thread (`usage.Usage`), by thread."""
    return ("users", root, "usage")


def version(root: str) -> Namespace:
    """One value under `VERSION_KEY`, changed by every write of facts."""
    return ("users", root, "version")


def events(root: str) -> Namespace:
    """Every change, by time-ordered id."""
    return ("users", root, "events")


def kept_answers(root: str) -> Namespace:
    """Answers of the API that are given again (`kept_answers.py`), encrypted, by a keyed hash of the request's key."""
    return ("users", root, "kept_answers")


def threads(root: str) -> Namespace:
    """One record a thread: conversation, created."""
    return ("users", root, "threads")


def titles(root: str) -> Namespace:
    """The title a user gave a conversation (`titles.TitleDoc`), by thread."""
    return ("users", root, "titles")


def unremembered(root: str) -> Namespace:
    """The conversations that are not remembered, as the user asked midway, by thread."""
    return ("users", root, "unremembered")


def heads(root: str) -> Namespace:
    """The head entry of each thread, by thread: defines the active path."""
    return ("users", root, "heads")


def retained(root: str) -> Namespace:
    """How far what was kept long enough in a thread has been taken away (`keeping.Retained`), by thread."""
    return ("users", root, "retained")


def vectors(root: str, thread: str | None = None) -> Namespace:
    """The vectors of what was said in a thread (`vector_docs.Vectors`), by entry key; without one, in every thread."""
    every = ("users", root, "vectors")
    return every if thread is None else (*every, encode_label(thread))


def fact_vectors(root: str) -> Namespace:
    """The vectors of facts (`vector_docs.Vectors`), by content id."""
    return ("users", root, "fact_vectors")


def messages(root: str, thread: str) -> Namespace:
    """By `message_key`: when a message id was first seen and its newest entry."""
    return ("users", root, "messages", encode_label(thread))


def answers(root: str, thread: str) -> Namespace:
    """By the answered entry's key: the entry of its final answer."""
    return ("users", root, "answers", encode_label(thread))


def transcript(root: str, thread: str, bucket: int) -> Namespace:
    """The entries of one bucket: those 100 steps of the parent chain (see `entries.bucket_of`)."""
    return ("users", root, "transcript", encode_label(thread), f"{bucket:08d}")


def blobs(root: str) -> Namespace:
    """Images and files, by the SHA-256 of their bytes."""
    return ("users", root, "blobs")


def blob_uses(root: str, thread: str | None = None) -> Namespace:
    """By hash, the blobs that entries of a thread refer to; without one, those of every thread."""
    every = ("users", root, "blob_uses")
    return every if thread is None else (*every, encode_label(thread))


def leaves(root: str, thread: str) -> Namespace:
    """Immutable summaries of entry ranges, by range."""
    return ("users", root, "leaves", encode_label(thread))


def summary(root: str) -> Namespace:
    """The mailbox: by thread, the newest running summary and its cursor."""
    return ("users", root, "summary")


def summary_edits(root: str, thread: str | None = None) -> Namespace:
    """What a user changed in the summary of a thread, by edit id; without a thread, in those of every thread."""
    every = ("users", root, "summary_edits")
    return every if thread is None else (*every, encode_label(thread))


def extraction(root: str, thread: str) -> Namespace:
    """How far a model has looked for facts in a thread, under `CURSOR_KEY`."""
    return ("users", root, "extraction", encode_label(thread))


def working(root: str, thread: str | None = None) -> Namespace:
    """The state of the task in hand, thread-scoped, by key; without a thread, those of every thread."""
    every = ("users", root, "working")
    return every if thread is None else (*every, encode_label(thread))
