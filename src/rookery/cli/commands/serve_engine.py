"""Answer requests on standard input until it ends: one line of JSON each, one line of JSON back.

For a platform that keeps a process instead of starting one for each round. A request names a verb and carries the
tournament, in the JSON form or as the text of a file; the answer is the data that the library and the other commands
give. A request that makes no sense is answered as well, and the next one is taken. docs/serve-engine.md has it all.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple

from rookery.cli.errors import DONE, INTERNAL_ERROR, CommandError, error_data, exit_code
from rookery.errors import FormatError, Problem, RuleError, Severity, TooLargeError
from rookery.json_format.object_reader import (
    UNKNOWN,
    Notes,
    Reader,
    as_flag,
    as_ids,
    as_text,
    as_texts,
    as_whole,
    locate_problems,
)
from rookery.json_format.read import not_json_error, parse_json, read_tournament
from rookery.load_result import refusals
from rookery.model.validation import whole
from rookery.serialize.as_data import as_data, encode, with_form

if TYPE_CHECKING:
    from rookery.load_result import LoadResult
    from rookery.model import Tournament
    from rookery.pairing.outcome import Pair, Pairing
    from rookery.serialize import cli_types


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


TOURNAMENT = "tournament"
_SURROGATES = re.compile("[\ud800-\udfff]")
"""Halves of characters: no file can hold them."""


class Key(NamedTuple):
    """What a key may hold: its parser, and the message when the value is something else."""

    read: Callable[[Any], Any]
    expected: str


def _parse_pairs(value: Any) -> list[Pair] | None:
    id_lists = [as_ids(ids) for ids in value] if isinstance(value, list) else [None]
    pairs = [(ids[0], ids[1]) for ids in id_lists if ids is not None and len(ids) == 2]
    return pairs if len(pairs) == len(id_lists) else None


def _parse_ratings(value: Any) -> dict[int, int | None] | None:
    if not isinstance(value, dict):
        return None
    ratings: dict[int, int | None] = {}
    for text, rating in value.items():
        number = whole(text)
        if number is None or number in ratings or not (rating is None or as_whole(rating) is not None):
            return None
        ratings[number] = rating
    return ratings


def _parse_k_values(value: Any) -> dict[int, int] | None:
    ratings = _parse_ratings(value)
    values = None if ratings is None else {number: k for number, k in ratings.items() if k}
    return values if ratings is not None and values is not None and len(values) == len(ratings) else None


def _parse_tournament(value: Any) -> Any:
    if isinstance(value, str) and _SURROGATES.search(value):
        return None
    return value if isinstance(value, str | dict) else None


def _parse_seed(value: Any) -> int | str | None:
    return value if type(value) is int else as_text(value)


def _parse_choice(choices: Container[str], value: Any) -> str | None:
    return value if isinstance(value, str) and value in choices else None


def _parse_list_or_text(value: Any) -> Sequence[str] | None:
    return as_text(value) if isinstance(value, str) else as_texts(value)


_WHOLE = Key(as_whole, "a whole number is expected here")
_FLAG = Key(as_flag, "true or false is expected here")
_TEXT = Key(as_text, "a text of one line, in quotes, is expected here")
_IDS = Key(as_ids, "a list of numbers is expected here: [1, 2]")
_RATINGS = Key(_parse_ratings, 'ratings by pairing number are expected here, null for none: {"7": 1920, "8": null}')
_K = Key(_parse_k_values, 'values of K by pairing number are expected here, from 1 up: {"7": 20}')

KEYS: dict[str, Key] = {
    TOURNAMENT: Key(
        _parse_tournament, "a tournament is expected here: an object in the JSON form, or the text of a file"
    ),
    **dict.fromkeys(("round", "bye", "unrated", "games", "after", "player", "other", "seed"), _WHOLE),
    **dict.fromkeys(
        ("ledger", "parts", "provisional", "strict", "for_rating", "approved", "lines", "force", "reverse"), _FLAG
    ),
    **dict.fromkeys(("system", "edition", "kind", "title", "format", "to"), _TEXT),
    **dict.fromkeys(("rounds", "through", "exclude"), _IDS),
    "ratings": _RATINGS,
    "k": _K,
    "fixed": Key(_parse_pairs, "a list of pairs is expected here: [[3, 7]]"),
    "boards": Key(_parse_pairs, "a list of boards is expected here, White first, 0 for the bye: [[3, 7], [5, 0]]"),
    "tiebreaks": Key(_parse_list_or_text, 'tie-breaks are expected here: ["BH/C1", "SB"] or "BH/C1,SB"'),
    "numbers": Key(as_ids, "the new numbers in the order of the present ones are expected here: [3, 1, 2]"),
    "draw": Key(partial(_parse_choice, ("lot", "varma")), "lot or varma is expected here"),
    "lots": Key(_parse_seed, "a seed is expected here: a text or a whole number"),
}
"""Every key that a request may have beside `id` and `verb`."""


class Verb(NamedTuple):
    """A verb of the engine: its required keys, its optional keys, and its handler."""

    needs: tuple[str, ...]
    takes: tuple[str, ...]
    answer: Callable[[EngineRequest], dict[str, object]]


class EngineRequest(NamedTuple):
    """A parsed request: the line, its id, the verb with its options, and the tournament before it is loaded."""

    line: str
    id: int | str | None
    verb: str
    options: dict[str, Any]
    tournament: Any

    def load(self) -> LoadResult:
        """Load the tournament, from the text of a file or from the JSON form; raise FormatError if it is none."""
        import rookery

        if isinstance(self.tournament, str):
            return rookery.loads(self.tournament.encode())  # bytes: never the name of a file
        return read_tournament(self.tournament, self.line, (TOURNAMENT,))

    def load_sound(self) -> LoadResult:
        """Load the tournament; raise FormatError with every problem if it has errors."""
        result = self.load()
        if refusals(result.problems):
            raise FormatError(result.problems)
        return result

    @property
    def lines(self) -> list[str]:
        """The lines to which the problems of the tournament refer."""
        return re.split(r"\r\n|\r|\n", self.tournament) if isinstance(self.tournament, str) else [self.line]


class BadRequestError(FormatError):
    """Raised when a request cannot be answered; carries its id."""

    def __init__(self, problems: Sequence[Problem], request_id: int | str | None = None) -> None:
        super().__init__(problems)
        self.request_id = request_id


def parse_request(data: bytes, verbs: Mapping[str, Verb]) -> EngineRequest:
    """Parse the request in a line; raise BadRequestError with every mistake in it."""
    notes = Notes()
    try:
        line = data.decode("utf-8-sig").rstrip("\r\n")
        top = parse_json(line, "a request")
        if not isinstance(top, dict):
            raise not_json_error('a request is an object: {"id": 1, "verb": "hello"}')
        request = _build_request(line, Reader(top, (), notes), verbs)
        problems = (*locate_problems(line, notes.found), *notes.rest())
    except UnicodeDecodeError as error:
        problem = Problem(Severity.ERROR, "json", 1, (error.start + 1,) * 2, "", "a request is written in UTF-8")
        raise BadRequestError([problem]) from None
    except RecursionError:
        raise BadRequestError(not_json_error("this is not a request: it is nested too deeply").problems) from None
    except FormatError as error:
        raise BadRequestError(error.problems) from None
    if problems:
        raise BadRequestError(problems, request.id)
    return request


def _build_request(line: str, reader: Reader, verbs: Mapping[str, Verb]) -> EngineRequest:
    """Build the request from the JSON object; mistakes are added to the notes of the reader."""
    notes, present = reader.notes, {key for key, value in reader.left.items() if value is not None}
    request_id = reader.take("id", _parse_id, "a text or a whole number is expected here", None)
    verb = reader.take("verb", partial(_parse_choice, verbs), f"a verb is expected here: {', '.join(verbs)}", "")
    if not verb:
        if "verb" not in present:
            notes.add((), "missing", f'"verb" is missing here: {", ".join(verbs)}', used="")
        return EngineRequest(line, request_id, "", {}, None)
    needs, takes, _ = verbs[verb]
    options = {key: reader.take(key, *KEYS[key], None) for key in (*needs, *takes)}
    for key in needs:
        if key not in present:
            notes.add((), "missing", f'"{key}" is missing here', used="")
    accepted = ", ".join((*needs, *takes)) or "nothing more"
    for key in reader.left:
        notes.add((key,), UNKNOWN, f'"{key}" has no meaning here: {verb} takes {accepted}', used="")
    tournament = options.pop(TOURNAMENT, None)
    return EngineRequest(
        line, request_id, verb, {key: value for key, value in options.items() if value is not None}, tournament
    )


def _parse_id(value: Any) -> Any:
    return value if isinstance(value, str) or type(value) is int else None


Options = dict[str, Any]
"""What a request has beside its tournament, each value as it was read."""

_PAIR_OPTIONS = ("system", "edition", "round", "fixed", "bye", "unrated", "through", "games")
"""The keys that are arguments of `rookery.pair`."""


def _verb_handler(
    compute: Callable[[LoadResult, Options], object],
    load: Callable[[EngineRequest], LoadResult] = EngineRequest.load_sound,
) -> Callable[[EngineRequest], dict[str, object]]:
    """Return the handler of a verb about a tournament, by default a sound one; its warnings are added to the answer."""

    def answer(request: EngineRequest) -> dict[str, object]:
        reading = load(request)
        warnings = [encode(problem) for problem in reading.problems if problem.severity > Severity.INFO]
        return {"answer": compute(reading, request.options), **({"problems": warnings} if warnings else {})}

    return answer


def _answer_pair(reading: LoadResult, options: Options) -> object:
    return as_data(_compute_pairing(reading, options), ledger=options.get("ledger", False))


def _answer_explain(reading: LoadResult, options: Options) -> object:
    return as_data(_compute_pairing(reading, options).explain(options["player"]))


def _answer_why_not(reading: LoadResult, options: Options) -> object:
    return as_data(_compute_pairing(reading, options).why_not(options["player"], options.get("other")))


def _compute_pairing(reading: LoadResult, options: Options) -> Pairing:
    import rookery

    return rookery.pair(reading.tournament, **_select_options(options, _PAIR_OPTIONS))


def _answer_standings(reading: LoadResult, options: Options) -> object:
    import rookery

    arguments = _select_options(options, ("tiebreaks", "after", "edition", "exclude", "lots", "provisional"))
    return as_data(rookery.standings(reading.tournament, **arguments), parts=options.get("parts", False))


def _answer_check(reading: LoadResult, options: Options) -> object:
    import rookery
    from rookery.checking.file_validation import with_missing_participants
    from rookery.history.late_entries import with_provisional_ratings

    tournament = reading.tournament
    if "unrated" in options:
        tournament = with_provisional_ratings(tournament, options["unrated"])
    report = rookery.check(tournament, **_select_options(options, ("rounds", "system", "edition")))
    return as_data(with_missing_participants(report, reading))


def _answer_feasible(reading: LoadResult, options: Options) -> object:
    import rookery

    return as_data(rookery.check_feasibility(reading.tournament))


def _answer_objections(reading: LoadResult, options: Options) -> object:
    import rookery

    return as_data(rookery.check_compliance(reading.tournament))


def _answer_is_final(reading: LoadResult, options: Options) -> object:
    import rookery

    return as_data(rookery.completion(reading.tournament))


def _answer_breaches(reading: LoadResult, options: Options) -> object:
    import rookery

    arguments = _select_options(options, ("system", "edition"))
    return as_data(rookery.check_pairing(reading.tournament, options["boards"], **arguments))


def _answer_rate(reading: LoadResult, options: Options) -> object:
    import rookery

    report = rookery.rate(reading.tournament, **_select_options(options, ("kind", "ratings", "k", "approved")))
    return as_data(report, lines=options.get("lines", False))


def _answer_norms(reading: LoadResult, options: Options) -> object:
    import rookery

    return as_data(rookery.norms(reading.tournament, **_select_options(options, ("player", "title"))))


def _answer_dump(reading: LoadResult, options: Options) -> object:
    format_name = options.get("format", "trf26")
    data: cli_types.FileData = {"format": format_name, "text": _dump_text(reading.tournament, format_name)}
    return with_form("file", data)


def _dump_text(tournament: Tournament, format_name: str) -> str:
    import rookery
    from rookery.files import file_format

    return rookery.dumps(tournament, file_format(format_name)).decode()


def _answer_convert(request: EngineRequest) -> dict[str, object]:
    """Convert the tournament; with `force`, what could be read of a tournament with errors."""
    force = request.options.get("force", False)
    return _verb_handler(_compute_conversion, EngineRequest.load if force else EngineRequest.load_sound)(request)


def _compute_conversion(reading: LoadResult, options: Options) -> object:
    from rookery.files import list_losses

    text, is_json = _dump_text(reading.tournament, options["to"]), options["to"] == "json"
    data: cli_types.ConversionData = {
        "format": options["to"],
        "text": None if is_json else text,
        "tournament": json.loads(text) if is_json else None,
        "lost": [] if is_json else list_losses(reading.tournament, text.encode()),
    }
    return with_form("conversion", data)


def _answer_number(reading: LoadResult, options: Options) -> object:
    numbers, numbered_tournament, notes = _compute_numbers(reading.tournament, options)
    data: cli_types.NumberingData = {
        "numbers": {str(old): new for old, new in sorted(numbers.items())},
        "tournament": json.loads(_dump_text(numbered_tournament, "json")),
        "notes": notes,
    }
    return with_form("numbering", data)


def _compute_numbers(tournament: Tournament, options: Options) -> tuple[dict[int, int], Tournament, list[str]]:
    """Return the new numbers by the old, the tournament with them, and notes: given, drawn, or by rating and title."""
    from rookery.cli.commands.schedule import draw_by, draw_notes, numbers_by_participant
    from rookery.history.pairing_numbers import number_players
    from rookery.pairing.schedules.tables import assign_numbers

    if "draw" not in options:
        if "seed" in options:
            raise CommandError('"seed" goes with "draw"')
        if "numbers" in options:
            numbers = numbers_by_participant(tournament, options["numbers"])
            if len(options["numbers"]) != len(numbers):
                raise CommandError(f'"numbers" has {len(options["numbers"])} numbers for {len(numbers)} participants')
        elif tournament.team_event:
            message = "the numbers of teams do not follow from ratings: send them as numbers, or draw them"
            raise RuleError(message, article="C.04.6 1.1.2")
        else:
            numbers = number_players(tournament.players).numbers
        return numbers, assign_numbers(tournament, numbers), []
    if "numbers" in options:
        raise CommandError("numbers are given by hand or drawn, not both")
    if "seed" not in options:
        raise CommandError('"draw" needs "seed": the same seed draws the same numbers')
    numbers = draw_by(options["draw"], tournament, options["seed"])
    numbered_tournament = assign_numbers(tournament, numbers)
    return numbers, numbered_tournament, [*draw_notes(options["draw"], f"seed {options['seed']}", numbered_tournament)]


def _answer_schedule(reading: LoadResult, options: Options) -> object:
    from rookery.cli.commands.schedule import plan_data, plan_rounds

    tournament, notes = reading.tournament, list[str]()
    if options.keys() & {"draw", "seed", "numbers"}:
        _, tournament, notes = _compute_numbers(tournament, options)
    return plan_data(plan_rounds(tournament, options.get("system", ""), options.get("reverse"), notes))


def _answer_validate(request: EngineRequest) -> dict[str, object]:
    """Validate the tournament; an unreadable one is an answer, too."""
    from rookery.checking.file_validation import FileValidation, validate_file

    try:
        validation = validate_file(
            request.load(), request.lines, **_select_options(request.options, ("strict", "for_rating"))
        )
    except FormatError as error:
        validation = FileValidation(error.problems, error.problems)
    return {"answer": as_data(validation)}


def _answer_hello(request: EngineRequest) -> dict[str, object]:
    """Return the version, the verbs, and the editions of the rules."""
    import rookery
    from rookery.formats.resolve import get_handlers
    from rookery.json_format import VERSION
    from rookery.ranking.rules import EDITIONS
    from rookery.regulations import FORMATS

    data: cli_types.HelloData = {
        "rookery": rookery.__version__,
        "tournaments": VERSION,
        "verbs": {name: {"needs": list(verb.needs), "takes": list(verb.takes)} for name, verb in VERBS.items()},
        "systems": {name: sorted(str(rules.since) for rules in get_handlers(name).systems) for name in FORMATS},
        "tiebreaks": sorted(str(rules.since) for rules in EDITIONS),
    }
    return {"answer": with_form("hello", data)}


def _select_options(options: Options, names: tuple[str, ...]) -> Options:
    """Return the options that have one of these names."""
    return {name: options[name] for name in names if name in options}


_NUMBER_OPTIONS = ("draw", "seed", "numbers")
"""The keys by which a verb takes other pairing numbers."""
_TOURNAMENT_ONLY, _TOURNAMENT_AND_PLAYER = (TOURNAMENT,), (TOURNAMENT, "player")
VERBS: Mapping[str, Verb] = {
    "hello": Verb((), (), _answer_hello),
    "pair": Verb(_TOURNAMENT_ONLY, (*_PAIR_OPTIONS, "ledger"), _verb_handler(_answer_pair)),
    "explain": Verb(_TOURNAMENT_AND_PLAYER, _PAIR_OPTIONS, _verb_handler(_answer_explain)),
    "why-not": Verb(_TOURNAMENT_AND_PLAYER, ("other", *_PAIR_OPTIONS), _verb_handler(_answer_why_not)),
    "standings": Verb(
        _TOURNAMENT_ONLY,
        ("tiebreaks", "after", "edition", "exclude", "lots", "provisional", "parts"),
        _verb_handler(_answer_standings),
    ),
    "check": Verb(_TOURNAMENT_ONLY, ("rounds", "system", "edition", "unrated"), _verb_handler(_answer_check)),
    "validate": Verb(_TOURNAMENT_ONLY, ("strict", "for_rating"), _answer_validate),
    "feasible": Verb(_TOURNAMENT_ONLY, (), _verb_handler(_answer_feasible)),
    "is-final": Verb(_TOURNAMENT_ONLY, (), _verb_handler(_answer_is_final)),
    "objections": Verb(_TOURNAMENT_ONLY, (), _verb_handler(_answer_objections)),
    "breaches": Verb((TOURNAMENT, "boards"), ("system", "edition"), _verb_handler(_answer_breaches)),
    "rate": Verb(_TOURNAMENT_ONLY, ("kind", "ratings", "k", "approved", "lines"), _verb_handler(_answer_rate)),
    "norms": Verb(_TOURNAMENT_ONLY, ("player", "title"), _verb_handler(_answer_norms)),
    "dump": Verb(_TOURNAMENT_ONLY, ("format",), _verb_handler(_answer_dump)),
    "convert": Verb((TOURNAMENT, "to"), ("force",), _answer_convert),
    "number": Verb(_TOURNAMENT_ONLY, _NUMBER_OPTIONS, _verb_handler(_answer_number)),
    "schedule": Verb(_TOURNAMENT_ONLY, ("system", "reverse", *_NUMBER_OPTIONS), _verb_handler(_answer_schedule)),
}
"""Every verb, in the order in which they are told."""
