"""The tolerant reader: any file with players is read, and everything irregular is a located problem.

Strictness is a verdict on the problems (`rookery.load_result.refusals`), not another way of reading.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

from rookery._record import replace
from rookery.errors import FormatError, Problem
from rookery.history.scoring import default_bye_points
from rookery.load_result import LoadResult
from rookery.messages import msg
from rookery.model import Expulsion, Player, RequestedBye, Round, Tournament, TournamentInfo, Withdrawal
from rookery.model._construct import construct, pause_gc, replace_unchecked
from rookery.model.tournament import born_later
from rookery.regulations import parse_type_code
from rookery.trf.consistency import check_consistency
from rookery.trf.diagnostics import ERROR, INFO, NOWHERE, WARNING, Location, ProblemCollector
from rookery.trf.document import WESTERN, Document, Source, decode_source, split_lines
from rookery.trf.fields import CODE, PERSON, TEXT, parse_number
from rookery.trf.player_table import PlayerTable, build_table
from rookery.trf.record import TRF06, AssemblyContext, LineContext, ParseState, Record, Section
from rookery.trf.records.event import BoardList, EventSettings
from rookery.trf.records.players import PLAYER
from rookery.trf.records.rosters import build_teams, is_team_event
from rookery.trf.registry import BLANK, NATIONAL_CODE, RECORDS, RULER, UNKNOWN, line_code
from rookery.trf.rounds import RoundColumn, build_byes, build_columns, count_paired_rounds


def build_context(
    state: ParseState, table: PlayerTable, columns: Sequence[RoundColumn], problems: ProblemCollector
) -> AssemblyContext:
    """Build the rounds and participants that records are assembled with."""
    event_teams = build_teams(state, table, problems)
    team_event = is_team_event(state, event_teams, columns)
    course = state.state_of(EventSettings)
    two_games = parse_type_code(course.system).two_game_matches and not team_event
    played_columns = count_paired_rounds(table, columns)
    rounds: tuple[Round, ...]
    if team_event:
        from rookery.trf.team_rounds import build_team_rounds

        rounds = build_team_rounds(state, table, event_teams, columns, problems)
        played_columns = max(played_columns, len(rounds))
    elif two_games:
        from rookery.trf.rounds import build_two_game_round

        rounds = tuple(
            build_two_game_round(table, columns[index : index + 2], problems) for index in range(0, played_columns, 2)
        )
    else:
        rounds = tuple(_build_round(table, column, problems) for column in columns[:played_columns])
    if course.boards:
        rounds = tuple(
            _apply_published_boards(round, course.boards.get(index)) for index, round in enumerate(rounds, 1)
        )
    round_width = 2 if two_games else 1
    planned = None if course.planned is None else -(-course.planned.value // round_width)
    ids = frozenset(team.number for team in event_teams) if team_event else frozenset(table.ids)
    return AssemblyContext(
        table,
        event_teams,
        team_event,
        round_width,
        planned,
        rounds,
        played_columns,
        columns[played_columns:],
        ids,
        problems,
    )


def _build_round(table: PlayerTable, column: RoundColumn, problems: ProblemCollector) -> Round:
    """Build a round of games; every player appears once, since each has one cell of the table."""
    return construct(Round, games=tuple(column.games), byes=tuple(build_byes(table, column, problems)))


def _apply_published_boards(round: Round, published: BoardList | None) -> Round:
    """Return the round with its boards in the order that a comment keeps, unless the pairs differ."""
    boards = [pair for _, pair in published or ()]
    games = {frozenset((game.white, game.black)): game for game in round.games}
    matches = {frozenset((match.white, match.black)): match for match in round.matches}
    if not published or len(set(boards)) < len(boards) or set(boards) != {*games, *matches}:
        return round
    return replace_unchecked(
        round,
        games=tuple(games[pair] for pair in boards if pair in games),
        matches=tuple(matches[pair] for pair in boards if pair in matches),
        published=True,
        board_numbers=_board_numbers(published),
    )


def _board_numbers(published: BoardList) -> tuple[int, ...]:
    """Return the numbers of published boards; empty where none are named, or not in increasing order."""
    numbers: list[int] = []
    for number, _ in published:
        numbers.append(number or (numbers[-1] if numbers else 0) + 1)
    increasing = all(before < after for before, after in pairwise(numbers))
    return tuple(numbers) if increasing and any(number for number, _ in published) else ()


def build_tournament(state: ParseState, context: AssemblyContext) -> Tournament:
    """Build the tournament from the fields that each record assembles."""
    fields: dict[str, Any] = {}
    for record in RECORDS.values():
        if record.assemble is not None:
            fields |= record.assemble(state, context)
    fields["players"] = _drop_late_birth_dates(fields["info"], fields["players"], context)
    tournament = Tournament(**fields)
    if tournament.info.ranking_method and any(player.national for player in tournament.players):
        from rookery.history.tournament_rating import apply_rating_method

        tournament = apply_rating_method(tournament)
    tournament = replace_unchecked(tournament, rounds=context.rounds)
    if tournament.team_bye_points is not None and tournament.team_bye_points == default_bye_points(tournament):
        tournament = replace_unchecked(
            tournament, team_bye_points=None
        )  # 320 always names them, also the ordinary ones
    return _drop_implied_byes(tournament) if tournament.withdrawn or tournament.expelled else tournament


def _drop_implied_byes(tournament: Tournament) -> Tournament:
    """Return the tournament without byes that only repeat withdrawals, where the planned rounds are unknown.

    Who has byes in later rounds too has asked for all of them.
    """
    if tournament.planned_rounds is not None:
        return tournament
    next_round = tournament.next_round
    departures: tuple[Withdrawal | Expulsion, ...] = (*tournament.withdrawn, *tournament.expelled)
    with_later_byes = {bye.player for bye in tournament.requested_byes if bye.round > next_round}
    implied = {
        RequestedBye(next_round, departure.player)
        for departure in departures
        if departure.round <= next_round and departure.player not in with_later_byes
    }
    kept_byes = tuple(bye for bye in tournament.requested_byes if bye not in implied)
    return replace_unchecked(tournament, requested_byes=kept_byes)


def _drop_late_birth_dates(
    event: TournamentInfo, players: tuple[Player, ...], context: AssemblyContext
) -> tuple[Player, ...]:
    """Drop dates of birth that lie after the first day of the event."""
    invalid = {player.number: player for player in born_later(event, players)}
    for player_id, player in invalid.items():
        location = Location(context.table.lines[context.table.position(player_id) - 1], field="birth")
        message = msg("player %(number)s would be born after the event began, %(start)s", number=player_id,
                      start=str(event.start))  # fmt: skip
        context.problems.report(WARNING, "date", location, message, str(player.birth), msg("no date of birth"))
    return (
        tuple(replace(player, birth=None) if player.number in invalid else player for player in players)
        if invalid
        else players
    )


_MOST_UNKNOWN = 200
_ROW = f"{PLAYER.code} "
_ID = PERSON[0]
_SIGNATURES = {
    b"PK\x03\x04": msg("this is a ZIP archive or an office document"),
    b"\xd0\xcf\x11\xe0": msg("this is an old office document"),
    b"%PDF": msg("this is a PDF"),
    b"\x89PNG": msg("this is a picture"),
    b"\xff\xd8\xff": msg("this is a picture"),
    b"\x1f\x8b": msg("this is a compressed file"),
}


def read(data: bytes | str, *, encoding: str | None = None, checks: bool = True) -> LoadResult:
    """Read the tournament in a TRF file of any version, with every problem found.

    Without `checks` the consistency of the file is not checked (see `consistency`): the tournament is the same, and
    only problems of parsing are reported. Raises FormatError, with the one reason, when the text is no tournament file:
    when no line begins with 001.
    """
    _check_player_code(data)
    with pause_gc():
        return _read(data, encoding, checks)


def _read(data: bytes | str, encoding: str | None, checks: bool) -> LoadResult:
    text, problems, state = decode_source(data, encoding), ProblemCollector(), ParseState()
    if text.first_invalid >= 0 and isinstance(data, bytes):
        _report_encoding(data, text, problems)
    line_numbers, rows, other_lines = _sort_lines(text, problems)
    if not rows:
        raise _no_tournament_error(data)
    player_table = build_table(line_numbers, rows, problems)
    nationals = _read_records(other_lines, state, set(player_table.ids), problems)
    set_out = build_context(state, player_table, build_columns(player_table, problems), problems)
    tournament = build_tournament(state, set_out)
    if checks:
        check_consistency(state, set_out, tournament, line_numbers[0])
    in_cells = not tournament.team_event and len(player_table.tails) > set_out.played_columns
    document = Document(text, tournament, frozenset(nationals), in_cells, data if isinstance(data, bytes) else None)
    return LoadResult(tournament, problems.sorted_problems(), document)


# -- lines -------------------------------------------------------------------------------------------------------------


def _sort_lines(text: Source, problems: ProblemCollector) -> tuple[list[int], list[str], list[tuple[int, str, str]]]:
    """Return the line numbers of player rows, the rows, and all other non-blank lines with their codes."""
    line_numbers: list[int] = []
    rows: list[str] = []
    other_lines: list[tuple[int, str, str]] = []
    for line, content in enumerate(text.lines, 1):
        if content.startswith(_ROW) or (code := line_code(content)) == PLAYER.code:
            line_numbers.append(line)
            rows.append(content)
        elif code == RULER:
            problems.report_repeated(INFO, "ruler", Location(line), msg("a ruler for human eyes should begin with ###"))
        elif code != BLANK:
            other_lines.append((line, code, content))
    return line_numbers, rows, other_lines


def _read_records(
    lines: Iterable[tuple[int, str, str]], state: ParseState, ids: set[int], problems: ProblemCollector
) -> list[int]:
    """Read every line that is no player row; return the lines of national records."""
    nationals, unknown = [], set[str]()
    for line, code, content in lines:
        if code != UNKNOWN:
            _read_record(RECORDS[code], state, line, content, problems)
        elif _is_national(content, ids):
            record = RECORDS[NATIONAL_CODE]
            record.read(state, LineContext(line, content, record.layout, problems))
            nationals.append(line)
        else:
            code_text = content[CODE.slice] if len(unknown) < _MOST_UNKNOWN else "..."
            unknown.add(code_text)
            message = msg("no record begins with %(code)s: the line is kept and not used", code=repr(code_text))
            problems.report_repeated(WARNING, "unknown", Location(line, (CODE.first, CODE.last), code_text), message)
    return nationals


def _is_national(line: str, ids: set[int]) -> bool:
    """Return whether a line with an unknown code is a national record: a federation, and a player of this file."""
    from rookery.trf.records.players import may_be_national

    return may_be_national(line) and parse_number(line[_ID.slice]) in ids


def _read_record(record: Record, state: ParseState, line: int, text: str, problems: ProblemCollector) -> None:
    """Read one line with a known code."""
    context = LineContext(line, text, record.layout, problems)
    earlier_lines = state.lines.setdefault(record.code, [])
    earlier_lines.append(line)
    if len(earlier_lines) > 1 and not record.repeatable:
        message = msg("record %(code)s stands in line %(line)s already", code=record.code, line=earlier_lines[-2])
        context.report("repeated", message, used=msg("the last one"), columns=(CODE.first, CODE.last))
    if record.section is not Section.COMMENTS:
        rest = text[CODE.last :]
        if rest[:1] not in ("", " "):
            message = msg("a blank must follow the code")
            context.report("code", message, rest[0], msg("what follows"), columns=(CODE.last + 1,) * 2)
            if record.layout is TEXT:
                context = LineContext(line, f"{record.code} {rest}", record.layout, problems)
        if not context.value and record.since != TRF06:
            context.report("empty", msg("record %(code)s says nothing", code=record.code), severity=INFO)
    if record.free_text:
        _report_joined(context)
    record.read(state, context)


def _report_joined(line: LineContext) -> None:
    """Report a code in the middle of a text without a blank before it: a line end is missing."""
    text = line.value
    positions = {code: text.find(f"{code} ") for code in RECORDS if code.isdigit()}
    unseparated = {code: position for code, position in positions.items() if position > 0 and text[position - 1] != " "}
    for code in sorted(unseparated, key=list(RECORDS).index) if unseparated else ():
        position = unseparated[code]
        message = msg("a line end is missing before %(code)s", code=code)
        line.report("joined", message, text[position : position + 20], msg("one text"))


def _report_encoding(data: bytes, text: Source, problems: ProblemCollector) -> None:
    """Report the first byte that is not UTF-8."""
    before, ends = split_lines(data[: text.first_invalid].decode("latin-1"))
    line, column = (len(before), len(before[-1]) + 1) if before and not ends[-1] else (len(before) + 1, 1)
    read = f"byte {data[text.first_invalid]:02x}"
    message = msg("not UTF-8: read as Windows-1252")
    problems.report(INFO, "encoding", Location(line, (column, column), ""), message, read, WESTERN)


# -- what is no tournament ---------------------------------------------------------------------------------------------


def _check_player_code(data: bytes | str) -> None:
    """Raise FormatError when the data have no `001`, before any parsing."""
    utf16 = isinstance(data, bytes) and data[:2] in (b"\xff\xfe", b"\xfe\xff")
    if not utf16 and (b"001" not in data if isinstance(data, bytes) else "001" not in data):
        raise _no_tournament_error(data)


def _no_tournament_error(data: bytes | str) -> FormatError:
    """Return the error for a text that is no tournament file."""
    head = data[:1000].encode("utf-8", "replace") if isinstance(data, str) else data[:1000]
    kind = next((kind for start, kind in _SIGNATURES.items() if head.startswith(start)), None)
    if not head.strip():
        kind = msg("the file is empty")
    elif not kind and b"\0" in head:
        kind = msg("this is a binary file")
    elif not kind and head.lstrip()[:1] == b"<":
        kind = msg("this is a web page or XML")
    reason = msg("%(what)s: no line begins with 001, so there are no players",
                    what=kind or msg("this is no tournament file"))  # fmt: skip
    return FormatError([Problem(ERROR, "no-tournament", 0, NOWHERE, "", reason)])
