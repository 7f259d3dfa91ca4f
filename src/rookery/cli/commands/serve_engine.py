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
from typing import BinaryIO

from rookery.cli.engine import VERBS, BadRequestError, parse_request
from rookery.cli.errors import DONE, INTERNAL_ERROR, CommandError, error_data, exit_code
from rookery.errors import Problem, Severity, TooLargeError

EXAMPLES = (
    "rookery serve-engine < examples/requests.jsonl",
    """echo '{"id": 1, "verb": "hello"}' | rookery serve-engine""",
)
LONGEST = 16
"""Megabytes of a request: a tournament of 20,000 players and nine rounds has seven in the JSON form."""
_PIECE = 2**16


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    help_text = f"the longest request that is taken, in megabytes (default: {LONGEST})"
    parser.add_argument("--longest", type=int, default=LONGEST, metavar="MB", help=help_text)


def run(args: argparse.Namespace) -> int:
    """Answer requests until the input ends."""
    if args.longest < 1:
        raise CommandError("--longest: at least one megabyte is needed")
    for data in _read_requests(sys.stdin.buffer, args.longest * 2**20):
        line = _answer_request(data, args.longest)
        sys.stdout.buffer.write(line)
        sys.stdout.buffer.flush()
    return DONE


def _read_requests(source: BinaryIO, longest: int) -> Iterator[bytes | None]:
    """Yield the lines that are not blank; None for one that is too long."""
    while data := source.readline(longest + 1):
        if len(data) > longest and not data.endswith(b"\n"):
            while (piece := source.readline(_PIECE)) and not piece.endswith(b"\n"):
                pass
            yield None
        elif data.strip():
            yield data


def _answer_request(data: bytes | None, longest: int) -> bytes:
    """Return the line that answers a request; any failure becomes an error answer."""
    request_id: int | str | None = None
    try:
        if data is None:
            raise _too_long_error(longest)
        request = parse_request(data, VERBS)
        request_id = request.id
        return _format_answer({"id": request_id, **VERBS[request.verb].answer(request)})
    except Exception as error:
        if exit_code(error) == INTERNAL_ERROR and os.environ.get("ROOKERY_DEBUG"):
            import traceback

            traceback.print_exc()
        return _format_answer(
            {"id": error.request_id if isinstance(error, BadRequestError) else request_id, "error": error_data(error)}
        )


def _format_answer(answer: dict[str, object]) -> bytes:
    """Return the answer as one line of ASCII JSON."""
    return json.dumps(answer, separators=(",", ":"), allow_nan=False).encode() + b"\n"


def _too_long_error(longest: int) -> TooLargeError:
    message = f"a request has at most {longest} megabytes here (rookery serve-engine --longest N takes longer ones)"
    return TooLargeError([Problem(Severity.ERROR, "too-long", 1, (0, 0), "", message)])
