"""The norms of one player: every condition of each title sought, and what the rounds to come must bring."""

from __future__ import annotations

from collections.abc import Mapping

from rookery.desk.commands.asked import player_of
from rookery.desk.state import State
from rookery.desk.views.who import Who, players
from rookery.rating.norms import Audit, norms
from rookery.rating.outlook import Outlook
from rookery.rating.titles import Condition
from rookery.values import frozen


@frozen
class NormOutlook:
    """What is still needed in so many `rounds`, of which these opponents are `known` already.

    Each of `scores` suffices: half points from those rounds, and the least average of the opponents not yet known (0
    when all are). `hopeless` says why none does.
    """

    rounds: int
    known: tuple[Who, ...] = ()
    needs: tuple[str, ...] = ()
    scores: tuple[tuple[int, int], ...] = ()
    hopeless: str = ""


@frozen
class IgnoredGame:
    """A game that is left out, so that the others make the norm."""

    round: int
    opponent: Who


@frozen
class NormAudit:
    """A title and its conditions, on the games that count; `as_loss`: a forfeit win of the last round counts as lost.

    `credit` is how many games it is worth towards an application.
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


@frozen
class NormsView:
    """A player, and every title above the one that is held."""

    who: Who
    norms: tuple[NormAudit, ...]


def norms_view(state: State, key: str) -> NormsView:
    """The norms of a player, by the key."""
    one, who = player_of(state, key).id, players(state)
    return NormsView(who[one], tuple(_audit(each, who) for each in norms(state.tournament, player=one)))


def _audit(one: Audit, who: Mapping[int, Who]) -> NormAudit:
    ignored = tuple(IgnoredGame(game.round, who[game.opponent]) for game in one.ignored)
    ahead = None if one.outlook is None else _ahead(one.outlook, who)
    return NormAudit(one.title, one.met, one.conditions, len(one.games), one.half_points, one.average, one.performance,
                     one.credit, ignored, one.as_loss, ahead)  # fmt: skip


def _ahead(one: Outlook, who: Mapping[int, Who]) -> NormOutlook:
    return NormOutlook(one.rounds, tuple(who[each] for each in one.known), one.needs, one.scores, one.hopeless)
