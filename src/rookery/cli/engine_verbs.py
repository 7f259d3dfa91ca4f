"""The verbs of the engine: their keys, and the library's answers as data."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from rookery.cli.engine_request import TOURNAMENT, EngineRequest, Verb
from rookery.errors import FormatError, Severity
from rookery.serialize.as_data import as_data, with_form
from rookery.serialize.encode import encode

if TYPE_CHECKING:
    from rookery.load_result import LoadResult
    from rookery.pairing.outcome import Pairing
    from rookery.serialize import cli_types

Options = dict[str, Any]
"""What a request has beside its tournament, each value as it was read."""

_PAIR_OPTIONS = ("system", "edition", "round", "fixed", "bye", "unrated", "through", "games")
"""The keys that are arguments of `rookery.pair`."""


def _tournament_verb(compute: Callable[[LoadResult, Options], object]) -> Callable[[EngineRequest], dict[str, object]]:
    """Return the handler of a verb about a sound tournament; its warnings are added to the answer."""

    def answer(request: EngineRequest) -> dict[str, object]:
        reading = request.sound()
        warnings = [encode(problem) for problem in reading.problems if problem.severity > Severity.INFO]
        return {"answer": compute(reading, request.given), **({"problems": warnings} if warnings else {})}

    return answer


def _pair(reading: LoadResult, options: Options) -> object:
    return as_data(_outcome(reading, options), ledger=options.get("ledger", False))


def _explain(reading: LoadResult, options: Options) -> object:
    return as_data(_outcome(reading, options).explain(options["player"]))


def _why_not(reading: LoadResult, options: Options) -> object:
    return as_data(_outcome(reading, options).why_not(options["player"], options.get("other")))


def _outcome(reading: LoadResult, options: Options) -> Pairing:
    import rookery

    return rookery.pair(reading.tournament, **_select(options, _PAIR_OPTIONS))


def _standings(reading: LoadResult, options: Options) -> object:
    import rookery

    arguments = _select(options, ("tiebreaks", "after", "edition", "exclude", "lots", "provisional"))
    return as_data(rookery.standings(reading.tournament, **arguments), parts=options.get("parts", False))


def _check(reading: LoadResult, options: Options) -> object:
    import rookery
    from rookery.checking.file_validation import with_missing_participants
    from rookery.history.late_entries import with_provisional_ratings

    tournament = reading.tournament
    if "unrated" in options:
        tournament = with_provisional_ratings(tournament, options["unrated"])
    report = rookery.check(tournament, **_select(options, ("rounds", "system", "edition")))
    return as_data(with_missing_participants(report, reading))


def _feasible(reading: LoadResult, options: Options) -> object:
    import rookery

    return as_data(rookery.check_feasibility(reading.tournament))


def _objections(reading: LoadResult, options: Options) -> object:
    import rookery

    return as_data(rookery.check_compliance(reading.tournament))


def _is_final(reading: LoadResult, options: Options) -> object:
    import rookery

    return as_data(rookery.completion(reading.tournament))


def _breaches(reading: LoadResult, options: Options) -> object:
    import rookery

    arguments = _select(options, ("system", "edition"))
    return as_data(rookery.check_pairing(reading.tournament, options["boards"], **arguments))


def _rate(reading: LoadResult, options: Options) -> object:
    import rookery

    report = rookery.rate(reading.tournament, **_select(options, ("kind", "ratings", "k", "approved")))
    return as_data(report, lines=options.get("lines", False))


def _norms(reading: LoadResult, options: Options) -> object:
    import rookery

    return as_data(rookery.norms(reading.tournament, **_select(options, ("player", "title"))))


def _validate(request: EngineRequest) -> dict[str, object]:
    """Validate the tournament; an unreadable one is an answer, too."""
    from rookery.checking.file_validation import FileValidation, validate_file

    try:
        validation = validate_file(request.reading(), request.lines, **_select(request.given, ("strict", "for_rating")))
    except FormatError as error:
        validation = FileValidation(error.problems, error.problems)
    return {"answer": as_data(validation)}


def _hello(request: EngineRequest) -> dict[str, object]:
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


def _select(options: Options, names: tuple[str, ...]) -> Options:
    """Return the options that have one of these names."""
    return {name: options[name] for name in names if name in options}


_TOURNAMENT_ONLY, _TOURNAMENT_AND_PLAYER = (TOURNAMENT,), (TOURNAMENT, "player")
VERBS: Mapping[str, Verb] = {
    "hello": Verb((), (), _hello),
    "pair": Verb(_TOURNAMENT_ONLY, (*_PAIR_OPTIONS, "ledger"), _tournament_verb(_pair)),
    "explain": Verb(_TOURNAMENT_AND_PLAYER, _PAIR_OPTIONS, _tournament_verb(_explain)),
    "why-not": Verb(_TOURNAMENT_AND_PLAYER, ("other", *_PAIR_OPTIONS), _tournament_verb(_why_not)),
    "standings": Verb(
        _TOURNAMENT_ONLY,
        ("tiebreaks", "after", "edition", "exclude", "lots", "provisional", "parts"),
        _tournament_verb(_standings),
    ),
    "check": Verb(_TOURNAMENT_ONLY, ("rounds", "system", "edition", "unrated"), _tournament_verb(_check)),
    "validate": Verb(_TOURNAMENT_ONLY, ("strict", "for_rating"), _validate),
    "feasible": Verb(_TOURNAMENT_ONLY, (), _tournament_verb(_feasible)),
    "is-final": Verb(_TOURNAMENT_ONLY, (), _tournament_verb(_is_final)),
    "objections": Verb(_TOURNAMENT_ONLY, (), _tournament_verb(_objections)),
    "breaches": Verb((TOURNAMENT, "boards"), ("system", "edition"), _tournament_verb(_breaches)),
    "rate": Verb(_TOURNAMENT_ONLY, ("kind", "ratings", "k", "approved", "lines"), _tournament_verb(_rate)),
    "norms": Verb(_TOURNAMENT_ONLY, ("player", "title"), _tournament_verb(_norms)),
}
"""Every verb, in the order in which they are told."""
