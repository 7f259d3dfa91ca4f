"""Records of players: 001, one row each, and national records, whose code is the federation's letters."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rookery._record import field, record, replace
from rookery.messages import msg
from rookery.model import Bye, ByeKind, Game, NationalRecord, Player, Points, Tournament
from rookery.trf.cells import NO_CELL, bye_cell, game_cells
from rookery.trf.declared_points import check_player_points
from rookery.trf.diagnostics import ERROR, INFO, WARNING, Location, duplicate_fide_id_message, find_duplicate_fide_ids
from rookery.trf.fields import CODE, PERSON, PLAYER_ROW, Layout, format_date, parse_line, parse_number, points_text
from rookery.trf.person import FIELD_PARSERS
from rookery.trf.record import (
    TRF06,
    TRF26,
    AssemblyContext,
    DialectOptions,
    LineContent,
    LineContext,
    ParseState,
    Record,
    Section,
    columns_per_round,
    number_text,
)
from rookery.trf.records.points import GameWorth

Cell = tuple[str, str, str]
_NUMBER_COLUMNS = (PLAYER_ROW["number"].first, PLAYER_ROW["number"].last)


def _assemble_players(state: ParseState, context: AssemblyContext) -> dict[str, object]:
    return {"players": context.table.players}


# -- writing -----------------------------------------------------------------------------------------------------------


def _write_players(tournament: Tournament, options: DialectOptions) -> Iterator[LineContent]:
    cells = _player_cells(tournament, options.request_cells)
    points_by_player = _points_of_cells(tournament) if options.with_points else {}
    for player in tournament.players:
        points = points_by_player.get(player.number) if player.points is None else player.points
        values = _person_texts(player) | {"points": points_text(points), "rank": number_text(player.rank)}
        yield LineContent((player.number,), values, tuple(cells[player.number]))


def _points_of_cells(tournament: Tournament) -> dict[int, Points]:
    """Return the points of each player's cells, where points are not declared for all."""
    if all(player.points is not None for player in tournament.players):
        return {}
    from rookery.history.declared_points import player_points

    return player_points(replace(tournament, point_adjustments=()))


def _person_texts(player: Player) -> dict[str, str]:
    return {
        "id": str(player.number), "sex": player.sex, "title": player.title, "name": player.name,
        "rating": number_text(player.official_rating), "federation": player.federation,
        "number": number_text(player.fide_id) or player.national_id, "birth": format_date(player.birth),
    }  # fmt: skip


def _player_cells(tournament: Tournament, requests: bool) -> dict[int, list[Cell]]:
    """Return the cells of every player, round by round."""
    step = columns_per_round(tournament)
    width = step * len(tournament.rounds)
    absent_cell = bye_cell(ByeKind.ZERO) if tournament.team_event else NO_CELL
    cells = {player.number: [absent_cell] * width for player in tournament.players}
    for start, round in zip(range(0, width, step), tournament.rounds, strict=True):
        for match in round.matches:
            for index, game in enumerate(match.games):
                _set_game_cells(cells, start + (index if step == 2 else 0), game)
        for game in round.games:
            _set_game_cells(cells, start, game)
        for bye in round.unopposed if tournament.team_event else round.byes:
            for column in range(start, start + step):
                cells[bye.player][column] = _bye_cell(cells[bye.player], column, bye)
    if requests and not tournament.team_event:
        for request in sorted(tournament.requested_byes, key=lambda bye_request: bye_request.round):
            row = cells[request.player]
            row += [NO_CELL] * ((request.round - 1) * step - len(row)) + [bye_cell(request.kind)] * step
    return cells


def _set_game_cells(cells: dict[int, list[Cell]], column: int, game: Game) -> None:
    for player, cell in zip((game.white, game.black), game_cells(game), strict=True):
        if player in cells:
            cells[player][column] = cell


def _bye_cell(row: list[Cell], column: int, bye: Bye) -> Cell:
    """Return the cell of a bye; blank only before the player's first cell, where it does not read as an absence."""
    has_entered = bye.kind is ByeKind.NOT_ENTERED and any(cell != NO_CELL for cell in row[:column])
    return bye_cell(ByeKind.ZERO if has_entered else bye.kind)


# -- consistency -------------------------------------------------------------------------------------------------------


def _check_players(state: ParseState, context: AssemblyContext, tournament: Tournament) -> None:
    """Report points that differ from the cells, and players with the same FIDE number."""
    table = context.table
    if not tournament.team_event:
        _report_full_byes(context)
    check_player_points(
        table, tournament, context.played_columns, bool(state.state_of(GameWorth).line), context.problems
    )
    for first, repeated in find_duplicate_fide_ids(table.players):
        location = Location(table.lines[table.position(repeated.number) - 1], _NUMBER_COLUMNS, "fide_id")
        message = duplicate_fide_id_message(first, repeated)
        context.problems.report(WARNING, "same-person", location, message, str(repeated.fide_id), msg("both"))


def _report_full_byes(context: AssemblyContext) -> None:
    """Report all full-point byes once: they are rare, and are worth what the pairing-allocated bye is."""
    rounds = enumerate(context.rounds, 1)
    full_byes = [(number, bye.player) for number, round in rounds for bye in round.byes if bye.kind is ByeKind.FULL]
    if full_byes:
        round, player = full_byes[0]
        listed = ", ".join(f"{player} in round {round}" for round, player in full_byes)
        location = context.table.cell_location(
            round * context.columns_per_round, context.table.position(player), "result"
        )
        context.problems.report(
            INFO, "full-point-bye", location, msg("full-point byes: %(players)s", players=listed), "F"
        )


PLAYER = Record(
    "001", "player", TRF06, Section.PLAYERS, PLAYER_ROW,
    use="the player and every round; points and rank are kept as declared, and checked", repeatable=True,
    assemble=_assemble_players, write=_write_players, check=_check_players,
    key=lambda line: (parse_number(line[PLAYER_ROW["id"].slice]),),
)  # fmt: skip

RECORDS = (PLAYER,)


class NationalLine(NamedTuple):
    """A national record with its line and player."""

    line: int
    player: int
    record: NationalRecord


@record(frozen=False, slots=False, eq=False, repr=False)
class Nationals:
    """All national records."""

    lines: list[NationalLine] = field(default_factory=list)


_NATIONAL_LAYOUT = Layout(PERSON)
_VENDOR_CODES = {"DAT"}


def may_be_national(line: str) -> bool:
    """Return whether a line has the form of a national record: three capitals, a start number, a name.

    Without a name the number must end in its column, and nothing may stand outside the columns.
    """
    code = line[CODE.slice]
    if not (code.isalpha() and code.isupper() and code not in _VENDOR_CODES and line[CODE.last : CODE.last + 1] == " "):
        return False
    if parse_number(line[_NATIONAL_LAYOUT["id"].slice]) < 1:
        return False
    last = _NATIONAL_LAYOUT["id"].last
    in_columns = line[last - 1 : last].isdigit() and not parse_line(_NATIONAL_LAYOUT, 0, line).stray_columns
    return in_columns or line[_NATIONAL_LAYOUT["name"].slice].strip() != ""


def _read_national(state: ParseState, line: LineContext) -> None:
    """Read the federation's letters, then a person as in 001."""
    fields = parse_line(line.layout, line.number, line.text)
    if fields.stray_columns:
        column = fields.stray_columns[0]
        message = msg("column %(column)s must be blank: the row is out of step", column=column)
        line.report("misaligned", message, line.text[column - 1], "", severity=ERROR, columns=(column, column))
    values = {name: FIELD_PARSERS[name](fields.values[name]) for name in ("sex", "rating", "birth")}
    for name, (_, fault) in values.items():
        if fault is not None:
            columns = fields.columns(name)
            line.report(fault.code, fault.text, fields.values[name], severity=fault.severity, columns=columns)
    record = NationalRecord(
        federation=line.code, title=fields.values["title"], name=fields.values["name"], rating=values["rating"].value,
        origin=fields.values["federation"], national_id=fields.values["number"], sex=values["sex"].value,
        birth=values["birth"].value,
    )  # fmt: skip
    state.state_of(Nationals).lines.append(NationalLine(line.number, parse_number(fields.values["id"]), record))


def _assemble_nationals(state: ParseState, context: AssemblyContext) -> dict[str, object]:
    """Return the players with their national records."""
    added: dict[int, list[NationalRecord]] = {}
    for line, player_id, national_record in state.state_of(Nationals).lines:
        if any(other.federation == national_record.federation for other in added.get(player_id, [])):
            message = msg("player %(number)s has two national records of %(federation)s", number=player_id,
                          federation=national_record.federation)  # fmt: skip
            context.problems.report(
                WARNING, "repeated", Location(line, field="id"), message, str(player_id), msg("both")
            )
        added.setdefault(player_id, []).append(national_record)
    if not added:
        return {}
    with_records = (
        replace(player, national=tuple(added[player.number])) if player.number in added else player
        for player in context.table.players
    )
    return {"players": tuple(with_records)}


def _write_nationals(tournament: Tournament, options: DialectOptions) -> Iterator[LineContent]:
    for player in tournament.players:
        for national in (*player.national, *_ratings_without_record(tournament, player)):
            yield LineContent(
                (national.federation, player.number), _national_texts(player, national), (), national.federation
            )


def _ratings_without_record(tournament: Tournament, player: Player) -> Iterator[NationalRecord]:
    """Yield a player's first national ratings without a record: of their federation, that of 172, or the player's."""
    if not player.ratings:
        return
    from rookery.history.tournament_rating import unrecorded_ratings

    for federation, rating in unrecorded_ratings(player, tournament.info.ranking_method):
        yield NationalRecord(federation=federation, name=player.name, rating=rating)


def _national_texts(player: Player, record: NationalRecord) -> dict[str, str]:
    return {
        "id": str(player.number), "sex": record.sex, "title": record.title, "name": record.name,
        "rating": number_text(record.rating), "federation": record.origin, "number": record.national_id,
        "birth": format_date(record.birth),
    }  # fmt: skip


def _check_nationals(state: ParseState, context: AssemblyContext, tournament: Tournament) -> None:
    """Report a year of birth or federation that differs from the player row."""
    for line, player_id, national_record in state.state_of(Nationals).lines:
        position = context.table.position(player_id) - 1
        player = context.table.players[position]
        birth_years_differ = player.birth and national_record.birth and player.birth.year != national_record.birth.year
        if birth_years_differ or national_record.federation != player.federation:
            message = msg("player %(number)s has another birth year or federation in line %(line)s", number=player_id,
                          line=context.table.lines[position])  # fmt: skip
            read = f"{national_record.federation} {national_record.birth}"
            context.problems.report(INFO, "national", Location(line, field="birth"), message, read, msg("both"))


NATIONAL = Record(
    "NRS", "national rating: the federation's three letters stand for the code", TRF26, Section.PLAYERS,
    _NATIONAL_LAYOUT, use="kept with the player: class, rating and number of a national federation", repeatable=True,
    read=_read_national, assemble=_assemble_nationals, write=_write_nationals, check=_check_nationals,
    key=lambda line: (line[CODE.slice], parse_number(line[_NATIONAL_LAYOUT["id"].slice])),
)  # fmt: skip

NATIONAL_RECORDS = (NATIONAL,)
