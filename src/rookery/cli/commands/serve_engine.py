"""Answer requests on standard input until it ends: one line of JSON each, one line of JSON back.

For a platform that keeps a process instead of starting one for each round. A request names a verb and carries the
tournament, in the JSON form or as the text of a file; the answer is the data that the library and the other commands
give. A request that makes no sense is answered as well, and the next one is taken. docs/serve-engine.md has it all.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator

from rookery.cli.engine_request import BadRequest, read
from rookery.cli.engine_verbs import VERBS
from rookery.cli.error_data import error_data
from rookery.cli.exits import DONE, OUR_FAULT, Refusal, code_of
from rookery.errors import Problem, Severity, TooLarge
from rookery.typed import BinaryIO

EXAMPLES = (
    "rookery serve-engine < examples/requests.jsonl",
    """echo '{"id": 1, "verb": "hello"}' | rookery serve-engine""",
)
LONGEST = 16
"""Megabytes of a request: a tournament of 20,000 players and nine rounds has seven in the JSON form."""
_PIECE = 2**16


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    said = f"the longest request that is taken, in megabytes (default: {LONGEST})"
    parser.add_argument("--longest", type=int, default=LONGEST, metavar="MB", help=said)


def run(args: argparse.Namespace) -> int:
    """Answer until there is nobody left to ask."""
    if args.longest < 1:
        raise Refusal("--longest: at least one megabyte is needed")
    for data in _requests(sys.stdin.buffer, args.longest * 2**20):
        line = _answer(data, args.longest)
        sys.stdout.buffer.write(line)
        sys.stdout.buffer.flush()
    return DONE


def _requests(source: BinaryIO, longest: int) -> Iterator[bytes | None]:
    """The lines that say something; None for one that is too long, of which nothing is kept."""
    while data := source.readline(longest + 1):
        if len(data) > longest and not data.endswith(b"\n"):
            while (piece := source.readline(_PIECE)) and not piece.endswith(b"\n"):
                pass
            yield None
        elif data.strip():
            yield data


def _answer(data: bytes | None, longest: int) -> bytes:
    """The line that answers a request, whatever is wrong with it or with us."""
    who: int | str | None = None
    try:
        if data is None:
            raise _too_long(longest)
        asked = read(data, VERBS)
        who = asked.id
        return _line({"id": who, **VERBS[asked.verb].answer(asked)})
    except Exception as error:
        if code_of(error) == OUR_FAULT and os.environ.get("ROOKERY_DEBUG"):
            import traceback

            traceback.print_exc()
        return _line({"id": error.id if isinstance(error, BadRequest) else who, "error": error_data(error)})


def _line(answer: dict[str, object]) -> bytes:
    """One line, in letters that every pipe takes."""
    return json.dumps(answer, separators=(",", ":"), allow_nan=False).encode() + b"\n"


def _too_long(longest: int) -> TooLarge:
    said = f"a request has at most {longest} megabytes here (rookery serve-engine --longest N takes longer ones)"
    return TooLarge([Problem(Severity.ERROR, "too-long", 1, (0, 0), "", said)])
