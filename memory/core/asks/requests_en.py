"""How a user asks in English to remember: as data.

A request is built as English builds it: courtesies and openers, a frame ("could you", "I'd like you to", "it would be
great if you"), a verb of keeping with its object, a link, and what is to be kept; or the other way round.
Patterns read folded text (`clauses.fold`), a sentence at a time.
"""

import re

_I = re.IGNORECASE

_YOU = r"(?:you|u|ya)"
_COUNT = r"(?:an?|one|two|three|four|five|some|several|another|a few|a couple of|couple of|few|the|new|more)"
_GOOD = r"(?:great|good|nice|best|helpful|useful|lovely|wonderful|cool|perfect|grateful|glad|happy|thankful|obliged)"
_LATER = (
    r"(?:the future|(?:future|later) (?:reference|use|chats|conversations)|(?:the |my )?next time|later|the record)"
)
_FRAME = (
    rf"(?:can|could|would|will|won't|might) {_YOU}(?: mind| be able to| be so kind as to)?"
    rf"|would it be (?:possible|ok(?:ay)?|alright)(?: for {_YOU})? to|is it possible(?: for {_YOU})? to"
    rf"|are {_YOU} able to|do {_YOU} mind"
    rf"|(?:can|may|could|might) i (?:just |please )?(?:ask|get|have|trouble|beg) {_YOU}(?: to)?"
    rf"|let me (?:ask|remind) {_YOU} to|i(?:'d| would| must| have to)?(?: like to| want to)? "
    rf"(?:ask|remind|beg|urge) (?:that )?{_YOU}(?: to)?"
    r"|(?:i|we)(?:'d| would| do)?(?: really| just| also| still)* (?:want|need|like|love|prefer|appreciate it if|hope"
    rf"|wish|trust|expect|rather)(?: it if| for| that)?(?: {_YOU})(?:'ll| will| would| could| can)?(?: to)?"
    rf"|(?:i'm|i am) (?:hoping|asking|counting on|trusting)(?: that| for)? ?{_YOU}(?: to| can| could| will|'ll| would)?"
    rf"|(?:i'd|i would|it'd|it would|that'd|that would) be (?:\w+ )?{_GOOD}"
    rf"(?: for {_YOU} to| if {_YOU}(?: could| would| can| will)?)"
    rf"|(?:it|that) (?:would|'d|will) help if {_YOU}(?:'d| would| could| can)?"
    r"|it(?:'s| is|'d be| would be)(?: \w+)? (?:important|worth|crucial|essential|good|key|useful|vital|helpful)"
    rf"(?: (?:to|for) me)?(?: (?:that|for) {_YOU}(?: to)?| to)?"
    rf"|if {_YOU}(?: (?:can|could|would|will))(?: please| just)?"
    rf"|{_YOU}(?:'d| had)? (?:should|must|need to|have to|ought to|better|can|could|may want to|might want to|may"
    rf"|are to)"
    rf"|{_YOU}'ll (?:want|need|have) to|make sure (?:that )?(?:to|{_YOU})|see (?:to it )?that {_YOU}|be sure to|try to"
    rf"|try and|mind {_YOU}|do me a favou?r(?: and)?|let's|let us|do"
)
_OPENER = (
    r"(?:ha){2,}h?|lo+l|lmao|omg|wow|ugh|aw+|yay|yep|please|pls|plz|kindly|also|oh|and|so|ok|okay|hey|hi|hello|yes"
    r"|no(?! need)|well|actually|just|always|btw"
    r"|by the way|now"
    r"|then|on second thoughts?|come to think of it|you know what|changed my mind|i(?:'ve)? changed my mind|hm+"
    r"|actually no"
    r"|thanks|thank you|thx|great|perfect|cool|right|sure|alright|again|but|too|quickly|really|finally|lastly"
    r"|first(?:ly)?|second(?:ly)?|(?:quick|side) note|important(?:ly)?|from now on|going forward|in (?:the )?future"
    rf"|for {_LATER}|(?:one|an?)(?: \w+)? (?:more |other |last |quick |final |small )?(?:thing|point|note|favou?r)"
    r"(?! (?:to|that|about|worth|i|you|for you)\b)|one thing(?! (?:to|that|about|worth|i|you|for you)\b)"
    r"|(?:before|while|if|in case|when) (?!it|this|that)(?:i|you|we|possible)\b[\w' ]{0,30}(?=[,:])"
)
PLEASE = rf"\W*+(?:(?:{_OPENER}|{_FRAME})\b[\s,:!.-]*+){{0,8}}+"
"""What may stand before the verb of a request."""
_REMEMBER = r"(?:remember|rember|remeber|remmember|rememeber|remembr|rememebr)"
_VERB = (
    rf"(?:{_REMEMBER}(?:ing)?|(?<=you )remembered|memori[sz](?:e|ing)|(?:keep|keeping|bear|kept) (?:(?:this|that|it"
    r"|these|those|in memory) )?in mind"
    r"|keep in memory|keep (?:this|that|it) (?:on file|on record|handy|safe)|hold on ?to (?:this|that|it)|retain"
    r"|keep (?:this|that|it|these)(?: (?:info(?:rmation)?|facts?|details?)| in (?:your |my )?(?:memory"
    r"|notes))(?=\s*:| that)"
    r"|(?:keep|keeping) (?:a )?track of"
    r"|(?:don'?t|do not|never|not|not to|without)(?: you| ever| dare| let yourself)* forget(?:ting)?(?: about)?"
    rf"|i (?:don'?t|do not|never|wouldn'?t) want {_YOU} to (?:ever )?forget|(?:want|like) {_YOU} to never forget"
    r"|(?:take|make|keep|taking|making|made|took) (?:a )?(?:mental )?(?:note|record)(?: of)?"
    r"|(?:write|put|jot|note|mark)(?: (?:it|this|that))? down|let it be (?:noted|known|remembered))"
)
_TO_KEEP = (
    rf"(?:{_REMEMBER}|note(?: down)?|keep in mind|bear in mind|memori[sz]e|save|store|write down|not forget"
    r"|keep on file)"
)
_ANNOUNCED = (
    r"(?:(?:let me (?:tell|give) you|here(?:'s| is| are)|there(?:'s| is| are)|this is|i have|i've got)? ?"
    rf"(?:(?:{_COUNT} ){{0,2}}(?:(?:more|other|important|quick|little|small|main|only|new|key) )*(?:things?"
    rf"|heads.?up|facts?"
    r"|points?|notes?|details?"
    rf"|info(?:rmation)?)|something|what)(?: about me)?(?: (?:(?:that )?(?:i want|i'd like|i need|i'd love) {_YOU} to"
    rf"|for {_YOU} to|to|worth"
    rf"|(?:that )?{_YOU} (?:should|must|need to|have to|can)(?: always)?) (?:{_TO_KEEP}|{_REMEMBER}ing|noting|keeping "
    rf"in mind)(?: about me)?(?: for (?:me|{_LATER}))?))"
)
_THINGS = rf"(?:{_ANNOUNCED}(?: about me)?\s*(?:(?:is|are)(?: that|:)?\s|[:,-])\s*)"
"""What announces something to remember: "two things to remember: …"."""
_STORE = r"(?:note|pin|save|store|record|add|put|log|commit|file|register|enter|update|capture)"
_MEMORY = r"(?:(?:long.term )?memory|notes?|profile|records?|file|record|what you know(?: about me)?)"
_OBJECT = (
    rf"(?:(?: (?:this time|the following(?: (?:fact|detail|info|information))?|this fact|the fact|this"
    rf"|that(?= (?:to|in|on|down|too|also|as well)\b|\s*[:,])|it|away|down"
    rf"|for me|for {_LATER}|(?:(?:in|into|to|on|under) )?(?:your |my |the )?{_MEMORY}|about me|too|also|as well|please"
    r"|forever|always|instead|once and for all)){0,4})"
)
_IS = r"(?=(?:my|our)\b[^,.]{1,60}?(?:\b(?:is|are|was|has|have|'s|number)\b|:)|(?:i|i'm|im|i've|i'll|we|we're)\b)"
ASKS_EN = re.compile(
    rf"{PLEASE}(?:{_THINGS}|i want (?:it|this) (?:on (?:the )?record|known|noted) (?P<noted>that )"
    rf"|{_VERB}{_OBJECT}(?P<link>\s*[:,;–—-]+\s*|\s+that\s+|\s+)"
    r"|(?!(?:add|put)(?: this| it| that| the following)?\s*:(?! (?:i|i'm|i've|my|we)\b))"
    rf"{_STORE}{_OBJECT}(?P<firm>\s*[:–—]\s*|\s+that\s+(?=(?:i|i'm|im|i've|i'll|my|we|we're"
    rf"|our|the|there|it's|all|every|no|an?|on|\w+'s)\b|(?-i:[A-Z])))(?<!\badd )|{_STORE}{_OBJECT}\s+{_IS}(?<!\badd )"
    rf"|(?:{_STORE}(?=[^:,–—-]*\b(?:this|{_MEMORY})\b)){_OBJECT}\s*[,–—-]\s*"
    rf"|(?:i (?:want|need|would like)|i'd like) (?:this|it|the following) (?:to be )?(?:{_REMEMBER}ed|noted|saved"
    rf"|stored)"
    r"\s*[:,-]\s*)(?P<content>.+)",
    _I | re.DOTALL,
)
"""A sentence that begins with a request to remember; group `content` is what."""

LABELLED_EN = re.compile(
    r"\W*+(?:(?:just|please|and|also|btw|hi|hey|ok|so|but|oh|by the way"
    r"|one more thing)\b[\s,:!.-]*+){0,4}+(?:(?:for (?:your"
    r"|the|my|our) (?:info|information|records?|memory|notes|files?)|fyi(?: [^:,]{1,20})?|memo|psa(?: [^:,]{1,20})?"
    r"|heads.?up(?: [^:,]{1,20})?|note to self|note"
    r"|reminder"
    rf"|n\.?b\.?)\s*:\s*|for your (?:records?|memory|notes|files?)\s*,\s*|(?:for {_LATER}"
    rf"|(?:just )?(?:so )?(?:that )?{_YOU}(?:'ll|'ve)? (?:(?:have|got|have got) (?:it|this"
    rf"|that)(?: for (?:next time|later))?"
    rf"|(?:know|have this|remember) for {_LATER}|know (?:next time|later)))\s*[:,–—-]\s*(?=.*\b(?:i|i'm|my|we|our|is"
    r"|are|has|had|was|were|takes"
    r"|only)\b))(?P<content>.+)",
    _I | re.DOTALL,
)
"""What a label announces as worth keeping: "Note: …", "for future reference, …"."""
NOT_CONTENT_EN = re.compile(
    r"(?:(?:please|pls|thanks|thank you|ok(?:ay)?)\b[\s,]+(?:and|then|so|now|but)\b|when|how|who|whom"
    r"|what(?! (?:i|we)(?:'ve| have)? (?:just |already )?(?:said|told|mentioned|explained)\b[^,.;:]* (?:about|on)\b)"
    r"|where|why|which|whether|if i (?:said|told|asked|mentioned)|me\b(?! (?:as|to))"
    r"|you\b|us\b|him\b|her\b|last (?:time|week|year)|yesterday|the (?:time|day|days|night|last|first|other"
    r"|good|old|alamo)\b|to (?:smile|breathe)|things\b|names\b|the (?:[\w-]+ )?[\w-]+\W*$|this(?: \w+)?$"
    r"|that(?: \w+)?$|it(?: all)?$|everything$"
    r"|the (?:dates?|numbers?|figures|details|sizes?|codes?)\s*[,;].*|(?:bit|part|lot|ones?)\b|anything"
    r"|nothing|correctly|well$|\W*$|(?:(?:that|this|it|both|please|it'?s (?:very |really )?important|of (?:this"
    r"|these|them|those)|pls|plz|thanks|thank you|ok|okay|too|also|now|forever|these|those"
    r"|them|all)\b[\s,.!)]*)+(?:for [^,]*)?$|(?:for|in|during|next|when)\b(?!.*\b(?:i|i'm|we|is|are|was|need|has|have)"
    r"\b)[^,]*$|(?:time|day|night|trip|summer|movie|guy|girl)\b (?:i|we|when|where|you)\b)",
    _I,
)
"""Content that is none: reminiscence, questions, mere pronouns."""
NOT_FIRM_EN = re.compile(
    r"(?:(?:bit|part|lot|ones?)\b|(?:please|pls|thanks|thank you|ok(?:ay)?)\b[\s,]+(?:and|then|so|now|but)\b"
    r"|(?:(?:that|this|it|these"
    r"|those|them|please|pls|plz|thanks|thank you|thx|ok|okay|too|also|now|forever|in mind"
    rf"|for (?:me|{_LATER})|will you|would you|it's important|well|down|always)\b[\s,.!)]*)*$|(?:time|day"
    rf"|night)\b (?:i|we|when|where|you)\b)",
    _I,
)
"""As NOT_CONTENT_EN, after a colon: "remember: when I say ship it I mean staging"."""
TASK_EN = re.compile(
    r"(?:this|that|these|those|it|here) (?:is|are|isn't|aren't|was|needs?|has|should|must)\b(?!.*\b(?:i|i'm|me"
    r"|my|our|mine)\b)"
    r"|to (?:be|ignore|stop|check|double.?check|think|read|look|watch|wait|stay|focus|breathe|not"
    r"|pay attention)\b(?!.*\b(?:i|i'm|me|my|our|always|never|every|from now on)\b)|to (?:please |also )?(?:add|close"
    r"|import|handle|check|include|use|format|cite|escape|return|validate|test|write"
    r"|keep|mention|remove|rename|translate|proofread|sort|wrap|export|run|update|highlight|number|answer|reply"
    r"|explain)"
    r"\b(?!.*\b(?:i|i'm|me|my|our|always|never|every|from now on)\b)|"
    r"(?!(?:i|i'm|i've|my|we|our)\b).*(?:\b(?:functions?|parameters?|arguments?|methods?|variables?|regex|line \d+"
    r"|edge cases?|file handle|unit tests?|stack ?trace|docs say|compiler|test suite|null values?)\b"
    r"|\bthe (?:brief|summary|intro(?:duction)?|outline|main characters?|paragraphs?"
    r"|audience|reader|readers|novel|story|essay|code(?! word)|text|task|instructions?|rules?"
    r"|format(?:ting)?|tone"
    r"|word limit|time complexity)\b|\bwhen (?:you|we) (?:write|refactor|translate|edit|answer|do|format|summari[sz]e) "
    r"(?:this|it|that|the)\b)|the (?:steps|ingredients|instructions|difference|rules?|plot|lyrics|following)\b"
    r"|(?:my|the) (?:changes|results|errors|screen|output|file|document|progress|work|game|data)\b[^:]*$"
    r"|(?:my|the) \w+ (?:at|in|to|on|as|into|under) (?:the|this|a) (?:top|bottom|end|start|header|footer|document"
    r"|letter|file|list|text|page|table|spreadsheet|cart)\b",
    _I,
)
"""What belongs to the task at hand, not to what is kept of the user: "and don't forget to add tests"."""

_IT = r"(?:all of (?:this|that|it|these)|all (?:this|that)|that|this|it|these|those|both|them|something|everything)"
_AFTERWARDS = (
    r"(?:[\s,]+(?:please|pls|plz|thanks|thank you|thx|ok(?:ay)?|too|well|forever|always|next time|in (?:your )?memory"
    rf"|to (?:your )?(?:memory|notes|profile)|will {_YOU}|would {_YOU}|somewhere"
    r"|for (?:me|later|next time|the future|future [^,]{1,20}|(?:our|my|your|the|any|all) [^,]{1,40})"
    r"|(?:about me|from now on)|(?:when|whenever|if|in case|so(?: that)? (?:you|i|we)) [^,]{1,60}))*+"
)
_KEEPS = (
    rf"(?:{_REMEMBER}(?:ing)?|memori[sz]e|note|save|store|record|retain|log|(?:don'?t|do not|never|not)(?: you| ever)?"
    r" forget|(?:make|take|keep) (?:a )?(?:mental )?(?:note|record)(?: of)?)"
)
_KEEPS_THIS = (
    rf"(?:keep|bear) {_IT} in (?:mind|memory)|keep {_IT} (?:on file|on record|handy)|(?:write|note|jot|put|mark) {_IT} "
    rf"down|(?:add|put|save|store|commit) {_IT}(?= (?:to|in|on) )|(?:keep|keeping) track of {_IT}"
)
ASKS_AFTER_EN = re.compile(
    rf"(?P<content>.{{8,}}?)(?<![\s,;(–—-])(?:(?:\s*+[,;:(–—-]++\s*+|\s++(?:so|and)\s++)(?:(?:so|and)\s)?{PLEASE}"
    rf"(?:{_KEEPS}(?: {_IT}(?: down)?)?|{_KEEPS_THIS}){_AFTERWARDS}|\s*+[,;(–—-]++\s*+(?:just )?(?:for {_LATER}"
    rf"|for your (?:records?|memory|notes|files?)))\W*",
    _I | re.DOTALL,
)
"""A sentence that ends with such a request; the whole sentence must match."""

_SOME = rf"(?:{_COUNT} (?:more |important |quick )?(?:thing|fact|detail)s?(?: about me)?)"
ASKS_ALONE_EN = re.compile(
    r"(?!.*\bi (?:mean|want|need|prefer|like)\b(?! (?:you|u)\b))"
    rf"{PLEASE}(?:(?:{_VERB}|{_STORE})(?: (?:{_IT}|{_SOME}|the following|these (?:things|facts|points)|all of this"
    r"|the following (?:facts|things|points)|(?:in|to) (?:your )?(?:memory|notes|profile)|for me|for later"
    r"|for next time|this time|about (?:my|our|the) [\w ]{2,30}(?=\s*:)"
    r"|for the future|in mind"
    r"|please|well|down|too|away|things about me|facts about me|about me|as follows|as well)){1,5}"
    r"(?:[\s,]+(?:of (?:this|these|them|those)|please|pls|thanks|thank you|thx|ok(?:ay)?|too|will you|would you"
    r"|it'?s (?:very |really )?important))*"
    rf"|(?:{_KEEPS} {_IT}(?: down)?|{_KEEPS_THIS}){_AFTERWARDS}(?: for [^,:]{{1,40}})?"
    rf"|(?:{_REMEMBER}|don'?t forget|please note|note|memo|reminder|memori[sz]e)(?:\s*[:!]|,? (?:ok(?:ay)?|please|pls))"
    rf"|(?:keep|bear) in mind\s*:|{_ANNOUNCED}|{_THINGS})\W*",
    _I,
)
"""A sentence that is nothing but such a request: it means the sentence after it, or before."""
