"""Crosstables: the rounds of every participant in a row, by final rank, or by points during the event."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple

from rookery.errors import RookeryError
from rookery.formats.standings import standings
from rookery.formatting import MARKS, Column, Table, bye_labels, format_points, participant_label, round_cells
from rookery.history.completion import unranked_participants
from rookery.history.declared_points import current_points
from rookery.history.scoring import match_points
from rookery.messages import join_list, msg
from rookery.model import ByeKind, Ending, Game, Player, Points, Result, Round, Team, Tournament
from rookery.regulations import EditionName, parse_type_code


class Order(NamedTuple):
    """The participants in order, with final ranks if the event is over, and those not ranked."""

    participants: list[Player | Team]
    totals: dict[int, tuple[Points, Points]]
    ranks: dict[int, int]
    early: Collection[int]

    def row_head(self, t: Tournament, participant: Player | Team) -> tuple[str, ...]:
        """Return the first cells of a row: rank, number, name and points."""
        total = self.totals[participant.number]
        scored = (
            ""
            if participant.number in self.early
            else _format_team_points(total)
            if t.team_event
            else format_points(total[0])
        )
        rank = (self._rank(participant.number),) if self.ranks else ()
        return *rank, str(participant.number), participant.name, scored

    def _rank(self, participant_id: int) -> str:
        """Return a rank as the standings show it; `5=` is shared."""
        rank = self.ranks.get(participant_id)
        return "" if rank is None else f"{rank}{'=' * (list(self.ranks.values()).count(rank) > 1)}"

    def head_columns(self, t: Tournament) -> tuple[Column, ...]:
        """Return the columns of these cells."""
        name, score = ("Team", "MP/GP") if t.team_event else ("Name", "Pts")
        rank = (Column("Rank", ">"),) if self.ranks else ()
        return *rank, Column("No", ">"), Column(name, least=12), Column(score, ">")


class Crosstable(NamedTuple):
    """A crosstable; the first `head_columns` columns identify the participant, then follow rounds or opponents."""

    title: str
    table: Table
    left: int
    participants: tuple[int, ...]
    matrix: bool
    notes: tuple[str, ...]


def crosstable(t: Tournament, edition: EditionName | None = None) -> Crosstable:
    """Return the table of all rounds, or of opponents in a round robin of at most 24 participants.

    Final ranks are by the edition of C.07 asked for, or in force when the event began.
    """
    order = _order_participants(t, edition)
    title = msg("Crosstable after round %(round)s, by rank" if order.ranks else
                   "Crosstable after round %(round)s, by points", round=len(t.rounds))  # fmt: skip
    matrix = (
        _opponents_table(t, order)
        if parse_type_code(t.system).format.is_round_robin and len(t.participants) <= 24
        else None
    )
    table = matrix or (_team_table(t, order) if t.team_event else _swiss_table(t, order))
    notes = tuple(filter(None, (_legend_text(t, matrix is not None), _not_counted_note(t, order))))
    return Crosstable(
        title,
        table,
        len(order.head_columns(t)),
        tuple(participant.number for participant in order.participants),
        matrix is not None,
        notes,
    )


def _order_participants(t: Tournament, edition: EditionName | None) -> Order:
    """Return the participants by final rank, or else by points and number."""
    early = unranked_participants(t)
    totals = current_points(t, early)
    second = t.team_event and parse_type_code(t.system).primary == "GP"
    by_points = {
        participant: (-total[second], -total[not second], participant) for participant, total in totals.items()
    }
    ranks = _final_ranks(t, edition)
    last = len(ranks) + 1
    declared = {participant.number: participant.rank or last for participant in t.participants}
    everybody: tuple[Player | Team, ...] = t.participants
    participants = sorted(
        everybody,
        key=lambda participant: (
            participant.number in early,
            ranks.get(participant.number, last),
            declared[participant.number] if ranks else 0,
            by_points[participant.number],
        ),
    )
    return Order(participants, totals, ranks, early)


def _final_ranks(t: Tournament, edition: EditionName | None) -> dict[int, int]:
    """Return the ranks when all rounds are complete, else an empty dict."""
    if (
        t.planned_rounds is None
        or len(t.rounds) < t.planned_rounds
        or any(round_played.pending or round_played.adjourned for round_played in t.rounds)
    ):
        return {}
    try:
        return {row.id: row.rank for row in standings(t, edition=edition).rows}
    except RookeryError:  # what cannot be ranked still has its rounds
        return {}


def _not_counted_note(t: Tournament, order: Order) -> str:
    """Return the note on participants whose games do not count for any participant."""
    if not order.early:
        return ""
    names = join_list(
        participant_label(participant) for participant in t.participants if participant.number in order.early
    )
    those = "who completed" if len(order.early) == 1 else "who each completed"
    return f"Not counted: the games with {names}, {those} under half of the games (C.05 6.6)."


def _swiss_table(t: Tournament, order: Order) -> Table:
    return _build_round_table(t, order, [round_cells(t, round) for round in t.rounds])


def _team_table(t: Tournament, order: Order) -> Table:
    return _build_round_table(t, order, [_team_cells(t, round) for round in t.rounds])


def _build_round_table(t: Tournament, order: Order, columns: list[dict[int, str]]) -> Table:
    """Return the table with a column for each round."""
    rows = tuple(
        (*order.row_head(t, participant), *(column.get(participant.number, "") for column in columns))
        for participant in order.participants
    )
    return Table((*order.head_columns(t), *(Column(f"R{n}", ">") for n in range(1, len(columns) + 1))), rows)


def _format_team_points(total: tuple[int, int]) -> str:
    return f"{format_points(total[0]).removesuffix('.0')}/{format_points(total[1])}"


def _team_cells(t: Tournament, round: Round) -> dict[int, str]:
    """Return the result of each team: `3w 2.5` is White on board 1 against 3, with 2.5 game points."""
    cells_by_team = {bye.player: bye_labels(t)[bye.kind][0] for bye in round.byes}
    for match in round.matches:
        (_, home), (_, away) = match_points(t, match, round.player_byes)
        sign = "*" * match.open + "f" * (match.forfeit is not None)
        cells_by_team[match.white] = f"{match.black}w {format_points(home)}{sign}"
        cells_by_team[match.black] = f"{match.white}b {format_points(away)}{sign}"
    return cells_by_team


def _opponents_table(t: Tournament, order: Order) -> Table | None:
    """Return the table of everyone against everyone, or None if two met too often."""
    signs: dict[tuple[int, int], str] = {}
    for round in t.rounds:
        for participant, opponent, sign in _iter_meetings(t, round):
            signs[participant, opponent] = signs.get((participant, opponent), "") + sign
    if max(map(len, signs.values()), default=0) > 4:
        return None
    rows = tuple(
        (
            *order.row_head(t, participant),
            *(
                "×" if participant is opponent else signs.get((participant.number, opponent.number), "")
                for opponent in order.participants
            ),
        )
        for participant in order.participants
    )
    return Table(
        (*order.head_columns(t), *(Column(str(opponent.number), "^") for opponent in order.participants)), rows
    )


def _iter_meetings(t: Tournament, round: Round) -> Iterator[tuple[int, int, str]]:
    for game in round.games:
        yield game.white, game.black, MARKS[game.result.white]
        yield game.black, game.white, MARKS[game.result.black]
    for match in round.matches:
        if match.open and all(game.result is Result.PENDING for game in match.games):
            yield match.white, match.black, MARKS[Ending.PENDING]
            yield match.black, match.white, MARKS[Ending.PENDING]
            continue
        (_, home), (_, away) = match_points(t, match, round.player_byes)
        yield match.white, match.black, format_points(home).removesuffix(".0").replace(".5", "½").replace("0½", "½")
        yield match.black, match.white, format_points(away).removesuffix(".0").replace(".5", "½").replace("0½", "½")


def _legend_text(t: Tournament, matrix: bool) -> str:
    """Return the meaning of the signs that occur."""
    outcomes = {side for r in t.rounds for game in _all_games(r) for side in (game.result.white, game.result.black)}
    byes = {bye.kind for round in t.rounds for bye in round.byes}
    parts = []
    if not matrix:
        team_cell = "3w 2.5: White on board 1 against team 3, 2.5 game points"
        parts.append(team_cell if t.team_event else "7w1: White against number 7, won")
    else:
        parts.append("each column is an opponent, by number")
    if not t.team_event:
        parts += ["+ -: decided by forfeit"] * bool({Ending.FORFEIT_WIN, Ending.FORFEIT_LOSS} & outcomes)
    parts += ["*: no result yet"] * (Ending.PENDING in outcomes) + ["a: adjourned"] * (Ending.ADJOURNED in outcomes)
    if not matrix:
        bye_texts = [bye_labels(t)[kind] for kind in ByeKind if kind in byes]
        parts += [f"{word or 'empty'}: {kind}" for word, kind in bye_texts if word != kind]
    return "; ".join(parts) + "." if parts else ""


def _all_games(round: Round) -> tuple[Game, ...]:
    return (*round.games, *(game for match in round.matches for game in match.games))
