import pytest

from memory.core.cron_schedule import check_schedule
from memory.core.errors import InputError


@pytest.mark.parametrize(
    "schedule", ["0 3 * * *", "*/15 0-6,22 1-31/2 jan,Jul sun", "59 23 31 12 7", "0 3 * * mon-fri", " 5  4 * * 0 "]
)
def test_a_schedule_of_five_fields_is_taken(schedule: str):
    assert check_schedule(schedule, "HOLDFAST_CRON") == schedule


@pytest.mark.parametrize(
    ("schedule", "wrong"),
    [
        ("every night", "has 2 fields, not 5"),
        ("@daily", "has 1 fields"),
        ("60 3 * * *", "the minute '60'"),
        ("0 24 * * *", "the hour '24'"),
        ("0 3 0 * *", "the day '0'"),
        ("0 3 * 13 *", "the month '13'"),
        ("0 3 * * mo", "the weekday 'mo'"),
        ("*/0 3 * * *", "the minute"),
        ("0 3 *-5 * *", "the day"),
        ("0 3 1,,2 * *", "the day"),
        ("0 ３ * * *", "the hour"),
        ("零 三 * * *", "the minute '零'"),
    ],
)
def test_what_is_none_is_refused_by_the_name_of_its_setting_with_the_remedy(schedule: str, wrong: str):
    with pytest.raises(InputError, match=r"HOLDFAST_CRON: .*Write minute, hour") as refused:
        check_schedule(schedule, "HOLDFAST_CRON")
    assert wrong in str(refused.value)
