import pytest

from memory.core.anchors.clues import Clues
from memory.core.window.told import exact_strings_in


@pytest.mark.parametrize(
    ("latest", "said"),
    [
        ("金额是3.5万元吗？", "共 35,000元"),
        ("35000元够吗", "三万五千元"),
        ("is it at 15:30?", "下午三点半"),
        ("meet at 3 pm", "at 15:00"),
        ("2026年11月18日", "on 2026-11-18"),
        ("on Nov 18, 2026", "二零二六年十一月十八日"),
        ("涨了百分之三十五", "by 35%"),
        ("order ab-12345", "訂單 AB-12345"),
        ("訂單 AB-12345", "full width ＡＢ-１２３４５"),
        ("乘客张伟民先生", "乘客張偉民先生"),
        ("乘客張偉民先生", "乘客张伟民先生"),
        ("call 138 1234 5678", "电话13812345678"),
    ],
)
def test_a_text_that_spells_a_string_differently_is_never_dismissed(latest: str, said: str):
    assert Clues(exact_strings_in(latest)).in_text(said)


@pytest.mark.parametrize("said", ["nothing of the kind", "没有这样的东西。", "order AB-99999 for 12 people", ""])
def test_a_text_without_a_sign_of_any_string_is_dismissed(said: str):
    assert not Clues(exact_strings_in("order AB-12345 for Mia Chen at 15:30, 35,000元")).in_text(said)
