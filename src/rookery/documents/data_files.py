"""Papers and rounds as data for other programs: tables as CSV and workbooks (XLSX), games as PGN."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rookery.documents.model import Grid, Paper
from rookery.errors import RuleError, UnsupportedError
from rookery.formats.board_order import list_numbered_boards
from rookery.formatting import count
from rookery.messages import make_printable, msg
from rookery.model import Ending, Game, Match, PartialDate, Player, Result, Tournament
from rookery.spreadsheets.workbook import SheetTable, write_csv, write_xlsx

_POINTS = {Ending.WIN: "1", Ending.DRAW: "1/2", Ending.LOSS: "0", Ending.FORFEIT_WIN: "1", Ending.FORFEIT_LOSS: "0"}
_RESULTS = ("1-0", "0-1", "1/2-1/2")


# -- tables ------------------------------------------------------------------------------------------------------------


def has_tables(paper: Paper) -> bool:
    """Return whether a paper has tables."""
    return any(isinstance(block, Grid) for block in paper.blocks)


def to_csv(paper: Paper) -> bytes:
    """Return the tables of a paper as CSV; raise UnsupportedError if it has none."""
    return write_csv(_tables(paper))


def to_xlsx(paper: Paper) -> bytes:
    """Return the tables of a paper as a workbook; raise UnsupportedError if it has none."""
    return write_xlsx(_tables(paper))


def _tables(paper: Paper) -> list[SheetTable]:
    if not has_tables(paper):
        raise UnsupportedError(msg("%(title)s is no list: print it as HTML or PDF", title=paper.title))
    return [
        SheetTable(
            block.title or paper.title,
            tuple(column.title for column in block.table.columns),
            tuple(tuple(map(str, row)) for row in block.table.rows),
        )
        for block in paper.blocks
        if isinstance(block, Grid)
    ]


# -- games without moves, for broadcasts -------------------------------------------------------------------------------


def round_pgn(tournament: Tournament, number: int) -> str:
    r"""Return the games of a round in the order of their boards; the tag Round has the round and the board.

    >>> from rookery.model import Round, TournamentInfo
    >>> players = Player(1, "Hatter, Max", rating=2100), Player(2, "Hare, Mia")
    >>> event = Tournament(players=players, rounds=(Round((Game(2, 1),)),), info=TournamentInfo(name="Tea Party"))
    >>> [line for line in round_pgn(event, 1).splitlines() if "Round" in line or "White" in line or line == "*"]
    ['[Round "1.1"]', '[White "Hare, Mia"]', '*']
    """
    rounds = len(tournament.rounds)
    if not 1 <= number <= rounds:
        raise RuleError(f"there is no round {number}: {count(rounds, 'round is', 'rounds are')} paired")
    players = {player.number: player for player in tournament.players}
    return "\n".join(
        _game_text(tournament, number, board, game, players) for board, game in _numbered_games(tournament, number)
    )


def _numbered_games(t: Tournament, number: int) -> Iterator[tuple[str, Game]]:
    """Yield every game with its board; in a match, with the number of the match and of the board."""
    for board, meeting in list_numbered_boards(t, number):
        if isinstance(meeting, Match):
            yield from ((f"{board}.{index}", game) for index, game in enumerate(meeting.games, 1))
        else:
            yield str(board), meeting


def _game_text(t: Tournament, number: int, board: str, game: Game, players: Mapping[int, Player]) -> str:
    pairs = _tags(t, number, board, game, players)
    tags = "\n".join(f'[{name} "{_escape(value)}"]' for name, value in pairs if value)
    return f"{tags}\n\n{_result(game.result)}\n"


def _tags(
    t: Tournament, number: int, board: str, game: Game, players: Mapping[int, Player]
) -> Iterator[tuple[str, str]]:
    info = t.info
    dates = info.round_dates
    white, black = players[game.white], players[game.black]
    yield "Event", info.name or "?"
    yield "Site", " ".join(part for part in (info.city, info.federation) if part) or "?"
    yield "Date", _date(dates[number - 1] if number <= len(dates) else info.start)
    yield "Round", f"{number}.{board}"
    yield "White", white.name or "?"
    yield "Black", black.name or "?"
    yield "Result", _result(game.result)
    teams = {player: team.name for team in t.teams for player in team.players}
    for side, player in (("White", white), ("Black", black)):
        yield f"{side}Title", player.title
        yield f"{side}Elo", str(player.rating) if player.rating else ""  # some programs refuse a dash
        yield f"{side}Team", teams.get(player.number, "")
        yield f"{side}FideId", str(player.fide_id or "")
    yield "Board", board.rpartition(".")[2]
    if not game.result.played and game.result not in (Result.PENDING, Result.ADJOURNED):
        yield "Termination", "unterminated" if _result(game.result) == "*" else "forfeit"


def _date(day: PartialDate | None) -> str:
    """Return a date as PGN writes it, with question marks for what is not known."""
    if day is None:
        return "????.??.??"
    return f"{day.year:04}.{f'{day.month:02}' if day.month else '??'}.{f'{day.day:02}' if day.day else '??'}"


def _result(result: Result) -> str:
    """Return the result as PGN writes it; games that are open or lost by both sides have none."""
    text = f"{_POINTS.get(result.white, '?')}-{_POINTS.get(result.black, '?')}"
    return text if text in _RESULTS else "*"


def _escape(text: str) -> str:
    return " ".join(make_printable(text).split()).replace("\\", "\\\\").replace('"', '\\"')
