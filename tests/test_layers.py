"""Imports between packages go downward, the core is pure, and each third-party package has its place."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

SRC = Path(__file__).resolve().parent.parent / "src"

# A package imports from lower levels, and inside its level only from the left.
LEVELS: tuple[tuple[str, ...], ...] = (
    ("_record", "matching"),
    ("answer", "messages", "errors", "chess960", "regulations", "model"),
    ("history", "elo", "load_result", "json_codec", "trf", "json_format"),
    ("pairing", "ranking", "rating"),
    (
        *("files", "collation", "formats", "arrays", "simulation", "checking", "generator", "crosscheck"),
        *("serialize", "storage", "tournaments", "spreadsheets", "rating_lists", "rating_periods"),
    ),
    ("formatting", "presentation", "charts", "documents", "web", "cli", "compat", "__main__"),
)
PLACES = {name: (level, column) for level, names in enumerate(LEVELS) for column, name in enumerate(names)}
REGULATIONS = 3
"""The level whose packages never import each other; levels up to it are the pure core."""
INTERFACES = 5
"""The level that may import the `rookery` facade."""

THIRD_PARTIES = {
    "arrays": {"numpy"},
    "rating_lists": {"rapidfuzz"},
    "collation": {"icu", "pyuca"},
    "simulation": {"distributed", "vl_convert"},
    "storage": {"sqlalchemy", "alembic"},
    "spreadsheets": {"openpyxl"},
    "documents": {"typst"},
    "cli": {"pyarrow"},
    "files": {"platformdirs"},
    "web": {
        "argon2",
        "authlib",
        "httpx",
        "joserfc",
        "prometheus_client",
        "starlette",
        "jinja2",
        "uvicorn",
        "openpyxl",
        "segno",
        "markupsafe",
    },
}
STORAGE_IMPORTS = {"storage", "_record", "errors"}
"""What the database package may import of ours: it knows no chess."""

# The core is a function of its arguments: no files, clock, environment, processes or unseeded randomness.
IMPURE_MODULES = {
    *("argparse", "asyncio", "concurrent", "ctypes", "fileinput", "getpass", "glob", "http", "locale", "logging"),
    *("mmap", "multiprocessing", "os", "pathlib", "platform", "secrets", "select", "shutil", "signal", "socket"),
    *("sqlite3", "subprocess", "tempfile", "threading", "time", "tkinter", "urllib", "uuid", "webbrowser"),
}
IMPURE_CALLS = {"open", "print", "input", "breakpoint", "eval", "exec"}
IMPURE_METHODS = {"now", "today", "utcnow", "read_text", "read_bytes", "write_text", "write_bytes"}
PURE_PARTS = {"sys": {"intern", "maxsize", "modules"}, "random": {"Random"}, "io": {"StringIO", "BytesIO"}}
CODE_GENERATORS = {"rookery.model._construct", "rookery._record"}
"""Modules that compile functions from the names of fields alone."""


def module_name(path: Path) -> str:
    parts = path.relative_to(SRC).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_name(path): path for path in sorted((SRC / "rookery").rglob("*.py"))}


@cache
def parse_module(name: str) -> ast.Module:
    return ast.parse(MODULES[name].read_text("utf-8"))


def package_of(module: str) -> str:
    """Return the part after `rookery`, or an empty string for the facade itself."""
    return module.split(".")[1] if "." in module else ""


def imported_names(name: str, tree: ast.AST, nodes: Iterator[ast.AST] | None = None) -> Iterator[tuple[int, str]]:
    """Yield line and absolute dotted name of every import in a module."""
    is_package = name in MODULES and MODULES[name].name == "__init__.py"
    for node in nodes or ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            parts = name.split(".")
            parents = parts[: len(parts) - node.level + is_package] if node.level else []
            base = ".".join([*parents, node.module] if node.module else parents)
            yield from ((node.lineno, f"{base}.{alias.name}") for alias in node.names)


def layer_faults(name: str, tree: ast.AST) -> list[str]:
    """Return the imports of a module that leave its level in the wrong direction."""
    package = package_of(name)
    if not package or package == "_version":
        return []
    if package not in PLACES:
        return [f"{name}: the package {package} is on no level of LEVELS"]
    level, column = PLACES[package]
    faults = []
    for line, dotted in imported_names(name, tree):
        target = package_of(dotted)
        if dotted.split(".")[0] != "rookery" or target in (package, "_version", "__version__"):
            continue
        place = f"{name}:{line} imports {dotted}"
        if target not in PLACES:
            faults += [f"{place}: only level {INTERFACES} imports the facade"] if level < INTERFACES else []
        elif package == "storage" and target not in STORAGE_IMPORTS:
            faults.append(f"{place}: the storage knows no chess")
        elif PLACES[target][0] > level:
            faults.append(f"{place}: upward")
        elif PLACES[target][0] == level == REGULATIONS:
            faults.append(f"{place}: the packages of level {REGULATIONS} never import each other")
        elif PLACES[target][0] == level and PLACES[target][1] > column:
            faults.append(f"{place}: rightward")
    return faults


def third_party_faults(name: str, tree: ast.AST) -> list[str]:
    """Return the imports that are neither of the standard library, nor ours, nor allowed in this package."""
    allowed = (
        THIRD_PARTIES.get(package_of(name), set[str]())
        | sys.stdlib_module_names
        | {"rookery", "__future__", "annotationlib"}
    )
    imports = imported_names(name, tree)
    return [f"{name}:{line} imports {dotted}" for line, dotted in imports if dotted.split(".")[0] not in allowed]


def purity_faults(name: str, tree: ast.AST) -> list[str]:
    """Return the uses of files, clocks, the environment and unseeded randomness in the core."""
    if PLACES.get(package_of(name), (INTERFACES, 0))[0] > REGULATIONS:
        return []
    faults = []
    for line, dotted in imported_names(name, tree):
        first, _, rest = dotted.partition(".")
        if first in IMPURE_MODULES or (rest and rest not in PURE_PARTS.get(first, {rest})):
            faults.append(f"{name}:{line} imports {dotted}")
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            if node.attr not in PURE_PARTS.get(node.value.id, {node.attr}):
                faults.append(f"{name}:{node.lineno} uses {node.value.id}.{node.attr}")
        elif isinstance(node, ast.Call):
            called = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            impure = IMPURE_CALLS if isinstance(node.func, ast.Name) else IMPURE_METHODS
            if called in impure and not (called == "exec" and name in CODE_GENERATORS):
                faults.append(f"{name}:{node.lineno} calls {called}()")
            if called == "Random" and not node.args and not node.keywords:
                faults.append(f"{name}:{node.lineno} creates a Random without a seed")
    return faults


CHECKS = {"layers": layer_faults, "third parties": third_party_faults, "purity": purity_faults}


@pytest.mark.parametrize("check", CHECKS)
def test_modules_keep_to_the_architecture(check: str) -> None:
    assert [fault for name in MODULES for fault in CHECKS[check](name, parse_module(name))] == []


def import_time_nodes(node: ast.AST) -> Iterator[ast.AST]:
    """Yield what runs when a module is imported: no function bodies, nothing for type checkers alone."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            continue
        if not (isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test)):
            yield child
            yield from import_time_nodes(child)


def test_there_is_no_import_cycle() -> None:
    graph: dict[str, set[str]] = {}
    for name in MODULES:
        tree = parse_module(name)
        dotted = {target for _, target in imported_names(name, tree, import_time_nodes(tree))}
        targets = {part for target in dotted for part in (target, target.rpartition(".")[0]) if part in MODULES}
        # An __init__ that re-exports the names of its own modules is no cycle.
        graph[name] = {target for target in targets if target != name and not name.startswith(f"{target}.")}
    TopologicalSorter(graph).prepare()


@pytest.mark.parametrize(
    ("name", "source", "check"),
    [
        ("rookery.helpers", "", "layers"),
        ("rookery.model", "from rookery.history.history import History", "layers"),
        ("rookery.model", "if TYPE_CHECKING:\n    from ..history import History", "layers"),
        ("rookery.history.pairing_numbers", "def f():\n    from rookery import elo", "layers"),
        ("rookery.ranking.standings", "from rookery.rating import rate", "layers"),
        ("rookery.checking.checker", "from rookery import pair", "layers"),
        ("rookery.storage.event_log", "from rookery.model import Player", "layers"),
        ("rookery.ranking.crosstable", "import numpy", "third parties"),
        ("rookery.tournaments", "def f():\n    import starlette", "third parties"),
        ("rookery.trf.read", "data = open('x').read()", "purity"),
        ("rookery.trf.read", "text = path.read_text()", "purity"),
        ("rookery.elo", "import os.path", "purity"),
        ("rookery.elo", "import sys\nsys.stdin.read()", "purity"),
        ("rookery.elo", "import random\nrandom.shuffle(x)", "purity"),
        ("rookery.elo", "import random\nrandom.Random()", "purity"),
        ("rookery.elo", "from datetime import date\ndate.today()", "purity"),
    ],
)
def test_a_departure_is_reported(name: str, source: str, check: str) -> None:
    assert len(CHECKS[check](name, ast.parse(source))) == 1


@pytest.mark.parametrize(
    ("name", "source"),
    [
        (
            "rookery.history.pairing_numbers",
            "from rookery.history.scoring import PointSystem\nfrom .model import Player\nimport bisect",
        ),
        ("rookery.elo", "import random\nr = random.Random(7)\nfrom datetime import date\nfrom sys import intern"),
        (
            "rookery.generator.generate",
            "import random, time\nprint(random.random())\nfrom ..pairing import dutch",
        ),
        (
            "rookery.cli.commands.show",
            "import rookery\nfrom rookery import load\nfrom ..render import table",
        ),
        ("rookery.storage.tables", "import sqlalchemy\nfrom rookery.errors import ConflictError"),
    ],
)
def test_what_is_allowed_is_not_reported(name: str, source: str) -> None:
    assert [fault for check in CHECKS.values() for fault in check(name, ast.parse(source))] == []
