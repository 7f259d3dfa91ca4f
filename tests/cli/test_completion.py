"""Completion scripts are made from the parsers, and bash takes its one."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from rookery.cli import parsers
from rookery.cli.registry import COMMANDS
from support.command_line import Run


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_every_command_and_option_is_in_the_script(shell: str, run: Run) -> None:
    script = run("completion", shell).out
    for name in COMMANDS:
        assert name in script
        for action in parsers.build_parser(name)._actions:
            for option in action.option_strings:
                bare = option.lstrip("-") if shell == "fish" else option
                assert bare in script, (name, option)


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        (["rookery", "va"], ["validate"]),
        (["rookery", "convert", "--t"], ["--to"]),
        (["rookery", "convert", "--to", "trf"], ["trf26", "trf16", "trfx", "trfbx"]),
        (["rookery", "bye", "x.trf", "3", "h"], ["half"]),
        (["rookery", "completion", ""], ["bash", "zsh", "fish", "-h", "--help"]),
        (["rookery", "show", "examples/sw"], []),
    ],
)
def test_bash_completes(typed: list[str], offered: list[str], run: Run) -> None:
    words = " ".join(f'"{word}"' for word in typed)
    probe = f'COMP_WORDS=({words}); COMP_CWORD={len(typed) - 1}; _rookery; printf "%s\\n" "${{COMPREPLY[@]}}"'
    script = run("completion", "bash").out + probe
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True)
    assert sorted(done.stdout.split()) == sorted(offered)


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_the_other_shells_take_theirs(shell: str, run: Run) -> None:
    program = shutil.which(shell)
    if program is None:
        pytest.skip(f"{shell} is not installed")
    done = subprocess.run([program, "-n"], input=run("completion", shell).out, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
