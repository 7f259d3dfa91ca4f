"""The norms of a player: the conditions of each title, and what the remaining rounds require."""

from __future__ import annotations

from collections.abc import Mapping

from rookery._record import record
from rookery.rating.norm_conditions import Condition
from rookery.rating.norm_forecast import NormForecast
from rookery.rating.norms import Audit, norms
from rookery.tournaments.domain.checks import player_of
from rookery.tournaments.state import State
from rookery.tournaments.views.participants import Who, players


@record
class NormOutlook:
    """The results needed in the remaining `rounds`, given the `known` opponents.

    Each of `scores` suffices: half points in those rounds, and the minimum average of the unknown opponents (0 if all
    are known). `hopeless` says why no score suffices.
    """

    rounds: int
    known: tuple[Who, ...] = ()
    needs: tuple[str, ...] = ()
    scores: tuple[tuple[int, int], ...] = ()
    hopeless: str = ""


@record
class IgnoredGame:
    """A game that is left out, so that the others make the norm."""

    round: int
    opponent: Who


@record
class NormAudit:
    """A title and its conditions on the counted games; `as_loss`: a forfeit win in the last round counts as a loss.

    `credit` is the number of games credited towards an application.
    """

    title: str
    met: bool
    conditions: tuple[Condition, ...]
    games: int
    half_points: int
    average: int | None = None
    performance: int | None = None
    credit: int = 0
    ignored: tuple[IgnoredGame, ...] = ()
    as_loss: bool = False
    outlook: NormOutlook | None = None


@record
class NormsView:
    """A player, and every title above the current one."""

    who: Who
    norms: tuple[NormAudit, ...]


def norms_view(state: State, key: str) -> NormsView:
    """Return the norms of the player with a key."""
    player, people = player_of(state, key).number, players(state)
    return NormsView(people[player], tuple(_audit(audit, people) for audit in norms(state.tournament, player=player)))


def _audit(audit: Audit, people: Mapping[int, Who]) -> NormAudit:
    ignored = tuple(IgnoredGame(game.round, people[game.opponent]) for game in audit.ignored)
    ahead = None if audit.outlook is None else _ahead(audit.outlook, people)
    return NormAudit(
        audit.title,
        audit.is_met,
        audit.conditions,
        len(audit.games),
        audit.half_points,
        audit.average,
        audit.performance,
        audit.credit,
        ignored,
        audit.as_loss,
        ahead,
    )


def _ahead(forecast: NormForecast, people: Mapping[int, Who]) -> NormOutlook:
    return NormOutlook(
        forecast.rounds,
        tuple(people[opponent] for opponent in forecast.known),
        forecast.needs,
        forecast.scores,
        forecast.hopeless,
    )
