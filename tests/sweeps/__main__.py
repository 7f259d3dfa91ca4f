"""The long comparisons, by name: python tests/sweeps NAME [options]; without a name, a list of them."""

from __future__ import annotations

import ast
import runpy
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
HELPERS = {"__main__"}


def listed() -> str:
    """Every sweep with the first line of its docstring."""
    names = sorted(path.stem for path in HERE.glob("*.py") if path.stem not in HELPERS)
    lines = {name: ast.get_docstring(ast.parse((HERE / f"{name}.py").read_text("utf-8"))) or "" for name in names}
    return "\n".join(f"  {name:22} {text.splitlines()[0]}" for name, text in lines.items())


def main() -> None:
    """Run one, as a module of the package `sweeps`, with the rest of the words as its own."""
    name = sys.argv[1] if len(sys.argv) > 1 else ""
    if name in HELPERS or not (HERE / f"{name}.py").is_file():
        sys.exit(f"{__doc__}\n\n{listed()}")
    sys.path[:0] = [str(HERE.parent), str(HERE.parent.parent / "src")]
    del sys.argv[0]
    runpy.run_module(f"sweeps.{name}", run_name="__main__", alter_sys=True)


main()
