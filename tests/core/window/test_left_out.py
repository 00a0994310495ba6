from support.histories import call, message, result

from memory.core.window.left_out import left_out_line
from memory.core.window.told import Told
from memory.models.tokenizer import count_text


def test_what_tools_were_given_is_not_told_as_if_someone_had_said_it():
    rounds = [
        [message("u", "user", "请算一下 SAID-00001 的总价")],
        *(
            [
                message(f"a{n}", "assistant", tool_calls=[call(f"c{n}", number=f"ARGS-{n:05}")]),
                result(f"r{n}", f"c{n}", f"booked as RSLT-{n:05}"),
            ]
            for n in range(20)
        ),
    ]
    line = left_out_line(rounds, 60, Told(), count_text)
    assert "SAID-00001" in line
    assert "RSLT-00019" in line
