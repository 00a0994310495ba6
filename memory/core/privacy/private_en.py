"""Words by which private matters are told in English; a matter must be someone's, not the subject of talk."""

import re

RELATIVE = (
    r"(?:mother|mom|mum|mama|father|dad|papa|parents?|brother|sister|siblings?|boss|manager|friend|colleague"
    r"|co-?worker|room-?mate|flat-?mate|neighbou?r|wife|husband|partner|girlfriend|boyfriend|fianc[eé]e?"
    r"|spouse|son|daughter|kids?|child(?:ren)?|baby|aunt|uncle|cousin|niece|nephew|grand(?:ma|pa|mother|father"
    r"|parents?)|landlord|landlady|ex|student|client|patient|teacher|in-laws?)"
)
SOMEONE = (
    rf"(?:(?:my|our|his|her|their) (?:(?!own\b)[\w-]{{1,15}} )?{RELATIVE}"
    rf"(?: (?-i:[A-Z])[a-z]{{1,20}}|['’]s {RELATIVE})?|he|she|(?-i:Dad|Mom|Mum|Grandma|Grandpa))"
)
"""Another person."""
_ANYONE = rf"(?:i|we|they|{SOMEONE})"
_IS = (
    rf"\b(?:{_ANYONE}(?:['’](?:m|re|s|d)| am| are| is| was| were|['’]ve been| have been| has been|['’]s been"
    rf"| became| turned)"
    r"|(?:consider|identify) (?:(?:my|him|her)self(?: as)?|as)|as)(?: (?:an?|the|not|no longer|also|very|still"
    r"|now|really|quite|pretty|fairly|clinically|severely|legally|completely|partially|openly|practi[sc]ing"
    r"|non-practi[sc]ing|devout|lapsed|lifelong|life-long|registered|proud|recovering|raised|brought up|born"
    r"|born and raised|deeply|newly|currently|card-carrying|studying to be|training to be|family of|deep|bit"
    r"|\d+ (?:weeks|months))){0,4}\s*"
)
"""Someone is …"""
_THING = (
    r"(?![ -](?:research\w*|hospitals?|charit\w+|awareness|wards?|clinics?|apps?|compan\w+|books?|films?"
    r"|novels?|courses?|prevention|society|walks?|fund\w*|cent(?:er|re)s?|patients?|doctors?|nurses?"
    r"|specialists?|scheduling|conferences?|start-?ups?|drugs?|foundation|association|data|stud(?:y|ies)"
    r"|projects?|talks?|training|schools?|churches|art|architecture|teachers?|scholars?|museums?|philosophy"
    r"|history|music|scientists?|science|choirs?|temples?|theology|rights|bars?|clubs?|magazines?|investors?"
    r"|investments?|about|free|with (?!stage|type)|dates?|spots?|to (?!an?\b)))"
)
"""After a word that then names a thing or a trade."""

_ILLNESS = (
    r"(?:(?:diabetes|cancer|tumou?rs?|leuk[a]?emia|lymphoma|melanoma|depression|anxiety|adhd|ptsd|ocd|bipolar"
    r"|schizophrenia|epilepsy|seizures?|asthma|copd|hiv|aids|hepatitis|herpes|stds?|stis?|crohn['’]?s?|colitis"
    r"|arthritis|lupus|multiple sclerosis|parkinson['’]?s?|alzheimer['’]?s?|dementia|strokes?|heart (?:attack"
    r"|failure|disease|condition)|hypertension|high blood pressure|migraines?|insomnia|eczema|psoriasis"
    r"|endometriosis|pcos|fibromyalgia|chronic \w+|eating disorder|anorexia|bulimia|panic attacks?|burn-?out"
    r"|miscarriages?|abortions?|ivf|chemo(?:therapy)?|radiotherapy|dialysis|rehab|therapy|autism"
    r"|asperger['’]?s?|tourette['’]?s?|disabilit\w+|infertility|surgery|an operation|transplants?|an[a]?emia"
    r"|gout|tuberculosis|pneumonia|disorder|syndrome|disease|suicidal thoughts)\b)"
)
_HAS = (
    r"\b(?:have|has|had|['’]ve|got|gets?|suffer(?:s|ed|ing)?(?: from)?|(?:liv\w+|struggl\w+|deal\w*|battl\w+"
    r"|diagnosed|cop(?:e|es|ing)) with|(?:recover\w*|died?|dying) (?:from|of)|surviv\w+|fight(?:s|ing)?|developed"
    rf"|{_ANYONE}(?:['’](?:m|s)| am| is| was) (?:in|on|having|undergoing)|(?:go\w*|went) through|after my)"
    r"(?: (?!(?:about|for|on|against|the|who|that|with|to|in|a meeting|an? (?:friend|talk))\b)[\w'’-]{1,20}){0,3}? "
)
_HEALTH = re.compile(
    rf"{_HAS}{_ILLNESS}{_THING}|{_IS}(?:pregnant|diabetic|autistic|bipolar|depressed|anorexic|bulimic|epileptic"
    rf"|asthmatic|schizophrenic|suicidal"
    r"|infertile|disabled|blind|deaf|paraly[sz]ed|hiv.?positive|alcoholic|addict|in remission|terminally ill"
    r"|chronically ill|sober|dyslexic|hard of hearing|addicted to (?!coffee|chocolate|sugar|tea|tv|work|my|the"
    r"|video|games?|sports?"
    rf"|this|that|running|reading|books?|music|puzzles))\b{_THING}"
    r"|\bdiagnosed with|\b(?:was|been|got) diagnosed|\bmy (?:diagnosis|therapist|psychiatrist|psychologist"
    r"|oncologist|medications?|meds|prescriptions?|chemo|blood (?:pressure|sugar)|cholesterol|depression"
    r"|anxiety|diabetes|cancer|migraines?|asthma|insulin|disability|illness|mental health|pregnancy"
    r"|miscarriage|abortion|insomnia|eczema"
    rf"|psoriasis|doctor (?:says|said|prescribed|put me))\b{_THING}"
    r"|\b(?:see|sees|seeing|saw) (?:an? |my )?(?:therapist|psychiatrist|psychologist|oncologist)\b|\b(?:take"
    r"|takes|taking|took|on) (?:[\w.]{1,12} ){0,3}?(?:mg|milligrams|medication|meds|antidepressants?|insulin"
    r"|lithium|ritalin|prozac|fluoxetine|sertraline|zoloft|xanax|adderall|methadone|statins|antipsychotics"
    r"|blood thinners|hormones)\b|\b(?:use|uses|in|need|needs) an? wheelchair|\bself.harm|\bsuicide attempt"
    r"|\btested positive|\bhospitali[sz]ed|\bmy (?:\w+ )?surgery\b|\bhave an? (?:therapist|psychiatrist)"
    r"|\bhearing aids?|\bhigh cholesterol|\binsulin (?:shots?|injections?)|\blost an? (?:kidney|lung|leg|arm"
    r"|breast)\b|\battempted suicide|\b(?:kill|hurt)(?:ed|ing)? (?:my|him|her)self\b|\balcoholism|\bpacemaker"
    r"|\b(?:can['’]?t|cannot) sleep\b|\bsober (?:for|since)\b",
    re.IGNORECASE,
)

_FAITH = (
    r"(?:christian|catholic|protestant|evangelical|baptist|methodist|lutheran|anglican|orthodox (?:christian"
    r"|jew)|muslim|moslem|jewish|jew|hindu|buddhist|sikh|jain|taoist|daoist|mormon|jehovah['’]?s witness"
    r"|quaker|pagan|wiccan|atheist|agnostic|believer|religious|rabbi|priest|imam|monk|nun|scientologist|shia"
    r"|sunni)s?\b"
)
_BELIEF = re.compile(
    rf"{_IS}{_FAITH}{_THING}"
    r"|\b(?:convert\w*|reverted) to (?:judaism|islam|christianity|catholicism|buddhism|hinduism|orthodoxy"
    r"|sikhism)"
    rf"|\b(?:raised|brought up|born) (?:an? )?{_FAITH}"
    r"|\b(?:go(?:es)?|going|went) to (?:the )?(?:church|mass|mosque|synagogue|temple)(?! street| road)\b"
    rf"|\b{_ANYONE} (?:also |always |still )?prays?\b|\bmy (?:faith|religion|church|mosque|synagogue|parish"
    rf"|congregation"
    r"|imam|rabbi|religious beliefs)\b|\bbelieves? in (?:god|allah|jesus|the afterlife)\b|\bwas bapti[sz]ed"
    r"|\bfast(?:s|ed|ing)? (?:\w+ )?(?:during|for|at) (?:ramadan|lent|yom kippur)|\b(?:keep|observe)s? "
    r"(?:shabbat|the sabbath|ramadan|lent)|\bleft (?:the |my )?(?:\w+ )?(?:church|faith)\b",
    re.IGNORECASE,
)
_SEXUALITY = re.compile(
    rf"{_IS}(?:gay|lesbian|bisexual|bi|homosexual|queer|transitioning|transgender|transsexual|trans(?: (?:man"
    rf"|woman|person))?"
    r"|non.?binary|asexual|pansexual|intersex|genderfluid|heterosexual|in the closet|straight(?=\s*(?:$"
    r"|[.,;!])))"
    rf"\b{_THING}|\b(?:came|come|coming) out (?:to (?!dinner|lunch|eat|play)|as (?:gay|a|bi|trans|queer)"
    rf"|of the closet)"
    r"|\bmy (?:sexuality|sexual (?:orientation|preferences?)|sex life|gender identity|transition)\b"
    r"|\battracted to (?:men|women|both|the same)\b|\b(?:like|love|date)s? (?:both )?(?:men and women"
    r"|women and men)\b",
    re.IGNORECASE,
)
_PARTY = (
    r"(?:labou?r(?: party)?|tor(?:y|ies)|conservatives?|republicans?|democrats?|greens?|(?:the )?green party"
    r"|lib dems?|snp|reform(?: uk)?|afd|cdu|spd|chega|podemos|vox|communists?|socialists?|liberals?|(?:the )?"
    r"(?:far.?)?(?:right|left)|dpp|kmt|bjp|trump|biden|harris|obama|clinton|sanders|starmer|sunak|farage"
    r"|macron|le pen|merz|scholz|lula|bolsonaro|modi|milei|putin)"
)
_POLITICS = re.compile(
    rf"{_IS}(?:republican|democrat|conservative|liberal|socialist|communist|marxist|anarchist|libertarian|tory"
    rf"|leftist|(?:anti|pro)-(?-i:[A-Z])[a-z]+"
    r"|left.?wing(?:er)?|right.?wing(?:er)?|far.(?:left|right)|centrist|nationalist|monarchist|labour (?:voter"
    r"|supporter)|(?:trade )?union (?:member|rep)|member of (?:the )?[\w ]{1,30}(?:party|union)"
    rf"|in (?:an?|the|my) (?:trade |labou?r )?union)\b{_THING}|\b(?:vote[ds]?|voting) (?:for )?"
    rf"(?:the )?{_PARTY}\b|\b(?:supports?|hates?|campaign(?:s|ed)? for|donated? to) (?:the )?{_PARTY}\b(?=\s*"
    rf"(?:$|[.,;!]| party| and| in\b))|\bjoined (?:the )?{_PARTY}(?: party)?\b|\bmy (?:politics|political "
    rf"(?:views|party|opinions)|vote)\b",
    re.IGNORECASE,
)
_AFFAIRS = re.compile(
    r"\bmy (?:salary|income|wages?|debts?|net worth|bail|parole|immigration status|criminal record"
    r"|credit score|bankruptcy)\b"
    rf"|\b{_ANYONE} (?:earns?|makes?|gets?(?: paid)?) (?:about |around |over |under )?(?:[$€£¥] ?\d|\d[\d.,]*"
    rf"(?: ?k\b|"
    r" ?(?:thousand|million|euros?|dollars?|pounds?|yuan|rmb|usd|eur|gbp|[$€£¥])| (?:a|per) (?:year|month"
    r"|hour)))"
    rf"|{_IS}(?:bankrupt|broke|in (?:[\w.,$€£]+ ){{0,3}}debt|in (?:prison|jail)|on (?:parole|probation|bail"
    rf"|welfare)"
    r"|undocumented|here illegally|fired|felon|arrested|convicted|jailed|evicted|sued|charged with"
    r"|getting divorced)\b|\b(?:filed for|declared) bankruptcy|\b(?:years?|months?) in (?:prison|jail)|\b"
    r"(?:was|got|been) (?:fired|arrested|convicted|jailed|evicted)\b|\b(?:have|has|had"
    r"|got) an? criminal record|\bowes? (?:[\w']+ ){0,3}[$€£¥]?\d|\b[\d.,]+k? (?:euros |dollars )?in debt\b"
    r"|\bvisa (?:has )?expired|\bhere illegally",
    re.IGNORECASE,
)
ILLNESS = re.compile(
    r"\b(?:diabetes|(?<!\ba )cancer|leuk[a]?emia|lymphoma|melanoma|adhd|ptsd|ocd|bipolar|schizophrenia"
    r"|epilepsy|asthma|copd|hiv|hepatitis|crohn['’]?s?|colitis|arthritis|lupus|multiple sclerosis"
    r"|parkinson['’]?s|alzheimer['’]?s|dementia|migraines?|psoriasis|endometriosis|pcos|fibromyalgia"
    r"|eating disorder|anorexia|bulimia|miscarriage|ivf|chemo"
    rf"(?:therapy)?|dialysis|antidepressants?|panic attacks?)\b{_THING}",
    re.IGNORECASE,
)
"""Illnesses that a clause about a person tells of, unless it is one of those below."""
PERSONAL = re.compile(rf"\b(?:i|my|me|we|our|his|her|their|they|{SOMEONE})\b", re.IGNORECASE)
TALK = re.compile(
    r"\b(?:work(?:s|ing|ed)?|jobs?|buil[dt]s?|building|research\w*|stud(?:y|ies|ied|ying)|reads?|reading|writ"
    r"(?:e|es|ing)|wrote|films?|movies?|books?|novels?|articles?|papers?|thesis|apps?|start-?ups?|charit\w+"
    r"|volunteer\w*|teach\w*|learn\w*|lawyers?|compan\w+|conferences?|about|museums?|lectures?|courses?"
    r"|nurses?|doctors? in|engineers?|researchers?|donat\w+|fundrais\w+|run for|awareness)\b",
    re.IGNORECASE,
)
"""What a clause is about that speaks of an illness as a subject or a trade."""
MATTERS = {
    "health": _HEALTH,
    "belief": _BELIEF,
    "sexuality": _SEXUALITY,
    "politics": _POLITICS,
    "affairs": _AFFAIRS,
}
OTHERS_DATA = re.compile(
    rf"(?:\b(?:my|our|his|her|their) (?:[\w-]{{1,15}} )?{RELATIVE}(?: (?-i:[A-Z])[a-z]{{1,20}})?(?:['’]s|['’])?"
    r"|\b(?:his|her|their)|(?-i:\b[A-Z])[a-z]{1,20}['’]s) (?:home |work |new |old |private |mobile |cell )?"
    r"(?:phone|number|mobile|cell|e-?mail|address|birthday|date of birth|salary|income|diagnosis|ssn|passport"
    r"|password|iban|medication|illness)\b"
    rf"|\b{SOMEONE}(?: is|['’]s| was| has been| got)(?: \w{{1,12}}){{0,2}}? (?:arrested|fired|cheating"
    rf"|divorc\w+|in debt"
    r"|addict(?:ed)?|allergic|ill|sick|dying|dead|drinking|unemployed|evicted)\b"
    rf"|\b{SOMEONE} (?:died|passed away|cheat(?:s|ed)|drinks too much|owes|left (?:his|her) (?:wife|husband))\b",
    re.IGNORECASE,
)
"""Data about another person that is no matter of the list above."""
ABOUT_OTHERS = re.compile(rf"\b{SOMEONE}\b", re.IGNORECASE)
