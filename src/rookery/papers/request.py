"""What is asked of a paper: which round, which player, which prizes; and the head that all papers of an event have."""

from __future__ import annotations

from rookery.errors import RuleError
from rookery.labels import count, format_in_words, span
from rookery.model import Tournament
from rookery.papers.paper import Block, Paper
from rookery.regulations import scheme
from rookery.typed import Literal
from rookery.values import frozen


@frozen(kw_only=True)
class PaperRequest:
    """What a paper is to be of; what it does not need is left alone."""

    round: int | None = None
    player: int | None = None
    title: str | None = None
    tiebreaks: str | None = None
    edition: str | None = None
    category: str = ""
    prizes: str = ""
    sharing: Literal["hort", "equal"] = "hort"


def headed(t: Tournament, title: str, blocks: tuple[Block, ...], *, state: str = "", wide: bool = False) -> Paper:
    """A paper of this event."""
    said = " ".join(part for part in (state, _mode(t)) if part)
    return Paper(title, blocks, t.event.name or "Tournament", about(t), said, wide)


def _mode(t: Tournament) -> str:
    """That the event is not in FIDE mode, if so: every paper says it then."""
    if not t.remarks:
        return ""
    from rookery.desk.state import left_in

    left = left_in(t)
    return f"Not in FIDE mode: it was left in round {left}." if left else ""


def about(t: Tournament) -> str:
    """Where, when and how: the line under the name of the event."""
    plan, event = scheme(t.system), t.event
    place = ", ".join(part for part in (event.city, event.federation) if part)
    when = ", ".join(part for part in (place, span(event.start, event.end)) if part)
    system = format_in_words(plan.format, teams=plan.team) if plan.format.name else event.type
    how = ", ".join(part for part in (count(t.planned, "round") if t.planned else "", system) if part)
    return " · ".join(part for part in (when, how, event.time_control) if part)


def round_of(t: Tournament, request: PaperRequest) -> int:
    """The round asked for, or the last one paired."""
    number = request.round or len(t.rounds)
    if not t.rounds:
        raise RuleError("no round is paired yet: rookery pair FILE -o FILE pairs one")
    if not 1 <= number <= len(t.rounds):
        raise RuleError(f"there is no round {number}: {count(len(t.rounds), 'round is', 'rounds are')} paired")
    return number


def player_of(t: Tournament, request: PaperRequest, what: str) -> int:
    """The participant asked for."""
    if request.player is None:
        raise RuleError(f"{what} is of one {'team' if t.team_event else 'player'}: say which number")
    if request.player not in t.by_id:
        raise RuleError(f"there is no number {request.player} in this tournament", who=(request.player,))
    return request.player


def open_games(t: Tournament, number: int) -> str:
    """That a round is being played; nothing when it is over."""
    round = t.rounds[number - 1]
    games = (*round.games, *(game for match in round.matches for game in match.games))
    if not round.pending and not any(match.open for match in round.matches):
        late = len(round.adjourned)
        return f"{count(late, 'game')} of round {number} {'is' if late == 1 else 'are'} adjourned." if late else ""
    if len(round.pending) == len(games):
        return ""
    return f"Provisional: {len(round.pending)} of {count(len(games), 'game')} of round {number} have no result yet."
