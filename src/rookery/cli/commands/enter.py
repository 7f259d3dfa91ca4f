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
from typing import TYPE_CHECKING, NamedTuple

from rookery.cli.confirm import add_answers
from rookery.cli.console import print_paragraph
from rookery.cli.errors import DONE, CommandError
from rookery.cli.file_service import change_file
from rookery.cli.files import display_name
from rookery.cli.round_entry import TypedTexts, has_board_or_names, is_board_entry, no_such, replace_names
from rookery.cli.spreadsheet_input import NamedRow, read_named_rows, require_no_extra_cells
from rookery.errors import RuleError
from rookery.formatting import count
from rookery.messages import join_list
from rookery.model import ByeKind, Match, Result, Tournament
from rookery.tournaments.command import Proposal
from rookery.tournaments.domain.manual_round import propose_entered_round
from rookery.tournaments.errors import CommandRejectedError
from rookery.tournaments.manual_round import EntryKind, ManualRound, without_empty_round
from rookery.tournaments.state import State

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
UNOPPOSED: dict[str, EntryKind] = {"+": "alone", "-": "not alone", NONE: "none"}


class Entry(NamedTuple):
    """An entry with its place, the participants by number, and its result or kind of bye."""

    where: str
    what: EntryKind
    white: int
    black: int | None
    value: Result | ByeKind | None = None


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
    """Enter the pairings and results in the file."""
    texts = [(text, text) for text in args.entries]
    if args.csv is not None:
        texts += _load_entries(args.csv)
    if not texts:
        raise CommandError("nothing to enter: give entries such as 12-7=1-0, or --csv FILE")
    for text, where in texts:
        if not has_board_or_names(text):
            _parse_entry(text, where)  # refused before the file is opened
    sentences, journal_sentences, entries = list[str](), list[str](), list[Entry]()

    def build_decision(state: State) -> Proposal:
        entries.extend(
            _parse_entry(_replace_names_with_numbers(state, args.round, text, where), where) for text, where in texts
        )
        texts_typed = TypedTexts(args.file)
        entered = ManualRound(state.tournament, args.round, texts_typed, in_parts=args.round in state.in_parts)
        _check_agreement(entered, entries)
        sentences.extend(_apply_entry(entered, entry) for entry in entries)
        journal_sentences.extend(sentences)
        sentences.extend(entered.line_up_messages())
        sentences.append(_describe_progress(entered, entered.tournament()))
        return propose_entered_round(state, entered, part=args.part, source="file")

    def absences(state: State) -> list[tuple[int, int]]:
        return [(args.round, entry.white) for entry in entries if entry.value is ByeKind.ZERO]

    change = change_file(
        args.file,
        build_decision,
        lambda change: journal_sentences,
        yes=args.yes,
        dry_run=args.dry_run,
        absences=absences,
    )
    for line in sentences:
        print_paragraph(line)
    change.report()
    return DONE


def _replace_names_with_numbers(state: State, round: int, text: str, where: str) -> str:
    """Return an entry with numbers instead of names and boards; errors name the entry."""
    if _GAME.fullmatch(text.strip()) or _BYE.fullmatch(text.strip()):
        return text
    try:
        return replace_names(state, round, text)
    except CommandRejectedError as error:
        raise CommandRejectedError(f"{where}: {error}", instead=error.instead) from None
    except RuleError as error:
        raise RuleError(f"{where}: {error}") from None


def _check_agreement(entered: ManualRound, entries: Sequence[Entry]) -> None:
    """Raise CommandError for two results of one game in the same command, except in matches of several games."""
    if entered.base.team_event or entered.two_games or any(isinstance(seat, Match) for seat in entered.seats.values()):
        return
    first: dict[tuple[int, int | None], Entry] = {}
    for entry in entries:
        pair = entry.white, entry.black
        if isinstance(entry.value, Result) and first.setdefault(pair, entry).value != entry.value:
            raise CommandError(f"{entry.where}: another result of the same game than {first[pair].where}")


def _apply_entry(entered: ManualRound, entry: Entry) -> str:
    """Apply one entry to the round; errors name the entry."""
    try:
        if entry.what == "pair" and entry.black is not None:
            _require_teams(entered, entry.white, entry.black)
        return entered.apply_entry(entry.what, entry.white, entry.black, entry.value)
    except RuleError as error:
        raise RuleError(f"{entry.where}: {error}") from None


def _require_teams(entered: ManualRound, white: int, black: int) -> None:
    """Raise RuleError if a pair without a result in a team event is one of players."""
    t = entered.base
    if not t.team_event or (white in t.participants_by_number and black in t.participants_by_number):
        return
    stranger = white if white not in t.participants_by_number else black
    if stranger in entered.team_of:
        hint = f"a pair without a result is one of teams, a board is entered with its result: {white}-{black}=1-0"
        raise RuleError(f"{no_such(t, stranger)}; {hint}", participants=(stranger,))


def _describe_progress(entered: ManualRound, t: Tournament) -> str:
    """Describe the progress of the round."""
    if len(without_empty_round(t).rounds) < entered.number:
        return f"Round {entered.number} {'has nobody paired yet' if entered.begins else 'has been taken back'}."
    round_, idle = t.rounds[entered.number - 1], entered.participants_without_game()
    boards = len(round_.games) + sum(len(match.games) for match in round_.matches)
    finished = boards - len(round_.pending) - len(round_.adjourned)
    text = f"Round {entered.number}: {finished} of {count(boards, 'game')} finished"
    if round_.pending:
        text += f", open {join_list(f'{game.white}-{game.black}' for game in round_.pending)}"
    if round_.adjourned:
        text += f", adjourned {join_list(f'{game.white}-{game.black}' for game in round_.adjourned)}"
    if idle:
        text += f"; without a game: {join_list(idle)}"
    unopposed = entered.unopposed_players()
    if unopposed:
        text += f". Nobody to meet: {join_list(unopposed)} ({unopposed[0]}=+ gives a point)"
    return text + "."


# -- reading entries ---------------------------------------------------------------------------------------------------

_GAME = re.compile(r"(t?)(\d{1,5})\s*[-:]\s*t?(\d{1,5})(?:\s*=\s*(.*))?", re.IGNORECASE)
_BYE = re.compile(r"t?(\d{1,5})\s*=\s*(\w+|[-+])", re.IGNORECASE)
_EXPECTED = "expected something like 12-7=1-0, 12-7 or 5=bye; b3=1-0 or 'Rook - Dipper=1-0'"


def _parse_entry(text: str, where: str) -> Entry:
    """Parse one entry."""
    game, bye = _GAME.fullmatch(text.strip()), _BYE.fullmatch(text.strip())
    if game is not None:
        white, black, result = int(game[2]), int(game[3]), game[4]
        if result is None:
            return Entry(where, "pair", white, black)
        if result.strip().lower() == NONE:
            return Entry(where, "none", white, black)
        return Entry(where, "forfeit" if game[1] else "result", white, black, _parse_result(result, where))
    if bye is not None:
        word = bye[2].strip().lower()
        if word in UNOPPOSED:
            return Entry(where, UNOPPOSED[word], int(bye[1]), None)
        if word not in BYE_WORDS:
            raise CommandError(f"{where}: read {bye[2]!r}, expected bye, half, full, zero or none")
        return Entry(where, "bye", int(bye[1]), None, BYE_WORDS[word])
    raise CommandError(f"{where}: {_EXPECTED}" if where == text else f"{where}: read {text!r}, {_EXPECTED}")


def _parse_result(text: str, where: str) -> Result:
    try:
        return Result.parse(text)
    except RuleError:
        expected = "expected 1-0, 0-1, 1/2-1/2 (or =), +/-, -/+, -/-, 0-0, adjourned or none"
        raise CommandError(f"{where}: read {text!r}, {expected}") from None


def _load_entries(path: str) -> list[tuple[str, str]]:
    """Load entries from a file with their places: a CSV with white, black, result, or plain entries."""
    sheet = read_named_rows(path, COLUMNS, ("white",), is_plain=_is_entry)
    require_no_extra_cells(path, sheet)
    entries = list(_entries_from_rows(path, sheet.rows))
    if not entries:
        raise CommandError(f"{display_name(path)}: nothing to enter in this list")
    return entries


def _is_entry(line: str) -> bool:
    return bool(_GAME.match(line) or _BYE.match(line)) or is_board_entry(line)


def _entries_from_rows(path: str, rows: tuple[NamedRow, ...]) -> Iterator[tuple[str, str]]:
    for row in rows:
        place = f"{display_name(path)}: line {row.line}"
        if "" in row.cells:  # a plain line of entries
            yield from ((word, place) for word in row.cells[""].replace(",", " ").split())
            continue
        white, black, result = (row.cells.get(name, "") for name in ("white", "black", "result"))
        if black in ("", "0", "-") or black.lower() in BYE_WORDS:
            yield f"{white}={result or black or 'bye'}", place
        else:
            separator = "-" if white.isdecimal() and black.isdecimal() else " - "
            yield f"{white}{separator}{black}" + f"={result}" * bool(result), place
