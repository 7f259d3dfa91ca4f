"""Formatting of names, byes, results, dates, systems and points for people, and text tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rookery._record import record
from rookery.messages import count as count
from rookery.messages import join_texts, msg, msg_const
from rookery.model import ByeKind, Colour, Ending, Game, PartialDate, Player, Result, Round, Team, Tournament
from rookery.model.players import MONTHS
from rookery.model.players import format_date as format_date
from rookery.regulations import EntrantKind, Format, parse_type_code

MARKS = {
    Ending.WIN: "1", Ending.DRAW: "½", Ending.LOSS: "0", Ending.FORFEIT_WIN: "+", Ending.FORFEIT_LOSS: "-",
    Ending.ADJOURNED: "a", Ending.PENDING: "*",
}  # fmt: skip
"""The letter of each ending of a game, as in crosstables."""

BYES = {
    ByeKind.PAIRING_ALLOCATED: msg("bye"), ByeKind.FULL: msg("full"), ByeKind.HALF: msg("half"),
    ByeKind.ZERO: msg("zero"), ByeKind.NOT_ENTERED: "",
}  # fmt: skip
"""The short label of each kind of bye."""


def bye_labels(tournament: Tournament) -> dict[ByeKind, tuple[str, str]]:
    """Return the short and full labels of byes in this tournament; empty for players out of a knock-out.

    >>> bye_labels(Tournament(system="BERGER_ROUNDROBIN"))[ByeKind.ZERO], bye_labels(Tournament())[ByeKind.ZERO]
    (('free', 'free'), ('zero', 'zero-point bye'))
    """
    format = parse_type_code(tournament.system).format
    labels: dict[ByeKind, tuple[str, str]] = {kind: (label, msg_const(str(kind))) for kind, label in BYES.items()}
    if format.predetermined:
        labels[ByeKind.ZERO] = (msg("free"), msg("free"))
    elif format.eliminates:
        labels |= {ByeKind.ZERO: ("", ""), ByeKind.FULL: (msg("bye"), msg("bye"))}
    return labels


def describe_system(code: str) -> str:
    """Return a tournament type in words, with its code.

    >>> describe_system("FIDE_DUTCH_2026")
    'Dutch Swiss (FIDE_DUTCH_2026)'
    """
    plan = parse_type_code(code)
    if not plan.format.name:
        return code
    name = describe_format(plan.format, teams=plan.team)
    if plan.baku:
        return msg("%(system)s with Baku acceleration (%(code)s)", system=name, code=code)
    return join_texts(" ", (name, f"({code})"))


def describe_format(format: Format, *, teams: bool = False) -> str:
    """Return a format in words, noting that it pairs teams."""
    if teams or format.entrants is EntrantKind.TEAMS:
        return msg("%(format)s for teams", format=msg_const(format.title))
    return msg_const(format.title)


def participant_label(participant: Player | Team) -> str:
    """Return a participant as in lists: number, title and name."""
    title = f"{participant.title} " if isinstance(participant, Player) and participant.title else ""
    return f"{participant.number} {title}{participant.name}".rstrip()


def format_date_range(start: PartialDate | None, end: PartialDate | None) -> str:
    """Return a period in words.

    >>> format_date_range(PartialDate(2026, 4, 3), PartialDate(2026, 4, 5))
    '3 to 5 April 2026'
    """
    if start is None or end is None or start == end:
        only = start or end
        return format_date(only) if only else ""
    if (start.year, start.month) == (end.year, end.month) and start.day and end.day:
        return msg("%(first)s to %(last)s", first=start.day, last=format_date(end))
    if start.year == end.year and start.month and end.month:
        month = MONTHS[start.month - 1]
        first = msg("%(day)s %(month)s", day=start.day, month=month) if start.day else month
        return msg("%(first)s to %(last)s", first=first, last=format_date(end))
    return msg("%(first)s to %(last)s", first=format_date(start), last=format_date(end))


def round_cells(tournament: Tournament, round: Round) -> dict[int, str]:
    """Return the result of each player in the round in a few letters: `7w1` is White against 7, won."""
    labels = bye_labels(tournament)
    cells_by_player = {bye.player: labels[bye.kind][0] for bye in round.player_byes}
    vacant = [board.player for match in round.matches for board in match.vacant]
    cells_by_player |= {player: MARKS[Ending.FORFEIT_WIN] for player in vacant if player is not None}
    if not tournament.team_event:
        cells_by_player |= {bye.player: labels[bye.kind][0] for bye in round.byes}
    for game in (*round.games, *(game for match in round.matches for game in match.games)):
        for player_id, opponent, colour, outcome in _sides(game):
            earlier = cells_by_player.get(player_id, "")
            cells_by_player[player_id] = f"{earlier or f'{opponent}{colour}'}{MARKS[outcome]}"
    for match in () if tournament.team_event else round.matches:
        if match.forfeit is not None and not match.games:
            cells_by_player[match.white] = f"{match.black}w{MARKS[match.forfeit.white] * 2}"
            cells_by_player[match.black] = f"{match.white}b{MARKS[match.forfeit.black] * 2}"
    return cells_by_player


def _sides(game: Game) -> tuple[tuple[int, int, str, Ending], tuple[int, int, str, Ending]]:
    white, black = (Colour.WHITE.value, Colour.BLACK.value) if game.coloured else ("", "")
    return (game.white, game.black, white, game.result.white), (game.black, game.white, black, game.result.black)


def format_result(result: Result, black_first: bool = False) -> str:
    """Return a result as in a pairing list: White first or, with `black_first`, Black.

    >>> format_result(Result.WHITE_WINS), format_result(Result.WHITE_BY_FORFEIT), format_result(Result.PENDING)
    ('1 - 0', '+ / -', '*')
    >>> format_result(Result.WHITE_WINS, black_first=True)
    '0 - 1'
    """
    if result is Result.PENDING:
        return MARKS[Ending.PENDING]
    if result is Result.ADJOURNED:
        return msg("adjourned")
    first, second = (result.black, result.white) if black_first else (result.white, result.black)
    if result.forfeit:
        return f"{MARKS[first]} / {MARKS[second]}"
    return f"{MARKS[first]} - {MARKS[second]}{'' if result.rated else ' unrated'}"


def format_points(tenths: int | None) -> str:
    """Return points with one decimal.

    >>> format_points(25), format_points(0), format_points(None)
    ('2.5', '0.0', '')
    """
    return "" if tenths is None else f"{tenths / 10:.1f}"


# -- tables ------------------------------------------------------------------------------------------------------------


@record
class Column:
    """A column: its title, its alignment `<`, `>` or `^`, and its minimum width (0: it must not shrink).

    Longer texts are cut, or, where the column `wraps`, go on in the next line.
    """

    title: str
    align: str = "<"
    least: int = 0
    wraps: bool = False


@record
class Table:
    """Rows below titles; the cells are texts, in a table of data also numbers or None."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[Any, ...], ...]

    def without_empty(self) -> Table:
        """Return the table without columns that are empty in every row."""
        keep = [i for i in range(len(self.columns)) if any(row[i] for row in self.rows)]
        return self.only(keep)

    def only(self, keep: Sequence[int]) -> Table:
        """Return the table with these columns only."""
        return Table(tuple(self.columns[i] for i in keep), tuple(tuple(row[i] for i in keep) for row in self.rows))
