"""A backup is read as it was written, and whatever else a file holds is refused."""

import json
import zlib
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory.core.backup import backup_unpacking, sealing
from memory.core.backup.backup_format import (
    FORMAT,
    BackupError,
    BackupWriter,
    Document,
    Header,
    header_line,
    is_signed,
    place_order,
    secret_check,
    user_key,
)
from memory.core.backup.backup_reading import header_of, read_documents, read_header
from memory.core.backup.sealing import CHUNK, Opening, Seal, SealError, seal_parameters, sealing_key
from memory.core.ids import user_of, user_root

SECRET = "s"
SCHEMAS = {"facts": 2, "transcript": 1, "epochs": 1}
ANN, LI = user_root("ann", 0), user_root("小林", 3)
FACTS = ("users", ANN, "facts")
SEALED = seal_parameters(bytes(16), bytes(7))
KEY = bytes(range(32))
TEXTS = st.text(max_size=30) | st.sampled_from(["I live in Lisbon", "我住在里斯本", "我想訂機票 mixed"])
VALUES = st.dictionaries(TEXTS, TEXTS | st.integers() | st.none() | st.lists(TEXTS, max_size=3), max_size=4)


def header(*roots: str, **change: Any) -> Header:
    told: Header = {
        "holdfast_backup": FORMAT,
        "created": "2026-03-01T12:00:00+00:00",
        "scope": "all",
        "users": [user_key(user_of(root), SECRET) for root in roots or (ANN, LI)],
        "secret": secret_check(SECRET),
        "schemas": SCHEMAS,
        "sealed": None,
    }
    return {**told, **change}  # type: ignore[typeddict-item]  # as the test says


def written(
    parts: dict[str, list[Document]], told: Header | None = None, seal: Seal | None = None, secret: str = SECRET
) -> bytes:
    writer = BackupWriter(told or header(), secret, seal)
    out = writer.begin()
    for part, documents in parts.items():
        out += writer.part(part) + b"".join(map(writer.document, documents))
    return out + writer.finish()


def packed(*lines: bytes | str) -> bytes:
    """Return a file whose body is these lines, whatever they are."""
    body = b"".join(line.encode() + b"\n" if isinstance(line, str) else line for line in lines)
    zipped = zlib.compressobj(wbits=31)
    return header_line(header()) + zipped.compress(body) + zipped.flush()


def read(data: bytes, size: int = 1000, passphrase: str = "") -> list[Document]:
    line, told, body = header_of(cut(data, size), SCHEMAS)
    return list(read_documents(line, told, body, secret=SECRET, schemas=SCHEMAS, passphrase=passphrase))


def cut(data: bytes, size: int) -> Iterator[bytes]:
    yield from (data[at : at + size] for at in range(0, len(data), size))


def plain(documents: Iterable[Document]) -> list[tuple[Any, ...]]:
    return [document[:3] for document in documents]


def document(key: str, namespace: tuple[str, ...] = FACTS, **value: Any) -> Document:
    return Document(namespace, key, value)


@settings(max_examples=25)
@given(st.dictionaries(TEXTS.filter(lambda k: k and "\0" not in k), VALUES, max_size=6), st.integers(1, 400))
def test_any_documents_are_read_as_they_were_written_however_the_file_comes_in(values: dict[str, Any], size: int):
    told = sorted((document(key, **value) for key, value in values.items()), key=lambda d: place_order(*d[:2]))
    assert plain(read(written({ANN: told}), size)) == plain(told)


def test_parts_of_several_users_keep_their_order():
    epochs = document("h", ("epochs",), epoch=3)
    others = [document("k", ("users", LI, "facts"), text="我住在里斯本")]
    parts = {"epochs": [epochs], LI: others, ANN: [document("a"), document("b")]}
    assert plain(read(written(parts))) == plain([epochs, *others, document("a"), document("b")])


SMALL = written({ANN: [document("a", text="I live in Lisbon"), document("b", text="我住在里斯本")]})


@settings(max_examples=400)
@given(st.integers(0, len(SMALL) - 1), st.integers(1, 255))
def test_a_file_with_any_byte_changed_never_gives_other_documents(at: int, change: int):
    other = bytearray(SMALL)
    other[at] ^= change
    try:
        found = read(bytes(other))
    except BackupError:
        return
    assert plain(found) == plain(read(SMALL))  # a byte that tells nothing, such as the time in the head of the gzip


def test_a_header_that_was_changed_is_refused_at_the_end():
    with pytest.raises(BackupError, match="checksum of the whole differs"):
        read(SMALL.replace(b"2026-03-01", b"2027-03-01", 1))


FORGED = [document("a", text="I live in Paris"), document("b", text="我住在巴黎")]


def test_a_file_that_someone_without_the_secret_wrote_is_refused_whole_as_it_is():
    with pytest.raises(BackupError, match="does not know HOLDFAST_SECRET"):
        read(written({ANN: FORGED}, secret="guessed"))
    as_if_old = written({ANN: FORGED}, header(holdfast_backup=1)).replace(b'p":1', b'p":2', 1)
    with pytest.raises(BackupError, match="checksum"):
        read(as_if_old)


def test_a_file_of_before_backups_were_signed_is_read_and_says_so():
    old = written({ANN: FORGED}, header(holdfast_backup=1), secret="guessed")
    assert plain(read(old)) == plain(FORGED)
    assert not is_signed(header_of(cut(old, 99), SCHEMAS)[1])


def test_a_signature_that_was_taken_off_is_missed():
    lines = zlib.decompress(SMALL.partition(b"\n")[2], wbits=31).splitlines(keepends=True)
    last = json.loads(lines[-1])
    del last["signature"]
    with pytest.raises(BackupError, match="does not know HOLDFAST_SECRET"):
        read(packed(*lines[:-1], json.dumps(last)))


@settings(max_examples=60)
@given(st.integers(0, len(SMALL) - 1))
def test_a_file_that_was_cut_off_anywhere_is_refused(at: int):
    with pytest.raises(BackupError):
        read(SMALL[:at])


@pytest.mark.parametrize("more", [b"x", b"\0" * 10, zlib.compress(b"{}", wbits=31)])
def test_what_follows_the_end_is_refused(more: bytes):
    with pytest.raises(BackupError, match="follows its end"):
        read(SMALL + more)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\n",
        b"hello\n",
        b"[1]\n",
        b"{}\n",
        b'{"holdfast_backup":"1"}\n',
        b"\x89PNG\r\n\x1a\n",
        b"[" * 10**5 + b"\n",
    ],
)
def test_what_is_no_backup_is_told(data: bytes):
    with pytest.raises(BackupError, match="no backup of Holdfast"):
        read(data)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"holdfast_backup": FORMAT + 1}, f"format {FORMAT + 1}.*Upgrade"),
        ({"schemas": {"facts": 3}}, "facts of schema 3, known here: 2. Upgrade"),
        ({"schemas": {"dreams": 1}}, "dreams of schema 1, known here: none. Upgrade"),
        ({"scope": "user"}, "header"),
        ({"users": ["../../etc"]}, "header"),
        ({"created": "yesterday"}, "header"),
        ({"created": "9999-12-31T23:59:59-14:00"}, "header"),
        ({"scope": []}, "header"),
        ({"sealed": {"salt": 1}}, "header"),
    ],
)
def test_a_header_of_the_future_or_not_whole_is_refused(change: dict[str, Any], told: str):
    with pytest.raises(BackupError, match=told):
        read_header(header_line(header(**change)), SCHEMAS)


@pytest.mark.parametrize(
    "namespace",
    [
        ("users", LI, "facts"),
        ("users", ANN),
        ("users", ANN, "..", "facts"),
        ("users", ANN, "facts.", "x"),
        ("users", ANN, "%"),
        ("users", ANN, ""),
        ("users", ANN, "FACTS"),
        ("epochs",),
        ("erasures",),
        ("due",),
        (ANN, "facts"),
        (),
    ],
)
def test_a_document_outside_of_its_users_part_is_refused(namespace: tuple[str, ...]):
    line = json.dumps([list(namespace), "k", {}])
    with pytest.raises(BackupError, match=r"outside of its part|has no place"):
        read(packed(json.dumps({"part": ANN}), line))


@pytest.mark.parametrize("part", ["../ann--0", "ann", "*", "ann--0/x", "", 5, user_root("bob", 0)])
def test_a_part_that_the_header_does_not_name_is_refused(part: Any):
    with pytest.raises(BackupError, match=r"does not name|parts are out of order"):
        read(packed(json.dumps({"part": part})))


@pytest.mark.parametrize(
    "line",
    [
        "[]",
        "[1, 2, 3]",
        '[["users"], "k"]',
        f'[["users", "{ANN}", "facts"], "", {{}}]',
        f'[["users", "{ANN}", "facts"], "a\\u0000", {{}}]',
        f'[["users", "{ANN}", "facts"], "k", []]',
        f'[["users", "{ANN}", "facts"], "k", {{"a": NaN}}]',
        '[["users", 7, "facts"], "k", {}]',
        "[" * 100_000,
        '{"end": "other"}',
        "nonsense",
        "\ud800".encode("utf-8", "surrogatepass") + b"\n",
    ],
)
def test_a_line_that_is_no_document_is_refused(line: str | bytes):
    with pytest.raises(BackupError, match=r"has no place|is no JSON|out of place"):
        read(packed(json.dumps({"part": ANN}), line))


def test_a_document_of_a_newer_schema_is_refused_with_the_remedy():
    with pytest.raises(BackupError, match=r"facts document has schema 3, this Holdfast reads up to 2\. Upgrade"):
        read(written({ANN: [document("k", schema=3)]}))


def test_one_document_twice_or_out_of_order_is_refused():
    for keys in (("a", "a"), ("b", "a")):
        with pytest.raises(BackupError, match="out of order"):
            read(written({ANN: [document(key) for key in keys]}))


def test_a_bomb_is_refused_before_it_fills_memory(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(backup_unpacking, "_FREE_BYTES", 2**18)
    monkeypatch.setattr(backup_unpacking, "LINE_BYTES", 2**20)
    many = written({ANN: [document(f"{n:05}", text="a" * 10_000) for n in range(100)]})
    with pytest.raises(BackupError, match="far more than one may"):
        read(many)
    monkeypatch.setattr(backup_unpacking, "_MOST_TIMES", 10**6)
    assert len(read(many)) == 100
    with pytest.raises(BackupError, match="a line is too long"):
        read(packed("a" * 2**21))


def test_what_points_at_others_comes_after_what_it_points_at():
    kinds = ["threads", "transcript", "heads", "facts", "summary", "messages", "extraction"]
    places = sorted((place_order(("users", ANN, kind), "k"), kind) for kind in kinds)
    assert [kind for _, kind in places][3:] == ["threads", "heads", "extraction", "summary"]


def test_a_sealed_backup_opens_with_its_passphrase_alone(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sealing, "_COST", 2**10)
    told = header(sealed=SEALED)
    seal = Seal(sealing_key("correct horse 电池", SEALED), SEALED, header_line(told))
    data = written({ANN: [document("k", text="我住在里斯本")]}, told, seal)
    assert "里斯本".encode() not in data
    assert plain(read(data, passphrase="correct horse 电池")) == [(FACTS, "k", {"text": "我住在里斯本"})]
    with pytest.raises(BackupError, match="passphrase is another"):
        read(data, passphrase="wrong")
    with pytest.raises(BackupError, match="Give its passphrase"):
        read(data)


def opened(chunks: list[bytes], first: bytes = b"header") -> bytes:
    opening = Opening(KEY, SEALED, first)
    return b"".join(part for chunk in chunks for part in opening.add(chunk)) + opening.last()


def test_chunks_that_were_changed_moved_left_out_or_cut_off_do_not_open():
    text = bytes(3 * CHUNK)
    data = Seal(KEY, SEALED, b"header").last(text)
    ends = [*range(0, len(data), CHUNK + 16), len(data)]
    chunks = [data[a:b] for a, b in pairwise(ends)]
    assert opened(chunks) == text
    assert opened([data]) == text
    one, two, three = chunks
    flipped = bytes([one[0] ^ 1]) + one[1:]
    for wrong in ([two, one, three], [one, three], [one, two], [one], [], [flipped, two, three], [*chunks, b"x"]):
        with pytest.raises(SealError):
            opened(wrong)
    with pytest.raises(SealError):
        opened(chunks, b"another header")
