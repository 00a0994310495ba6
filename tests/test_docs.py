"""The documents tell what the code does: drawings, paths, defaults, settings, namespaces and decisions."""

import ast
import inspect
import re
from collections.abc import Iterator
from importlib import import_module
from itertools import pairwise
from pathlib import Path

import pytest

from memory.core import namespaces
from memory.core.defaults import DEFAULTS, Defaults

ROOT = Path(__file__).parents[1]
DECISIONS = sorted((ROOT / "docs" / "decisions").glob("*.md"))
PAGES = [*(ROOT / name for name in ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "docs/facts.md")), *DECISIONS]
GRAPHS = ("graphs.agent", "graphs.consolidation")

Edge = tuple[str, str, bool]
"""Source, target, and whether it is conditional (a dashed arrow)."""

_ARROW = re.compile(r"\s*(-->|-\.->)\s*(?:\|[^|]*\|\s*)?")
_ENDS = {"START": "__start__", "END": "__end__"}
_PATH = re.compile(r"`([\w./-]+(?:/|\.(?:py|md|json|toml|lock|example)))`")
_LINK = re.compile(r"\]\((?!https?://)([^)#]+)")

each_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)


def section(page: str, heading: str) -> str:
    """Return what stands under a heading, up to the next of its rank."""
    _, _, rest = (ROOT / page).read_text().partition(f"\n## {heading}\n")
    assert rest, f"{page} has no section {heading!r}"
    return rest.split("\n## ")[0]


def rows(text: str) -> list[list[str]]:
    """Return the cells of the tables in a text, without their heads."""
    lines = [line.strip().strip("|") for line in text.splitlines() if line.startswith("|")]
    cells = [[cell.strip() for cell in line.split(" | ")] for line in lines]
    rules = [i for i, row in enumerate(cells) if set("".join(row)) <= set("-| ")]
    return [row for i, row in enumerate(cells) if i not in rules and i + 1 not in rules]


def drawing(module: str) -> str:
    """Return the README's Mermaid block that says it draws the graph of `module`."""
    blocks = re.findall(r"```mermaid\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
    named = [block for block in blocks if f"%% {module.replace('.', '/')}.py\n" in block]
    assert len(named) == 1
    return str(named[0])


def drawn_edges(mermaid: str) -> Iterator[Edge]:
    """Yield the edges of a Mermaid flowchart; a line may chain several."""
    for line in mermaid.splitlines():
        parts = _ARROW.split(line.strip())
        names = [_name(part) for part in parts[::2]]
        for (source, target), arrow in zip(pairwise(names), parts[1::2], strict=True):
            yield source, target, arrow == "-.->"


def _name(node: str) -> str:
    name = re.split(r"[(\[{]", node)[0].strip()
    return _ENDS.get(name, name)


def test_the_reader_of_drawings_sees_what_it_must():
    mermaid = "flowchart TD\n  %% a comment\n  START([go]) --> a --> b\n  b -.->|said, so| END([stop])\n  b-.->c[text]"
    assert list(drawn_edges(mermaid)) == [
        ("__start__", "a", False),
        ("a", "b", False),
        ("b", "__end__", True),
        ("b", "c", True),
    ]


@pytest.mark.parametrize("module", GRAPHS)
def test_the_readme_draws_the_graph_that_runs(module: str):
    graph = import_module(module).graph.get_graph()
    edges = list(drawn_edges(drawing(module)))
    assert len(edges) == len(set(edges))
    assert set(edges) == {(e.source, e.target, e.conditional) for e in graph.edges}
    assert {node for source, target, _ in edges for node in (source, target)} == set(graph.nodes)


def test_the_life_of_one_turn_tells_each_node_once():
    told = re.findall(r"^\d+\. `(\w+)`", section("ARCHITECTURE.md", "The life of one turn"), re.MULTILINE)
    nodes = set(import_module("graphs.agent").graph.get_graph().nodes) - set(_ENDS.values())
    assert len(told) == len(set(told))
    assert set(told) == nodes


def test_a_node_is_the_function_of_its_file():
    for module in GRAPHS:
        for name in set(import_module(module).graph.get_graph().nodes) - set(_ENDS.values()):
            assert inspect.iscoroutinefunction(getattr(import_module(f"memory_nodes.{name}"), name))


@each_page
def test_every_path_a_document_names_exists(page: Path):
    assert [path for path in _PATH.findall(page.read_text()) if not (ROOT / path).exists()] == []


@each_page
def test_every_link_between_documents_leads_somewhere(page: Path):
    assert [link for link in _LINK.findall(page.read_text()) if not (page.parent / link).exists()] == []


@pytest.mark.parametrize(("page", "heading"), [("README.md", "Where to change what"), ("ARCHITECTURE.md", "The map")])
def test_every_row_of_a_map_names_a_place_in_the_code(page: str, heading: str):
    table = rows(section(page, heading))
    assert len(table) > 10
    assert [row for row in table if not _PATH.search(row[1])] == []


@each_page
def test_every_make_target_a_document_names_exists(page: Path):
    targets = set(re.findall(r"^([a-z][a-z-]*):(?!=)", (ROOT / "Makefile").read_text(), re.MULTILINE))
    assert set(re.findall(r"(?:`|^)make ([a-z-]+)", page.read_text(), re.MULTILINE)) <= targets


@each_page
def test_every_setting_a_document_names_is_in_env_example(page: Path):
    explained = set(re.findall(r"HOLDFAST_[A-Z_]+", (ROOT / ".env.example").read_text()))
    assert set(re.findall(r"HOLDFAST_[A-Z_]+", page.read_text())) <= explained


@each_page
def test_every_identifier_a_document_names_is_in_the_code(page: Path):
    sources = [path for folder in ("memory", "memory_nodes", "tools") for path in (ROOT / folder).rglob("*.py")]
    known = {word for path in sources for word in re.findall(r"\w+", path.read_text())}
    named = set(re.findall(r"`([A-Z]+(?:_[A-Z]+)+|[a-z]+(?:_[a-z]+)+)`", page.read_text()))
    assert {name for name in named if not name.startswith("HOLDFAST_")} <= known | {path.stem for path in sources}


def defaults_table() -> list[list[str]]:
    """Return name, value and meaning of each default as ARCHITECTURE.md must show them."""
    body = next(node for node in ast.parse(inspect.getsource(Defaults)).body if isinstance(node, ast.ClassDef)).body
    return [
        [f"`{field.target.id}`", _shown(field), str(ast.literal_eval(meaning.value)).removesuffix(".")]
        for field, meaning in pairwise(body)
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name) and isinstance(meaning, ast.Expr)
    ]


def _shown(field: ast.AnnAssign) -> str:
    assert field.value is not None
    if not isinstance(field.value, ast.Constant):
        return ast.unparse(field.value)
    value = field.value.value
    return f"`{value}`" if isinstance(value, str) else f"{value:,}" if isinstance(value, int) else f"{value:g}"


def test_the_architecture_prints_every_default_with_its_value_and_meaning():
    wanted = defaults_table()
    assert {row[0].strip("`") for row in wanted} == set(vars(DEFAULTS))
    text = "\n".join(f"| {' | '.join(row)} |" for row in wanted)
    assert rows(section("ARCHITECTURE.md", "Defaults")) == wanted, f"ARCHITECTURE.md must show:\n{text}"


def code_namespaces() -> set[tuple[str, ...]]:
    """Return every namespace of the code, its parameters by the names the documents use."""
    samples = {"root": "u", "thread": "t", "bucket": 0, "scope": "s"}
    told = {"u": "U", "t": "T", "s": "S", "00000000": "bucket"}
    found = {value for value in vars(namespaces).values() if isinstance(value, tuple)}
    for _, function in inspect.getmembers(namespaces, inspect.isfunction):
        if function.__module__ == namespaces.__name__ and function is not namespaces.user:
            labels = function(*(samples[name] for name in inspect.signature(function).parameters))
            found.add(tuple(told.get(label, label) for label in labels))
    return found


def test_the_architecture_tells_what_lies_in_every_namespace():
    first = [row[0] for row in rows(section("ARCHITECTURE.md", "What lies where in the store"))]
    told = {tuple(re.findall(r"[\w-]+", namespace)) for namespace in first}
    assert len(first) == len(told)
    assert told == code_namespaces()


@pytest.mark.parametrize("page", DECISIONS, ids=lambda page: page.stem)
def test_a_decision_tells_context_decision_and_consequences_in_one_screen(page: Path):
    text = page.read_text()
    assert text.startswith(f"# {page.name[:4]}. ")
    assert re.search(r"^Date: \d{4}-\d\d-\d\d\. Status: .+\.$", text, re.MULTILINE)
    assert re.findall(r"^## (.+)$", text, re.MULTILINE) == ["Context", "Decision", "Consequences"]
    assert len(text.splitlines()) <= 30


def test_every_test_that_the_page_about_facts_names_exists():
    named = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", (ROOT / "docs" / "facts.md").read_text())
    assert len(named) > 50
    sources = {path: (ROOT / path).read_text() if (ROOT / path).exists() else "" for path, _ in named}
    assert [f"{path}::{name}" for path, name in named if f"def {name}(" not in sources[path]] == []


def test_decisions_are_numbered_without_a_gap():
    assert [int(page.name[:4]) for page in DECISIONS] == list(range(1, len(DECISIONS) + 1))


@each_page
def test_lines_of_a_document_are_readable_in_an_editor(page: Path):
    long = [line for line in page.read_text().splitlines() if len(line) > 130 and not line.startswith("|")]
    assert long == []
