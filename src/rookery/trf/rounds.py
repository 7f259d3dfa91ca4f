"""Games and byes of each round. Two rows describe every game; disagreements are reported as problems."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import compress
from operator import itemgetter
from typing import Any

from rookery._record import record
from rookery.errors import Severity
from rookery.messages import format_msg, msg, msg_const
from rookery.model import Bye, ByeKind, Game, Match, Result, Round
from rookery.model._construct import construct_many
from rookery.trf.cells import BYE_OF, EMPTY, OPPONENT_WIDTH, TAILS, Agreement, Tail, agreement
from rookery.trf.diagnostics import ERROR, INFO, WARNING, Location, ProblemCollector, round_message
from rookery.trf.player_table import PlayerTable

_OF_TRF06 = {
    "+": msg("a full-point bye as TRF06 wrote it: today U, F, H or Z"),
    "=": msg("a half-point bye as TRF06 wrote it: today U, F, H or Z"),
    "-": msg("a zero-point bye as TRF06 wrote it: today U, F, H or Z"),
}


@record(frozen=False, slots=False, eq=False, repr=False)
class RoundColumn:
    """One round of the table: its games, and the positions of all players without one."""

    round: int
    games: list[Game]
    unpaired: list[int]


def build_columns(table: PlayerTable, problems: ProblemCollector) -> list[RoundColumn]:
    """Return the contents of the table round by round; every player appears once in each."""
    return [_build_column(table, round, problems) for round in range(1, len(table.tails) + 1)]


def count_paired_rounds(table: PlayerTable, columns: Sequence[RoundColumn]) -> int:
    """Return the number of paired rounds: up to the last with a game or a pairing-allocated bye."""
    rounds = [column.round for column in columns if column.games or _positions_with_letter(table, column, "U")]
    return max(rounds, default=0)


def _positions_with_letter(table: PlayerTable, column: RoundColumn, letter: str) -> list[int]:
    """Return the positions without an opponent that have this letter."""
    round = column.round
    return [
        position
        for position in column.unpaired
        if table.opponent(round, position) <= 0 and table.tail(round, position).letter == letter
    ]


def _build_column(table: PlayerTable, round: int, problems: ProblemCollector) -> RoundColumn:
    """Build one round; games in the order of White's number."""
    opponents, tails = table.opponents[round - 1], table.tails[round - 1]
    column = _build_sound_column(table, round, opponents, tails)
    if column is None:
        column = RoundColumn(round, [], [])
        disputed = []
        for position, opponent in enumerate(opponents, 1):
            if opponent <= 0:
                column.unpaired.append(position)
            elif opponent > len(opponents):
                _report_unknown_opponent(table, round, position, problems)
                column.unpaired.append(position)
            elif opponent == position or opponents[opponent - 1] != position:
                disputed.append(position)
            elif opponent > position:
                meeting = agreement(tails[position - 1], tails[opponent - 1])
                if meeting is None:
                    disputed.append(position)
                else:
                    column.games.append(_build_game(table, position, opponent, meeting))
        _resolve_disputes(table, column, disputed, problems)
        _report_adjourned(table, column, problems)
        column.games.sort(key=lambda game: game.white)
    return column


def _build_sound_column(table: PlayerTable, round: int, opponents: list[int], tails: bytes) -> RoundColumn | None:
    """Build a round without any contradictions, the fast path; None if a row disagrees with that of the opponent."""
    whites = tuple(compress(table.positions, tails.translate(_IS_WHITE)))
    alone = (
        [position for position, opponent in enumerate(opponents, 1) if opponent <= 0]
        if 2 * len(whites) < len(tails)
        else []
    )
    if 2 * len(whites) + len(alone) != len(tails):
        return None
    named, replies = [0, *opponents, 0], b"%c%b" % (EMPTY, tails)
    try:
        blacks = _item_getter(whites)(named)
        of_blacks = _item_getter(blacks)
        if of_blacks(named) != whites:
            return None
        tail_pairs = zip(tails.translate(None, _NOT_WHITE), of_blacks(replies), strict=True)
        results = list(map(_RESULTS.__getitem__, tail_pairs))
    except (IndexError, KeyError):  # a number far beyond the last, or tails that do not make a result
        return None
    if table.ids[-1] != len(table.ids):
        ids = (0, *table.ids)
        whites, blacks = _item_getter(whites)(ids), of_blacks(ids)
    return RoundColumn(round, construct_many(Game, white=whites, black=blacks, result=results), alone)


def _item_getter(indices: Sequence[int]) -> Callable[[Sequence[Any]], tuple[Any, ...]]:
    """Return a function that takes the items at these indices out of a sequence."""
    return itemgetter(*indices) if len(indices) > 1 else lambda sequence: tuple(sequence[place] for place in indices)


_WHITE, _BLACK = ([number for number, tail in enumerate(TAILS) if tail.colour == colour] for colour in "wb")
_IS_WHITE, _NOT_WHITE = bytes(number in _WHITE for number in range(256)), bytes({*range(256)}.difference(_WHITE))
_RESULTS: dict[tuple[int, int], Result] = {
    (white, black): met.result
    for white in _WHITE
    for black in _BLACK
    if (met := agreement(white, black)) and met.coloured and met.result is not Result.ADJOURNED
}
"""The result by the tails of White and Black; adjourned games are left out, because each is reported."""


def _build_game(table: PlayerTable, position: int, opponent: int, meeting: Agreement) -> Game:
    player_id, opponent_id = table.players[position - 1].number, table.players[opponent - 1].number
    white, black = (player_id, opponent_id) if meeting.first_is_white else (opponent_id, player_id)
    return Game(white, black, meeting.result, meeting.coloured)


def _report_unknown_opponent(table: PlayerTable, round: int, position: int, problems: ProblemCollector) -> None:
    first, _ = table.columns(round)
    name = table.grid.text(round - 1, position - 1)[:OPPONENT_WIDTH]
    columns = (first, first + OPPONENT_WIDTH - 1)
    message = round_message(round, msg("no player has the start number %(number)s", number=name.strip()))
    problems.report(
        ERROR, "opponent", Location(table.lines[position - 1], columns, "opponent"), message, name, msg("nobody")
    )


def _report_adjourned(table: PlayerTable, column: RoundColumn, problems: ProblemCollector) -> None:
    for game in column.games:
        if game.result is Result.ADJOURNED:
            location = table.cell_location(column.round, table.position(game.white))
            message = round_message(column.round, msg("a game without a known result, adjourned"))
            problems.report(INFO, "adjourned", location, message, "?", msg("adjourned"))


# -- games on which the two rows disagree ------------------------------------------------------------------------------


def _resolve_disputes(table: PlayerTable, column: RoundColumn, disputed: list[int], problems: ProblemCollector) -> None:
    """Report every game on which two rows disagree, and use what both leave possible."""
    opponents = table.opponents[column.round - 1]
    for position in disputed:
        opponent = opponents[position - 1]
        if opponent == position:
            _report_dispute(table, column, position, "self", msg("the player is their own opponent"), problems)
            column.unpaired.append(position)
        elif opponents[opponent - 1] != position:
            opponent_position, opponent_number = opponents[opponent - 1], table.players[opponent - 1].number
            opponent_id = table.ids[opponent_position - 1] if 0 < opponent_position <= len(table.ids) else None
            message = msg("the opponent is %(one)s, but %(one)s has no opponent" if opponent_id is None else
                          "the opponent is %(one)s, but %(one)s has %(other)s as opponent", one=opponent_number,
                          other=opponent_id)  # fmt: skip
            _report_dispute(table, column, position, "disagree", message, problems)
            column.unpaired.append(position)
        elif opponent > position:
            column.games.append(_resolve_game(table, column, position, opponent, problems))
    if disputed:
        column.unpaired.sort()


def _report_dispute(
    table: PlayerTable, column: RoundColumn, position: int, code: str, message: str, problems: ProblemCollector
) -> None:
    tail = table.tail(column.round, position)
    read = f"{tail.colour}{tail.letter}".strip()
    location, used = table.cell_location(column.round, position, "opponent"), msg("no game")
    problems.report(ERROR, code, location, round_message(column.round, message), read, used)


def _resolve_game(
    table: PlayerTable, column: RoundColumn, position: int, opponent: int, problems: ProblemCollector
) -> Game:
    """Resolve a game both players name, but whose colours or results do not agree."""
    own, opposing = table.tail(column.round, position), table.tail(column.round, opponent)
    player_id, opponent_id = table.players[position - 1].number, table.players[opponent - 1].number
    location = table.cell_location(column.round, position)
    read = f"{own.colour} {own.letter} / {opposing.colour} {opposing.letter}"
    meeting = _nearest_agreement(own, opposing)
    if meeting is not None:
        game = _build_game(table, position, opponent, meeting)
        message = round_message(
            column.round, format_msg(_DO_NOT_AGREE, one=player_id, other=opponent_id, line=table.lines[opponent - 1])
        )
        problems.report(WARNING, "half-told", location, message, read, f"{game.white}-{game.black} {game.result}")
        return game
    colours = {own.colour, opposing.colour}
    white_first = own.colour == "w" or opposing.colour == "b"
    game = Game(player_id, opponent_id) if white_first or not colours & {"w", "b"} else Game(opponent_id, player_id)
    same_colour = len(colours) == 1 and colours <= {"w", "b"}
    template = _ALIKE if same_colour else _UNCOLOURED if not colours & {"w", "b"} else _NOT_BOTH
    message = round_message(
        column.round, format_msg(template, one=player_id, other=opponent_id, line=table.lines[opponent - 1])
    )
    used = msg("%(white)s-%(black)s without a result", white=game.white, black=game.black)
    problems.report(ERROR, "contradiction", location, message, read, used)
    return game


_BARE_BYE = msg("a bye without 0000 in place of the opponent")
_DO_NOT_AGREE = msg("the rows of %(one)s and %(other)s (line %(line)s) do not agree")
_ALIKE = msg("%(one)s and %(other)s (line %(line)s) have the same colour")
_UNCOLOURED = msg("%(one)s and %(other)s (line %(line)s) have no colours")
_NOT_BOTH = msg("%(one)s and %(other)s (line %(line)s) cannot both be so")
"""The messages about two rows with the same game."""


def _nearest_agreement(own: Tail, opposing: Tail) -> Agreement | None:
    """Return the game when each row only omits what the other has (a Z beside an opponent counts as omitted)."""
    own, opposing = (tail._replace(letter=" ") if tail.letter == "Z" else tail for tail in (own, opposing))
    if own.letter != opposing.letter and " " not in (own.letter, opposing.letter):  # a result that is known in one row
        own, opposing = (tail._replace(letter=" ") if tail.letter == "?" else tail for tail in (own, opposing))
    completed = []
    for own_tail, other_tail in ((own, opposing), (opposing, own)):
        colour = {"w": "b", "b": "w"}.get(other_tail.colour, "-") if own_tail.colour in "- " else own_tail.colour
        letter = _ANSWERS.get(other_tail.letter, other_tail.letter) if own_tail.letter == " " else own_tail.letter
        completed.append(TAILS.index(Tail(colour, letter)))
    return agreement(*completed)


_ANSWERS = {"1": "0", "0": "1", "W": "L", "L": "W", "+": "-", "-": "+"}
"""The letter of the other row by the letter of one."""


# -- players without a game --------------------------------------------------------------------------------------------


def build_byes(table: PlayerTable, column: RoundColumn, problems: ProblemCollector) -> list[Bye]:
    """Return the byes of an individual event; a lone `+` of TRF06 is the pairing-allocated bye."""
    full, allocated = _positions_with_letter(table, column, "+"), _positions_with_letter(table, column, "U")
    byes = []
    for position in column.unpaired:
        kind = _bye_kind(table, column, position, problems)
        if full == [position] and not allocated:
            kind = ByeKind.PAIRING_ALLOCATED
        letter = table.tail(column.round, position).letter
        if letter in _OF_TRF06 and table.opponent(column.round, position) <= 0:
            location = table.cell_location(column.round, position, "result")
            severity = WARNING if letter == "+" else INFO
            problems.report_repeated(severity, "trf06-bye", location, _OF_TRF06[letter], letter, msg_const(str(kind)))
        cell = table.grid.text(column.round - 1, position - 1)
        if cell.strip() and not cell[:OPPONENT_WIDTH].strip():
            location = table.cell_location(column.round, position, "opponent")
            problems.report_repeated(INFO, "bare-bye", location, _BARE_BYE, cell.rstrip(), msg_const(str(kind)))
        byes.append(Bye(table.players[position - 1].number, kind))
    if len(allocated) > 1:
        holders = ", ".join(str(table.players[position - 1].number) for position in allocated[:-1])
        message = round_message(
            column.round, msg("a second pairing-allocated bye; %(number)s has one too", number=holders)
        )
        problems.report(ERROR, "two-byes", table.cell_location(column.round, allocated[-1]), message, "U", msg("both"))
    return byes


def build_player_byes(table: PlayerTable, column: RoundColumn, problems: ProblemCollector) -> list[Bye]:
    """Return the byes of a team event's players that are worth something."""
    kinds = [(position, _bye_kind(table, column, position, problems)) for position in column.unpaired]
    zero_kinds = (ByeKind.ZERO, ByeKind.NOT_ENTERED)
    return [Bye(table.players[position - 1].number, kind) for position, kind in kinds if kind not in zero_kinds]


def unopposed_winners(table: PlayerTable, column: RoundColumn) -> list[int]:
    """Return the players who have the point of a round without an opponent."""
    opponents, tails = table.opponents[column.round - 1], table.tails[column.round - 1]
    winners = [
        position
        for position in column.unpaired
        if opponents[position - 1] <= 0 and BYE_OF[tails[position - 1]] is ByeKind.FULL
    ]
    return [table.players[position - 1].number for position in winners]


def _bye_kind(table: PlayerTable, column: RoundColumn, position: int, problems: ProblemCollector) -> ByeKind:
    if table.opponent(column.round, position) > 0:
        return ByeKind.ZERO
    if table.is_blank(column.round, position):
        return ByeKind.NOT_ENTERED if column.round < table.first_round(position) else ByeKind.ZERO
    kind = BYE_OF[table.tails[column.round - 1][position - 1]]
    return _report_senseless_bye(table, column, position, problems) if kind is None else kind


def _report_senseless_bye(
    table: PlayerTable, column: RoundColumn, position: int, problems: ProblemCollector
) -> ByeKind:
    """Report a colour or result of a game without an opponent, and return the kind of bye used."""
    tail = table.tail(column.round, position)
    kind = (
        {"1": ByeKind.FULL, "W": ByeKind.FULL, "D": ByeKind.HALF}.get(tail.letter)
        or BYE_OF[TAILS.index(tail._replace(colour="-"))]
        or ByeKind.ZERO
    )
    message = round_message(column.round, msg("a colour or a result, but no opponent"))
    problems.report(
        ERROR,
        "no-opponent",
        table.cell_location(column.round, position, "opponent"),
        message,
        f"{tail.colour} {tail.letter}".strip(),
        msg_const(str(kind)),
    )
    return kind


def build_two_game_round(table: PlayerTable, pair: Sequence[RoundColumn], problems: ProblemCollector) -> Round:
    """Return two columns as one round of two-game matches; a bye fills both."""
    first, second = pair[0], pair[1] if len(pair) > 1 else RoundColumn(pair[0].round + 1, [], [])
    second_games = {frozenset((game.white, game.black)): game for game in second.games}
    matches, paired = [], set[int]()
    for game in first.games:
        second_game = second_games.pop(frozenset((game.white, game.black)), None)
        matches.append(Match(game.white, game.black, (game, second_game) if second_game else (game,)))
        paired |= {game.white, game.black}
        if second_game is not None and second_game.white == game.white and second_game.coloured and game.coloured:
            _report_game(
                table, game, second.round, msg("the colours of the second game are not reversed"), INFO, problems
            )
    for game in second_games.values():
        if paired & {game.white, game.black}:
            _report_game(
                table, game, second.round, msg("the second game has other players than the first"), ERROR, problems
            )
            continue
        _report_game(table, game, second.round, msg("the first game is missing"), WARNING, problems)
        matches.append(Match(game.black, game.white, (game,)))
        paired |= {game.white, game.black}
    unpaired = [bye for bye in build_byes(table, first, problems) if bye.player not in paired]
    if len(pair) > 1:
        _compare_byes(table, unpaired, second, problems)
    matches.sort(key=lambda match: min(match.white, match.black))
    return Round(matches=tuple(matches), byes=tuple(unpaired))


def _compare_byes(
    table: PlayerTable, first_byes: Sequence[Bye], second: RoundColumn, problems: ProblemCollector
) -> None:
    """Report byes whose second half is a different bye."""
    kinds = {bye.player: bye.kind for bye in build_byes(table, second, problems)}
    for bye in first_byes:
        if kinds.get(bye.player, bye.kind) is not bye.kind:
            message = round_message(second.round, msg("the second half of a bye is another bye: %(kind)s",
                                                 kind=kinds[bye.player]))  # fmt: skip
            location = table.cell_location(second.round, table.position(bye.player), "result")
            problems.report(ERROR, "disagree", location, message, "", msg_const(str(bye.kind)))


def _report_game(
    table: PlayerTable, game: Game, round: int, message: str, severity: Severity, problems: ProblemCollector
) -> None:
    location = table.cell_location(round, table.position(min(game.white, game.black)), "opponent")
    problems.report(severity, "two-games", location, round_message(round, message))
