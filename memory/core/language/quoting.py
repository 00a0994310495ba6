"""Quotes around what someone said, so that it stands in a prompt as a quotation and never as a line of its own."""

_PAIRS = (('"', '"'), ("“", "”"), ("「", "」"), ("«", "»"))


def quoted(text: str) -> str:
    """Return `text` in the first pair of quotes that it does not hold itself, so that it cannot close them.

    A text that holds all of them loses its straight ones (`"` becomes `'`).
    """
    for before, after in _PAIRS:
        if before not in text and after not in text:
            return f"{before}{text}{after}"
    return '"' + text.replace('"', "'") + '"'


def unquoted(text: str) -> str:
    """Return a quoted text without its quotes, any other text as it is."""
    if any(len(text) > 1 and text[0] == before and text[-1] == after for before, after in _PAIRS):
        return text[1:-1]
    return text
