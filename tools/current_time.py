"""The tool that tells the time."""

from datetime import datetime
from typing import Any

from langchain.tools import ToolRuntime
from langchain_core.messages import HumanMessage
from langchain_core.tools import tool

from memory.core.language.text import is_chinese
from memory.service.settings.context import zone_of

_WEEKDAYS_ZH = "一二三四五六日"
_WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


@tool
async def current_time(runtime: ToolRuntime[Any, dict[str, Any]]) -> str:
    """Tell today's date, the weekday and the time where the user is."""
    zone = zone_of(runtime.state["turn"]["time_zone"])
    asked = next((m.text for m in reversed(runtime.state["messages"]) if isinstance(m, HumanMessage)), "")
    return told(datetime.now(zone), zone.key, chinese=is_chinese(asked))


def told(now: datetime, zone: str, *, chinese: bool) -> str:
    """Return a moment as the model reads it, with the name of its time zone."""
    if chinese:
        return f"{now:%Y-%m-%d} 星期{_WEEKDAYS_ZH[now.weekday()]} {now:%H:%M}（{zone}）"
    return f"{now:%Y-%m-%d}, {_WEEKDAYS[now.weekday()]}, {now:%H:%M} ({zone})"
