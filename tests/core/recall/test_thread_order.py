import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from memory.core.recall.threads import ThreadOrder

VALUES = np.array([1.0, 10.0, 100.0, 1000.0])


def test_an_item_gets_of_those_before_and_after_it_in_its_thread():
    order = ThreadOrder()
    for number, (thread, place) in enumerate([("t", 5), ("t", 1), ("t", 9), ("u", 2)]):
        order.add(number, thread, (place, 0))
    assert order.beside(VALUES, 1.0, 0.0).tolist() == [10.0, 0.0, 1.0, 0.0]
    assert order.beside(VALUES, 0.0, 1.0).tolist() == [100.0, 1.0, 0.0, 0.0]


def test_what_has_no_thread_stands_beside_nothing():
    order = ThreadOrder()
    for number in range(4):
        order.add(number, "", (number, 0))
    assert order.beside(VALUES, 1.0, 1.0).tolist() == [0.0] * 4


@given(st.permutations(range(4)), st.sets(st.integers(0, 3)))
def test_what_was_taken_out_leaves_no_gap_in_whatever_order_it_came(order_of: list[int], gone: set[int]):
    changed, rebuilt = ThreadOrder(), ThreadOrder()
    for number in order_of:
        changed.add(number, "t", (number, 0))
    for number in gone:
        changed.remove(number, "t", (number, 0))
    for number in sorted(set(range(4)) - gone):
        rebuilt.add(number, "t", (number, 0))
    assert changed.beside(VALUES, 0.5, 0.4).tolist() == rebuilt.beside(VALUES, 0.5, 0.4).tolist()


def test_parts_of_one_place_stand_in_their_order_whatever_their_numbers():
    order = ThreadOrder()
    for number, place in enumerate([(1, 1), (1, 0), (2, 0)]):
        order.add(number, "t", place)
    assert order.beside(VALUES[:3], 1.0, 0.0).tolist() == [10.0, 0.0, 1.0]
