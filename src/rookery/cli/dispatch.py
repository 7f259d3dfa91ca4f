"""Find and run the command, and turn any error into one line on standard error and an exit code."""

from __future__ import annotations

import os
import sys
from itertools import pairwise

from rookery.cli import exit_codes, stdio
from rookery.cli.registry import COMMANDS, Command, command_module


def run(words: list[str]) -> int:
    """Run one command, flush its output and return its exit code."""
    stdio.prepare()
    try:
        code = _run_catching_errors(words)
        error = stdio.flushed()
    except BrokenPipeError as broken_pipe:
        stdio.drop(sys.stdout)
        code, error = exit_codes.DONE, broken_pipe
    if error is None or isinstance(error, BrokenPipeError):  # the reader closed the pipe: it needs no more output
        return code
    return _report(f"standard output: {exit_codes.describe_os_error(error)}", exit_codes.exit_code(error))


def _dispatch(words: list[str]) -> int:
    """Run the command that the words name; without a command, print the version or the help."""
    if _is_legacy_syntax(words):
        from rookery.cli import legacy

        return legacy.run(words)
    from rookery.cli import parsers

    if words[:1] == ["help"]:  # help, and help COMMAND
        words = [*words[1:2], "--help"]
    if words and words[0] in COMMANDS:
        command = command_module(words[0])
        words = _with_default_action(command, words)
        return command.run(parsers.parse_arguments(words[0], words[1:]))
    if words and not words[0].startswith("-"):
        raise exit_codes.Refusal(_unknown_command_text(words[0]))
    parser = parsers.build_front_parser()
    if parser.parse_args(words).version:
        from rookery._version import __version__

        print(f"rookery {__version__}")
        return exit_codes.DONE
    parser.print_help()
    return exit_codes.DONE


def _with_default_action(command: Command, words: list[str]) -> list[str]:
    """Return the words with the command's default action inserted where it has actions and none is named."""
    default_action = getattr(command, "OTHERWISE", None)
    accepted = (*getattr(command, "ACTIONS", ()), "-h", "--help")
    if default_action is None or (words[1:2] and words[1] in accepted):
        return words
    return [words[0], default_action, *words[1:]]


def _is_legacy_syntax(words: list[str]) -> bool:
    """Return whether this is the syntax of bbpPairings or JaVaFo."""
    if not words or words[0] in COMMANDS:
        return False
    return words[0] in ("-r", "--dutch") or any(word in ("-p", "-c", "-g") for word in words)


def _unknown_command_text(word: str) -> str:
    from difflib import get_close_matches

    matches = get_close_matches(word, COMMANDS, 1)
    hint = f"; did you mean {matches[0]}?" if matches else "; rookery --help lists what there is"
    return f"there is no command {word!r}{hint}"


def _run_catching_errors(words: list[str]) -> int:
    """Run the command and return an exit code; report an error in a few lines on standard error."""
    try:
        return _dispatch(words)
    except SystemExit as error:  # raised by argparse after --help
        return int(error.code or 0)
    except KeyboardInterrupt:
        # Where Ctrl-C arrives during an exec() of source text (namedtuple and dataclasses use it), CPython remembers an
        # unhandled interrupt and ends by SIGINT whatever the exit code is. The next exec() of a text resets that.
        exec("")
        return _report("interrupted", exit_codes.INTERRUPTED)
    except BrokenPipeError:
        raise
    except Exception as error:
        if _is_json_requested(words):
            _print_json_error(error)
        return _report_error(error)


def _is_json_requested(words: list[str]) -> bool:
    """Return whether the command line asks for JSON output."""
    return "--format=json" in words or ("--format", "json") in pairwise(words)


def _print_json_error(error: Exception) -> None:
    """Print the error as JSON on standard output, where a calling program expects the result."""
    from rookery.cli.console import print_json
    from rookery.cli.errors_json import error_data

    print_json(error_data(error))


def _report_error(error: Exception) -> int:
    """Report an error in one line and return its exit code; an internal error is reported with its place."""
    code = exit_codes.exit_code(error)
    if code == exit_codes.INTERNAL_ERROR:
        return _report_internal_error(error)
    if isinstance(error, OSError):
        return _report(exit_codes.describe_os_error(error), code)
    from rookery.errors import FormatError

    if isinstance(error, FormatError):
        from rookery.cli.problems import first_problem_line

        return _report(first_problem_line(error.problems), code)
    return _report(str(error), code)


def _report(text: str, code: int) -> int:
    """Flush standard output, print a line on standard error and return the exit code."""
    stdio.flushed()
    stdio.remark(text)
    return code


def _report_internal_error(error: Exception) -> int:
    """Report a bug with its place, or raise it where ROOKERY_DEBUG is set."""
    if os.environ.get("ROOKERY_DEBUG"):
        raise error
    return _report(exit_codes.describe_fault(error), exit_codes.INTERNAL_ERROR)
