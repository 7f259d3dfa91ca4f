"""The errors of commands: rejected, waiting for a confirmation, or outdated."""

from __future__ import annotations

from collections.abc import Iterable

from rookery.errors import RookeryError, RuleError
from rookery.messages import msg
from rookery.tournaments.warning_table import RuleWarning


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
