from copy import deepcopy

from hypothesis import given, settings
from support.blocks import block_histories
from support.histories import call, message, result
from support.media import image_url, png
from support.validity_providers import anthropic_problems, gemini_problems, mistral_problems

from memory.core.messages.provider_form import GO_ON, MEDIA_FOLLOW, OPENING, RETURNED_MEDIA, for_providers
from memory.core.messages.repair import repaired
from memory.core.transcript.entries import Message
from memory.service.turn.messages import for_model, to_langchain, to_message

PHOTO = image_url(png("photo", 200))


def ids(messages: list[Message]) -> list[str]:
    return [m["id"] for m in messages]


@settings(max_examples=150)
@given(block_histories())
def test_any_history_becomes_one_that_every_provider_takes(history: list[Message]):
    before = deepcopy(history)
    view = for_providers(repaired(history))
    # Whoever is asked has not written these answers: none stays in its provider's own form.
    sent = [to_message(m) for m in for_model([to_langchain(m) for m in view], "another")]
    assert [*anthropic_problems(sent), *gemini_problems(sent), *mistral_problems(sent)] == []
    assert for_providers(view) == view
    assert history == before


def test_neighbours_of_one_role_become_one_message_under_the_first_id():
    view = for_providers(
        [
            message("u", "user", "在吗？"),
            message("v", "user", [PHOTO]),
            message("a", "assistant", "One."),
            message("b", "assistant", "Two."),
            message("w", "user", "好"),
        ]
    )
    assert ids(view) == ["u", "a", "w"]
    assert view[0]["content"] == [{"type": "text", "text": "在吗？"}, PHOTO]
    assert view[1]["content"] == "One.\n\nTwo."


def test_an_answer_before_one_with_calls_becomes_its_text_and_keeps_the_pair():
    calling = message("b", "assistant", "Let me look.", tool_calls=[call("x")])
    view = for_providers([message("u", "user", "?"), message("a", "assistant", "Hm."), calling, result("r", "x")])
    assert ids(view) == ["u", "a", "r"]
    assert (view[1]["content"], view[1]["tool_calls"]) == ("Hm.\n\nLet me look.", [call("x")])


def test_the_user_speaks_first_and_an_answer_is_never_last():
    view = for_providers([message("s", "system", "obey"), message("a", "assistant", "您好，我能帮您什么？")])
    assert [(m["role"], m["content"]) for m in view] == [
        ("user", OPENING),
        ("assistant", "您好，我能帮您什么？"),
        ("user", GO_ON),
    ]
    assert for_providers([]) == []


def test_images_of_results_are_shown_behind_the_round_in_the_order_of_the_results():
    calling = message("a", "assistant", "", tool_calls=[call("x"), call("y")])
    other = image_url(png("other", 200))
    shown = {**result("ry", "y"), "content": [{"type": "text", "text": "两张"}, PHOTO, other]}
    asked = message("u", "user", "show me")
    view = for_providers([asked, calling, result("rx", "x"), shown])
    assert ids(view) == ["u", "a", "rx", "ry", "then-ry", "media-ry"]
    assert view[3]["content"] == (
        "两张\n[shown in the next user message, number 1]\n[shown in the next user message, number 2]"
    )
    assert view[4]["content"] == MEDIA_FOLLOW
    assert view[5]["content"] == [{"type": "text", "text": RETURNED_MEDIA}, PHOTO, other]


def test_a_round_with_images_before_the_next_user_message_stays_apart_from_it():
    calling = message("a", "assistant", "", tool_calls=[call("x")])
    history = [
        message("u", "user", "?"),
        calling,
        {**result("r", "x"), "content": [PHOTO]},
        message("v", "user", "谢谢"),
    ]
    view = for_providers(repaired(history))
    assert ids(view) == ["u", "a", "r", "then-r", "media-r", "unanswered-r", "v"]
