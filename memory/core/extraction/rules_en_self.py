"""English statements about habits, traits, belongings, schooling and events of a life, mostly kept whole. Data.

They are read after the rules of `rules_en.py` and its like, and a clause in which those find a slot is left to them.
"""

import re

from memory.core.extraction.rules import Rule, Shape, rule
from memory.core.extraction.shapes_en import (
    AFTER,
    AM,
    ANY_CASE,
    EMPLOYER,
    GIVEN_NAME,
    JOB,
    NAME,
    OCCUPATION,
    OFTEN,
    PHONE,
    PLACE,
    THING,
)
from memory.core.extraction.shapes_zh import ILLNESS as ILLNESS_ZH
from memory.core.facts.facts import Kind
from memory.core.language.nouns_en import ANIMAL, CHILD, CHILDREN, NUMBER, OCCUPATIONS, OLD

_DAYS = r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?"
_REGULARLY = (
    rf"(?:every (?:other |second |single )?(?:day|morning|evening|night|week|weekend|month|year|summer|winter|{_DAYS})"
    rf"|each (?:day|morning|evening|night|week|month|year|{_DAYS})|(?:once|twice|(?:\w+|\d) times) (?:an?|per) (?:day"
    rf"|week|month|year)|(?:on |most )?(?:mon|tues|wednes|thurs|fri|satur|sun)days|(?:on|at|most) weekends|on weekdays"
    r"|in the (?:mornings?|evenings?)|(?:most )?(?:mornings|evenings|nights)|daily|weekly|regularly)"
)
_ACTS = (
    r"(?:wake up|get up|go to bed|sleep|start work|finish work|go|take|work|run|swim|do|play|train|cycle|bike|walk"
    r"|jog|practi[sc]e|teach|attend|volunteer|visit|cook"
    r"|drink|eat"
    r"|study|read|commute|row|climb|ski|dance|sing|paint|draw|meditate|bake|garden|fast|donate|help|coach|meet|have"
    r"|see|call|drive|fly|travel|hike|surf|skate|box|lift|stretch|pray|babysit|shop)"
)
_BRANDS = (
    r"(?:tesla|toyota|honda|ford|volkswagen|vw|bmw|audi|mercedes|volvo|skoda|renault|peugeot|kia|hyundai|mazda|nissan"
    r"|subaru|fiat|dacia|citro[eë]n|opel|jeep|porsche|lexus|polestar|byd|suzuki)"
)

_TASK = (
    r"(?!.*\b(?:this|that|these|those|files?|scripts?|code|errors?|bugs?|cron|pages?|typos?|columns?|rows?|tables?"
    r"|functions?"
    r"|variables?|handlers?|layout|css|problems?|issues?|letters?|reports?|essays?|application|papers to|lol|jk"
    r"|monopoly"
    r"|minecraft|tests? fail\w*|jobs? scripts?)\b)"
)
"""A clause with one of these words is about the task at hand."""


def _whole(pattern: str, kind: Kind = "profile", confidence: float = 0.9) -> Rule:
    """Return a rule for a statement that is kept whole."""
    return rule(None, _TASK + pattern, kind=kind, confidence=confidence)


SELF: tuple[Rule, ...] = (
    rule(
        "pets",
        rf"(?:My|Our) {OLD}{ANIMAL},? (?P<value>(?-i:[A-Z][\w'-]+)),? (?:has )?(?:just )?(?:passed away|died)\b",
        retracts=True,
    ),
    # Slots said in other ways
    rule("name", r"My names (?P<value>(?!are\b).+)", NAME),
    rule("name", r"My name is (?:actually )?(?:spelled|spelt|written) (?:as )?(?P<value>.+)", GIVEN_NAME),
    rule("name", r"(?<=[,!] )(?P<value>(?-i:[A-Z][a-z]+)) here(?= from\b|\W*$)", GIVEN_NAME, confidence=0.7),
    rule(
        "home",
        rf"(?:I|we) {OFTEN}(?:live|share|rent|own)(?: alone| together| with [^,]{{1,30}}?)? ?(?:in )?(?:an? |my |our )"
        r"(?:[\w-]+ ){0,3}?(?:flat|apartment|house|studio|condo|room|place|loft|cottage|farm|cabin|village|town|suburb)"
        r"(?: in| of) (?P<value>(?-i:[A-Z]).+)",
        PLACE,
    ),
    rule("home", rf"(?:I|we) {OFTEN}live (?:alone|together|with [^,]{{1,30}}?) in (?P<value>.+)", PLACE),
    rule(
        "origin",
        rf"{AM} {OFTEN}an? (?:[\w-]+ ){{0,4}}?(?:{OCCUPATIONS}),? (?:originally )?from (?P<value>(?-i:[A-Z]).+)",
        PLACE,
    ),
    rule("origin", r"I(?:'m| am)? originally (?:from|come from|hail from) (?P<value>.+)", PLACE),
    rule("occupation", rf"{AM} {OFTEN}(?P<value>retired|self-employed|unemployed|between jobs|freelancing)\b"),
    rule("occupation", rf"I {OFTEN}(?P<value>retired)\b(?! (?:the|my|from the (?:game|race)))"),
    rule("occupation", rf"I(?:'ve| have) been (?:working as )?an? {OFTEN}(?P<value>.+)", OCCUPATION),
    rule(
        "occupation",
        r"(?:I (?:got|was|'ve been|have been) (?:promoted|hired)(?: to| as)|I (?:got|have|took|landed"
        r"|accepted) (?:an? )?"
        r"(?:job|position|role) as) (?:an? |the )?(?P<value>.+)",
        JOB,
    ),
    rule(
        "hobbies",
        r"I(?:'ve| have) been (?:playing|learning to play) (?:the )?(?P<value>.+)",
        Shape(
            re.compile(rf"{AFTER}|\s+(?:on|every|at|for|in|twice|once|a lot|most|with)\b", ANY_CASE),
            re.compile(r"[a-zA-Z][\w' -]*"),
            re.compile(r"(?:a|an|with|along|around|games?|music|my|some|this|that|it|your)\b", ANY_CASE),
            30,
        ),
    ),
    rule(
        "goals",
        r"My (?:\w+ )?(?:goal|aim|dream|ambition|(?:new year's )?resolution)(?: (?:this|for|in|by)\b[^,]{1,25}?)? is "
        r"(?:to )?(?P<value>.+)",
        Shape(re.compile(AFTER, ANY_CASE), reject=re.compile(r".*\b(?:this|that|it)\b", ANY_CASE), limit=80),
    ),
    rule(
        "phone",
        r"(?:(?:you can |please |just |feel free to )*(?:call|text|ring|reach|whatsapp|phone|message) me (?:on|at)) "
        r"(?P<value>\+?\(?\d.+)",
        PHONE,
    ),
    *(
        rule(
            "devices",
            rf"(?:(?:I|we) {OFTEN}(?:have|own|got|bought|drive|use|shoot with)|(?:I|we)(?:'ve| have) got) (?:an? "
            rf"|the |my )?"
            rf"(?:new |old |used |red |white |black |blue |\d{{4}} )*(?P<value>{brand}\b.*)",
            Shape(re.compile(rf"{AFTER}|\s+(?:for|at|to|on|in|that|from)\b", ANY_CASE), reject=THING.reject, limit=40),
            key=key,
        )
        for key, brand in (("car", _BRANDS), ("camera", r"(?:canon|nikon|fujifilm|leica|gopro|olympus)"))
    ),
    rule("health", r"I(?:'ve got|'ve| have got| have| suffer from) (?P<value>[\u3400-\u9fff].*)", ILLNESS_ZH),
    rule(
        "work",
        rf"{AM} {OFTEN}(?:the |an? )?(?:[\w-]+ )?(?:head|director|vp|chief|lead|manager|cto|ceo|coo|cfo|partner)"
        r"(?: of [^,]{1,30}?)? at (?P<value>(?-i:[A-Z]).+)",
        EMPLOYER,
    ),
    rule("origin", rf"{AM} an? \d{{1,3}}[ -]years?[ -]old \w+ from (?P<value>(?-i:[A-Z]).+)", PLACE),
    rule("name", r"I(?:'ve| have)? (?:just |legally )?changed my (?:last |first )?name to (?P<value>.+)", NAME),
    rule(
        "timezone",
        r"(?:My time ?zone is|I(?:'m| am) (?:in|on) (?=.*\btime ?zone\b|(?:utc|gmt)\s?[+-]|(?:cet|cest|est|edt|pst"
        r"|pdt|cst|ist|jst"
        r"|bst|gmt|utc|aest)$)) ?(?:the )?(?P<value>.+?)"
        r"(?: time ?zone)?$",
        Shape(limit=40),
    ),
    # Kept whole: what one is and has
    _whole(
        rf"{AM} {OFTEN}(?:an? )?(?:(?:left|right).?handed|ambidextrous|colou?r.?blind|(?:near|short|far).?sighted"
        rf"|bilingual"
        r"|trilingual|single|married|engaged|divorced|widowed|early bird|early riser|night owl|morning person"
        r"|night person"
        r"|introvert(?:ed)?|extrovert(?:ed)?|only child|twin|non.?smoker|smoker|single (?:mom|dad|mum|mother|father"
        r"|parent)"
        r"|mother of .+|father of .+|parent of .+|mom of .+|dad of .+|grandmother|grandfather|member of .+|lefty"
        r"|teetotal(?:l?er)?"
        r"|\d{3} ?cm.*|[12][.,]\d\d? ?m\b.*|\d'\d{1,2}\b.*)(?=\W*$|,| and\b| but\b| so\b| if\b)",
    ),
    _whole(rf"I {OFTEN}wear (?:(?:reading )?glasses|contact lenses|contacts|(?:a )?hearing aids?|braces|size .+)\b"),
    _whole(
        rf"(?:I|we)(?:'ve got| have| got)(?: got)? (?:{NUMBER}|no|\d+) {OLD}(?:(?:half|step)?.?(?:brothers?"
        rf"|sisters?)|siblings?"
        rf"|{CHILD}|{CHILDREN}|grandchildren|grandkids|{ANIMAL}s?)(?: at home)?(?=\W*$|,| and\b| aged\b| so\b| but\b)",
    ),
    _whole(rf"(?:I|we) {OFTEN}own (?:an? |two |three )[\w' -]{{2,40}}$"),
    _whole(
        r"(?:I|we) (?:don't|do not|can't|cannot|never) (?:smoke|drive|swim|drink|cook|gamble|ride a bike|fly"
        r"|use social media"
        r"|(?:have|own) (?:an? |any )?(?:car|tv|television|kids|children|pets|smartphone|oven|driving licen[cs]e"
        r"|licen[cs]e"
        r"|siblings|dishwasher|freezer|microwave))(?: at all)?(?=\W*$|,| and\b| so\b| but\b)",
    ),
    _whole(rf"(?:I|we) {OFTEN}live with (?:my|an?|two|three|some|our)\b[\w' ]{{3,40}}$"),
    _whole(
        r"My (?:blood (?:type|group)|height|weight|(?:shoe|shirt|dress|jeans|ring|hat|glove|trouser|clothing"
        r"|bra) size|star sign|zodiac sign|commute|github(?: handle)?|handle"
        r"|username|twitter|instagram|website|gym|school|university|hairdresser|insurance|employee (?:id|number)"
        r"|customer number|member(?:ship)? number|licen[cs]e plate|number plate|working hours|office hours|shift"
        r"|hometown"
        r"|religion|ancestry|heritage|native country)(?: number| name)? (?:is|are)(?! (?:broken|not|down|slow|too"
        r"|very))\b.+",
    ),
    _whole(
        r"(?:My|Our)(?: wedding)? anniversary(?:'s| is)(?: on)? .*(?:\d|january|february|march|april|may|june|july"
        r"|august|september|october|november|december).*"
    ),
    # Habits
    _whole(
        r"I (?:usually|normally|generally|always|typically|often|regularly|rarely|tend to|mostly) (?:wake up|get up"
        r"|go to (?:bed|sleep|the gym|church|work)|sleep|eat|drink|have (?:breakfast|lunch|dinner)|work|take the"
        r"|walk|bike|cycle|drive|run|swim"
        r"|cook|fly"
        r"|train|exercise|skip (?:breakfast|lunch|dinner)|shop at|read|travel|commute)\b(?! (?:this|that|it"
        r"|with (?:this|that)))"
        r".*",
        kind="preference",
    ),
    _whole(rf"(?:I|we) {OFTEN}{_ACTS}\b(?! (?:this|that|it)\b)[^?]{{0,80}}?\b{_REGULARLY}\b.*", kind="preference"),
    _whole(
        rf"(?:Every|On|Most) (?:{_DAYS}|mornings?|evenings?|weekends?|summers?|winters?|day|night),? (?:I|we) "
        rf"{OFTEN}{_ACTS}\b.*",
        kind="preference",
    ),
    _whole(
        rf"I {OFTEN}(?:work (?:from home|remotely|nights?|night shifts?|part.?time|full.?time|shifts|weekends"
        rf"|freelance)"
        r"|volunteer (?:at|for|with|in)|sing in|belong to|coach (?:an?|the|my|kids)|run marathons|commute|bike to work"
        r"|cycle to work|walk to work|take the (?:train|bus|metro|tram|subway|tube) to work|go to (?:the gym|church"
        r"|therapy)"
        r"|(?:take|have) (?:\w+ )?(?:lessons|classes)|do (?:yoga|pilates|crossfit|karate|judo|ballet"
        r"|martial arts))\b.*",
        kind="preference",
    ),
    _whole(
        rf"(?:I {OFTEN}(?:use|run)|{AM} {OFTEN}on) (?:arch|ubuntu|debian|fedora|linux|windows|macos|mac os|nixos|a mac"
        r"|android|ios|an? screen reader|an? wheelchair|metric|imperial|vim|emacs|neovim)\b[^?]{0,40}$",
        kind="preference",
    ),
    # Schooling and what happened
    _whole(
        r"I (?:graduated (?:from|in|with)|(?:have|got|hold|did|finished|earned)(?: my"
        r"| an?)? (?:\w+ )?(?:degree(?! project)|phd|ph\.d"
        r"|doctorate|master'?s|bachelor'?s|mba|msc|bsc|diploma|a-levels|apprenticeship)|went to (?:school|university"
        r"|college) (?:in|at))\b.*",
    ),
    _whole(
        r"(?:I|we)(?:'ve| have|'re| are| am|'m)? (?:just |recently |finally )*(?:(?:got|getting|gotten) (?:married"
        r"|engaged"
        r"|divorced)|graduated(?= (?:from|in|with|last|this|two|three|\d|yesterday)|\W*$)|(?:quit|stopped|gave up"
        r"|started) (?:smoking|drinking|vaping)|had a (?:baby|son|daughter)"
        r"|bought (?:an?|our|my) (?:first |new )?(?:house|flat|apartment|home)|(?:expecting|having) a baby)\b.*",
        kind="event",
    ),
    _whole(
        r"(?:My|Our) (?:lease|passport|visa|contract|subscription|membership|licen[cs]e|warranty|insurance"
        r"|residence permit"
        r"|tenancy|probation)\b[^?]{0,20}? (?:ends|expires|is up|runs out|starts|begins|is valid until|is due)\b.+",
        kind="event",
    ),
    _whole(
        r"(?:I|we)(?:'m| am|'re| are)? (?:want to|plan to|planning to|going to) .+ (?:next year|this year|in 20\d\d"
        r"|by (?:the end of )?20\d\d|next (?:spring|summer|autumn|fall|winter))\b.*",
        kind="goal",
        confidence=0.7,
    ),
)
