"""The games and byes of each round. Two rows tell of every game; where they disagree, that is a problem."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import compress
from operator import itemgetter

from rookery.model import Bye, ByeKind, Game, Result
from rookery.model.unchecked import many
from rookery.trf.cells import BYE_OF, EMPTY, OPPONENT_WIDTH, TAILS, Agreement, Tail, agreement
from rookery.trf.notes import ERROR, INFO, WARNING, Notes, Spot, in_round
from rookery.trf.table import Table
from rookery.typed import Any
from rookery.values import Workplace
from rookery.wording import filled, spoken, word

_OF_TRF06 = {
    "+": spoken("a full-point bye as TRF06 wrote it: today U, F, H or Z"),
    "=": spoken("a half-point bye as TRF06 wrote it: today U, F, H or Z"),
    "-": spoken("a zero-point bye as TRF06 wrote it: today U, F, H or Z"),
}


class Column(Workplace, slots=False, eq=False, repr=False):
    """One round of the table: its games, and the seats of everybody else."""

    round: int
    games: list[Game]
    alone: list[int]


def columns(table: Table, notes: Notes) -> list[Column]:
    """What the table says, round by round; every player appears once in each."""
    return [_column(table, round, notes) for round in range(1, len(table.tails) + 1)]


def paired(table: Table, found: Sequence[Column]) -> int:
    """How many rounds have been paired: up to the last with a game or a pairing-allocated bye."""
    rounds = [column.round for column in found if column.games or _with(table, column, "U")]
    return max(rounds, default=0)


def _with(table: Table, found: Column, letter: str) -> list[int]:
    """The seats without an opponent that have this letter."""
    opponents, tails = table.opponents[found.round - 1], table.tails[found.round - 1]
    return [seat for seat in found.alone if opponents[seat - 1] <= 0 and TAILS[tails[seat - 1]].letter == letter]


def _column(table: Table, round: int, notes: Notes) -> Column:
    """One round; games in the order of White's number."""
    opponents, tails = table.opponents[round - 1], table.tails[round - 1]
    found = _sound(table, round, opponents, tails)
    if found is None:
        found = Column(round, [], [])
        disputed = []
        for seat, opponent in enumerate(opponents, 1):
            if opponent <= 0:
                found.alone.append(seat)
            elif opponent > len(opponents):
                _note_unknown(table, round, seat, notes)
                found.alone.append(seat)
            elif opponent == seat or opponents[opponent - 1] != seat:
                disputed.append(seat)
            elif opponent > seat:
                meeting = agreement(tails[seat - 1], tails[opponent - 1])
                if meeting is None:
                    disputed.append(seat)
                else:
                    found.games.append(_game(table, seat, opponent, meeting))
        _settle(table, found, disputed, notes)
        _note_adjourned(table, found, notes)
        found.games.sort(key=lambda game: game.white)
    return found


def _sound(table: Table, round: int, opponents: list[int], tails: bytes) -> Column | None:
    """A round in which everybody has a coloured game on which both rows agree, or none at all: the quick way."""
    whites = tuple(compress(table.seats, tails.translate(_IS_WHITE)))
    alone = (
        [seat for seat, opponent in enumerate(opponents, 1) if opponent <= 0] if 2 * len(whites) < len(tails) else []
    )
    if 2 * len(whites) + len(alone) != len(tails):
        return None
    named, replies = [0, *opponents, 0], b"%c%b" % (EMPTY, tails)
    try:
        blacks = _at(whites)(named)
        of_blacks = _at(blacks)
        agreed = of_blacks(named) == whites
    except IndexError:  # a number far beyond the last
        return None
    results = _results(tails.translate(None, _NOT_WHITE), bytes(of_blacks(replies))) if agreed else None
    if results is None:
        return None
    if table.ids[-1] != len(table.ids):
        ids = (0, *table.ids)
        whites, blacks = _at(whites)(ids), of_blacks(ids)
    return Column(round, many(Game, white=whites, black=blacks, result=results), alone)


def _at(places: Sequence[int]) -> Callable[[Sequence[Any]], tuple[Any, ...]]:
    """What takes out of a sequence all that stands at these places."""
    return itemgetter(*places) if len(places) > 1 else lambda of: tuple(of[place] for place in places)


def _results(white: bytes, black: bytes) -> tuple[Result, ...] | None:
    """The results by the tails of White and Black in each game; None when those of some game do not make one.

    The shares of both tails are added for all games at once, as the bytes of a long number.
    """
    shares = white.translate(_WHITE_SHARE), black.translate(_BLACK_SHARE)
    both = sum(int.from_bytes(share, "little") for share in shares).to_bytes(len(white), "little")
    return None if both.translate(None, _SOUND) else _at(both)(_RESULT_OF)


def _of_every_byte(known: dict[int, int], other: int = 0) -> bytes:
    """What each byte becomes, where most become the same."""
    found = bytearray([other]) * 256
    for byte, meant in known.items():
        found[byte] = meant
    return bytes(found)


_WHITE, _BLACK = ([number for number, tail in enumerate(TAILS) if tail.colour == colour] for colour in "wb")
_IS_WHITE, _NOT_WHITE = _of_every_byte(dict.fromkeys(_WHITE, 1)), bytes({*range(256)}.difference(_WHITE))
_WHITE_SHARE = _of_every_byte({number: 16 * at for at, number in enumerate(_WHITE)})
_BLACK_SHARE = _of_every_byte({number: at for at, number in enumerate(_BLACK)}, other=15)
_RESULTS: dict[int, Result] = {
    _WHITE_SHARE[white] + _BLACK_SHARE[black]: met.result
    for white in _WHITE
    for black in _BLACK
    if (met := agreement(white, black)) and met.coloured and met.result is not Result.ADJOURNED
}
"""The result by the shares of White's and Black's tails; adjourned games, being rare, are left to the slow way."""
_SOUND, _RESULT_OF = bytes(_RESULTS), [_RESULTS.get(share, Result.PENDING) for share in range(256)]


def _game(table: Table, seat: int, opponent: int, meeting: Agreement) -> Game:
    me, them = table.players[seat - 1].id, table.players[opponent - 1].id
    white, black = (me, them) if meeting.first_is_white else (them, me)
    return Game(white, black, meeting.result, meeting.coloured)


def _note_unknown(table: Table, round: int, seat: int, notes: Notes) -> None:
    first, _ = table.columns(round)
    name = table.grid.text(round - 1, seat - 1)[:OPPONENT_WIDTH]
    where = (first, first + OPPONENT_WIDTH - 1)
    said = in_round(round, spoken("no player has the start number %(number)s", number=name.strip()))
    notes.add(ERROR, "opponent", Spot(table.lines[seat - 1], where, "opponent"), said, name, spoken("nobody"))


def _note_adjourned(table: Table, found: Column, notes: Notes) -> None:
    for game in found.games:
        if game.result is Result.ADJOURNED:
            spot = table.cell(found.round, table.seat(game.white))
            said = in_round(found.round, spoken("a game without a known result, adjourned"))
            notes.add(INFO, "adjourned", spot, said, "?", spoken("adjourned"))


# -- games on which the two rows disagree ------------------------------------------------------------------------------


def _settle(table: Table, found: Column, disputed: list[int], notes: Notes) -> None:
    """Every game on which two rows disagree is reported; what both leave possible is used."""
    opponents = table.opponents[found.round - 1]
    for seat in disputed:
        opponent = opponents[seat - 1]
        if opponent == seat:
            _report(table, found, seat, "self", spoken("the player is their own opponent"), notes)
            found.alone.append(seat)
        elif opponents[opponent - 1] != seat:
            named, them = opponents[opponent - 1], table.players[opponent - 1].id
            known = table.ids[named - 1] if 0 < named <= len(table.ids) else None
            said = spoken("the opponent is %(one)s, but %(one)s has no opponent" if known is None else
                          "the opponent is %(one)s, but %(one)s has %(other)s as opponent", one=them,
                          other=known)  # fmt: skip
            _report(table, found, seat, "disagree", said, notes)
            found.alone.append(seat)
        elif opponent > seat:
            found.games.append(_agreed(table, found, seat, opponent, notes))
    if disputed:
        found.alone.sort()


def _report(table: Table, found: Column, seat: int, code: str, said: str, notes: Notes) -> None:
    tail = TAILS[table.tails[found.round - 1][seat - 1]]
    read = f"{tail.colour}{tail.letter}".strip()
    spot, used = table.cell(found.round, seat, "opponent"), spoken("no game")
    notes.add(ERROR, code, spot, in_round(found.round, said), read, used)


def _agreed(table: Table, found: Column, seat: int, opponent: int, notes: Notes) -> Game:
    """A game both players name, but whose colours or results do not belong together."""
    one, other = TAILS[table.tails[found.round - 1][seat - 1]], TAILS[table.tails[found.round - 1][opponent - 1]]
    me, them = table.players[seat - 1].id, table.players[opponent - 1].id
    spot = table.cell(found.round, seat)
    read = f"{one.colour} {one.letter} / {other.colour} {other.letter}"
    meeting = _nearest(one, other)
    if meeting is not None:
        game = _game(table, seat, opponent, meeting)
        said = in_round(found.round, filled(_DO_NOT_AGREE, one=me, other=them, line=table.lines[opponent - 1]))
        notes.add(WARNING, "half-told", spot, said, read, f"{game.white}-{game.black} {game.result}")
        return game
    colours = {one.colour, other.colour}
    white_first = one.colour == "w" or other.colour == "b"
    game = Game(me, them) if white_first or not colours & {"w", "b"} else Game(them, me)
    alike = len(colours) == 1 and colours <= {"w", "b"}
    what = _ALIKE if alike else _UNCOLOURED if not colours & {"w", "b"} else _NOT_BOTH
    said = in_round(found.round, filled(what, one=me, other=them, line=table.lines[opponent - 1]))
    used = spoken("%(white)s-%(black)s without a result", white=game.white, black=game.black)
    notes.add(ERROR, "contradiction", spot, said, read, used)
    return game


_BARE_BYE = spoken("a bye without 0000 in place of the opponent")
_DO_NOT_AGREE = spoken("the rows of %(one)s and %(other)s (line %(line)s) do not agree")
_ALIKE = spoken("%(one)s and %(other)s (line %(line)s) have the same colour")
_UNCOLOURED = spoken("%(one)s and %(other)s (line %(line)s) have no colours")
_NOT_BOTH = spoken("%(one)s and %(other)s (line %(line)s) cannot both be so")
"""What is said of two rows with the same game."""


def _nearest(one: Tail, other: Tail) -> Agreement | None:
    """What the game was when each row only leaves out what the other tells (a Z beside an opponent tells nothing)."""
    one, other = (tail._replace(letter=" ") if tail.letter == "Z" else tail for tail in (one, other))
    if one.letter != other.letter and " " not in (one.letter, other.letter):  # a result that is known in one row
        one, other = (tail._replace(letter=" ") if tail.letter == "?" else tail for tail in (one, other))
    filled = []
    for mine, theirs in ((one, other), (other, one)):
        colour = {"w": "b", "b": "w"}.get(theirs.colour, "-") if mine.colour in "- " else mine.colour
        letter = _ANSWERS.get(theirs.letter, theirs.letter) if mine.letter == " " else mine.letter
        filled.append(TAILS.index(Tail(colour, letter)))
    return agreement(*filled)


_ANSWERS = {"1": "0", "0": "1", "W": "L", "L": "W", "+": "-", "-": "+"}
"""What stands in the other row when this stands in one."""


# -- players without a game --------------------------------------------------------------------------------------------


def byes(table: Table, found: Column, notes: Notes) -> list[Bye]:
    """The byes of everybody without a game in an individual event; a lone `+` of TRF06 is the pairing-allocated bye."""
    full, allocated = _with(table, found, "+"), _with(table, found, "U")
    sat_out = []
    for seat in found.alone:
        kind = _bye(table, found, seat, notes)
        if full == [seat] and not allocated:
            kind = ByeKind.PAIRING_ALLOCATED
        letter = TAILS[table.tails[found.round - 1][seat - 1]].letter
        if letter in _OF_TRF06 and table.opponents[found.round - 1][seat - 1] <= 0:
            spot, severity = table.cell(found.round, seat, "result"), WARNING if letter == "+" else INFO
            notes.often(severity, "trf06-bye", spot, _OF_TRF06[letter], letter, word(str(kind)))
        cell = table.grid.text(found.round - 1, seat - 1)
        if cell.strip() and not cell[:OPPONENT_WIDTH].strip():
            spot = table.cell(found.round, seat, "opponent")
            notes.often(INFO, "bare-bye", spot, _BARE_BYE, cell.rstrip(), word(str(kind)))
        sat_out.append(Bye(table.players[seat - 1].id, kind))
    if len(allocated) > 1:
        others = ", ".join(str(table.players[seat - 1].id) for seat in allocated[:-1])
        said = in_round(found.round, spoken("a second pairing-allocated bye; %(number)s has one too", number=others))
        notes.add(ERROR, "two-byes", table.cell(found.round, allocated[-1]), said, "U", spoken("both"))
    return sat_out


def player_byes(table: Table, found: Column, notes: Notes) -> list[Bye]:
    """What the rows of a team event say of players without a game, where it is worth something."""
    worth = [(seat, _bye(table, found, seat, notes)) for seat in found.alone]
    nothing = (ByeKind.ZERO, ByeKind.NOT_ENTERED)
    return [Bye(table.players[seat - 1].id, kind) for seat, kind in worth if kind not in nothing]


def _bye(table: Table, found: Column, seat: int, notes: Notes) -> ByeKind:
    if table.opponents[found.round - 1][seat - 1] > 0:
        return ByeKind.ZERO
    if table.blank(found.round, seat):
        return ByeKind.NOT_ENTERED if found.round < table.entered(seat) else ByeKind.ZERO
    kind = BYE_OF[table.tails[found.round - 1][seat - 1]]
    return _senseless(table, found, seat, notes) if kind is None else kind


def _senseless(table: Table, found: Column, seat: int, notes: Notes) -> ByeKind:
    """A colour or a result of a game, and no opponent."""
    tail = TAILS[table.tails[found.round - 1][seat - 1]]
    kind = (
        {"1": ByeKind.FULL, "W": ByeKind.FULL, "D": ByeKind.HALF}.get(tail.letter)
        or BYE_OF[TAILS.index(tail._replace(colour="-"))]
        or ByeKind.ZERO
    )
    said = in_round(found.round, spoken("a colour or a result, but no opponent"))
    notes.add(
        ERROR,
        "no-opponent",
        table.cell(found.round, seat, "opponent"),
        said,
        f"{tail.colour} {tail.letter}".strip(),
        word(str(kind)),
    )
    return kind
