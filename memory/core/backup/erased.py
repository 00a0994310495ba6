"""What was erased, as a backup and a restore have to know it: by marks and epochs, which hold no text."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from memory.core.forgetting.erase_marks import Mark, root_key, thread_key
from memory.core.ids import decode_label, epoch_key, epoch_of, user_of
from memory.core.language.times import moment


@dataclass(frozen=True)
class Erased:
    """What a store knows of erases."""

    marks: Mapping[str, Mark]
    """By key."""
    epochs: Mapping[str, int]
    """By `ids.epoch_key`."""
    secret: str

    def is_root(self, root: str) -> bool:
        """Tell whether a user's root was erased, or is being."""
        mark = self.marks.get(root_key(root, self.secret))
        user = decode_label(user_of(root))
        now = self.epochs.get(epoch_key(user, self.secret), 0) if user is not None else 0
        return mark is not None or now > epoch_of(root)

    def is_thread(self, root: str, label: str, seen: str) -> bool:
        """Tell whether a conversation was erased at or after `seen` (ISO time), or is being; `label`: of its thread."""
        mark = self._of_thread(root, label)
        return mark is not None and (mark["phase"] == "running" or moment(mark["at"]) >= moment(seen))

    def is_erasing(self, root: str, label: str) -> bool:
        """Tell whether a conversation is being erased now."""
        mark = self._of_thread(root, label)
        return mark is not None and mark["phase"] == "running"

    def _of_thread(self, root: str, label: str) -> Mark | None:
        if not self.marks:
            return None
        return self.marks.get(thread_key(root, label, self.secret))


def cannot_tell(root: str, before: Mapping[str, int], after: Erased, roots: Collection[str]) -> bool:
    """Tell whether nobody can know if a root was erased since a backup.

    So it is with ids so long that only their hash is kept, once the epoch of anyone moved on who is none of the users
    of `roots` with a known id. `before`: the epochs in the backup.
    """
    if decode_label(user_of(root)) is not None:
        return False
    moved = {key for key, epoch in after.epochs.items() if epoch > before.get(key, 0)}
    known = (decode_label(user_of(one)) for one in roots)
    return bool(moved - {epoch_key(user, after.secret) for user in known if user is not None})
