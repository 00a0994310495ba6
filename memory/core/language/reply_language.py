"""In which language a user wants to be answered, whatever language they write."""

LANGUAGES = {"en": "English", "zh-Hans": "Simplified Chinese (简体中文)", "zh-Hant": "Traditional Chinese (繁體中文)"}
"""By its tag, each language as a model is told of it."""


def language_line(language: str | None) -> str:
    """Return what a model is told of the language of its answers, nothing where the message's own counts."""
    name = LANGUAGES.get(language or "")
    return (
        f"Always answer in {name}, whatever language the user writes: they chose it in their settings." if name else ""
    )
