import json
from pathlib import Path
from typing import Any

import pytest

from evals.facts_prose import (
    KEPT,
    MISSED,
    SAYINGS,
    Language,
    Saying,
    end_of,
    failures,
    main,
    measure,
    result_line,
    table,
)
from memory.core.extraction.doubt_words import SUPPOSED

QUIET: dict[Language, list[str]] = {
    "en": ["The train was late again today.", "Which museum would you start with"],
    "zh": ["今天的火车又晚点了。", "这两本先读哪一本"],
    "zh-Hant": ["今天的火車又誤點了。", "這兩本先讀哪一本"],
}
LISBON = Saying("en", "statement", "I live in Lisbon.", "Lisbon", "home")


def written(folder: Path, name: str, rows: list[dict[str, Any]]) -> Path:
    path = folder / f"{name}.json"
    path.write_text(json.dumps(rows, ensure_ascii=False), encoding="utf-8")
    return path


@pytest.mark.parametrize("saying", SAYINGS, ids=lambda saying: saying.text)
def test_each_saying_is_kept_alone(saying: Saying) -> None:
    assert end_of(saying, saying.text) == KEPT


def test_beside_quiet_messages_every_saying_is_kept_in_each_language_and_place() -> None:
    rows = measure(QUIET)
    assert {(row.saying.language, row.saying.kind, row.place) for row in rows} == {
        (language, kind, place)
        for language in ("en", "zh", "zh-Hant")
        for kind in ("explicit", "statement")
        for place in ("before", "after")
    }
    assert result_line(rows) == "RESULT facts_prose explicit=1.0000 statement=1.0000 messages=6"
    assert not list(failures(rows))


def test_what_is_held_back_is_told_apart_from_what_is_lost() -> None:
    rows = measure({"en": ["My ideal life?", "Let's role-play.", "Hello."]}, [LISBON])
    after = next(row for row in rows if row.place == "after")
    assert after.ends == {SUPPOSED: 1, MISSED: 1, KEPT: 1}
    assert after.failed == {SUPPOSED: ["My ideal life?"], MISSED: ["Let's role-play."]}
    assert f"waits 1 times: {SUPPOSED}" in table(rows)


def test_a_message_that_tells_of_the_same_slot_is_left_out() -> None:
    assert {row.messages for row in measure({"en": ["I live in Rome.", "Hello."]}, [LISBON])} == {1}


def test_the_command_reads_both_sets_and_shows_failures(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    turns = [
        {"speaker": "A", "dia_id": "D1:1", "text": "My ideal life?", "blip_caption": "a photo of a house"},
        {"speaker": "B", "dia_id": "D1:2", "text": "The bus is late."},
    ]
    talk = {"session_1": turns, "session_1_date_time": "1:56 pm on 8 May, 2023"}
    locomo = written(tmp_path, "locomo", [{"conversation": talk, "qa": []}])
    said = [{"mid": n, "message": f"第{n}趟车晚点了。", "time": "2024年04月01日 周一 08:30"} for n in range(400)]
    rows = [{"set": "a_b_c", "message_list": said, "question_list": []}] * 2
    memdaily = written(tmp_path, "memdaily", rows)
    assert main(["--locomo", str(locomo), "--memdaily", str(memdaily), "--every", "100", "-v"]) == 0
    told = capsys.readouterr().out
    assert f"I live in Lisbon. after the message: {SUPPOSED}, 1 times\n    My ideal life?\n" in told
    assert told.splitlines()[-1].endswith(" messages=9")


def test_without_a_file_the_command_says_what_to_name(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main([])
    assert "--locomo" in capsys.readouterr().err
