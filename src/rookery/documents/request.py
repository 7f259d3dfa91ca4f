"""Requests for papers, and the heading shared by all papers of an event."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from rookery._record import field, record
from rookery.documents.model import Block, Paper, QrCode
from rookery.errors import RuleError
from rookery.formatting import count, describe_format, format_date_range
from rookery.model import Tournament
from rookery.ranking.standings import Standings
from rookery.regulations import parse_type_code


@record(kw_only=True)
class PaperRequest:
    """Options of a paper; those it does not need are ignored."""

    round: int | None = None
    player: int | None = None
    title: str | None = None
    tiebreaks: str | None = None
    edition: str | None = None
    category: str = ""
    prizes: str = ""
    sharing: Literal["hort", "equal", "rank"] = "hort"
    one_each: Literal["", "value", "order"] = ""
    currency: str = ""
    ranking: Standings | None = None
    """The standings to print and to award prizes by, with ties broken by hand; computed unless given."""
    large: bool = False
    """Whether a list is printed in large type, for a wall."""
    start: str = ""
    """When the round starts, as text."""
    side_codes: Mapping[tuple[int, int], tuple[QrCode, QrCode]] = field(default_factory=dict)
    """The codes to send the result of a board by phone, of White and of Black, by the numbers of the two players."""
    typing_address: str = ""
    """Where the letters of those codes are typed."""
    player_codes: Mapping[int, QrCode] = field(default_factory=dict)
    """The codes of the players' own pages, by number."""
    hall: QrCode | None = None
    """The code of the public pages; its letters are the address to type."""


def build_headed_paper(
    t: Tournament, title: str, blocks: tuple[Block, ...], *, state: str = "", wide: bool = False, start: str = ""
) -> Paper:
    """Return a paper with the heading of the event; `start` says when its round begins."""
    state_text = " ".join(part for part in (state, _mode_note(t)) if part)
    return Paper(title, blocks, t.info.name or "Tournament", event_line(t), state_text, wide, start=start)


def _mode_note(t: Tournament) -> str:
    """Return the note that the event is not in FIDE mode, if so."""
    if not t.remarks:
        return ""
    from rookery.tournaments.state import fide_exit_round

    round_left = fide_exit_round(t)
    return f"Not in FIDE mode: it was left in round {round_left}." if round_left else ""


def event_line(t: Tournament) -> str:
    """Return place, dates and format: the line below the name of the event."""
    plan, event = parse_type_code(t.system), t.info
    place = ", ".join(part for part in (event.city, event.federation) if part)
    when = ", ".join(part for part in (place, format_date_range(event.start, event.end)) if part)
    system = describe_format(plan.format, teams=plan.team) if plan.format.name else event.type
    format_text = ", ".join(
        part for part in (count(t.planned_rounds, "round") if t.planned_rounds else "", system) if part
    )
    return " · ".join(part for part in (when, format_text, event.time_control) if part)


def requested_round(t: Tournament, request: PaperRequest) -> int:
    """Return the requested round, or the last one paired."""
    number = request.round or len(t.rounds)
    if not t.rounds:
        raise RuleError("no round is paired yet: rookery pair FILE -o FILE pairs one")
    if not 1 <= number <= len(t.rounds):
        raise RuleError(f"there is no round {number}: {count(len(t.rounds), 'round is', 'rounds are')} paired")
    return number


def requested_player(t: Tournament, request: PaperRequest, subject: str) -> int:
    """Return the requested participant."""
    if request.player is None:
        raise RuleError(f"{subject} is of one {'team' if t.team_event else 'player'}: say which number")
    if request.player not in t.participants_by_number:
        raise RuleError(f"there is no number {request.player} in this tournament", participants=(request.player,))
    return request.player


def open_games_note(t: Tournament, number: int) -> str:
    """Return the note on games without a result, or an empty string."""
    round = t.rounds[number - 1]
    games = (*round.games, *(game for match in round.matches for game in match.games))
    if not round.pending and not any(match.open for match in round.matches):
        late = len(round.adjourned)
        return f"{count(late, 'game')} of round {number} {'is' if late == 1 else 'are'} adjourned." if late else ""
    if len(round.pending) == len(games):
        return ""
    return f"Provisional: {len(round.pending)} of {count(len(games), 'game')} of round {number} have no result yet."
