"""What a thread's state must hold to be read: a client may update it, and what has another shape counts as absent."""

from typing import Any


def has_fields(value: object, **types: type | tuple[type, ...]) -> bool:
    """Tell whether `value` is a mapping that holds these fields, each of its type."""
    return isinstance(value, dict) and all(isinstance(value.get(name), of) for name, of in types.items())


def is_texts(value: object) -> bool:
    """Tell whether `value` is a list of texts."""
    return isinstance(value, list) and all(isinstance(text, str) for text in value)


def is_text_map(value: object) -> bool:
    """Tell whether `value` maps texts to texts."""
    return isinstance(value, dict) and all(isinstance(text, str) for pair in value.items() for text in pair)


def is_lists(value: Any, names: tuple[str, ...]) -> bool:
    """Tell whether `value` holds a list of texts under each of `names`."""
    return isinstance(value, dict) and all(is_texts(value.get(name)) for name in names)
