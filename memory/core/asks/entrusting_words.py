"""What English speakers say when they leave something with the assistant for good, for `addressed.py`. Data.

As `open_words.py`: a verb, what is kept and where or for when, in any words: "lodge that in there somewhere", "have
both of those ready next time", "it ought to stay with you". Patterns read folded text.
"""

import re

_I = re.IGNORECASE
_YOU, _YOUR = r"(?:you|u|ya|ye)", r"(?:your|ur|yr|yer)"
_KIND = (
    r"(?:one|bit|part|lot|things?|facts?|details?|points?|notes?|info(?:rmation)?|numbers?|figures?|codes?|dates?|days?"
    r"|times?|sizes?|names?|address(?:es)?|plates?|measurements|rules?|order|list|pair|two|three|particulars|record)"
)
_THAT = (
    r"(?:(?:a (?:copy|note|record) of |hold of |care of )?(?:(?:both|all|each|any)(?: of)? )?"
    rf"(?:this|that|these|those|it|them)(?: (?:\w+ )?{_KIND})?|both(?: of (?:these|those|them))?"
    rf"|(?:both|all) (?:the )?{_KIND}|the {_KIND})"
)
"""What can only be what is told."""
_MIND = (
    r"(?:(?:long.term |permanent |own |little |good )*(?:memory(?: banks?)?|head|mind|brain|notes?|notebook|notepad"
    r"|files?"
    r"|records?|profile|knowledge|archive|database|possession|keeping|safekeeping|care|hands|custody|side|end|books?))"
)
_WITH_YOU = (
    rf"(?:with {_YOU}|(?:in|into|on|to|onto|inside|at) (?:the back of )?{_YOUR} {_MIND}|in there|on (?:file|record"
    rf"|board)"
    rf"|in (?:what|whatever) {_YOU} (?:keep|have|know)(?: about| on) (?:me|us))"
)
_READY = r"(?:ready|present|handy|to hand|at hand|at your fingertips|in reserve|available|safe(?:ly)?)"
_LATER = (
    r"(?:for (?:keeps|good|ever|life|next time|later|safekeeping|when(?:ever)?\b|(?:all )?(?:the|our|my|any|every)"
    r" (?:next|other|later|future|coming) \w+)|(?:over |on )?(?:to|into|in|until|till?) (?:(?:all )?(?:our|the|my) )?"
    r"(?:next|other|later|future|coming) \w+|(?:beyond|after|past) (?:today|this|tonight)|next time|permanently"
    r"|until further notice|from (?:now|today|here) on|under (?:my|our) \w+|to (?:my|our) (?:details|profile|info)"
    r"|about (?:me|us)\b)"
)
_KEPT_AT = rf"(?: (?!my\b|our\b)[\w']+){{0,3}}? (?:{_WITH_YOU}|{_READY}|{_LATER})"
_HOLDS = r"(?:keep|have|hold|get|put|carry|store|save|log|file|lodge|pin|stick|write|note|know|retain|bear|add|stash)"
_STORES = (
    r"(?:stash|lodge|log|pin|bank|guard|retain|memori[sz]e|archive|preserve|safeguard|store|save|register|record"
    r"|stow|tuck"
    r"|squirrel|file|park|look after|hang on ?to|hold on ?to|keep hold of|take care of"
    r"|make (?:yourself )?a (?:\w+ )?note of"
    r"|remember)"
)
_STOPS = (
    r"(?=\W*$|\s*[,;:(]| (?:for|until|till?|since|because|bc|cos|so|in case|please|pls|plz|when|too|as well|safely"
    r"|away|somewhere|down|permanently|properly|next|that|will|would|ok)\b)"
)
ENTRUST_EN = re.compile(
    rf"\b(?:{_HOLDS} {_THAT}{_KEPT_AT}|{_STORES} {_THAT}(?: (?:away|down|up|in|safely|somewhere))?{_STOPS}"
    rf"|(?:get|write|scribble|jot|note|put|take) {_THAT} down(?! to\b)|(?:keep|have|hold|store|save"
    rf"|note) {_THAT} (?:4|for) (?:me|us)"
    rf"|(?<=you )(?:hold|keep) {_THAT}{_STOPS}|(?<=to )(?:still |always )?have {_THAT} (?:when|next|by|in time)\b"
    rf"|take (?:this|that|it|these|those|them) (?:over from|off my|off our)\b"
    rf"|be the one (?:who|that) (?:remembers|keeps|knows|holds)(?: {_THAT})?"
    rf"|(?:know|have|retain|hold)(?: {_THAT})? (?:without me \w+ing|for good|from (?:now|today|here) on|permanently)"
    rf"|(?:permanently|forever|always|already) know(?= that\b)|(?<=ed to )know {_THAT}{_STOPS}|have both of (?:these"
    rf"|those|them)"
    r")(?!\w)",
    _I,
)
"""An act of the assistant's; who is asked is told by what stands before it."""
_MUST = r"(?:can|could|should|must|will|would|'ll|shall|may|might|ought to|needs? to|has to|have to|is to|are to|to)"
_STAYS = r"(?:stay|remain|live|lived|sit|sat|go|went|stick|be|get|stays|remains|lives|sits|goes|sticks)"
_PLACED = (
    rf"(?:{_WITH_YOU}|{_READY}|(?:still )?(?:be )?(?:there|here)(?= (?:when|next|come|in|the|for)\b)|{_LATER}"
    r"|(?:remembered|kept|stored|noted|recorded|retained|known|filed))"
)
STAYS_EN = re.compile(
    rf"\b(?:(?:{_THAT}|they|which)(?: \w+)? {_MUST}|{_MUST} (?:this|that|it|these|those)|(?:if|sure|wish) (?:{_THAT}"
    rf"|they))"
    rf"(?: (?:once and for all|all|please|just|really|also|always|still|now|best))* {_STAYS}(?: (?:still|always|safe"
    rf"|kept|stored))*"
    rf" {_PLACED}(?: (?:till?|until|for|beyond|come) [^,:]{{1,24}})?"
    rf"|\b{_YOU}(?:'ll| will| should| must|'ve| have|'ve got| need| gotta| got| ought)(?: (?:to|gotta|still|already"
    rf"|always))*"
    r" (?:retain|want (?:this|that|it|these|those) (?:later|next time|again)|know for good|already know that"
    r"|be able to (?:say|tell me) (?:it|this|that))"
    rf"|\bfor {_YOU} to (?:guard|keep|hold|remember|store|retain|know|have|memori[sz]e|look after)(?=\W*$|\s*[,:(])"
    rf"|\b(?:this|that|it|here)(?:'s| is| one is) for (?:keeps|good|the record)\b|\b{_YOU}(?:'re|r"
    rf"| are)? keeping (?:it|this|that|these|those)\b"
    rf"|\b(?:i'?ll |i |let me |can i |could i |may i )?(?:give|hand|leave|entrust|pass|offload|want to offload) {_THAT}"
    rf" (?:into {_YOUR} {_MIND}|(?:on ?to|to|with|over to) {_YOU})(?=\W*$|\s*[,:(]| (?:so|for|to keep)\b)",
    _I,
)
"""A state in which what is told is to be, or which the speaker brings about: it asks for itself, whoever is named."""
ENTRUST_ANY = re.compile(
    r"\b(?:with (?:you|u)|keep|hold|have|store|save|log|lodge|pin|stash|guard|retain|memor|know|remember|file|record"
    r"|note"
    r"|down|stay|remain|live|stick|sit|keep|kept|for good|there|here|to you|onto you|on to you|archive|register"
    r"|look after"
    r"|take|tuck|bank|preserve|stow|park|squirrel|make|want|your|ur|get|write|put)",
    _I,
)
"""Without one of these neither stands in a text."""
REST_EN = re.compile(
    rf"(?: {_KIND}\b(?=\W*$|\s*[,;:(]| (?:for|until|till?|since|because|so|in case|please|will|would)\b))?"
    rf"(?: {_WITH_YOU}\b)?"
    r"(?: somewhere)?",
    _I,
)
"""What may go on from the act: "… that | bit", "… that down | on your side"."""
