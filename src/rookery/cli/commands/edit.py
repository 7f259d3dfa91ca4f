"""Put right who a player is: name, title, federation, numbers, birth, sex, club.

What is not named stays as it is, and an empty text ("") takes something away.
Numbers stay too, also where the name would give another place; a rating is
corrected by rookery correct. In a team event ID is a player of a roster, and t3
team 3, which has --name, --nickname and --strength.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from rookery.cli.errors import DONE, CommandError
from rookery.cli.event_options import add_player_fields
from rookery.cli.file_service import add_change_options, change_and_report
from rookery.cli.files import load
from rookery.cli.round_entry import player_or_team_key, teams_and_players
from rookery.errors import RuleError
from rookery.files import describe_shortened_names
from rookery.formatting import participant_label
from rookery.json_codec import to_json_data
from rookery.model import Player, Team, Tournament
from rookery.spreadsheets.cells import Problems, parse_player
from rookery.tournaments.command import Command
from rookery.tournaments.domain.players import EditPlayer
from rookery.tournaments.domain.teams import ChangeTeam
from rookery.tournaments.errors import player_of
from rookery.tournaments.state import State

if TYPE_CHECKING:
    import argparse

EXAMPLES = (
    'rookery edit examples/swiss.trf 10 --name "Dunnock, Alfred J." --birth 1958-10-04',
    "rookery edit examples/swiss.trf Fennel --title WCM --federation wls --dry-run",
    'rookery edit examples/team-swiss.trf t2 --name "Quayside Juniors"',
)
OF_PLAYERS = {
    "name": "name", "title": "title", "federation": "federation", "fide_id": "FIDE ID", "national_id": "national ID",
    "birth": "born", "sex": "sex", "club": "club",
}  # fmt: skip
OF_TEAMS = {"name": "name", "nickname": "nickname", "strength": "strength"}
_NO_CLUBS = "TRF has no place for clubs; rookery convert FILE FILE.json makes a file that keeps them"


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("file", metavar="FILE", help="the tournament to change")
    parser.add_argument("who", metavar="ID", help="number or name of the player; t3 is team 3")
    parser.add_argument("--name", metavar="NAME", help='"Family name, given name"')
    add_player_fields(parser)
    parser.add_argument("--nickname", metavar="NAME", help="of a team: its short name")
    parser.add_argument("--strength", type=int, metavar="N", help="of a team: its strength, as the file keeps it")
    add_change_options(parser)


def run(args: argparse.Namespace) -> int:
    """Correct the particulars in the file."""
    options = {name: getattr(args, name) for name in {**OF_PLAYERS, **OF_TEAMS} if getattr(args, name) is not None}
    if not options:
        raise CommandError("nothing to put right: name something, such as --title WFM (see rookery edit --help)")
    fields = {name: _parse_value(name, text) for name, text in options.items()}

    def build_command(state: State) -> Command:
        key = player_or_team_key(state, args.who)
        _check_fields(fields, OF_TEAMS if key in state.keys.teams else OF_PLAYERS)
        if key in state.keys.teams:
            return ChangeTeam(key, fields)
        _check_trf_limits(args.file, player_of(state, key), fields)
        return EditPlayer(key, fields)

    change_and_report(
        args,
        build_command,
        lambda change: _describe_changes(change.old, change.new),
        lambda change: filter(None, [describe_shortened_names([fields.get("name", "")], change.content)]),
    )
    return DONE


def _parse_value(name: str, text: str | int) -> Any:
    """Return the value of an option as JSON data; an empty text clears the field."""
    if isinstance(text, int) or name == "nickname":
        return text
    if not text.strip():
        return None if name in ("birth", "fide_id") else ""
    problems: Problems = []
    parsed = parse_player({"name": "-", name: text}, problems)
    for _, text_read, expected in problems:
        raise CommandError(f"--{name.replace('_', '-')}: read {text_read!r}, expected {expected}")
    return to_json_data(getattr(parsed, name))


def _check_fields(fields: dict[str, Any], allowed: dict[str, str]) -> None:
    """Raise RuleError for a field that players, or teams, do not have."""
    for name in fields:
        if name not in allowed:
            subject = "a player of a team" if allowed is OF_TEAMS else "a team (t3)"
            raise RuleError(f"--{name.replace('_', '-')} is for {subject}")


def _check_trf_limits(path: str, player_: Player, fields: dict[str, Any]) -> None:
    """Raise RuleError for a field that a TRF file would lose."""
    if load(path).document is None:
        return
    if fields.get("club"):
        raise RuleError(_NO_CLUBS)
    if fields.get("national_id") and fields.get("fide_id", player_.fide_id):
        raise RuleError(f"TRF has one number for each player, and {participant_label(player_)} has a FIDE ID")


def _describe_changes(old: Tournament, new: Tournament) -> Iterator[str]:
    """Yield what has changed."""
    entrants_before = {entrant.key: entrant for entrant in teams_and_players(old)}
    for entrant in teams_and_players(new):
        before = entrants_before[entrant.key]
        labels = OF_TEAMS if isinstance(entrant, Team) else OF_PLAYERS
        values = [(label, getattr(before, name), getattr(entrant, name)) for name, label in labels.items()]
        changed = [
            f"{label} {_format_value(new_value)}, was {_format_value(old_value)}"
            for label, old_value, new_value in values
            if old_value != new_value
        ]
        if changed:
            yield f"{participant_label(before)}: {'; '.join(changed)}."


def _format_value(value: object) -> str:
    return "none" if value in (None, "") else str(value)
