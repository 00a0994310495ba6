"""Passwords, codes and keys that are said to be such ("my wifi pw: …", 密码是 …, "4821 is my PIN")."""

import re
from collections.abc import Iterator
from itertools import pairwise

from memory.core.privacy import secret_words as data

_I = re.IGNORECASE
_BEGINS = r"(?<![A-Za-z0-9])(?:[a-z]{1,12}_){0,3}"
_FOR = r"(?: (?:to|for|of|on|at) [\w@.'’&-]{1,30}(?: [\w@.'’&-]{1,30}){0,4}?)?"
_LABEL = re.compile(rf"{_BEGINS}(?P<label>{data.LABEL_EN}){data.AFTER_LABEL_EN}", _I)
_LINK = re.compile(
    r"(?: (?:they|it|you|he|she|we|i) (?:just )?(?:sent|texted|gave|got|received)(?: (?:me|us|you|by sms))?)?"
    rf"{_FOR}\s*(?P<mark>=>|->|→|[:=])\s*|(?:{_FOR}\s+{data.VERBS_EN}|['’]s|[,.;?]? (?:it['’]?s|it is))(?: "
    rf"(?:now|still|just|also|currently))*(?P<verb>[ :]+)"
    r"|(?P<to> to )|(?P<none> )",
    _I,
)
_LABEL_ZH = re.compile(rf"(?P<label>{data.LABEL_ZH}){data.NOT_AFTER_LABEL_ZH}", _I)
_LINK_ZH = re.compile(
    r"\s*(?:我们?)?(?:现在|目前|还|就|都|也|仍然|已经)?\s*(?P<mark>(?:就是|是|为|[:=]|→|设[为成]|设置[为成]|改[成为]"
    r"|换成|用的是|叫|系|係)了?)\s*:?\s*|(?P<none>\s*)",
    _I,
)
_REVERSE = re.compile(
    rf"(?<!\S)(?P<value>[^\s,，。]{{3,64}}) (?:is|was) (?:my|the|our|your) "
    rf"(?:[\w-]{{1,20}} ){{0,3}}?{data.LABEL_EN}{data.AFTER_LABEL_EN}|\b(?:use|using|used|chose|picked|enter"
    rf"|type) (?P<used>[^\s,]{{3,64}}) (?:as|for) (?:my|the|our|your) "
    rf"(?:[\w-]{{1,20}} ){{0,3}}?{data.LABEL_EN}{data.AFTER_LABEL_EN}"
    r"|\blog-?in(?: details?)?(?: is| are|:| =)? (?P<login>[^\s,/]{2,30} ?/ ?[^\s,/]{4,64})"
    r"|\bcode (?P<code>\d{3}[ -]?\d{3}|\d{4,8}) to (?:verify|log ?in|sign ?in|confirm|authenticate)"
    rf"|(?P<zh>[!-~]{{3,64}}) ?(?:就?是|为)(?:我|他|她|我们|家里?|你"
    rf"|您)?们?的?[\u4e00-\u9fff]{{0,6}}?{data.LABEL_ZH}|用 ?(?P<yong>[!-~]{{3,64}}) ?来?(?:做|当作?|作为?|为)"
    rf"(?:我的)?[\u4e00-\u9fffA-Za-z]{{0,8}}?{data.LABEL_ZH}",
    _I,
)
_QUOTED = re.compile(
    r"\"[^\"\n]{2,80}\"|'[^'\n]{2,80}'|`[^`\n]{2,80}`|“[^“”\n]{2,80}”|‘[^‘’\n]{2,80}’|「[^「」\n]{2,80}」"
)
_GROUPS = re.compile(r"#?\d{1,4}(?:[ -]\d{2,4}){1,5}(?![A-Za-z0-9-])")
_TOKEN = re.compile(r"[^\s,，。；、！？“”「」（）\u3400-\u9fff]{2,200}(?:[\u3400-\u9fff]{2,8}[!-~]{1,40})?")
_HAN = re.compile(r"[\u3400-\u9fff]{2,12}[!-~]{0,20}(?=\s*(?:$|[,，。；;！!？?\n]))")
_PHRASE = re.compile(r"[^\s,.;，。；]{1,12}(?: [^\s,.;，。；]{1,12}){2,23}")
_IS_PHRASE = re.compile(r"phrase|\bwords|mnemonic|助记词", _I)
_BARE_WORDS = 10
"""Words after "recovery phrase" that are one though neither "is" nor a colon stands between."""
_MORE = re.compile(r"\s*(?:and|or|和|以及|[,、/])\s*", _I)
_COUNTED = re.compile(r" ?(?:位|个|天|分钟|年|次|字符|characters?|digits?|letters?|days?|minutes?|bytes?|bits?)", _I)
_MARKS_AFTER = ".:;!?)'\"]"
_SYMBOLS = frozenset("!@#$%^&*_+~|")


def said(plain: str) -> Iterator[tuple[int, int]]:
    """Yield where secrets that are said to be such stand in a text as it is seen: with their name, end exclusive."""
    for pattern, link in ((_LABEL, _LINK), (_LABEL_ZH, _LINK_ZH)):
        for label in pattern.finditer(plain):
            joint = link.match(plain, label.end())
            end = _value_end(plain, joint, label["label"]) if joint else None
            if end is not None:
                yield label.start(), end
    for match in _REVERSE.finditer(plain):
        value = next(filter(None, match.groupdict().values()))
        if _is_strong(value) or (match["used"] and not data.NOT_SECRET_EN.fullmatch(value)):
            yield match.span()


def _value_end(plain: str, joint: re.Match[str], label: str) -> int | None:
    """Return where the secret after a label and its link ends, None if none stands there."""
    at, sure = joint.end(), joint["mark"] is not None
    bare = not sure and joint.groupdict().get("verb") is None
    phrase = _PHRASE.match(plain, at) if _IS_PHRASE.search(label) else None
    if phrase and bare and phrase[0].count(" ") + 1 < _BARE_WORDS:
        phrase = None
    if phrase and _plain_words(phrase[0]) <= max(1, phrase[0].count(" ") // 4):
        return phrase.end()
    quoted = None if bare and label.lower() == "pass" else _QUOTED.match(plain, at)
    token = _GROUPS.match(plain, at) or _TOKEN.match(plain, at)
    if quoted or token is None:
        return quoted.end() if quoted else _han_end(plain, at, label) if sure else None
    end = at + len(token[0].rstrip(_MARKS_AFTER))
    return _more(plain, end) if _is_secret(plain, at, end, sure=sure, bare=bare, label=label) else None


def _plain_words(phrase: str) -> int:
    """Return how many words of a phrase are such as tell what a secret is like."""
    return sum(data.NOT_SECRET_EN.fullmatch(word) is not None for word in phrase.split(" "))


def _is_secret(plain: str, at: int, end: int, *, sure: bool, bare: bool, label: str) -> bool:
    value = plain[at:end]
    if value.isdigit() and _COUNTED.match(plain, end):
        return False
    if bare:
        return _is_strong(value) and not (label.lower() == "pass" and value.isdigit())
    if _is_strong(value) or (value.isdigit() and len(value) >= len("123")):
        return True
    if data.NOT_SECRET_EN.fullmatch(value) or not data.CLAUSE_END_EN.match(plain, end):
        return False
    return len(value) >= len("abc") or (sure and len(value) > 1)


def _han_end(plain: str, at: int, label: str) -> int | None:
    """Return where a secret in Chinese words ends, None if what stands there describes it."""
    if label.lower() not in {"密码", "口令", "助记词", "通行码", "password", "pw"}:
        return None
    words = _HAN.match(plain, at)
    return words.end() if words and not data.NOT_SECRET_ZH.match(words[0]) else None


def _more(plain: str, end: int) -> int:
    """Return where a list of secrets ends that begins with one."""
    while joint := _MORE.match(plain, end):
        following = _GROUPS.match(plain, joint.end()) or _TOKEN.match(plain, joint.end())
        value = following[0].rstrip(_MARKS_AFTER) if following else ""
        if not _is_strong(value):
            return end
        end = joint.end() + len(value)
    return end


def _is_strong(value: str) -> bool:
    """Tell a thing made up (letters with digits or marks, inner capitals, four digits) from a word of a language."""
    if len(value) < len("1234"):
        return False
    letters, digits = any(c.isalpha() for c in value), sum(c.isdigit() for c in value)
    if not letters:
        return digits >= len("1234") and all(c.isdigit() or c in "#- *" for c in value)
    return digits > 0 or any(c in _SYMBOLS for c in value) or _has_inner_capital(value)


def _has_inner_capital(value: str) -> bool:
    return any(a.islower() and b.isupper() for a, b in pairwise(value))
