"""Finds the command, runs it, and turns what went wrong into one line and an exit code."""

from __future__ import annotations

import os
import sys
from itertools import pairwise

from rookery.cli import exits, plain_words, streams
from rookery.cli.command_table import COMMANDS, Command, module
from rookery.typed import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse


def ended(words: list[str]) -> int:
    """Run one command; the exit code says how it went."""
    streams.prepare()
    try:
        code = _guarded(words)
        kept = streams.flushed()
    except BrokenPipeError as error:
        streams.drop(sys.stdout)
        code, kept = exits.DONE, error
    if kept is None or isinstance(kept, BrokenPipeError):  # whoever read our output has seen enough
        return code
    return _say(f"standard output: {exits.os_words(kept)}", exits.code_of(kept))


def _dispatch(words: list[str]) -> int:
    if _speaks_legacy(words):
        from rookery.cli import legacy

        return legacy.run(words)
    if words[:1] == ["help"]:  # help, and help COMMAND
        words = [*words[1:2], "--help"]
    if words and words[0] in COMMANDS:
        command = module(words[0])
        words = _completed(command, words)
        return command.run(plain_words.read(command, words[1:]) or _parsed(words))
    if words and not words[0].startswith("-"):
        raise exits.Refusal(_unknown(words[0]))
    from rookery.cli import parsers

    parser = parsers.front()
    if parser.parse_args(words).version:
        from rookery._version import __version__

        print(f"rookery {__version__}")
        return exits.DONE
    parser.print_help()
    return exits.DONE


def _completed(command: Command, words: list[str]) -> list[str]:
    """The words with the action that is meant where a command has several and none is named."""
    meant = getattr(command, "OTHERWISE", None)
    known = (*getattr(command, "ACTIONS", ()), "-h", "--help")
    if meant is None or (words[1:2] and words[1] in known):
        return words
    return [words[0], meant, *words[1:]]


def _parsed(words: list[str]) -> argparse.Namespace:
    from rookery.cli import parsers

    return parsers.parsed(words[0], words[1:])


def _speaks_legacy(words: list[str]) -> bool:
    """Whether this is the grammar of bbpPairings or JaVaFo."""
    if not words or words[0] in COMMANDS:
        return False
    return words[0] in ("-r", "--dutch") or any(word in ("-p", "-c", "-g") for word in words)


def _unknown(word: str) -> str:
    from difflib import get_close_matches

    near = get_close_matches(word, COMMANDS, 1)
    hint = f"; did you mean {near[0]}?" if near else "; rookery --help lists what there is"
    return f"there is no command {word!r}{hint}"


def _guarded(words: list[str]) -> int:
    """Run it; nothing but an exit code comes back, and at most a few lines go to standard error."""
    try:
        return _dispatch(words)
    except SystemExit as leaving:  # argparse leaves so after --help
        return int(leaving.code or 0)
    except KeyboardInterrupt:
        return _say("interrupted", exits.INTERRUPTED)
    except BrokenPipeError:
        raise
    except Exception as error:
        if _asks_for_json(words):
            _tell(error)
        return _refused(error)


def _asks_for_json(words: list[str]) -> bool:
    """Whether the answer is for another program."""
    return "--format=json" in words or ("--format", "json") in pairwise(words)


def _tell(error: Exception) -> None:
    """Why there is no answer, where the program looks for the answer; people are told beside it."""
    from rookery.cli.error_data import error_data
    from rookery.cli.render import print_json

    print_json(error_data(error))


def _refused(error: Exception) -> int:
    """What was refused, in one line; a fault of ours with the place where it happened."""
    code = exits.code_of(error)
    if code == exits.OUR_FAULT:
        return _our_fault(error)
    if isinstance(error, OSError):
        return _say(exits.os_words(error), code)
    from rookery.errors import FormatError

    if isinstance(error, FormatError):
        from rookery.cli.problems import brief

        return _say(brief(error.problems), code)
    return _say(str(error), code)


def _say(text: str, code: int) -> int:
    streams.flushed()
    streams.remark(text)
    return code


def _our_fault(error: Exception) -> int:
    """Not the user's fault: say so, and where to look."""
    if os.environ.get("ROOKERY_DEBUG"):
        raise error
    return _say(exits.fault(error), exits.OUR_FAULT)
