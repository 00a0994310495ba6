"""What a text gives away: secrets, which are never stored, and private matters, which are asked about first."""

import re
from collections.abc import Iterator
from datetime import date
from typing import Literal

Sensitivity = Literal["normal", "sensitive", "secret"]

REDACTED = "[redacted]"
_ID_WEIGHTS = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)
_ID_CHECKS = "10X98765432"
_CARD_LENGTHS = range(13, 20)

_TOKENS = re.compile(
    r"-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----|(?<![A-Za-z0-9])(?:(?:sk|pk|rk)[-_](?:live|test|proj|ant"
    r"|or)?[-_]?[A-Za-z0-9_-]{16,200}|gh[pousr]_[A-Za-z0-9]{20,255}|github_pat_\w{20,255}|glpat-[\w-]{16,100}|"
    r"(?:AKIA|ASIA)[A-Z0-9]{16}\b|AIza[\w-]{30,60}|xox[abprs]-[\w-]{10,200}|hf_[A-Za-z0-9]{20,100}"
    r"|npm_[A-Za-z0-9]{30,60}|pypi-[\w-]{30,300}|lsv2_\w{2}_\w{20,100}|SG\.[\w-]{16,40}\.[\w-]{16,60}"
    r"|eyJ[\w-]{8,2000}\.[\w-]{8,4000}\.[\w-]{8,1000}|[a-z][a-z0-9+]{1,15}://[^\s:/@]{1,80}:[^\s/@]{1,120}@)"
)
_SAID = re.compile(
    r"\b(?:pass(?:word|code|phrase|wd)|pwd|(?:api|secret|access|private|encryption|licen[sc]e)[ _-]?keys?"
    r"|secret|(?:access|auth|bearer|refresh|api|session)[ _-]?tokens?|(?:my |the |a )tokens?|credentials?|pin"
    r"(?: (?:code|number))?|cvv2?|cvc2?|security code|recovery (?:code|phrase|key)|seed phrase|mnemonic"
    r"|one.time code|verification code|otp|2fa code)s?(?: (?:to|for|of|on|at) (?:the |my "
    r"|our )?[\w@.'’-]{1,40}(?: [\w@.'’-]{1,40}){0,3}?)?(?:\s*(?:=|:|：)\s*|\s+(?:is|are|was|will be)(?: now"
    r"| still)?[\s:：]+)(?!(?:not|no|too|very|so|weak|strong|safe|wrong|expired|lost|required|needed|stored"
    r"|saved|secure|unsafe|hard|easy|that|a secret|compromised|being|in|on|at)\b)\S{2,}",
    re.IGNORECASE,
)
_SAID_ZH = re.compile(
    r"(?:密码|密碼|口令|验证码|驗證碼|私钥|私鑰|密钥|密鑰|秘钥|助记词|助記詞|支付码|令牌|安全码|安全碼"
    r"|解锁码)[\w\u3400-\u9fff]{0,6}?(?:是|为|為|:|：|=|设为|設為|改成|改为"
    r"|改為)\s*[\"'“「]?[A-Za-z0-9!@#$%^&*_\-.\u4e00-\u9fff]{2,}"
)
_DIGITS = re.compile(r"(?<![0-9A-Za-z.-])\d(?:[ -]?\d){12,18}(?![0-9A-Za-z-])")
_CHINESE_ID = re.compile(r"(?<![0-9A-Za-z])\d{17}[0-9Xx](?![0-9A-Za-z])")
_SSN = re.compile(r"(?<![0-9A-Za-z-])(?!000|666|9\d\d)\d{3}-(?!00)\d{2}-(?!0000)\d{4}(?![0-9A-Za-z-])")
_SSN_SAID = re.compile(
    r"\b(?:ssn|social security(?: number)?)\b\D{0,20}(?!000|666|9\d\d)\d{3}[- ]?\d{2}[- ]?\d{4}\b", re.IGNORECASE
)

_PRIVATE = re.compile(
    # health
    r"\b(?:diagnos\w+|depress(?:ion|ed|ive)|anxiety|bipolar|schizophreni\w+|cancer|tumou?r|chemo\w*|diabet\w+"
    r"|hiv|aids|hepatitis|epilep\w+|asthma\w*|autis\w+|adhd|ptsd|ocd|pregnan\w+|abortion|miscarriage"
    r"|infertil\w+|ivf|suicid\w+|self.harm|addict\w*|alcoholi\w+|rehab|medications?|antidepressants?|insulin"
    r"|prescri\w+|psychotherapy|(?:my|see|seeing|saw) (?:an? |my )?(?:therapist|psychiatrist)|surgery|disab\w+"
    r"|dementia|alzheimer\w*|parkinson\w*|multiple sclerosis|lupus|hypertension|blood pressure|stroke"
    r"|heart attack|eating disorder|anorexi\w+|bulimi\w+|std|sti|crohn\w*|arthritis|migraines?|insomnia|eczema"
    r"|psoriasis"
    # belief
    r"|christian\w*|catholic\w*|protestant\w*|muslim\w*|islam\w*|jewish|judaism|hindu\w*|buddhis[tm]|sikh\w*"
    r"|atheis[tm]|agnostic|mormon\w*|my (?:faith|religion|church|mosque|synagogue|temple)|i pray|religious"
    r"(?:ly)?|baptis[em]\w*"
    # sexuality
    r"|gay|lesbian|bisexual|homosexual|transgender|trans (?:man|woman)|non.?binary|queer|asexual|sexual "
    r"(?:orientation|preference)|sex life|coming out"
    # politics
    r"|republican|democrat|conservative party|labour party|communist|socialist|i (?:voted|vote) for|my vote"
    r"|political\w*|party member|trade union|union member|left.wing|right.wing|libertarian|far.right|far.left"
    # law and money of a private kind
    r"|arrested|convicted|criminal record|bankrupt\w*|my (?:salary|income|debts?|mortgage)|immigration status"
    r"|undocumented)\b|确诊|確診|抑郁|抑鬱|焦虑症|焦慮症|躁郁|双相|雙相|精神分裂|癌|肿瘤|腫瘤|化疗|化療|糖尿病"
    r"|艾滋|愛滋|乙肝|肝炎|癫痫|癲癇|哮喘|自闭|自閉|怀孕|懷孕|流产|流產|不孕|自杀|自殺|自残|自殘|酗酒|戒毒"
    r"|服药|服藥|吃药|吃藥|抗抑郁|看心理医生|看心理醫生|手术|手術|残疾|殘疾|痴呆|高血压|高血壓|心脏病|心臟病"
    r"|性病|厌食|厭食|失眠|病史|患有|基督徒|基督教|天主教|穆斯林|伊斯兰|伊斯蘭|佛教|信佛|道教|信教|信仰|无神论"
    r"|無神論|教徒|教会|教會|清真寺|法轮|受洗|同性恋|同性戀|双性恋|雙性戀|跨性别|跨性別|出柜|出櫃|性取向"
    r"|性生活|共产党|共產黨|国民党|國民黨|民进党|民進黨|党员|黨員|政治立场|政治立場|投票给|投票給|投给了"
    r"|选了.{1,6}党|左派|右派|工会|工會|坐过牢|坐過牢|前科|被捕|破产|破產|我的(?:工资|工資|收入|年薪|月薪|债务"
    r"|債務)",
    re.IGNORECASE,
)
_OTHERS_EN = (
    r"\b(?:(?:my|our) (?:[\w-]+ )?(?:mother|mom|mum|father|dad|brother|sister|boss|manager|friend|colleague"
    r"|co-?worker|roommate|flatmate|neighbou?r|wife|husband|partner|girlfriend|boyfriend|fianc[eé]e?|spouse"
    r"|son|daughter|kid|child|aunt|uncle|cousin|landlord|ex|student|client|patient|boss)(?:'s|’s)?|(?:his|her"
    r"|their))"
)
_OTHERS = re.compile(
    rf"{_OTHERS_EN} (?:home |phone |mobile |cell )?(?:phone|number|mobile|e-?mail|address|birthday"
    rf"|date of birth|salary|income|diagnosis|ssn|passport)\b|{_OTHERS_EN} (?:has|suffers from|is|was) "
    rf"(?:been )?(?:an? )?(?:arrested|fired|cheating|divorc\w+|in debt|in prison|an addict|addicted|allergic"
    rf"|ill|sick|dying)\b"
    r"|(?:我的?)?(?:妈妈?|母亲|母親|爸爸?|父亲|父親|哥哥?|弟弟?|姐姐?|妹妹?|老板|老闆|经理|經理|朋友|同事|室友"
    r"|邻居|鄰居|老婆|妻子|太太|老公|丈夫|男朋友|女朋友|儿子|兒子|女儿|女兒|孩子|房东|房東|前女友|前男友|他"
    r"|她)的?(?:手机|手機|电话|電話|邮箱|郵箱|地址|住址|生日|工资|工資|收入|身份证|身份證|病|护照|護照"
    r"|对.{1,10}过敏|對.{1,10}過敏)",
    re.IGNORECASE,
)


def sensitivity_of(*texts: str) -> Sensitivity:
    """Return `secret`, `sensitive` or `normal` for what the texts (text, value, quote of a fact) give away together.

    Secret: keys and tokens by their form, passwords and codes said as such, card numbers (Luhn), Chinese resident
    ids (checksum and date), US social security numbers. Sensitive: health, belief, sexuality, politics, private
    affairs, and data about other people. An allergy or a diet of the user's own is normal: it is told to be used.
    """
    joined = "\n".join(texts)
    if next(secret_spans(joined), None):
        return "secret"
    return "sensitive" if _PRIVATE.search(joined) or _OTHERS.search(joined) else "normal"


def secret_spans(text: str) -> Iterator[tuple[int, int]]:
    """Yield where secrets stand in `text` (character offsets, end exclusive), in no order."""
    for pattern in (_TOKENS, _SAID, _SAID_ZH, _SSN, _SSN_SAID):
        yield from (match.span() for match in pattern.finditer(text))
    yield from (m.span() for m in _CHINESE_ID.finditer(text) if is_chinese_id(m[0]))
    yield from (m.span() for m in _DIGITS.finditer(text) if is_card_number(m[0]))


def redact(text: str) -> str:
    """Return `text` with every secret replaced by `[redacted]`."""
    pieces, at = [], 0
    for start, end in sorted(secret_spans(text)):
        if start >= at:
            pieces += [text[at:start], REDACTED]
        at = max(at, end)
    return "".join(pieces) + text[at:]


def is_card_number(text: str) -> bool:
    """Tell whether digits (spaces and dashes allowed) are a payment card number: length, first digit, Luhn."""
    digits = [int(c) for c in text if c.isdigit()]
    if len(digits) not in _CARD_LENGTHS or digits[0] not in {2, 3, 4, 5, 6}:
        return False
    doubled = [d if i % 2 else sum(divmod(2 * d, 10)) for i, d in enumerate(reversed(digits), start=1)]
    return sum(doubled) % 10 == 0


def is_chinese_id(text: str) -> bool:
    """Tell whether 18 characters are a Chinese resident id: a real birth date and the check digit of GB 11643."""
    try:
        date(int(text[6:10]), int(text[10:12]), int(text[12:14]))
    except ValueError:
        return False
    total = sum(int(digit) * weight for digit, weight in zip(text[:17], _ID_WEIGHTS, strict=True))
    return text[17].upper() == _ID_CHECKS[total % 11]
