"""What the values of some slots are, as data in English and Chinese (simplified): one of no such kind may be a joke.

`FAMOUS`: names that everyone knows, whose bearer is hardly the speaker. All are searched in a value.
"""

import re

from memory.core.extraction.shapes_en import LANGUAGE
from memory.core.extraction.shapes_zh import FIELDS
from memory.core.extraction.shapes_zh import OCCUPATIONS as OCCUPATIONS_ZH
from memory.core.language.nouns_en import OCCUPATIONS

_I = re.IGNORECASE
LANGUAGES = re.compile(
    rf"{LANGUAGE}|[中英法德日韩俄粤汉国华闽藏蒙泰越缅印葡荷]\w?[语文话]|[中英法德日韩俄藏蒙泰越]文|西班牙|葡萄牙|意大利|阿拉伯|维吾尔|印尼|印地|马来|希腊|瑞典"
    r"|挪威|丹麦|芬兰|波兰|捷克|土耳其|波斯|希伯来|拉丁|世界语|手语|方言|普通话|客家|上海|四川|重庆|东北|温州|潮汕|湖南|河南"
    r"|闽南|台语|台湾|苏州|杭州|南京|吴语|湘语|赣语|乌克兰|匈牙利|罗马尼亚|孟加拉|乌尔都|泰米尔|他加禄|柬埔寨|老挝|哈萨克|壮语"
    r"|彝语|苗语|朝鲜|爱尔兰|威尔士|加泰|斯瓦希里|豪萨|尼泊尔|僧伽罗|保加利亚|塞尔维亚|克罗地亚",
    _I,
)
ALLERGENS = re.compile(
    r"\b(?:\w*nuts?|almonds?|cashews?|pecans?|pistachios?|hazelnuts?|macadamias?|sesame|seeds?|soy\w*|tofu|milk"
    r"|dairy|lactose"
    r"|casein|whey|cheese|eggs?|gluten|wheat|barley|rye|corn|rice|oats?|yeast|fish|salmon|tuna|cod|shell ?fish"
    r"|seafood|shrimps?"
    r"|prawns?|crabs?|lobsters?|oysters?|mussels?|clams?|squid|scallops?|fruits?|\w*berr(?:y|ies)|kiwis?|mangoe?s?"
    r"|peach(?:es)?"
    r"|apples?|bananas?|pineapples?|melons?|avocados?|tomato(?:es)?|celery|mustard|garlic|onions?|citrus|lemons?"
    r"|oranges?"
    r"|cinnamon|spices?|peppers?|chocolate|cocoa|honey|alcohol|wine|beer|caffeine|coffee|sulphites|sulfites|msg"
    r"|additives"
    r"|dyes?|food colou?ring|pollen|grass|ragweed|birch|trees?|hay|dust|mites?|mou?ld|cats?|dogs?|horses?|pets?"
    r"|animals?|fur"
    r"|dander|feathers?|bees?|wasps?|hornets?|insects?|stings?|bites?|mosquito(?:es)?|penicillin|amoxicillin"
    r"|antibiotics?"
    r"|sulfa|sulpha|aspirin|ibuprofen|nsaids?|codeine|morphine|iodine|latex|rubber|nickel|metals?|gold|silver|wool"
    r"|perfumes?"
    r"|fragrances?|detergents?|sunscreen|sun(?:light)?|cold|heat|adhesives?|plasters?|an(?:a)?esthetics?|vaccines?"
    r"|\w+cillin"
    r"|\w+mycin|\w+phen|lupin|chickpeas?|lentils?|beans?|peas?|legumes?|pork|beef|chicken|lamb|meat|gelatine?"
    r"|mushrooms?"
    r"|potato(?:es)?|carrots?|parsley|coriander|cilantro|parabens|formaldehyde|chlorine|smoke|drugs?|medic\w+"
    r"|contrast)\b"
    r"|花生|坚果|核桃|腰果|杏仁|榛|开心果|芝麻|大豆|黄豆|豆|牛奶|奶|乳|芝士|鸡蛋|蛋|麸|小麦|麦|面粉|玉米|大米|海鲜|鱼|虾|蟹|贝|蚝|鱿|章鱼"
    r"|水果|芒果|猕猴桃|奇异果|桃|草莓|苹果|菠萝|凤梨|香蕉|西红柿|番茄|牛油果|荔枝|柑|橘|橙|柠檬|芹|蒜|葱|姜|韭|香菜|辣|蘑菇|菌|巧克力"
    r"|可可|蜂蜜|酒|咖啡|添加剂|色素|花粉|花|草|树|柳絮|杨絮|尘|螨|霉|猫|狗|马|宠物|动物|毛|羽|蜂|虫|蚊|蚂蚁|青霉素|头孢|抗生素|阿司匹林"
    r"|布洛芬|磺胺|碘|麻药|麻醉|疫苗|药|西林|霉素|乳胶|橡胶|镍|金属|银|香水|香精|酒精|洗衣|防晒|紫外线|阳光|冷|热|胶|肉|明胶|消毒|造影|油漆|甲醛|染",
    _I,
)
TRADES = re.compile(
    rf"\b(?:{OCCUPATIONS})s?\b|\w{{3,}}(?:grapher|logist|icist|ician|iatrist|makers?|workers?|ologist|keepers?"
    rf"|smiths?|wrights?"
    r"|builders?|hands?|fitters?|dealers?|sellers?|agents?|clerks?|guards?|officers?|operators?|inspectors?"
    r"|instructors?"
    r"|specialists?|coordinators?|supervisors?|executives?|advis[eo]rs?|counsellors?|strategists?)\b"
    r"|\b(?:retired|unemployed|self.?employed|freelanc\w*|between jobs|on (?:maternity|parental|paternity) leave|stay"
    r".at.home|full.time|part.time|academic|qa|hr|pr|it|devops|sre|pm|vp|coo|cmo|head|lead|chair|president|partner|principal"
    r"|dean|teaching|sales|marketing|finance|nursing|accounting|engineering|design|support|reception|tech|agent|clerk|guard"
    r"|captain|sergeant|medic|gp|resident|temp|guide|host|hostess|steward\w*|attendant|referee|umpire|model|minister)\b"
    rf"|{OCCUPATIONS_ZH}|{FIELDS}|[师员生工匠农商医护警官]$|(?:经理|总监|主管|主任|老板|店长|厂长|校长|院长|局长|组长|队长|行员|前台|文员|职员|干部|公务|自由职业"
    r"|退休|待业|无业|全职|兼职|外卖|快递|外贸|贸易|餐饮|装修|开店|开公司|创业|个体|生意|网约车|滴滴|出租|货车|卡车|司机|水手|船员|空乘"
    r"|电商|直播|主播|自媒体|带货|代购|微商|种地|养殖|养猪|养鱼|打工|保险|房产|中介|银行|金融|证券|基金|审计|税务|律所|咨询|猎头"
    r"|客服|行政|人事|财务|采购|物流|仓库|仓管|质检|品控|技术|研发|工艺|机械|电气|土木|建筑|施工|监理|预算|造价|测绘|地质|环保|化工"
    r"|医药|药代|器械|护理|康复|心理|社工|幼教|支教|教育|培训|教练|健身|瑜伽|舞蹈|音乐|美术|摄影|剪辑|编剧|导演|演员|配音|出版|编辑"
    r"|作家|写作|写小说|翻译|同传|导游|酒店|民宿|旅游|航空|铁路|地铁|公交|消防|部队|军人|当兵|检察|法院|公证|记者|媒体|公关|品牌|运营"
    r"|产品|设计|测试|开发|前端|后端|算法|数据|架构|运维|网络|游戏|硬件|芯片|半导体|家)",
    _I,
)
FAMOUS = re.compile(
    r"\b(?:inigo montoya|ishmael|hamlet|macbeth|romeo|frodo|bilbo|samwise|aragorn|legolas|hermione granger|ron weasley"
    r"|severus snape|katniss|luke skywalker|han solo|obi.?wan|princess leia|indiana jones|jack sparrow|rick sanchez"
    r"|walter white|heisenberg|tony soprano|jon snow|daenerys|tyrion|homer simpson|bart simpson|mickey mouse"
    r"|donald duck"
    r"|spongebob|shrek|bruce wayne|clark kent|peter parker|tony stark|lara croft|super ?mario|luigi|sonic|pikachu"
    r"|ash ketchum"
    r"|forrest gump|tyler durden|neo|morpheus|mr\.? bean|austin powers|borat|ron burgundy|michael scott|dwight schrute"
    r"|slim shady|taylor swift|beyonc[eé]|rihanna|adele|madonna|elvis|ryan (?:gosling|reynolds)|brad pitt|tom cruise"
    r"|keanu reeves|chris hemsworth|idris elba|george clooney|leonardo dicaprio|scarlett johansson|angelina jolie"
    r"|jennifer lawrence|zendaya|timoth[eé]e chalamet|harry styles|justin bieber|drake|kanye|kim kardashian|oprah|obama"
    r"|trump|biden|putin|messi|ronaldo|lebron|roger federer|elon musk|bill gates|jeff bezos|zuckerberg|steve jobs"
    r"|warren buffett"
    r"|the (?:rock|joker|dude|terminator|king|pope|president)|hogwarts|dunder mifflin|stark industries"
    r"|wayne enterprises"
    r"|umbrella corp\w*|ministry of (?:magic|silly walks)|starfleet|the avengers|monsters,? inc|willy wonka)\b"
    r"|吴彦祖|彭于晏|胡歌|李现|王一博|肖战|易烊千玺|吴亦凡|蔡徐坤|鹿晗|刘德华|周杰伦|张学友|郭富城|黎明|周润发|成龙|李小龙|甄子丹|古天乐"
    r"|梁朝伟|金城武|言承旭|新垣结衣|石原里美|林志玲|林志颖|范冰冰|杨幂|迪丽热巴|古力娜扎|刘亦菲|赵丽颖|马云|马化腾|王健林|王思聪|李嘉诚"
    r"|雷军|刘强东|任正非|李刚|钟南山|姚明|刘翔|郎平|诸葛亮|关羽|刘备|曹操|吕布|貂蝉|孙悟空|猪八戒|唐僧|贾宝玉|林黛玉|西门庆|潘金莲"
    r"|武松|宋江|令狐冲|东方不败|郭靖|黄蓉|杨过|小龙女|韦小宝|张无忌|葫芦娃|喜羊羊|灰太狼|光头强|熊大|哪吒|杨贵妃|武则天|康熙|乾隆|雍正"
    r"|秦始皇|岳飞|李白|杜甫|苏轼|鲁迅|爱因斯坦|柯南|路飞|鸣人|佐助|孙权|奥特曼|哆啦A梦|大雄|蜡笔小新",
    _I,
)
