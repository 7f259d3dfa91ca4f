"""Pairing of the next round of any format."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from types import NoneType

from rookery._record import replace
from rookery.errors import RuleError
from rookery.formats.handlers import PairingRequest, check_not_knockout
from rookery.formats.resolve import get_format, get_handlers, resolve, with_system
from rookery.history.history import History
from rookery.history.pairing_numbers import ids_in_order, paired_participants, participants_to_pair
from rookery.messages import msg, msg_plural
from rookery.model import Round, Tournament
from rookery.model._construct import pause_gc, replace_unchecked
from rookery.model.tournament import require_tournament
from rookery.model.validation import require_argument
from rookery.pairing.outcome import Pair, Pairing
from rookery.pairing.system import System
from rookery.regulations import EditionName, Format


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
    edition: EditionName | None = None,
) -> Pairing:
    """Pair the next round, or `round` again from the rounds before it.

    `system` names a format ("dutch"), or is a complete code of record 192; by default it is that of the tournament. The
    rules are those of the given `edition` ("2017"), of the year in the code, or in force when the event began; an
    unknown edition is an error. A round that has been paired is paired again for the same participants. The pairs in
    `fixed` and the `bye` are the arbiter's; the rest follows the rules, and every rule that the arbiter breaks is named
    in `breaches`. `unrated` is the rating of unrated players in systems that require ratings (Dubov). In a knock-out
    `through` names the winners of level matches, and `games` is the length of a meeting.

    Args:
        tournament: The tournament.
        system: The name or code of a system, or the system.
        round: The round to pair again.
        fixed: The pairs that the arbiter has made.
        bye: The participant with the bye, chosen by the arbiter.
        history: The history of the tournament, if it is known already.
        unrated: The rating of unrated players (Dubov).
        through: The winners of level matches (knock-out).
        games: The number of games of a meeting (knock-out).
        edition: The edition of the rules, such as "2017".

    Returns:
        The pairing: boards, bye, costs and explanations.

    Raises:
        NoPairingError: No legal pairing exists.
        UnfinishedError: A game of an earlier round has no result.
        RuleError: The tournament or an argument contradicts the rules.
        UnsupportedError: The system or edition is not implemented.

    >>> import rookery
    >>> outcome = rookery.pair(rookery.Tournament(players=tuple(map(rookery.Player, range(1, 8))), planned_rounds=5))
    >>> outcome.pairs, outcome.bye
    (((1, 4), (5, 2), (3, 6)), 7)
    """
    require_tournament(tournament, "pair")
    _check_arguments(system, round, bye, unrated, games)
    if not tournament.participants:
        raise RuleError(msg("there is nobody to pair: the tournament has no teams" if tournament.team_event else
                               "there is nobody to pair: the tournament has no players"))  # fmt: skip
    number = tournament.next_round if round is None else round
    if unrated is not None:
        tournament, history = _with_provisional_ratings(tournament, unrated), None
    request = PairingRequest(
        fixed=_check_fixed_pairs(fixed), bye=bye, through=_check_advancing_numbers(through), games=games
    )
    _check_request(tournament, request)
    if not isinstance(system, System):
        return _pair_by_format(with_system(tournament, system), number, request, history, edition)
    if edition is not None:
        raise _edition_error(system)
    with pause_gc():
        return _pair_swiss(tournament, number, system, request, history)


def _check_arguments(system: object, round: object, bye: object, unrated: object, games: object) -> None:
    """Raise TypeError for an argument of another type."""
    if isinstance(system, int):
        raise TypeError(f"rookery.pair: system must be a name or a code of a system, not {system!r}; to pair round"
                        f" {system} again say round={system}")  # fmt: skip
    require_argument("pair", "system", system, (str, System, NoneType), "a name or a code of a system, or a System")
    for name, value in (("round", round), ("bye", bye), ("unrated", unrated), ("games", games)):
        require_argument("pair", name, value, (int, NoneType), "a whole number or None")


def _check_fixed_pairs(fixed: Iterable[Pair]) -> tuple[Pair, ...]:
    """Return the pairs that the arbiter fixes; raise TypeError for anything else."""
    require_argument("pair", "fixed", fixed, (Iterable,), "pairs of pairing numbers such as [(1, 2)]")
    pairs = tuple(fixed)
    for pair in pairs:
        _check_pair(pair)
    return pairs


def _check_pair(pair: object) -> None:
    """Raise TypeError unless this is a pair of numbers."""
    if not isinstance(pair, Sequence) or len(pair) != 2 or not all(map(_is_number, pair)):
        raise TypeError(f"rookery.pair: fixed must be pairs of pairing numbers such as [(1, 2)], not {pair!r}")


def _is_number(player: object) -> bool:
    """Return whether a value is a whole number, also one of NumPy."""
    return hasattr(player, "__index__") and not isinstance(player, bool)


def _check_advancing_numbers(through: Iterable[int]) -> tuple[int, ...]:
    """Return the numbers of the participants who advance; raise TypeError for anything else."""
    require_argument("pair", "through", through, (Iterable,), "pairing numbers such as [1, 4]")
    numbers = tuple(through)
    for number in numbers:
        require_argument("pair", "each of through", number, (int,), "a pairing number")
    return numbers


def _edition_error(system: System) -> RuleError:
    """Return the error for an edition given beside a system, which has one."""
    return RuleError(msg("the system given is that of %(edition)s: there is no other edition of it to choose",
                            edition=system.edition))  # fmt: skip


def _check_request(tournament: Tournament, request: PairingRequest) -> None:
    """Raise RuleError for a fixed pair or a bye of an unknown participant."""
    if not request.fixed and request.bye is None:
        return
    participants = {participant for pair in request.fixed for participant in pair} | (
        {request.bye} if request.bye is not None else set()
    )
    unknown = sorted(
        participant for participant in participants if participant not in tournament.participants_by_number
    )
    if unknown:
        names: object = unknown[0]
        for participant in unknown[1:]:
            names = msg("%(some)s and no %(next)s", some=names, next=participant)
        raise RuleError(
            msg("there is no %(whom)s in this tournament: the fixed pairs and the bye name them", whom=names),
            participants=unknown,
        )


def _with_provisional_ratings(tournament: Tournament, unrated: int) -> Tournament:
    from rookery.history.late_entries import with_provisional_ratings

    return with_provisional_ratings(tournament, unrated)


def _pair_by_format(
    tournament: Tournament, number: int, request: PairingRequest, history: History | None, edition: EditionName | None
) -> Pairing:
    """Pair the round by the format of the tournament."""
    format = get_format(tournament)
    if not format.swiss:
        check_no_edition(format, edition)
        return _pair_fixed(tournament, number, format, request)
    rules = resolve(tournament, edition=edition)
    with pause_gc():
        return _pair_swiss(tournament, number, rules, request, history, format.name)


def check_no_edition(format: Format, edition: EditionName | None) -> None:
    """Raise RuleError for an edition where a format has none."""
    if edition is not None:
        raise RuleError(msg("%(called)s has no editions to choose from", called=format.noun_phrase))


def _pair_fixed(tournament: Tournament, number: int, format: Format, request: PairingRequest) -> Pairing:
    """Return the round that the format gives; a recorded one contains the winners of level matches."""
    from rookery.formats.fixed_rounds import pair_fixed_round

    _participants_to_pair(tournament, number)
    if format.eliminates and number < tournament.next_round:
        from rookery.pairing.knockout import advancing_participants

        request = replace(request, through=advancing_participants(tournament, number, request.through))
    return pair_fixed_round(
        tournament.before_round(number), get_handlers(format.name), request, _recorded_round(tournament, number)
    )


def _pair_swiss(
    tournament: Tournament,
    number: int,
    system: System,
    request: PairingRequest,
    history: History | None,
    name: str = "",
) -> Pairing:
    """Pair a round by the rules of a Swiss; `name` is the name of the system in the outcome."""
    from rookery.pairing.explain.explainer import Explainer

    check_not_knockout(request)
    pool = _participants_to_pair(tournament, number)
    before = tournament if number == tournament.next_round else tournament.before_round(number)
    known_history = History.for_tournament(before) if history is None or number <= len(tournament.rounds) else history
    chosen, field, outcome = system.pair_round(before, known_history, pool, request.fixed, request.bye)
    recorded = None if request.fixed or request.bye is not None else _recorded_round(tournament, number)
    explainer = Explainer(chosen, before, known_history, field, request.fixed, request.bye, recorded)
    return replace_unchecked(outcome, system=name or outcome.system, explainer=explainer, edition=system.edition)


def _recorded_round(tournament: Tournament, number: int) -> Round | None:
    """Return the recorded round, if there is one."""
    return tournament.rounds[number - 1] if number <= len(tournament.rounds) else None


def _participants_to_pair(tournament: Tournament, number: int) -> Sequence[int]:
    """Return the participants to pair in this round."""
    if not 1 <= number <= tournament.next_round:
        raise RuleError(msg_plural(
            len(tournament.rounds), "round %(number)s cannot be paired: %(num)s round is known",
            "round %(number)s cannot be paired: %(num)s rounds are known", number=number,
        ))  # fmt: skip
    if tournament.planned_rounds is not None and number > tournament.planned_rounds:
        raise RuleError(msg_plural(
            tournament.planned_rounds, "round %(number)s cannot be paired: the tournament has %(num)s round",
            "round %(number)s cannot be paired: the tournament has %(num)s rounds", number=number,
        ))  # fmt: skip
    if number == tournament.next_round:
        return participants_to_pair(tournament)
    paired = paired_participants(tournament.rounds[number - 1])
    return tuple(participant for participant in ids_in_order(tournament) if participant in paired)
