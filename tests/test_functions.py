"""Functions are short and modules import each other in no circle."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

SRC = Path(__file__).resolve().parent.parent / "src"
LONGEST = 40  # lines of a function, its docstring among them


def functions(path: Path) -> Iterator[tuple[str, int]]:
    """Every function of a module with its lines."""
    module = ".".join(path.relative_to(SRC).with_suffix("").parts)
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield f"{module}.{node.name}", (node.end_lineno or node.lineno) - node.lineno + 1


def modules() -> dict[str, Path]:
    """Every module by its name."""
    found = {}
    for path in SRC.rglob("*.py"):
        parts = path.relative_to(SRC).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imports(name: str, path: Path, known: dict[str, Path]) -> set[str]:
    """The modules that a module needs while it is being imported; what a function fetches later makes no circle."""
    found = set()
    for node in at_once(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return {one for one in found if one in known and one != name}


def at_once(node: ast.AST) -> Iterator[ast.AST]:
    """What runs when the module is imported."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            continue
        if isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test):
            continue
        yield child
        yield from at_once(child)


def test_no_function_is_long() -> None:
    lengths = [one for path in SRC.rglob("*.py") for one in functions(path)]
    assert {name: lines for name, lines in lengths if lines > LONGEST} == {}


def test_no_import_goes_in_a_circle() -> None:
    known = modules()
    # A package says again what its modules say: `from package.module import name` in its __init__ is no circle.
    graph = {name: imports(name, path, known) for name, path in known.items()}
    graph = {name: {one for one in needs if not name.startswith(f"{one}.")} for name, needs in graph.items()}
    TopologicalSorter(graph).prepare()
