"""Pairing numbers: by rating, title and name at the start; later for late entries, corrections, exchanges."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random

from rookery.acceleration import remembered, virtual_points
from rookery.desk.commands.asked import counted_anew, player_of
from rookery.desk.decision import Granted, Refused
from rookery.desk.events.numbers import NumbersGiven, Why
from rookery.desk.events.players import PlayerEntered, RatingSet
from rookery.desk.events.tournament import HeadSet
from rookery.desk.fold import fold
from rookery.desk.frozen import present_round
from rookery.desk.happening import Happening
from rookery.desk.levels import Caution, caution
from rookery.desk.state import State
from rookery.desk.wish import Wish, decides, wish
from rookery.entries import LAST_CORRECTION, Renumbered, corrected, insert, renumbered
from rookery.model import Tournament, VirtualPoints
from rookery.order import numbered, strength
from rookery.regulations import scheme
from rookery.strengths import METHODS, method_of, rated_by
from rookery.values import field
from rookery.values import replace as with_values
from rookery.wording import joined, listed, spoken


@wish("numbers.give")
class GiveNumbers(Wish):
    """Number the players by rating, title and name, before round 1."""


@decides(GiveNumbers)
def _give(state: State, wanted: GiveNumbers) -> Granted:
    if state.tournament.rounds:
        text = spoken("round 1 has been paired: numbers are not given anew")
        raise Refused(text, article="C.04.2 2.3", instead=spoken("put ratings right, and the numbers follow"))
    return Granted(tuple(from_the_start(state)))


def from_the_start(state: State) -> Iterator[Happening]:
    """The numbers by rating, title and name, where they are others than everybody has (C.04.2 2.2)."""
    moved = numbered(state.tournament.players).numbers
    if any(old != new for old, new in moved.items()):
        yield _given(state, moved, "start")


def in_their_places(state: State, event: PlayerEntered) -> Iterator[Happening]:
    """The numbers that everybody has once a late entry has the place that the rating gives (C.04.2 2.4)."""
    t = state.tournament
    made, moved = insert(t, event.facts.player(event.number, event.key))
    place = made.by_key[event.key].id
    if place != event.number:
        yield NumbersGiven(
            by_key(state, moved) | {event.key: place}, "late" if t.rounds else "start", accelerated(t, moved)
        )


def out_of_place(state: State, event: PlayerEntered) -> Iterator[Caution]:
    """What is said when somebody comes last in a Swiss whose rating gives another place (C.04.2 2.2, 2.4)."""
    if not state.fide or scheme(state.tournament.system).format.predetermined:
        return
    place = insert(state.tournament, event.facts.player(event.number, event.key)).tournament.by_key[event.key].id
    if place != event.number:
        said = f"{event.number} {event.facts.name} entered last, by rating {place}"
        text = spoken("%(name)s has number %(number)s and not %(place)s, which the rating gives", name=event.facts.name,
                      number=event.number, place=place)  # fmt: skip
        yield caution("numbers", True, text, who=(event.key,), round=present_round(state.tournament), said=said)


def _given(state: State, moved: Mapping[int, int], why: Why) -> NumbersGiven:
    return NumbersGiven(by_key(state, moved), why, accelerated(state.tournament, moved))


def by_key(state: State, moved: Mapping[int, int]) -> dict[str, int]:
    """Who has another number, by key."""
    return {state.keys.player[old]: new for old, new in moved.items() if old != new}


def accelerated(tournament: Tournament, moved: Mapping[int, int]) -> tuple[VirtualPoints, ...]:
    """The virtual points that records give, by the new numbers."""
    return renumbered(tournament, moved).acceleration if tournament.acceleration else ()


# -- ratings that are put right ----------------------------------------------------------------------------------------


@wish("ratings.correct")
class CorrectRatings(Wish):
    """Put ratings right; until round 4 is paired the players move to the places that these give."""

    ratings: dict[str, int | None] = field(default_factory=dict)


@decides(CorrectRatings)
def _correct(state: State, wanted: CorrectRatings) -> Granted:
    t = state.tournament
    ratings = {player_of(state, key).id: rating for key, rating in wanted.ratings.items()}
    made, moved = _corrected(t, ratings)
    old, new = ({one.key: one for one in each.players} for each in (t, made))
    events: list[Happening] = [
        RatingSet(key, new[key].rating, new[key].ratings, old[key].rating)
        for key in wanted.ratings
        if (new[key].rating, new[key].ratings) != (old[key].rating, old[key].ratings)
    ]
    if any(one != now for one, now in moved.items()):
        events.append(NumbersGiven(by_key(state, moved), "correction", made.acceleration))
    return Granted((*events, *counted_anew(fold(state, events))), tuple(_moved(state, moved)))


def _corrected(t: Tournament, ratings: dict[int, int | None]) -> Renumbered:
    """The tournament with these ratings; group A is written down only if it would be another one otherwise (C.04.7)."""
    plain, safe = (corrected(each, ratings) for each in (t, remembered(t)))
    if not scheme(t.system).baku or t.planned is None:
        return plain
    rounds = range(1, t.planned + 1)
    same = all(virtual_points(plain.tournament, r) == virtual_points(safe.tournament, r) for r in rounds)
    return plain if same else safe


def _moved(state: State, moved: Mapping[int, int]) -> Iterator[Caution]:
    """What is said when two or more have another number after round 1 is paired (C.04.2 2.3)."""
    others = {old: new for old, new in moved.items() if old != new}
    if len(others) > 1 and state.tournament.rounds:
        yield _asking(state, others, spoken("%(number)s players have another number then", number=len(others)))


def _asking(state: State, moved: Mapping[int, int], text: str) -> Caution:
    said = listed((f"{old} => {new}" for old, new in sorted(moved.items())), 40)
    late = max(len(state.tournament.rounds), state.sticky.played) >= LAST_CORRECTION
    if late:
        text = spoken("numbers stay as they are once round %(round)s has been paired",
                      round=LAST_CORRECTION)  # fmt: skip
    who = [state.keys.player[old] for old in moved]
    code = "numbers-late" if late else "numbers"
    round = present_round(state.tournament)
    return caution(code, state.fide, joined(": ", (text, said)), who=who, round=round, said=said)


@wish("ratings.method")
class ChooseMethod(Wish):
    """Choose how the rating with which the tournament is run follows from FIDE's and the national one, before round 1.

    `method` is what record 172 says: FIDE, NRO, FIDON, NIDOF, HBFN, LBFN or OTHER, if need be after a federation.
    """

    method: str


@decides(ChooseMethod)
def _choose(state: State, wanted: ChooseMethod) -> Granted:
    was = state.tournament.event
    if wanted.method == was.ranking_method:
        return Granted(())
    if method_of(wanted.method) is None:
        raise Refused(spoken("%(method)s is no method of the tournament rating: there are %(list)s",
                             method=f"{wanted.method!r}", list=", ".join(METHODS)))  # fmt: skip
    if state.tournament.rounds:
        text = spoken("the rating of the tournament is laid down before round 1, which has been paired")
        raise Refused(text, article="C.04.2 2.2", instead=spoken("put ratings right one by one"))
    event = HeadSet(with_values(was, ranking_method=wanted.method), was)
    return Granted((event, *by_the_method(fold(state, [event]))))


def by_the_method(state: State) -> Iterator[Happening]:
    """Everybody's rating by the method of record 172, where it is another one, and the numbers that follow."""
    chosen = method_of(state.tournament.event.ranking_method)
    if chosen is None:
        return
    events = list[Happening]()
    for old in state.tournament.players:
        new = rated_by(old, chosen)
        if (new.rating, new.ratings) != (old.rating, old.ratings):
            events.append(RatingSet(state.keys.player[old.id], new.rating, new.ratings, old.rating))
    after = fold(state, events)
    if not state.tournament.team_event:
        events += from_the_start(after)
    yield from (*events, *counted_anew(after))


@wish("numbers.regenerate")
class RegenerateNumbers(Wish):
    """Give everybody the number that rating and title call for; equal players keep their order."""


@decides(RegenerateNumbers)
def _regenerate(state: State, wanted: RegenerateNumbers) -> Granted:
    _must_be_players(state)
    moved = regenerated(state)
    if all(old == new for old, new in moved.items()):
        return Granted(())
    return Granted((_given(state, moved, "correction"),), tuple(_moved(state, moved)))


def regenerated(state: State) -> dict[int, int]:
    """The numbers that rating and title call for, by the present ones; those of teams are given."""
    if state.tournament.team_event:
        return {one.id: one.id for one in state.tournament.teams}
    order = sorted(state.tournament.players, key=lambda one: (*strength(one), one.id))
    return _in_line(state, [one.id for one in order])


@wish("numbers.exchange")
class ExchangeNumbers(Wish):
    """Exchange the numbers of two players of the same rating."""

    first: str
    second: str


@decides(ExchangeNumbers)
def _exchange(state: State, wanted: ExchangeNumbers) -> Granted:
    _must_be_players(state)
    one, other = player_of(state, wanted.first), player_of(state, wanted.second)
    if (one.rating or 0) != (other.rating or 0) and not scheme(state.tournament.system).format.predetermined:
        both = [joined("", (f"{each.name} (", each.rating or spoken("unrated"), ")")) for each in (one, other)]
        text = spoken("%(both)s: numbers are exchanged between players of the same rating only", both=listed(both))
        raise Refused(text, article="C.04.2 2.2", keys=(wanted.first, wanted.second),
                      instead=spoken("put the ratings right"))  # fmt: skip
    moved = {one.id: other.id, other.id: one.id}
    if one is other:
        return Granted(())
    text = spoken("%(one)s and %(other)s exchange their numbers", one=one.name, other=other.name)
    warning = _asking(state, moved, text)
    return Granted((_given(state, _whole(state.tournament, moved), "exchange"),), (warning,))


@wish("numbers.set")
class SetNumbers(Wish):
    """Number everybody in an order laid down by hand, before round 1."""

    order: tuple[str, ...]


@decides(SetNumbers)
def _set(state: State, wanted: SetNumbers) -> Granted:
    _must_not_have_begun(state)
    numbers = state.keys.participants
    if sorted(wanted.order) != sorted(numbers):
        missing = listed((state.name(key) for key in numbers if key not in wanted.order), 8)
        if missing:
            raise Refused(spoken("the order must name everybody once: %(names)s not named", names=missing))
        raise Refused(spoken("the order must name everybody once"))
    return _by_hand(state, [numbers[key] for key in wanted.order], "hand")


@wish("numbers.draw")
class DrawNumbers(Wish):
    """Draw the numbers of a round robin by lot, before round 1, from the seed of the tournament.

    Everybody has a lot of their own: whoever enters or goes later does not change the order of the others.
    """


@decides(DrawNumbers)
def _draw(state: State, wanted: DrawNumbers) -> Granted:
    _must_not_have_begun(state)
    if not state.sticky.lots:
        raise Refused(spoken("the tournament has no seed for its lots"))
    seed, keys = state.sticky.lots, state.keys.participants
    line = sorted(keys, key=lambda key: (Random(f"number of {key}, {seed}").random(), key))
    return _by_hand(state, [state.keys.participants[key] for key in line], "lot")


def _by_hand(state: State, line: Sequence[int], why: Why) -> Granted:
    t = state.tournament
    if t.team_event:
        moved = {old: new for new, old in enumerate(line, 1)}
        some = {state.keys.team[old]: new for old, new in moved.items() if old != new}
        return Granted((NumbersGiven(some, why, t.acceleration, teams=True),) if some else ())
    if not scheme(t.system).format.predetermined and state.fide:
        players = {one.id: one for one in t.players}
        strengths = [strength(players[one]) for one in line]
        if strengths != sorted(strengths):
            text = spoken("in a Swiss the numbers follow from rating and title; among equals the order is free")
            raise Refused(text, article="C.04.2 2.2", instead=spoken("leave FIDE mode, or put the ratings right"))
    return _in_order(state, line, why)


def _in_order(state: State, line: Sequence[int], why: Why) -> Granted:
    """Numbers 1, 2, 3, ... in this order; they were others already where a number was missing."""
    moved = _in_line(state, line)
    if all(old == new for old, new in moved.items()):
        return Granted(())
    return Granted((_given(state, moved, why),), tuple(_moved(state, moved)))


def _in_line(state: State, line: Sequence[int]) -> dict[int, int]:
    """Numbers in this order, by the present ones: those there are once round 1 is paired, else 1, 2, 3, ..."""
    return dict(zip(line, sorted(line) if state.tournament.rounds else range(1, len(line) + 1), strict=True))


def closed_up(state: State) -> Iterator[Happening]:
    """Numbers 1, 2, 3, ... in the order that there is, once somebody has gone."""
    if state.tournament.team_event:
        line = sorted(state.keys.team)
        some = {state.keys.team[old]: new for new, old in enumerate(line, 1) if old != new}
        if some:
            yield NumbersGiven(some, "start", state.tournament.acceleration, teams=True)
        return
    yield from _in_order(state, sorted(state.keys.player), "start").events


def _whole(t: Tournament, moved: Mapping[int, int]) -> dict[int, int]:
    return {one.id: moved.get(one.id, one.id) for one in t.players}


def _must_be_players(state: State) -> None:
    if state.tournament.team_event:
        raise Refused(spoken("the numbers of teams are given, and the players of a team have no others"),
                      article="C.04.6 1.1")  # fmt: skip


def _must_not_have_begun(state: State) -> None:
    if state.tournament.rounds:
        raise Refused(spoken("round 1 has been paired: numbers are not given anew"), article="C.04.2 2.3")
