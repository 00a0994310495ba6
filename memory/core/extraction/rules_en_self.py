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


def whole(pattern: str, kind: Kind = "profile", confidence: float = 0.9) -> Rule:
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
    rule("name", r"(?<=[,!] )(?P<value>(?-i:[A-Z][a-z]+)) here(?= from\b|\W*$|,)", GIVEN_NAME, confidence=0.7),
    rule(
        "home",
        rf"(?:I|we) {OFTEN}(?:live|share|rent|own)(?: alone| together| with [^,]{{1,30}}?)? ?(?:in |on |at )?(?:an? "
        r"|my |our )"
        r"(?:[\w-]+ ){0,3}?(?:flat|apartment|house|studio|condo|room|place|houseboat|narrowboat|boat|island|ranch"
        r"|loft|cottage|farm|cabin|village|town|suburb)"
        r"(?: in| of| near| outside) (?P<value>(?-i:[A-Z]).+)",
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
            rf"(?:(?:I|we) {OFTEN}(?:have|own|got|bought|drive|use|shoot with)|(?:I|we)(?:'ve| have) got|(?:I"
            rf"|we)(?:'ve| have)?"
            r" (?:just |recently |finally )*(?:(?:switched|moved|changed|upgraded) to|(?:traded(?: in)?|swapped"
            r"|exchanged|replaced"
            r"|sold) (?:my |the |our )[\w ]{2,30}? (?:in )?(?:for|with|and (?:got|bought)))) (?:an? "
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
        r"(?:My time ?zone is|I(?:'m| am) (?:in|on) (?=.*\btime ?zone\b|(?:(?:us |uk )?(?:pacific|eastern|central"
        r"|mountain|london|berlin|tokyo|sydney|beijing)) time\b|(?:utc|gmt)\s?[+-]|(?:cet|cest|est|edt|pst"
        r"|pdt|cst|ist|jst"
        r"|bst|gmt|utc|aest)$)) ?(?:the )?(?P<value>(?!an?\b|another|the same|different).+?)"
        r"(?: time ?zone)?$",
        Shape(re.compile(r",|\s+(?:so|pls|please|and|but|if)\b", ANY_CASE), limit=40),
    ),
    # Kept whole: what one is and has
    whole(
        rf"{AM} {OFTEN}(?:an? )?(?:(?:left|right).?handed|ambidextrous|colou?r.?blind|(?:near|short|far).?sighted"
        rf"|bilingual"
        r"|trilingual|single|married|engaged|divorced|widowed|early bird|early riser|night owl|morning person"
        r"|night person"
        r"|introvert(?:ed)?|extrovert(?:ed)?|only child|twin|non.?smoker|smoker|single (?:mom|dad|mum|mother|father"
        r"|parent)"
        r"|(?:stay.at.home|full.time|working|new|expectant) (?:mom|dad|mum|mother|father|parent)\b.*|mother of .+"
        r"|father of .+|parent of .+|mom of .+|dad of .+|grandmother|grandfather|member of .+|lefty"
        r"|teetotal(?:l?er)?"
        r"|\d{3} ?cm.*|[12][.,]\d\d? ?m\b.*|\d'\d{1,2}\b.*|(?:four|five|six|seven|\d) (?:foot|feet|ft)\b.*)(?=\W*$|,"
        r"| and\b| but\b| so\b| if\b)",
    ),
    whole(rf"I {OFTEN}wear (?:(?:reading )?glasses|contact lenses|contacts|(?:a )?hearing aids?|braces|size .+)\b"),
    whole(
        rf"(?:I|we)(?:'ve got| have| got)(?: got)? (?:{NUMBER}|no|\d+) {OLD}(?:(?:half|step)?.?(?:brothers?"
        rf"|sisters?)|siblings?"
        rf"|{CHILD}|{CHILDREN}|grandchildren|grandkids|{ANIMAL}s?)(?: at home)?(?=\W*$|,| and\b| aged\b| so\b| but\b)",
    ),
    whole(rf"(?:I|we) {OFTEN}own (?:an? |two |three )[\w' -]{{2,40}}$"),
    whole(
        r"(?:I|we) (?:don't|do not|can't|cannot|never) (?:smoke|drive|swim|drink|cook|gamble|ride a bike|fly"
        r"|use social media"
        r"|(?:have|own) (?:an? |any )?(?:car|tv|television|kids|children|pets|smartphone|oven|driving licen[cs]e"
        r"|licen[cs]e"
        r"|siblings|dishwasher|freezer|microwave))(?: at all)?(?=\W*$|,| and\b| so\b| but\b)",
    ),
    whole(rf"(?:I|we) {OFTEN}live with (?:my|an?|two|three|some|our)\b[\w' ]{{3,40}}$"),
    whole(
        r"My (?:blood (?:type|group)|height|weight|(?:shoe|shirt|dress|jeans|ring|hat|glove|trouser|clothing"
        r"|bra) size|star sign|zodiac sign|commute|github(?: handle)?|handle"
        r"|username|twitter|instagram|website|gym|school|university|hairdresser|insurance|employee (?:id|number)"
        r"|customer number|member(?:ship)? number|licen[cs]e plate|number plate|working hours|office hours|shift"
        r"|hometown"
        r"|religion|ancestry|heritage|native country)(?: number| name)? (?:is|are)(?! (?:broken|not|down|slow|too"
        r"|very))\b.+",
    ),
    whole(
        r"(?:My|Our)(?: wedding)? anniversary(?:'s| is)(?: on)? .*(?:\d|january|february|march|april|may|june|july"
        r"|august|september|october|november|december).*"
    ),
    whole(
        r"(?:I|we)(?:'ve got| have got| have| own| bought| ride| play) (?:an? |two "
        r"|my )(?:[\w'-]+ ){0,3}?(?-i:[A-Z])[\w'-]+ (?:[\w'-]+ ){0,2}?(?:bike"
        r"|bicycle|guitar|bass|piano|keyboard|synth|violin|camera|drone|printer|oven|machine|grill|boat|van|truck"
        r"|tractor|telescope|stroller|pram|tent"
        r"|kayak|mixer|vacuum|lathe|scooter|motorbike|motorcycle|trailer|caravan|knife|saw)\b.*",
    ),
    whole(
        r"My (?:phd|thesis|dissertation|doctorate|research|master'?s(?: thesis)?|startup|business) is (?:about|on) .+"
    ),
    # Habits
    whole(
        r"I (?:never|don't|do not|can't|cannot) (?:eat|drink|have|touch) .+ (?:after|before|past|in the (?:morning"
        r"|evening)s?|at night|during|on (?:mon|tues|wednes"
        r"|thurs|fri|satur|sun)days?)\b.*",
        kind="preference",
    ),
    whole(
        r"I (?:usually|normally|generally|always|typically|often|regularly|rarely|tend to|mostly) (?:wake up|get up"
        r"|go to (?:bed|sleep|the gym|church|work)|sleep|eat|drink|have (?:breakfast|lunch|dinner)|work|take the"
        r"|walk|bike|cycle|drive|run|swim"
        r"|cook|fly"
        r"|train|exercise|skip (?:breakfast|lunch|dinner)|shop at|read|travel|commute)\b(?! (?:this|that|it"
        r"|with (?:this|that)))"
        r".*",
        kind="preference",
    ),
    whole(rf"(?:I|we) {OFTEN}{_ACTS}\b(?! (?:this|that|it)\b)[^?]{{0,80}}?\b{_REGULARLY}\b.*", kind="preference"),
    whole(
        rf"(?:Every|On|Most) (?:{_DAYS}|mornings?|evenings?|weekends?|summers?|winters?|day|night),? (?:I|we) "
        rf"{OFTEN}{_ACTS}\b.*",
        kind="preference",
    ),
    whole(
        rf"I {OFTEN}(?:work (?:from home|remotely|nights?|night shifts?|part.?time|full.?time|shifts|weekends"
        rf"|freelance)"
        r"|volunteer (?:at|for|with|in)|sing in|belong to|coach (?:an?|the|my|kids)|run marathons|commute|bike to work"
        r"|cycle to work|walk to work|take the (?:train|bus|metro|tram|subway|tube) to work|go to (?:the gym|church"
        r"|therapy)"
        r"|(?:take|have) (?:\w+ )?(?:lessons|classes)|do (?:yoga|pilates|crossfit|karate|judo|ballet"
        r"|martial arts))\b.*",
        kind="preference",
    ),
    whole(
        rf"(?:I {OFTEN}(?:use|run)|{AM} {OFTEN}on) (?:arch|ubuntu|debian|fedora|linux|windows|macos|mac os|nixos|a mac"
        r"|android|ios|an? screen reader|an? wheelchair|metric|imperial|vim|emacs|neovim)\b[^?]{0,40}$",
        kind="preference",
    ),
)
