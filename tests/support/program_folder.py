"""One door for a folder of programs: python FOLDER NAME [options]; without a name, a list of them."""

from __future__ import annotations

import ast
import runpy
import sys
from pathlib import Path


def list_programs(folder: Path, helpers: set[str]) -> str:
    """Every program with the first line of its docstring."""
    names = sorted(path.stem for path in folder.glob("*.py") if path.stem not in helpers)
    lines = {name: ast.get_docstring(ast.parse((folder / f"{name}.py").read_text("utf-8"))) or "" for name in names}
    return "\n".join(f"  {name:22} {text.splitlines()[0]}" for name, text in lines.items())


def run_program(folder: Path, helpers: set[str], doc: str) -> None:
    """Run a program as a module of its package, with the rest of the words as its own."""
    hidden = {"__main__", "__init__"} | helpers
    name = sys.argv[1] if len(sys.argv) > 1 else ""
    if name in hidden or not (folder / f"{name}.py").is_file():
        sys.exit(f"{doc}\n\n{list_programs(folder, hidden)}")
    del sys.argv[0]
    runpy.run_module(f"{folder.name}.{name}", run_name="__main__", alter_sys=True)
