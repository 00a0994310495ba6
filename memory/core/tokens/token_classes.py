"""Which of some sixty classes a character belongs to: by these an estimate of tokens tells texts apart."""

from collections.abc import Iterator
from functools import cache

import numpy as np
from numpy.typing import NDArray

Codes = NDArray[np.uint8]
Points = NDArray[np.uint32]

_SIGNS = "\t\n !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"
"""ASCII signs, each a class of its own."""
_MORE = ("again", "spaces", "contraction", "deep", "digit2", "digit3", "control", "kanji")
"""What no character is by itself."""
_SCRIPTS = (
    ("signs_latin", "\u00a0-\u00bf\u00d7\u00f7"),
    ("latin", "\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u036f\u1e00-\u1eff"),
    ("greek", "\u0370-\u03ff\u1f00-\u1fff"),
    ("cyrillic", "\u0410-\u044f"),
    ("cyrillic_more", "\u0400-\u040f\u0450-\u052f"),
    ("hebrew", "\u0590-\u05ff"),
    ("arabic", "\u0600-\u06ff\u0750-\u077f"),
    ("devanagari", "\u0900-\u097f"),
    ("indic", "\u0980-\u0dff"),
    ("thai", "\u0e00-\u0e7f"),
    ("hangul", "\uac00-\ud7af"),
    ("hiragana", "\u3040-\u309f"),
    ("katakana", "\u30a0-\u30ff\u31f0-\u31ff"),
    ("typographic", "\u2010-\u205e"),
    ("symbols", "\u2070-\u24ff\u27c0-\u2bff"),
    ("lines", "\u2500-\u25ff"),
    ("cjk_signs", "\u3000-\u303f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65"),
    ("full_width", "\uff10-\uff19\uff21-\uff3a\uff41-\uff5a"),
    ("emoji", "\u200d\u2600-\u27bf\ufe00-\ufe0f\U0001f000-\U0001faff"),
    ("han", "\u3400-\u9fff\uf900-\ufaff\U00020000-\U000323af"),
)
_HAN_TIERS = ("han_frequent", "han_common", "han_simplified", "han_traditional", "han_second")
CLASSES = ("other", "lower", "upper", "digit", *_SIGNS, *_MORE, *(name for name, _ in _SCRIPTS), *_HAN_TIERS)
CLASS = {name: code for code, name in enumerate(CLASSES)}

FIRST_SIGN, LAST_SIGN = CLASS[_SIGNS[0]], CLASS[_SIGNS[-1]]

_FIRST_HAN = "\u4e00"
_SIZE = 0x32400
"""No code point from here on is told apart from the last one."""

FREQUENT = (
    "一万三上下不与专业东两个中串为主么义之也书了事二于五些交产享京人亿今介从他付代以们件价任份企优会传但位体何余"
    "作你使例供価保信修倍值停像元先入全公共关其具内円册再写出击分列则初利别到制前力功加务动動包化北区十午华单南即"
    "历原去县参及友反发取变口只可台右号司合同名后向否含听启告员周命和品哈商問器四回因国图土在地场址型城基報場填增"
    "声处备复外多大天失头女好如始子字存学安宋完定实审客家容密对导将小少尔就局展山岁州工左已市布常平年并广序库应店"
    "度建开异式引张当录形影径待後得微心必志态思性总息您情意感成我或户所手打找技投报拉持指按换据排接推提播支收改放"
    "政效数整文料断新方族无日时明易星是時景更最月有服期木未本机权束条来板构析果查标样核格案检模次款止正此步歳段每"
    "比民気水求江汽没治法注活流海消清游源火点無然片版物特率环现球理生用由电男画界番登的监目直相省看県真知码确示社"
    "票私种科秒称移程稍税稿空立站章端笑符第等签简算管箱米类系素索约级线组经结给络统编网置美老考者而联能自至色节英"
    "藏行表装西要見见规视角解言計記話読计认议记论设证评试话询该详语误说请读调象责败账货购费资起超路身车转软载辑输"
    "达过运近还这进连述退送选通速造連道邮部都配释里重量金钟钮链销错键长開間関门闭问间队阳陆限院除雅集雷需非面音页"
    "项预频题额首验高黑"
)
"""Han characters that even a vocabulary with few of them holds as one token: those of `cl100k_base`."""
COMMON = (
    "丁七丈且世丘丝严並丨丰临丶丸丹丽举乃久乌乎乐乔乗乘乙九习乡买乱乳乾亂予争亏云互井亚亞亡亦亩亭亮亲什仁仅仍仓仔"
    "仕仙令仪仲伊伍伏休众伙伝伟伤伦伯估伴伸似低住佐佛佣佩佳來依侠侣侧侯侵便係促俄俊俗俱俺個們倒候借倡値倫债倾假偏"
    "做健側偶偷偿傅備储催傳傷働僕價億優儿允兄充兆光克免児兑兒兔党內兩八六兰兴兵典养兼兽冈冊冒军农冠冬冰冲决况冷冻"
    "净准凉凌减凝几凡凤処凭凯凰凸函刀切刊刑划刘刚创删判別刷券刺刻剂則削剑剤剧剩剪副割創劇办助努励劲劳効势勇勒務勝"
    "募勢勤勿匙匹医區千升半协卒卓協卖単博占卡卢卧卫印危却卷卸厂厅厉压厕厘厚厦厨參又叉双収叔受古句另叫召史叶吃各吉"
    "吊吐吕吗君吞吟吧吨吴吸吹吻吾呀呈呢味呵呻呼咋咖咨咪响員哥哦哪哭哲唐售唯唱啊啥啦啪善喊喘喜喝單営喷嗎嗯嘉嘎嘛嘴"
    "嘿噜团団园困囲図围固圆圈國園圖團圣圳圾坂均坊坏坐坑块坚坛坝坡坦坪垃埃埔域培堂堡堵塑塔塘塞境墓増墙墨壁壇士壮売"
    "変夏夕夜够夢太夫央夹夺奇奈奉奋奏契奔奖套奥奴奶奷奸她妇妈妓妖妙妞妮妹妻姆姐姑姓委姚姜姨姿威娃娇娘娛娜娱婆婚婦"
    "婷媒媳媽嫁嫂嫌嫩嬉孔孕孙孟季孤孩學宁它宅宇守宏宗官宜宝実宠宣室宫宮害宴宽宾宿寄富寒寓寝察實寨寫寶寸寺寻対寿封"
    "専射將專尊尋對導尖尚尝尤尸尺尼尽尾尿屁层居届屋屏属履屯岗岛岡岩岭岳岸峡峰島崎川巡巧巨差己巴巻币帅师希帐帖帝带"
    "師席帮帯帰帳帶帽幅幕干幸幻幼幽広庄庆床底府废座庫庭康廉廣延廷弃弄弊弗弘弟弱張強弹强归彦彩彰役彻彼往征很律徐徒"
    "從御復循徳徴德徽忆忍忘忙応忠忧快念忽怀怎怒怕怖怡急怪恋恐恒恢恩恶悉悟悠患悦悪悲惊惑惜惠惨惯想愛愿慈態慎慢慧慰"
    "懂應戀戏戒战戦截戰戲戴戶戸戻房才扎扑扒払托扣执扩扫扬扰扱扶批承把抓抗折抜択抢护披抱抵押抽担拆拍拒拓拔拖拘招拜"
    "拟拥拨择括拳拼拾拿挂挑挡挣挥振挺捕损捷掃授掉掌掛採探控措掲揉描插換握揭援搏搜搞搬搭携摄摆摇摘摩摸撃撑撒撞撤撮"
    "撸擊操據擦攝攻故敌敏救敗教敢散敦敬敵數斗斤斯於施旁旅旋旗既旦旧旨早旬旭旺昂昆昌昔映春昨昭昼显晋晒晓晚晨普晰晴"
    "晶智暂暇暑暖暗暨暮暴曜曝曰曲書曹曼曾替會朋朗望朝末札术朱杀杂杆杉李杏材村杜杨杭杯杰東松极林枚枝枪架柄柏某染柔"
    "柜柱柳柴査栋栏树栗校株根桂桃框桌桑档桥桶梁梅條梦梨梯械棋棒棚森植椒検楚業極楼楽概榜構様槽樂樓標樣横橋機橹橾權"
    "欠欢欣欧欲欺歉歌歓歡武歩歲歴歷死殊残殖殺毁毅母毎毒毕毛毫氏气氣氧永汁汇汉汗池污汤決沁沃沈沉沒沖沙沟沢沪河油沿"
    "況泄泉泊泛泡波泥泰泳泽洁洋洗洛洞津洪洲派浅浆测济浓浜浦浩浪浮浴涉涓涙涛润涨涩涯液涵淘淡淫深混添済渐減渠渡温測"
    "港湖湘湾湿満準溪滋滑滚满滤滨滴滿漂漏演漢漫潔潘潜潭潮澡澳激灣灭灯灰灵灾炉炎炒炮炸為炼烈烟烦烧热焦焼煌煙煤照熊"
    "熟熱燃燕營爆爰爱爵父爷爸爽牌牙牛牡牢牧牲犬犯状狂狐狗狠独狸狼猎猛猜猪猫献猴獸玄玉王玖玛玩玲玻珍珠班現琪琳琴瑞"
    "璃環瓜瓣瓦瓶甘甚甜產産田甲申甸町畅留略畫異當疆疑疗疫疯疲疼疾病症痛療癌発發白百皆皇皮盆盈益盐盒盖盗盘盛盟監盤"
    "盾眉眠眼着睛睡督瞬矩短石矿砂研砖破础硕硬碍碎碑碰確碼磁磨礼祖祝神祥祭禁福禧离禽禾秀秋秘租秦积種稱稳穆積穴究穿"
    "突窍窗窝窥竞竟童競竹笔筆筋筑答策筛筹箭節篇築篮簡籍粉粒粗粤粮精糕糖紀約紅納純紙級紧紫累細紹終組経結絡給統絲絶"
    "經続維網総緒線締編縄縮總績繁續纠红纪纬纯纲纳纵纷纸纹纽练细织终绍绑绕绘绝继绩绪续维综绿缓缘缩缴缺罗罚罩罪署羅"
    "羊羞群義羽翁翌習翔翠翻翼耀耐耗耳聊职聘聚聞聪聯聲職肃肉肌肖股肤肥肩肯育肺胃胆背胎胖胜胞胡胶胸脂脑脚脱脸腐腕腰"
    "腳腹腾腿膜膽臀臣臭致臺與興舍舒舔舗舞舟航般舰船艇良艳艷艺艾芝芬芯花芳芸芽苍苏苑苗若苦范茶茸草荐荒荡荣药荷莉莎"
    "莓莞莫莱莲获菌菜華菲萄萌萝营萨萬落葉著葛葡董蒂蒙蒲蓝蔡蕉蕩薄薦薪薬藝藤虎虐虑處虚號虫虹虽蛇蛋蛛蜂蜜蝶融血術街"
    "衛衡衣补袋袖袜被袭裁裂裏裕裙補裝裤裸製襪覆規視覚覧親観覽觀观览觉触訂訊討訪設許訳診証評詞詢試詳誉誌認誘語說説"
    "誰課調談請論講謝證識警議護讀變讓订讨让训讯讲许访诀识诈诉诊词译诗诚诱诸诺课谁谈谋谓谜谢谨谱谷豆豊豪豹貌負財貨"
    "販責買貸費貼賀資賞質購贝负贡财贤质贫贯贴贵贷贸赁赋赌赏赔赖赚赛赞赠赢赤赫走赴赵赶越趋趣足跃跌跑距跟跨跳践踏踩"
    "踪躁車軍転軽較載輪輯輸轉轨轩轮轴轻较辅辆辉辖辛辞辣辦辨辰辱農边辺込辽迁迅迈迎返远违迟迪迫迷迹追适逃逆逊透逐递"
    "途這週進逸逻逼遂遇遊運遍過達違遗遠遣遥適遭遮遵選避邀還邑那邦邪邻郎郑郭郵酒酷酸醉醒醫采野鉄鉴銀錄錯録鍵鏈鐘鑫"
    "针钢钥钱钻铁铃铜铭银铺锁锅锋锐锡锦镇镜長門閉閱閲關闪闲闻阁阅阪防阴阵阶阻阿附际陈陌降险陪陰陵陶陷険陽隆隊階随"
    "隐隔際障难雀雄雑雕雙雞離難雨雪零電震霍霞露霸青靖静靠革鞋韓韩響頁頂頃項順須預領頭頻頼題額顔願類顶顺须顾顿领颖"
    "颗颜風风飛飞食飯飲養餐館饭饮饰馆馈香馨馬駅験驗马驰驱驶驻驾骑骗骚骤骨骰體鬼魂魅魏魔魚鱼鲁鲜鲸鳥鸟鸡鸣鸭鸿鹅鹏"
    "鹰鹿麗麟麦麻麼黃黄黎黒默點鼎鼓鼠鼻齐齢龄龍龙"
)
"""Further ones that a vocabulary with more of them does: those of `o200k_base`."""


def classes(points: Points) -> Codes:
    """Return the class of each code point, whatever stands beside it."""
    table: Codes = _table()
    return table[np.minimum(points, _SIZE - 1)]


@cache
def _table() -> Codes:
    table = np.full(_SIZE, CLASS["other"], np.uint8)
    table[:128] = CLASS["control"]
    for first, last, name in (("a", "z", "lower"), ("A", "Z", "upper"), ("0", "9", "digit")):
        table[ord(first) : ord(last) + 1] = CLASS[name]
    for sign in _SIGNS:
        table[ord(sign)] = CLASS[sign]
    for name, ranges in _SCRIPTS:
        for first, last in (part.split("-") if "-" in part else (part, part) for part in _parts(ranges)):
            table[ord(first) : ord(last) + 1] = CLASS[name]
    for name, characters in _han_tiers():
        table[[ord(c) for c in characters]] = CLASS[name]
    return table


def _parts(ranges: str) -> Iterator[str]:
    """Yield the parts of a character class: single characters and ranges."""
    at = 0
    while at < len(ranges):
        size = 3 if ranges[at + 1 : at + 2] == "-" else 1
        yield ranges[at : at + size]
        at += size


def _han_tiers() -> Iterator[tuple[str, Iterator[str]]]:
    """Yield Han characters by how common they are, by the old national standards' order; later ones win."""
    yield "han_second", _two_bytes("gb2312", range(0xD8, 0xF8))
    yield "han_traditional", _two_bytes("big5", range(0xA4, 0xC7))
    yield "han_simplified", _two_bytes("gb2312", range(0xB0, 0xD8))
    yield "han_common", iter(COMMON)
    yield "han_frequent", iter(FREQUENT)


def _two_bytes(codec: str, rows: range) -> Iterator[str]:
    """Yield the characters of a national standard's rows."""
    for row in rows:
        for column in range(0x40, 0xFF):
            character = bytes((row, column)).decode(codec, "ignore")
            if len(character) == 1 and character >= _FIRST_HAN:
                yield character
