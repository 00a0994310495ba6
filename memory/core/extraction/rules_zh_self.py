"""Chinese statements about habits, traits, belongings, schooling and events of a life, mostly kept whole. Data.

They are read after `rules_zh.py` and its like, and a clause in which those find a slot is left to them.
"""

import re

from memory.core.extraction.rules import Rule, Shape, rule
from memory.core.extraction.shapes_zh import (
    AFTER,
    ALLERGEN,
    ANIMAL,
    BREED,
    CHILD,
    DATE,
    EMPLOYER,
    LIST,
    NAME,
    OFTEN,
    PET_NAME,
    PET_NAMES,
    PLACE,
    SOON,
    TASTE,
)
from memory.core.facts.facts import Kind

_REGULARLY = (
    r"(?:每(?:天|周|月|年|晚|早|个?(?:星期|礼拜|周末|月|工作日))|每逢|每到|天天|(?:一|每)(?:周|个?星期|天"
    r"|个?月)[一二两三四五六七\d]+[次回天]"
    r"|周末都?|工作日|平时|平常|通常|一般|习惯|总是|经常|常常|从来)"
)

_TASK = (
    r"(?![^?]*(?:[这那]|问题|bug|文件|代码|报错|服务器|脚本|错字|模板|表格|窗口|要不要|一下|词|题|链接|函数|数据"
    r"|文章|作业))"
)
"""A clause with one of these words is about the task at hand."""


def _whole(pattern: str, kind: Kind = "profile") -> Rule:
    """Return a rule for a statement that is kept whole."""
    return rule(None, _TASK + pattern, kind=kind)


SELF: tuple[Rule, ...] = (
    # Slots said in other ways
    rule("work", rf"我{OFTEN}(?:跳槽(?:到|去)|入职)了?(?P<value>.+)", Shape(re.compile(rf"{AFTER}|了"), limit=15)),
    rule("work", r"我换(?:了)?(?:新)?工作了?,?(?:现在)?在(?P<value>[^,]{2,12})$", EMPLOYER),
    rule(
        "home",
        rf"我{OFTEN}(?:是)?在(?P<value>[\u3400-\u9fff]{{2,4}})(?:做|搞|从事)[^,]{{2,8}}的$",
        PLACE,
        confidence=0.7,
    ),
    rule("birthday", r"我的?(?:生日|生辰)(?P<value>\d.+)", DATE),
    rule("called", r"我的?(?:英文名|小名|外号|昵称|网名|笔名)(?:字)?叫?(?:做|是)?(?P<value>.+)", NAME),
    rule(
        "favourites",
        r"我(?:最喜欢|最爱)(?:吃|喝|看|听|玩|去|用|读)?的(?P<key>[^,是]{1,10}?)(?:现在|目前|一直)?(?:是"
        r"|:)(?P<value>.+)",
        Shape(re.compile(rf"{TASTE.cut.pattern}|哈哈|呵呵|嘻嘻|啦|哦|呢|啊"), reject=TASTE.reject, limit=30),
    ),
    rule(
        "children",
        rf"我(?:的|家)?{CHILD}[^,]{{0,8}}?,?名?叫(?P<value>.+)",
        PET_NAMES,
    ),
    rule(
        "pets",
        r"我家?(?:养了|养着|养|有)[^,]{0,6}[只条匹猫狗犬][^,]{0,6},(?:名字|它|小名)?(?:就)?(?:名?叫|是)(?P<value>.+)",
        PET_NAME,
    ),
    rule("health", rf"我{OFTEN}(?P<value>怀孕|怀上)(?!的|期)"),
    rule("home", rf"我{OFTEN}在(?P<value>[^,]{{2,8}}?)(?:租房|租了|买了?房)", PLACE),
    rule("goals", rf"我{OFTEN}(?:正在|在)?(?:自学|备考|准备(?=考|雅思|托福))(?P<value>[^,]{{2,12}})$"),
    rule("origin", rf"我{OFTEN}老家(?P<value>[\u3400-\u9fff]{{2,4}})的$", PLACE),
    rule(
        "work",
        r"我(?:们)?(?![^,]{0,3}[弟哥姐妹爸妈爷奶老朋同男女儿闺丈妻室邻叔姨舅])[^,]{0,4}(?:跳槽|换工作|换公司"
        r"|换了?新?工作)了?,?(?:现在|目前)?(?:就)?(?:在|去了?)(?P<value>[^,]{2,12})$",
        EMPLOYER,
    ),
    # Said in two languages
    rule("home", rf"我{OFTEN}lives? in(?P<value>.+)", PLACE),
    rule("work", rf"我{OFTEN}works? (?:at|for|in)(?P<value>.+)", Shape(re.compile(AFTER), limit=30)),
    rule("likes", rf"我{OFTEN}(?:really)?(?:likes?|loves?|enjoy)(?P<value>.+)", TASTE),
    rule("allergy", rf"我{OFTEN}(?:is|am|是)?allergic\s?to(?P<value>.+)", ALLERGEN, separator=LIST),
    rule("diet", rf"我{OFTEN}是?一?个?(?P<value>vegetarian|vegan|pescatarian|keto)"),
    rule("favourites", r"我的(?:favou?rite|fav|最爱的?)(?P<key>[^,是]{1,12}?)(?:是|:)(?P<value>.+)", TASTE),
    # Kept whole: what one is and has
    _whole(
        rf"我{OFTEN}(?:左撇子|右撇子|单身|已婚|未婚|离异|丁克|夜猫子|早起的?人|色盲|色弱|近视|远视|独生子女?|双胞胎"
        r"|素颜党|内向|外向"
        r"|社恐|社牛|单亲(?:妈妈|爸爸))(?=\W|$|[的了])",
    ),
    _whole(
        rf"我{OFTEN}(?:身高|体重|血型|星座|鞋码|尺码|学号|工号|微信号?|QQ号?|车牌号?|腰围|视力)(?:是|有|:|大概"
        r"|码)?[^,?]*[\dA-Za-z一二三四五六七八九座型][^,?]*"
    ),
    _whole(rf"我{OFTEN}属[鼠牛虎兔龙蛇马羊猴鸡狗猪](?=\W|$|的)"),
    _whole(
        rf"我{OFTEN}(?:最|很|有点|特别|比较)?(?:恐|怕|晕)(?:狗|猫|高|车|船|机|蛇|虫|蟑螂|蜘蛛|黑|冷|热|辣|打针)(?=\W"
        r"|$|的)"
    ),
    _whole(rf"我{OFTEN}(?:戴|佩戴)(?:着)?(?:近视|隐形|老花)?(?:眼镜|助听器|牙套)"),
    _whole(
        rf"我{OFTEN}有(?:一|两|二|三|四|\d+)(?:[辆架部套把][^,?]{{2,10}}|台(?:相机|钢琴|电脑|车|打印机|电视)"
        r"|[个位](?:哥哥|弟弟|姐姐|妹妹|孩子|小孩|儿子|女儿)"
        r"|[只条](?:猫|狗|小猫|小狗|兔子|鹦鹉|乌龟))$"
    ),
    _whole(r"我们?(?:没有?|不)(?:车|房|孩子|小孩|驾照|电视|烤箱|开车|抽烟|喝酒|做饭|会游泳|会开车|会做饭|会骑车)$"),
    _whole(rf"我{OFTEN}(?:和|跟|与)[^,]{{1,8}}(?:一起|合)住(?![院校])"),
    _whole(
        rf"我{OFTEN}(?:(?:是)?开(?:了|着)?(?:一?[家间个])?(?:[^,]{{0,6}}(?:店|馆|厂|公司|工作室|餐厅|民宿|诊所|网约车"
        r"|出租车|货车|滴滴))的?)$"
    ),
    _whole(rf"我{OFTEN}会(?:弹|拉|吹|打|跳|唱|骑|开|做|写|画|游泳|滑雪|编程|画画)(?!不)[^,?]{{0,8}}(?<![的吧了])$"),
    _whole(
        rf"我{OFTEN}(?:用|习惯用)(?:公制|英制|读屏软件|五笔|双拼|Linux|Mac|Windows|安卓|苹果)[^,?]{{0,6}}$",
        kind="preference",
    ),
    _whole(rf"我(?:们)?家?{OFTEN}(?:养了|养着|养的是|养)[一两二三四\d]?[只条匹个][^,?]{{0,4}}?(?:{ANIMAL}|{BREED})$"),
    _whole(rf"我{OFTEN}身高[^,?]{{0,3}}[一二两\d]米[^,?]*"),
    _whole(
        rf"(?:后来)?我?{OFTEN}?(?:回[^,?]{{1,4}})?开了?(?:一?[家间个])[^,?]{{0,6}}(?:店|馆|厂|部|铺|公司|工作室|民宿)$"
    ),
    # Habits
    _whole(
        rf"我(?:们)?(?:一家)?{_REGULARLY}[^,?]{{0,14}}?(?:起床|起|睡觉?|上班|下班|跑步?|打[^,]{{1,4}}|游泳|健身|锻炼"
        r"|练|学|读|看|吃|喝|骑车?|坐|走"
        rf"|去|做|上课|加班|爬山|遛狗|值班|开会|陪|回)"
        r"(?!不)[^,?]*",
        kind="preference",
    ),
    _whole(rf"(?:{_REGULARLY})[^,我?]{{0,8}}我(?:们)?(?:都|要|会)?[^,?]{{2,}}", kind="preference"),
    # Schooling and what happened
    _whole(
        rf"我{OFTEN}(?:\d{{4}}年)?(?:本科|硕士|博士|大学)?毕业(?:于|自).+|我{OFTEN}在[^,]{{2,12}}(?:读的|念的"
        r"|拿的)[^,]+"
    ),
    _whole(
        r"我们?(?!也?许|要是)[^,?]{0,10}?(?:(?:开始)?戒(?:烟|酒|糖|咖啡)|辞职|离职|结婚|订婚|离婚|毕业|当爸爸?"
        r"|当妈妈?|生了|买了?房|退休)(?:了|$|,)[^,?]*",
        kind="event",
    ),
    _whole(
        rf"我们?[^,?]{{0,10}}(?:{SOON})[^,?]{{0,6}}(?:结婚|搬家|出差|手术|考试|面试|生|毕业|入职|开学|出发)[^,?]*",
        kind="event",
    ),
    _whole(
        r"我(?:的|家)?的?(?:租约|合同|护照|签证|会员|驾照|保险|居住证|试用期)[^?]{0,12}(?:到期|截止|结束|过期"
        r"|开始)[^?]*",
        kind="event",
    ),
)
