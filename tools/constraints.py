"""Writes constraints/desk.txt: every package that a desk installs, each at one version and with its checksums.

python tools/constraints.py            resolve anew, and write the file
python tools/constraints.py --check    say where the file does not fit pyproject.toml; exit code 1 when it does not

Writing needs uv (pip install uv) and the network; checking needs neither. The file is for every system and every Python
that Rookery supports. It names no package index: where packages come from is for whoever installs them to say.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FILE = ROOT / "constraints" / "desk.txt"
EXTRAS = ("desk", "server", "pdf", "lists")
"""The extras that a desk may be installed with."""
HEAD = """\
# What a desk installs, each package at one version and with its checksums: python tools/constraints.py
#   pip install --require-hashes -r constraints/desk.txt
#   pip install --no-deps .
"""

_PIN = re.compile(r"(?m)^([A-Za-z0-9._-]+)==([^\s;\\]+)")
_BOUND = re.compile(r"(>=|<=|==|<|>)\s*([0-9.]+)")


def main() -> int:
    """Write the file, or check it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="only say where the file does not fit")
    if parser.parse_args().check:
        found = list(faults(FILE.read_text("utf-8"), (ROOT / "pyproject.toml").read_text("utf-8")))
        print("\n".join(found) or f"{FILE.relative_to(ROOT)} fits pyproject.toml.")
        return 1 if found else 0
    FILE.parent.mkdir(exist_ok=True)
    extras = [word for extra in EXTRAS for word in ("--extra", extra)]
    command = ["uv", "pip", "compile", "pyproject.toml", *extras, "--universal", "--python-version", "3.11", "--quiet",
               "--generate-hashes", "--no-emit-index-url", "--no-annotate", "--no-header"]  # fmt: skip
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True)
    FILE.write_text(HEAD + done.stdout, "utf-8")
    return 0


def faults(constraints: str, project: str) -> Iterator[str]:
    """Yield what is wrong with a constraints file: a package that is missing, out of bounds, or without a checksum."""
    pins = {_name(name): version for name, version in _PIN.findall(constraints)}
    for name, bounds in requirements(project).items():
        if name not in pins:
            yield f"{name} is not among the constraints"
            continue
        for operator, bound in bounds:
            if not _holds(_key(pins[name]), operator, _key(bound)):
                yield f"{name} is {pins[name]}, and pyproject.toml says {operator}{bound}"
    for block in re.split(r"(?m)^(?=[A-Za-z0-9])", constraints)[1:]:
        if not re.search(r"--hash=sha256:[0-9a-f]{64}\b", block):
            yield f"{block.split()[0]} has no checksum"
    for line in constraints.splitlines():
        if not re.match(r"#|[A-Za-z0-9._-]+==|    --hash=sha256:|$", line):
            yield f"not understood: {line}"


def requirements(project: str) -> Mapping[str, list[tuple[str, str]]]:
    """Return the packages that a desk asks for by name, each with its bounds."""
    table = tomllib.loads(project)["project"]
    every = [*table["dependencies"], *(one for extra in EXTRAS for one in table["optional-dependencies"][extra])]
    result: dict[str, list[tuple[str, str]]] = {}
    for one in every:
        name = re.split(r"[\[<>=!~; ]", one, maxsplit=1)[0]
        if name != table["name"]:
            result[_name(name)] = _BOUND.findall(one.partition(";")[0])
    return result


def _name(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _key(version: str) -> tuple[int, ...]:
    """Return a version as numbers; zeros at the end do not count.

    >>> _key("2.0.30") < _key("2.1"), _key("2.0") == _key("2")
    (True, True)
    """
    numbers = [int(part) for part in re.findall(r"\d+", version)]
    while numbers and not numbers[-1]:
        numbers.pop()
    return tuple(numbers)


def _holds(version: tuple[int, ...], operator: str, bound: tuple[int, ...]) -> bool:
    return {
        ">=": version >= bound, "<=": version <= bound, "==": version == bound, "<": version < bound,
        ">": version > bound,
    }[operator]  # fmt: skip


if __name__ == "__main__":
    sys.exit(main())
