"""What an import of another product's export is asked, and what it tells."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Literal

from memory.core.policy.policy import Action

Origin = Literal["chatgpt", "mem0"]
"""Whose export it is."""
Approval = Literal["review", "auto", "off"]
"""How what is found in it is approved."""


@dataclass
class Imported:
    """What an import did."""

    conversations: int = 0
    """That are new or grew."""
    messages: int = 0
    """Entries written."""
    proposals: Counter[Action] = field(default_factory=Counter)
    """By what the policy did with them; what was known already is not in it."""
    skipped: Counter[str] = field(default_factory=Counter)
    """Conversations, by why they were left as they are."""
