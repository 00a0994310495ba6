"""The project's own promises: its layout, its import rule, its settings and its make targets."""

import ast
import json
import re
import subprocess
from collections.abc import Iterator
from importlib import import_module
from itertools import pairwise
from pathlib import Path

import pytest

from memory.core.operations.setting_names import SETTINGS

ROOT = Path(__file__).parents[1]
PACKAGES = ("adopt", "graphs", "memory_nodes", "tools", "memory", "evals")

CORE, MODELS, STORAGE, SERVICE = "memory.core", "memory.models", "memory.storage", "memory.service"
BELOW = {
    CORE: (),
    MODELS: (CORE,),
    STORAGE: (CORE,),
    SERVICE: (STORAGE, MODELS, CORE),
    "tools": (SERVICE, STORAGE, MODELS, CORE),
    "memory.web": (SERVICE, STORAGE, MODELS, CORE),
    "memory.client": (SERVICE, STORAGE, MODELS, CORE),
    "memory.terminal": (CORE,),
    "memory_nodes": ("tools", SERVICE, STORAGE, MODELS, CORE),
    "graphs": ("memory_nodes", "tools"),
    "adopt": ("memory_nodes", "tools", SERVICE, STORAGE, MODELS, CORE),
}
RUNNERS = (
    "memory.cli",
    "memory.commands",
    "memory.local_runner",
    "evals",
)
"""They start graphs, so they may import anything."""

PLATFORM_SETTINGS = {"LANGSMITH_TRACING", "LANGGRAPH_NO_VERSION_CHECK"}
"""Settings that the platform reads and .env.example explains."""
PLATFORM_TELLS = {"LANGGRAPH_API_URL", "LANGGRAPH_STORE"}
"""What a server tells its own code; nobody sets these."""


def sources() -> list[Path]:
    return sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))


def module_name(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def layer(module: str) -> str:
    """Return the part of the house a module belongs to: its package, inside `memory` one level deeper."""
    parts = module.split(".")
    return ".".join(parts[:2] if parts[0] == "memory" else parts[:1])


def imports(tree: ast.AST) -> Iterator[str]:
    """Yield every module imported anywhere in a file, functions included, ours as full names."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            yield str(node.module)
            yield from (f"{node.module}.{alias.name}" for alias in node.names if node.module in PACKAGES)


def ours(module: str) -> bool:
    return module.startswith(tuple(f"{package}." for package in PACKAGES))


def wrong_imports(module: str, tree: ast.AST) -> list[str]:
    here = layer(module)
    if here in RUNNERS or module == here == "memory":
        return []
    allowed = (here, *BELOW[here])
    return [name for name in imports(tree) if ours(name) and layer(name) not in allowed]


@pytest.mark.parametrize("path", sources(), ids=module_name)
def test_imports_point_down(path: Path):
    assert wrong_imports(module_name(path), ast.parse(path.read_text())) == []


@pytest.mark.parametrize(
    ("module", "statement", "fine"),
    [
        ("memory.core.facts.facts", "from memory.core.language.text import clean_text", True),
        ("memory.core.facts.facts", "from memory.storage.facts import read", False),
        ("memory.core.facts.facts", "def f():\n    import memory.models.chat", False),
        ("memory.storage.turn", "from memory import models", False),
        ("memory.models.chat", "from memory.storage.turn import append", False),
        ("memory.service.recall.recall", "from graphs.agent import graph", False),
        ("memory_nodes.call_model", "from tools.clock import now", True),
        ("tools.clock", "from memory_nodes.call_model import call", False),
        ("graphs.agent", "from memory_nodes.call_model import call_model", True),
        ("graphs.agent", "from memory.storage.turn import append", False),
        ("adopt.memory", "from memory_nodes.approve import approve", True),
        ("adopt.memory", "from graphs.agent import builder", False),
        ("memory_nodes.approve", "from adopt.memory import HoldfastMemory", False),
        ("memory.web.app", "from graphs.agent import graph", False),
        ("memory.cli", "from graphs.agent import builder", True),
    ],
)
def test_the_import_rule_sees_what_it_must(module: str, statement: str, *, fine: bool):
    assert (wrong_imports(module, ast.parse(statement)) == []) == fine


def test_the_core_knows_no_framework_and_does_no_io():
    banned = {"langchain", "langchain_core", "langchain_openai", "langgraph", "langgraph_sdk", "langsmith", "starlette"}
    banned |= {"asyncio", "httpx", "logging", "os", "pathlib", "psycopg", "random", "socket", "sqlite3", "time"}
    core = [path for path in sources() if layer(module_name(path)) == CORE]
    found = {module_name(p): sorted(banned & set(imports(ast.parse(p.read_text())))) for p in core}
    assert {module: names for module, names in found.items() if names} == {}


def test_packages_re_export_nothing():
    full = [str(p.relative_to(ROOT)) for p in sources() if p.name == "__init__.py" and p.read_text().strip()]
    assert full == []


@pytest.mark.parametrize("package", PACKAGES)
def test_our_packages_are_the_ones_imported(package: str):
    assert Path(str(import_module(package).__file__)).parent == ROOT / package


def settings_read(tree: ast.AST) -> Iterator[str]:
    """Yield the names of settings in a file: our own wherever they stand alone, others where they are read."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and re.fullmatch(r"HOLDFAST_[A-Z_]+", str(node.value)):
            yield str(node.value)
        elif isinstance(node, ast.Subscript) and ast.unparse(node.value) == "os.environ" and _is_read(node):
            yield str(ast.literal_eval(node.slice))
        elif isinstance(node, ast.Call) and ast.unparse(node.func) in {"os.environ.get", "os.getenv", "environ.get"}:
            yield str(ast.literal_eval(node.args[0]))


def _is_read(node: ast.Subscript) -> bool:
    return isinstance(node.ctx, ast.Load)


def env_example() -> list[str]:
    return (ROOT / ".env.example").read_text().splitlines()


def setting_of(line: str) -> str | None:
    """Return the setting a line of .env.example sets, commented out or not."""
    found = re.match(r"(?:# )?([A-Z][A-Z_]+)=", line)
    return found[1] if found else None


def test_every_setting_the_code_reads_is_explained_in_env_example():
    listed = [name for name in map(setting_of, env_example()) if name]
    product = [path for path in sources() if layer(module_name(path)) != "evals"]
    read = {name for path in product for name in settings_read(ast.parse(path.read_text()))}
    assert len(listed) == len(set(listed))
    assert set(listed) == (read - PLATFORM_TELLS) | PLATFORM_SETTINGS


def test_doctor_knows_every_setting():
    listed = {name for name in map(setting_of, env_example()) if name and name.startswith("HOLDFAST_")}
    assert listed == SETTINGS, "add it to memory/core/operations/setting_names.py"


def test_every_setting_in_env_example_has_its_comment():
    bare = [b for a, b in pairwise(env_example()) if setting_of(b) and (setting_of(a) or not a.startswith("# "))]
    assert bare == []


def test_the_local_configuration_differs_only_in_where_data_lies():
    served = json.loads((ROOT / "langgraph.json").read_text())
    local = json.loads((ROOT / "langgraph.local.json").read_text())
    assert local.pop("store").keys() == local.pop("checkpointer").keys() == {"path"}
    assert local == served


def test_graphs_and_app_are_named_by_module_path():
    config = json.loads((ROOT / "langgraph.json").read_text())
    assert all("/" not in path for path in [*config["graphs"].values(), config["http"]["app"]])


def test_make_help_lists_every_target():
    makefile = (ROOT / "Makefile").read_text()
    phony = " ".join(re.findall(r"^\.PHONY:(.*)$", makefile, re.MULTILINE)).split()
    shown = subprocess.run(["make"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert re.findall(r"make ([a-z-]+)", shown) == phony
    assert set(phony) == set(re.findall(r"^([a-z][a-z-]*):(?!=)", makefile, re.MULTILINE))


def test_the_lock_pins_versions_and_names_no_address():
    lines = (ROOT / "requirements.lock").read_text().splitlines()
    assert [line for line in lines if not re.fullmatch(r"[A-Za-z0-9._-]+==[A-Za-z0-9.+!_-]+", line)] == []


def test_the_lock_holds_every_dependency_of_the_project():
    pins = {line.split("==")[0].lower().replace("_", "-") for line in (ROOT / "requirements.lock").read_text().split()}
    named = set(re.findall(r'^  "([a-z-]+)(?:\[[a-z,]+\])?[>=]', (ROOT / "pyproject.toml").read_text(), re.MULTILINE))
    assert len(named) > 20
    assert named <= pins
