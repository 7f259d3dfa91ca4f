"""The errors of commands (rejected, waiting for a confirmation, or outdated), and the checks that several share."""

from __future__ import annotations

from collections.abc import Iterable

from rookery.errors import RookeryError, RuleError
from rookery.messages import msg
from rookery.model import Player, Team
from rookery.tournaments.state import State
from rookery.tournaments.warning_table import RuleWarning, rule_warning


class CommandRejectedError(RuleError):
    """A command that cannot be carried out: why, by which article, whom it concerns (keys), and what to do instead."""

    def __init__(
        self, text: str, *, article: str = "", keys: Iterable[str] = (), instead: str = "", code: str = ""
    ) -> None:
        self.keys, self.instead, self.code = tuple(keys), instead, code
        super().__init__(text, article=article)

    @classmethod
    def from_warning(cls, warning: RuleWarning) -> CommandRejectedError:
        """Return the error for a warning of level 5."""
        return cls(warning.text, article=warning.article, keys=warning.who, instead=warning.instead, code=warning.code)


NOT_FOUND = "unknown"
"""The code of errors about something that does not exist; the web server responds with status 404."""

ROLE = "role"
"""The code of errors about what a person's role does not permit; the web server responds with status 403."""


def round_not_found(number: object) -> CommandRejectedError:
    """Return the error for a round that the tournament does not have."""
    return CommandRejectedError(msg("there is no round %(number)s", number=number), code=NOT_FOUND)


class ConfirmationRequiredError(RookeryError):
    """Raised while warnings are unconfirmed; nothing was written. `tokens` confirm all of them at this version."""

    def __init__(self, warnings: Iterable[RuleWarning], version: int) -> None:
        self.warnings, self.version = tuple(warnings), version
        super().__init__("; ".join(warning.text for warning in self.warnings))

    @property
    def tokens(self) -> tuple[str, ...]:
        """The tokens that confirm every warning."""
        return tuple(token for warning in self.warnings for token in warning.tokens(self.version))


class StaleVersionError(RookeryError):
    """Raised when the value to be replaced has changed: the value expected, the present one, and its author (`by`)."""

    def __init__(self, text: str, *, expected: str, found: str, by: str = "") -> None:
        self.expected, self.found, self.by = expected, found, by
        super().__init__(text)


# -- checks shared by the commands -------------------------------------------------------------------------------------


def require_participant(state: State, key: str) -> None:
    """Reject a key that no participant has; the message names the team of a team player."""
    if key in state.keys.participants:
        return
    if key in state.keys.players:
        number = state.keys.players[key]
        team_name = next((team.name for team in state.tournament.teams if number in team.players), "")
        text = msg("%(name)s is a player; in this event teams are paired", name=state.name(key))
        if team_name:
            text = msg("%(name)s is a player of %(team)s; in this event teams are paired", name=state.name(key),
                       team=team_name)  # fmt: skip
        raise CommandRejectedError(text, keys=(key,))
    raise CommandRejectedError(msg("there is no player with the key %(key)s", key=f"{key!r}"))


def require_no_phase(state: State) -> None:
    """Reject a command while a round is paired by hand."""
    if state.phase is not None:
        text = msg("round %(round)s is being paired by hand", round=state.phase.round)
        warning = rule_warning("phase", state.fide, text, instead=msg("finish that first"))
        raise CommandRejectedError.from_warning(warning)


def player_of(state: State, key: str) -> Player:
    """Return the player with a key."""
    participant = state.tournament.by_key.get(key) if key in state.keys.players else None
    if not isinstance(participant, Player):
        number = state.keys.players.get(key)
        participant = next((player for player in state.tournament.players if player.number == number), None)
    if participant is None:
        raise CommandRejectedError(msg("there is no player with the key %(key)s", key=f"{key!r}"))
    return participant


def require_removable(state: State, participant: Player | Team) -> None:
    """Reject the removal of a participant once round 1 is paired."""
    if state.tournament.rounds:
        text = msg("round 1 is paired: %(name)s can withdraw but stays on the list", name=participant.name)
        instead = msg("withdraw the team") if isinstance(participant, Team) else msg("withdraw the player")
        raise CommandRejectedError(text, article="C.04.2 3.2", keys=(participant.key,), instead=instead)


def team_of(state: State, key: str) -> Team:
    """Return the team with a key."""
    for team in state.tournament.teams:
        if team.key == key:
            return team
    raise CommandRejectedError(msg("there is no team with the key %(key)s", key=f"{key!r}"))
