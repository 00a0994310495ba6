"""What a short answer makes of the question before it: "Are you vegetarian?" – "Yes" says "I'm vegetarian".

The question must be the only one of the assistant's message and about the user; what comes out is a statement in the
first person, built of the words of both, which the rules then read like any other. An offer, a thank-you or an answer
that says something of its own make nothing.
"""

import re

from memory.core.extraction.own_words import own_words
from memory.core.language.clauses import fold, sentences
from memory.core.language.text import clean_text, is_chinese

_ASKED_CHARS = 1_000
"""Characters at the end of the assistant's message that are read."""
_ANSWER_CHARS = 60
"""Characters of an answer."""
_I = re.IGNORECASE

_YES = re.compile(
    r"\W*(?:(?:oh|well|ah),? )?(?:yes|yeah|yep|yup|correct|right|exactly|indeed|absolutely|definitely|sure am|i am|i do"
    r"|i have|that's right)\b(?:[\s,]+(?:i (?:am|do|have)|please|that's right))?\W*"
    r"|\W*(?:嗯+,?)?(?:是的?|是啊|对的?|没错|当然|有的?|会的?|吃的|嗯+)[\s,。!啊呀]*",
    _I,
)
_NO_ANSWER = re.compile(
    r"(?:no|nope|not|none|never|nothing|maybe|i|i'm|my|we|why|what|how|who|yes|yeah|ok|okay|sure|thanks|thank|idk"
    r"|dunno|skip"
    r"|later|it|that|this|you|please|let's|can|could|don't|just|nobody|somewhere|both|either|neither)\b"
    r"|[我你您他她不没无]|谢|好|算|随|都|这|那|什么|嗯|是|对",
    _I,
)
_OFFER = re.compile(
    r"\b(?:want me|would you like|shall i|should i|can i|may i|sure you|ready|mind if|ok with|happy with|talking about"
    r"|referring|looking for|asking|trying|using this|able to|see)\b"
    r"|要我|需要我|要不要|可以吗|好吗|明白|清楚|确定|想要",
    _I,
)
_PLACED = re.compile(r"(?:in|at|from|near|on|to|for|as|an?|the) (?=\w)", _I)
_TAIL = re.compile(
    r"(?:,? (?:by any chance|right|then|or not|currently|these days|always|please|mostly|i think))+\W*$", _I
)
_EITHER = re.compile(r"(?P<before>.* )(?P<one>[\w'-]+) or (?:an? |the )?(?P<two>[\w'-]+)", _I)

_CLOSED = tuple(
    (re.compile(pattern, _I), made)
    for pattern, made in (
        (
            r"(?:.*, )?(?:so |and |also )?are you (?P<rest>(?!sure|still there|asking|looking|trying)[^?]+)",
            "I'm {rest}",
        ),
        (r"(?:.*, )?(?:so |and |also )?do you (?P<rest>(?!want|need|mean|mind|know|think|remember)[^?]+)", "I {rest}"),
        (r"(?:.*, )?is your (?P<noun>[a-z' ]+?) (?P<rest>[A-Z0-9][^?]*)", "My {noun} is {rest}"),
        (r".*?[你您](?:是不是|是否)(?P<rest>[^?你您]+)", "我是{rest}"),
        (r".*?[你您](?P<rest>[^?你您什谁哪几多怎]+?)(?:吗|么|对吧|是吧)", "我{rest}"),
    )
)
"""Questions to be answered with yes, and the statement that yes makes of them."""
_WORK = r"(?:what do you do(?: for (?:a living|work))?|what(?:'s| is) your (?:job|profession|occupation))"
_HOME = r"(?:where do you live|where are you (?:based|living|located)|(?:what|which) city (?:do you live|are you) in)"
_OPEN = tuple(
    (
        re.compile(
            rf"(?:.*,? )?{pattern}(?: (?:exactly|currently|now|at the moment|then))?" if pattern.isascii() else pattern,
            _I,
        ),
        made,
    )
    for pattern, made in (
        (r"(?:what(?:'s| is) your (?:first )?name|what are you called)", "My name is {said}"),
        (r"what (?:should|can|may|shall) i call you", "Call me {said}"),
        (_HOME, "I live in {said}"),
        (r"where (?:are you|do you come) (?:originally )?from", "I'm from {said}"),
        (_WORK, "I work as {said}"),
        (r"where do you work|who do you work for", "I work at {said}"),
        (r"how old are you", "I'm {said} years old"),
        (r"(?:when is|when's|what(?:'s| is)) your (?:birthday|date of birth)", "My birthday is {said}"),
        (r"(?:what|which) languages? do you speak", "I speak {said}"),
        (
            r"what (?:are you allergic to|allergies do you have)|are you allergic to (?:anything|something)",
            "I'm allergic to {said}",
        ),
        (r"what(?:'s| is) your (?P<noun>[a-z' ]{2,30})", "My {noun} is {said}"),
        (r"who(?:'s| is) your (?P<noun>[a-z' ]{2,30})", "My {noun} is {said}"),
        (r"what(?:'s| is) the name of your (?P<noun>[a-z' ]{2,30})", "My {noun} is called {said}"),
        (r".*?(?:[你您](?:叫什么(?:名字)?|的?名字(?:是什么|叫什么)|贵姓))", "我叫{said}"),
        (r".*?[你您](?:现在|目前)?(?:居?住在?|家在)(?:哪里?|哪儿|什么地方|哪个城市)", "我住在{said}"),
        (r".*?[你您](?:是|来自)(?:哪里人?|哪儿人?|什么地方)", "我来自{said}"),
        (r".*?[你您](?:现在|目前)?在(?:哪里?|哪儿|哪家公司|什么公司)(?:工作|上班)", "我在{said}工作"),
        (r".*?[你您](?:是)?(?:做什么工作|从事什么|做什么)的?", "我是{said}"),
        (r".*?[你您](?:今年)?(?:多大|几岁)了?", "我{said}岁"),
        (r".*?[你您]对什么(?:食物|东西)?过敏", "我对{said}过敏"),
        (r".*?[你您]会[说讲](?:什么|哪些|哪几种)(?:语言|话)", "我会说{said}"),
        (r".*?[你您]的?(?P<noun>[^?,是什哪]{1,8})是(?:什么|哪个|哪天|多少|几号|谁)(?:时候)?", "我的{noun}是{said}"),
    )
)
"""Questions to be answered with a word or two, and the statement that it makes of them."""
AGREED = re.compile(r"Let's use |就用 ")
"""How what was agreed to is told."""
_AGREED = re.compile(
    r"\b(?:let'?s|let us|we'll|i'll) (?:use|go with|take|choose|pick)(?: with)? (?:it|that|this)\b|\b(?:go with|use) "
    r"(?:it|that|this)\b|就用(?:它|这个|那个)|用(?:它|这个)吧|就选(?:它|这个)|选(?:它|这个)吧",
    _I,
)
_PROPOSED = re.compile(
    r"(?:\b(?:suggest|recommend|use|go with|choose|try|pick|take)|建议用?|推荐用?|用|选)\s?"
    r"(?P<name>(?-i:[A-Z])[\w+#.-]*\w(?: (?-i:[A-Z0-9])[\w+#.-]*)*)",
    _I,
)


def answered(text: str, asked: str) -> str | None:
    """Return what a user's message says together with the assistant's message that it answers; None: no more.

    The statement is in the first person, in the language of the question. `asked`: the readable text of the message
    right before.
    """
    said = fold(own_words(clean_text(text))).strip()
    first = next(sentences(said), None)
    before = fold(clean_text(asked)[-_ASKED_CHARS:])
    if first is None or first.question or len(said) > _ANSWER_CHARS:
        return None
    if _AGREED.search(said):
        return _agreed(before)
    questions = [s.text for s in sentences(before) if s.question]
    if len(questions) != 1 or _OFFER.search(questions[0]):
        return None
    question = _TAIL.sub("", questions[0])
    return _yes(question) if _YES.fullmatch(said) else _told(question, _TAIL.sub("", said).strip(" .,!。"))


def _yes(question: str) -> str | None:
    """Return what a yes to a question says."""
    for pattern, made in _CLOSED:
        if (match := pattern.fullmatch(question)) and not re.search(r"\bor\b|还是", question):
            return _first_person(made.format(**match.groupdict()))
    return None


def _told(question: str, said: str) -> str | None:
    """Return what an answer of a word or two says; of two alternatives it must name one."""
    if not said or _NO_ANSWER.match(said):
        return None
    if either := _EITHER.fullmatch(question):
        named = [name for name in (either["one"], either["two"]) if re.search(rf"\b{re.escape(name)}\b", said, _I)]
        return _yes(either["before"] + named[0]) if len(named) == 1 else None
    for pattern, made in _OPEN:
        if match := pattern.fullmatch(question):
            plain = said if is_chinese(made) else _PLACED.sub("", said, count=1)
            return _first_person(made.format(said=plain, **match.groupdict()))
    return None


def _agreed(before: str) -> str | None:
    """Return what agreeing to a proposal says, where one thing was proposed."""
    names = {match["name"] for match in _PROPOSED.finditer(before)}
    longest = max(names, key=len, default="")
    if not longest or any(name not in longest for name in names) or re.search(r"\bor\b|还是", before):
        return None
    return f"就用 {longest}" if is_chinese(before) else f"Let's use {longest}"


def _first_person(text: str) -> str:
    text = re.sub(r"\byour\b", "my", text, flags=_I)
    return re.sub(r"\byou\b", "me", text, flags=_I)
