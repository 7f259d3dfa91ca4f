"""Change the code in small ways and see whether the tests notice: a measure of the suite.

    python tools/mutation.py reach --work FOLDER [--seed 20261118] [--count 60] [--jobs 2]    # which tests reach them
    python tools/mutation.py run --work FOLDER [--seed 20261118] [--count 60] [--jobs 2]      # which tests notice them

Mutants are drawn by the seed over the packages below. `reach` runs the suite once on a copy with a probe at each.
`run` runs each mutant against the tests that reach it, first those of the fast tier, then the others; browser tests are
added where the line belongs to the web application. A mutant that no test notices is listed with its line. The checkout
itself is never changed: mutants live in copies inside FOLDER. Further words after `reach` go to pytest.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import random
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "rookery"
PACKAGES = ("pairing", "ranking", "rating", "tournaments", "web")
PATIENCE = 1800
"""Seconds for the tests of one mutant: longer is an endless loop, which counts as noticed."""

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult, ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.LShift: ast.RShift, ast.RShift: ast.LShift,
}  # fmt: skip


@dataclass(frozen=True)
class Mutant:
    """One change of one expression."""

    path: str
    line: int
    column: int
    before: str
    after: str
    end_line: int
    end_column: int

    def apply(self, text: str) -> str:
        """Return the source with the change; positions are in UTF-8 bytes, as `ast` counts them."""
        lines = text.encode().splitlines(keepends=True)
        starts = [0]
        for line in lines:
            starts.append(starts[-1] + len(line))
        data = b"".join(lines)
        first, last = starts[self.line - 1] + self.column, starts[self.end_line - 1] + self.end_column
        return (data[:first] + f"({self.after})".encode() + data[last:]).decode()


# -- mutants -----------------------------------------------------------------------------------------------------------


def changes(node: ast.AST) -> Iterator[ast.expr]:
    """Yield what can replace an expression."""
    if isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in COMPARISONS:
        yield ast.Compare(node.left, [COMPARISONS[type(node.ops[0])]()], node.comparators)
    elif isinstance(node, ast.BoolOp):
        yield ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
    elif isinstance(node, ast.BinOp) and type(node.op) in OPERATORS:
        if not any(
            isinstance(side, ast.Constant | ast.JoinedStr) and _is_text(side) for side in (node.left, node.right)
        ):
            yield ast.BinOp(node.left, OPERATORS[type(node.op)](), node.right)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield node.operand
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield ast.Constant(not node.value)
    elif isinstance(node, ast.Constant) and isinstance(node.value, int):
        yield ast.Constant(node.value + 1)
    elif isinstance(node, ast.IfExp):
        yield ast.IfExp(ast.UnaryOp(ast.Not(), node.test), node.body, node.orelse)


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def executable_nodes(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes of a module that run: no annotations, no blocks for type checkers."""
    for child in ast.iter_child_nodes(tree):
        if isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test):
            continue
        if isinstance(child, ast.AnnAssign):
            parts: list[ast.AST] = [child.value] if child.value else []
        elif isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            parts = [*child.args.defaults, *(each for each in child.args.kw_defaults if each), *child.body]
        else:
            yield child
            yield from executable_nodes(child)
            continue
        for part in parts:
            yield part
            yield from executable_nodes(part)


def mutants_of(path: Path) -> Iterator[Mutant]:
    """Yield every mutant of a file."""
    for node in executable_nodes(ast.parse(path.read_text("utf-8"))):
        for changed in changes(node):
            assert isinstance(node, ast.expr)
            assert node.end_lineno is not None
            assert node.end_col_offset is not None
            before, after = ast.unparse(node), ast.unparse(ast.fix_missing_locations(changed))
            place = path.relative_to(ROOT).as_posix(), node.lineno, node.col_offset
            yield Mutant(*place, before, after, node.end_lineno, node.end_col_offset)


def draw_mutants(seed: int, count: int) -> list[Mutant]:
    """Draw mutants, the same number from each package."""
    drawn = []
    for number, package in enumerate(PACKAGES):
        files = sorted((SOURCE / package).rglob("*.py"))
        every = [mutant for path in files for mutant in mutants_of(path)]
        share = count // len(PACKAGES) + (number < count % len(PACKAGES))
        drawn += random.Random(f"{seed} {package}").sample(every, share)
    return drawn


# -- which tests reach which mutant ------------------------------------------------------------------------------------

PROBE = """
import os

folder = os.environ.get("REACH_FOLDER")
seen = set()

def hit(name):
    test = os.environ.get("PYTEST_CURRENT_TEST", "").rpartition(" ")[0]
    if folder and (name, test) not in seen:
        seen.add((name, test))
        with open(os.path.join(folder, str(os.getpid())), "a", encoding="utf-8") as file:
            file.write(f"{name}\\t{test}\\n")
    return True
"""
PLUGIN = """
import json
import os

def pytest_collection_finish(session):
    left_out = {"browser", "database", "processes", "slow", "nightly"}
    tiers = {}
    for item in session.items:
        markers = {mark.name for mark in item.iter_markers()}
        tiers[item.nodeid] = "fast" if "smoke" in markers or not markers & left_out else "slow"
    with open(os.path.join(os.environ["REACH_FOLDER"], f"tiers-{os.getpid()}"), "w", encoding="utf-8") as file:
        json.dump(tiers, file)
"""


class _Probes(ast.NodeTransformer):
    """Record each run of the chosen expressions, and of the functions where an expression runs at import."""

    def __init__(self, chosen: set[tuple[int, int, int, int]], path: str, *, functions: bool) -> None:
        self.chosen, self.path, self.functions = chosen, path, functions

    def _record(self, name: str) -> ast.expr:
        return ast.parse(f"__import__('reach_probe').hit({name!r})", mode="eval").body

    def visit(self, node: ast.AST) -> Any:
        node = self.generic_visit(node)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and self.functions:
            has_docstring = ast.get_docstring(node, clean=False) is not None
            node.body.insert(int(has_docstring), ast.Expr(self._record(self.path)))
        if isinstance(node, ast.expr) and _place(node) in self.chosen:
            return ast.IfExp(self._record(f"{self.path}:{node.lineno}:{node.col_offset}"), node, node)
        return node


def _place(node: ast.expr) -> tuple[int, int, int, int]:
    return node.lineno, node.col_offset, node.end_lineno or 0, node.end_col_offset or 0


def add_probes(text: str, path: str, mutants: list[Mutant]) -> str:
    """Return the source of a module that records which of its mutants a test would reach."""
    tree = ast.parse(text)
    chosen = {(m.line, m.column, m.end_line, m.end_column) for m in mutants}
    inside = {
        _place(node)
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
        for statement in function.body
        for node in ast.walk(statement)
        if isinstance(node, ast.expr)
    }
    probes = _Probes(chosen, path, functions=bool(chosen - inside))
    return ast.unparse(ast.fix_missing_locations(probes.visit(tree)))


def record_reach(options: argparse.Namespace, words: list[str]) -> None:
    """Run the suite on a copy with probes, and write which tests reach which mutant."""
    work = options.work
    records = work / "records"
    shutil.rmtree(records, ignore_errors=True)
    records.mkdir(parents=True)
    copy = prepare_copy(work / "copy-reach")
    (copy / "src" / "reach_probe.py").write_text(PROBE, "utf-8")
    (copy / "src" / "reach_plugin.py").write_text(PLUGIN, "utf-8")
    by_file: dict[str, list[Mutant]] = {}
    for mutant in draw_mutants(options.seed, options.count):
        by_file.setdefault(mutant.path, []).append(mutant)
    for path, mutants in by_file.items():
        (copy / path).write_text(add_probes((copy / path).read_text("utf-8"), path, mutants), "utf-8")
    environment = {**prepare_environment(copy), "REACH_FOLDER": str(records)}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "reach_plugin", "-p", "no:cacheprovider"]
    command += ["-n", str(options.jobs), "--dist", "loadfile", "--timeout", "0", *words]
    subprocess.run(command, cwd=copy, env=environment, check=False)
    reach: dict[str, set[str]] = {}
    tiers: dict[str, str] = {}
    for file in records.iterdir():
        if file.name.startswith("tiers-"):
            tiers |= json.loads(file.read_text("utf-8"))
            continue
        for line in file.read_text("utf-8").splitlines():
            name, _, test = line.partition("\t")
            reach.setdefault(name, set()).add(test)
    found = {name: sorted(f"{tiers[test]} {test}" for test in tests if test in tiers) for name, tests in reach.items()}
    (work / "reach.json").write_text(json.dumps(found, indent=1), "utf-8")


# -- running them ------------------------------------------------------------------------------------------------------


def prepare_copy(folder: Path) -> Path:
    """Copy the checkout without its environment and caches."""
    shutil.rmtree(folder, ignore_errors=True)
    ignored = shutil.ignore_patterns(".git", ".venv", "site", ".mypy_cache", ".ruff_cache", ".hypothesis")
    shutil.copytree(ROOT, folder, ignore=ignored)
    return folder


def prepare_environment(copy: Path) -> dict[str, str]:
    """Return the environment for tests of a copy; compiled modules are kept, which halves the time of short runs."""
    return {**os.environ, "PYTHONPATH": str(copy / "src"), "PYTHONDONTWRITEBYTECODE": ""}


def write_source(file: Path, text: str) -> None:
    """Write a module with a time that no earlier version of it had: Python tells compiled modules apart by it."""
    later = max(file.stat().st_mtime + 2, time.time())
    file.write_text(text, "utf-8")
    os.utime(file, (later, later))


def noticed(copy: Path, tests: list[str]) -> str:
    """Run tests in a copy; return the first that fails, or an empty string."""
    names = copy / "tests-to-run.txt"
    names.write_text("\n".join(tests), "utf-8")
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-x",
        "-p",
        "no:cacheprovider",
        "--snapshot-disable-unused",
        f"@{names}",
    ]
    environment = prepare_environment(copy)
    try:
        done = subprocess.run(command, cwd=copy, env=environment, capture_output=True, text=True, timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        return "endless loop"
    if done.returncode == 0:
        return ""
    failed = [line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
    if failed:
        return failed[0]
    if done.returncode in (4, 5) and "while loading conftest" not in done.stderr:  # a wrong name, or no test at all
        raise RuntimeError(done.stdout[-1000:] + done.stderr[-1000:])
    return done.stdout[-300:]


def try_mutant(mutant: Mutant, copy: Path, reach: dict[str, list[str]]) -> dict[str, Any]:
    """Run a mutant against the tests that reach it; return the outcome."""
    # What runs at import belongs to no test: then all tests that enter a function of the file count.
    name = f"{mutant.path}:{mutant.line}:{mutant.column}"
    tests = sorted({*reach.get(name, ()), *reach.get(mutant.path, ())}, key=lambda test: _distance(mutant, test))
    fast = [name.removeprefix("fast ") for name in tests if name.startswith("fast ")]
    rest = [name.removeprefix("slow ") for name in tests if name.startswith("slow ")]
    if mutant.path.startswith(("src/rookery/web", "src/rookery/tournaments")):
        rest += [
            path.relative_to(ROOT).as_posix() for path in sorted((ROOT / "tests" / "web").glob("test_browser_*.py"))
        ]
    file, start = copy / mutant.path, time.monotonic()
    original = file.read_text("utf-8")
    write_source(file, mutant.apply(original))
    try:
        outcome = {"fast": noticed(copy, fast) if fast else "", "all": ""}
        outcome["all"] = outcome["fast"] or (noticed(copy, rest) if rest else "")
    finally:
        write_source(file, original)
    facts = {"place": f"{mutant.path}:{mutant.line}", "change": f"{mutant.before}  ->  {mutant.after}"}
    return {**facts, **outcome, "tests": len(fast), "more": len(rest), "seconds": round(time.monotonic() - start)}


def _distance(mutant: Mutant, test: str) -> tuple[bool, str]:
    """The tests of the mutant's own package first: they fail soonest."""
    return f"tests/{Path(mutant.path).parts[2]}/" not in test, test


def run_mutants(options: argparse.Namespace) -> int:
    """Draw, run and report."""
    reach = json.loads((options.work / "reach.json").read_text("utf-8"))
    copies: SimpleQueue[Path] = SimpleQueue()
    for number in range(options.jobs):
        copies.put(prepare_copy(options.work / f"copy{number}"))
    results = []

    def work(mutant: Mutant) -> dict[str, Any]:
        copy = copies.get()
        try:
            return try_mutant(mutant, copy, reach)
        finally:
            copies.put(copy)

    with ThreadPoolExecutor(options.jobs) as pool:
        for result in pool.map(work, draw_mutants(options.seed, options.count)):
            results.append(result)
            state = "fast" if result["fast"] else "all" if result["all"] else "SURVIVED"
            print(
                f"{state:9} {result['place']}  {result['change']}  [{result['seconds']} s, {result['tests']} tests]",
                flush=True,
            )
    (options.work / "mutants.json").write_text(json.dumps(results, indent=1), "utf-8")
    fast, every = (sum(bool(result[tier]) for result in results) for tier in ("fast", "all"))
    print(f"{len(results)} mutants by seed {options.seed}: {fast} noticed by make test, {every} by make test-all")
    return 0


def main() -> int:
    """Parse the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("step", choices=("reach", "run", "list"))
    parser.add_argument("--work", type=Path, required=True, help="a folder for copies and records")
    parser.add_argument("--seed", type=int, default=20261118)
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    options, words = parser.parse_known_args()
    options.work = options.work.resolve()
    if options.step == "reach":
        record_reach(options, words)
        return 0
    if options.step == "list":
        for mutant in draw_mutants(options.seed, options.count):
            print(f"{mutant.path}:{mutant.line}  {mutant.before}  ->  {mutant.after}")
        return 0
    return run_mutants(options)


if __name__ == "__main__":
    sys.exit(main())
