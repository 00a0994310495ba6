"""Whom a sentence says something of at its beginning: "As a vegan, I …" of the speaker, "As a vegan, she …" of her.

Such a beginning is about the subject of what follows. Sentences come folded (`clauses.fold`).
"""

import re

from memory.core.language.nouns_en import OCCUPATIONS
from memory.core.privacy.private_en import RELATIVE

_ADJUNCT = re.compile(r"\W*(?:\w+,? )?(?:(?:speaking )?as|being|like) an? |\W*(?:作为|身为|当为)", re.IGNORECASE)
"""What begins a sentence with what its subject is: "As a vegan, …"."""
_OTHERS_EN = (
    rf"(?:he|she|they|his|her|their|(?:my|our|the|your|this|that|a) (?:[\w-]+ ){{0,2}}?(?:{RELATIVE}|guy|man"
    rf"|woman|person"
    rf"|girl|boy|people|guests?|customers?|clients?|patients?|users?|students?|team|company|(?:{OCCUPATIONS}))s?)\b"
)
_OF_ANOTHER = re.compile(
    rf",\s*(?:(?:of course|obviously|naturally|well|so|does|can|should|would|will|is|what (?:can|does|should|would)"
    rf"|how (?:can|does|should)),? )*(?:{_OTHERS_EN}|(?-i:(?!I\b|I'|What|How|Can|Could|Do|Is|Are|Which|My)[A-Z][\w-]+)"
    r" (?:is|was|has|can|can't|will|won't|does|doesn't|would|\w+s)\b)"
    r"|,\s*(?:please|you|tell|give|write|explain|help)\b|^\W*(?:作为|身为|当为)[^我俺]*$"
    r"|,\s*(?!.{0,3}[我俺])[^,我]{0,4}(?:[他她它]们?|[爸妈哥姐弟妹]|老公|老婆|老板|同事|朋友|客人|客户|先生"
    r"|太太|儿子|女儿)"
    r"|,\s*我(?:的|家)?(?:[爸妈哥姐弟妹]|老公|老婆|老板|同事|朋友|先生|太太|儿子|女儿)",
    re.IGNORECASE,
)
"""… and that its subject is someone else."""


def begins_as(text: str) -> bool:
    """Tell whether a sentence or clause begins with what its subject is: "As a vegan"."""
    return _ADJUNCT.match(text) is not None


def of_another(sentence: str) -> bool:
    """Tell whether a sentence begins with what its subject is, and that is not the speaker."""
    return begins_as(sentence) and _OF_ANOTHER.search(sentence) is not None
