"""Rounds that are known beforehand: the schedule of a round robin, and the tree of a knock-out."""

from __future__ import annotations

from rookery.errors import RuleError
from rookery.formats.catalogue import conduct_of
from rookery.labels import Column, Table, person
from rookery.model import Round, Tournament
from rookery.papers.paper import Grid, Paper, Picture
from rookery.papers.request import PaperRequest, headed
from rookery.pictures.tree import tree as drawn


def schedule(t: Tournament, request: PaperRequest) -> Paper:
    """Every round of a table, board by board."""
    made = conduct_of(t).schedule
    if made is None:
        raise RuleError("only an event whose pairings are known beforehand has a schedule")
    rounds = made(t, None)
    wanted = range(1, len(rounds) + 1) if request.round is None else (request.round,)
    if any(not 1 <= number <= len(rounds) for number in wanted):
        raise RuleError(f"there is no round {request.round}: the table has {len(rounds)}")
    return headed(t, "Schedule", tuple(_round(t, number, rounds[number - 1]) for number in wanted))


def _round(t: Tournament, number: int, round: Round) -> Grid:
    columns = (Column("Match" if t.team_event else "Board", ">"), Column("White", least=14), Column("Black", least=14))
    pairs = enumerate(round.pairs, 1)
    rows = [(str(board), person(t.by_id[white]), person(t.by_id[black])) for board, (white, black) in pairs]
    rows += [("", person(t.by_id[bye.player]), "free") for bye in round.byes]
    return Grid(Table(columns, tuple(rows)), f"Round {number}", quiet=(0,))


def tree(t: Tournament, request: PaperRequest) -> Paper:
    """The bracket of a knock-out, from the first round to the final."""
    return headed(t, "Bracket", (Picture(drawn(t).svg),), wide=True)
