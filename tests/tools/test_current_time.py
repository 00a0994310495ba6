"""The clock: the user's own time zone and language."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from langchain_core.messages import HumanMessage
from support.tool_runtime import tool_runtime

from memory.core.errors import InputError
from tools.current_time import current_time, told

AT = datetime(2026, 3, 1, 9, 5, tzinfo=ZoneInfo("UTC"))


async def call(zone: str, text: str) -> str:
    state = {"turn": {"time_zone": zone}, "messages": [HumanMessage(text, id="1")]}
    return str(await current_time.ainvoke({"runtime": tool_runtime(None, state)}))


def test_date_weekday_and_time_are_told():
    assert told(AT, "UTC", chinese=False) == "2026-03-01, Sunday, 09:05 (UTC)"
    assert told(AT, "Asia/Shanghai", chinese=True) == "2026-03-01 星期日 09:05（Asia/Shanghai）"


@pytest.mark.parametrize(
    ("text", "word"), [("What time is it?", "day, "), ("现在几点？", "星期"), ("現在幾點？", "星期")]
)
async def test_the_answer_is_in_the_users_time_zone_and_language(text: str, word: str):
    answer = await call("Asia/Tokyo", text)
    assert word in answer
    assert "Asia/Tokyo" in answer
    days = {f"{datetime.now(ZoneInfo('Asia/Tokyo')):%Y-%m-%d}", answer[:10]}
    assert len(days) <= 2


async def test_an_unknown_time_zone_is_an_error_that_names_it():
    with pytest.raises(InputError, match="Mars"):
        await call("Mars/Base", "time?")
