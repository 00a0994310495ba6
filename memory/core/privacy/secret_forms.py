"""Keys and tokens that give themselves away by their form, as those who issue them document it."""

import re
from collections.abc import Iterator

_PREFIXED = (
    # model providers
    r"(?:sk|rk|pk)[-_](?:[A-Za-z0-9]{2,12}[-_]){0,4}[A-Za-z0-9_-]{16,250}",
    r"gsk_[A-Za-z0-9]{30,80}",
    r"hf_[A-Za-z0-9]{20,100}",
    r"tvly-[\w-]{16,80}",
    r"AIza[\w-]{30,60}",
    r"ya29\.[\w-]{20,300}",
    # code hosts and registries
    r"gh[pousr]_[A-Za-z0-9]{20,255}",
    r"github_pat_\w{20,255}",
    r"glpat-[\w-]{16,100}",
    r"npm_[A-Za-z0-9]{30,60}",
    r"pypi-[\w-]{30,300}",
    # clouds
    r"(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b",
    r"LTAI[A-Za-z0-9]{12,30}\b",
    r"AKID[A-Za-z0-9]{13,48}\b",
    r"do[opr]_v1_[a-f0-9]{64}",
    r"(?:AccountKey|SharedAccessKey)=[A-Za-z0-9+/=]{20,120}",
    # services
    r"xox[abeoprs]-[\w-]{10,200}",
    r"xapp-\d-[\w-]{20,200}",
    r"https://hooks\.slack\.com/services/[\w/]{20,120}",
    r"SG\.[\w-]{16,40}\.[\w-]{16,60}",
    r"whsec_[A-Za-z0-9+/=]{20,80}",
    r"lsv2_\w{2}_\w{20,100}",
    r"\d{8,10}:AA[\w-]{30,40}",
    # formats of their own
    r"eyJ[\w-]{8,2000}\.[\w-]{8,4000}\.[\w-]{8,1000}",
    r"AGE-SECRET-KEY-1[A-Z0-9]{40,70}",
    r"[xyz]prv[1-9A-HJ-NP-Za-km-z]{100,120}",
    r"[5KL][1-9A-HJ-NP-Za-km-z]{50,51}\b",
    # where a password stands in an address
    r"[a-z][a-z0-9+]{1,15}://[^\s:/@]{0,80}:[^\s/@]{1,120}@(?=[\w\[])",
)
_TOKEN = re.compile(rf"(?<![A-Za-z0-9])(?:{'|'.join(_PREFIXED)})")
_PARAMETER = re.compile(
    r"[?&;](?:password|passwd|pwd|(?:access_|auth_|id_|refresh_)?token|api_?key|secret|sig|signature"
    r"|x-amz-(?:signature|credential|security-token))=[^\s&;#\"']{4,500}",
    re.IGNORECASE,
)
_BEARER = re.compile(r"\b(?:bearer|basic) (?=[^\s]{0,200}\d)[\w.~+/=-]{16,2000}", re.IGNORECASE)
_PRIVATE_KEY = re.compile(r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|PuTTY-User-Key-File-\d")
_END_OF_KEY = re.compile(r"-----END [A-Z0-9 ]{0,40}-----")


def formed(plain: str) -> Iterator[tuple[int, int]]:
    """Yield where keys and tokens stand in a text as it is seen: offsets, end exclusive."""
    for match in _TOKEN.finditer(plain):
        if any(c.isdigit() for c in match[0]) or "://" in match[0]:
            yield match.span()
    for pattern in (_PARAMETER, _BEARER):
        yield from (match.span() for match in pattern.finditer(plain))
    at = 0
    while begin := _PRIVATE_KEY.search(plain, at):
        end = _END_OF_KEY.search(plain, begin.end())
        at = end.end() if end else len(plain)
        yield begin.start(), at
