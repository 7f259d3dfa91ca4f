"""The documents are true: their examples run and print what they show, their links lead somewhere.

How a document is read: it is one session, from top to bottom, in a scratch folder that holds a copy of `examples/`.

- ```python with `>>>` is a doctest, without is executed; names live on from block to block.
- ```console: each line `$ rookery ...` is run, and prints exactly what is shown below it (`...` or `…` stands for
  anything, alone on a line for any lines). Lines that start with `$` and another word are run when the word is in RUN,
  and left alone otherwise (`$ pip install .`). A line of `rookery` that leaves a shell nothing to do is run in this
  process, where the program is loaded already; tests/cli/test_commands.py runs every command in one of its own.
- ```sh (or bash) without `$`: lines that start with `rookery` are run and must succeed.
- `<!-- not run: why -->` on the line before a block leaves it out.
"""

from __future__ import annotations

import doctest
import importlib
import os
import re
import shlex
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

import pytest

import rookery
from rookery.cli.main import main
from rookery.rating_lists import RatingList

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"

# The commands of a console block that are run; whatever else it shows is between the reader and their machine.
RUN = {"rookery", "python", "python3", "cat", "cd", "cp", "diff", "echo", "head", "ls", "printf", "tail", "wc"}

# What only a shell understands, and the commands that start processes of their own.
FOR_A_SHELL = re.compile(r"[|&;<>()$`\\*?\[\]#~\n]")
WITH_PROCESSES = {"crosscheck", "forecast", "simulate"}

# On a busy machine `timeit` doubts what it measured, which is between the reader and their machine as well.
UNSTEADY = "ignore:The test results are likely unreliable:UserWarning"

FLAGS = doctest.ELLIPSIS

SESSIONS = sorted(path for path in [ROOT / "README.md", *DOCS.rglob("*.md")] if path.exists())
DOCUMENTS = sorted({*ROOT.glob("*.md"), *DOCS.rglob("*.md"), *(ROOT / "examples").rglob("*.md")})


def document_name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


# -- reading a document ------------------------------------------------------------------------------------------------

FENCE = re.compile(r"^(?P<indent> *)(?P<mark>`{3,}|~{3,}) *(?P<language>[\w+-]*)")
NOT_RUN = re.compile(r"^\s*<!-- not run: .+ -->\s*$")


@dataclass(frozen=True)
class Block:
    """A fenced block: its language, its text, the line on which the text starts, and whether it is to be run."""

    language: str
    text: str
    line: int
    run: bool


def blocks(text: str) -> Iterator[Block]:
    """The fenced blocks of a Markdown document."""
    lines = text.splitlines()
    at = 0
    while at < len(lines):
        opening = FENCE.match(lines[at])
        at += 1
        if not opening:
            continue
        start, indent = at, len(opening["indent"])
        while at < len(lines) and not re.match(rf"^ *{re.escape(opening['mark'])}\s*$", lines[at]):
            at += 1
        body = [line[indent:] if not line[:indent].strip() else line for line in lines[start:at]]
        run = start < 2 or not NOT_RUN.match(lines[start - 2])
        yield Block(opening["language"].lower(), "".join(line + "\n" for line in body), start + 1, run)
        at += 1


def prose(text: str) -> str:
    """A document without its fenced blocks and code spans; lines keep their numbers."""
    kept, closing = [], None
    for line in text.splitlines():
        fence = FENCE.match(line)
        if closing is None and fence:
            closing = fence["mark"]
            kept.append("")
        elif closing is not None:
            if line.strip() == closing:
                closing = None
            kept.append("")
        else:
            kept.append(re.sub(r"(`+).+?\1", "``", line))
    return "\n".join(kept)


# -- running a document ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Command:
    """A command in a block, the output shown below it (None: not shown, not asked), and its line."""

    text: str
    shown: str | None
    line: int


def commands(block: Block) -> Iterator[Command]:
    """The commands of a console or shell block; a trailing backslash carries on, `> ` may begin the next line."""
    lines = block.text.splitlines()
    prompted = any(line.startswith("$ ") for line in lines)
    at = 0
    while at < len(lines):
        first, line = at, lines[at]
        at += 1
        if prompted and not line.startswith("$ "):
            continue
        text = line.removeprefix("$ ")
        while text.endswith("\\") and at < len(lines):
            text = text[:-1] + lines[at].removeprefix("> ")
            at += 1
        shown = None
        if prompted:
            start = at
            while at < len(lines) and not lines[at].startswith("$ "):
                at += 1
            shown = "\n".join(lines[start:at])
            if block.language != "console" and not shown.strip():
                shown = None
        yield Command(text, shown, block.line + first)


def resembles(shown: str, printed: str) -> bool:
    """Whether the output is the one shown, where `...` and `…` stand for anything."""
    pattern = ""
    for line in shown.strip("\n").splitlines():
        if line.strip() in ("...", "…"):
            pattern += r"(?:.*\n)*?"
        else:
            pattern += ".*".join(re.escape(part) for part in re.split(r"\.\.\.|…", line.rstrip())) + r"\n"
    tidy = "".join(line.rstrip() + "\n" for line in printed.strip("\n").splitlines())
    return re.fullmatch(pattern, tidy) is not None


def plain(command: str) -> list[str]:
    """The words of a line that is one command of Rookery and nothing else; none of any other line."""
    words = [] if FOR_A_SHELL.search(command) else shlex.split(command)
    return words if words[:1] == ["rookery"] and not WITH_PROCESSES & {*words[1:2]} else []


class Session:
    """A reader at a terminal: a folder, the exit code of the last command, the names of the Python prompt."""

    def __init__(self, folder: Path) -> None:
        self.home = folder / "home"
        self.home.mkdir()
        if (ROOT / "examples").is_dir():
            shutil.copytree(ROOT / "examples", self.home / "examples", ignore=shutil.ignore_patterns("__pycache__"))
        self.where = self.home
        self.last = 0
        self.names: dict[str, object] = {"__name__": "__main__"}
        self.tools = folder / "tools"
        self.tools.mkdir()
        for name, rest in {"rookery": " -m rookery", "python": "", "python3": ""}.items():
            tool = self.tools / name
            tool.write_text(f'#!/bin/sh\nexec "{sys.executable}"{rest} "$@"\n')
            tool.chmod(0o755)
        self.note = folder / "where"
        self.environment = {name: value for name, value in os.environ.items() if not name.startswith(("LC_", "LANG"))}
        self.environment |= {
            "PATH": f"{self.tools}{os.pathsep}{os.environ.get('PATH', os.defpath)}",
            "PYTHONPATH": str(ROOT / "src"),
            "PYTHONUTF8": "1",
            "LC_ALL": "C.UTF-8",
            "COLUMNS": "80",
            "LINES": "24",
            "NO_COLOR": "1",
            "TERM": "dumb",
            "PYTHONWARNINGS": UNSTEADY,
        }

    def close(self) -> None:
        """Close the databases and lists that a document leaves to the end of the interpreter."""
        for value in self.names.values():
            for each in value if isinstance(value, (list, tuple)) else (value,):
                if isinstance(each, (sqlite3.Connection, RatingList)):
                    each.close()

    def run(self, command: str) -> str:
        """What a command prints, on both channels; `cd` and `$?` carry over to the next."""
        printed = self._here(words) if (words := plain(command)) else self._apart(command)
        return printed.decode("utf-8", "replace").replace("\r\n", "\n")

    def _here(self, words: list[str]) -> bytes:
        """In this process, with streams as a pipe has them: what goes wrong is told at once, the rest at the end."""
        os.chdir(self.where)
        with (
            tempfile.TemporaryFile() as told,
            open(told.fileno(), "w", encoding="utf-8", closefd=False) as out,
            open(told.fileno(), "w", encoding="utf-8", closefd=False, buffering=1) as err,
            open(os.devnull) as nothing,
            patch.dict(os.environ, self.environment, clear=True),
            patch.object(sys, "stdin", nothing),
            redirect_stdout(out),
            redirect_stderr(err),
        ):
            self.last = main(words[1:])
            out.flush()
            told.seek(0)
            return told.read()

    def _apart(self, command: str) -> bytes:
        """In a shell."""
        script = f'(exit {self.last})\n{command}\nstatus=$?\npwd > "{self.note}"\nexit $status\n'
        done = subprocess.run(
            ["sh", "-c", script],
            cwd=self.where,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=120,
        )
        self.last = done.returncode
        if self.note.exists():
            self.where = Path(self.note.read_text().rstrip("\n"))
        return done.stdout

    def python(self, block: Block, name: str) -> str | None:
        """What is wrong with a Python block; None when nothing is."""
        os.chdir(self.where)
        if not re.search(r"^\s*>>> ", block.text, re.MULTILINE):
            exec(compile("\n" * (block.line - 1) + block.text, name, "exec"), self.names)
            return None
        test = doctest.DocTestParser().get_doctest(block.text, self.names, name, name, block.line - 1)
        heard: list[str] = []
        doctest.DocTestRunner(optionflags=FLAGS).run(test, out=heard.append, clear_globs=False)
        self.names.update(test.globs)
        return "".join(heard) or None

    def shell(self, block: Block) -> str | None:
        """What is wrong with a console or shell block; None when nothing is."""
        for command in commands(block):
            if (command.text.split() or [""])[0] not in RUN:
                continue
            printed = self.run(command.text)
            said = f"line {command.line}: $ {command.text}\n"
            if command.shown is None:
                if self.last != 0:
                    return f"{said}ended with {self.last} and printed\n{printed}"
            elif not resembles(command.shown, printed):
                return f"{said}--- shown\n{command.shown}\n--- printed (exit code {self.last})\n{printed}"
        return None


def faults_of(text: str, name: str, session: Session) -> list[str]:
    """What is wrong with the blocks of a document, run from top to bottom; an error in Python code is raised."""
    faults = []
    for block in blocks(text):
        wrong = None
        if block.run and block.language in ("python", "py", "pycon"):
            wrong = session.python(block, name)
        elif block.run and block.language in ("console", "sh", "bash", "shell"):
            wrong = session.shell(block)
        if wrong:
            faults.append(f"{name}, block at line {block.line}: {wrong}")
    return faults


@pytest.fixture
def session(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Session]:
    monkeypatch.chdir(tmp_path)  # and back, whatever a document does
    opened = Session(tmp_path)
    yield opened
    opened.close()


@pytest.mark.parametrize("path", SESSIONS, ids=document_name)
def test_a_document_does_what_it_says(path: Path, session: Session) -> None:
    faults = faults_of(path.read_text("utf-8"), document_name(path), session)
    assert not faults, "\n" + "\n".join(faults)


# -- types -------------------------------------------------------------------------------------------------------------


def python_of(text: str) -> str:
    """The Python code of a document as one module; what is shown to fail says that its types are wrong, too."""
    lines = []
    for block in blocks(text):
        if not block.run or block.language not in ("python", "py", "pycon"):
            continue
        if not re.search(r"^\s*>>> ", block.text, re.MULTILINE):
            lines.append(block.text)
        for example in doctest.DocTestParser().get_examples(block.text):
            lines.append(example.source.rstrip("\n") + "  # type: ignore" * bool(example.exc_msg) + "\n")
    return "".join(lines)


@pytest.mark.slow
@pytest.mark.parametrize(
    "checker",
    [
        ("mypy", "--follow-imports=silent", "--check-untyped-defs", "--no-error-summary"),
        ("pyright", "--pythonpath", sys.executable),
    ],
    ids=["mypy", "pyright"],
)
def test_the_examples_of_the_documents_have_the_types_that_are_declared(
    checker: tuple[str, ...], tmp_path: Path
) -> None:
    pytest.importorskip(checker[0])
    for path in SESSIONS:
        if code := python_of(path.read_text("utf-8")):
            (tmp_path / re.sub(r"\W", "_", document_name(path)[:-3])).with_suffix(".py").write_text(code, "utf-8")
    (tmp_path / "pyrightconfig.json").write_text('{"reportUnusedExpression": false}')
    files = sorted(path.name for path in tmp_path.glob("*.py"))
    done = subprocess.run(
        [sys.executable, "-m", *checker, *files],
        env={**os.environ, "MYPYPATH": str(ROOT / "src")}, cwd=tmp_path, capture_output=True, text=True, timeout=280,
    )  # fmt: skip
    assert [line for line in done.stdout.splitlines() if "error:" in line or " - error" in line] == []
    assert done.returncode == 0, done.stdout


# -- docstrings --------------------------------------------------------------------------------------------------------

PACKAGE = Path(rookery.__file__).parent
MODULES = [
    ".".join(("rookery", *path.relative_to(PACKAGE).with_suffix("").parts)).removesuffix(".__init__")
    for path in sorted(PACKAGE.rglob("*.py"))
    if ">>> " in path.read_text("utf-8")
]


@pytest.mark.parametrize("name", MODULES)
def test_docstrings_do_what_they_say(name: str, request: pytest.FixtureRequest) -> None:
    try:
        module = importlib.import_module(name)
    except ModuleNotFoundError as missing:
        if str(missing.name).startswith("rookery"):
            raise
        pytest.skip(f"needs {missing.name}")
    os.chdir(request.getfixturevalue("session").home)
    heard: list[str] = []
    for test in doctest.DocTestFinder().find(module, name):
        doctest.DocTestRunner(optionflags=FLAGS).run(test, out=heard.append)
    assert not heard, "".join(heard)


# -- links, words, pages -----------------------------------------------------------------------------------------------

LINK = re.compile(r"""!?\[[^]]*\]\(\s*<?([^)\s>]+)|^\s*\[[^]]+\]:\s+<?(\S+?)>?\s*$|(?:href|src)=["']([^"']+)""", re.M)


def anchors(text: str) -> set[str]:
    """The anchors of a document's headings, as GitHub and as mkdocs spell them, and those given by hand."""
    found = set(re.findall(r"""(?:id|name)=["']([^"']+)|\{\s*#([\w-]+)""", text))
    names = {name for pair in found for name in pair if name}
    for heading in re.findall(r"^#{1,6}\s+(.+?)\s*#*$", re.sub(r"^```.*?^```", "", text, flags=re.M | re.S), re.M):
        plain = re.sub(r"[`*]|\]\([^)]*\)|\[", "", heading).lower()
        words = re.sub(r"[^\w\s-]", "", plain).strip()
        names |= {re.sub(r"\s", "-", words), re.sub(r"[-\s]+", "-", words.encode("ascii", "ignore").decode().strip())}
    return names


def dead_links(text: str, path: Path) -> list[str]:
    """The relative links of a document that lead nowhere; a page of docs/ may link within docs/ only, like the site."""
    faults = []
    for match in LINK.finditer(prose(text)):
        target = next(group for group in match.groups() if group)
        if re.match(r"[a-z][a-z+.-]*:", target, re.I):
            continue
        file, _, anchor = target.partition("#")
        there = (path.parent / file).resolve() if file else path
        written = (
            text if there == path else there.read_text("utf-8") if there.suffix == ".md" and there.exists() else ""
        )
        if not written and not there.exists():
            faults.append(f"{target}: there is no such file")
        elif DOCS in path.parents and DOCS not in [there, *there.parents]:
            faults.append(f"{target}: leads out of docs/, where the site cannot follow")
        elif anchor and there.suffix == ".md" and anchor not in anchors(written):
            faults.append(f"{target}: there is no such heading")
    return faults


@pytest.mark.parametrize("path", DOCUMENTS, ids=document_name)
def test_links_lead_somewhere(path: Path) -> None:
    faults = dead_links(path.read_text("utf-8"), path)
    assert not faults, "\n".join(faults)


# What no file of ours says: the paths of somebody's machine, and promises to ourselves. (Spelt so that this file may
# be read by its own rule.)
OUT_OF_PLACE = re.compile(
    r"""(?<![\w.])/(?:home|Users|root|work|mnt|private)/\w"""  # a folder of one machine
    r"""|\b[A-Z]:[\\/]+Users"""
    r"""|\bfile[:]//"""
    r"""|\b(?:TO[D]O|FIX[M]E)\b""",
)
READ_FOR_WORDS = ("*.md", "*.py", "*.toml", "*.yml", "*.sh", "*.cff", "Makefile")


def own_text_files() -> Iterator[Path]:
    """The text files of the project, without what tools have made."""
    for folder in (ROOT, *(ROOT / name for name in ("src", "docs", "examples", "bench", "tests", "tools", ".ci"))):
        for pattern in READ_FOR_WORDS:
            yield from folder.glob(pattern) if folder == ROOT else folder.rglob(pattern)


@pytest.mark.slow
def test_no_words_out_of_place() -> None:
    faults = [
        f"{document_name(path)}:{number}: {line.strip()}"
        for path in own_text_files()
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if OUT_OF_PLACE.search(line)
    ]
    assert not faults, "\n".join(faults)


def test_every_page_has_its_line_in_the_navigation() -> None:
    navigation = re.search(r"^nav:\n((?:[ #-].*\n|\n)*)", (ROOT / "mkdocs.yml").read_text("utf-8"), re.M)
    assert navigation
    listed = re.findall(r"([\w/.-]+\.md)\s*$", navigation[1], re.M)
    assert len(listed) == len(set(listed))
    assert set(listed) == {path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md")}


def test_the_changelog_describes_this_version() -> None:
    assert f"\n## {rookery.__version__} (" in (ROOT / "CHANGELOG.md").read_text("utf-8")


# -- the readers of documents, tried on documents that lie -------------------------------------------------------------


@pytest.mark.parametrize(
    ("shown", "printed", "same"),
    [
        ("one\ntwo", "one\ntwo\n", True),
        ("one\n...", "one\ntwo\nthree\n", True),
        ("...\nthree", "one\ntwo\nthree\n", True),
        ("one\n…\nthree", "one\nthree\n", True),
        ("took ... s", "took 0.3 s  \n", True),
        ("a.c", "abc\n", False),
        ("one", "one\ntwo\n", False),
        ("", "", True),
        ("", "noise\n", False),
        ("...", "", True),
    ],
)
def test_shown_and_printed(shown: str, printed: str, same: bool) -> None:
    assert resembles(shown, printed) is same


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("rookery pair 'my club.trf' --round 3", ["rookery", "pair", "my club.trf", "--round", "3"]),
        ("rookery enter club.trf 1 1-5=1-0", ["rookery", "enter", "club.trf", "1", "1-5=1-0"]),
        ("rookery show club.trf > out.txt", []),
        ("rookery show *.trf", []),
        ("rookery simulate --count 4", []),
        ("python -m rookery", []),
    ],
)
def test_what_leaves_a_shell_nothing_to_do(command: str, words: list[str]) -> None:
    assert plain(command) == words


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("```python\n>>> 1 + 1\n2\n```", None),
        ("```python\n>>> 1 + 1\n3\n```", "Got:\n    2"),
        ("```python\nx = 3\n```\n\n```python\n>>> x\n3\n```", None),
        ("<!-- not run: it is wrong -->\n```python\n>>> 1 + 1\n3\n```", None),
        ("```console\n$ pip install nothing-of-the-kind\n```", None),
        ("```console\n$ echo one\none\n$ echo two\nthree\n```", "line 4: $ echo two"),
        ("```console\n$ echo noise\n```", "--- shown\n\n--- printed (exit code 0)\nnoise"),
        ("```console\n$ printf 'a\\nb\\n'\n...\nb\n```", None),
        ("- list\n\n  ```console\n  $ echo one \\\n  >   two\n  one two\n  ```", None),
        ("```console\n$ cd /\n$ ls /no-such-file 2> /dev/null\n$ echo $?\n2\n```", None),
        ("```console\n$ rookery --version\nrookery 0\n```", "--- shown\nrookery 0\n--- printed (exit code 0)\nrookery"),
        ("```console\n$ cd examples\n$ rookery show nowhere.trf\nrookery: nowhere.trf: ...\n$ echo $?\n5\n```", None),
        ("```console\n$ rookery show nowhere.trf 2>&1 | wc -l\n1\n```", None),
        ("```sh\nrookery show nowhere.trf\n```", "ended with 5"),
        ("```sh\nls /no-such-file\n```", "ended with 2"),
        ("```sh\ngit push --force\n```", None),
        ("~~~text\n```console\n$ echo no\n```\n~~~", None),
    ],
)
def test_a_false_statement_is_detected(text: str, says: str | None, session: Session) -> None:
    faults = faults_of(text, "a document", session)
    assert (faults == []) if says is None else (len(faults) == 1 and says in faults[0]), faults


def test_an_error_in_an_example_is_an_error(session: Session) -> None:
    with pytest.raises(ZeroDivisionError):
        faults_of("```python\n1 / 0\n```", "a document", session)


@pytest.mark.parametrize(
    ("text", "dead"),
    [
        ("[changes](CHANGELOG.md) and [site](https://example.org/x.md)", 0),
        ("[nothing](NO_SUCH_FILE.md)", 1),
        ("`[nothing](NO_SUCH_FILE.md)`\n\n```text\n[nothing](NO_SUCH_FILE.md)\n```", 0),
        ("[ref]: NO_SUCH_FILE.md", 1),
        ('<img src="no-such-picture.svg">', 1),
        ("# The `one` heading – here\n\n[a](#the-one-heading--here) [b](#the-one-heading-here) [c](#elsewhere)", 1),
    ],
)
def test_a_dead_link_is_detected(text: str, dead: int) -> None:
    assert len(dead_links(text, ROOT / "A.md")) == dead


@pytest.mark.parametrize(
    ("parts", "found"),
    [
        (("see ", "home", "ann", "x.trf"), True),
        (("in C:\\", "Users", "ann"), True),
        (("docs", "home", "ann"), False),
        (("in ", "usr", "share"), False),
    ],
)
def test_a_misplaced_word_is_detected(parts: tuple[str, ...], found: bool) -> None:
    assert bool(OUT_OF_PLACE.search("/".join(parts))) is found
