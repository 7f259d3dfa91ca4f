"""The floor plan holds: every module has its place, imports only from below, and the core touches nothing outside.

The plan is in `tests/support/floor_plan.py`: whoever adds a module adds its word there.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator

import pytest

from support.floor_plan import (
    ANY,
    APART,
    FACADE_FROM,
    FLOORS,
    MODULES,
    OUTSIDE,
    ROOMS,
    is_package,
    place,
    row,
    unplaced,
)

# Who may import what that is neither Python's nor ours.
THIRD_PARTY = {
    "arrays": {"numpy"},
    "lists": {"rapidfuzz", "numpy"},  # names nearly the same; FIDE's whole lists at once
    "simulation": {"distributed", "vl_convert"},  # where somebody asks for a cluster, or for figures
    "store": {"sqlalchemy", "alembic"},
    "entry_tables": {"openpyxl"},
    "papers": {"typst"},
    "cli": {"rich", "pyarrow"},
    "web": {"starlette", "jinja2", "uvicorn", "fastapi", "pydantic", "openpyxl", "segno", "markupsafe"},
}

# Who knows no chess, and what of ours it may import.
NO_CHESS = {"store": {"typed", "values", "errors"}}

# The core (levels 0-3) is a function of its arguments.
CORE = {0, 1, 2, 3}
# fmt: off
FORBIDDEN_MODULES = {
    "argparse", "asyncio", "concurrent", "ctypes", "fileinput", "getpass", "glob", "http", "locale", "logging",
    "mmap", "multiprocessing", "os", "pathlib", "platform", "secrets", "select", "shutil", "signal", "socket",
    "sqlite3", "subprocess", "tempfile", "threading", "time", "tkinter", "urllib", "uuid", "webbrowser",
}
# fmt: on
FORBIDDEN_CALLS = {"open", "print", "input", "breakpoint", "eval", "exec"}
WRITES_CODE = {
    "rookery.model.unchecked": {"exec"},
    "rookery.values.programs": {"exec"},
}  # from the names of fields alone
FORBIDDEN_METHODS = {"now", "today", "utcnow", "read_text", "read_bytes", "write_text", "write_bytes"}
ALLOWED_OF = {"sys": {"intern", "maxsize"}, "random": {"Random"}, "io": {"StringIO", "BytesIO"}}


# -- reading the house -------------------------------------------------------------------------------------------------


def imports(name: str, tree: ast.AST, package: bool) -> Iterator[tuple[int, str]]:
    """Line and full dotted name of everything a module imports, wherever in it the import stands."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                up = name.split(".")[: len(name.split(".")) - node.level + package]
                base = ".".join([*up, base] if base else up)
            for alias in node.names:
                yield node.lineno, f"{base}.{alias.name}"


def module_of(dotted: str, known: set[str]) -> str:
    """The module of Rookery that an imported dotted name lies in."""
    while dotted not in known and "." in dotted:
        dotted = dotted.rpartition(".")[0]
    return dotted


# -- the rules ---------------------------------------------------------------------------------------------------------


def misdirected(name: str, tree: ast.AST, known: set[str], package: bool) -> list[str]:
    """Imports that do not go downward, or leftward inside a level."""
    if name in OUTSIDE or unplaced(name):
        return []
    here, faults = place(name), []
    assert here is not None
    for line, dotted in imports(name, tree, package):
        if dotted.split(".")[0] != "rookery":
            continue
        target = module_of(dotted, known)
        if target == "rookery._version" or target == name or unplaced(target):
            continue
        said = f"{name}:{line} imports {target}"
        if target == "rookery":
            if dotted.count(".") > 1:
                faults.append(f"{name}:{line} imports {dotted}: there is no such module")
            elif dotted != "rookery.__version__" and here[0] < FACADE_FROM:
                faults.append(f"{said}: only level {FACADE_FROM} comes in by the front door")
            continue
        there = place(target)
        assert there is not None
        if target.split(".")[1] == name.split(".")[1]:
            mine, other = row(name), row(target)
            assert mine is not None
            assert other is not None
            if mine == -1:  # a package's own __init__ may gather what lies in it
                continue
            if other == -1:
                faults.append(f"{said}: a module does not import the package around it")
            elif other >= mine:
                faults.append(f"{said}: not from a lower row of its package")
        elif there[0] > here[0]:
            faults.append(f"{said}: upward, from level {here[0]} to {there[0]}")
        elif there[0] == here[0] and here[0] in APART:
            faults.append(f"{said}: the packages of level {here[0]} never import each other")
        elif there[0] == here[0] and there[1] > here[1]:
            faults.append(f"{said}: rightward inside level {here[0]}")
    return faults


def chess(name: str, tree: ast.AST, known: set[str], package: bool) -> list[str]:
    """Imports of what knows chess, by what is to know none."""
    first = name.split(".")[1] if "." in name else ""
    if first not in NO_CHESS:
        return []
    ours = {line: module_of(each, known) for line, each in imports(name, tree, package) if each.startswith("rookery.")}
    return [
        f"{name}:{line} imports {target}: {first} knows no chess"
        for line, target in ours.items()
        if target == "rookery" or target.split(".")[1] not in {first, *NO_CHESS[first]}
    ]


def strangers(name: str, tree: ast.AST, package: bool) -> list[str]:
    """Imports that are neither of the standard library nor ours, where they do not belong."""
    first = name.split(".")[1] if "." in name else ""
    allowed = THIRD_PARTY.get(first, set[str]()) | sys.stdlib_module_names | {"rookery", "__future__"}
    return [
        f"{name}:{line} imports {dotted}"
        for line, dotted in imports(name, tree, package)
        if dotted.split(".")[0] not in allowed
    ]


def outside_world(name: str, tree: ast.AST, package: bool) -> list[str]:
    """Files, clocks, the environment and unseeded chance in the core."""
    here = None if name in OUTSIDE else place(name)
    if here is None or here[0] not in CORE:
        return []
    faults = []
    for line, dotted in imports(name, tree, package):
        first, _, rest = dotted.partition(".")
        if first in FORBIDDEN_MODULES or (rest and rest not in ALLOWED_OF.get(first, {rest})):
            faults.append(f"{name}:{line} imports {dotted}")
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in ALLOWED_OF:
            if node.attr not in ALLOWED_OF[node.value.id]:
                faults.append(f"{name}:{node.lineno} uses {node.value.id}.{node.attr}")
        elif isinstance(node, ast.Call):
            called = node.func
            if isinstance(called, ast.Name) and called.id in FORBIDDEN_CALLS - WRITES_CODE.get(name, set[str]()):
                faults.append(f"{name}:{node.lineno} calls {called.id}()")
            elif isinstance(called, ast.Attribute) and called.attr in FORBIDDEN_METHODS:
                faults.append(f"{name}:{node.lineno} calls .{called.attr}()")
        if (
            isinstance(node, ast.Call)
            and not node.args
            and not node.keywords
            and ast.unparse(node.func).endswith("Random")
        ):
            faults.append(f"{name}:{node.lineno} makes a Random without a seed")
    return faults


def faults_of(name: str, source: str, known: set[str], package: bool = False) -> list[str]:
    """Everything the floor plan has against one module."""
    tree = ast.parse(source)
    found = [
        *unplaced(name),
        *misdirected(name, tree, known, package),
        *chess(name, tree, known, package),
        *strangers(name, tree, package),
        *outside_world(name, tree, package),
    ]
    return list(dict.fromkeys(found))


@pytest.mark.parametrize("name", sorted(MODULES))
def test_a_module_keeps_to_the_floor_plan(name: str) -> None:
    faults = faults_of(name, MODULES[name].read_text("utf-8"), set(MODULES), is_package(name))
    assert not faults, "\n" + "\n".join(faults)


def test_there_is_a_house() -> None:
    assert {"rookery", "rookery._version"} <= set(MODULES)


def test_every_folder_is_a_package() -> None:
    bare = {path.parent for path in MODULES.values() if not (path.parent / "__init__.py").exists()}
    assert not bare, "no __init__.py in " + ", ".join(sorted(path.name for path in bare))


def test_a_module_is_on_one_level_and_in_one_row() -> None:
    names = [name for level in FLOORS.values() for name in level]
    assert len(names) == len(set(names))
    for package, rows in ROOMS.items():
        assert package in names
        inside = [name for each in rows for name in each]
        assert len(inside) == len(set(inside)), package


# -- the rules themselves, tried on houses that break them -------------------------------------------------------------

TOWN = {f"rookery.{name}" for level in FLOORS.values() for name in level} | OUTSIDE
TOWN |= {
    f"rookery.{package}.{name}" for package, rows in ROOMS.items() for each in rows for name in each if ANY not in name
}
TOWN |= {"rookery.cli.commands", "rookery.cli.commands.show", "rookery.cli.commands.convert"}


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("rookery.order", "from rookery.scoring import PointSystem\nfrom .model import Player\nimport bisect"),
        ("rookery.history", "from rookery import order, _version"),
        (
            "rookery.pairing.dutch",
            "from . import bracket\nfrom ..history import View\nfrom ..faces.face import Face",
        ),
        ("rookery.faces.face", "from rookery.faces.matching import Mate"),
        ("rookery.checking.generator", "import random, time\nprint(random.random())\nfrom ..pairing import dutch"),
        (
            "rookery.cli.commands.show",
            "import rookery\nfrom rookery import load\nfrom ..render import table\nimport rich",
        ),
        ("rookery.cli.main", "from rookery.cli.commands import show, convert"),
        ("rookery.elo", "import random\nr = random.Random(7)\nfrom datetime import date\nfrom sys import intern"),
        ("rookery.store.engine", "import sqlalchemy, sqlite3\nfrom rookery.errors import Conflict"),
        ("rookery.store.schema", "def f():\n    from alembic import op\n    from ..values import frozen"),
        ("rookery.desk", "from rookery.store.records import Record\nfrom rookery.formats import pair"),
        ("rookery.arrays", "import numpy as np\nfrom rookery.rating import change"),
    ],
)
def test_what_the_plan_allows(name: str, source: str) -> None:
    assert faults_of(name, source, TOWN) == []


@pytest.mark.parametrize(
    ("name", "source", "says"),
    [
        ("rookery.helpers", "", "on no level"),
        ("rookery.pairing.helpers", "", "in no row"),
        ("rookery.model.deep", "", "in no row"),
        ("rookery.model", "from rookery.history import History", "upward"),
        ("rookery.model", "if TYPE_CHECKING:\n    from .history import History", "upward"),
        ("rookery.order", "def f():\n    from rookery import elo", "rightward"),
        ("rookery.errors", "from .model import Player", "rightward"),
        ("rookery.ranking.rank", "from rookery.rating import change", "never import each other"),
        ("rookery.pairing.team", "from ..ranking.crosstable import CrossTable", "never import each other"),
        ("rookery.pairing.dubov", "from .burstein import BURSTEIN_2026", "lower row"),
        ("rookery.faces.matching", "from .face import Face", "lower row"),
        ("rookery.pairing.seat", "from rookery.pairing import pair", "package around it"),
        ("rookery.faces.face", "from rookery.model import Player", "upward"),
        ("rookery.faces.matching", "from rookery import errors", "upward"),
        ("rookery.cli.commands.show", "from .convert import run", "lower row"),
        ("rookery.cli.commands.show", "from rookery.cli import commands", "lower row"),
        ("rookery.cli.commands.show", "from ..main import main", "lower row"),
        ("rookery.cli.render", "from .commands import show", "lower row"),
        ("rookery.cli.commands.deep.show", "", "in no row"),
        ("rookery.cli.show", "", "in no row"),
        ("rookery.checking.checker", "from rookery import pair", "front door"),
        ("rookery.checking.checker", "import rookery", "front door"),
        ("rookery.checking.checker", "from rookery.helpers import this", "no such module"),
        ("rookery.ranking.crosstable", "import numpy", "imports numpy"),
        ("rookery.checking.checker", "import rich", "imports rich"),
        ("rookery.store.log", "from rookery.model import Player", "knows no chess"),
        ("rookery.store.log", "from rookery.one_step import write", "knows no chess"),
        ("rookery.store.log", "def f():\n    from ..formats.pairing import pair", "knows no chess"),
        ("rookery.store.log", "from rookery.desk import events", "rightward"),
        ("rookery.desk", "import sqlalchemy", "imports sqlalchemy"),
        ("rookery.desk", "def f():\n    import starlette", "imports starlette"),
        ("rookery.trf.read", "from pathlib import Path", "imports pathlib"),
        ("rookery.trf.read", "data = open('x').read()", "calls open()"),
        ("rookery.trf.read", "import io\nio.open('x')", "io.open"),
        ("rookery.trf.read", "text = path.read_text()", ".read_text()"),
        ("rookery.elo", "print(1)", "calls print()"),
        ("rookery.elo", "import time", "imports time"),
        ("rookery.elo", "import os.path", "imports os"),
        ("rookery.elo", "import sys\nsys.stdin.read()", "sys.stdin"),
        ("rookery.elo", "from sys import argv", "imports sys.argv"),
        ("rookery.elo", "import random\nrandom.shuffle(x)", "random.shuffle"),
        ("rookery.elo", "from random import choice", "random.choice"),
        ("rookery.elo", "import random\nrandom.Random()", "without a seed"),
        ("rookery.elo", "from datetime import date\ndate.today()", ".today()"),
    ],
)
def test_what_the_plan_forbids(name: str, source: str, says: str) -> None:
    faults = faults_of(name, source, TOWN)
    assert any(says in fault for fault in faults), faults
