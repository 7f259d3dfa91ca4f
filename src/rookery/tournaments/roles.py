"""Roles: who may give which command, and take which action of the web application, as data.

The guard of every command (`rookery.tournaments.execute`) asks `check_authority`. Actions are what the web application
does without a command: codes, screens, accounts, files.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum

from rookery._record import record
from rookery.formats.board_order import list_numbered_boards
from rookery.messages import msg
from rookery.model import Game
from rookery.tournaments.command import Command
from rookery.tournaments.errors import ROLE, CommandRejectedError
from rookery.tournaments.state import EMPTY, State


class Role(StrEnum):
    """What a person is at a tournament, an event, or the whole installation."""

    ADMINISTRATOR = "administrator"
    ORGANISER = "organiser"
    CHIEF_ARBITER = "chief-arbiter"
    DEPUTY = "deputy"
    ARBITER = "arbiter"
    CHECK_IN = "check-in"
    READER = "reader"


_ALL = frozenset(Role)
_CHIEF = frozenset({Role.ADMINISTRATOR, Role.CHIEF_ARBITER})
_ARBITERS = _CHIEF | {Role.DEPUTY}
_ORGANISERS = _CHIEF | {Role.ORGANISER}
_OFFICE = _ARBITERS | {Role.ORGANISER}
_AT_BOARDS = _ARBITERS | {Role.ARBITER}
_ADMINISTRATORS = frozenset({Role.ADMINISTRATOR})

COMMAND_ROLES: Mapping[str, frozenset[Role]] = {
    # the tournament, its rules and its documents
    "tournament.open": _ORGANISERS,
    "tournament.import": _ORGANISERS,
    "head.set": _OFFICE,
    "rules.set": _CHIEF,
    "ratings.method": _CHIEF,
    "mode.leave": _CHIEF,
    "prizes.set": _OFFICE,
    "publication.set": _OFFICE,
    "remark.add": _ARBITERS,
    "tournament.close": _ARBITERS,
    "tournament.reopen": _ARBITERS,
    "tournament.archive": _OFFICE,
    "tournament.restore": _OFFICE,
    "tournament.delete": _OFFICE,
    # events with sections
    "event.open": _ORGANISERS,
    "event.set": _OFFICE,
    "event.dissolve": _ORGANISERS,
    "section.add": _ORGANISERS,
    "section.remove": _ORGANISERS,
    "section.order": _OFFICE,
    "section.boards": _OFFICE,
    # players, teams and their numbers
    "players.enter": _OFFICE,
    "player.edit": _OFFICE,
    "player.remove": _OFFICE,
    "person.erase": _ADMINISTRATORS,
    "details.erase": _ADMINISTRATORS,
    "player.withdraw": _OFFICE,
    "player.return": _OFFICE,
    "player.expel": _ARBITERS,
    "expulsion.lift": _ARBITERS,
    "ratings.correct": _OFFICE,
    "team.enter": _OFFICE,
    "team.change": _OFFICE,
    "team.join": _OFFICE,
    "team.remove": _OFFICE,
    "lineup.set": _ARBITERS,
    "lineups.set": _ARBITERS,
    "numbers.give": _ARBITERS,
    "numbers.draw": _ARBITERS,
    "numbers.exchange": _ARBITERS,
    "numbers.regenerate": _ARBITERS,
    "numbers.set": _ARBITERS,
    # byes and check-in
    "bye.ask": _OFFICE | {Role.ARBITER},
    "half_byes.bar": _ARBITERS,
    "checkin.open": _OFFICE,
    "checkin.close": _OFFICE,
    "checkin.schedule": _OFFICE,
    "checkin.mark": _OFFICE | {Role.ARBITER, Role.CHECK_IN},
    "checkin.self": _OFFICE | {Role.ARBITER, Role.CHECK_IN},
    # pairing
    "colour.draw": _ARBITERS,
    "round.pair": _ARBITERS,
    "round.pair_again": _ARBITERS,
    "round.unpair": _ARBITERS,
    "round.book": _ARBITERS,
    "round.schedule": _OFFICE,
    "round.publish": _OFFICE,
    "round.hide": _OFFICE,
    "position.draw": _ARBITERS,
    "pair.forbid": _ARBITERS,
    "pair.allow": _ARBITERS,
    "mates.forbid": _ARBITERS,
    "mates.allow": _ARBITERS,
    "seat.fix": _ARBITERS,
    "seat.free": _ARBITERS,
    "hand.open": _ARBITERS,
    "hand.set": _ARBITERS,
    "hand.move": _ARBITERS,
    "hand.swap": _ARBITERS,
    "hand.fill": _ARBITERS,
    "hand.close": _ARBITERS,
    # results and points
    "result.enter": _AT_BOARDS,
    "result.claim": _AT_BOARDS,
    "claim.settle": _AT_BOARDS,
    "claims.set": _ARBITERS,
    "match.forfeit": _ARBITERS,
    "report.correct": _ARBITERS,
    "points.adjust": _ARBITERS,
    "order.set": _ARBITERS,
    "order.draw": _ARBITERS,
    "value.enter": _ARBITERS,
    # the log
    "point.mark": _OFFICE,
    "time.undo": _ARBITERS,
    "time.redo": _ARBITERS,
    "time.return": _ARBITERS,
}
"""The roles that may give each command."""

ACTION_ROLES: Mapping[str, frozenset[Role]] = {
    "read": _ALL,
    "files": _ALL - {Role.CHECK_IN},
    "site": _OFFICE,
    "screens": _OFFICE,
    "cards": _OFFICE,
    "codes": _ARBITERS,
    "codes.deputies": _CHIEF,
    "members": _CHIEF,
    "tournament.copy": _ORGANISERS,
    "tournament.begin": _ORGANISERS,
    "log.adopt": _CHIEF,
    "lists": _ORGANISERS,
    "people": _ADMINISTRATORS,
    "accounts": _ADMINISTRATORS,
    "backup": _ADMINISTRATORS,
    "person.export": _ADMINISTRATORS,
    "audit": _ADMINISTRATORS,
    "webhooks": _ADMINISTRATORS,
    "administer": _ADMINISTRATORS,
}
"""The roles that may take each action that is no command."""

INSTALLATION_ACTIONS = frozenset(
    {
        "tournament.begin",
        "lists",
        "people",
        "accounts",
        "backup",
        "audit",
        "administer",
        "webhooks",
        "tournament.open",
        "event.open",
    }
)
"""Actions and commands that concern the whole installation: a role in one tournament or event does not permit them."""

NOT_BY_CODE = frozenset({"codes.deputies", "members"})
"""What the access code of a deputy does not permit, although it permits whatever else a chief arbiter may do."""

BOARD_COMMANDS = frozenset({"result.enter", "result.claim", "claim.settle", "bye.ask", "checkin.mark", "checkin.self"})
"""The commands of an arbiter of a range of boards, who gives them for these boards only."""

GRANTS: Mapping[Role, frozenset[Role]] = {
    Role.ADMINISTRATOR: _ALL,
    Role.CHIEF_ARBITER: _ALL - {Role.ADMINISTRATOR},
}
"""The roles that each role may give to others and take from them."""


_READ = frozenset({"read", "files"})
_RESULTS = frozenset({"result.enter", "result.claim", "claim.settle", "match.forfeit"})
_ENTRIES = frozenset({
    "players.enter", "player.edit", "player.remove", "player.withdraw", "player.return", "team.enter", "team.change",
    "team.join", "team.remove", "bye.ask", "checkin.open", "checkin.close", "checkin.mark", "checkin.self",
})  # fmt: skip
_ACCESS = frozenset({"people", "accounts", "members", "codes", "codes.deputies", "cards", "backup", "administer"})

SCOPES: Mapping[str, frozenset[str]] = {
    "read": _READ,
    "results": _READ | _RESULTS,
    "entries": _READ | _ENTRIES,
    "manage": (frozenset(COMMAND_ROLES) | frozenset(ACTION_ROLES)) - _ACCESS,
}
"""The commands and actions that each scope of a token permits, as far as the role of its account does.

No scope permits to give access to others, or to copy the whole database.
"""

SCOPE_LABELS: Mapping[str, str] = {
    "read": msg("Read pages, files and the log"),
    "results": msg("Enter results"),
    "entries": msg("Enter players, byes and check-in"),
    "manage": msg("Everything else, but no access for others"),
}
"""What each scope permits, in words."""


def permitted_names(scopes: Iterable[str]) -> frozenset[str]:
    """Return the commands and actions that scopes permit together; unknown scopes permit nothing.

    >>> "round.pair" in permitted_names(["results", "entries"]), "round.pair" in permitted_names(["manage"])
    (False, True)
    """
    return frozenset[str]().union(*(SCOPES.get(scope, frozenset()) for scope in scopes))


@record
class Authority:
    """What a person may do at a tournament or an event: the roles there, and those in the whole `installation`.

    An arbiter has a range of boards, by the numbers of the tournament's own rounds; `last_board` None is no limit. A
    program may use only the commands and actions of its scopes, its `names`.
    """

    roles: frozenset[Role] = frozenset()
    first_board: int = 1
    last_board: int | None = None
    installation: frozenset[Role] = frozenset()
    by_code: bool = False
    names: frozenset[str] | None = None

    def may(self, name: str) -> bool:
        """Return whether a command or an action is permitted; for an arbiter, at some board at least.

        >>> Authority(frozenset({Role.READER})).may("result.enter"), EVERYTHING.may("result.enter")
        (False, True)
        """
        if self.by_code and name in NOT_BY_CODE:
            return False
        if self.names is not None and name not in self.names:
            return False
        roles = self.installation if name in INSTALLATION_ACTIONS else self.roles
        return bool(roles & roles_for(name))

    def is_limited_to_boards(self, name: str) -> bool:
        """Return whether a command is permitted for a range of boards only."""
        return name in BOARD_COMMANDS and self.roles & roles_for(name) == {Role.ARBITER}

    def has_board(self, board: int) -> bool:
        """Return whether a board is in the range."""
        return self.first_board <= board and (self.last_board is None or board <= self.last_board)

    def grantable_roles(self) -> frozenset[Role]:
        """Return the roles that the person may give to others."""
        return frozenset[Role]().union(*(GRANTS.get(role, frozenset()) for role in self.roles))


EVERYTHING = Authority(_ALL, installation=_ALL)
"""The authority of the library, the command line, and the owner of a desk."""

NOTHING = Authority()


def roles_for(name: str) -> frozenset[Role]:
    """Return the roles that may give a command or take an action; administrators alone for unknown names."""
    return COMMAND_ROLES.get(name) or ACTION_ROLES.get(name) or _ADMINISTRATORS


def check_authority(authority: Authority, command: Command, state: State) -> CommandRejectedError | None:
    """Return why a command is not permitted in a state, or None."""
    if not authority.may(command.NAME):
        return CommandRejectedError(
            msg("your role does not permit this"), instead=msg("ask the chief arbiter"), code=ROLE
        )
    if authority.is_limited_to_boards(command.NAME):
        boards = boards_by_key(state, getattr(command, "round", None))
        if not all(authority.has_board(boards.get(key, 0)) for key in _participant_keys(command)):
            first, last = authority.first_board, authority.last_board or ""
            text = msg("this is not at one of your boards, %(first)s to %(last)s", first=first, last=last)
            return CommandRejectedError(text, instead=msg("ask the chief arbiter"), code=ROLE)
    return None


def check_effect(authority: Authority, before: State, after: State) -> CommandRejectedError | None:
    """Return why the effect of a permitted command is not permitted, or None.

    An undo, for instance, may not change rules that the person may not change.
    """
    if before is EMPTY or (authority.may("rules.set") and authority.may("mode.leave")):
        return None
    has_other_rules = before.tournament is not after.tournament and before.laws != after.laws
    if has_other_rules and not authority.may("rules.set"):
        text = msg("this would change the rules, which your role does not permit")
        return CommandRejectedError(text, instead=msg("ask the chief arbiter"), code=ROLE)
    if before.fide and not after.fide and not authority.may("mode.leave"):
        text = msg("this would leave FIDE mode, which your role does not permit")
        return CommandRejectedError(text, instead=msg("ask the chief arbiter"), code=ROLE)
    return None


def _participant_keys(command: Command) -> Iterable[str]:
    """Return the keys of the participants that a command of `BOARD_COMMANDS` concerns."""
    keys = getattr(command, "keys", None)
    if keys is not None:
        return tuple(keys)
    names = ("white", "black") if hasattr(command, "white") else ("key",)
    return tuple(getattr(command, name) for name in names)


def boards_by_key(state: State, round: int | None = None) -> dict[str, int]:
    """Return the boards of all participants in a round, or in the last paired one if it is not paired."""
    t = state.tournament
    number = round if round is not None and 1 <= round <= len(t.rounds) else len(t.rounds)
    if not number:
        return {}
    boards: dict[str, int] = {}
    for board, meeting in list_numbered_boards(t, number):
        pair = meeting.white, meeting.black
        boards.update((state.keys.participant[participant], board) for participant in pair)
        for game in () if isinstance(meeting, Game) else meeting.games:
            boards.update((state.keys.player[player], board) for player in (game.white, game.black))
    return boards
