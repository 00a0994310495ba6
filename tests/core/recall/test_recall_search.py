from datetime import UTC, datetime, timedelta

import numpy as np
import pytest

from memory.core.recall.index import RecallIndex
from memory.core.recall.items import Item, prepare
from memory.core.recall.scoring import Weights
from memory.core.recall.search import Asked, Scored, search
from memory.core.recall.vectors import Embedding, unit_vector

NOW = datetime(2026, 3, 10, 12, tzinfo=UTC)
RELEVANCE = Weights(relevance=1.0, recency=0.0, importance=0.0, half_life_days=30.0)
MODEL = Embedding("a-model", 3)
NOISE = ("We watched a film about whales", "The soup needs salt", "公交车很慢", "他在学吉他")


def index_of(*said: tuple[str, str], days: int = 40, **more: str) -> RecallIndex:
    """Return an index of (id, text) in one thread, a day apart, the noise in threads of its own."""
    index = RecallIndex(MODEL)
    for place, (name, text) in enumerate(said):
        time = (NOW - timedelta(days=days - place)).isoformat()
        index.add(prepare(Item(name, "passage", time, thread="t", place=place, **more), text))
    for place, text in enumerate(NOISE):
        index.add(prepare(Item(f"noise {place}", "passage", NOW.isoformat(), thread=f"n{place}"), text))
    return index


def asked(index: RecallIndex, question: str, limit: int = 5, **more: object) -> dict[str, Scored]:
    return {s.id: s for s in search(index, Asked(question, NOW, **more), limit, RELEVANCE)}


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Where is my spare key?", "I put the spare key under the pot"),
        ("where did we go in summer", "In summer we went to the lake"),
        ("备用钥匙在哪里？", "我把備用鑰匙放在花盆下面"),
        ("訂單 AB1234 到哪了", "我的订单号是 AB-1234"),
    ],
)
def test_the_item_with_the_asked_words_comes_first(question: str, text: str):
    found = list(asked(index_of(("it", text)), question).values())
    assert found[0].id == "it"
    assert found[0].words == found[0].relevance == 1.0


def test_what_shares_no_word_and_stands_beside_nothing_found_is_left_out():
    assert asked(index_of(("it", "I put the spare key under the pot")), "volcano eruptions") == {}
    assert "noise 0" not in asked(index_of(("it", "I put the spare key under the pot")), "spare key")
    assert asked(RecallIndex(), "spare key") == {}


@pytest.mark.parametrize(
    ("question", "ask", "answer"),
    [
        ("What is Anna allergic to?", "What is Anna allergic to?", "Peanuts, badly."),
        ("安娜对什么过敏？", "安娜对什么过敏？", "花生。"),
    ],
)
def test_an_answer_without_the_asked_words_is_found_beside_its_question(question: str, ask: str, answer: str):
    found = asked(index_of(("ask", ask), ("answer", answer)), question)
    assert list(found) == ["ask", "answer"]
    assert found["answer"].words == 0.0
    assert found["answer"].beside > 0.0


def test_of_two_alike_the_one_in_a_conversation_about_it_is_better():
    index = index_of(
        ("a", "The pottery class starts"), ("b", "Clay and glaze"), ("c", "It was fun"), ("d", "Fun again")
    )
    index.add(prepare(Item("lone", "passage", NOW.isoformat(), thread="x"), "It was fun"))
    found = asked(index, "Was the pottery class fun, the clay and the glaze?", 8)
    assert found["c"].stretch > 0
    assert list(found).index("c") < list(found).index("lone") if "lone" in found else True


def test_what_the_named_speaker_said_is_better():
    index = RecallIndex()
    for name in ("Anna", "Bo"):
        item = Item(name, "passage", NOW.isoformat(), thread=name, role="user", speaker=name)
        index.add(prepare(item, f"I paint landscapes {'here' if name == 'Bo' else 'there'} and hills"))
    assert next(iter(asked(index, "What does Bo paint?"))) == "Bo"
    assert next(iter(asked(index, "What does Anna paint?"))) == "Anna"


@pytest.mark.parametrize("question", ["Which restaurant did you recommend?", "你推荐的 restaurant 是哪家？"])
def test_what_the_assistant_said_is_better_when_it_is_asked_for(question: str):
    index = RecallIndex()
    for role in ("user", "assistant"):
        index.add(
            prepare(Item(role, "passage", NOW.isoformat(), thread=role, role=role), f"the restaurant of the {role}")
        )
    assert next(iter(asked(index, question))) == "assistant"


@pytest.mark.parametrize("question", ["What did I cook in March 2025?", "我2025年3月 cook 了什么？"])
def test_what_was_said_on_the_days_asked_for_is_better(question: str):
    index = RecallIndex()
    for month in (1, 2, 3):
        time = datetime(2025, month, 15, tzinfo=UTC).isoformat()
        index.add(
            prepare(Item(f"month {month}", "passage", time, thread=str(month)), f"I did cook dish number {month}")
        )
    assert next(iter(asked(index, question))) == "month 3"


@pytest.mark.parametrize(
    ("question", "told"),
    [("When did we paint the fence?", "We painted the fence last week"), ("什么时候刷的围栏？", "上周刷了围栏")],
)
def test_what_tells_a_time_is_better_when_one_is_asked_for(question: str, told: str):
    index = index_of(("told", told), ("not", told.replace(" last week", " in a good mood").replace("上周", "一起")))
    assert next(iter(asked(index, question))) == "told"


def vectors(index: RecallIndex, **of: list[float]) -> None:
    noise = {f"noise {n}": [0.1, 1.0, float(n)] for n in range(len(NOISE))}
    assert index.put_vectors(MODEL.model, {**noise, **of}) == []


LIKE_IT = unit_vector([1.0, 0.0, 0.0], 3)


@pytest.mark.parametrize(
    "remark",
    ["Nothing tastes of anything since I gave that up, salt and all", "自从戒了以后吃什么都没有味道，汤也一样"],
)
def test_a_remark_that_shares_a_word_by_chance_is_answered_by_meaning(remark: str):
    index = index_of(("it", "My doctor told me to stop smoking"))
    vectors(index, it=[1.0, 0.1, 0.0])
    found = asked(index, remark, vector=LIKE_IT)
    assert next(iter(found)) == "it"
    assert found["it"].words == 0.0
    assert found["it"].meaning == 1.0


def test_a_question_whose_words_are_known_is_answered_by_words():
    index = index_of(("it", "The spare key is under the pot"), ("other", "Doors have locks"))
    vectors(index, it=[0.1, 1.0, 0.0], other=[1.0, 0.0, 0.0])
    assert next(iter(asked(index, "Where is the spare key?", vector=LIKE_IT))) == "it"


def test_without_vectors_words_alone_count_however_little_they_explain():
    index = index_of(("it", "The spare key is under the pot"))
    remark = "I wonder whether anybody ever found their way home that night without a key"
    assert list(asked(index, remark)) == ["it"]


def test_what_is_no_more_like_the_question_than_usual_is_not_found_by_meaning():
    index = index_of()
    vectors(index, **{"noise 0": [0.4, 1.0, 0.0]})
    assert list(asked(index, "unrelated thing", vector=LIKE_IT)) == ["noise 0"]
    vectors(index, **{f"noise {n}": [0.4, 1.0, 0.0] for n in range(len(NOISE))})
    assert asked(index, "unrelated thing", vector=LIKE_IT) == {}


def test_only_what_is_wanted_is_found_and_compared_with_the_best_of_that():
    index = index_of(("best", "spare key spare key"), ("second", "a key for the bike shed in the garden"))
    found = search(index, Asked("spare key", NOW), 5, RELEVANCE, lambda item: item.id != "best")
    assert found[0].id == "second"
    assert found[0].relevance == 1.0


def test_a_hint_brings_what_shares_no_word():
    index = index_of(("name", "Call me Jo"))
    found = asked(index, "who am I", hints={"name": 0.9, "gone": 1.0})
    assert found["name"].relevance == 0.9


def test_ten_that_say_the_same_take_one_place():
    index = index_of(
        *((f"same {n}", "The meeting is at the lake house") for n in range(10)), ("other", "A lake house is for sale")
    )
    assert sorted(name.split()[0] for name in asked(index, "lake house", 5)) == ["other", "same"]


def test_recency_importance_and_use_settle_what_is_equally_relevant():
    for more, weights in (
        ({"importance": 1.0}, Weights(0.9, 0.0, 0.1, 30.0)),
        ({"use": 1.0}, Weights(0.9, 0.0, 0.0, 30.0, use=0.1)),
        ({"time": NOW.isoformat()}, Weights(0.9, 0.1, 0.0, 30.0)),
    ):
        index = RecallIndex()
        fields = {"kind": "fact", "time": (NOW - timedelta(days=90)).isoformat()}
        index.add(prepare(Item("a", **fields), "green tea in the morning"))
        index.add(prepare(Item("b", **{**fields, **more}), "green tea at night"))
        assert search(index, Asked("green tea", NOW), 2, weights)[0].id == "b"


def test_a_question_that_asks_for_nothing_finds_nothing():
    index = index_of(("it", "The spare key is under the pot"))
    vectors(index)
    assert asked(index, "") == {}
    assert asked(index, "？！") == {}
    assert np.isfinite([s.score for s in asked(index, "spare", vector=LIKE_IT).values()]).all()


def test_where_a_cosine_is_asked_for_what_only_stands_beside_something_found_is_left_out():
    said = (("ask", "What is Anna allergic to?"), ("answer", "Peanuts, badly."), ("alike", "Nuts make her ill."))
    index = index_of(*said)
    index.put_vectors(MODEL.model, {"ask": (0.0, 1.0, 0.0), "answer": (0.3, 1.0, 0.0), "alike": (1.0, 0.2, 0.0)})
    question, vector = "What is Anna allergic to?", unit_vector((1.0, 0.0, 0.0), 3)
    assert set(asked(index, question)) >= {"ask", "answer"}
    assert set(asked(index, question, least_cosine=0.2)) == {"ask"}
    assert set(asked(index, question, least_cosine=0.2, vector=vector)) == {"ask", "answer", "alike"}
    assert set(asked(index, question, least_cosine=0.5, vector=vector)) == {"ask", "alike"}


def test_what_a_hint_of_nothing_names_is_found_after_all_that_fits():
    index = index_of(("key", "I put the spare key under the pot"), ("vital", "Peanuts make me ill"))
    assert list(asked(index, "spare key", least_cosine=0.2, hints={"vital": 0.0})) == ["key", "vital"]
    assert list(asked(index, "spare key", limit=1, least_cosine=0.2, hints={"vital": 0.0})) == ["key"]


@pytest.mark.parametrize(
    ("question", "answer", "words", "filler"),
    [
        ("Who has the keys to the bell buoy?", "Felix keeps the bell buoy's keys. ", "keys bell buoy", "A {} sank. "),
        ("钟形浮标的钥匙在谁手里？", "钟形浮标的钥匙在林嘉树手里。", "钟形 浮标 钥匙", "昨天看见了{}大船和海鸥。"),
    ],
)  # fmt: skip
def test_a_long_text_that_answers_in_one_sentence_is_before_one_that_has_the_words_here_and_there(
    question: str, answer: str, words: str, filler: str
):
    other = "".join(filler.format(f"q{chr(97 + n)}q") for n in range(20))
    scattered = "".join(f"{other}{filler.format(word)}{other}" for word in words.split())
    found = list(asked(index_of(("answer", other + answer + 2 * other), ("others", scattered)), question))
    assert found[0] == "answer"


def test_what_has_no_vector_yet_is_not_behind_what_was_said_before_in_the_same_words():
    index = index_of(("old", "The spare key is under the pot"), ("new", "The spare key is under the pot, 4711"))
    index.put_vectors(MODEL.model, {"old": [1.0, 0.0, 0.0], **{f"noise {n}": [0.0, 1.0, 0.0] for n in range(4)}})
    found = asked(index, "where is the spare key", vector=unit_vector([1.0, 0.1, 0.0], 3))
    assert found["new"].relevance > 0.9 * found["old"].relevance
