"""The verb that pairs: the next round of any format."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rookery.errors import RuleError
from rookery.formats.catalogue import as_named, conduct_named, edition_of, format_of
from rookery.formats.conduct import Wishes, must_ask_nothing
from rookery.history import History
from rookery.model import Round, Tournament
from rookery.model.tournament import must_be_tournament
from rookery.model.unchecked import changed, undisturbed
from rookery.order import sequence, to_pair, took_part
from rookery.pairing.colours import initial_colour
from rookery.pairing.outcome import Outcome, Pair
from rookery.pairing.system import System
from rookery.regulations import EditionWish, Format
from rookery.values import replace
from rookery.wording import counted, spoken


def pair(
    tournament: Tournament,
    system: str | System | None = None,
    *,
    round: int | None = None,
    fixed: Iterable[Pair] = (),
    bye: int | None = None,
    history: History | None = None,
    unrated: int | None = None,
    through: Iterable[int] = (),
    games: int | None = None,
    edition: EditionWish | None = None,
) -> Outcome:
    """Pair the next round, or `round` again from the rounds before it.

    `system` names a format ("dutch"), or is a code of record 192 with all it says; without it the tournament's own
    decides. The rules are those of the `edition` asked for ("2017"), of the year in the code, or in force when the
    event began; one that is not known here is refused. A round that was paired already is paired again for those who
    took part in its pairing. The pairs in `fixed` and the `bye` are the arbiter's; the rest follows the rules, and
    every rule that the arbiter breaks is named in `breaches`. `unrated` is the rating of those who have none, where the
    system cannot do without (Dubov). In a knock-out `through` names who goes on after a level match, and `games` is the
    length of a meeting.

    >>> import rookery
    >>> outcome = rookery.pair(rookery.Tournament(players=tuple(map(rookery.Player, range(1, 8))), planned=5))
    >>> outcome.pairs, outcome.bye
    (((1, 4), (5, 2), (3, 6)), 7)
    """
    must_be_tournament(tournament, "pair")
    number = tournament.next_round if round is None else round
    if unrated is not None:
        tournament, history = _provisionally_rated(tournament, unrated), None
    wishes = Wishes(fixed=tuple(fixed), bye=bye, through=tuple(through), games=games)
    _must_take_part(tournament, wishes)
    if not isinstance(system, System):
        return _by_format(as_named(tournament, system), number, wishes, history, edition)
    if edition is not None:
        raise _no_other(system)
    with undisturbed():
        return _swiss(tournament, number, system, wishes, history)


def _no_other(system: System) -> RuleError:
    """The refusal of an edition where a system is given, which is one of an edition."""
    return RuleError(spoken("the system given is that of %(edition)s: there is no other edition of it to choose",
                            edition=system.edition))  # fmt: skip


def _must_take_part(tournament: Tournament, wishes: Wishes) -> None:
    """Refuse a pair or a bye of somebody who is not there."""
    if not wishes.fixed and wishes.bye is None:
        return
    named = {one for pair in wishes.fixed for one in pair} | ({wishes.bye} if wishes.bye is not None else set())
    unknown = sorted(one for one in named if one not in tournament.by_id)
    if unknown:
        whom: object = unknown[0]
        for one in unknown[1:]:
            whom = spoken("%(some)s and no %(next)s", some=whom, next=one)
        raise RuleError(
            spoken("there is no %(whom)s in this tournament: the fixed pairs and the bye name them", whom=whom),
            who=unknown,
        )


def _provisionally_rated(tournament: Tournament, unrated: int) -> Tournament:
    from rookery.entries import provisionally_rated

    return provisionally_rated(tournament, unrated)


def _by_format(
    tournament: Tournament, number: int, wishes: Wishes, history: History | None, edition: EditionWish | None
) -> Outcome:
    """The round as the format of the tournament gives it, or as its rules do."""
    format = format_of(tournament)
    if not format.swiss:
        must_have_editions(format, edition)
        return _given(tournament, number, format, wishes)
    by = conduct_named(format.name).system(edition_of(tournament, format, edition))
    with undisturbed():
        return _swiss(tournament, number, by, wishes, history, format.name)


def must_have_editions(format: Format, edition: EditionWish | None) -> None:
    """Refuse an edition where a format has none."""
    if edition is not None:
        raise RuleError(spoken("%(called)s has no editions to choose from", called=format.called))


def system_of(tournament: Tournament, name: str | None = None, edition: EditionWish | None = None) -> System:
    """The rules of a Swiss: of the system with this name or code, or the one the tournament itself names."""
    tournament = as_named(tournament, name)
    format = format_of(tournament)
    if not format.swiss:
        raise RuleError(spoken("%(called)s is no Swiss: it has no rules of pairing by score", called=format.called))
    return conduct_named(format.name).system(edition_of(tournament, format, edition))


def _given(tournament: Tournament, number: int, format: Format, wishes: Wishes) -> Outcome:
    """The round that the format gives; one that is there already tells who went on after a level match."""
    from rookery.formats.timetable import outcome

    _pool(tournament, number)
    if format.eliminates and number < tournament.next_round:
        from rookery.pairing.knockout import went_on

        wishes = replace(wishes, through=went_on(tournament, number, wishes.through))
    return outcome(tournament.until(number), conduct_named(format.name), wishes, _recorded(tournament, number))


def _swiss(
    tournament: Tournament, number: int, system: System, wishes: Wishes, history: History | None, called: str = ""
) -> Outcome:
    """The round by the rules of a Swiss, which may be called by another name than the system of this round."""
    from rookery.pairing.on_request import OnRequest

    must_ask_nothing(wishes)
    chosen = system.in_round(number, tournament.planned)
    pool = _pool(tournament, number)
    before = tournament if number == tournament.next_round else tournament.until(number)
    known = History.of(before) if history is None or number <= len(tournament.rounds) else history
    field = chosen.field(before, history=known, pool=pool)
    outcome = chosen.decide(field, initial_colour(before), wishes.fixed, wishes.bye)
    recorded = None if wishes.fixed or wishes.bye is not None else _recorded(tournament, number)
    answers = OnRequest(chosen, before, known, field, wishes.fixed, wishes.bye, recorded)
    return changed(outcome, system=called or outcome.system, answers=answers, edition=system.edition)


def _recorded(tournament: Tournament, number: int) -> Round | None:
    """The round as the file has it, if it does."""
    return tournament.rounds[number - 1] if number <= len(tournament.rounds) else None


def _pool(tournament: Tournament, number: int) -> Sequence[int]:
    """Who is to be paired in this round."""
    if not 1 <= number <= tournament.next_round:
        raise RuleError(counted(
            len(tournament.rounds), "round %(number)s cannot be paired: %(num)s round is known",
            "round %(number)s cannot be paired: %(num)s rounds are known", number=number,
        ))  # fmt: skip
    if tournament.planned is not None and number > tournament.planned:
        raise RuleError(counted(
            tournament.planned, "round %(number)s cannot be paired: the tournament has %(num)s round",
            "round %(number)s cannot be paired: the tournament has %(num)s rounds", number=number,
        ))  # fmt: skip
    if number == tournament.next_round:
        return to_pair(tournament)
    paired = took_part(tournament.rounds[number - 1])
    return tuple(one for one in sequence(tournament) if one in paired)
