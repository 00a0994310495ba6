"""The fixed words of leaves and summaries, in the language of the conversation."""

from dataclasses import dataclass

from memory.core.entries import Role
from memory.core.text import is_chinese, simplified


@dataclass(frozen=True)
class SummaryWords:
    """Headings and names in one language."""

    roles: dict[Role, str]
    earlier: str
    """Heading of the running summary; takes `first` and `last`, dates."""
    exact: str
    """Heading of the exact strings."""


ENGLISH = SummaryWords(
    roles={"user": "user", "assistant": "assistant", "tool": "tool", "system": "system"},
    earlier="Earlier in this conversation ({first} to {last}):",
    exact="Exact strings:",
)
SIMPLIFIED = SummaryWords(
    roles={"user": "用户", "assistant": "助手", "tool": "工具", "system": "系统"},
    earlier="本对话之前的内容（{first} 至 {last}）：",
    exact="原文字串：",
)
TRADITIONAL = SummaryWords(
    roles={"user": "用戶", "assistant": "助手", "tool": "工具", "system": "系統"},
    earlier="本對話之前的內容（{first} 至 {last}）：",
    exact="原文字串：",
)


def words_for(text: str) -> SummaryWords:
    """Return the words in the language most of `text` is in."""
    if not is_chinese(text):
        return ENGLISH
    return SIMPLIFIED if simplified(text) == text else TRADITIONAL
