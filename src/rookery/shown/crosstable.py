"""The crosstable: everybody's rounds in a row, by final rank, or by points while the event is under way."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from rookery.attendance import unranked
from rookery.declared import points_so_far
from rookery.errors import RookeryError
from rookery.formats.standings import standings
from rookery.labels import MARKS, Column, Table, byes_of, cells, person, points
from rookery.model import ByeKind, Ending, Game, Player, Points, Result, Round, Team, Tournament
from rookery.regulations import EditionWish, scheme
from rookery.scoring import match_points
from rookery.values import NamedTuple
from rookery.wording import listed, spoken


class Order(NamedTuple):
    """The participants as they stand: with their ranks when the event is over, and who is not ranked at all."""

    who: list[Player | Team]
    totals: dict[int, tuple[Points, Points]]
    ranks: dict[int, int]
    early: Collection[int]

    def left(self, t: Tournament, one: Player | Team) -> tuple[str, ...]:
        """The first cells of a row: rank, number, name and points."""
        total = self.totals[one.id]
        scored = "" if one.id in self.early else _both(total) if t.team_event else points(total[0])
        rank = (self._rank(one.id),) if self.ranks else ()
        return *rank, str(one.id), one.name, scored

    def _rank(self, one: int) -> str:
        """A rank as the standings show it: `5=` is shared."""
        rank = self.ranks.get(one)
        return "" if rank is None else f"{rank}{'=' * (list(self.ranks.values()).count(rank) > 1)}"

    def columns(self, t: Tournament) -> tuple[Column, ...]:
        """The heads of these cells."""
        name, score = ("Team", "MP/GP") if t.team_event else ("Name", "Pts")
        rank = (Column("Rank", ">"),) if self.ranks else ()
        return *rank, Column("No", ">"), Column(name, least=12), Column(score, ">")


class Shown(NamedTuple):
    """A crosstable under its title: the first columns, so many, say who it is; then the rounds, or the opponents."""

    title: str
    table: Table
    left: int
    who: tuple[int, ...]
    matrix: bool
    notes: tuple[str, ...]


def crosstable(t: Tournament, edition: EditionWish | None = None) -> Shown:
    """The table of everybody's rounds; of opponents where everybody meets everybody, and these are not too many.

    Final ranks are by the edition of C.07 asked for, or in force when the event began.
    """
    order = _order(t, edition)
    title = spoken("Crosstable after round %(round)s, by rank" if order.ranks else
                   "Crosstable after round %(round)s, by points", round=len(t.rounds))  # fmt: skip
    matrix = _matrix(t, order) if scheme(t.system).format.everybody_meets and len(t.participants) <= 24 else None
    table = matrix or (_team_table(t, order) if t.team_event else _swiss_table(t, order))
    notes = tuple(filter(None, (_legend(t, matrix is not None), _not_counted(t, order))))
    return Shown(title, table, len(order.columns(t)), tuple(one.id for one in order.who), matrix is not None, notes)


def _order(t: Tournament, edition: EditionWish | None) -> Order:
    """The participants by final rank; while there is none by points, then by number."""
    early = unranked(t)
    totals = points_so_far(t, early)
    second = t.team_event and scheme(t.system).primary == "GP"
    by_points = {one: (-total[second], -total[not second], one) for one, total in totals.items()}
    ranks = _final_ranks(t, edition)
    last = len(ranks) + 1
    declared = {one.id: one.rank or last for one in t.participants}
    everybody: tuple[Player | Team, ...] = t.participants
    who = sorted(
        everybody,
        key=lambda one: (one.id in early, ranks.get(one.id, last), declared[one.id] if ranks else 0, by_points[one.id]),
    )
    return Order(who, totals, ranks, early)


def _final_ranks(t: Tournament, edition: EditionWish | None) -> dict[int, int]:
    """Everybody's rank when all rounds have been played and every game is over; else nothing."""
    if t.planned is None or len(t.rounds) < t.planned or any(one.pending or one.adjourned for one in t.rounds):
        return {}
    try:
        return {row.id: row.rank for row in standings(t, edition=edition).rows}
    except RookeryError:  # what cannot be ranked still has its rounds
        return {}


def _not_counted(t: Tournament, order: Order) -> str:
    """Whose games are shown and count for nobody."""
    if not order.early:
        return ""
    who = listed(person(one) for one in t.participants if one.id in order.early)
    those = "who completed" if len(order.early) == 1 else "who each completed"
    return f"Not counted: the games with {who}, {those} under half of the games (C.05 6.6)."


def _swiss_table(t: Tournament, order: Order) -> Table:
    return _by_rounds(t, order, [cells(t, round) for round in t.rounds])


def _team_table(t: Tournament, order: Order) -> Table:
    return _by_rounds(t, order, [_team_cells(t, round) for round in t.rounds])


def _by_rounds(t: Tournament, order: Order, columns: list[dict[int, str]]) -> Table:
    """A column for each round."""
    rows = tuple((*order.left(t, one), *(column.get(one.id, "") for column in columns)) for one in order.who)
    return Table((*order.columns(t), *(Column(f"R{n}", ">") for n in range(1, len(columns) + 1))), rows)


def _both(total: tuple[int, int]) -> str:
    return f"{points(total[0]).removesuffix('.0')}/{points(total[1])}"


def _team_cells(t: Tournament, round: Round) -> dict[int, str]:
    """What each team did: `3w 2.5` is White on board 1 against 3, with 2.5 game points."""
    found = {bye.player: byes_of(t)[bye.kind][0] for bye in round.byes}
    for match in round.matches:
        (_, home), (_, away) = match_points(t, match, round.player_byes)
        sign = "*" * match.open + "f" * (match.forfeit is not None)
        found[match.white] = f"{match.black}w {points(home)}{sign}"
        found[match.black] = f"{match.white}b {points(away)}{sign}"
    return found


def _matrix(t: Tournament, order: Order) -> Table | None:
    """Everyone against everyone: a column for each participant; None when somebody met too often for that."""
    met: dict[tuple[int, int], str] = {}
    for round in t.rounds:
        for one, other, sign in _met(t, round):
            met[one, other] = met.get((one, other), "") + sign
    if max(map(len, met.values()), default=0) > 4:
        return None
    rows = tuple(
        (*order.left(t, one), *("×" if one is other else met.get((one.id, other.id), "") for other in order.who))
        for one in order.who
    )
    return Table((*order.columns(t), *(Column(str(other.id), "^") for other in order.who)), rows)


def _met(t: Tournament, round: Round) -> Iterator[tuple[int, int, str]]:
    for game in round.games:
        yield game.white, game.black, MARKS[game.result.white]
        yield game.black, game.white, MARKS[game.result.black]
    for match in round.matches:
        if match.open and all(game.result is Result.PENDING for game in match.games):
            yield match.white, match.black, MARKS[Ending.PENDING]
            yield match.black, match.white, MARKS[Ending.PENDING]
            continue
        (_, home), (_, away) = match_points(t, match, round.player_byes)
        yield match.white, match.black, points(home).removesuffix(".0").replace(".5", "½").replace("0½", "½")
        yield match.black, match.white, points(away).removesuffix(".0").replace(".5", "½").replace("0½", "½")


def _legend(t: Tournament, matrix: bool) -> str:
    """What the signs in the crosstable mean; only those that occur."""
    outcomes = {side for r in t.rounds for game in _games(r) for side in (game.result.white, game.result.black)}
    byes = {bye.kind for round in t.rounds for bye in round.byes}
    said = []
    if not matrix:
        team_cell = "3w 2.5: White on board 1 against team 3, 2.5 game points"
        said.append(team_cell if t.team_event else "7w1: White against 7, won")
    if not t.team_event:
        said += ["+ -: decided by forfeit"] * bool({Ending.FORFEIT_WIN, Ending.FORFEIT_LOSS} & outcomes)
    said += ["*: no result yet"] * (Ending.PENDING in outcomes) + ["a: adjourned"] * (Ending.ADJOURNED in outcomes)
    if not matrix:
        called = [byes_of(t)[kind] for kind in ByeKind if kind in byes]
        said += [f"{word}: {kind}" for word, kind in called if word != kind]
    return "; ".join(said) + "." if said else ""


def _games(round: Round) -> tuple[Game, ...]:
    return (*round.games, *(game for match in round.matches for game in match.games))
