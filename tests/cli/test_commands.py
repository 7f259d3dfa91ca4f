"""The front door: every command has help with an example that works; usage errors and faults end in words."""

from __future__ import annotations

import os
import re
import shlex
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

import rookery
from rookery.cli import parsers, registry
from rookery.cli.errors import BAD_INPUT, DONE, INTERNAL_ERROR, UNREADABLE
from rookery.cli.registry import COMMANDS
from support.command_line import Done, Run
from support.messages import unquote_choices

ROOT = Path(__file__).resolve().parents[2]

SERVING = ("rookery desk",)  # examples that go on until somebody stops them
FOR_A_SHELL = re.compile(r" [|<>] |\$\(")  # pipes, redirections and substitutions
TYPED = ("rookery show examples/swiss.trf",)  # plain examples that go through a shell, too


def surroundings(folder: Path, **more: str) -> dict[str, str]:
    """The environment of a user whose home is the folder, and who has `rookery` from the source tree."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "COLUMNS": "80", "PYTHONUTF8": "1"}
    environment |= {"HOME": str(folder), "BROWSER": "true", **more}
    environment.pop("PYTHONUNBUFFERED", None)  # a pipe must show at once what is meant to be read at once
    environment.pop("XDG_DATA_HOME", None)
    tools = folder / "tools"
    if not tools.exists():
        tools.mkdir()
        (tools / "rookery").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m rookery "$@"\n')
        (tools / "rookery").chmod(0o755)
    environment["PATH"] = f"{tools}{os.pathsep}{environment['PATH']}"
    return environment


def shell(line: str, folder: Path, **more: str) -> Done:
    """A line as a user types it."""
    process = subprocess.run(
        ["bash", "-c", line], cwd=folder, env=surroundings(folder, **more), stdin=subprocess.DEVNULL,
        capture_output=True, text=True, encoding="utf-8", timeout=300,
    )  # fmt: skip
    return Done(process.returncode, process.stdout, process.stderr)


def stopped(line: str, folder: Path) -> Done:
    """A line that goes on until Ctrl C, which comes when it has said where it is to be found."""
    with subprocess.Popen(
        ["bash", "-c", f"exec {line}"], cwd=folder, env=surroundings(folder), stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8",
    ) as child:  # fmt: skip
        late = threading.Timer(120, child.kill)
        late.start()
        try:
            said = child.stdout.readline() + child.stdout.readline()
            child.send_signal(signal.SIGINT)
            rest, err = child.communicate()
        finally:
            late.cancel()
    return Done(child.returncode, said + rest, err)


# -- help --------------------------------------------------------------------------------------------------------------


def test_the_front_page_names_every_command(run: Run) -> None:
    done = run("--help")
    assert done.code == DONE
    for name, about in COMMANDS.items():
        assert name in done.out
        assert about in done.out
    assert run().out == done.out


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_has_help_with_an_example(name: str, run: Run) -> None:
    done = run(name, "--help")
    assert done.code == DONE
    examples = registry.load_command(name).examples
    assert examples
    for example in examples:
        assert f"rookery {name}" in example
        assert example in done.out
    assert all(len(line) <= 80 or "{" in line or line.startswith("  ") for line in done.out.splitlines())


@pytest.mark.parametrize("name", COMMANDS)
def test_the_examples_work(name: str, ground: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """In this process, but for those that only a shell understands, and a few as a user types them."""
    for variable, value in surroundings(ground).items():
        monkeypatch.setenv(variable, value)
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    for example in registry.load_command(name).examples:
        if example in SERVING:
            ends = [stopped(example, ground)]
        elif example in TYPED or FOR_A_SHELL.search(example):
            ends = [shell(example, ground)]
        else:
            ends = [run(*shlex.split(command)[1:]) for command in example.split(" && ")]
        for code, _, err in ends:
            messages = [line for line in err.splitlines() if ": lost or shortened in " not in line]
            assert (code, messages) == (0, []), example


def test_some_examples_are_for_a_shell() -> None:
    every = [example for name in COMMANDS for example in registry.load_command(name).examples]
    shown = [example for example in every if example in TYPED or FOR_A_SHELL.search(example)]
    assert {example.split()[0] for example in shown} == {"rookery", "echo", "eval"}
    assert 5 <= len(shown) <= 10
    assert set(SERVING) < set(every)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_argument_is_explained(name: str) -> None:
    for action in parsers.build_parser(name)._actions:
        assert action.help, f"{name} {action.dest}"


def test_the_version(run: Run) -> None:
    assert run("--version").out == f"rookery {rookery.__version__}\n"


# -- what cannot be done -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words",
    [
        ["shwo"],
        ["frobnicate"],
        ["--frobnicate"],
        ["show"],
        ["show", "x.trf", "--format", "yaml"],
        ["enter", "x.trf", "three"],
        ["validate"],
    ],
    ids=" ".join,
)
def test_a_usage_error_prints_a_single_line_and_exits_with_3(
    words: list[str], run: Run, snapshot: SnapshotAssertion
) -> None:
    done = run(*words)
    assert done.code == BAD_INPUT
    assert done.out == ""
    assert done.err.startswith("rookery: ")
    assert unquote_choices(done.err) == snapshot
    assert done.err.count("\n") == 1


@pytest.mark.parametrize("name", ["show", "convert", "enter", "bye", "withdraw", "add"])
def test_a_missing_file_is_exit_5(name: str, run: Run, ground: Path) -> None:
    more = {
        "convert": ["out.trf"], "enter": ["1", "1-2"], "bye": ["1", "half", "--round", "2"], "withdraw": ["1"],
        "add": ["--name", "A"],
    }.get(name, [])  # fmt: skip
    done = run(name, "nowhere.trf", *more)
    assert (done.code, done.out) == (UNREADABLE, "")
    assert done.err.startswith("rookery: nowhere.trf: ")


@pytest.mark.parametrize(
    "data", [b"", b"\x00\x01\x02\x03" * 1000, b"Dear Sir,\nplease find enclosed.\n", b'{"rookery": 1,', b"{}", b"[1]\n"]
)
@pytest.mark.parametrize("name", ["validate", "show", "convert", "enter"])
def test_what_is_no_tournament_is_exit_3_and_no_traceback(name: str, data: bytes, run: Run, ground: Path) -> None:
    (ground / "odd.trf").write_bytes(data)
    more = {"convert": ["out.trf"], "enter": ["1", "1-2"]}.get(name, [])
    done = run(name, "odd.trf", *more)
    assert done.code == BAD_INPUT, done
    assert "odd.trf" in done.out + done.err
    assert "Traceback" not in done.out + done.err
    assert (ground / "odd.trf").read_bytes() == data


def test_a_folder_is_no_file(run: Run, ground: Path) -> None:
    done = run("show", "examples")
    assert done.code == UNREADABLE
    assert "examples" in done.err


def test_our_own_fault_is_exit_2_and_asks_for_a_report(
    run: Run, ground: Path, monkeypatch: pytest.MonkeyPatch, snapshot: SnapshotAssertion
) -> None:
    monkeypatch.delenv("ROOKERY_DEBUG", raising=False)
    monkeypatch.setattr(rookery, "loads", lambda source: 1 / 0)
    done = run("show", "examples/swiss.trf")
    assert done.code == INTERNAL_ERROR
    assert "test_commands.py" in done.err
    assert re.sub(r"\.py:\d+", ".py:LINE", done.err) == snapshot


def test_a_closed_pipe_is_no_error(ground: Path) -> None:
    done = shell("rookery show examples/swiss.trf | true; exit ${PIPESTATUS[0]}", ground)
    assert (done.code, done.err) == (0, "")


def test_an_ascii_terminal_is_no_error(ground: Path) -> None:
    done = shell("rookery show examples/swiss.trf", ground, PYTHONUTF8="0", PYTHONIOENCODING="ascii", LC_ALL="C")
    assert (done.code, done.err) == (0, "")


# -- weight ------------------------------------------------------------------------------------------------------------


def test_a_command_imports_only_itself(ground: Path) -> None:
    code = "import sys; from rookery.cli.main import main; main(['show', 'examples/swiss.trf']); print(*sys.modules)"
    done = shell(f"{shlex.quote(sys.executable)} -c {shlex.quote(code)}", ground)
    loaded = set(done.out.splitlines()[-1].split())
    assert "rookery.cli.commands.show" in loaded
    assert not loaded & {f"rookery.cli.commands.{name}" for name in COMMANDS if name != "show"}
    assert not loaded & {"platformdirs", "numpy"}


def test_it_runs_without_anything_installed(ground: Path) -> None:
    """The bare source tree: no site-packages."""
    line = f"{shlex.quote(sys.executable)} -S -m rookery show examples/swiss.trf"
    assert shell(line, ground).out == shell("rookery show examples/swiss.trf", ground).out != ""


def test_every_command_is_documented(root: Path) -> None:
    page = (root / "docs" / "command-line.md").read_text(encoding="utf-8")
    assert [name for name in COMMANDS if f"[`{name}`](" not in page] == []


@pytest.mark.parametrize(
    "words",
    [
        ("pair",),
        ("pair", "x", "--explain", "a"),
        ("pair", "x", "--why-not", "1"),
        ("standings", "x", "--lots"),
        ("standings", "x", "--lot", "1", "--odd"),
    ],
    ids=" ".join,
)
def test_argument_errors_are_reworded(words: tuple[str, ...], run: Run, snapshot: SnapshotAssertion) -> None:
    done = run(*words)
    assert (done.code, done.out) == (BAD_INPUT, "")
    assert done.err == snapshot


def test_an_invalid_choice_lists_the_valid_values(run: Run, snapshot: SnapshotAssertion) -> None:
    assert unquote_choices(run("rate", "x", "--kind", "bullet").err) == snapshot


def test_help_is_a_word_too(run: Run) -> None:
    assert run("help") == run("--help")
    assert run("help", "pair") == run("pair", "--help")
    assert run("help", "pear").code == BAD_INPUT
