import gc

from memory.web.warming import warm_up


async def test_what_a_server_has_loaded_is_looked_at_by_no_later_collection():
    gc.unfreeze()  # what was left out once the tests were collected
    await warm_up()
    assert gc.get_freeze_count() > 50_000
    assert len(gc.get_objects()) < 5_000
