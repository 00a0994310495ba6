"""Profile slots: which one a question or a statement is about."""

import re

import pytest

from memory.core.facts.slots import SLOTS, arity_of, best_slots, cued_slots, names_whole, value_key, without_cues
from memory.core.language.text import simplified


@pytest.mark.parametrize(
    ("text", "slot"),
    [
        ("Where do I live?", "home"),
        ("where did I move? I moved", "home"),
        ("What's my name?", "name"),
        ("Who am I?", "name"),
        ("When is my birthday", "birthday"),
        ("when was I born", "birthday"),
        ("What do I do for a living?", "occupation"),
        ("Who do I work for?", "work"),
        ("What am I allergic to?", "allergy"),
        ("What's my dog called?", "pets"),
        ("What is my favourite colour?", "favourites"),
        ("what's my phone number", "phone"),
        ("Am I vegetarian?", "diet"),
        ("What is my wife’s name?", "partner"),
        ("我住在哪里？", "home"),
        ("我住在哪裡", "home"),
        ("我叫什么名字", "name"),
        ("我的生日是哪天", "birthday"),
        ("我对什么过敏？", "allergy"),
        ("我最喜歡的顏色是什麼", "favourites"),
        ("我女儿叫什么", "children"),
        ("我在哪里工作", "work"),
        ("我会说什么语言", "language"),
    ],
)
def test_a_question_is_about_its_slot(text: str, slot: str):
    assert cued_slots(text)[0] == slot


@pytest.mark.parametrize("text", ["What's the weather?", "今天天气怎么样", "I livestream", ""])
def test_a_question_about_the_world_is_about_no_slot(text: str):
    assert cued_slots(text) == []
    assert best_slots(text) == []


def test_a_cue_that_slots_share_names_them_all():
    assert best_slots("forget my job") == ["work", "occupation"]


@pytest.mark.parametrize(("text", "slot"), [("my allergies", "allergy"), ("我的孩子", "children"), ("my pets", "pets")])
def test_the_name_of_a_list_means_all_of_it(text: str, slot: str):
    assert names_whole(text, slot)
    assert not names_whole("my dog", "pets")


def test_what_is_left_without_cues_is_the_value():
    assert without_cues("I live in Lisbon", "home") == "in lisbon"


def test_values_replace_each_other_by_arity():
    assert value_key("home", "Lisbon") == value_key("home", "Porto")
    assert value_key("favourites", "colour: red") == value_key("favourites", "Colour : blue")
    assert value_key("allergy", "nuts") != value_key("allergy", "shrimp")
    assert (arity_of("home"), arity_of(None), arity_of("unheard of")) == ("one", "list", "list")


def test_the_table_is_sound():
    for name, slot in SLOTS.items():
        assert slot.name == name
        assert re.fullmatch(r"[a-z_]+", name)
        assert slot.opposite is None or SLOTS[slot.opposite].opposite == name
        assert all(cue == cue.lower() for cue in slot.cues_en)
        assert all(cue == simplified(cue) for cue in slot.cues_zh)
        assert slot.label_en
        assert slot.label_zh
