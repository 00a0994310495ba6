"""Reasons of the policy and of code in Chinese, by their English; an operator's own are told as they are written."""

from collections.abc import Iterable

from memory.core.extraction.doubt_words import HANDED, JEST, OTHERS, PLAYED, SUPPOSED
from memory.core.facts.alike import ENDS, SAME
from memory.core.facts.proposals import TOO_LONG
from memory.core.language.languages import Language, in_language
from memory.core.model_extraction import model_facts
from memory.core.transcript.branches import LEFT_PATH

IN_CHINESE = {
    "a standing instruction that the model proposed": "模型提出的长期要求",
    "the user asked for it": "你要求记住",
    "private: data about another person": "隐私：别人的资料",
    "private: health": "隐私：健康",
    "private: belief": "隐私：信仰",
    "private: sexuality": "隐私：性取向",
    "private: politics": "隐私：政治",
    "private: money and law": "隐私：财务与法律",
    "private": "隐私",
    "read with little certainty": "把握不大",
    "the user said so about themselves": "你说的是自己的情况",
    "not a profile fact, a preference or an instruction": "不是个人资料、偏好或要求",
    "holds a secret (key, password, card or identity number): never stored": (
        "含有机密（密钥、密码、卡号或证件号），从不保存"
    ),
    "written by the operator": "由运营方写入",
    "it names something and tells nothing of it": "只提到了它，没有说出内容",
    "learning is off": "学习已关闭",
    "every fact waits for review": "每条内容都要先确认",
    "the user's own words do not bear it": "你的原话并不支持它",
    "no row of the policy fits": "没有适用的规则",
    "the user decided": "你决定的",
    "the user edited it": "你修改了它",
    "the user asked to forget it": "你要求忘记它",
    SAME: "再次说到仍成立的内容",
    ENDS: "你说它不再成立",
    JEST: "可能是玩笑话",
    PLAYED: "可能是角色扮演里的话",
    SUPPOSED: "可能只是假设",
    OTHERS: "可能是别人的话",
    HANDED: "可能出自要处理的文字",
    TOO_LONG: "太长，只保留了开头",
    LEFT_PATH: "说出它的那条对话分支已离开",
    model_facts.MADE_UP: "你的话里没有它",
    model_facts.NOT_STATED: "你没有这样陈述：是引用、粘贴、提问、假设或扮演",
    model_facts.TURNED_ROUND: "与你的话相反，或说的是别人",
    model_facts.NOT_SAID: "你的原话没有这么说",
    model_facts.NOT_OF_USER: "说的不是你",
    model_facts.OF_THE_MOMENT: "只是眼下想要的",
    model_facts.SECRET: "含有机密",
    model_facts.OTHER_LANGUAGE: "与你说的语言不同",
    model_facts.NOT_QUOTED: "引文不在你的消息里",
    model_facts.OTHER_WORDS: "说法与你的原话不同",
    model_facts.DENIAL: "它只是否定",
}


def decision_reason(language: Language, text: str) -> str:
    """Return why something was decided in the language of who asks; a reason that is not in the table as it is."""
    return in_language(language, text, IN_CHINESE[text]) if text in IN_CHINESE else text


def decision_reasons(language: Language, texts: Iterable[str]) -> str:
    """Return several such reasons in one line."""
    return "; ".join(decision_reason(language, text) for text in texts)
