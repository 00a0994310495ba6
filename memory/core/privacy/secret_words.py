"""Words by which secrets are said, English and Chinese (simplified: texts are compared in that form)."""

import re

_CODES = (
    r"(?:verification|verify|confirmation|authentication|one.time|2fa|mfa|sms|otp|security|recovery|backup|alarm|safe"
    r"|unlock|login|guard|me|digit|number)"
)
"""Of doors, gates and lockers no code is a secret: people ask to have them remembered, and they open one door."""
PLACES = r"(?:safe|vault|alarm)"
LABEL_EN = (
    r"(?:pass[ -]?(?:word|code|phrase|wd)s?|passwd|pwd|psw|pw|pass|passwort|kennwort|contraseña|senha"
    r"|palavra-passe|mot de passe|(?:api|secret|private|encryption|licen[sc]e|signing|access|account|recovery"
    r"|decryption)[ _-]?(?:access[ _-]?)?keys?|(?:api|client|app|consumer|shared|webhook"
    r"|signing)[ _-]?secrets?|(?:access|auth|bearer|refresh|api|session|secret|bot)[ _-]?tokens?|"
    r"(?<=my )tokens?|(?<=our )tokens?|(?<=the )tokens?|credentials?|creds"
    rf"|pin(?: ?(?:code|number))?|cvv2?|cvc2?|{_CODES} (?:codes?|answer|combination)(?: on the back)?|otp"
    rf"|codes? (?:to|for|of) (?:the|my|our) {PLACES}|combination(?: (?:to|for|of) (?:the|my|our) {PLACES})?"
    r"|(?:seed|recovery|secret) (?:phrase|words)|mnemonic(?: phrase)?)"
)
"""What a secret is called. More than the word for it must follow, see `secret_said.py`."""
AFTER_LABEL_EN = (
    r"(?![\w_]|[ -](?:managers?|resets?|polic\w+|protect\w*|generators?|fields?|prompts?|hints?|length"
    r"|strength|rotation|expiry|pages?|forms?|box|vaults?|apps?|rules?|system|length|collection|drop|board|of "
    r"(?:a|an)\b))"
)
LABEL_ZH = (
    r"(?:密码|口令|通行码|验证码|校验码|动态码|安全码|支付码|解锁码|识别码|私钥|密钥|秘钥|令牌|助记词|恢复码"
    r"|备份码|(?:pin|cvv2?|cvc2?) ?码|卡密(?!码)|背面的?三位数|(?<![A-Za-z_])(?:token|pin|password|passcode|pw"
    r"|(?:api|secret) ?key)(?![A-Za-z_]))"
)
NOT_AFTER_LABEL_ZH = r"(?!管理|学|策略|强度|锁|箱|本|桶|环|红包|长度|重置|保护|提示)"

VERBS_EN = r"(?:is|are|was|were|will be|used to be|equals|ist|lautet|es|è|é|est)"
NOT_SECRET_EN = re.compile(
    r"(?:\w+(?:ed|ing|able|ible|ful|less)|weak|strong|secure|insecure|safe|unsafe|wrong|right|correct"
    r"|incorrect|valid|invalid|lost|stolen|known|hidden|broken|long|short|old|new|easy|hard|bad|good|great"
    r"|fine|ok|okay|simple|complex|complicated|random|unique|unknown|secret|private|public|confidential"
    r"|personal|different|same|similar|empty|blank|missing|optional|mandatory|ready|here|there|below|above"
    r"|attached|not|no|none|never|always|too|very|so|quite|really|pretty|just|only|probably|still|already|also"
    r"|now|in|on|at|under|by|with|without|from|of|for|to|the|a|an|my|your|our|his|her|their|its|it|this|that"
    r"|these|those|what|which|who|where|when|why|how|something|nothing|anything|somewhere|gone|due|up|out|off"
    r"|back|case|being|been|set|kept|sent|given|told|reset|cut|put|read|held|annoying|boring|red|blue|green"
    r"|yellow|white|black|small|big|important|if|and|or|but|as|like|per|about|between|please|yes|text|numbers?"
    r"|letters?|digits?|characters?|words?|sensitive|temporary|permanent|default|free|full|true|false|null|n/a"
    r"|tbd|todo|ask|see|check|mine|yours)",
    re.IGNORECASE,
)
"""A word after "my password is" that tells what it is like, not what it is."""
CLAUSE_END_EN = re.compile(
    r"[\"'”’)\]]*(?:\s*$|\s*[.,;!?，。；！？]|\s*\n|\s+(?:and|but|for|on|at|so|now|please|btw|yesterday|today"
    r"|everywhere|by the way|thanks|ok|okay)\b|\s*[\u3400-\u9fff])",
    re.IGNORECASE,
)
NOT_SECRET_ZH = re.compile(
    r"什么|多少|啥|谁|哪|怎|几|不|没|太|很|非常|比较|自动|系统|随机|空|错|对|正确|加密|通过|由|一|同|必须|需要|为|用来"
    r"|指|个|旧|新|原来|默认|简单|复杂|安全|要|忘|被|保密|秘密|私密|我|你|他|她|您|它|这|那|在|有|可以|可能|应该"
    r"|统一|固定|临时|公开|动态|过期|无效|有效|失效|干|好|坏|容易|难|最|已|还|都|只|吗|呢|数字|字母|大写|小写|因"
)
"""How what follows 密码是 begins when it tells what the password is like, not what it is."""
