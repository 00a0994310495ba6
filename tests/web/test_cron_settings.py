import pytest

from memory.core.errors import InputError
from memory.web.app import app, lifespan


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("HOLDFAST_CRON", "every night", r"HOLDFAST_CRON: 'every night' .* such as 0 3"),
        ("HOLDFAST_TIME_ZONE", "Lisbon/Europe", r"HOLDFAST_TIME_ZONE: 'Lisbon/Europe' .* like Europe/Lisbon"),
        ("HOLDFAST_TIME_ZONE", "北京时间", r"HOLDFAST_TIME_ZONE: '北京时间' is no IANA time zone"),
        ("HOLDFAST_ACTIVE_FACTS", "两百", r"HOLDFAST_ACTIVE_FACTS: is '两百'. Set a whole number"),
    ],
)
async def test_a_server_with_a_wrong_setting_does_not_start_and_names_it_with_the_remedy(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, told: str
):
    monkeypatch.setenv(name, value)
    with pytest.raises(InputError, match=told):
        async with lifespan(app):
            pytest.fail("the server started")
