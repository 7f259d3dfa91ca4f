"""What the engine can be asked: each verb with the keys it takes, and the library's answer as data."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rookery.answers.data import as_data, formed
from rookery.answers.plain import plain
from rookery.cli.engine_request import TOURNAMENT, Asked, Verb
from rookery.errors import FormatError, Severity
from rookery.typed import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rookery.answers import command_shapes
    from rookery.pairing.outcome import Outcome
    from rookery.reading import Reading

Given = dict[str, Any]
"""What a request has beside its tournament, each value as it was read."""

_PAIRED_BY = ("system", "edition", "round", "fixed", "bye", "unrated", "through", "games")
"""The keys that are arguments of `rookery.pair`."""


def _about(ask: Callable[[Reading, Given], object]) -> Callable[[Asked], dict[str, object]]:
    """A verb about a tournament that was understood; what was odd in it stands beside the answer."""

    def answer(asked: Asked) -> dict[str, object]:
        reading = asked.sound()
        odd = [plain(problem) for problem in reading.problems if problem.severity > Severity.INFO]
        return {"answer": ask(reading, asked.given), **({"problems": odd} if odd else {})}

    return answer


def _pair(reading: Reading, given: Given) -> object:
    return as_data(_outcome(reading, given), ledger=given.get("ledger", False))


def _explain(reading: Reading, given: Given) -> object:
    return as_data(_outcome(reading, given).explain(given["player"]))


def _why_not(reading: Reading, given: Given) -> object:
    return as_data(_outcome(reading, given).why_not(given["player"], given.get("other")))


def _outcome(reading: Reading, given: Given) -> Outcome:
    import rookery

    return rookery.pair(reading.tournament, **_some(given, _PAIRED_BY))


def _standings(reading: Reading, given: Given) -> object:
    import rookery

    by = _some(given, ("tiebreaks", "after", "edition", "exclude", "lots", "provisional"))
    return as_data(rookery.standings(reading.tournament, **by), parts=given.get("parts", False))


def _check(reading: Reading, given: Given) -> object:
    import rookery
    from rookery.checking.validity import noted
    from rookery.entries import provisionally_rated

    tournament = reading.tournament
    if "unrated" in given:
        tournament = provisionally_rated(tournament, given["unrated"])
    report = rookery.check(tournament, **_some(given, ("rounds", "system", "edition")))
    return as_data(noted(report, reading))


def _feasible(reading: Reading, given: Given) -> object:
    import rookery

    return as_data(rookery.feasible(reading.tournament))


def _objections(reading: Reading, given: Given) -> object:
    import rookery

    return as_data(rookery.objections(reading.tournament))


def _is_final(reading: Reading, given: Given) -> object:
    import rookery

    return as_data(rookery.is_final(reading.tournament))


def _breaches(reading: Reading, given: Given) -> object:
    import rookery

    by = _some(given, ("system", "edition"))
    return as_data(rookery.breaches(reading.tournament, given["boards"], **by))


def _rate(reading: Reading, given: Given) -> object:
    import rookery

    report = rookery.rate(reading.tournament, **_some(given, ("kind", "ratings", "k", "approved")))
    return as_data(report, lines=given.get("lines", False))


def _norms(reading: Reading, given: Given) -> object:
    import rookery

    return as_data(rookery.norms(reading.tournament, **_some(given, ("player", "title"))))


def _validate(asked: Asked) -> dict[str, object]:
    """Whatever the tournament is like, this is an answer."""
    from rookery.checking.validity import Validity, validity

    try:
        found = validity(asked.reading(), asked.lines, **_some(asked.given, ("strict", "for_rating")))
    except FormatError as error:
        found = Validity(error.problems, error.problems)
    return {"answer": as_data(found)}


def _hello(asked: Asked) -> dict[str, object]:
    """Which Rookery this is, what it can be asked, and the editions of the rules it knows."""
    import rookery
    from rookery.formats.catalogue import conduct_named
    from rookery.json_form import VERSION
    from rookery.ranking.rules import EDITIONS
    from rookery.regulations import FORMATS

    said: command_shapes.HelloData = {
        "rookery": rookery.__version__,
        "tournaments": VERSION,
        "verbs": {name: {"needs": list(verb.needs), "takes": list(verb.takes)} for name, verb in VERBS.items()},
        "systems": {name: sorted(str(each.since) for each in conduct_named(name).systems) for name in FORMATS},
        "tiebreaks": sorted(str(each.since) for each in EDITIONS),
    }
    return {"answer": formed("hello", said)}


def _some(given: Given, names: tuple[str, ...]) -> Given:
    """Those of the keys that the request has."""
    return {name: given[name] for name in names if name in given}


_ONE, _SOMEBODY = (TOURNAMENT,), (TOURNAMENT, "player")
VERBS: Mapping[str, Verb] = {
    "hello": Verb((), (), _hello),
    "pair": Verb(_ONE, (*_PAIRED_BY, "ledger"), _about(_pair)),
    "explain": Verb(_SOMEBODY, _PAIRED_BY, _about(_explain)),
    "why-not": Verb(_SOMEBODY, ("other", *_PAIRED_BY), _about(_why_not)),
    "standings": Verb(
        _ONE, ("tiebreaks", "after", "edition", "exclude", "lots", "provisional", "parts"), _about(_standings)
    ),
    "check": Verb(_ONE, ("rounds", "system", "edition", "unrated"), _about(_check)),
    "validate": Verb(_ONE, ("strict", "for_rating"), _validate),
    "feasible": Verb(_ONE, (), _about(_feasible)),
    "is-final": Verb(_ONE, (), _about(_is_final)),
    "objections": Verb(_ONE, (), _about(_objections)),
    "breaches": Verb((TOURNAMENT, "boards"), ("system", "edition"), _about(_breaches)),
    "rate": Verb(_ONE, ("kind", "ratings", "k", "approved", "lines"), _about(_rate)),
    "norms": Verb(_ONE, ("player", "title"), _about(_norms)),
}
"""Every verb, in the order in which they are told."""
