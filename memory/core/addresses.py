"""How what people name stands in an address."""

from urllib.parse import quote


def in_path(name: str) -> str:
    """Return a name as one part of an address; dots too, as `.` and `..` would be taken for steps."""
    return quote(name, safe="", errors="surrogatepass").replace(".", "%2E")
