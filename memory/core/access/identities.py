"""Who calls: what identities mean, and for whom each may speak."""

from collections.abc import Collection

from memory.core.errors import InputError

RESERVED = "holdfast:"
"""How identities begin that no user may have."""
LOCAL_CALLER = "holdfast:local"
"""Everyone on a server where nobody has to say who they are."""
OPERATOR = "holdfast:operator"
"""The command line on the machine of a server where users log in."""
NOBODY = "holdfast:nobody"
"""Who asks for what is open to everyone."""
OWNER = "owner"
"""Metadata of threads, crons and assistants: the label (`ids.encode_label`) of the user they belong to."""
ACT_FOR_USERS = "act_for_users"
"""Permission to name, in each request, the user it is for."""
EVERYONE = "everyone"
"""Permission to consolidate everyone's memory."""
SHARED = "shared"
"""Permission to write shared knowledge: of the caller's organisation, or where it has none everyone's and any one's."""
OPERATE = "operate"
"""Permission to back up everyone's memory, merge a user's out of a backup, and see to webhooks."""
PERMISSIONS = (ACT_FOR_USERS, EVERYONE, SHARED, OPERATE)


def service_identity(name: str) -> str:
    """Return the identity of the service whose key has this name."""
    return f"{RESERVED}service:{name}"


def spoken_for(identity: str, permissions: Collection[str], named: str | None) -> str:
    """Return the user a caller speaks for: itself, unless it names another one and may.

    Raises InputError: it may not, whether or not there is such a user; or it names what no user is called.
    """
    if named is None or named == identity:
        return identity
    if ACT_FOR_USERS not in permissions:
        raise InputError("user_id", "is not who is logged in", "Leave it out: you speak for yourself.")
    if named.startswith(RESERVED):
        raise InputError("user_id", f"begins with {RESERVED}, as no user's does", "Name a user, or leave it out.")
    return named


def whose(identity: str | None, named: str | None) -> str | None:
    """Return the user whose run the platform keeps, by its record of who asked; None for the local user.

    `named`: the `user_id` of the run's context. It counts where nobody has to say who they are, and from a service,
    whose run was refused if it may not act for others.
    """
    if identity is None or identity == LOCAL_CALLER:
        return named
    return named if named is not None and identity.startswith(RESERVED) else identity
