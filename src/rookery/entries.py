"""Who comes later, and what is put right: late entries, new team members, corrected ratings, other numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from warnings import warn

from rookery.errors import RuleError
from rookery.model import (
    Bye,
    ByeKind,
    Forbidden,
    Game,
    Match,
    Player,
    RequestedBye,
    Round,
    Team,
    Tournament,
    VirtualPoints,
)
from rookery.model.kinds import fits, misfit
from rookery.order import strength
from rookery.regulations import scheme
from rookery.remark_numbers import with_numbers
from rookery.values import NamedTuple, replace
from rookery.wording import spoken

LAST_CORRECTION = 4
"""Until this round has been paired a corrected rating changes numbers (C.04.2 2.3)."""


class Renumbered(NamedTuple):
    """A tournament in which numbers have changed, and everybody's number: the old one to the new one.

    Who came later had none, and is not among `numbers`.
    """

    tournament: Tournament
    numbers: dict[int, int]

    def __getattr__(self, name: str) -> object:
        """What was asked of the tournament itself, when that alone was the answer; with a warning, until 0.3.0."""
        if name.startswith("_"):
            raise AttributeError(name)
        found: object = getattr(self.tournament, name)
        warn(
            f"the answer is (tournament, numbers): take .tournament.{name} (.{name} alone goes with 0.3.0)",
            DeprecationWarning,
            stacklevel=2,
        )
        return found


def insert(tournament: Tournament, player: Player, key: Callable[[Player], str] | None = None) -> Renumbered:
    """The tournament with a late entry at its correct place; everybody below moves down by one (C.04.2 2.4).

    The newcomer is "not yet entered" in every round already paired. With it comes everybody's number, old to new.

    >>> event = Tournament(players=(Player(1, "Ada", 2100, key="u1"), Player(2, "Ben", 1900, key="u2")))
    >>> event, numbers = insert(event, Player(9, "Cyd", 2000, key="u3"))
    >>> numbers, event.by_key["u3"].id
    ({1: 1, 2: 3}, 2)
    """
    if not fits(player, Player):
        raise misfit("who comes late", "a Player", player)
    if tournament.team_event:
        raise RuleError(spoken("this is an event of teams: joined puts a player into one, with_team enters a team"))
    by = key or (lambda one: one.name.casefold())
    rank = (*strength(player), by(player))
    place = 1 + sum((*strength(one), by(one)) <= rank for one in tournament.players)
    place = min(place, 1 + max((one.id for one in tournament.players), default=0))
    moved = {one.id: one.id + (one.id >= place) for one in tournament.players}
    shifted = renumbered(tournament, moved)
    missed = Bye(place, ByeKind.NOT_ENTERED)
    rounds = tuple(replace(round, byes=(*round.byes, missed)) for round in shifted.rounds)
    return Renumbered(replace(shifted, players=(*shifted.players, replace(player, id=place)), rounds=rounds), moved)


def joined(tournament: Tournament, player: Player, team: int, place: int | None = None) -> Tournament:
    """The tournament with one more player in a team, last in its roster or at this place; nobody is renumbered.

    Those below in the roster move down by one. Matches already paired stay as they are.
    """
    if scheme(tournament.system).format.sides:
        raise RuleError(spoken("the rounds of a Scheveningen match follow from its number of players"))
    found = tournament.by_id.get(team)
    if not tournament.team_event or not isinstance(found, Team):
        raise RuleError(spoken("there is no team %(team)s in this tournament", team=team), who=(team,))
    last = len(found.players) + 1
    if place is not None and not 1 <= place <= last:
        raise RuleError(spoken("there is no place %(place)s in the roster of %(name)s: expected 1 to %(last)s",
                               place=place, name=found.name, last=last), who=(team,))  # fmt: skip
    number, at = _next_number(tournament.players), (place or last) - 1
    roster = (*found.players[:at], number, *found.players[at:])
    teams = tuple(replace(one, players=roster) if one.id == team else one for one in tournament.teams)
    return replace(tournament, players=(*tournament.players, replace(player, id=number)), teams=teams)


def with_team(tournament: Tournament, team: Team, missed: ByeKind = ByeKind.NOT_ENTERED) -> Tournament:
    """The tournament with a late team, which has the next number: those of teams are given (C.04.6 1.1.2).

    In every round already paired it has the bye `missed`, and is "not yet entered" unless told otherwise (C.04.2 2.4).
    """
    format = scheme(tournament.system).format
    if not tournament.team_event:
        raise RuleError(spoken("this is an event of players, not of teams"))
    if format.predetermined:
        raise RuleError(spoken("the rounds of %(called)s follow from the number of its teams, so none can come late",
                               called=format.called))  # fmt: skip
    number = _next_number(tournament.teams)
    rounds = tuple(replace(round, byes=(*round.byes, Bye(number, missed))) for round in tournament.rounds)
    return replace(tournament, teams=(*tournament.teams, replace(team, id=number)), rounds=rounds)


def returned(tournament: Tournament, player: int, round: int) -> Tournament:
    """The tournament in which one who has withdrawn is back from this round on; the rounds before it stay missed.

    >>> event = Tournament(players=(Player(1), Player(2))).withdraw(2)
    >>> back = returned(event, 2, 3)
    >>> [sorted(back.absent(round)) for round in (1, 2, 3, 4)]
    [[2], [2], [], []]
    """
    gone = [one for one in tournament.withdrawn if one.player == player and one.round <= round]
    if not gone:
        return tournament
    asked = {one.round for one in tournament.requested if one.player == player}
    first = max(tournament.next_round, gone[0].round)
    missed = tuple(RequestedBye(each, player) for each in range(first, round) if each not in asked)
    others = tuple(one for one in tournament.withdrawn if one not in gone)
    return replace(tournament, requested=(*tournament.requested, *missed), withdrawn=others)


def _next_number(those: Iterable[Player | Team]) -> int:
    return 1 + max((one.id for one in those), default=0)


def corrected(tournament: Tournament, ratings: Mapping[int, int | None]) -> Renumbered:
    """The tournament with other ratings for some players, who move to the places that these give (C.04.2 2.3).

    With it comes everybody's number, old to new.
    """
    moved = numbers_after(tournament, ratings)
    players = tuple(_rerated(one, ratings[one.id]) if one.id in ratings else one for one in tournament.players)
    made = replace(tournament, players=players)
    return Renumbered(made if all(old == new for old, new in moved.items()) else renumbered(made, moved), moved)


def _rerated(player: Player, rating: int | None) -> Player:
    if not player.ratings:
        return replace(player, rating=rating)
    from rookery.strengths import rerated

    return rerated(player, rating)


def numbers_after(tournament: Tournament, ratings: Mapping[int, int | None]) -> dict[int, int]:
    """Everybody's number (old to new) when these ratings are corrected; who is not corrected stays in order.

    Once round four has been paired all numbers stay, and so they do in a team event.
    """
    players = {one.id: one for one in tournament.players}
    strangers = sorted(set(ratings) - set(players))
    if strangers:
        raise RuleError(spoken("there is no player %(strangers)s in this tournament", strangers=strangers[0]),
                        who=strangers)  # fmt: skip
    if tournament.team_event or tournament.by_rank or len(tournament.rounds) >= LAST_CORRECTION:
        return {one: one for one in players}

    def rank(one: Player) -> tuple[int, int, str]:
        return (*strength(one), one.name.casefold())

    line = [one for one in tournament.players if one.id not in ratings]
    for one in sorted((_rerated(players[one], rating) for one, rating in ratings.items()), key=rank):
        line.insert(sum(rank(other) <= rank(one) for other in line), one)
    return dict(zip((one.id for one in line), sorted(players), strict=True))


def renumbered(tournament: Tournament, moved: Mapping[int, int]) -> Tournament:
    """The same tournament with other pairing numbers for its players."""

    def group(ids: Sequence[int]) -> tuple[int, ...]:
        return tuple(moved[i] for i in ids)

    return replace(
        tournament,
        players=tuple(sorted((replace(p, id=moved[p.id]) for p in tournament.players), key=lambda p: p.id)),
        teams=tuple(replace(team, players=group(team.players)) for team in tournament.teams),
        rounds=tuple(_renumbered_round(round, moved, tournament.team_event) for round in tournament.rounds),
        requested=tournament.requested if tournament.team_event else tuple(
            RequestedBye(bye.round, moved[bye.player], bye.kind) for bye in tournament.requested
        ),
        forbidden=tournament.forbidden if tournament.team_event else tuple(
            Forbidden(group(one.players), one.first_round, one.last_round) for one in tournament.forbidden
        ),
        acceleration=tournament.acceleration if tournament.team_event else tuple(
            part for one in tournament.acceleration for part in _stretched(one, moved, len(tournament.rounds))
        ),
        abnormal=tournament.abnormal if tournament.team_event else tuple(
            replace(one, players=group(one.players)) for one in tournament.abnormal
        ),
        remarks=with_numbers(tournament.remarks, moved, {} if tournament.team_event else moved),
        reported=tuple(replace(one, white=moved[one.white], black=moved[one.black]) for one in tournament.reported),
        expelled=tournament.expelled if tournament.team_event else tuple(
            replace(one, player=moved[one.player]) for one in tournament.expelled
        ),
        withdrawn=tournament.withdrawn if tournament.team_event else tuple(
            replace(one, player=moved[one.player]) for one in tournament.withdrawn
        ),
        fixed_seats=tournament.fixed_seats if tournament.team_event else tuple(
            replace(one, player=moved[one.player]) for one in tournament.fixed_seats
        ),
    )  # fmt: skip


def _stretched(points: VirtualPoints, moved: Mapping[int, int], paired: int) -> Iterator[VirtualPoints]:
    """The same points when numbers change, in as many records as that takes.

    In rounds already paired, and where they are of one player only, they follow the players. In rounds to come a group
    that begins at the top goes on down to the same person, whoever stands above (C.04.7 1.2), and any other range keeps
    its first and its last participant.
    """
    inside = sorted(new for old, new in moved.items() if points.first <= old <= points.last)
    if not inside:
        yield points
        return
    top = points.first < points.last and points.first <= min(moved)
    first = min(points.first, *moved.values()) if top else moved.get(points.first, inside[0])
    last = moved.get(points.last, inside[-1])
    first, last = min(first, last), max(first, last)
    if inside == [new for new in sorted(moved.values()) if first <= new <= last]:
        yield replace(points, first=first, last=last)
        return
    if points.first_round <= paired:
        until = min(paired, points.last_round)
        starts = [one for one in inside if one - 1 not in inside]
        ends = [one for one in inside if one + 1 not in inside]
        for start, end in zip(starts, ends, strict=True):
            yield replace(points, first=start, last=end, last_round=until)
    if points.last_round > paired:
        yield replace(points, first=first, last=last, first_round=max(points.first_round, paired + 1))


def _renumbered_round(round: Round, moved: Mapping[int, int], teams: bool) -> Round:
    def game(one: Game) -> Game:
        return Game(moved[one.white], moved[one.black], one.result, one.coloured)

    def match(one: Match) -> Match:
        white, black = (one.white, one.black) if teams else (moved[one.white], moved[one.black])
        return Match(white, black, tuple(map(game, one.games)), one.forfeit)

    def bye(one: Bye) -> Bye:
        return Bye(moved[one.player], one.kind)

    return Round(
        games=tuple(map(game, round.games)),
        matches=tuple(map(match, round.matches)),
        byes=round.byes if teams else tuple(map(bye, round.byes)),
        player_byes=tuple(map(bye, round.player_byes)),
        published=round.published,
    )


def provisionally_rated(tournament: Tournament, rating: int) -> Tournament:
    """The tournament in which everybody without a rating has this one (C.04.4.1 1.1); no number changes."""
    players = tuple(player if player.rating else _rerated(player, rating) for player in tournament.players)
    return replace(tournament, players=players)
