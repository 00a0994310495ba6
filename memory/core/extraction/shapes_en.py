"""What the values of English statements look like: where they end, and what cannot be one. Data for `rules_en.py`."""

import re

from memory.core.extraction.rules import Shape
from memory.core.language.nouns_en import DEMONYM, OCCUPATIONS

ANY_CASE = re.IGNORECASE

FILLER = re.compile(
    r"\W*(?:(?:hi|hello|hey|hi there|well|so|and|but|also|oh|ok|okay|yes|yeah|yep|no|nope|actually|btw"
    r"|by the way|fyi|for your information|for the record|just so you know|as you know|you should know"
    r"(?: that)?|you know|to be clear|correction|update|sorry|typo|oops|whoops|my bad|my mistake|scratch that|rather"
    r"|wait|edit|hm+|nah|on second thoughts?|you know what|ah|yep|yup|yes|good news"
    r"|turns out|apparently|ok so|first(?:ly)?|second(?:ly)?|finally|thanks|thank you|honestly|in fact|anyway|because"
    r"|since|though|although|while|plus|now|currently|from now on|i forgot to (?:mention|say|tell you)"
    r"(?: that)?|(?:quick |short |brief )?(?:intro(?:duction)?|background|context|facts?|info)|these days"
    r"|unfortunately|sadly|luckily|nice to meet you|good (?:morning|evening|afternoon|day)|as i said"
    r"|i (?:said|told you|mean|meant)(?: that)?|the thing is|about me|please note|besides"
    r"|then|today|lo+l|(?:a?ha){2,}h?|he(?:he)+)\b[\s,:!.-]*+){0,6}+",
    ANY_CASE,
)

AM = r"I(?:'?m| am| happen to be| also happen to be)"
OFTEN = (
    r"(?:(?:now|currently|actually|also|really|still|just|recently|finally|both|officially|absolutely|personally"
    r"|usually|generally|only|mostly|mainly|truly|very much|do|have|have been|'ve|'ve been|always"
    r"|sometimes|quite)\s+){0,3}"
)
NOT = r"(?:no longer|don't|do not|didn't|never)"
ANYMORE = r"(?=.*\bany ?(?:more|longer)\b)"
_BREAK = (
    r"but|so|because|since|with|where|which|who|while|until|as|though|although|when|these days|now|right now"
    r"|at the moment|currently|anymore|any ?longer|any ?more|ago|after|before|again|for now|if|btw|by the way|please"
    r"|thanks|too|as well|actually|today|in case|lol|haha"
)
_STOP = r"\s*(?:[!?;:]|(?<!\bdr)(?<!\bmr)(?<!\bms)(?<!\bst)(?<!mrs)\.(?=\s|$))"
AFTER = rf"{_STOP}|\s+(?:and|{_BREAK})\b|,(?! (?-i:[A-Z]))|\s[-–—]|\s*\("
AFTER_LIST = (
    rf"{_STOP}|,?\s+(?:{_BREAK})\b|,?\s+and (?:it|that|my|the|have|get|can|can't|need|also|this|would|will|he|she|they"
    r"|am|then|so|want|don't|do)\b|\s[-–—]|\s*\("
)
WHICH = (
    r"(?:who|what|when|where|why|how|which|whom|whose|that|this|these|those|it|them|him|her|you|your"
    r"|me|us|here|there)\b"
)

DAYS_AND_MONTHS = (
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|may|june|july|august|september"
    r"|october|november|december"
)
PLACE = Shape(
    cut=re.compile(
        rf"{AFTER}|\s+(?:i|we)\s|\s+(?:for|last|this|next|to|from|on my|originally|alone|together|permanently"
        r"|full.?time|since|on (?=(?:the )?\d|\w+day\b)|around|(?:(?:about|almost|over) )?(?:an?|\w+) (?:days?"
        r"|weeks?|months?|years?) ago|at the (?:end|start|beginning)|in "
        rf"(?:\d{{4}}|january"
        r"|february|march|april|may|june|july|august|september|october|november|december|spring|summer"
        r"|autumn|winter|fall))\b",
        ANY_CASE,
    ),
    accept=re.compile(r"[^\d?][^?]*"),
    reject=re.compile(
        rf"{WHICH}|(?:fear|hope|denial|peace|harmony|a dream|dreams|a bubble|the past|the moment"
        r"|the present|the future|a world|a lie|sin|my head|my (?:own )?world|constant|total|a time|an age|poverty"
        r"|pain|someone|somewhere|tears|(?:a|an|the)$|linux|windows|macos|a mac|android|ios|python|rust|git|github"
        r"|slack|vs ?code|postgres\w*|the next|another|using|a different|different|step|page|chapter|question|part"
        r"|other|(?:an?|the|my|our|his|her) (?:[\w-]+ )?(?:apartment|flat|house|place|office|desk|room|building)"
        r"|a new (?:job|team|role|topic|phone|laptop|computer))\b",
        ANY_CASE,
    ),
    limit=50,
)
NAME = Shape(
    cut=re.compile(rf"{AFTER}|,|\s+(?:i|in|from|my|is|not|at|instead)\b", ANY_CASE),
    accept=re.compile(r"[^\W\d_][\w'.-]*(?: [^\W\d_][\w'.-]*){0,3}"),
    reject=re.compile(
        rf"{WHICH}|(?:a|an|the|my|not|no|now|back|crazy|stupid|names|later|if|asap|tomorrow|today|taxi|cab"
        r"|out|on|off|for|by|as|always|never|hidden|listed|taken|already|too|very|so|unknown|private|secret"
        r"|irrelevant|important|hard|in|at|with|easy|difficult|common|rare|an? taxi|back|anytime|when|soon|sick"
        r"|ill|pregnant|late|here|angry|great|good|fine|spelled|spelt|pronounced|written|actually|also|still|mud"
        r"|whatever|anything|like)\b",
        ANY_CASE,
    ),
    limit=50,
)
GIVEN_NAME = Shape(
    cut=re.compile(rf"{AFTER}|,|\s+(?:from|in|at|and)\b", ANY_CASE),
    accept=re.compile(r"[A-Z][a-zà-ÿ'-]+(?: [A-Z][a-zà-ÿ'-]+){0,2}|[\u3400-\u9fff]{2,4}"),
    reject=re.compile(rf"(?:{DEMONYM})\b", ANY_CASE),
    limit=40,
)
CAPITALISED = Shape(
    cut=NAME.cut,
    accept=re.compile(r"[A-Z][\w'.-]*(?: [A-Z][\w'.-]*){0,2}"),
    reject=GIVEN_NAME.reject,
    limit=40,
)
NAMED = Shape(
    cut=re.compile(
        rf"{_STOP}|\s+(?:but|so|because|who|which|is|are)\b|,\s*(?:and )?(?-i:[a-z]+s (?!and\b)[a-z])", ANY_CASE
    ),
    accept=NAME.accept,
    reject=NAME.reject,
    limit=40,
)
EMPLOYER = Shape(
    cut=re.compile(rf"{AFTER}|\s+(?:as|in|on|for|from|since|these)\b", ANY_CASE),
    reject=re.compile(
        rf"{WHICH}|(?:home|night|nights|weekends|least|free|a living|myself|hours|days|weeks|months|years"
        r"|once|all|both|full|part|money|fun|\d|(?:a|an|the) (?:while|few|lot|long|bit|living|day|week|month|year"
        r"|moment|same|rest|night)|(?:two|three|four|five|six|seven|eight|nine|ten|many|some|several) )",
        ANY_CASE,
    ),
    limit=60,
)
OCCUPATION = Shape(
    cut=re.compile(rf"{AFTER}|\s+(?:i|we|at|for|in|from|by|on|of the|living|working|based)\b", ANY_CASE),
    accept=re.compile(rf"(?:[\w/&'-]+ ){{0,4}}(?:{OCCUPATIONS})", ANY_CASE),
    skip=re.compile(r"(?:(?:an?|the)\s+)?(?:\d{1,3}[ -]years?[ -]old\s+)?", ANY_CASE),
    reject=re.compile(r"(?:bad|terrible|lousy|horrible|better|slow|big|huge|fast|good|great|poor) ", ANY_CASE),
    limit=60,
)
JOB = Shape(
    cut=OCCUPATION.cut,
    reject=re.compile(
        rf"{WHICH}|(?:boring|stressful|hard|hell|to|great|fun|not|in|at|on|going|killing|very|so|done)\b", ANY_CASE
    ),
)
WHEN = re.compile(
    r"(?:on |the |in )?(?=.*\d)[\w ,./'-]{3,40}|(?:on )?(?:the )?(?:\w+ of )?(?:january|february|march|april"
    r"|may|june|july|august|september|october|november|december)\b[\w ,]{0,30}",
    ANY_CASE,
)
DATE = Shape(
    cut=re.compile(
        r"\s*[!?;:]|\s+(?:and|but|so|because|at|with|btw|by the way|please|too|which|this year)\b|,\s*not\b"
        r"|\s+in (?!\d)|,(?! \d)|\s[-–—]",
        ANY_CASE,
    ),
    accept=WHEN,
    skip=re.compile(r"(?:on|the(?= \d{1,2}\b(?!st|nd|rd|th)))\s+", ANY_CASE),
    reject=re.compile(
        r"(?:in )?\d+ (?:days|weeks|months|hours)|(?:in|next|this|over|coming) (?:the |next |a )?\d* ?"
        r"(?:days|weeks|months)",
        ANY_CASE,
    ),
    limit=40,
)
FOOD = Shape(
    cut=re.compile(
        rf"{AFTER_LIST}|\s+(?:for|on|at|unless|except|either|or anything|products?)\b|\s+in (?:general"
        r"|particular|the)\b",
        ANY_CASE,
    ),
    reject=re.compile(
        rf"{WHICH}|(?:much|a lot|enough|well|out|breakfast|lunch|dinner|like|at|late|early|too|anything|exercise"
        r"|homework|mornings?|stupidity|drama|meetings?|taxes|adulting|fun|love|commitment"
        r"|everything|nothing|before|after|work|mondays|people|bullshit|nonsense|your|my|the (?:idea|way|sound"
        r"|thought)|being|getting)\b",
        ANY_CASE,
    ),
    limit=60,
)
TASTE = Shape(
    cut=re.compile(
        r"\s*[!?;:]|\s+(?:but|so|because|since|which|when|lately|recently|right now|at the moment|though|although"
        r"|while|btw|by the way|please|too"
        r"|now|again|today|as well|either|these days|a lot|very much|the most|if|anymore|any ?more|any ?longer)\b"
        r"|,(?! [\w -]+"
        r"(?:,| and ))|\s[-–—]|\s*\(",
        ANY_CASE,
    ),
    reject=re.compile(
        rf"{WHICH}|(?:to (?:bother|break|interrupt|admit|complain|disappoint|know|see|ask|hear|have|get|think|be"
        rf"|say|add|use|make|change|start|go (?:back"
        r"|with|over)|point)|the (?:way|idea|sound|look|first|second|third|last|one|latter|former|new|other"
        r"|following|above|answer|result|order|layout|tone|wording|style|font|title|format|structure|draft|design"
        r"|table|column"
        r"|example|approach|solution|ending|beginning|intro|paragraph|sentence|text|name|logo|picture|image|plan"
        r"|list|code)|option|version|one\b|both|all|everything|nothing|anything|something|our"
        r"|his|its|their|a (?:lot|bit|good|short|more)|more|being (?:asked|told)|talking to|chatting with"
        r"|working with you|where|and|or|mondays|a\b$|b\b$|not|my\b)",
        ANY_CASE,
    ),
    limit=60,
)
LANGUAGE = (
    r"(?:(?:simplified|traditional|brazilian|american|british|mandarin|plain|fluent|native|some|a little"
    r"|a bit of) )*(?:english|chinese|mandarin|cantonese|french|german|spanish|italian|portuguese|dutch"
    r"|russian|japanese|korean|arabic|hindi|urdu|bengali|turkish|polish|ukrainian|swedish|norwegian|danish"
    r"|finnish|greek|hebrew|thai|vietnamese|indonesian|malay|tagalog|czech|slovak|hungarian|romanian|bulgarian"
    r"|serbian|croatian|catalan|basque|irish|welsh|latin|esperanto|swahili|persian|farsi|tamil|hokkien|hakka"
    r"|shanghainese|sign language|[\u3400-\u9fff]{1,4}[语話话文])"
)
TONGUE = Shape(
    cut=re.compile(r"\s*[.!?;:]|\s+(?:but|so|because|at|with|to|fluently|natively|well|too)\b", ANY_CASE),
    accept=re.compile(LANGUAGE, ANY_CASE),
    skip=re.compile(
        r"(?:(?:a (?:bit|little)(?: of)?|some|fluent|native|basic|broken|decent|good|conversational|intermediate"
        r"|very|pretty|my"
        r"|both|enough|also)\s+)+",
        ANY_CASE,
    ),
)
THING = Shape(
    cut=re.compile(AFTER, ANY_CASE),
    reject=re.compile(
        rf"{WHICH}|(?:a|an|the|my)? ?(?:problem|issue|bug|question|lot|few|bit|something|some|slow|broken"
        r"|dead|not|too|very|so|(?:old|new)(?! (?-i:[A-Z]))|full|in|on|at|lost|stolen|getting|being|acting|making"
        r"|always|out|charging"
        r"|running|better|fine|ok|hot|parked)\b|\+?\d[\d\s-]{5,}",
        ANY_CASE,
    ),
    limit=60,
)
PROJECT = Shape(
    cut=re.compile(
        r"\s*[.!?;]|\s+(?:and|but|so|because|since|btw|please|right now|at the moment|these days|today"
        r"|tonight)\b|,|\s[-–—]",
        ANY_CASE,
    ),
    reject=re.compile(
        rf"{WHICH}|(?:a lot|so much|more|new things|from|how|an? (?:bug|problem|issue|task|question|function|script"
        rf"|error)|something|some|my "
        r"(?:own|computer)|weekends)\b",
        ANY_CASE,
    ),
)
PHONE = Shape(accept=re.compile(r"\+?\(?\d[\d\s().-]{5,20}\d"), cut=re.compile(r"[,;]|\s+[a-z]", ANY_CASE), limit=24)
EMAIL = Shape(accept=re.compile(r"[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}"), cut=re.compile(r"[\s,;]"))
AGE = Shape(accept=re.compile(r"(?:1[0-1]|[1-9])?\d"), cut=re.compile(r"\D"))
LIST = re.compile(r",\s*(?:and\s+|or\s+)?|\s+(?:and|or|&|plus)\s+|\s*&\s*", ANY_CASE)
NAMES = re.compile(r",\s*(?:and\s+)?|\s+and\s+|\s*&\s*", ANY_CASE)
ILLNESS = Shape(
    cut=re.compile(rf"{AFTER}|\s+(?:in|since|at|for|last|this|when|from)\b", ANY_CASE),
    accept=re.compile(
        r"(?:(?:type [12]|chronic|severe|mild|breast|lung|skin|bipolar|high|low|clinical|an?|the|early"
        r"|stage \w+) ){0,3}(?:diabetes|diabetic|asthma|asthmatic|cancer|depression|anxiety|adhd|autism|autistic"
        r"|epilepsy|epileptic|migraines?|hypertension|blood pressure|arthritis|hiv|bipolar|bipolar disorder"
        r"|insomnia|coeliac|celiac(?: disease)?|crohn's(?: disease)?|dyslexia|dyslexic|ptsd|ocd|eczema|psoriasis"
        r"|lupus|parkinson's|multiple sclerosis|heart disease|anaemia|anemia|pregnant|schizophrenia)",
        ANY_CASE,
    ),
)
