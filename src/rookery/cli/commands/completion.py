"""Print the completion script for a shell, so that the Tab key knows every command and option.

Load it in the shell's start-up file: bash and zsh as in the examples; fish: rookery completion fish | source
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from rookery.cli.errors import DONE
from rookery.cli.parsers import build_parser
from rookery.cli.registry import COMMANDS

if TYPE_CHECKING:
    import argparse

EXAMPLES = (
    'eval "$(rookery completion bash)"',
    "rookery completion zsh > _rookery",
    "rookery completion fish > rookery.fish",
)


class Option(NamedTuple):
    """One option of a command: its names, its help, whether it takes a value, and which."""

    names: tuple[str, ...]
    help: str
    valued: bool
    choices: tuple[str, ...]


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("shell", choices=list(SHELLS), metavar="SHELL", help="which it is for: bash, zsh or fish")


def run(args: argparse.Namespace) -> int:
    """Print the script."""
    print("\n".join(SHELLS[args.shell]()))
    return DONE


def _options(command: str) -> list[Option]:
    """Return the options of a command, and last its positional arguments with choices."""
    options = []
    for action in build_parser(command).arguments:
        choices = tuple(map(str, action.choices or ()))
        if action.option_strings or choices:
            options.append(Option(tuple(action.option_strings), action.help or "", action.nargs != 0, choices))
    return options


def _bash_script() -> Iterator[str]:
    yield "# rookery completion for bash"
    yield "_rookery() {"
    yield '  local cur="${COMP_WORDS[COMP_CWORD]}" prev="${COMP_WORDS[COMP_CWORD-1]}" words=""'
    yield '  if [ "$COMP_CWORD" -eq 1 ]; then'
    yield f'    words="{" ".join(COMMANDS)} --help --version"'
    yield "  else"
    yield '    case "${COMP_WORDS[1]} $prev" in'
    for command in COMMANDS:
        for option in _options(command):
            if option.names and option.valued:
                places = "|".join(f'"{command} {name}"' for name in option.names)
                yield f'      {places}) words="{" ".join(option.choices)}" ;;'
    yield '      *) case "${COMP_WORDS[1]}" in'
    for command in COMMANDS:
        yield f'        {command}) words="{" ".join(_completion_words(command))}" ;;'
    yield "      esac ;;"
    yield "    esac"
    yield "  fi"
    yield '  COMPREPLY=( $(compgen -W "$words" -- "$cur") )'
    yield "}"
    yield "complete -o default -F _rookery rookery"


def _completion_words(command: str) -> Iterator[str]:
    for option in _options(command):
        yield from option.names or option.choices


def _zsh_script() -> Iterator[str]:
    yield "#compdef rookery"
    yield "_rookery() {"
    yield "  if (( CURRENT == 2 )); then"
    yield "    local -a commands"
    yield "    commands=("
    for command, about in COMMANDS.items():
        yield f"      {_quote(f'{command}:{about}')}"
    yield "    )"
    yield "    _describe command commands"
    yield "    return"
    yield "  fi"
    yield "  local command=$words[2]"
    yield "  shift words; (( CURRENT-- ))"
    yield "  case $command in"
    for command in COMMANDS:
        yield f"    {command}) _arguments -s {' '.join(_zsh_options(command))} '*:file:_files' ;;"
    yield "  esac"
    yield "}"
    yield 'if [[ ${funcstack[1]} == _rookery ]]; then _rookery "$@"; else compdef _rookery rookery; fi'


def _zsh_options(command: str) -> Iterator[str]:
    for option in _options(command):
        about = option.help.replace("[", "(").replace("]", ")").replace(":", ";")
        values = f":value:({' '.join(option.choices)})" if option.choices else ":value:_files" if option.valued else ""
        for name in option.names:
            yield _quote(f"{name}[{about}]{values}")


def _fish_script() -> Iterator[str]:
    yield "# rookery completion for fish"
    for command, about in COMMANDS.items():
        yield f"complete -c rookery -f -n __fish_use_subcommand -a {command} -d {_quote(about)}"
    for command in COMMANDS:
        condition = f"complete -c rookery -n '__fish_seen_subcommand_from {command}'"
        for option in _options(command):
            if not option.names:
                yield f"{condition} -a {_quote(' '.join(option.choices))}"
                continue
            names = " ".join(f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}" for name in option.names)
            values = f" -x -a {_quote(' '.join(option.choices))}" if option.choices else " -r" if option.valued else ""
            yield f"{condition} {names}{values} -d {_quote(option.help)}"


def _quote(text: str) -> str:
    return "'" + text.replace("'", "’") + "'"


SHELLS = {"bash": _bash_script, "zsh": _zsh_script, "fish": _fish_script}
