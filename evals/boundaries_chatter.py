"""Small talk that fills a window: the same every time, in both languages, and about nobody."""

from itertools import cycle, islice

_SENTENCES = {True: 24, False: 30}
"""Of one message, Chinese or not: about 500 tokens."""

_ENGLISH = (
    "The old lighthouse was painted twice before the harbour froze over that winter.",
    "Bronze bells ring lower when the air is damp, which the founders knew well.",
    "Maps of the coast were drawn by hand until the printers learned to engrave copper.",
    "A good sail is cut a little fuller than the wind seems to ask for.",
    "The museum keeps its clocks a few minutes apart so that they never strike together.",
    "Moss grows on the north side of the wall, except where the gutter leaks.",
    "Paper made from linen outlasts paper made from wood by several centuries.",
    "The river changed its bed twice, and the bridge stands in a meadow now.",
    "Glass blowers count under their breath, because the colour fades while they look.",
    "Owls hear with their whole face, as the feathers around it gather the sound.",
    "The first tram ran uphill only, and horses walked it down again at night.",
    "Salt was carried over the pass in cones, wrapped in straw against the rain.",
    "The orchestra tunes to the oboe, since its pitch is the hardest to change.",
)
_CHINESE = (
    "那座老灯塔在港口封冻之前重新刷过两遍漆。",
    "空气潮湿的时候，铜钟的声音会低一些，铸钟的师傅都清楚。",
    "在印刷匠学会雕刻铜版以前，海岸的地图都是手绘的。",
    "好的船帆总要裁得比风看上去需要的更饱满一点。",
    "博物馆的钟彼此错开几分钟，这样它们就不会同时敲响。",
    "青苔长在墙的北面，只有漏水的檐沟下面例外。",
    "亚麻做的纸比木头做的纸能多保存好几个世纪。",
    "河流两次改道，那座桥如今立在一片草地上。",
    "吹玻璃的师傅小声数着数，因为颜色在他们注视的时候就会变淡。",
    "猫头鹰用整张脸来听，脸上的羽毛把声音收拢起来。",
    "最早的电车只会上坡，夜里由马慢慢牵下山去。",
    "盐被做成圆锥形，裹着稻草翻过山口，免得淋雨。",
    "乐队跟着双簧管调音，因为它的音高最难改变。",
)


def chatter(number: int, language: str) -> str:
    """Return the message `number` (from 0) of small talk; each is another one."""
    chinese = language.startswith("zh") or (language == "mixed" and number % 2 == 1)
    sentences = _CHINESE if chinese else _ENGLISH
    told = islice(cycle(sentences), number % len(sentences), number % len(sentences) + _SENTENCES[chinese])
    title = f"故事第{number + 1}段：" if chinese else f"Part {number + 1} of the story: "
    return title + ("" if chinese else " ").join(told)
