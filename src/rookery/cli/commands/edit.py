"""Put right who a player is: name, title, federation, numbers, birth, sex, club.

What is not named stays as it is, and an empty text ("") takes something away.
Numbers stay too, also where the name would give another place; a rating is
corrected by rookery correct. In a team event ID is a player of a roster, and t3
team 3, which has --name, --nickname and --strength.
"""

from __future__ import annotations

from collections.abc import Iterator

from rookery.cli.deeds import add_ends, add_file, do
from rookery.cli.exits import Refusal
from rookery.cli.files import load
from rookery.cli.losses import shortened
from rookery.cli.people import anybody, everybody
from rookery.cli.player_fields import add_particulars
from rookery.desk.commands.asked import player_of
from rookery.desk.commands.players import EditPlayer
from rookery.desk.commands.teams import ChangeTeam
from rookery.desk.form import written
from rookery.desk.state import State
from rookery.desk.wish import Wish
from rookery.entry_tables.cells import Problems, player
from rookery.errors import RuleError
from rookery.labels import person
from rookery.model import Player, Team, Tournament
from rookery.typed import TYPE_CHECKING, Any

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
    add_file(parser)
    parser.add_argument("who", metavar="ID", help="number or name of the player; t3 is team 3")
    parser.add_argument("--name", metavar="NAME", help='"Family name, given name"')
    add_particulars(parser)
    parser.add_argument("--nickname", metavar="NAME", help="of a team: its short name")
    parser.add_argument("--strength", type=int, metavar="N", help="of a team: its strength, as the file keeps it")
    add_ends(parser)


def run(args: argparse.Namespace) -> int:
    """Read, put right, write."""
    given = {name: getattr(args, name) for name in {**OF_PLAYERS, **OF_TEAMS} if getattr(args, name) is not None}
    if not given:
        raise Refusal("nothing to put right: name something, such as --title WFM (see rookery edit --help)")
    fields = {name: _value(name, text) for name, text in given.items()}

    def wanted(state: State) -> Wish:
        key = anybody(state, args.who)
        _must_fit(fields, OF_TEAMS if key in state.keys.teams else OF_PLAYERS)
        if key in state.keys.teams:
            return ChangeTeam(key, fields)
        _must_have_room(args.file, player_of(state, key), fields)
        return EditPlayer(key, fields)

    return do(args, wanted, _sentences, lambda file: shortened([fields.get("name", "")], file))


def _value(name: str, text: str | int) -> Any:
    """What an option says, in the form of JSON; an empty text is nothing."""
    if isinstance(text, int) or name == "nickname":
        return text
    if not text.strip():
        return None if name in ("birth", "fide_id") else ""
    problems: Problems = []
    found = player({"name": "-", name: text}, problems)
    for _, read, expected in problems:
        raise Refusal(f"--{name.replace('_', '-')}: read {read!r}, expected {expected}")
    return written(getattr(found, name))


def _must_fit(fields: dict[str, Any], known: dict[str, str]) -> None:
    """Refuse what a player, or a team, has not."""
    for name in fields:
        if name not in known:
            whose = "a player of a team" if known is OF_TEAMS else "a team (t3)"
            raise RuleError(f"--{name.replace('_', '-')} is for {whose}")


def _must_have_room(path: str, one: Player, fields: dict[str, Any]) -> None:
    """Refuse what a file in TRF would lose."""
    if load(path).document is None:
        return
    if fields.get("club"):
        raise RuleError(_NO_CLUBS)
    if fields.get("national_id") and fields.get("fide_id", one.fide_id):
        raise RuleError(f"TRF has one number for each player, and {person(one)} has a FIDE ID")


def _sentences(old: Tournament, new: Tournament) -> Iterator[str]:
    """What is different now."""
    was = {one.key: one for one in everybody(old)}
    for one in everybody(new):
        before = was[one.key]
        called = OF_TEAMS if isinstance(one, Team) else OF_PLAYERS
        there = [(words, getattr(before, name), getattr(one, name)) for name, words in called.items()]
        changed = [f"{words} {_shown(now)}, was {_shown(then)}" for words, then, now in there if then != now]
        if changed:
            yield f"{person(before)}: {'; '.join(changed)}."


def _shown(value: object) -> str:
    return "none" if value in (None, "") else str(value)
