"""Shared knowledge: what an operator writes for everyone, or for one organisation."""

from datetime import datetime
from typing import TypedDict

from memory.core.access.identities import RESERVED
from memory.core.errors import InputError
from memory.core.ids import check_user_id, decode_label, user_of, user_root
from memory.core.language.text import clean_text, content_hash

SHARED_SCHEMA = 1
TEXT_CHARS = 2_000
"""Characters of an item, at most."""
EVERYONE = "everyone"
"""For whom the knowledge of `EVERYONE_SCOPE` is."""
_ORGANISATION = f"{RESERVED}organisation:"


class SharedItem(TypedDict):
    """One thing an operator wrote; immutable, an edit is another item in its place."""

    schema: int
    id: str
    """Made of the text, so that the same one is there once."""
    text: str
    added: str
    """ISO time, UTC."""


EVERYONE_SCOPE = user_root(f"{RESERVED}everyone", 0)
"""The scope of what is for everyone."""


def scope_of(organisation: str | None) -> str:
    """Return the label under which the knowledge of an organisation lies, None: of everyone; no user has such a root.

    Raises InputError: the organisation is no name.
    """
    if organisation is None:
        return EVERYONE_SCOPE
    return user_root(_ORGANISATION + check_user_id(organisation, "organisation"), 0)


def scopes_for(organisation: str | None) -> list[str]:
    """Return the scopes that a user of an organisation (None: of none) is shown, their own first."""
    return [EVERYONE_SCOPE] if organisation is None else [scope_of(organisation), EVERYONE_SCOPE]


def whose_scope(scope: str) -> str:
    """Return for whom a scope's knowledge is, in words: `everyone`, or the organisation's name."""
    if scope == EVERYONE_SCOPE:
        return EVERYONE
    named = decode_label(user_of(scope))
    return named.removeprefix(_ORGANISATION) if named is not None else "an organisation"


def make_item(text: str, now: datetime) -> SharedItem:
    """Return the item that says `text`. Raises InputError: it is empty, too long or no storable text."""
    text = text.strip()
    if not text:
        raise InputError("text", "is empty", "Write what everyone may know.")
    if clean_text(text) != text:
        raise InputError("text", "holds NUL or a lone surrogate", "Send well-formed Unicode text.")
    if len(text) > TEXT_CHARS:
        raise InputError("text", f"is {len(text):,} characters long", f"Use at most {TEXT_CHARS:,}; split it.")
    return {"schema": SHARED_SCHEMA, "id": content_hash(["shared", text]), "text": text, "added": now.isoformat()}
