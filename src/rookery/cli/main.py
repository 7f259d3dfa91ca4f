"""Entry point of the console script and of `python -m rookery`: find the command, run it, report errors."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence
from itertools import pairwise

from rookery.cli.errors import (
    DONE,
    INTERNAL_ERROR,
    INTERRUPTED,
    CommandError,
    describe_error,
    error_data,
    exit_code,
)
from rookery.cli.registry import COMMANDS, Command, load_command
from rookery.cli.terminal import discard_output, flush_output, prepare_streams, remark


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code; without `argv`, the arguments are those of the process."""
    if argv is not None:
        return run(list(argv))
    # Nothing that is imported becomes garbage, and nothing is used after the command: not looking for cycles there
    # takes 15 of 85 ms off `rookery pair`.
    gc.set_threshold(50_000, *gc.get_threshold()[1:])
    code = run(sys.argv[1:])
    gc.freeze()
    return code


def run(words: list[str]) -> int:
    """Run one command, flush its output and return its exit code."""
    prepare_streams()
    try:
        code = _run_catching_errors(words)
        error = flush_output()
    except BrokenPipeError as broken_pipe:
        discard_output(sys.stdout)
        code, error = DONE, broken_pipe
    if error is None or isinstance(error, BrokenPipeError):  # the reader closed the pipe: it needs no more output
        return code
    return _report_error(f"standard output: {describe_error(error)}", exit_code(error))


def _run_catching_errors(words: list[str]) -> int:
    """Run the command and return an exit code; report an error in a few lines on standard error."""
    try:
        return _dispatch(words)
    except SystemExit as error:  # raised by argparse after --help
        return int(error.code or 0)
    except KeyboardInterrupt:
        # Where Ctrl-C arrives during an exec() of source text (namedtuple and dataclasses use it), CPython remembers an
        # unhandled interrupt and ends by SIGINT whatever the exit code is. The next exec() of a text resets that.
        exec("")  # noqa: S102
        return _report_error("interrupted", INTERRUPTED)
    except BrokenPipeError:
        raise
    except Exception as error:
        if "--format=json" in words or ("--format", "json") in pairwise(words):
            from rookery.cli.console import print_json

            print_json(error_data(error))
        code = exit_code(error)
        if code == INTERNAL_ERROR and os.environ.get("ROOKERY_DEBUG"):
            raise
        return _report_error(describe_error(error), code)


def _report_error(text: str, code: int) -> int:
    """Flush standard output, print a line on standard error and return the exit code."""
    flush_output()
    remark(text)
    return code


def _dispatch(words: list[str]) -> int:
    """Run the command that the words name; without a command, print the version or the help."""
    if _is_legacy_syntax(words):
        from rookery.cli.legacy import main as legacy

        return legacy.run(words)
    from rookery.cli import parsers

    if words[:1] == ["help"]:  # help, and help COMMAND
        words = [*words[1:2], "--help"]
    if words and words[0] in COMMANDS:
        command = load_command(words[0])
        words = _with_default_action(command, words)
        return command.run(parsers.parse_arguments(words[0], words[1:]))
    if words and not words[0].startswith("-"):
        raise CommandError(_unknown_command_text(words[0]))
    parser = parsers.build_front_parser()
    if parser.parse_args(words).version:
        from rookery._version import __version__

        print(f"rookery {__version__}")
        return DONE
    parser.print_help()
    return DONE


def _with_default_action(command: Command, words: list[str]) -> list[str]:
    """Return the words with the command's default action inserted where it has actions and none is named."""
    if command.default_action is None or (words[1:2] and words[1] in (*command.actions, "-h", "--help")):
        return words
    return [words[0], command.default_action, *words[1:]]


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


if __name__ == "__main__":
    sys.exit(main())
