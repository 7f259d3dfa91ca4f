"""Pairing numbers and ratings: initial order, corrections, exchanges."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, Literal

from rookery._record import field
from rookery._record import replace as with_values
from rookery.history.acceleration import virtual_points, with_recorded_group_a
from rookery.history.late_entries import LAST_CORRECTION, Renumbering, correct_ratings, renumber, renumber_remarks
from rookery.history.pairing_numbers import number_players, strength
from rookery.history.tournament_rating import METHODS, parse_rating_method, with_method_rating
from rookery.messages import join_list, join_texts, msg
from rookery.model import Bye, Tournament, VirtualPoints
from rookery.model._construct import replace_unchecked
from rookery.model.players import Rating
from rookery.regulations import parse_type_code
from rookery.tournaments.command import Command, Proposal, command, decider
from rookery.tournaments.domain.lifecycle import HeadSet
from rookery.tournaments.domain.rules import unrated_rule_events
from rookery.tournaments.errors import CommandRejectedError, player_of
from rookery.tournaments.event import MAX_NAMES, PLAYER_RECORDS, Event, NameOf, applies, apply_events, describes, kind
from rookery.tournaments.guard import remark_round
from rookery.tournaments.state import Stamp, State, with_tournament
from rookery.tournaments.warning_table import RuleWarning, rule_warning

Why = Literal["start", "late", "correction", "exchange", "hand", "lot"]
"""The reason for a change of numbers."""


# -- events ------------------------------------------------------------------------------------------------------------


@kind(
    "numbers.given",
    trf=(*PLAYER_RECORDS, "250", "260", "310", "###"),
    note="boards of rounds paired before keep their numbers",
)
class NumbersGiven(Event):
    """The listed participants get new numbers, all at once; `acceleration` has virtual points by new number."""

    numbers: dict[str, int]
    why: Why = "start"
    acceleration: tuple[VirtualPoints, ...] = ()
    teams: bool = False


@applies(NumbersGiven)
def _apply_numbers_given(state: State, event: NumbersGiven, stamp: Stamp) -> State:
    t = state.tournament
    if event.teams:
        new_numbers = {number: event.numbers.get(key, number) for key, number in state.keys.teams.items()}
        updated_teams = tuple(with_values(team, number=new_numbers[team.number]) for team in t.teams)
        return with_tournament(state, with_values(t, teams=updated_teams, **_renumber_teams(t, new_numbers)))
    new_numbers = {number: event.numbers.get(key, number) for key, number in state.keys.players.items()}
    updated = renumber(with_values(t, acceleration=()), new_numbers)
    return with_tournament(state, replace_unchecked(updated, acceleration=event.acceleration))


@describes(NumbersGiven)
def _describe_numbers_given(event: NumbersGiven, name: NameOf) -> str:
    changes = [
        msg("%(name)s is %(number)s", name=name(key), number=number)
        for key, number in sorted(event.numbers.items(), key=lambda entry: entry[1])
    ]
    reason = _NUMBERING_REASONS.get(event.why, event.why)
    return msg("Pairing numbers %(why)s: %(who)s.", why=reason, who=join_list(changes, MAX_NAMES))


def _renumber_teams(t: Tournament, new_numbers: dict[int, int]) -> dict[str, Any]:
    """Return the requests, rulings and rounds of a team event by the new numbers of the teams."""
    return {
        "requested_byes": tuple(with_values(entry, player=new_numbers[entry.player]) for entry in t.requested_byes),
        "forbidden_pairs": tuple(
            with_values(entry, players=tuple(new_numbers[i] for i in entry.players)) for entry in t.forbidden_pairs
        ),
        "point_adjustments": tuple(
            with_values(entry, players=tuple(new_numbers[i] for i in entry.players)) for entry in t.point_adjustments
        ),
        "expelled": tuple(with_values(entry, player=new_numbers[entry.player]) for entry in t.expelled),
        "withdrawn": tuple(with_values(entry, player=new_numbers[entry.player]) for entry in t.withdrawn),
        "fixed_seats": tuple(with_values(entry, player=new_numbers[entry.player]) for entry in t.fixed_seats),
        "remarks": renumber_remarks(t.remarks, {}, new_numbers),
        "rounds": tuple(
            with_values(
                round,
                matches=tuple(
                    with_values(m, white=new_numbers[m.white], black=new_numbers[m.black]) for m in round.matches
                ),
                byes=tuple(Bye(new_numbers[bye.player], bye.kind) for bye in round.byes),
            )
            for round in t.rounds
        ),
    }


_NUMBERING_REASONS = {
    "start": msg("by rating, title and name"),
    "late": msg("changed by a late entry"),
    "correction": msg("changed by a correction"),
    "exchange": msg("swapped"),
    "hand": msg("by hand"),
    "lot": msg("drawn by lot"),
}


@kind("rating.set", trf=(*PLAYER_RECORDS, "072"))
class RatingSet(Event):
    """A player's rating is set: the tournament rating, and all known ratings with list and month."""

    key: str
    rating: int | None
    ratings: tuple[Rating, ...] = ()
    was: int | None = None


@applies(RatingSet)
def _apply_rating_set(state: State, event: RatingSet, stamp: Stamp) -> State:
    return with_player_fields(state, event.key, rating=event.rating, ratings=event.ratings)


@describes(RatingSet)
def _describe_rating_set(event: RatingSet, name: NameOf) -> str:
    now, was = (rating or msg("none") for rating in (event.rating, event.was))
    return msg("%(name)s: rating %(now)s (was %(was)s).", name=name(event.key), now=now, was=was)


def with_player_fields(state: State, key: str, **fields: Any) -> State:
    """Return the state with these fields of a player replaced."""
    number = state.keys.players[key]
    updated_players = tuple(
        with_values(player, **fields) if player.number == number else player for player in state.tournament.players
    )
    return with_tournament(state, with_values(state.tournament, players=updated_players))


# -- commands ----------------------------------------------------------------------------------------------------------


@command("numbers.give")
class GiveNumbers(Command):
    """Number the players by rating, title and name, before round 1."""


@decider(GiveNumbers)
def _decide_give_numbers(state: State, command: GiveNumbers) -> Proposal:
    if state.tournament.rounds:
        text = msg("round 1 is paired: numbers cannot be reassigned")
        raise CommandRejectedError(text, article="C.04.2 2.3", instead=msg("correct the ratings; the numbers follow"))
    return Proposal(tuple(initial_number_events(state)))


def initial_number_events(state: State) -> Iterator[Event]:
    """Yield the numbers by rating, title and name, if any number changes (C.04.2 2.2)."""
    new_numbers = number_players(state.tournament.players).numbers
    if any(old != new for old, new in new_numbers.items()):
        yield _numbers_given(state, new_numbers, "start")


def _numbers_given(state: State, new_numbers: Mapping[int, int], why: Why) -> NumbersGiven:
    return NumbersGiven(
        changed_numbers_by_key(state, new_numbers), why, renumber_acceleration(state.tournament, new_numbers)
    )


def changed_numbers_by_key(state: State, new_numbers: Mapping[int, int]) -> dict[str, int]:
    """Return the changed numbers by key."""
    return {state.keys.player[old]: new for old, new in new_numbers.items() if old != new}


def renumber_acceleration(tournament: Tournament, new_numbers: Mapping[int, int]) -> tuple[VirtualPoints, ...]:
    """Return the declared virtual points by the new numbers."""
    return renumber(tournament, new_numbers).acceleration if tournament.acceleration else ()


@command("ratings.correct")
class CorrectRatings(Command):
    """Correct ratings; until round 4 is paired the players are renumbered accordingly."""

    ratings: dict[str, int | None] = field(default_factory=dict)


@decider(CorrectRatings)
def _decide_correct_ratings(state: State, command: CorrectRatings) -> Proposal:
    t = state.tournament
    ratings = {player_of(state, key).number: rating for key, rating in command.ratings.items()}
    corrected, new_numbers = _with_corrected_ratings(t, ratings)
    old, new = ({player.key: player for player in tournament.players} for tournament in (t, corrected))
    events: list[Event] = [
        RatingSet(key, new[key].rating, new[key].ratings, old[key].rating)
        for key in command.ratings
        if (new[key].rating, new[key].ratings) != (old[key].rating, old[key].ratings)
    ]
    if any(before != after for before, after in new_numbers.items()):
        events.append(NumbersGiven(changed_numbers_by_key(state, new_numbers), "correction", corrected.acceleration))
    return Proposal(
        (*events, *unrated_rule_events(apply_events(state, events))), tuple(_warn_renumbered(state, new_numbers))
    )


def _with_corrected_ratings(t: Tournament, ratings: dict[int, int | None]) -> Renumbering:
    """Return the tournament with these ratings; group A is recorded only if it would change otherwise (C.04.7)."""
    corrected, with_group_a = (correct_ratings(tournament, ratings) for tournament in (t, with_recorded_group_a(t)))
    if not parse_type_code(t.system).baku or t.planned_rounds is None:
        return corrected
    rounds = range(1, t.planned_rounds + 1)
    same = all(virtual_points(corrected.tournament, r) == virtual_points(with_group_a.tournament, r) for r in rounds)
    return corrected if same else with_group_a


def _warn_renumbered(state: State, new_numbers: Mapping[int, int]) -> Iterator[RuleWarning]:
    """Warn if two or more numbers change after round 1 is paired (C.04.2 2.3)."""
    changed = {old: new for old, new in new_numbers.items() if old != new}
    if len(changed) > 1 and state.tournament.rounds:
        yield _number_change_warning(state, changed, msg("%(number)s players get another number", number=len(changed)))


def _number_change_warning(state: State, new_numbers: Mapping[int, int], text: str) -> RuleWarning:
    remark = join_list((f"{old} => {new}" for old, new in sorted(new_numbers.items())), 40)
    late = max(len(state.tournament.rounds), state.permanent.played) >= LAST_CORRECTION
    if late:
        text = msg("pairing numbers can no longer change, because round %(round)s has been paired",
                   round=LAST_CORRECTION)  # fmt: skip
    keys = [state.keys.player[old] for old in new_numbers]
    code = "numbers-late" if late else "numbers"
    round = remark_round(state.tournament)
    changes = join_list(
        (f"{state.label(state.keys.player[old])} {old} → {new}" for old, new in sorted(new_numbers.items())), 12
    )
    return rule_warning(code, state.fide, join_texts(": ", (text, changes)), keys=keys, round=round, remark_text=remark)


@command("ratings.method")
class ChooseMethod(Command):
    """Choose how the tournament rating follows from FIDE and national ratings, before round 1.

    `method` is that of record 172: FIDE, NRO, FIDON, NIDOF, HBFN, LBFN or OTHER, optionally after a federation.
    """

    method: str


@decider(ChooseMethod)
def _decide_choose_method(state: State, command: ChooseMethod) -> Proposal:
    was = state.tournament.info
    if command.method == was.ranking_method:
        return Proposal(())
    if parse_rating_method(command.method) is None:
        raise CommandRejectedError(msg("%(method)s is not a way to choose the rating: there are %(list)s",
                                       method=f"{command.method!r}", list=", ".join(METHODS)))  # fmt: skip
    if state.tournament.rounds:
        text = msg("the rating used for pairing is set before round 1, which is already paired")
        raise CommandRejectedError(text, article="C.04.2 2.2", instead=msg("correct the ratings one by one"))
    event = HeadSet(with_values(was, ranking_method=command.method), was)
    return Proposal((event, *rating_method_events(apply_events(state, [event]))))


def rating_method_events(state: State) -> Iterator[Event]:
    """Yield the changed ratings by the method of record 172, and the numbers that follow."""
    method = parse_rating_method(state.tournament.info.ranking_method)
    if method is None:
        return
    events = list[Event]()
    for old in state.tournament.players:
        new = with_method_rating(old, method)
        if (new.rating, new.ratings) != (old.rating, old.ratings):
            events.append(RatingSet(state.keys.player[old.number], new.rating, new.ratings, old.rating))
    after = apply_events(state, events)
    if not state.tournament.team_event:
        events += initial_number_events(after)
    yield from (*events, *unrated_rule_events(after))


@command("numbers.regenerate")
class RegenerateNumbers(Command):
    """Renumber all players by rating and title; equal players keep their order."""


@decider(RegenerateNumbers)
def _decide_regenerate_numbers(state: State, command: RegenerateNumbers) -> Proposal:
    _require_individual_event(state)
    new_numbers = numbers_by_strength(state)
    if all(old == new for old, new in new_numbers.items()):
        return Proposal(())
    return Proposal((_numbers_given(state, new_numbers, "correction"),), tuple(_warn_renumbered(state, new_numbers)))


def numbers_by_strength(state: State) -> dict[int, int]:
    """Return the numbers by rating and title, by present number; teams keep theirs."""
    if state.tournament.team_event:
        return {team.number: team.number for team in state.tournament.teams}
    order = sorted(state.tournament.players, key=lambda player: (*strength(player), player.number))
    return _numbers_in_order(state, [player.number for player in order])


@command("numbers.exchange")
class ExchangeNumbers(Command):
    """Exchange the numbers of two players with the same rating."""

    first: str
    second: str


@decider(ExchangeNumbers)
def _decide_exchange_numbers(state: State, command: ExchangeNumbers) -> Proposal:
    _require_individual_event(state)
    first, second = player_of(state, command.first), player_of(state, command.second)
    if (first.rating or 0) != (second.rating or 0) and not parse_type_code(
        state.tournament.system
    ).format.predetermined:
        players = [
            join_texts("", (f"{player.name} (", player.rating or msg("unrated"), ")")) for player in (first, second)
        ]
        text = msg("%(both)s: only players with the same rating can swap numbers", both=join_list(players))
        raise CommandRejectedError(text, article="C.04.2 2.2", keys=(command.first, command.second),
                      instead=msg("correct the ratings"))  # fmt: skip
    new_numbers = {first.number: second.number, second.number: first.number}
    if first is second:
        return Proposal(())
    text = msg("%(one)s and %(other)s swap their numbers", one=first.name, other=second.name)
    warning = _number_change_warning(state, new_numbers, text)
    return Proposal((_numbers_given(state, _complete_numbers(state.tournament, new_numbers), "exchange"),), (warning,))


@command("numbers.set")
class SetNumbers(Command):
    """Number all participants in a given order, before round 1."""

    order: tuple[str, ...]


@decider(SetNumbers)
def _decide_set_numbers(state: State, command: SetNumbers) -> Proposal:
    _require_before_round_1(state)
    numbers = state.keys.participants
    if sorted(command.order) != sorted(numbers):
        missing = join_list((state.name(key) for key in numbers if key not in command.order), 8)
        if missing:
            raise CommandRejectedError(msg("the order must contain each player once: %(names)s missing", names=missing))
        raise CommandRejectedError(msg("the order must contain each player once"))
    return _decide_numbers_by_order(state, [numbers[key] for key in command.order], "hand")


@command("numbers.draw")
class DrawNumbers(Command):
    """Draw the numbers of a round robin by lot, before round 1, from the seed of the tournament.

    Each participant has an own lot, so later entries and removals do not change the order of the others.
    """


@decider(DrawNumbers)
def _decide_draw_numbers(state: State, command: DrawNumbers) -> Proposal:
    _require_before_round_1(state)
    if not state.permanent.lots:
        raise CommandRejectedError(msg("this tournament cannot draw lots: it was created without a seed"))
    seed, keys = state.permanent.lots, state.keys.participants
    order = sorted(keys, key=lambda key: (Random(f"number of {key}, {seed}").random(), key))
    return _decide_numbers_by_order(state, [state.keys.participants[key] for key in order], "lot")


def _decide_numbers_by_order(state: State, order: Sequence[int], why: Why) -> Proposal:
    t = state.tournament
    if t.team_event:
        new_numbers = {old: new for new, old in enumerate(order, 1)}
        changed = {state.keys.team[old]: new for old, new in new_numbers.items() if old != new}
        return Proposal((NumbersGiven(changed, why, t.acceleration, teams=True),) if changed else ())
    if not parse_type_code(t.system).format.predetermined and state.fide:
        players = {player.number: player for player in t.players}
        strengths = [strength(players[number]) for number in order]
        if strengths != sorted(strengths):
            text = msg("in a Swiss the numbers follow from rating and title; only equal players can be ordered freely")
            raise CommandRejectedError(
                text, article="C.04.2 2.2", instead=msg("leave FIDE mode, or correct the ratings")
            )
    return _propose_numbers_in_order(state, order, why)


def _propose_numbers_in_order(state: State, order: Sequence[int], why: Why) -> Proposal:
    """Decide on numbers in this order."""
    new_numbers = _numbers_in_order(state, order)
    if all(old == new for old, new in new_numbers.items()):
        return Proposal(())
    return Proposal((_numbers_given(state, new_numbers, why),), tuple(_warn_renumbered(state, new_numbers)))


def _numbers_in_order(state: State, order: Sequence[int]) -> dict[int, int]:
    """Return new numbers by present ones: the existing numbers once round 1 is paired, otherwise 1, 2, 3, ..."""
    return dict(zip(order, sorted(order) if state.tournament.rounds else range(1, len(order) + 1), strict=True))


def close_up_numbers(state: State) -> Iterator[Event]:
    """Yield consecutive numbers in the present order, after a removal."""
    if state.tournament.team_event:
        order = sorted(state.keys.team)
        changed = {state.keys.team[old]: new for new, old in enumerate(order, 1) if old != new}
        if changed:
            yield NumbersGiven(changed, "start", state.tournament.acceleration, teams=True)
        return
    yield from _propose_numbers_in_order(state, sorted(state.keys.player), "start").events


def _complete_numbers(t: Tournament, new_numbers: Mapping[int, int]) -> dict[int, int]:
    return {player.number: new_numbers.get(player.number, player.number) for player in t.players}


def _require_individual_event(state: State) -> None:
    if state.tournament.team_event:
        raise CommandRejectedError(msg("teams have numbers; their players do not have numbers of their own"),
                      article="C.04.6 1.1")  # fmt: skip


def _require_before_round_1(state: State) -> None:
    if state.tournament.rounds:
        raise CommandRejectedError(msg("round 1 is paired: numbers cannot be reassigned"), article="C.04.2 2.3")
