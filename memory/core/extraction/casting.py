"""Whether a conversation may be a play though nothing calls it one: a part was given out, and not to someone of use.

"You're a gruff innkeeper", "I'll be the customer", 你现在是我的女朋友 give out a part; "you are an expert in tax law",
你是专业的营养师 and "you're a star" give none. What is said after it may be said by a character: it waits for the user.
"""

import re
from collections.abc import Sequence

from memory.core.extraction.doubt_words import OLD_SPEECH
from memory.core.extraction.frame_words import CALLED_OFF
from memory.core.extraction.scenes import SCENE_MESSAGES, read_ends
from memory.core.language.clauses import fold

_I = re.IGNORECASE
_OF_USE = (
    r"assistant|expert|translator|interpreter|editor|proofreader|copywriter|tutor|teacher|coach|trainer|nutritionist"
    r"|dietiti?cian|dietitian|advis[eo]r|consultant|planner|guide|mentor|analyst|developer|programmer|engineer|reviewer"
    r"|critic|chef|model|ai|bot|chatbot|robot|machine|computer|program|tool|helper|specialist|professional|therapist"
    r"|psychologist|counsell?or|doctor|physician|nurse|lawyer|accountant|librarian|designer|writer|researcher|scientist"
    r"|architect|secretary|agent|concierge|stylist|person|one|ones|human|man|woman|guy|reason|only|first|second"
    r"|last|way"
    r"|rest|case|problem|point|question|answer|same|user|client|partner|member|fan|native|driver|host|owner|subject"
)
"""Parts that one gives to be helped by, and what is no part."""
_PRAISED = (
    r"star|genius|legend|life.?saver|gem|angel|treasure|hero|champ|champion|best|saint|sweetheart|friend|pal|godsend"
    r"|joy|delight|bit|little|lot|great|good|nice|big|huge|pain|mess|blessing|rock|pro|beginner|tad|total|complete"
)
_NP = rf"(?:an?|the|my|your|our) (?![^.!?,;\n]*\b(?:{_OF_USE}|{_PRAISED})s?\b)[a-z]"
_HEAD = (
    r"(?:^|[.!?,;:\n]|\band\b)[ \t]*(?:(?:please|ok|okay|so|now|then|today|and|hey|hi|let'?s say|say|in this|for this"
    r"|(?:i want|i'd like|i need) you to)[ ,]*){0,3}"
)
_CAST_EN = (
    rf"{_HEAD}(?:you(?:'re| are|'ll be| will be|'ll play| will play| play| be| act as| get to (?:be|play))"
    rf"(?: now| going to be| gonna be| playing)? (?:{_NP}|him\b|her\b|them\b)"
    rf"|(?:be|act (?:as|like)|play|pretend to be) {_NP}|let me (?:be|play) (?:an?|the|your) [a-z]"
    rf"|i(?:'ll| will|'m gonna| get to|'m going to) (?:be|play) (?:the|your|an?) (?!able|back|there|late|one\b)[a-z]\w+"
    rf"(?=[^\w']*(?:$|[,.;!]| and you\b| for a (?:bit|while))))"
    r"|\b(?:i|we) (?:want|need|would like|have) to (?:rehearse|practi[sc]e|role-?play|act out)\b"
)
_GAMES = (
    r"\b(?:let'?s|shall we|wanna|can we|could we) play (?!(?:some )?(?:music|songs?|football|soccer|tennis"
    r"|chess|cards|golf"
    r"|basketball|guitar|piano|safe|it)\b)|\b(?:d ?& ?d|dnd|larp|rpg|ttrpg|mud|murder mystery|improv"
    r"|visual novel|isekai"
    r"|cosplay)\b(?! (?:group|club|night|books?|sets?|convention))"
)
_OF_USE_ZH = (
    r"助手|助理|专家|翻译|编辑|老师|教练|顾问|营养师|医生|律师|厨师|专业|智能|机器人|模型|程序|天才|救星|(?<![男女])朋友"
    r"|好人|谁|什么|怎么|最|好样|人才|宝藏|福星|AI"
)
_CAST_ZH = (
    r"(?:^|[,。!?\n;:])(?:现在|那|好|今天|从现在(?:起|开始)|接下来|假定|这次|来吧?|ok)*[,\s]*"
    r"(?:你(?:现在|就|来|先|要|今天|来)*(?:当|演|扮演?|饰演?|是(?=一?[个只位名头条]|我的?|这[个家位]|那[个家位]))"
    r"|我(?:来|先|就)*(?:演|扮|饰)(?!奏|唱|讲|出|算|习))"
    rf"(?![^,。!?\n]*(?:{_OF_USE_ZH}))[^,。!?\n]"
    r"|(?:来|玩|开|打)(?:一?[局场盘])?\s?(?:RPG|TRPG|跑团|剧本|语c|海龟汤|狼人杀|角色)"
)
_STAGES = (
    r"\b(?:interactive fiction|text.based|fan ?fic\w*|collaborative (?:story|fiction))\b"
    r"|\bi (?:play|am playing) (?-i:[A-Z])\w+, (?:an?|the) (?!lot|bit|little|few)|"
    r"\b(?:act|talk|speak|behave|text|chat)(?: (?:to|with) me)? (?:like|as (?:if|though))\b"
    r"|\b(?:interview|grill|interrogate|examine|cross-examine|audition|welcome|greet|serve) me\b|\bsame game\b"
    r"|\b(?:mock (?:trial|interview|date|debate)|heist|improv)\b|\byou(?:'ll)? narrate\b|\b(?:let'?s|wanna|with me"
    r"|can we"
    r"|shall we|i want you to|we)\b[^.?!\n]{0,40}\b(?:story|quest|adventure|voyage|sketch|skit|scene|campaign|drama)\b"
    r"|\byou(?:'re| are|'ll be| be) (?:an? |the )?(?:call cent(?:er|re)|customer service|customs|border|front desk"
    r"|support)"
    r"|\b(?:a|some|little|in) (?:rp|roleplay|role.play)\b|\b(?:simulation|space opera|radio (?:drama|play)"
    r"|soap opera|sitcom"
    r"|persona|in (?:slang|character|costume)|with an? \w+ accent)\b"
    rf"|\byou(?:'re| are|'ll be)(?: now)? the (?!\b(?:{_OF_USE}|{_PRAISED})\b)(?:\w+ )?(?:receptionist|waiter"
    rf"|waitress|seller|shopkeeper"
    r"|officer|interviewer|judge|landlord|landlady|neighbou?r|boss|patient|suspect|witness|customer|clerk|cashier"
    r"|bartender"
    r"|barista|host|narrator|villain|monster|ghost|king|queen|captain|master|detective)\b"
    r"|(?:^|[,。!?\n:])(?:来|请|帮我)?[演扮](?![讲算变示习练奏唱出员技])[^,。!?\n]{1,12}|[情剧][境景]剧"
    r"|(?:采访|审|面试|考考|欢迎|盘问|拷问|迎接|接待)我(?!们?的)|给我当|陪我(?:演|对|练|玩|扮)|身份(?:来)?[问跟和对]"
    r"|(?:我们|咱们?|咱俩|来|一起)(?:一起)?玩(?![了过得具笑])|模拟|穿越|江湖|对[个一]?[场段]?戏|假想你|[来演][一]?[段场出]"
    r"|(?:^|[,。!?\n])(?:现在|那)*你(?:现在)?是(?![谁什怎不否说在来对错最真好很太可会要想从的哪我])"
    rf"(?![^,。!?\n]*(?:{_OF_USE_ZH}))[^,。!?\n]{{2,10}}(?=$|[,。!\n])"
)
_CAST = re.compile(f"{_CAST_EN}|{_GAMES}|{_CAST_ZH}|{_STAGES}", _I)
_STAGED = re.compile(r"(?<!\*)\*(?!\*)[a-z]+(?:s|ing)\b[^*\n]{1,120}\*(?!\*)|[(（][^()（）\n]{0,10}(?:地|着|了)[)）]")
"""The assistant acts: "*nods slowly*"."""
_IN_CHARACTER = re.compile(
    rf"{OLD_SPEECH}|\b(?:greetings|welcome),? (?:adventurer|travell?er|stranger|mortal|hero|warrior|captain)"
    r"|请报(?:上|一下)?(?:姓名|名|生辰)|打尖|吉祥|参见",
    _I,
)
"""It speaks as somebody of a story."""
_ASKED = 500
"""Characters of the assistant's message that are read for it."""


def may_be_played(earlier: Sequence[str], text: str, asked: str = "") -> bool:
    """Tell whether a message of the user's may be said by a character they play.

    `earlier`: the user's messages before it in the conversation, oldest first; `asked`: the assistant's message that
    it answers.
    """
    playing = False
    for said in (*earlier[-SCENE_MESSAGES:], text):
        ends = read_ends(said)
        playing = not CALLED_OFF.search(ends) and (playing or _CAST.search(ends) is not None)
    return playing or _STAGED.search(asked) is not None or _IN_CHARACTER.search(fold(asked[:_ASKED])) is not None
