"""Enter pairings and results of a round.

  12-7=1-0    12 had White and beat 7; also 0-1, 1/2-1/2 (or =), 0-0,
              adjourned, and for forfeits +/- -/+ -/-
  12-7        12 has White against 7, no result yet
  5=bye       5 has the pairing-allocated bye; also 5=half, 5=full, 5=zero
  12-7=none   takes a pairing back; 5=none takes a bye back
  b3=1-0      the game at board 3; "Rook - Dipper=1-0" by names, White first

In a team event 12-7=1-0 is a game of two players, and

  3-1         pairs team 3 with team 1, boards and colours by the rosters
  t3-t1=+/-   team 1 forfeits the match; also -/+ and -/-
  12=+        12 has nobody to meet, and a point; 12=- takes it back
  b2.1=1-0    board 1 of match 2

rookery pair FILE -o FILE writes a round into the file. One that is paired by
hand begins with a command that has everybody in it (--part: with some), keeps
everybody in it, and is gone when its last pairing is taken back. Only the lines that change are
rewritten; the versions before stay as FILE.bak, FILE.bak.2 and so on.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from rookery.cli.acting import act
from rookery.cli.asking import add_answers
from rookery.cli.booking import Booking, must_be_whole, no_such, without_empty_round
from rookery.cli.called_entries import is_board, is_called, numbered
from rookery.cli.exits import DONE, Refusal
from rookery.cli.files import name_of
from rookery.cli.render import paragraph
from rookery.cli.sheets import SheetRow, must_fit, read
from rookery.desk.commands.book import booked
from rookery.desk.decision import Granted, Refused
from rookery.desk.state import State
from rookery.errors import RuleError
from rookery.labels import count
from rookery.model import ByeKind, Match, Result, Tournament
from rookery.typed import TYPE_CHECKING
from rookery.values import NamedTuple
from rookery.wording import listed

if TYPE_CHECKING:
    import argparse

EXAMPLES = (
    "rookery enter examples/swiss.trf 4 2-4=1-0 7-1=1/2-1/2 3-6 8-11 12-9",
    "rookery enter examples/swiss.trf 4 --csv examples/round4.csv --dry-run",
)

COLUMNS = {"white": ("w", "player"), "black": ("b", "opponent"), "result": ("score",)}
BYE_WORDS = {
    "bye": ByeKind.PAIRING_ALLOCATED, "pab": ByeKind.PAIRING_ALLOCATED, "u": ByeKind.PAIRING_ALLOCATED,
    "full": ByeKind.FULL, "f": ByeKind.FULL, "half": ByeKind.HALF, "h": ByeKind.HALF, "zero": ByeKind.ZERO,
    "z": ByeKind.ZERO, "absent": ByeKind.ZERO,
}  # fmt: skip
NONE = "none"
UNOPPOSED = ("+", "-")


class Entry(NamedTuple):
    """One thing to enter: a game, or a bye when there is no Black; `what` is empty for a pairing, NONE to take back.

    `match` says that the numbers were written as those of teams, t3-t1.
    """

    where: str
    white: int
    black: int | None
    what: Result | ByeKind | str
    match: bool = False


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("file", metavar="FILE", help="the tournament to change")
    parser.add_argument("round", type=int, metavar="ROUND", help="the round, counted from 1")
    parser.add_argument("entries", nargs="*", metavar="ENTRY", help="12-7=1-0, 12-7, 5=bye, t3-t1=+/-, 12=+, ...")
    parser.add_argument(
        "--csv", metavar="FILE", help="a list of entries, or of white, black, result; - is standard input"
    )
    parser.add_argument("--part", action="store_true", help="leave some without a game or a bye; they follow")
    add_answers(parser)
    parser.add_argument("--dry-run", action="store_true", help="show the change, write nothing")


def run(args: argparse.Namespace) -> int:
    """Read, enter, write."""
    texts = [(text, text) for text in args.entries]
    if args.csv is not None:
        texts += _listed_entries(args.csv)
    if not texts:
        raise Refusal("nothing to enter: give entries such as 12-7=1-0, or --csv FILE")
    for text, where in texts:
        if not is_called(text):
            _entry(text, where)  # refused before the file is opened
    said, noted, entries = list[str](), list[str](), list[Entry]()

    def wanted(state: State) -> Granted:
        entries.extend(_entry(_by_numbers(state, args.round, text, where), where) for text, where in texts)
        booking = Booking(state.tournament, args.round, args.file)
        _must_agree(booking, entries)
        said.extend(_enter(booking, entry) for entry in entries)
        noted.extend(said)
        if not args.part:
            must_be_whole(booking)
        new = booking.tournament()
        said.extend(booking.line_ups())
        said.append(_state(booking, new))
        return booked(state, args.round, without_empty_round(new), "file", args.part)

    def absent(state: State) -> list[tuple[int, int]]:
        return [(args.round, entry.white) for entry in entries if entry.what is ByeKind.ZERO]

    done = act(args.file, wanted, lambda old, new: noted, yes=args.yes, dry_run=args.dry_run, absent=absent)
    for line in said:
        paragraph(line)
    done.amendment.report()
    return DONE


def _by_numbers(state: State, round: int, text: str, where: str) -> str:
    """An entry by numbers; who or what board it calls is told with it."""
    if _GAME.fullmatch(text.strip()) or _BYE.fullmatch(text.strip()):
        return text
    try:
        return numbered(state, round, text)
    except Refused as error:
        raise Refused(f"{where}: {error}", instead=error.instead) from None
    except RuleError as error:
        raise RuleError(f"{where}: {error}") from None


def _must_agree(booking: Booking, entries: Sequence[Entry]) -> None:
    """Refuse two results of one game in the same command; only of a match there can be several games."""
    if booking.base.team_event or booking.two_games or any(isinstance(one, Match) for one in booking.seats.values()):
        return
    first: dict[tuple[int, int | None], Entry] = {}
    for entry in entries:
        both = entry.white, entry.black
        if isinstance(entry.what, Result) and first.setdefault(both, entry).what != entry.what:
            raise Refusal(f"{entry.where}: another result of the same game than {first[both].where}")


def _enter(booking: Booking, entry: Entry) -> str:
    """One entry into the round; what is wrong with it names the entry."""
    where, white, black, what, match = entry
    try:
        if what == NONE:
            return booking.take_back(white, black)
        if isinstance(what, ByeKind):
            return booking.bye(white, what)
        if what in UNOPPOSED:
            return booking.unopposed(white, given=what == "+")
        assert black is not None
        if not isinstance(what, Result):
            _must_be_teams(booking, white, black)
            return booking.pair(white, black)
        if match:
            return booking.forfeit_match(white, black, what)
        return booking.result(white, black, what)
    except RuleError as error:
        raise RuleError(f"{where}: {error}") from None


def _must_be_teams(booking: Booking, white: int, black: int) -> None:
    """In a team event a pair without a result is one of teams; what was meant may be two players."""
    t = booking.base
    if not t.team_event or (white in t.by_id and black in t.by_id):
        return
    stranger = white if white not in t.by_id else black
    if stranger in booking.team_of:
        hint = f"a pair without a result is one of teams, a board is entered with its result: {white}-{black}=1-0"
        raise RuleError(f"{no_such(t, stranger)}; {hint}", who=(stranger,))


def _state(booking: Booking, t: Tournament) -> str:
    """How far the round is."""
    if len(without_empty_round(t).rounds) < booking.number:
        return f"Round {booking.number} {'has nobody paired yet' if booking.begins else 'has been taken back'}."
    round, idle = t.rounds[booking.number - 1], booking.without_game()
    boards = len(round.games) + sum(len(match.games) for match in round.matches)
    done = boards - len(round.pending) - len(round.adjourned)
    said = f"Round {booking.number}: {done} of {count(boards, 'game')} finished"
    if round.pending:
        said += f", open {listed(f'{game.white}-{game.black}' for game in round.pending)}"
    if round.adjourned:
        said += f", adjourned {listed(f'{game.white}-{game.black}' for game in round.adjourned)}"
    if idle:
        said += f"; without a game: {listed(idle)}"
    alone = booking.nobody_to_meet()
    if alone:
        said += f". Nobody to meet: {listed(alone)} ({alone[0]}=+ gives a point)"
    return said + "."


# -- reading entries ---------------------------------------------------------------------------------------------------

_GAME = re.compile(r"(t?)(\d{1,5})\s*[-:]\s*t?(\d{1,5})(?:\s*=\s*(.*))?", re.IGNORECASE)
_BYE = re.compile(r"t?(\d{1,5})\s*=\s*(\w+|[-+])", re.IGNORECASE)
_EXPECTED = "expected something like 12-7=1-0, 12-7 or 5=bye; b3=1-0 or 'Rook - Dipper=1-0'"


def _entry(text: str, where: str) -> Entry:
    """One entry as people type it."""
    game, bye = _GAME.fullmatch(text.strip()), _BYE.fullmatch(text.strip())
    if game is not None:
        white, black, what = int(game[2]), int(game[3]), game[4]
        return Entry(where, white, black, "" if what is None else _result(what, where), bool(game[1]))
    if bye is not None:
        return Entry(where, int(bye[1]), None, _bye(bye[2], where))
    raise Refusal(f"{where}: {_EXPECTED}" if where == text else f"{where}: read {text!r}, {_EXPECTED}")


def _result(text: str, where: str) -> Result | str:
    if text.strip().lower() == NONE:
        return NONE
    try:
        return Result.parse(text)
    except RuleError:
        expected = "expected 1-0, 0-1, 1/2-1/2 (or =), +/-, -/+, -/-, 0-0, adjourned or none"
        raise Refusal(f"{where}: read {text!r}, {expected}") from None


def _bye(text: str, where: str) -> ByeKind | str:
    word = text.strip().lower()
    if word == NONE or word in UNOPPOSED:
        return word
    if word not in BYE_WORDS:
        raise Refusal(f"{where}: read {text!r}, expected bye, half, full, zero or none")
    return BYE_WORDS[word]


def _listed_entries(path: str) -> list[tuple[str, str]]:
    """Entries from a file, each with its place: a CSV with columns white, black, result, or the entries themselves."""
    sheet = read(path, COLUMNS, ("white",), plain=_is_entry)
    must_fit(path, sheet)
    found = list(_from_rows(path, sheet.rows))
    if not found:
        raise Refusal(f"{name_of(path)}: nothing to enter in this list")
    return found


def _is_entry(line: str) -> bool:
    return bool(_GAME.match(line) or _BYE.match(line)) or is_board(line)


def _from_rows(path: str, rows: tuple[SheetRow, ...]) -> Iterator[tuple[str, str]]:
    for row in rows:
        where = f"{name_of(path)}: line {row.line}"
        if "" in row.cells:  # a plain line of entries
            yield from ((word, where) for word in row.cells[""].replace(",", " ").split())
            continue
        white, black, result = (row.cells.get(name, "") for name in ("white", "black", "result"))
        if black in ("", "0", "-") or black.lower() in BYE_WORDS:
            yield f"{white}={result or black or 'bye'}", where
        else:
            between = "-" if white.isdecimal() and black.isdecimal() else " - "
            yield f"{white}{between}{black}" + f"={result}" * bool(result), where
