"""Whether a sentence that names a play calls the assistant to one, or only tells of it.

"Let's do an RPG", "be the DM", "improv time", 来个剧本杀 call: they invite, order, give out a part or take one, or are
no more than a heading. "I'm playing a new RPG", "the kids love role-play", 徒步穿越山林 tell of one, and open nothing.
"""

import re
from collections.abc import Iterator

_I = re.IGNORECASE
_SENTENCE = re.compile(r"[^.!?。！？;；\n]+")
_LEAD = r"\W*(?:(?:please|pls|ok(?:ay)?|so|now|then|and|hi|hey|alright|great|well)\b\W*){0,3}"
_INVITES = (
    r"\b(?:let'?s|let us|(?:shall|can|could) we|(?:can|could|will|would) (?:you|u)|wanna|how about|with me|on you"
    r"|(?:want|need|'d like|would like|ready|time) (?:you )?to|want you"
    r"|(?:you|u)(?:'re| are|'ll| will| be| play| narrate| act| start| go)|me as)\b"
)
_TAKES = (
    r"\bi(?:'ll| will) (?:be|play)\b|\bi play (?:an?|the|as|(?-i:[A-Z])\w+,)"
    r"|\bmy (?:[\w&'-]+ ){0,2}(?:character|oc|persona|alter ego)(?:'s| is\b|:|,)|\bas my (?:character|oc|persona)\b"
)
_SPEAKS_AS = (
    r"\b(?:i'?m|i am) (?:called|named|your\b|the\b|(?-i:[A-Z])|an? (?!\w* ?(?:fan|bit|little|lot|sucker|beginner)\b))"
    r"|\bmy name(?:'s| is)\b|我(?:是|叫)(?![^,]{0,20}(?:爱好者|店|迷|粉|员|玩家|新手))"
)
_SHOWS = (
    r"\b(?:this|it)(?:'s| is| will be) (?:an? |the |our |my )?(?:\w+ )?(?:role-?\s?play|improv|scene|skit|sketch|rp"
    r"|larp|simulation)\b|\bhere(?:'s| is) (?:my|the|our)\b|\bwe(?:'re| are|'ll| will) (?:now |going to |gonna )*"
    r"(?:role-?\s?play|play|do|act|practi[sc]|improvis|rehears)"
    r"|^\W*(?:现在|那|好|接着|接下来|我们的?|咱们的?)*(?:角色|情景|情境|剧本|跑团)"
)
_ORDERS = (
    rf"^{_LEAD}(?:start|begin|be|play|act|behave|run|do(?! (?:we|you|u|i|they|he|she|the)\b)|continu(?:e|ing)|back to"
    r"|write|make|create|improvise|join|set|stage|narrate"
    r"|host|answer|talk|speak|text|chat|reply|respond|give|imagine|pretend|suppose|say|enter|switch|try|go|mock"
    r"|interview|grill|interrogate|examine|cross-examine|audition|welcome|greet|serve|role-?\s?play)\b"
)
_HEADS = (
    r"^(?!the\b|.*\b(?:i|i'\w+|im|we|we'\w+|he|she|they|they'\w+|it|it's|my|our|his|her|their|this|these|that|was|were|is"
    rf"|are|has|had|have|been)\b){_LEAD}(?=.*[a-z])[^\s\u3400-\u9fff]+(?: [^\s\u3400-\u9fff]+){{0,4}}$"
)
_CALLS_ZH = (
    r"(?:我们|咱们?|咱俩)(?:就|先|现在|今天|一起)*(?:来|玩|开始|做|演|练|模拟|进行|扮)(?![了过得])"
    r"|(?:^|[,:\s])(?:那|好|现在|今天|先|要不|不如|接下来)*(?:来(?![了过自到])|玩(?![了过得具])|一起|请|帮我|陪我|给我"
    r"|扮|演(?![出唱员奏示])|模拟(?!器|考|卷)|练习?|开始|进入|继续)"
    r"|陪我|给我当|帮我|跟我(?:来|玩|演|练)|你(?:来|先|就|现在|要|是|当|演|扮|做|能|可以)|想(?:和|跟|让|请)你"
    r"|我(?:来|就)?(?:扮|演(?![出唱员奏讲])|当)|我的?(?:角色|人设)"
)
_HEADS_ZH = r"^(?=.*[\u3400-\u9fff])(?!.*[我他她的了过很真在喜爱参去])[^,]{1,10}$"
_CALLS = re.compile(f"{_INVITES}|{_TAKES}|{_SPEAKS_AS}|{_SHOWS}|{_ORDERS}|{_HEADS}|{_CALLS_ZH}|{_HEADS_ZH}", _I)


def calls(folded: str, named: re.Pattern[str]) -> Iterator[int]:
    """Yield where the sentences of a folded text begin that call the assistant to a play which `named` finds in them.

    Takes time linear in the length of the text.
    """
    for sentence in _SENTENCE.finditer(folded):
        if named.search(sentence[0]) and _CALLS.search(sentence[0].strip()):
            yield sentence.start()
