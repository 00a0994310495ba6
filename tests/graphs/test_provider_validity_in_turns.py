"""Whole turns of the agent: whatever models and tools do, every request keeps to the documented rules."""

import json
from typing import Any

from support.in_process import House, sent_texts
from support.media import digest, encoded, image, png, text
from support.openai_server import ScriptedModel
from support.replies import Call, Reply
from support.validity_openai import chat_problems

from memory.core.messages.provider_form import RETURNED_MEDIA

BROKEN = "expression=1+1"
CAT, DOG = png("cat", 50_000), png("狗", 50_000)


def problems(model: ScriptedModel) -> list[list[str]]:
    return [found for request in model.requests if (found := chat_problems(request["messages"]))]


async def test_an_image_that_was_told_in_a_line_is_opened_again_and_shown_behind_the_results(
    scripted: House, scripted_model: ScriptedModel
):
    await scripted.say([text("这是我的猫"), image(CAT)], context_budget=3_500)
    opening = Call.of("open_earlier", reference=digest(CAT)[:12])
    scripted_model.push(Reply(calls=(opening, Call.of("calculator", expression="17*23"))), Reply("一只猫，391"))
    answer = await scripted.say([text("我的狗。And what colour was the cat?"), image(DOG)], context_budget=3_500)
    assert answer == "一只猫，391"
    assert encoded(CAT) not in sent_texts(scripted_model, -2)
    roles = [m["role"] for m in scripted_model.requests[-1]["messages"]][-5:]
    assert roles == ["assistant", "tool", "tool", "assistant", "user"]
    shown: list[dict[str, Any]] = scripted_model.requests[-1]["messages"][-1]["content"]
    assert shown[0] == {"type": "text", "text": RETURNED_MEDIA}
    assert encoded(CAT) in json.dumps(shown[1:])
    await scripted.say("谢谢")
    assert problems(scripted_model) == []


async def test_ids_used_again_broken_arguments_and_an_unknown_tool_never_make_a_request_invalid(
    scripted: House, scripted_model: ScriptedModel
):
    for number, asked in enumerate(["第一问", "第二問", "third"]):
        scripted_model.push(
            Reply(calls=(Call("calculator", '{"expression": "1+1"}', id="call_0"), Call("calculator", BROKEN, id="b"))),
            Reply("查一下", calls=(Call("no such tool", "{}", id="call_0"),), reasoning="想"),
            Reply(f"answer {number}", reasoning="done"),
        )
        assert await scripted.say(asked) == f"answer {number}"
    await scripted.say("谢谢")
    assert problems(scripted_model) == []
    assert sent_texts(scripted_model).count("arguments_that_were_no_json") == 3
