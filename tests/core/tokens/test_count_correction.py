import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.core.tokens.count_correction import LEAST, MOST, corrected


def after(reports: int, true_ratio: float, ratio: float = 1.0, media: int = 0) -> float:
    """Return the ratio after requests that a provider counts as `true_ratio` times our uncorrected 4,000 of text."""
    for _ in range(reports):
        ratio = corrected(
            ratio, counted=round(4_000 * ratio) + media, reported=round(4_000 * true_ratio) + media, media=media
        )
    return ratio


@pytest.mark.parametrize("true_ratio", [0.7, 0.9, 1.0, 1.15, 1.6])
def test_a_lasting_error_is_learned_and_then_stays(true_ratio: float):
    assert after(40, true_ratio) == pytest.approx(true_ratio, rel=0.01)
    assert after(80, true_ratio) == pytest.approx(true_ratio, rel=0.01)


def test_images_are_left_out_of_what_is_learned():
    assert after(40, 1.2, media=3_000) == pytest.approx(1.2, rel=0.01)


def test_one_odd_report_moves_it_little():
    assert corrected(1.0, counted=4_000, reported=40_000) == pytest.approx(1.075)


@pytest.mark.parametrize("reported", [0, 12, 1_900])
def test_a_provider_that_leaves_out_what_it_had_cached_teaches_nothing(reported: int):
    assert corrected(1.0, counted=4_000, reported=reported) == 1.0


def test_a_request_of_little_text_or_mostly_images_teaches_nothing():
    assert corrected(1.1, counted=300, reported=500) == 1.1
    assert corrected(1.1, counted=10_000, reported=20_000, media=6_000) == 1.1


@given(st.floats(LEAST, MOST), st.integers(0, 10**7), st.integers(0, 10**7), st.integers(0, 10**7))
def test_whatever_is_reported_the_ratio_stays_in_bounds_and_moves_in_steps(
    ratio: float, counted: int, reported: int, media: int
):
    new = corrected(ratio, counted=counted, reported=reported, media=media)
    assert LEAST <= new <= MOST
    assert abs(new / ratio - 1) <= 0.076
