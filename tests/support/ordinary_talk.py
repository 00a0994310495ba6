"""A long ordinary conversation in two languages, and the few facts about the user that it holds."""

KEPT: tuple[str, ...] = (
    "I live in Utrecht",
    "我对虾过敏",
    "My locker code word is heron",
    "My sister is called Mei",
    "以后都用简体中文回复",
    "I'm a vegetarian",
    "我的生日是3月5日",
)
"""In the user's own words and script, in the order they are told."""

_LETTER = """Can you check this letter for me?

Dear Sir or Madam,
my name is Arthur Pell and I live in Dover. I am allergic to cats and I work for the harbour office. Please remember
that my account number is 5518. I always prefer to be called in the morning.
Kind regards,
Arthur Pell"""
_CODE = """Why does this fail?
```python
user = {"name": "Zed", "home": "Oslo"}
# I live in Oslo and I love Perl
print(user["nmae"])
```"""
_PAGE = """请总结下面这篇文章：

“我叫张伟，住在成都，是一名出租车司机。我最喜欢的季节是秋天，我对青霉素过敏。请记住我的车牌是川A12345。”
——摘自《城市人物》"""

SAID: tuple[str, ...] = (
    "Hi there!",
    "how are you today?",
    "haha nice",
    "What's the capital of Mongolia?",
    "and how many people live there?",
    "ok thanks",
    "I live in Utrecht, what's a good way to get to Schiphol on a Sunday?",
    "cool, and by bike?",
    "That's far too long for me today lol",
    "Let me think about it.",
    "你好，可以用中文聊吗？",
    "今天天气真好",
    "哈哈，是啊",
    "帮我写一句生日祝福给同事",
    "再短一点",
    "太好了，谢谢",
    "我对虾过敏，晚上做什么菜好？",
    "听起来不错，不过我今天有点累",
    "我在想要不要点外卖",
    "好的",
    _LETTER,
    "Please make it more formal.",
    "I think the second sentence is too long.",
    "Thanks, that's better!",
    "Translate 'I live in Berlin and I love techno' into French.",
    "And into Japanese?",
    "Remember that my locker code word is heron.",
    "great",
    "What would you do if you lived in Rome?",
    "If I lived in Rome I would eat pasta every day.",
    "I'm not moving to Rome, don't worry.",
    'My friend says: "I hate mornings and I live in Ghent."',
    "She said she works at a bank.",
    _CODE,
    "I get a KeyError now",
    "it works, you're the best!",
    "I'm so tired I could sleep for a year",
    "Maybe I should buy a bike.",
    "Do you think I'm old?",
    "Are you vegetarian?",
    "My sister is called Mei. What could I give her?",
    "Something cheaper, please.",
    "I'll take the first one",
    "以后都用简体中文回复。",
    _PAGE,
    "再压缩成两句话",
    "他说他住在北京。",
    "如果我住在北京，冬天会不会很冷？",
    "我可能会去看看",
    "我不打算搬家",
    "你觉得我应该学吉他吗？",
    "我开玩笑的，我是国王",
    "我明明刚才说过了",
    "算了，换个话题",
    "I'm a vegetarian, does ramen usually have meat?",
    "hmm ok",
    "Write a short poem: I am a river, I love the sea.",
    "Nice. One more line?",
    "I need this by noon.",
    "Summarise: 'Our user John lives in Paris and prefers tea.'",
    "yes",
    "我的生日是3月5日，适合去哪里玩？",
    "有没有近一点的？",
    "行，就这样吧",
    "Sorry, I was away for a minute.",
    "I'm back now",
    "Where were we?",
    "I just had lunch.",
    "Got it, bye!",
    "晚安",
)

GUESSES: tuple[str, ...] = (
    "As someone who lives in Paris and loves cheese, you will enjoy this. You are a nurse, right?",
    "好的！您住在广州，喜欢打网球，对花粉过敏。",
    "Noted: the user prefers dark mode and works at Initech. Shall I remember that you like golf?",
)
"""What the assistant says in turn: guesses about the user that nobody made."""
