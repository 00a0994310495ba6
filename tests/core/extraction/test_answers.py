import pytest

from memory.core.extraction.answers import bears_answer

BORNE = [
    ("I am vegetarian", "Yes", "Yes", "Are you vegetarian?"),
    ("I'm vegetarian", "yes I am", "yes I am, for years", "Quick question first. Are you vegetarian?"),
    ("我吃素", "是的", "是的", "您吃素吗？"),
    ("我吃素", "對", "對，吃了十年", "您吃素嗎？"),
    ("I live in Lisbon", "Lisbon", "Lisbon", "Where do you live?"),
    ("I'm 34 years old", "34", "34", "How old are you?"),
    ("我住在里斯本", "里斯本", "里斯本", "你住在哪里？"),
    ("My sister's name is Mia", "Mia", "Mia!", "What is your sister's name?"),
    ("I prefer red", "red, always", "red, always", "Do you prefer red or white?"),
    ("Let's use Astro", "yes, let's use it", "yes, let's use it", "I suggest Astro. Shall we use it for your site?"),
    ("I go with PostgreSQL 16", "go with that", "sounds good, go with that", "Should we go with PostgreSQL 16?"),
    ("我们就用 Vue 3", "就用这个", "好，就用这个", "建议用 Vue 3。我们就用它吗？"),
]
NOT_BORNE = [
    ("I use Redis", "ok thanks", "ok thanks", "Redis would be a fine choice."),
    ("我用 Docker Compose", "好的谢谢", "好的谢谢", "可以用 Docker Compose，我来写配置。"),
    ("I want the long version", "sure", "sure, go ahead", "They tell each other. Want the long version?"),
    ("我要安装步骤", "好", "好", "要我写安装步骤吗？"),
    ("I live in Madrid", "no", "no, why?", "Do you live in Madrid?"),
    ("我住在北京", "不是", "不是", "您住在北京吗？"),
    ("I am vegetarian", "Yes", "Yes", "Is your sister vegetarian?"),
    ("My name is Mia", "Mia", "Mia", "What is your sister's name?"),
    ("You are vegetarian", "Yes", "Yes", "Are you vegetarian?"),
    ("I prefer white", "red", "red", "Do you prefer red or white?"),
    ("I like tea", "Yes", "Yes", "Do you like tea or coffee?"),
    ("I am vegan", "Yes", "Yes", "Are you vegetarian?"),
    ("I am 43", "34", "34", "How old are you?"),
    ("I eat meat", "Yes", "Yes", "Don't you eat meat?"),
    ("I live in Rome", "Yes", "Yes", "Do you have a dog? Do you live in Rome?"),
    ("I live in Rome", "Yes", "What is the weather? Yes", "Do you live in Rome?"),
    ("I am vegetarian", "Yes", "> Yes\n\nwhat does he mean?", "Are you vegetarian?"),
    ("I use PostgreSQL", "let's use it", "let's use it", "PostgreSQL or MySQL would do."),
    ("I live in Lisbon", "Lisbon", "Lisbon", ""),
]


@pytest.mark.parametrize(("text", "quote", "message", "asked"), BORNE)
def test_an_answer_bears_a_fact_together_with_its_question(text: str, quote: str, message: str, asked: str):
    assert bears_answer(text, quote, message, asked)


@pytest.mark.parametrize(("text", "quote", "message", "asked"), NOT_BORNE)
def test_thanks_offers_denials_and_what_is_added_bear_nothing(text: str, quote: str, message: str, asked: str):
    assert not bears_answer(text, quote, message, asked)
